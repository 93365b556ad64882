#!/usr/bin/env node
// Checks games offline: node audit/verify.mjs LOG... [--game UUID] [--jwks FILE] [--receipt FILE]... [--json]
//
// Written from docs/AUDIT.md alone; Web Crypto and a ChaCha20 block of its own, no dependency, no
// network; Node 20 or later, or `import { auditFile } from "./verify.mjs"` in a page (index.html).
// It checks canonical bytes, the hash chain, receipts, every chain, every die and the order of a
// game. It does NOT know the rules of movement: moves, captures and the ranking are not checked.

export const utf8 = new TextEncoder();
export const LINK = utf8.encode("petits-chevaux/dice/v1/link\0");
const ROLL = utf8.encode("petits-chevaux/dice/v1/roll\0");
export const EVENT = utf8.encode("petits-chevaux/log/v1/event\0");
const ACTION = utf8.encode("petits-chevaux/log/v1/action\0");
const HEAD = utf8.encode("petits-chevaux/log/v1/head\0");
const SERVER_LINKS = 16384;
const SEAT_LINKS = 4096;
const NONE = new Uint8Array(32);
const CODES = (
  "pack creation canonical format order anchor roll_number seat_chain server_chain formula " +
  "player_signature rules truncation fork signature unknown_key equivocation"
).split(" ");

// --- Bytes ---------------------------------------------------------------------------------------

export const join = (...parts) => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
export const u32 = (n) => new Uint8Array([n >>> 24, n >>> 16, n >>> 8, n]);
export const u64 = (n) => join(u32(Math.floor(n / 2 ** 32)), u32(n % 2 ** 32));
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const ofHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const equal = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

export async function hash(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
}

export async function hmac(key, message) {
  const kind = { name: "HMAC", hash: "SHA-256" };
  const made = await crypto.subtle.importKey("raw", key, kind, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
}

export function uuid(text) {
  const digits = String(text).replaceAll("-", "").toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(digits)) throw new Error(`${text} is not the id of a game`);
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { id, bytes: ofHex(digits) };
}

function base64url(text, length) {
  if (typeof text !== "string" || !/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) {
    return null;
  }
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const again = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return bytes.length === length && again === text ? bytes : null;
}

// --- The die (section 5) -------------------------------------------------------------------------

function block(key, counter) {
  const words = new DataView(key.buffer, key.byteOffset, 32);
  const state = new Uint32Array(16);
  state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i++) state[4 + i] = words.getUint32(4 * i, true);
  state[12] = counter;
  const work = state.slice();
  const mix = (x, y, z, bits) => {
    work[x] += work[y];
    const mixed = work[z] ^ work[x];
    work[z] = (mixed << bits) | (mixed >>> (32 - bits));
  };
  const quarter = (a, b, c, d) => {
    mix(a, b, d, 16);
    mix(c, d, b, 12);
    mix(a, b, d, 8);
    mix(c, d, b, 7);
  };
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) quarter(i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) {
      quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
    }
  }
  return work.map((word, i) => word + state[i]);
}

/** The first word below the limit, modulo six. */
export function dieOf(key) {
  for (let counter = 0; ; counter++) {
    const word = block(key, counter).find((candidate) => candidate < 4294967292);
    if (word !== undefined) return 1 + (word % 6);
  }
}

// --- Bytes and fields (section 10) ---------------------------------------------------------------

const STRING = /"((?:[ !#-[\]-\x7f]|\\["\\bfnrt]|\\u00(?:0[0-7bef]|1[0-9a-f]))*)"/y;
const NUMBER = /0|-?[1-9][0-9]*/y;

/** Bytes as a text of the same length: one character a byte. */
function latin(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}

function isCanonical(line) {
  try {
    return line[0] === "{" && valueEnd(line, 0, 32) === line.length;
  } catch {
    return false;
  }
}

function match(pattern, line, at) {
  pattern.lastIndex = at;
  const found = pattern.exec(line);
  if (!found) throw new Error("not canonical");
  return found;
}

/** Where the canonical value that begins at `at` ends. */
function valueEnd(line, at, depth) {
  if (line[at] === '"') return at + match(STRING, line, at)[0].length;
  if (line[at] === "{" || line[at] === "[") {
    const left = at === 0 ? depth : depth - 1;
    if (left < 0) throw new Error("too deep");
    return insideEnd(line, at + 1, left, line[at] === "{");
  }
  for (const word of ["true", "false", "null"]) {
    if (line.startsWith(word, at)) return at + word.length;
  }
  const number = match(NUMBER, line, at)[0];
  if (!Number.isSafeInteger(Number(number))) throw new Error("too large");
  return at + number.length;
}

function insideEnd(line, start, depth, isObject) {
  const end = isObject ? "}" : "]";
  let at = start;
  let last = null;
  if (line[at] === end) return at + 1;
  for (;;) {
    if (isObject) {
      const [whole, key] = match(STRING, line, at);
      if (key.includes("\\") || (last !== null && last >= key)) throw new Error("keys");
      last = key;
      at += whole.length;
      if (line[at++] !== ":") throw new Error("no colon");
    }
    at = valueEnd(line, at, depth);
    const mark = line[at++];
    if (mark === end) return at;
    if (mark !== ",") throw new Error("no comma");
  }
}

function readJson(bytes) {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  return JSON.parse(text, (_, value) => {
    if (typeof value === "number" && !Number.isFinite(value)) throw new Error("too large");
    return value;
  });
}

/** The canonical text of what was read from canonical bytes. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const pair = (key) => `${JSON.stringify(key)}:${canonical(value[key])}`;
  return `{${Object.keys(value).sort().map(pair).join(",")}}`;
}

class Format extends Error {}

const need = (good, value, why) => {
  if (!good) throw new Format(why);
  return value;
};
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const integer = (value) => need(Number.isSafeInteger(value), value, "not an integer below 2^53");
const text = (value) => need(typeof value === "string", value, "not a text");
const truth = (value) => need(typeof value === "boolean", value, "neither true nor false");
const anObject = (value) => need(isObject(value), value, "not an object");
const optional = (kind) => (value) => (value === undefined || value === null ? null : kind(value));
const rollKind = (value) => need(value === "draw" || value === "turn", value, "no kind of roll");
const integers = (value) => need(Array.isArray(value), value, "not a list").map(integer);

function hex32(value) {
  need(typeof value === "string" && /^[0-9a-fA-F]{64}$/.test(value), value, "not 64 digits");
  return ofHex(value);
}

function firstPlayer(value) {
  if (value === "draw") return null;
  need(isObject(value) && Object.keys(value).join() === "seat", value, "neither draw nor a seat");
  return integer(value.seat);
}

const SHOWN = { seat: integer, link: hex32, link_no: integer };
const BY_SEAT = { seat: integer };
const FIELDS = new Map(
  Object.entries({
    game_created: {
      dice: text, first: firstPlayer, ruleset: anObject, ruleset_hash: hex32, sealed_only: truth,
      seats: integer, server_anchor: hex32, server_links: integer,
    },
    player_joined: {
      seat: integer, seat_anchor: optional(hex32), seat_links: integer, rolls: optional(text),
      seat_key: optional(hex32),
    },
    bot_joined: BY_SEAT,
    automation_set: { seat: integer, rolls: text },
    orders_ended: { seat: integer, reason: text },
    game_paused: {},
    game_resumed: {},
    player_left: BY_SEAT,
    seats_closed: { seats: integers },
    seat_ready: SHOWN,
    links_deposited: SHOWN,
    die_rolled: {
      cause: optional(text), die: integer, kind: rollKind, link: optional(hex32),
      link_no: optional(integer), roll: integer, seat: integer, server_link: hex32,
    },
    game_started: { first_seat: integer },
    seat_chain_closed: BY_SEAT,
    turn_passed: { seat: integer, reason: text },
    game_ended: {},
    game_aborted: {},
    piece_moved: BY_SEAT, bonus_declined: BY_SEAT, bonus_forfeited: BY_SEAT,
    points_scored: BY_SEAT, penalty_chosen: BY_SEAT, pieces_sent_home: BY_SEAT,
    player_finished: BY_SEAT, player_resigned: BY_SEAT, orders_set: BY_SEAT, deadline_set: BY_SEAT,
    turn_timed_out: BY_SEAT, seat_absent: BY_SEAT, seat_returned: BY_SEAT,
    vacation_taken: BY_SEAT, pause_wished: BY_SEAT,
  }),
);
const ACTS = (
  "player_joined player_left seat_ready links_deposited die_rolled piece_moved bonus_declined " +
  "penalty_chosen seat_chain_closed player_resigned automation_set orders_set orders_ended " +
  "seat_returned vacation_taken pause_wished"
).split(" ");
/** What the server adds to an action: no player can sign it beforehand. */
const ADDED = ["at", "captured", "die", "player", "server_link", "sig"];
const HEX_FIELDS = ["link", "ruleset_hash", "seat_anchor", "server_anchor", "server_link"];

function readFields(event) {
  const fields = FIELDS.get(text(event.type));
  need(fields, null, "an unknown type");
  const seen = { type: event.type };
  for (const [field, read] of Object.entries(fields)) seen[field] = read(event[field]);
  return seen;
}

// --- The fold ------------------------------------------------------------------------------------

/** A seat that somebody holds. */
class Seat {
  number = 0;
  burnt = 0;
  links = 0;
  deposit = 0;
  closed = false;
  hand = "player";

  constructor(kind, last, { rolls, seat_key: key }) {
    Object.assign(this, { kind, last, rolls, key, signed: 0, ready: kind !== "sealed" });
  }

  get live() {
    return this.kind === "sealed" && !this.closed;
  }

  get next() {
    return this.number + 1 + this.burnt;
  }
}

export class Fold {
  findings = new Map();
  stage = "empty";
  rolls = 0;
  recomputed = 0;
  right = 0;
  serverLinks = 0;
  server = NONE;
  seats = [];
  draws = [];
  lost = false;

  constructor(game) {
    this.game = game;
  }

  find(code, event, detail) {
    const key = `${code} ${event}`;
    if (!this.findings.has(key)) this.findings.set(key, { code, event, detail });
  }

  async line(seq, before, bytes) {
    const good = isCanonical(latin(bytes));
    if (!good) this.find("canonical", seq, "not the bytes of RFC 8785");
    let event = null;
    try {
      event = readJson(bytes);
    } catch {
      // Told above: what cannot be read is not canonical.
    }
    if (!isObject(event)) return this.unreadable(seq);
    const upper = (field) => typeof event[field] === "string" && /[A-Z]/.test(event[field]);
    if (HEX_FIELDS.some(upper)) this.find("canonical", seq, "hexadecimal digits are lower case");
    let seen;
    try {
      seen = readFields(event);
    } catch (why) {
      if (!(why instanceof Format)) throw why;
      this.find("format", seq, why.message);
      return this.unreadable(seq);
    }
    if (this.stage === "nowhere") return;
    const creates = seen.type === "game_created";
    if (this.stage === "empty") return creates ? this.create(seq, seen, good) : this.unreadable(seq);
    if (creates) return this.find("order", seq, "a game is created once");
    if (good) await this.checkSignature(seq, before, event, seen);
    const act = Object.hasOwn(Fold.ACTS, seen.type) ? Fold.ACTS[seen.type] : this.played;
    await act.call(this, seq, seen);
  }

  unreadable(seq) {
    if (this.stage !== "empty") return;
    this.find("creation", seq, "the first event is no creation");
    this.stage = "nowhere";
  }

  async create(seq, seen, good) {
    const fits = seen.seats >= 2 && seen.seats <= 6;
    if (seen.dice !== "pc-dice/1" || seen.server_links !== SERVER_LINKS || !fits) {
      this.find("creation", seq, "another protocol, chain or number of seats");
    }
    if (good && !equal(await hash(utf8.encode(canonical(seen.ruleset))), seen.ruleset_hash)) {
      this.find("creation", seq, "ruleset_hash is not the hash of the ruleset");
    }
    this.stage = fits ? "lobby" : "nowhere";
    this.server = seen.server_anchor;
    this.first = seen.first;
    this.sealedOnly = seen.sealed_only;
    this.seats = new Array(fits ? seen.seats : 0).fill("open");
  }

  /** A seat with a key signs whatever its player does; nothing else is signed. */
  async checkSignature(seq, before, event, seen) {
    const kept = seen.type === "orders_ended" && seen.reason !== "withdrawn";
    const acts = ACTS.includes(seen.type) && !kept && (event.cause ?? null) === null;
    const seat = acts && seen.kind !== "draw" ? this.seats[seen.seat - 1] : null;
    const joins = seen.type === "player_joined";
    const key = (joins ? seen.seat_key : seat instanceof Seat && seat.key) || null;
    const given = event.sig ?? null;
    if (key === null) {
      if (given !== null) this.find("player_signature", seq, "a signature of nobody's action");
      return;
    }
    const action = Object.entries(event).filter(([field]) => !ADDED.includes(field));
    const signed = utf8.encode(canonical(Object.fromEntries(action)));
    const message = join(ACTION, this.game, u64(Math.max(seq - 1, 0)), before, signed);
    const good = typeof given === "string" && /^[0-9a-f]{128}$/.test(given);
    if (!good || !(await signedBy(key, ofHex(given), message))) {
      this.find("player_signature", seq, "the key of the seat did not sign this");
    } else if (seat instanceof Seat) {
      seat.signed++;
    }
  }

  inLobby(seq) {
    if (this.stage !== "lobby") this.find("order", seq, "this comes before the start");
    return this.stage === "lobby";
  }

  inPlay(seq) {
    if (this.stage !== "playing") this.find("order", seq, "this is not the time to play");
    if (this.stage === "lobby") this.stage = "playing";
  }

  sitter(seq, number) {
    const held = this.seats[number - 1];
    if (held instanceof Seat) return held;
    this.find("order", seq, `nobody holds seat ${number}`);
    return null;
  }

  links() {
    return this.seats.map((seat) => (seat instanceof Seat ? seat.last : NONE));
  }

  allReady() {
    return this.seats.every((seat) => (seat instanceof Seat ? seat.ready : seat === "closed"));
  }

  taken() {
    const numbered = this.seats.map((seat, index) => [seat, index + 1]);
    return numbered.filter(([seat]) => seat instanceof Seat).map(([, number]) => number);
  }

  sit(number, place) {
    this.seats[number - 1] = place;
    for (const seat of this.seats) {
      if (seat instanceof Seat && seat.live) seat.ready = false;
    }
  }

  joined(seq, seen) {
    if (!this.inLobby(seq)) return;
    if (this.seats[seen.seat - 1] !== "open") {
      this.find("order", seq, `seat ${seen.seat} is not open`);
      return;
    }
    const { seat_anchor: anchor, seat_links: links } = seen;
    let kind = anchor === null ? "none" : "seeded";
    if (links === SEAT_LINKS && anchor !== null) {
      kind = "sealed";
    } else if (links !== 0) {
      this.find("anchor", seq, "seat_links is 4096 for a chain and 0 otherwise");
    }
    const used = [NONE, this.server, ...this.links()];
    if (anchor !== null && used.some((link) => equal(link, anchor))) {
      this.find("anchor", seq, "an anchor of zeros, or of another");
    }
    if (this.sealedOnly && kind !== "sealed") {
      this.find("anchor", seq, "this table takes only seats with a chain");
    }
    this.sit(seen.seat, new Seat(kind, anchor ?? NONE, seen));
  }

  botJoined(seq, seen) {
    if (!this.inLobby(seq)) return;
    if (this.seats[seen.seat - 1] !== "open") {
      this.find("order", seq, `seat ${seen.seat} is not open`);
      return;
    }
    if (this.sealedOnly) {
      this.find("anchor", seq, "this table takes only seats with a chain");
    }
    const bot = new Seat("none", NONE, { rolls: null, seat_key: null });
    this.sit(seen.seat, Object.assign(bot, { hand: "bot" }));
  }

  automated(seq, seen) {
    this.inPlay(seq);
    const seat = this.sitter(seq, seen.seat);
    if (seat) seat.rolls = seen.rolls;
  }

  /** A player went or came back; a bot stays one. */
  setHand(seq, seen, hand) {
    this.inPlay(seq);
    const seat = this.sitter(seq, seen.seat);
    if (seat && seat.hand !== "bot") seat.hand = hand;
  }

  absent(seq, seen) {
    this.setHand(seq, seen, "absent");
  }

  returned(seq, seen) {
    this.setHand(seq, seen, "player");
  }

  left(seq, seen) {
    if (this.inLobby(seq) && this.sitter(seq, seen.seat)) this.sit(seen.seat, "open");
  }

  seatsClosed(seq, seen) {
    if (!this.inLobby(seq)) return;
    for (const number of seen.seats) {
      if (this.seats[number - 1] === "open") this.sit(number, "closed");
      else this.find("order", seq, `seat ${number} is not open`);
    }
  }

  async ready(seq, seen) {
    if (!this.inLobby(seq)) return;
    if (this.seats.includes("open")) this.find("order", seq, "seats are still open");
    const seat = this.sitter(seq, seen.seat);
    if (seat?.live) await this.consume(seq, seat, seen.link_no, seen.link);
    else if (seat) this.find("seat_chain", seq, "this seat has no chain to take a link from");
  }

  step(number, link) {
    return hash(LINK, this.game, u32(number), link);
  }

  async leadsBack(seat, number, link) {
    let reached = link;
    for (let n = number; n > seat.number; n--) reached = await this.step(n, reached);
    return equal(reached, seat.last);
  }

  async consume(seq, seat, number, link) {
    if (number !== seat.next || number > SEAT_LINKS) {
      this.find("seat_chain", seq, `link ${seat.next} is due, not ${number}`);
    } else if (await this.leadsBack(seat, number, link)) {
      seat.links++;
    } else {
      this.find("seat_chain", seq, "the link does not lead back to the one before");
    }
    if (number >= 1 && number <= SEAT_LINKS) seat.number = number;
    Object.assign(seat, { last: link, burnt: 0, ready: true });
    if (seat.deposit <= seat.number) seat.deposit = 0;
  }

  async deposited(seq, seen) {
    this.inPlay(seq);
    const seat = this.sitter(seq, seen.seat);
    if (!seat) return;
    const fits = seat.live && seen.link_no >= seat.next && seen.link_no <= SEAT_LINKS;
    if (fits && (await this.leadsBack(seat, seen.link_no, seen.link))) seat.deposit = seen.link_no;
    else this.find("seat_chain", seq, "a link ahead that does not lead back");
  }

  chainClosed(seq, seen) {
    const seat = this.sitter(seq, seen.seat);
    if (seat?.live) Object.assign(seat, { closed: true, ready: true, deposit: 0 });
    else if (seat) this.find("seat_chain", seq, "this seat has no chain to close");
  }

  passed(seq, seen) {
    this.inPlay(seq);
    const seat = this.sitter(seq, seen.seat);
    if (seat?.live && seen.reason === "skipped") seat.burnt++;
  }

  async rolled(seq, seen) {
    const draw = seen.kind === "draw";
    if (draw) this.drew(seq, seen);
    else this.inPlay(seq);
    const seat = this.sitter(seq, seen.seat);
    if (seat) {
      if (!Fold.mayRoll(seat, seen.cause, draw)) {
        this.find("order", seq, "nobody let this seat be rolled for");
      }
      await this.turnLink(seq, seat, seen, draw);
    }
    if (seen.roll !== this.rolls + 1 || seen.roll > SERVER_LINKS) {
      this.find("roll_number", seq, `roll ${this.rolls + 1} is due, not ${seen.roll}`);
    }
    const inRange = seen.roll >= 1 && seen.roll <= SERVER_LINKS;
    this.rolls = inRange ? seen.roll : this.rolls + 1;
    if (equal(await this.step(this.rolls, seen.server_link), this.server)) this.serverLinks++;
    else this.find("server_chain", seq, "the server's link does not lead back");
    this.server = seen.server_link;
    const roller = seen.seat >= 0 && seen.seat <= 255 ? seen.seat : 0;
    const who = new Uint8Array([roller, this.seats.length]);
    const message = join(ROLL, this.game, u32(this.rolls), who, ...this.links());
    const due = dieOf(await hmac(seen.server_link, message));
    this.recomputed++;
    if (due === seen.die) this.right++;
    else this.find("formula", seq, `the log says ${seen.die}, the links give ${due}`);
  }

  static mayRoll(seat, cause, draw) {
    const ahead = !seat.live || seat.deposit > 0;
    if (draw || cause === null) return cause === null && (draw || seat.hand === "player");
    if (cause === "automatic") {
      return seat.hand === "player" && seat.rolls === "automatic" && ahead;
    }
    return (cause === "bot" && seat.hand === "bot") ||
      (cause === "timeout" && seat.hand === "absent" && ahead);
  }

  async turnLink(seq, seat, seen, draw) {
    const { link, link_no: number } = seen;
    if (!seat.live || draw) {
      if (link !== null || number !== null) {
        this.find("seat_chain", seq, "a link that nobody asked for");
      }
    } else if (link === null || number === null) {
      this.find("seat_chain", seq, "the seat's link is missing");
    } else {
      await this.consume(seq, seat, number, link);
    }
  }

  /** Who won the draw, or who must roll next. */
  drawing() {
    let contenders = this.taken();
    let rest = this.draws;
    while (contenders.length > 1) {
      const round = rest.slice(0, contenders.length);
      if (round.length < contenders.length) return { next: contenders[round.length] };
      rest = rest.slice(contenders.length);
      const highest = Math.max(...round.map(({ die }) => die));
      contenders = round.filter(({ die }) => die === highest).map(({ seat }) => seat);
    }
    return { winner: contenders[0] };
  }

  drew(seq, seen) {
    const ready = this.inLobby(seq) && this.allReady();
    const due = this.first === null ? this.drawing().next : undefined;
    if (!this.lost && !(ready && due === seen.seat)) {
      this.find("order", seq, "this draw is not due");
      this.lost = true;
    }
    this.draws.push(seen);
  }

  started(seq, seen) {
    if (!this.inLobby(seq)) return;
    const taken = this.taken();
    const named = () => taken.find((number) => number >= this.first) ?? taken[0];
    const due = this.first === null ? this.drawing().winner : named();
    if (!this.allReady()) this.find("order", seq, "the table is not ready");
    else if (!this.lost && due !== seen.first_seat) {
      this.find("order", seq, "another seat plays first");
    }
    this.stage = "playing";
  }

  played(seq, seen) {
    this.inPlay(seq);
    this.sitter(seq, seen.seat);
  }

  ended(seq) {
    this.inPlay(seq);
    this.stage = "finished";
  }

  aborted(seq) {
    if (this.inLobby(seq)) this.stage = "aborted";
  }

  static ACTS = {
    player_joined: this.prototype.joined,
    bot_joined: this.prototype.botJoined,
    automation_set: this.prototype.automated,
    seat_absent: this.prototype.absent,
    seat_returned: this.prototype.returned,
    game_paused: this.prototype.inPlay,
    game_resumed: this.prototype.inPlay,
    player_left: this.prototype.left,
    seats_closed: this.prototype.seatsClosed,
    seat_ready: this.prototype.ready,
    links_deposited: this.prototype.deposited,
    die_rolled: this.prototype.rolled,
    game_started: this.prototype.started,
    seat_chain_closed: this.prototype.chainClosed,
    turn_passed: this.prototype.passed,
    game_ended: this.prototype.ended,
    game_aborted: this.prototype.aborted,
  };
}

// --- Receipts ------------------------------------------------------------------------------------

async function signedBy(raw, signature, message) {
  try {
    const kind = { name: "Ed25519" };
    const key = await crypto.subtle.importKey("raw", raw, kind, false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, signature, message);
  } catch {
    return false; // No point of the curve.
  }
}

/** The Ed25519 keys of a JSON Web Key Set, by their names. */
export async function readKeys(jwks) {
  const keys = new Map();
  for (const key of jwks.keys) {
    if (key.kty !== "OKP" || key.crv !== "Ed25519") continue;
    const raw = base64url(key.x, 32);
    need(raw, null, "a key is no point");
    const made = await crypto.subtle.importKey("raw", raw, { name: "Ed25519" }, false, ["verify"]);
    keys.set(key.kid ?? "", made);
  }
  return keys;
}

/** Receipts from a receipt, an answer that holds one, or a list of either. */
export function readReceipts(value) {
  return (Array.isArray(value) ? value : [value]).map((one) => {
    const game = isObject(one.game) ? one.game.id : one.game;
    const { seq, head, kid, signature } = one.receipt ?? one;
    need(integer(seq) >= 0, seq, "no receipt");
    return { game, seq, head: text(head), kid: text(kid), signature: text(signature) };
  });
}

/** Whether a published key signed a receipt. */
export async function verifyReceipt(game, { seq, head, kid, signature }, keys) {
  const bytes = base64url(signature, 64);
  if (!keys.has(kid) || !bytes || !/^[0-9a-f]{64}$/.test(head)) return false;
  const message = join(HEAD, game, u64(seq), ofHex(head));
  return crypto.subtle.verify("Ed25519", keys.get(kid), bytes, message);
}

async function checkReceipts(fold, id, heads, receipts, keys) {
  const count = { held: receipts.length, signed: 0, unchecked: 0 };
  const first = new Map();
  for (const { seq, head, kid, signature } of receipts) {
    const worthless = (code, why) => fold.find(code, seq, why);
    const bytes = base64url(signature, 64);
    if (!/^[0-9a-f]{64}$/.test(head) || (keys && !bytes)) {
      worthless("signature", "a receipt that its key did not sign");
      continue;
    }
    if (!keys) {
      count.unchecked++;
    } else if (!keys.has(kid)) {
      worthless("unknown_key", "a receipt of a key that is not published");
      continue;
    } else {
      if (!(await verifyReceipt(fold.game, { seq, head, kid, signature }, keys))) {
        worthless("signature", "a receipt that its key did not sign");
        continue;
      }
      count.signed++;
    }
    if (seq >= heads.length) {
      fold.find("truncation", seq, `a receipt exists for it; the log has ${heads.length} events`);
    } else if (hexOf(heads[seq]) !== head) {
      fold.find("fork", seq, "the log has another history up to here than was signed");
    }
    const proof = { game: id, receipt: { seq, head, kid, signature } };
    if (!first.has(seq)) first.set(seq, proof);
    if (first.get(seq).receipt.head !== head) {
      const two = JSON.stringify([first.get(seq), proof]);
      fold.find("equivocation", seq, `two histories were signed: ${two}`);
    }
  }
  return count;
}

// --- The whole -----------------------------------------------------------------------------------

/** An evidence pack (section 11). */
async function readPack(bytes) {
  const pack = readJson(bytes);
  const game = uuid(pack.game);
  const lines = pack.log.map((line) => utf8.encode(text(line)));
  const receipts = readReceipts({ game: pack.game, receipt: pack.receipt });
  let problem = null;
  let keys = new Map();
  try {
    keys = await readKeys(pack.keys);
  } catch {
    problem = "its keys cannot be read";
  }
  if (pack.format !== "petits-chevaux/evidence/1" || pack.protocol !== "pc-dice/1") {
    problem = "another format or protocol";
  }
  if (hexOf(await hash(utf8.encode(canonical(pack.ruleset)))) !== pack.ruleset_hash) {
    problem = "its ruleset does not have that hash";
  }
  let first = null;
  try {
    first = readJson(lines[0]).ruleset_hash;
  } catch {
    // The line itself is judged with the others.
  }
  if (first !== pack.ruleset_hash) problem = "its ruleset is not the one of the first event";
  return { game, lines, receipts, keys, problem };
}

function split(bytes) {
  const lines = [];
  let start = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, at));
    start = at + 1;
  }
  if (start < bytes.length) lines.push(bytes.subarray(start));
  return lines;
}

/** The report on lines of a log (section 9). */
export async function verify({ game, lines, receipts, keys, source, problem = null }) {
  const fold = new Fold(game.bytes);
  if (problem) fold.find("pack", null, problem);
  const heads = [];
  let head = NONE;
  for (const [seq, line] of lines.entries()) {
    await fold.line(seq, head, line);
    head = await hash(EVENT, game.bytes, u64(seq), head, line);
    heads.push(head);
  }
  if (lines.length === 0) fold.find("creation", 0, "the log is empty");
  const count = await checkReceipts(fold, game.id, heads, receipts, keys);
  const rank = ({ code, event }) => (event ?? -1) * CODES.length + CODES.indexOf(code);
  const findings = [...fold.findings.values()].sort((a, b) => rank(a) - rank(b));
  const seats = fold.seats.map((seat, index) => {
    if (!(seat instanceof Seat)) return { seat: index + 1, class: "empty", links: 0, signed: null };
    const closed = seat.kind === "sealed" && seat.closed;
    return {
      seat: index + 1,
      class: closed ? "chain_closed" : seat.kind,
      links: seat.links,
      signed: seat.key ? seat.signed : null,
    };
  });
  return {
    game: game.id,
    verdict: findings.length > 0 ? "defect" : "sound",
    stage: ["nowhere", "empty"].includes(fold.stage) ? "unknown" : fold.stage,
    events: lines.length,
    head: hexOf(head),
    rolls: fold.recomputed,
    rolls_right: fold.right,
    server_links: fold.serverLinks,
    seats,
    receipts: count,
    keys: source,
    moves: "not_checked",
    findings,
  };
}

/** The report on a file: a pack if its name ends in `.json`, else a log. */
export async function auditFile(name, bytes, { game, keys = null, receipts = [], beside = [] }) {
  const stem = name.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  const evidence = name.endsWith(".json")
    ? await readPack(bytes)
    : { game: uuid(game ?? stem), lines: split(bytes), receipts: [], keys: null };
  const mine = (receipt) => receipt.game === undefined || uuid(receipt.game).id === evidence.game.id;
  evidence.receipts = [...evidence.receipts, ...beside, ...receipts.filter(mine)];
  evidence.source = keys ? "own" : evidence.keys ? "pack" : "none";
  evidence.keys = keys ?? evidence.keys;
  return verify(evidence);
}

/** The report for people. */
export function words(report) {
  const { held, signed } = report.receipts;
  const whose = { own: "that you have", pack: "of the pack itself", none: "(without --jwks)" };
  const receipts = held
    ? `${held} held, ${signed} signed by a key ${whose[report.keys]}`
    : "none held: a cut tail, another move, another time or name would not be noticed";
  const place = (event) => (event === null ? "the pack" : `event ${event}`);
  return [
    `game ${report.game} (${report.stage}): ${report.events} events`,
    `  dice      ${report.rolls} rolls recomputed, ${report.rolls_right} as the links give`,
    `  server    ${report.server_links} links lead back to the anchor of event 0`,
    ...report.seats.map((seat) => `  seat ${seat.seat}    ${seat.class}, ${seat.links} links`),
    "  moves     not checked: this program does not know the rules of movement",
    `  receipts  ${receipts}`,
    `  head      ${report.head}`,
    ...report.findings.map(({ code, event, detail }) => `  ${place(event)}: ${code}: ${detail}`),
    report.verdict === "sound" ? "nothing is wrong" : "DEFECT",
  ].join("\n");
}

async function main(args) {
  const { readFile } = await import("node:fs/promises");
  const { parseArgs } = await import("node:util");
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      game: { type: "string" },
      jwks: { type: "string" },
      receipt: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
    },
  });
  if (positionals.length === 0) throw new Error("name at least one log");
  const keys = values.jwks ? await readKeys(readJson(await readFile(values.jwks))) : null;
  const receipts = [];
  for (const file of values.receipt) receipts.push(...readReceipts(readJson(await readFile(file))));
  let sound = true;
  for (const file of positionals) {
    try {
      const name = file.replace(/\.[^./]*$/, ".receipt.json");
      const kept = await readFile(name).catch(() => null);
      const beside = kept ? readReceipts(readJson(kept)) : [];
      const options = { game: values.game, keys, receipts, beside };
      const report = await auditFile(file, await readFile(file), options);
      sound &&= report.verdict === "sound";
      console.log(values.json ? JSON.stringify(report) : words(report));
    } catch (why) {
      console.error(`${file}: cannot be read: ${why.message}`);
      sound = false;
    }
  }
  process.exitCode = sound ? 0 : 1;
}

if (globalThis.process?.argv?.[1]?.endsWith("verify.mjs")) {
  main(process.argv.slice(2)).catch((why) => {
    console.error(why.message);
    process.exitCode = 2;
  });
}
