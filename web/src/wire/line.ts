// What all lines to the server share: where a match's line goes, after which goodbye one comes back, and when.

import type { ByeCode } from './messages';

/** The address names the match, so that on a site of several machines the one that has it is found. */
export function lineOf(match: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws?match=${match}`;
}

/** Codes of `bye` after which one comes back by oneself: `idle` is what a phone that slept hears when it wakes. */
export const COME_BACK: ReadonlySet<ByeCode> = new Set<ByeCode>(['stopping', 'moving', 'idle']);

const FIRST_RETRY = 250;

/** How long a line that was lost waits before it is tried again: longer with every attempt, and not as long as everybody
    else, for thousands may have lost the same machine. */
export class BackOff {
  #next = FIRST_RETRY;

  constructor(readonly longest: number) {}

  /** Whether nothing was lost since the server last answered. */
  get isFresh(): boolean {
    return this.#next === FIRST_RETRY;
  }

  wait(): number {
    const most = this.#next;
    this.#next = Math.min(this.longest, most * 2);
    return most * (0.5 + Math.random() / 2);
  }

  answered(): void {
    this.#next = FIRST_RETRY;
  }
}
