// What an event at the table sounds like to the one who sits at `me`.

import { partnerOf, type Seat } from '../state/seats';
import type { MatchEvent } from '../wire/messages';
import type { Sound } from './sound';

export function soundsOf(event: MatchEvent, me: Seat | undefined): Sound[] {
  switch (event.event) {
    case 'made': {
      const { san } = event;
      const move: Sound = san.includes('@') ? 'drop' : san.includes('x') ? 'capture' : 'move';
      return /[+#]/.test(san) ? [move, 'check'] : [move];
    }
    case 'passed':
      return partnerOf(event.seat) === me ? ['arrive'] : [];
    case 'said':
      return ['word'];
    case 'flag_fell':
      return ['flag'];
    case 'match_ended':
      return ['end'];
    default:
      return [];
  }
}
