// What an arbiter can do to a result, from what the form has.

import type { EventView, GrantedPenalty, Leg, Penalty, PenaltyName, Points, Which } from '../../wire/event';

/** What the book gives for this match: points are taken from, or added to, a result that is there. */
export const offered = (view: Pick<EventView, 'penalties'>, leg: Leg): GrantedPenalty[] =>
  (view.penalties ?? []).filter((granted) => !granted.after_result || leg.outcome);

/** The penalty; nothing while points that it needs are missing. */
export function penaltyOf(
  name: PenaltyName,
  side: Which,
  points: Points | undefined,
  other: Points | undefined,
): Penalty | undefined {
  switch (name) {
    case 'both-lose':
    case 'again':
      return { penalty: name };
    case 'loss':
      return points === undefined ? undefined : { penalty: name, side, opponents: points };
    case 'fewer':
    case 'raised':
      return points === undefined ? undefined : { penalty: name, side, points };
    case 'result':
      return points === undefined || other === undefined ? undefined : { penalty: name, score: [points, other] };
  }
}
