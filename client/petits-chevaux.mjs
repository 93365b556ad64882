// The reference client: sealed and signed seats, every answer checked, the last receipts kept.
//
//   import { Client, Wallet } from "./petits-chevaux.mjs";
//   const ana = new Client("http://127.0.0.1:8080", Wallet.create());
//   await ana.enter("Ana");
//
// No dependency. Browsers with Ed25519 in Web Crypto, or Node 20 and later. What has to outlive the
// page is in `wallet.export()` and in `storage`: anything with `get(key)` and `set(key, value)`, such
// as a Map, or two functions over localStorage; values are plain JSON.

import { canonical, hash, hexOf, readKeys, utf8 } from "../audit/verify.mjs";
import { Wallet, SEAT_LINKS } from "./wallet.mjs";
import { Dishonest, Watch } from "./watch.mjs";

export { Dishonest, Wallet };

/** An answer that is a problem (RFC 9457): branch on `code`. */
export class Refused extends Error {
  constructor(problem) {
    super(`${problem.code}: ${problem.detail ?? problem.title}`);
    Object.assign(this, { problem, code: problem.code });
  }
}

/** A place as the log writes it: the API writes `E` for the stable and `F` for home. */
function logged(place) {
  if (place === "E") return "stable";
  if (place === "F") return "home";
  return place.startsWith("s") ? place : Number(place);
}

const ORDERS = utf8.encode("petits-chevaux/orders/v1\0");

/** Orders as their digest takes them: a bot is `{"bot": level}`. */
function orderData({ scope, faces, otherwise }) {
  return { scope, faces, otherwise: otherwise === "ask" ? "ask" : { bot: otherwise } };
}

export class Client {
  #secrets = new Map();
  #watches = new Map();
  #turns = new Map();
  #tokens = null;
  #keys = null;

  constructor(base, wallet, { storage = new Map(), fetch = globalThis.fetch } = {}) {
    Object.assign(this, { base, wallet, storage, fetch: (...all) => fetch(...all) });
  }

  /** Becomes a guest; the same one for the same device secret. */
  async enter(name, device = undefined) {
    this.#tokens = await this.#send("POST", "/v1/guests", { name, device });
  }

  /** Creates a game; its id. */
  async create(table) {
    const turn = await this.#send("POST", "/v1/games", table);
    await this.#seen(turn);
    return turn.game.id;
  }

  /** Sits down with a chain of one's own and a key that signs whatever one does. */
  async sit(id, seat, { rolls = "asked", moves = "asked", calendar, invite } = {}) {
    const { anchor, publicKey } = await this.#secretsOf(id);
    const brings = { seat_anchor: anchor, seat_links: SEAT_LINKS, seat_key: publicKey };
    const automation = {
      ...(rolls === "automatic" && { rolls }),
      ...(moves === "forced" && { moves }),
      ...(calendar && { calendar: { weekends: "count", ...calendar } }),
    };
    const action = { type: "player_joined", seat, ...brings, ...automation };
    const body = { seat, ...brings, rolls, moves, calendar, invite };
    return this.#act(id, "/seats", body, action);
  }

  /** Shows the first link, once every seat is taken. */
  async ready(id) {
    const { seat, next_link: number } = await this.#mine(id);
    const link = (await this.#secretsOf(id)).link(number);
    return this.#act(id, `/seats/${seat}/ready`, link, { type: "seat_ready", seat, ...link });
  }

  /** Gives links ahead for so many automatic rolls. */
  async deposit(id, rolls) {
    const { seat, next_link: number } = await this.#mine(id);
    const link = (await this.#secretsOf(id)).link(number + rolls - 1);
    const action = { type: "links_deposited", seat, ...link };
    return this.#act(id, `/seats/${seat}/deposits`, link, action);
  }

  /** Rolls the die with the next link. */
  async roll(id) {
    const { awaiting } = await this.game(id);
    const { seat, roll, link_no: number } = awaiting;
    const link = (await this.#secretsOf(id)).link(number);
    const action = { type: "die_rolled", kind: "turn", seat, roll, ...link };
    return this.#act(id, "/rolls", { roll, ...link }, action);
  }

  /** Plays a move, one of `game.choices.moves`. */
  async move(id, { horse, from, to, kind }) {
    const { awaiting } = await this.game(id);
    const { seat } = awaiting;
    if (kind === "decline_bonus") {
      const declined = { type: "bonus_declined", seat };
      return this.#act(id, "/moves", { bonus: "decline" }, declined);
    }
    const moved = { type: "piece_moved", seat, piece: horse, from: logged(from), to: logged(to) };
    const sentHome = { type: "penalty_chosen", seat, piece: horse };
    const action = kind === "send_home" ? sentHome : moved;
    return this.#act(id, "/moves", { horse, from, to }, action);
  }

  /** Changes what the own seat does without being asked. */
  async automate(id, { rolls, moves }) {
    const { seat, ...now } = await this.#mine(id);
    const set = { rolls: rolls ?? now.rolls, moves: moves ?? now.moves };
    const action = { type: "automation_set", seat, ...set };
    return this.#act(id, `/seats/${seat}/automation`, set, action);
  }

  /** Gives standing orders; the log gets their digest only. */
  async order(id, orders) {
    const { seat } = await this.#mine(id);
    const whole = { otherwise: "ask", ...orders };
    const salt = hexOf(crypto.getRandomValues(new Uint8Array(32)));
    const sealed = orderData(whole);
    const digest = hexOf(await hash(ORDERS, utf8.encode(salt), utf8.encode(canonical(sealed))));
    const action = { type: "orders_set", seat, digest };
    return this.#act(id, `/seats/${seat}/orders`, { ...whole, salt }, action);
  }

  /** Lets the own clock stand still for some days from now on. */
  async rest(id, days) {
    const { seat } = await this.#mine(id);
    const from = new Date(Date.now() + 60_000);
    const until = new Date(from.getTime() + days * 86_400_000);
    const vacation = { from: from.toISOString(), until: until.toISOString() };
    const action = { type: "vacation_taken", seat, ...vacation };
    return this.#act(id, `/seats/${seat}/vacations`, { days, from: vacation.from }, action);
  }

  /** Wants a pause, or the end of it. */
  async wishPause(id) {
    const { seat } = await this.#mine(id);
    return this.#act(id, `/seats/${seat}/pause`, undefined, { type: "pause_wished", seat });
  }

  /** Comes back to a seat that a bot plays for. */
  async comeBack(id) {
    const { seat } = await this.#mine(id);
    return this.#act(id, `/seats/${seat}/return`, undefined, { type: "seat_returned", seat });
  }

  /** Gives up. */
  async resign(id) {
    const { seat } = await this.#mine(id);
    const action = { type: "player_resigned", seat };
    return this.#act(id, "/resignations", { seat }, action);
  }

  /** The game as it stands; its log is checked up to there, and its receipt kept. */
  async game(id) {
    const game = await this.#send("GET", `/v1/games/${id}`);
    await this.#seen({ game, receipt: game.receipt, events: [] });
    return game;
  }

  /** Everything that an audit needs, in one file: keep it. */
  evidence(id) {
    return this.#send("GET", `/v1/games/${id}/evidence`);
  }

  /** The last receipt of a game. */
  receipt(id) {
    return this.storage.get(`receipt ${id}`);
  }

  /** How many dice of a game were recomputed. */
  rollsChecked(id) {
    return this.#watches.get(id)?.rolls ?? 0;
  }

  /** Sends a command, signed on the head that is known; a client that was behind tries again. */
  async #act(id, path, body, action) {
    for (;;) {
      if (!this.#watches.has(id)) await this.game(id);
      const watch = this.#watches.get(id);
      const secrets = await this.#secretsOf(id);
      const headers = {
        "Action-Signature": await secrets.sign(watch.seq, watch.headHex, action),
        "If-Match": `"v${watch.seq}"`,
        "Idempotency-Key": crypto.randomUUID(),
      };
      try {
        const turn = await this.#send("POST", `/v1/games/${id}${path}`, body, headers);
        await this.#seen(turn);
        return turn;
      } catch (refused) {
        if (refused.code !== "precondition-failed") throw refused;
        await this.game(id);
      }
    }
  }

  async #mine(id) {
    const game = await this.game(id);
    const mine = game.seats.find((seat) => seat.yours);
    if (!mine) throw new Error("you hold no seat in this game");
    return mine;
  }

  async #secretsOf(id) {
    if (!this.#secrets.has(id)) this.#secrets.set(id, await this.wallet.secrets(id));
    return this.#secrets.get(id);
  }

  /** Checks whatever is new in the log, and keeps the receipt; answers of one game in turn. */
  #seen(answer) {
    const { id } = answer.game;
    const before = this.#turns.get(id) ?? Promise.resolve();
    const now = before.catch(() => {}).then(() => this.#check(id, answer));
    this.#turns.set(id, now);
    return now;
  }

  async #check(id, { receipt, events }) {
    if (!this.#watches.has(id)) {
      this.#watches.set(id, new Watch(id, (await this.storage.get(`receipt ${id}`)) ?? null));
    }
    const watch = this.#watches.get(id);
    if (events.length > 0 && events[0].seq === watch.seq + 1) await watch.take(events);
    while (watch.seq < receipt.seq) {
      const since = watch.seq >= 0 ? `since=${watch.seq}&` : "";
      const page = await this.#send("GET", `/v1/games/${id}/events?${since}limit=100`);
      if (page.events.length === 0) throw new Dishonest("the log was cut", receipt);
      await watch.take(page.events);
    }
    await watch.keep(receipt, await this.#keysOf());
    await this.storage.set(`receipt ${id}`, watch.kept);
  }

  /** The operator's keys, as they were met first. A key that is new must be accepted by its owner. */
  async #keysOf() {
    if (this.#keys === null) {
      let jwks = await this.storage.get("jwks");
      if (!jwks) {
        jwks = await this.#send("GET", "/.well-known/jwks.json");
        await this.storage.set("jwks", jwks);
      }
      this.#keys = await readKeys(jwks);
    }
    return this.#keys;
  }

  /** Accepts the keys that the operator publishes now, after a rotation that was announced. */
  async acceptKeys() {
    await this.storage.set("jwks", await this.#send("GET", "/.well-known/jwks.json"));
    this.#keys = null;
  }

  async #send(method, path, body, headers = {}) {
    const answer = await this.#once(method, path, body, headers);
    if (answer.status !== 401 || this.#tokens === null) return Client.#read(answer);
    const problem = await answer.json();
    if (problem.code !== "token-expired") throw new Refused(problem);
    const refresh = { refresh_token: this.#tokens.refresh_token };
    const renewed = await this.#once("POST", "/v1/tokens", refresh, {});
    this.#tokens = await Client.#read(renewed);
    return Client.#read(await this.#once(method, path, body, headers));
  }

  #once(method, path, body, more) {
    const headers = { ...more };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (this.#tokens) headers.Authorization = `Bearer ${this.#tokens.access_token}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    return this.fetch(this.base + path, { method, headers, body: text });
  }

  static async #read(answer) {
    const value = answer.status === 204 ? null : await answer.json();
    if (answer.status >= 400) throw new Refused(value);
    return value;
  }
}
