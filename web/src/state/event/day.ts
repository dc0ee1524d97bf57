// When things happen, from what the server expects.

import type { EventView, Round } from '../../wire/event';

/** When the round after a running one can begin. The server tells when all is over; so long does one round take. */
export function nextRoundAt(
  view: Pick<EventView, 'ends' | 'rounds' | 'round_count' | 'terms'>,
  running: Round,
): number | undefined {
  const closed = view.rounds.filter((round) => round.stage === 'closed').length;
  const left = view.round_count - closed;
  if (running.started === undefined || left < 2) return undefined;
  const pause = (view.terms.pause ?? 0) * 60_000;
  const one = (view.ends - running.started - pause * (left - 1)) / left;
  return running.started + one + pause;
}
