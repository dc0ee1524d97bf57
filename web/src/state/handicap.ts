// Time odds: a team that is stronger begins with a part of the time.

import { bySeat, teamOf, type Team } from './seats';

/** What a team has of the full time, in parts of a hundred. */
export const SHARES = [100, 75, 50, 25] as const;
export type Share = (typeof SHARES)[number];

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';

/** The position to begin from, as BFEN writes it with the seconds of all four; nothing where all have the same. */
export function oddsPosition(base: number, shares: Record<Team, Share>): string | undefined {
  if (shares[1] === 100 && shares[2] === 100) return undefined;
  const seconds = bySeat((seat) => Math.max(1, Math.round((base * shares[teamOf(seat)]) / 1000) / 100));
  return `${START} ${seconds.A} ${seconds.a} | ${START} ${seconds.B} ${seconds.b}`;
}
