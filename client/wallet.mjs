// The secrets of a player, all derived from one master secret that can be exported (docs/AUDIT.md).

import { LINK, canonical, hash, hexOf, hmac, join, ofHex, u32, u64, utf8, uuid } from "../audit/verify.mjs";

const SEAT_SECRET = utf8.encode("petits-chevaux/dice/v1/seat-secret\0");
const SEAT_KEY = utf8.encode("petits-chevaux/dice/v1/seat-key\0");
const ACTION = utf8.encode("petits-chevaux/log/v1/action\0");
/** What stands before the 32 bytes of an Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8 = ofHex("302e020100300506032b657004220420");
const ED25519 = { name: "Ed25519" };

export const SEAT_LINKS = 4096;

/** What a player brings to one game: a chain of links, and a key that signs. */
export class SeatSecrets {
  constructor(game, links, key, publicKey) {
    Object.assign(this, { game, links, key, publicKey });
  }

  /** The anchor that fixes every link. */
  get anchor() {
    return hexOf(this.links[0]);
  }

  /** Link 1 to 4096. */
  link(number) {
    if (!(number >= 1 && number <= SEAT_LINKS)) throw new RangeError(`there is no link ${number}`);
    return { link_no: number, link: hexOf(this.links[number]) };
  }

  /** The signature over an action on the head of a log: `seq` and `head` of its last event. */
  async sign(seq, head, action) {
    const message = join(ACTION, this.game, u64(seq), ofHex(head), utf8.encode(canonical(action)));
    return hexOf(new Uint8Array(await crypto.subtle.sign(ED25519, this.key, message)));
  }
}

/** One master secret. Export it once and keep it: whoever has it can go on with every game. */
export class Wallet {
  #master;

  constructor(master) {
    this.#master = master;
  }

  static create() {
    return new Wallet(crypto.getRandomValues(new Uint8Array(32)));
  }

  /** The wallet of a text that `export` gave. */
  static import(text) {
    if (!/^[0-9a-f]{64}$/.test(text)) throw new TypeError("a master secret is 64 hex digits");
    return new Wallet(ofHex(text));
  }

  export() {
    return hexOf(this.#master);
  }

  /** The secrets for a game; the same each time. */
  async secrets(id) {
    const game = uuid(id).bytes;
    const links = [await hmac(this.#master, join(SEAT_SECRET, game))];
    for (let number = SEAT_LINKS; number >= 1; number--) {
      links.push(await hash(LINK, game, u32(number), links[links.length - 1]));
    }
    const seed = await hmac(this.#master, join(SEAT_KEY, game));
    const pkcs8 = join(PKCS8, seed);
    const key = await crypto.subtle.importKey("pkcs8", pkcs8, ED25519, true, ["sign"]);
    const { x } = await crypto.subtle.exportKey("jwk", key);
    const digits = atob(x.replaceAll("-", "+").replaceAll("_", "/"));
    const publicKey = hexOf(Uint8Array.from(digits, (char) => char.charCodeAt(0)));
    return new SeatSecrets(game, links.reverse(), key, publicKey);
  }
}
