// Replays, headless: where one is in time, and what the chart shows.

import type { Frame } from '../wire/messages';
import type { SheetMove } from '../wire/messages';
import { teamOf, type Seat } from './seats';

/** The frames on one line of time. A game that was begun anew may count from nothing again: it goes on where the
    one before it ended. */
export function onOneLine(frames: readonly Frame[]): Frame[] {
  let passed = 0;
  let last = 0;
  return frames.map((frame) => {
    if (frame.at + passed < last) passed = last - frame.at;
    last = frame.at + passed;
    return passed ? { ...frame, at: last } : frame;
  });
}

/** What a tag of a file says; nothing where it only says that nobody knows (`?`, `????.??.??`). */
export const told = (tag: string | undefined): string | undefined => (tag && !/^[?.\s-]*$/.test(tag) ? tag : undefined);

/** A day as people write it; as much of it as the file knows. */
export function dayText(tag: string | undefined, language: string): string | undefined {
  const [year, month, day] = (tag ?? '').split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : undefined));
  if (!year) return told(tag);
  if (!month) return String(year);
  const style: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', timeZone: 'UTC' };
  if (day) style.day = 'numeric';
  return new Intl.DateTimeFormat(language, style).format(Date.UTC(year, month - 1, day ?? 1));
}

/** The score sheet of a replay. Frames in which nobody moved (a piece handed over or put back) have no line there. */
export interface ReplaySheet {
  moves: SheetMove[];
  /** The frame after each move. */
  frames: number[];
}

export function sheetOf(frames: readonly Frame[]): ReplaySheet {
  const sheet: ReplaySheet = { moves: [], frames: [] };
  frames.forEach(({ seat, number = 1, san = '', uci = '', at }, index) => {
    if (!seat) return;
    sheet.moves.push({ seat, number, san, uci, at });
    sheet.frames.push(index);
  });
  return sheet;
}

/** The last move that was made when this frame stood; -1 if there was none yet. */
export const moveAt = (sheet: ReplaySheet, frame: number): number => sheet.frames.findLastIndex((one) => one <= frame);

/** The frame that stands at this moment. */
export function frameAt(frames: readonly Frame[], at: number): number {
  let low = 0;
  let high = frames.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (frames[middle]!.at <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The next frame in a direction; with a board, the next one of that board. */
export function step(frames: readonly Frame[], from: number, by: 1 | -1, board?: string): number {
  if (!board) return Math.min(frames.length - 1, Math.max(0, from + by));
  for (let index = from + by; index > 0 && index < frames.length; index += by) {
    if (frames[index]?.seat?.toUpperCase() === board) return index;
  }
  return by > 0 ? frames.length - 1 : 0;
}

/** Team 1's time less team 2's, for each frame, in milliseconds; nothing where a file has no clocks. */
export function clockDifference(frames: readonly Frame[]): number[] | undefined {
  if (!frames.length || frames.some((frame) => !frame.clocks)) return undefined;
  return frames.map(({ clocks }) => (clocks ? clocks.A + clocks.b - clocks.a - clocks.B : 0));
}

const VALUES: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };
const worth = (letters: string): number =>
  [...letters.toLowerCase()].reduce((sum, letter) => sum + (VALUES[letter] ?? 0), 0);

/** What each team has given its partners so far, in pawns. A piece that a stock gains was given. */
export function materialGiven(frames: readonly Frame[]): Record<1 | 2, number>[] {
  const given = { 1: 0, 2: 0 };
  return frames.map((frame, index) => {
    const before = frames[index - 1];
    if (before) {
      for (const board of ['A', 'B'] as const) {
        for (const [seat, stock = ''] of Object.entries(frame.boards[board].stocks)) {
          const gained = worth(stock) - worth(before.boards[board].stocks[seat as Seat] ?? '');
          if (gained > 0) given[teamOf(seat as Seat)] += gained;
        }
      }
    }
    return { ...given };
  });
}

/** Somebody waits on purpose: so long at least, while so many moves are made on the other board. */
const SIT_FOR = 10_000;
const MOVES_ELSEWHERE = 2;

export interface Sit {
  seat: Seat;
  from: number;
  to: number;
}

/** Where a player sat: made no move for long while the other board went on. */
export function sitsOf(frames: readonly Frame[]): Sit[] {
  const sits: Sit[] = [];
  const since = { A: 0, B: 0 };
  frames.forEach(({ seat, at }, index) => {
    if (!seat) return;
    const board = seat.toUpperCase() as 'A' | 'B';
    const began = frames[since[board]]!.at;
    const elsewhere = frames
      .slice(since[board] + 1, index)
      .filter((one) => one.seat && one.seat.toUpperCase() !== board).length;
    if (at - began >= SIT_FOR && elsewhere >= MOVES_ELSEWHERE) sits.push({ seat, from: began, to: at });
    since[board] = index;
  });
  return sits;
}

/** Which frames show a mate. */
export const matesIn = (frames: readonly Frame[]): Frame[] => frames.filter((frame) => frame.san?.includes('#'));
