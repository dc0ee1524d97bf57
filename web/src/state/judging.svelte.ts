// Ruling from the desk: the referee says what a ruling would bring about; what ends something is asked about once.

import type { Foreseen, Ruling } from '../wire/messages';

export interface Question {
  ruling: Ruling;
  foreseen: Foreseen;
}

/** How a desk asks the referee, and how it rules. */
interface Bench {
  /** Nothing comes back for a ruling that would be refused. */
  foresee: (ruling: Ruling) => Promise<Foreseen | undefined>;
  rule: (ruling: Ruling) => void;
}

const same = (one: Ruling, other: Ruling | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

export class Judging {
  /** What waits for a yes. */
  question = $state.raw<Question | undefined>();
  readonly #bench: Bench;
  /** The ruling that was meant last; a question about another one comes too late. */
  #meant: Ruling | undefined;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  asks(ruling: Ruling | undefined): boolean {
    return ruling !== undefined && this.question !== undefined && same(ruling, this.question.ruling);
  }

  /** Rules at once, or asks first; the same ruling again is a yes. True once it is done. */
  async rule(ruling: Ruling): Promise<boolean> {
    if (this.asks(ruling)) {
      this.forget();
      this.#bench.rule(ruling);
      return true;
    }
    this.question = undefined;
    this.#meant = ruling;
    const foreseen = await this.#bench.foresee(ruling);
    if (!foreseen) return false;
    if (foreseen.asks) {
      if (same(ruling, this.#meant)) this.question = { ruling, foreseen };
      return false;
    }
    this.#bench.rule(ruling);
    return true;
  }

  /** The match has gone on: what is asked about may bring something else by now. */
  async again(): Promise<void> {
    const { question } = this;
    if (!question) return;
    const foreseen = await this.#bench.foresee(question.ruling);
    if (this.question === question) this.question = foreseen && { ruling: question.ruling, foreseen };
  }

  forget(): void {
    this.question = undefined;
    this.#meant = undefined;
  }
}
