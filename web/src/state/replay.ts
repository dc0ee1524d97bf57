// Replays, headless: where one is in time, and what the chart shows.

import type { Frame } from '../wire/http';
import { teamOf, type Seat } from './seats';

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
const worth = (letters: string): number => [...letters.toLowerCase()].reduce((sum, letter) => sum + (VALUES[letter] ?? 0), 0);

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
