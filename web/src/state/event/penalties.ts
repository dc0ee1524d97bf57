// What an arbiter can do to a result, from what the form has.

import type { Penalty, PenaltyName, Points, Which } from '../../wire/event';

export const ALL_PENALTIES: readonly PenaltyName[] = ['loss', 'both-lose', 'result', 'again', 'fewer', 'raised'];

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
