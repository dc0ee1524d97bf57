// How far the time of the match is from a phone's own, as NTP finds it: a ping goes and a pong comes back with the
// server's moment; of several the one with the least delay is believed most.

/** How many samples are kept. */
const KEPT = 32;
/** By how much two clocks may part, in milliseconds a millisecond: quartz does better. */
const DRIFT = 0.0001;
/** What rounding may cost. */
const ROUNDING = 1;

interface Sample {
  at: number;
  offset: number;
  /** By how much it can be wrong at most: half of the delay. */
  error: number;
}

const errorAt = (sample: Sample, local: number): number => sample.error + Math.abs(local - sample.at) * DRIFT;

export class Offset {
  #samples: Sample[] = [];

  /** A sample that contradicts the others shows that the server's clock was moved: then only it counts. */
  pong(heard: number, sent: number, moment: number): void {
    const delay = Math.max(0, heard - sent);
    const sample = { at: heard, offset: moment + 0.5 - (sent + heard) / 2, error: delay / 2 + ROUNDING };
    const best = this.#best(heard);
    if (best && Math.abs(best.offset - sample.offset) > errorAt(best, heard) + sample.error) this.#samples = [];
    this.#samples.push(sample);
    if (this.#samples.length > KEPT) this.#samples.shift();
  }

  #best(local: number): Sample | undefined {
    let best: Sample | undefined;
    for (const sample of this.#samples) {
      if (!best || errorAt(sample, local) <= errorAt(best, local)) best = sample;
    }
    return best;
  }

  /** The moment of the match at a time of the phone, if it is known. */
  moment(local: number): number | undefined {
    const best = this.#best(local);
    return best && local + best.offset;
  }

  /** By how much that can be wrong. */
  error(local: number): number | undefined {
    const best = this.#best(local);
    return best && errorAt(best, local);
  }

  /** To be kept over a reload, with the time that the phone's clock shows when it is read again. */
  save(local: number): Sample[] {
    return this.#samples.map((sample) => ({ ...sample, at: sample.at - local, offset: sample.offset + local }));
  }

  static restore(kept: Sample[], local: number): Offset {
    const offset = new Offset();
    offset.#samples = kept.map((one) => ({ ...one, at: one.at + local, offset: one.offset - local }));
    return offset;
  }
}
