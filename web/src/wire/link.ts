// Links to a match: the secret is in the fragment, so that it never reaches a log.

import { SEATS, type Seat } from '../state/seats';

export type Entry =
  | { role: 'spectator' }
  | { role: 'seat'; seat: Seat; secret: string }
  | { role: 'arbiter'; secret: string };

export function readFragment(fragment: string): Entry {
  const [who = '', secret = ''] = fragment.replace(/^#/, '').split(':');
  if (!secret) return { role: 'spectator' };
  if (who === 'arbiter') return { role: 'arbiter', secret };
  if (SEATS.includes(who as Seat)) return { role: 'seat', seat: who as Seat, secret };
  return { role: 'spectator' };
}
