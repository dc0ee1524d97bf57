// The way from a match to the one that follows.

import type { Entry } from '../wire/link';
import { opponentOf, type Seat } from './seats';

/** Where somebody goes on who came by `entry`. The secret works there too. Whoever missed the message that names the
    seat finds it all the same: colours are swapped, so they sit where the opponent sat. */
export function rematchLink(match: string, entry: Entry, seat?: Seat | null): string {
  switch (entry.role) {
    case 'seat':
      return `/m/${match}#${seat ?? opponentOf(entry.seat)}:${entry.secret}`;
    case 'arbiter':
      return `/m/${match}#arbiter:${entry.secret}`;
    case 'spectator':
      return `/m/${match}`;
  }
}
