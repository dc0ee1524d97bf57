// "Play now": one person, three bots, by the book, level and clock that were chosen last.

import type { NewMatchRequest } from '../wire/messages';
import type { TimeControl } from '../wire/messages';
import { SEATS, type Seat } from './seats';

export interface Wishes {
  book: string;
  /** A level, or the name of an engine. */
  bot: string;
  /** One of `CLOCKS`. */
  clock: string;
}

/** The time that the book itself gives. */
export const BOOK_CLOCK = 'book';
/** Minutes, and seconds added for each move. */
export const CLOCKS = [BOOK_CLOCK, '1+0', '2+0', '3+0', '3+2', '5+0', '10+0'] as const;

export function timeOf(clock: string): TimeControl | undefined {
  const [minutes, seconds] = clock.split('+').map(Number);
  if (!minutes || seconds === undefined) return undefined;
  return { base: minutes * 60_000, increment: seconds * 1000, delay: 0 };
}

/** What is still offered of what was chosen once: servers change their books and engines. */
export const stillOffered = <T>(offered: readonly T[], chosen: T, otherwise: T): T =>
  offered.includes(chosen) ? chosen : otherwise;

/** Any of the four seats; `chance` is from 0 up to, not including, 1. */
export const seatByChance = (chance: number): Seat => SEATS[Math.floor(chance * SEATS.length)] ?? 'A';

/** The match to make when `me` sits down. */
export function matchWithBots(me: Seat, { book, bot, clock }: Wishes): NewMatchRequest {
  const bots = Object.fromEntries(SEATS.filter((seat) => seat !== me).map((seat) => [seat, bot]));
  const time = timeOf(clock);
  return time ? { book, bots, time } : { book, bots };
}
