// What an arbiter did to me: to be seen large, with its article, until it is put away.

import type { EventFields, MatchEvent } from '../wire/messages';
import type { Seat } from './seats';

const TELLS = new Set<MatchEvent['event']>(['warned', 'clock_set', 'frozen']);

/** Whether whoever sits at `me` must see this event large. */
export function concernsMe(event: MatchEvent, me: Seat | undefined): boolean {
  if (me === undefined) return false;
  // What was ruled on me and is taken back is as good to know.
  if (event.event === 'taken_back') return 'seat' in event.ruling && event.ruling.seat === me;
  const { seat }: EventFields = event;
  return seat === me && TELLS.has(event.event);
}
