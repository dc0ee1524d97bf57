// How far the time of the match is from a phone's own, as NTP finds it: a ping goes and a pong comes back with the
// server's moment, which was read in between. So each answer leaves a span in which the truth lies, and what all of them
// leave is the estimate: the fastest way there bounds it from one side, the fastest way back from the other.

/** By how much two clocks may part, in milliseconds a millisecond: quartz does better. */
const DRIFT = 0.0001;
/** What rounding may cost, at either end of a span. */
const ROUNDING = 0.5;

/** Where the truth lies: between these, at a time of the phone. */
export interface Span {
  at: number;
  low: number;
  high: number;
}

/** The same at a later time: the clocks may have parted. */
function later(span: Span, local: number): Span {
  const parted = Math.abs(local - span.at) * DRIFT;
  return { at: local, low: span.low - parted, high: span.high + parted };
}

export class Offset {
  #span: Span | undefined;

  /** The server's moment, in whole milliseconds, was read after the ping was sent and before the pong was heard. One that
      contradicts the others shows that the server's clock was moved: then only it counts. */
  pong(heard: number, sent: number, moment: number): void {
    const told = { at: heard, low: moment - ROUNDING - Math.max(heard, sent), high: moment + 1 + ROUNDING - sent };
    const known = this.#span && later(this.#span, heard);
    const low = Math.max(told.low, known?.low ?? -Infinity);
    const high = Math.min(told.high, known?.high ?? Infinity);
    this.#span = low <= high ? { at: heard, low, high } : told;
  }

  /** The moment of the match at a time of the phone, if it is known. */
  moment(local: number): number | undefined {
    return this.#span && local + (this.#span.low + this.#span.high) / 2;
  }

  /** By how much that can be wrong. */
  error(local: number): number | undefined {
    if (!this.#span) return undefined;
    const { low, high } = later(this.#span, local);
    return (high - low) / 2;
  }

  /** To be kept over a reload, with the time that the phone's clock shows when it is read again. */
  save(local: number): Span | null {
    const span = this.#span;
    return span ? { at: span.at - local, low: span.low + local, high: span.high + local } : null;
  }

  static restore(kept: Span | null, local: number): Offset {
    const offset = new Offset();
    if (kept) offset.#span = { at: kept.at + local, low: kept.low - local, high: kept.high - local };
    return offset;
  }
}
