// Whether the other end of a connection is still there. What counts is a ping that nobody answers, and only
// time in which this page ran: the timers of a hidden tab fire seldom, and that is no fault of the line.

export type Pulse = 'fine' | 'doubtful' | 'dead';

const PING_EVERY = 3000;
/** With the wait for the next ping and one look: what is shown is doubted within 8 seconds of a loss. */
const DOUBT_AFTER = 4000;
const DEAD_AFTER = 7000;
/** How often to look. */
export const LOOK_EVERY = 500;
/** The most that one look counts, however long the page slept before it. */
const LONGEST_LOOK = 1000;

export class Lifeline {
  /** For how long the question that is open has found no answer; the first is whether anybody is there at all. */
  #unanswered: number | undefined = 0;
  #looked: number;
  #answered = 0;

  constructor(now: number) {
    this.#looked = now;
  }

  /** Looks at the line: how it is, and whether it is time to send a ping. */
  look(now: number): { pulse: Pulse; ping: boolean } {
    const passed = Math.min(LONGEST_LOOK, Math.max(0, now - this.#looked));
    this.#looked = now;
    if (this.#unanswered === undefined) return { pulse: 'fine', ping: this.#pings(now, PING_EVERY) };
    this.#unanswered += passed;
    const pulse = this.#unanswered >= DEAD_AFTER ? 'dead' : this.#unanswered >= DOUBT_AFTER ? 'doubtful' : 'fine';
    return { pulse, ping: false };
  }

  /** The page is looked at again, or the network is back: whether to send a ping at once. */
  wake(now: number): boolean {
    this.#looked = now;
    return this.#unanswered === undefined && this.#pings(now, 0);
  }

  answered(now: number): void {
    this.#unanswered = undefined;
    this.#answered = now;
  }

  #pings(now: number, after: number): boolean {
    if (now - this.#answered < after) return false;
    this.#unanswered = 0;
    return true;
  }
}
