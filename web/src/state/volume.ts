// How loud something is: one volume for all, and the partner's board apart from one's own.

import { boardOf, type Seat } from './seats';
import type { EventFields } from '../wire/messages';

export interface Loudness {
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  /** How much of it the other board gets, from 0 to 1. */
  partnerVolume: number;
}

/** From 0 to 1, for an event as somebody hears it who sits at `me`. Spectators hear both boards alike. */
export function loudnessOf(
  event: Pick<EventFields, 'event' | 'seat'>,
  me: Seat | undefined,
  { sound, volume, partnerVolume }: Loudness,
): number {
  if (!sound) return 0;
  const onOtherBoard =
    event.event === 'made' && me !== undefined && event.seat !== undefined && boardOf(event.seat) !== boardOf(me);
  return onOtherBoard ? volume * partnerVolume : volume;
}

/** The last ten seconds, counted aloud: which number to say now, if its time has come. */
export function countdown(left: number, said: number | undefined): number | undefined {
  const second = Math.ceil(left / 1000);
  return second >= 1 && second <= 10 && second !== said ? second : undefined;
}
