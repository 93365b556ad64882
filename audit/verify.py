#!/usr/bin/env python3
"""Checks games offline: audit/verify.py LOG... [--game UUID] [--jwks FILE] [--receipt FILE]... [--json]

Written from docs/AUDIT.md alone; standard library only; no network. It checks canonical bytes, the
hash chain, receipts, every chain, every die and the order of a game. It does NOT know the rules of
movement: moves, captures and the ranking are not checked. Exit code 0: nothing is wrong.
"""

import argparse
import base64
import hashlib
import hmac
import json
import pathlib
import re
import sys
import uuid

LINK = b"petits-chevaux/dice/v1/link\0"
ROLL = b"petits-chevaux/dice/v1/roll\0"
EVENT = b"petits-chevaux/log/v1/event\0"
ACTION = b"petits-chevaux/log/v1/action\0"
HEAD = b"petits-chevaux/log/v1/head\0"
SERVER_LINKS, SEAT_LINKS, BIG = 16384, 4096, 1 << 53
NONE = bytes(32)
CODES = (
    "pack creation canonical format order anchor roll_number seat_chain server_chain formula "
    "player_signature rules truncation fork signature unknown_key equivocation"
).split()


# --- Ed25519 (RFC 8032), verification only ------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(k, p):
    result = (0, 1, 1, 0)
    while k:
        if k & 1:
            result = add(result, p)
        p, k = add(p, p), k >> 1
    return result


def same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def point(data):
    """A point from its 32 bytes; None if there is none, or if its order is small."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    found = (x, y, 1, x * y % P)
    return None if same(times(8, found), (0, 1, 1, 0)) else found


BASE = point(bytes([0x58] + [0x66] * 31))


def signed(key, message, signature):
    a, r, s = point(key), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    hashed = hashlib.sha512(signature[:32] + key + message).digest()
    k = int.from_bytes(hashed, "little") % L
    return same(times(s, BASE), add(r, times(k, a)))


# --- The die (section 5) ------------------------------------------------------------------------


def die_of(key):
    """The first word below 4294967292 of the ChaCha20 keystream, modulo six."""
    counter = 0
    while True:
        state = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
        state += [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
        state += [counter, 0, 0, 0]
        work = state[:]

        def quarter(a, b, c, d):
            for x, y, z, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                work[x] = (work[x] + work[y]) & 0xFFFFFFFF
                mixed = work[z] ^ work[x]
                work[z] = (mixed << bits | mixed >> 32 - bits) & 0xFFFFFFFF

        for _ in range(10):
            for i in range(4):
                quarter(i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        for word, start in zip(work, state):
            word = (word + start) & 0xFFFFFFFF
            if word < 4294967292:
                return 1 + word % 6
        counter += 1


# --- Bytes and fields (section 10) --------------------------------------------------------------

STRING = re.compile(rb'"((?:[ !#-\[\]-\x7f]|\\["\\bfnrt]|\\u00(?:0[0-7bef]|1[0-9a-f]))*)"')
NUMBER = re.compile(rb"0|-?[1-9][0-9]*")


def is_canonical(line):
    try:
        return line[:1] == b"{" and value_end(line, 0, 32) == len(line)
    except (ValueError, IndexError):
        return False


def value_end(line, at, depth):
    """Where the canonical value that begins at `at` ends."""
    first = line[at : at + 1]
    if first == b'"':
        return match(STRING, line, at).end()
    if first in (b"{", b"["):
        if first == b"{" and at or first == b"[":
            depth -= 1
        if depth < 0:
            raise ValueError
        return inside_end(line, at + 1, depth, first == b"{")
    for word in (b"true", b"false", b"null"):
        if line.startswith(word, at):
            return at + len(word)
    number = match(NUMBER, line, at)
    if abs(int(number[0][:18])) >= BIG or len(number[0]) > 17:
        raise ValueError
    return number.end()


def inside_end(line, at, depth, is_object):
    end, last = (b"}" if is_object else b"]"), None
    if line[at : at + 1] == end:
        return at + 1
    while True:
        if is_object:
            key = match(STRING, line, at)
            if b"\\" in key[1] or last is not None and last >= key[1]:
                raise ValueError
            last, at = key[1], key.end()
            if line[at : at + 1] != b":":
                raise ValueError
            at += 1
        at = value_end(line, at, depth)
        mark, at = line[at : at + 1], at + 1
        if mark == end:
            return at
        if mark != b",":
            raise ValueError


def match(pattern, line, at):
    found = pattern.match(line, at)
    if not found:
        raise ValueError
    return found


def refuse(_):
    raise ValueError


def number(text):
    value = float(text)
    return value if abs(value) < float("inf") else refuse(text)


def read_json(data):
    return json.loads(data.decode(), parse_constant=refuse, parse_float=number)


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


class Format(Exception):
    """A field that is not what it has to be."""


def integer(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Format("not an integer")
    if value != int(value) or abs(value) >= BIG:
        raise Format("not an integer below 2^53")
    return int(value)


def hex32(value):
    if not isinstance(value, str) or not re.fullmatch(r"[0-9a-fA-F]{64}", value):
        raise Format("not 64 hexadecimal digits")
    return bytes.fromhex(value)


def text(value):
    return value if isinstance(value, str) else refuse_field("not a text")


def refuse_field(why):
    raise Format(why)


def optional(kind):
    return lambda value: None if value is None else kind(value)


def integers(value):
    return [integer(v) for v in value] if isinstance(value, list) else refuse_field("not a list")


def first_player(value):
    if value == "draw":
        return None
    if isinstance(value, dict) and list(value) == ["seat"]:
        return integer(value["seat"])
    raise Format("neither draw nor a seat")


def an_object(value):
    return value if isinstance(value, dict) else refuse_field("not an object")


def truth(value):
    return value if isinstance(value, bool) else refuse_field("neither true nor false")


def roll_kind(value):
    return value if value in ("draw", "turn") else refuse_field("neither draw nor turn")


SHOWN = {"seat": integer, "link": hex32, "link_no": integer}
BY_SEAT = {"seat": integer}
FIELDS = {
    "game_created": {
        "dice": text, "first": first_player, "ruleset": an_object, "ruleset_hash": hex32,
        "sealed_only": truth, "seats": integer, "server_anchor": hex32, "server_links": integer,
    },
    "player_joined": {
        "seat": integer, "seat_anchor": optional(hex32), "seat_links": integer,
        "rolls": optional(text), "seat_key": optional(hex32),
    },
    "bot_joined": BY_SEAT,
    "automation_set": {"seat": integer, "rolls": text},
    "orders_ended": {"seat": integer, "reason": text},
    "game_paused": {},
    "game_resumed": {},
    "player_left": BY_SEAT,
    "seats_closed": {"seats": integers},
    "seat_ready": SHOWN,
    "links_deposited": SHOWN,
    "die_rolled": {
        "cause": optional(text), "die": integer, "kind": roll_kind, "link": optional(hex32),
        "link_no": optional(integer), "roll": integer, "seat": integer, "server_link": hex32,
    },
    "game_started": {"first_seat": integer},
    "seat_chain_closed": BY_SEAT,
    "turn_passed": {"seat": integer, "reason": text},
    "game_ended": {},
    "game_aborted": {},
}  # fmt: skip
for name in (
    "piece_moved bonus_declined bonus_forfeited points_scored penalty_chosen pieces_sent_home "
    "player_finished player_resigned orders_set deadline_set turn_timed_out seat_absent seat_returned "
    "vacation_taken pause_wished"
).split():
    FIELDS[name] = BY_SEAT
ACTS = (
    "player_joined player_left seat_ready links_deposited die_rolled piece_moved bonus_declined "
    "penalty_chosen seat_chain_closed player_resigned automation_set orders_set orders_ended "
    "seat_returned vacation_taken pause_wished"
).split()
# What the server adds to an action: no player can sign it beforehand.
ADDED = ("at", "captured", "die", "player", "server_link", "sig")
HEX_FIELDS = ("link", "ruleset_hash", "seat_anchor", "server_anchor", "server_link")


# --- The fold -----------------------------------------------------------------------------------


class Seat:
    """A seat that somebody holds."""

    def __init__(self, kind, last, seen):
        self.kind, self.last, self.rolls, self.key = kind, last, seen["rolls"], seen["seat_key"]
        self.signed = self.number = self.burnt = self.links = self.deposit = 0
        self.ready, self.closed, self.hand = kind != "sealed", False, "player"

    def live(self):
        return self.kind == "sealed" and not self.closed

    def next(self):
        return self.number + 1 + self.burnt


class Fold:
    def __init__(self, game):
        self.game, self.findings, self.stage = game, {}, "empty"
        self.rolls = self.recomputed = self.right = self.server_links = 0
        self.server, self.seats, self.draws, self.lost = NONE, [], [], False

    def find(self, code, event, detail):
        self.findings.setdefault((code, event), detail)

    def line(self, seq, before, line):
        canonical_line = is_canonical(line)
        if not canonical_line:
            self.find("canonical", seq, "not the bytes of RFC 8785")
        try:
            event = read_json(line)
        except (ValueError, RecursionError):
            event = None
        if not isinstance(event, dict):
            return self.unreadable(seq)
        if any(isinstance(event.get(f), str) and re.search("[A-Z]", event[f]) for f in HEX_FIELDS):
            self.find("canonical", seq, "hexadecimal digits are lower case")
        try:
            kind = text(event.get("type"))
            fields = FIELDS.get(kind)
            if fields is None:
                raise Format("an unknown type")
            seen = {field: read(event.get(field)) for field, read in fields.items()}
        except Format as why:
            self.find("format", seq, str(why))
            return self.unreadable(seq)
        if self.stage == "nowhere":
            return
        if self.stage == "empty":
            if kind != "game_created":
                return self.unreadable(seq)
            return self.create(seq, seen, canonical_line)
        if kind == "game_created":
            return self.find("order", seq, "a game is created once")
        if canonical_line:
            self.check_signature(seq, before, event, seen)
        getattr(self, kind, self.played)(seq, seen)

    def unreadable(self, seq):
        if self.stage == "empty":
            self.find("creation", seq, "the first event is no creation")
            self.stage = "nowhere"

    def create(self, seq, seen, canonical_line):
        fits = 2 <= seen["seats"] <= 6
        if seen["dice"] != "pc-dice/1" or seen["server_links"] != SERVER_LINKS or not fits:
            self.find("creation", seq, "another protocol, chain or number of seats")
        hashed = lambda: hashlib.sha256(canonical(seen["ruleset"])).digest()
        if canonical_line and hashed() != seen["ruleset_hash"]:
            self.find("creation", seq, "ruleset_hash is not the hash of the ruleset")
        self.stage = "lobby" if fits else "nowhere"
        self.server, self.first, self.sealed_only = (
            seen["server_anchor"], seen["first"], seen["sealed_only"],
        )  # fmt: skip
        self.seats = ["open"] * (seen["seats"] if fits else 0)

    def check_signature(self, seq, before, event, seen):
        """A seat with a key signs whatever its player does; nothing else is signed."""
        kind, given = event["type"], event.get("sig")
        acts = kind in ACTS and event.get("cause") is None and seen.get("kind") != "draw"
        acts = acts and (kind != "orders_ended" or seen["reason"] == "withdrawn")
        seat = self.place(seen["seat"]) if acts else None
        seat = seat if isinstance(seat, Seat) else None
        key = seen["seat_key"] if kind == "player_joined" else seat and seat.key
        if not key:
            if given is not None:
                self.find("player_signature", seq, "a signature of nobody's action")
            return
        action = canonical({f: value for f, value in event.items() if f not in ADDED})
        known = max(seq - 1, 0).to_bytes(8, "big")
        good = isinstance(given, str) and re.fullmatch("[0-9a-f]{128}", given)
        message = ACTION + self.game + known + before + action
        if not good or not signed(key, message, bytes.fromhex(given)):
            self.find("player_signature", seq, "the key of the seat did not sign this")
        elif seat:
            seat.signed += 1

    # stage

    def in_lobby(self, seq):
        if self.stage != "lobby":
            self.find("order", seq, "this comes before the start")
        return self.stage == "lobby"

    def in_play(self, seq):
        if self.stage != "playing":
            self.find("order", seq, "this is not the time to play")
        if self.stage == "lobby":
            self.stage = "playing"

    # seats

    def place(self, number):
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else None

    def sitter(self, seq, number):
        held = self.place(number)
        if not isinstance(held, Seat):
            self.find("order", seq, f"nobody holds seat {number}")
            return None
        return held

    def links(self):
        return [seat.last if isinstance(seat, Seat) else NONE for seat in self.seats]

    def all_ready(self):
        return all(seat.ready if isinstance(seat, Seat) else seat == "closed" for seat in self.seats)

    def sit(self, number, place):
        self.seats[number - 1] = place
        for seat in self.seats:
            if isinstance(seat, Seat) and seat.live():
                seat.ready = False

    def player_joined(self, seq, seen):
        if not self.in_lobby(seq):
            return
        if self.place(seen["seat"]) != "open":
            return self.find("order", seq, f"seat {seen['seat']} is not open")
        anchor, links = seen["seat_anchor"], seen["seat_links"]
        kind = "none" if anchor is None else "seeded"
        if links == SEAT_LINKS and anchor is not None:
            kind = "sealed"
        elif links != 0:
            self.find("anchor", seq, "seat_links is 4096 for a chain and 0 otherwise")
        if anchor is not None and (anchor in (NONE, self.server) or anchor in self.links()):
            self.find("anchor", seq, "an anchor of zeros, or of another")
        if self.sealed_only and kind != "sealed":
            self.find("anchor", seq, "this table takes only seats with a chain")
        self.sit(seen["seat"], Seat(kind, anchor or NONE, seen))

    def bot_joined(self, seq, seen):
        if not self.in_lobby(seq):
            return
        if self.place(seen["seat"]) != "open":
            return self.find("order", seq, f"seat {seen['seat']} is not open")
        if self.sealed_only:
            self.find("anchor", seq, "this table takes only seats with a chain")
        bot = Seat("none", NONE, {"rolls": None, "seat_key": None})
        bot.hand = "bot"
        self.sit(seen["seat"], bot)

    def player_left(self, seq, seen):
        if self.in_lobby(seq) and self.sitter(seq, seen["seat"]):
            self.sit(seen["seat"], "open")

    def seats_closed(self, seq, seen):
        if self.in_lobby(seq):
            for number in seen["seats"]:
                if self.place(number) == "open":
                    self.sit(number, "closed")
                else:
                    self.find("order", seq, f"seat {number} is not open")

    def seat_ready(self, seq, seen):
        if not self.in_lobby(seq):
            return
        if "open" in self.seats:
            self.find("order", seq, "seats are still open")
        seat = self.sitter(seq, seen["seat"])
        if seat and not seat.live():
            self.find("seat_chain", seq, "this seat has no chain to take a link from")
        elif seat:
            self.consume(seq, seat, seen["link_no"], seen["link"])

    # links

    def step(self, number, link):
        return hashlib.sha256(LINK + self.game + number.to_bytes(4, "big") + link).digest()

    def leads_back(self, seat, number, link):
        for n in range(number, seat.number, -1):
            link = self.step(n, link)
        return link == seat.last

    def consume(self, seq, seat, number, link):
        if number != seat.next() or number > SEAT_LINKS:
            self.find("seat_chain", seq, f"link {seat.next()} is due, not {number}")
        elif not self.leads_back(seat, number, link):
            self.find("seat_chain", seq, "the link does not lead back to the one before")
        else:
            seat.links += 1
        seat.number = number if 1 <= number <= SEAT_LINKS else seat.number
        seat.last, seat.burnt, seat.ready = link, 0, True
        seat.deposit = seat.deposit if seat.deposit > seat.number else 0

    def links_deposited(self, seq, seen):
        self.in_play(seq)
        seat, number = self.sitter(seq, seen["seat"]), seen["link_no"]
        if not seat:
            return
        fits = seat.live() and seat.next() <= number <= SEAT_LINKS
        if fits and self.leads_back(seat, number, seen["link"]):
            seat.deposit = number
        else:
            self.find("seat_chain", seq, "a link ahead that does not lead back")

    def seat_chain_closed(self, seq, seen):
        seat = self.sitter(seq, seen["seat"])
        if seat and not seat.live():
            self.find("seat_chain", seq, "this seat has no chain to close")
        elif seat:
            seat.closed, seat.ready, seat.deposit = True, True, 0

    def turn_passed(self, seq, seen):
        self.in_play(seq)
        seat = self.sitter(seq, seen["seat"])
        if seat and seat.live() and seen["reason"] == "skipped":
            seat.burnt += 1

    # rolls

    def die_rolled(self, seq, seen):
        draw = seen["kind"] == "draw"
        if draw:
            self.drew(seq, seen)
        else:
            self.in_play(seq)
        seat = self.sitter(seq, seen["seat"])
        if seat:
            if not self.may_roll(seat, seen["cause"], draw):
                self.find("order", seq, "nobody let this seat be rolled for")
            self.turn_link(seq, seat, seen, draw)
        number = seen["roll"]
        if number != self.rolls + 1 or number > SERVER_LINKS:
            self.find("roll_number", seq, f"roll {self.rolls + 1} is due, not {number}")
        self.rolls = number = number if 1 <= number <= SERVER_LINKS else self.rolls + 1
        key = seen["server_link"]
        if self.step(number, key) == self.server:
            self.server_links += 1
        else:
            self.find("server_chain", seq, "the server's link does not lead back")
        self.server = key
        roller = seen["seat"] if 0 <= seen["seat"] <= 255 else 0
        message = ROLL + self.game + number.to_bytes(4, "big") + bytes([roller, len(self.seats)])
        due = die_of(hmac.new(key, message + b"".join(self.links()), hashlib.sha256).digest())
        self.recomputed += 1
        if due == seen["die"]:
            self.right += 1
        else:
            self.find("formula", seq, f"the log says {seen['die']}, the links give {due}")

    def may_roll(self, seat, cause, draw):
        ahead = not seat.live() or seat.deposit
        if draw or cause is None:
            return cause is None and (draw or seat.hand == "player")
        if cause == "automatic":
            return seat.hand == "player" and seat.rolls == "automatic" and ahead
        return cause == "bot" and seat.hand == "bot" or (
            cause == "timeout" and seat.hand == "absent" and ahead
        )

    def turn_link(self, seq, seat, seen, draw):
        link, number = seen["link"], seen["link_no"]
        if seat.live() and not draw:
            if link is None or number is None:
                self.find("seat_chain", seq, "the seat's link is missing")
            else:
                self.consume(seq, seat, number, link)
        elif link is not None or number is not None:
            self.find("seat_chain", seq, "a link that nobody asked for")

    def drawing(self):
        """Who won the draw, and who must roll next; one of them is None."""
        contenders = [n for n, seat in enumerate(self.seats, 1) if isinstance(seat, Seat)]
        rest = self.draws
        while len(contenders) > 1:
            turn, rest = rest[: len(contenders)], rest[len(contenders) :]
            if len(turn) < len(contenders):
                return None, contenders[len(turn)]
            highest = max(die for _, die in turn)
            contenders = [seat for seat, die in turn if die == highest]
        return (contenders or [None])[0], None

    def drew(self, seq, seen):
        ready = self.in_lobby(seq) and self.all_ready()
        due = self.drawing()[1] if self.first is None else None
        if not self.lost and not (ready and due == seen["seat"]):
            self.find("order", seq, "this draw is not due")
            self.lost = True
        self.draws.append((seen["seat"], seen["die"]))

    def game_started(self, seq, seen):
        if not self.in_lobby(seq):
            return
        due = self.drawing()[0]
        if self.first is not None:
            taken = [n for n, seat in enumerate(self.seats, 1) if isinstance(seat, Seat)]
            due = ([n for n in taken if n >= self.first] + taken + [None])[0]
        if not self.all_ready():
            self.find("order", seq, "the table is not ready")
        elif not self.lost and due != seen["first_seat"]:
            self.find("order", seq, "another seat plays first")
        self.stage = "playing"

    # all others

    def played(self, seq, seen):
        self.in_play(seq)
        self.sitter(seq, seen["seat"])

    def automation_set(self, seq, seen):
        self.in_play(seq)
        seat = self.sitter(seq, seen["seat"])
        if seat:
            seat.rolls = seen["rolls"]

    def seat_absent(self, seq, seen, hand="absent"):
        self.in_play(seq)
        seat = self.sitter(seq, seen["seat"])
        if seat and seat.hand != "bot":
            seat.hand = hand

    def seat_returned(self, seq, seen):
        self.seat_absent(seq, seen, "player")

    def game_paused(self, seq, _):
        self.in_play(seq)

    game_resumed = game_paused

    def game_ended(self, seq, _):
        self.in_play(seq)
        self.stage = "finished"

    def game_aborted(self, seq, _):
        if self.in_lobby(seq):
            self.stage = "aborted"


# --- Receipts -----------------------------------------------------------------------------------


def base64url(value, length):
    """So many bytes in base64url without padding, or None."""
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9_-]*", value):
        return None
    try:
        data = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except ValueError:
        return None
    again = base64.urlsafe_b64encode(data).decode().rstrip("=")
    return data if len(data) == length and again == value else None


def read_keys(jwks):
    keys = {}
    for key in jwks["keys"]:
        if key["kty"] == "OKP" and key.get("crv") == "Ed25519":
            keys[key.get("kid", "")] = base64url(key.get("x"), 32) or refuse_field("no point")
    return keys


def read_receipts(value):
    receipts = []
    for one in value if isinstance(value, list) else [value]:
        game = one.get("game")
        game = game.get("id") if isinstance(game, dict) else game
        receipt = one.get("receipt", one)
        seq, signature = receipt["seq"], receipt["signature"]
        if integer(seq) < 0 or not all(isinstance(receipt[f], str) for f in ("head", "kid")):
            raise Format("no receipt")
        receipts.append((game, seq, receipt["head"], receipt["kid"], text(signature)))
    return receipts


def check_receipts(fold, heads, receipts, keys):
    count, first = {"held": 0, "signed": 0, "unchecked": 0}, {}
    for _, seq, head, kid, signature in receipts:
        count["held"] += 1
        if not re.fullmatch("[0-9a-f]{64}", head):
            fold.find("signature", seq, "a receipt that its key did not sign")
            continue
        if keys is None:
            count["unchecked"] += 1
        else:
            data = base64url(signature, 64)
            message = HEAD + fold.game + seq.to_bytes(8, "big") + bytes.fromhex(head)
            if data is not None and kid not in keys:
                fold.find("unknown_key", seq, "a receipt of a key that is not published")
                continue
            if data is None or not signed(keys[kid], message, data):
                fold.find("signature", seq, "a receipt that its key did not sign")
                continue
            count["signed"] += 1
        if seq >= len(heads):
            fold.find("truncation", seq, f"a receipt exists for it; the log has {len(heads)} events")
        elif heads[seq].hex() != head:
            fold.find("fork", seq, "the log has another history up to here than was signed")
        receipt = {"seq": seq, "head": head, "kid": kid, "signature": signature}
        proof = {"game": str(uuid.UUID(bytes=fold.game)), "receipt": receipt}
        if first.setdefault(seq, proof)["receipt"]["head"] != head:
            two = json.dumps([first[seq], proof])
            fold.find("equivocation", seq, f"two histories were signed: {two}")
    return count


# --- The whole ----------------------------------------------------------------------------------


class Pack:
    """An evidence pack (section 11)."""

    def __init__(self, data):
        pack = read_json(data)
        self.game = uuid.UUID(pack["game"])
        self.lines = [line.encode() for line in pack["log"]]
        self.receipts = read_receipts({"game": pack["game"], "receipt": pack["receipt"]})
        self.problem = None
        try:
            self.keys = read_keys(pack["keys"])
        except (Format, KeyError, TypeError):
            self.keys, self.problem = {}, "its keys cannot be read"
        if pack["format"] != "petits-chevaux/evidence/1" or pack["protocol"] != "pc-dice/1":
            self.problem = "another format or protocol"
        if hashlib.sha256(canonical(pack["ruleset"])).hexdigest() != pack["ruleset_hash"]:
            self.problem = "its ruleset does not have that hash"
        try:
            first = read_json(self.lines[0])["ruleset_hash"]
        except (ValueError, KeyError, IndexError, TypeError):
            first = None
        if first != pack["ruleset_hash"]:
            self.problem = "its ruleset is not the one of the first event"


def split(data):
    lines = data.split(b"\n")
    return lines if lines[-1] else lines[:-1]


def verify(game, lines, receipts, keys, source, problem=None):
    fold, heads, head = Fold(game.bytes), [], NONE
    if problem:
        fold.find("pack", None, problem)
    for seq, line in enumerate(lines):
        fold.line(seq, head, line)
        head = hashlib.sha256(EVENT + game.bytes + seq.to_bytes(8, "big") + head + line).digest()
        heads.append(head)
    if not lines:
        fold.find("creation", 0, "the log is empty")
    count = check_receipts(fold, heads, receipts, keys)
    order = sorted(
        fold.findings, key=lambda f: (-1 if f[1] is None else f[1], CODES.index(f[0]))
    )
    seats = []
    for number, seat in enumerate(fold.seats, 1):
        kind = seat.kind if isinstance(seat, Seat) else "empty"
        kind = "chain_closed" if kind == "sealed" and seat.closed else kind
        links = seat.links if isinstance(seat, Seat) else 0
        count_signed = seat.signed if isinstance(seat, Seat) and seat.key else None
        seats.append({"seat": number, "class": kind, "links": links, "signed": count_signed})
    return {
        "game": str(game),
        "verdict": "defect" if order else "sound",
        "stage": "unknown" if fold.stage in ("nowhere", "empty") else fold.stage,
        "events": len(lines),
        "head": head.hex(),
        "rolls": fold.recomputed,
        "rolls_right": fold.right,
        "server_links": fold.server_links,
        "seats": seats,
        "receipts": count,
        "keys": source,
        "moves": "not_checked",
        "findings": [
            {"code": code, "event": event, "detail": fold.findings[code, event]}
            for code, event in order
        ],
    }


def audit_file(path, options, keys, receipts):
    data, problem, source = path.read_bytes(), None, "none" if keys is None else "own"
    if path.suffix == ".json":
        pack = Pack(data)
        game, lines, problem = pack.game, pack.lines, pack.problem
        held = pack.receipts
        if keys is None:
            keys, source = pack.keys, "pack"
    else:
        game = uuid.UUID(options.game or path.stem)
        lines, held = split(data), []
    beside = path.with_name(path.stem + ".receipt.json")
    if beside.is_file():
        held = held + read_receipts(read_json(beside.read_bytes()))
    held = held + [r for r in receipts if r[0] is None or uuid.UUID(r[0]) == game]
    return verify(game, lines, held, keys, source, problem)


def words(report):
    yield f"game {report['game']} ({report['stage']}): {report['events']} events"
    yield f"  dice      {report['rolls']} rolls recomputed, {report['rolls_right']} as the links give"
    yield f"  server    {report['server_links']} links lead back to the anchor of event 0"
    for seat in report["seats"]:
        yield f"  seat {seat['seat']}    {seat['class']}, {seat['links']} links"
    yield "  moves     not checked: this program does not know the rules of movement"
    count = report["receipts"]
    whose = {"own": "that you have", "pack": "of the pack itself", "none": "(without --jwks)"}
    held = f"{count['held']} held, {count['signed']} signed by a key {whose[report['keys']]}"
    nothing = "none held: a cut tail, another move, another time or name would not be noticed"
    yield f"  receipts  {held if count['held'] else nothing}"
    yield f"  head      {report['head']}"
    for finding in report["findings"]:
        place = "the pack" if finding["event"] is None else f"event {finding['event']}"
        yield f"  {place}: {finding['code']}: {finding['detail']}"
    yield "nothing is wrong" if report["verdict"] == "sound" else "DEFECT"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("logs", nargs="+", type=pathlib.Path)
    parser.add_argument("--game")
    parser.add_argument("--jwks", type=pathlib.Path)
    parser.add_argument("--receipt", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    keys = read_keys(read_json(options.jwks.read_bytes())) if options.jwks else None
    receipts = [r for f in options.receipt for r in read_receipts(read_json(f.read_bytes()))]
    sound = True
    for path in options.logs:
        try:
            report = audit_file(path, options, keys, receipts)
        except (ValueError, KeyError, TypeError, AttributeError, OSError, Format) as why:
            print(f"{path}: cannot be read: {why}", file=sys.stderr)
            sound = False
            continue
        sound = sound and report["verdict"] == "sound"
        print(json.dumps(report) if options.json else "\n".join(words(report)))
    sys.exit(not sound)


if __name__ == "__main__":
    main()
