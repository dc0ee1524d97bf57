// The score sheet of boards on the table, as one phone writes it: the latest that the server said, asked for again and again.

import { ApiError } from '../wire/http';
import type { ScoreSheet, SheetWish } from '../wire/messages';
import { readSheet, writeSheet } from '../wire/scores';
import { boardOf, type BoardId } from './seats';

/** How often it is looked whether somebody has pressed or written. */
const LOOK = 2000;

export class Scores {
  sheet = $state.raw<ScoreSheet | undefined>();
  /** Why the last thing was not written. */
  trouble = $state.raw<{ board: BoardId; error: unknown } | undefined>();
  /** Why the sheet is not to be had at all. */
  shut = $state.raw<unknown>();
  /** Whether the server answers. */
  linked = $state(true);
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly match: string,
    readonly secret: string,
  ) {
    void this.look();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const found = await readSheet(this.match, this.secret, this.sheet?.version);
      if (found) this.#show(found);
      this.linked = true;
    } catch (error) {
      const away = !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
      this.linked = !away;
      if (!away) this.shut = error;
    }
    if (!this.#closed && !this.shut) this.#timer = setTimeout(() => void this.look(), LOOK);
  }

  /** An answer that was overtaken tells nothing new. */
  #show(sheet: ScoreSheet): void {
    if (!this.sheet || sheet.version >= this.sheet.version) this.sheet = sheet;
  }

  write(board: BoardId, move: string): Promise<void> {
    return this.#ask({ board, place: this.written(board), move });
  }

  strike(board: BoardId, keep: number): Promise<void> {
    return this.#ask({ board, place: this.written(board), keep });
  }

  written(board: BoardId): number {
    return this.sheet?.boards[board].lines.length ?? 0;
  }

  async #ask(wish: SheetWish): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = undefined;
    try {
      this.#show(await writeSheet(this.match, this.secret, wish));
      this.linked = true;
    } catch (error) {
      this.trouble = { board: wish.board, error };
      // Somebody else may have written: then this page shows it.
      await this.look();
    } finally {
      this.busy = false;
    }
  }
}

type Line = ScoreSheet['boards']['A']['lines'][number];

/** Both boards' moves in one list for the sheet of four columns. */
export const linesOf = (sheet: ScoreSheet): Line[] => [...sheet.boards.A.lines, ...sheet.boards.B.lines];

/** Which half-move of its board a line is, from 0. */
export const placeOf = (sheet: ScoreSheet, line: Line): number => sheet.boards[boardOf(line.seat)].lines.indexOf(line);

/** Whether the next half-move of a board can be written: one may stand there before its press is heard. */
export const mayWrite = (sheet: ScoreSheet, board: BoardId): boolean =>
  sheet.phase !== 'waiting' && sheet.boards[board].lines.length <= sheet.boards[board].presses;
