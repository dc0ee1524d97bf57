// What an arbiter did to me: to be seen large, with its article, until it is put away.

import type { EventFields, MatchEvent } from '../wire/messages';
import type { Seat } from './seats';

const TELLS = new Set<MatchEvent['event']>(['warned', 'clock_set', 'frozen']);

/** Whether whoever sits at `me` must see this event large. */
export function concernsMe(event: MatchEvent, me: Seat | undefined): boolean {
  const { seat }: EventFields = event;
  return me !== undefined && seat === me && TELLS.has(event.event);
}
