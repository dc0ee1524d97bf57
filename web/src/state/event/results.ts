// Results as they are entered at the desk: which buttons there are, and what each means.

import type { Command, Entered, Leg, MatchPlace, Outcome, Points, Which } from '../../wire/event';

/** What a book counts: one result a match, or both games. */
export type Counts = 'match' | 'games';

const SCORES: [Points, Points][] = [
  [1, 0],
  [0.5, 0.5],
  [0, 1],
];

export const matchResults = SCORES;

/** Both games have a result: then it can be entered. */
export function entered(games: readonly ([Points, Points] | undefined)[]): Entered | undefined {
  const [first, second] = games;
  return first && second ? { games: [first, second] } : undefined;
}

/** Somebody did not come; without a winner neither did. */
export const forfeit = (winner?: Which): Entered => ({ forfeit: winner ? { winner } : {} });

/** A first result is entered, another one is a correction. */
export function resultCommand(place: MatchPlace, leg: Leg, what: Entered): Command {
  const { round, table, leg: number } = place;
  return { command: leg.outcome ? 'correct' : 'result', round, table, leg: number, entered: what };
}

/** Whether this is the result that stands. */
export function stands(outcome: Outcome | undefined, what: Entered): boolean {
  if (!outcome || outcome.how === 'ruled') return false;
  const same = (one: readonly Points[], other: readonly Points[]) => one.every((value, at) => value === other[at]);
  if ('match' in what) return outcome.how === 'played' && same(outcome.score, what.match);
  if ('games' in what) {
    const { games } = outcome;
    return outcome.how === 'played' && !!games && what.games.every((game, at) => same(game, games[at]!));
  }
  const { winner } = what.forfeit;
  const [first, second] = outcome.score;
  const won = first > second ? 'first' : second > first ? 'second' : undefined;
  return outcome.how === 'forfeit' && won === winner;
}
