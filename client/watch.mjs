// A game under observation: every event of its log is checked as it comes, and the last receipt kept.

import { EVENT, Fold, canonical, hash, hexOf, u64, utf8, uuid, verifyReceipt } from "../audit/verify.mjs";

/** The operator's log contradicts itself or what was signed before. `evidence` is what to show. */
export class Dishonest extends Error {
  constructor(message, evidence) {
    super(message);
    this.evidence = evidence;
  }
}

export class Watch {
  #fold;
  #told = 0;
  #heads = [];

  /** A game with the receipt that was kept of it, if there is one. */
  constructor(id, kept = null) {
    const { bytes } = uuid(id);
    this.id = id;
    this.game = bytes;
    this.#fold = new Fold(bytes);
    this.seq = -1;
    this.head = new Uint8Array(32);
    this.kept = kept;
  }

  /** Takes the next events, in order, as `GET …/events` or an answer gives them. */
  async take(events) {
    for (const { seq, hash: claimed, event } of events) {
      if (seq <= this.seq) continue;
      if (seq !== this.seq + 1) throw new RangeError(`event ${this.seq + 1} is next, not ${seq}`);
      const line = utf8.encode(canonical(event));
      await this.#fold.line(seq, this.head, line);
      this.head = await hash(EVENT, this.game, u64(seq), this.head, line);
      this.seq = seq;
      this.#heads.push(hexOf(this.head));
      if (this.headHex !== claimed) {
        throw new Dishonest(`event ${seq} has another hash than it says`, { event, claimed });
      }
      this.#againstReceipt();
    }
    const findings = [...this.#fold.findings.values()].slice(this.#told);
    this.#told = this.#fold.findings.size;
    if (findings.length > 0) {
      const { code, event, detail } = findings[0];
      throw new Dishonest(`event ${event}: ${code}: ${detail}`, findings);
    }
  }

  /** Once the kept receipt's event is reached, its hash has to be the one that was signed. */
  #againstReceipt() {
    if (this.kept?.seq === this.seq && this.kept.head !== this.headHex) {
      const evidence = { receipt: this.kept, now: this.headHex };
      throw new Dishonest(`event ${this.seq} is not the one that was signed for`, evidence);
    }
  }

  /** Checks a receipt against the log, which has to be at hand up to its event; keeps the latest. */
  async keep(receipt, keys) {
    if (!(await verifyReceipt(this.game, receipt, keys))) {
      throw new Dishonest("a receipt that no published key signed", receipt);
    }
    if (this.#heads[receipt.seq] !== receipt.head) {
      throw new Dishonest("a receipt for another history", [this.kept, receipt]);
    }
    if (this.kept !== null && this.kept.seq > this.seq) {
      throw new Dishonest("the log was cut", [this.kept, receipt]);
    }
    if (this.kept === null || this.kept.seq < receipt.seq) this.kept = receipt;
  }

  /** The hash of the last event. */
  get headHex() {
    return this.#heads[this.seq];
  }

  /** The dice that were recomputed so far. */
  get rolls() {
    return this.#fold.right;
  }
}
