// The boards of a round: those that somebody looks at are asked for, and clocks go on from when they were seen.

import { SvelteMap } from 'svelte/reactivity';
import type { EventBoard } from '../../wire/event';

/** A table at a glance, and the page's own time (performance.now) at which its clocks were right. */
export interface SeenBoard extends EventBoard {
  asOf: number;
}

/** What scrolls past is not asked for. */
const SETTLED = 150;

export class LiveBoards {
  readonly tables = new SvelteMap<number, SeenBoard>();
  readonly #looked = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly ask: (tables: number[]) => void) {}

  /** A table is looked at, or no more. */
  look(table: number, on: boolean): void {
    if (on) this.#looked.add(table);
    else this.#looked.delete(table);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.ask([...this.#looked].toSorted((a, b) => a - b)), SETTLED);
  }

  /** What the server shows; `now` is its time. */
  heard(tables: readonly EventBoard[], now: number): void {
    const here = performance.now();
    for (const board of tables) this.tables.set(board.table, { ...board, asOf: here - Math.max(0, now - board.at) });
  }
}
