// Links to a match: the secret is in the fragment, so that it never reaches a log.

import { SEATS, type Seat } from '../state/seats';

export type Entry =
  { role: 'spectator' } | { role: 'seat'; seat: Seat; secret: string } | { role: 'arbiter'; secret: string };

/** By the one link for all friends: whoever comes picks one of these seats, and looks on until then. */
export interface Invited {
  role: 'invited';
  secrets: Partial<Record<Seat, string>>;
}

/** The id of a match as the server makes them: sixteen signs that are not mistaken for each other. */
export const isMatchId = (text: string): boolean => /^[a-hjkmnp-z02-9]{16}$/.test(text);

/** A secret as the server makes them, or as somebody has cut it short. */
const SECRET = /^[\w-]+$/;

/** Who comes by this fragment; nothing if it was meant to say so and can't be read. */
export function readFragment(fragment: string): Entry | Invited | undefined {
  const text = fragment.replace(/^#/, '');
  if (!text) return { role: 'spectator' };
  const [who = '', secret = '', ...more] = text.split(':');
  if (more.length) return undefined;
  if (who === 'invite') {
    const secrets: Partial<Record<Seat, string>> = {};
    for (const part of secret.split(',')) {
      const [seat = '', one = ''] = part.split('.');
      if (!SEATS.includes(seat as Seat) || !SECRET.test(one)) return undefined;
      secrets[seat as Seat] = one;
    }
    return { role: 'invited', secrets };
  }
  if (!SECRET.test(secret)) return undefined;
  if (who === 'arbiter') return { role: 'arbiter', secret };
  return SEATS.includes(who as Seat) ? { role: 'seat', seat: who as Seat, secret } : undefined;
}

export const seatLink = (match: string, seat: Seat, secret: string): string => `/m/${match}#${seat}:${secret}`;

/** One link to these seats, whose own links are given. */
export function inviteLink(match: string, links: Partial<Record<Seat, string>>): string {
  const parts = SEATS.flatMap((seat) => {
    const secret = links[seat]?.split(':').at(-1);
    return secret ? [`${seat}.${secret}`] : [];
  });
  return `/m/${match}#invite:${parts.join(',')}`;
}
