// The cross table: a line a team, a column an opponent where all meet, else a column a round.

import type { Cell, Colour, CrossRow, Met, Points, Round, System } from '../../wire/event';

export const opponentOf = (met: Met): number | undefined =>
  typeof met === 'string' ? undefined : 'played' in met ? met.played.opponent : met.forfeit.opponent;

export const colourOf = (met: Met): Colour | undefined =>
  typeof met === 'string' ? undefined : 'played' in met ? met.played.colour : undefined;

/** Whether a column is an opponent: everybody meets everybody, and the table is not too wide for paper. */
export const byOpponent = (system: System, rows: number): boolean =>
  (system === 'round-robin' || system === 'double-round-robin') && rows <= 16;

export type Counts = 'match' | 'games';
export const pointsOf = (cell: Cell, counts: Counts): Points =>
  counts === 'match' ? cell.match_points : cell.game_points;

/** The rounds against an opponent, in their order. */
export const against = (row: CrossRow, opponent: number): Cell[] =>
  row.cells.filter((cell) => opponentOf(cell.met) === opponent);

/** A round in few signs: `w4` against number 4 with White on board 1, `+4` and `−4` if somebody did not come. */
export function meetText(met: Met): string {
  if (typeof met === 'string') return { bye: '○', 'full-bye': '○', 'half-bye': '◐', nothing: '–' }[met];
  if ('played' in met) return String(met.played.opponent);
  return `${met.forfeit.opponent}${met.forfeit.won ? '+' : '−'}`;
}

/** Whether a team's match of a column is still played: there is nothing to write yet. */
export function isOpen(rounds: readonly Round[], row: CrossRow, at: number): boolean {
  const round = rounds.filter((one) => one.kind === 'regular' && one.stage !== 'draft' && one.stage !== 'published')[
    at
  ];
  const pairing = round?.pairings.find((one) => one.sides.some((side) => side.team === row.team));
  return pairing !== undefined && pairing.legs.every((leg) => !leg.outcome);
}

/** The order of the standings, so that a reader finds the first on top. */
export function inOrder(rows: readonly CrossRow[], standings: readonly { number: number }[]): CrossRow[] {
  const place = new Map(standings.map((line, at) => [line.number, at]));
  return rows.toSorted((one, other) => (place.get(one.number) ?? 9999) - (place.get(other.number) ?? 9999));
}
