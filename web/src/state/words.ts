// What partners may say, as buttons: only those kinds that the book allows now.

import type { Permission, Message, TalkKind } from '../wire/messages';
import { STOCK_ROLES, letterOf, type StockRole } from './pieces';

export interface Word {
  kind: TalkKind;
  say: Message;
  role?: StockRole;
  permission?: Permission;
  /** The one key that says it. */
  key: string;
}

/** How a bot nods to what its partner asked for: no words of any language. */
export const NOD = '👍';

const PERMISSIONS: Permission[] = ['resign', 'offer-draw', 'accept-draw', 'mate'];
const KEYS = '1234567890';

/** The row of buttons; warnings share the five pieces with requests and are reached by a switch. */
export function wordsFor(allowed: readonly TalkKind[], warning: boolean): Word[] {
  const words: Omit<Word, 'key'>[] = [];
  const pieces: 'need' | 'warn' = warning && allowed.includes('warn') ? 'warn' : 'need';
  if (allowed.includes(pieces)) {
    for (const role of STOCK_ROLES) {
      const letter = letterOf(role);
      words.push({ kind: pieces, role, say: pieces === 'need' ? { need: letter } : { warn: letter } });
    }
  }
  for (const kind of ['sit', 'go', 'flag'] as const) if (allowed.includes(kind)) words.push({ kind, say: kind });
  // Where anything may be said, permission is asked in words.
  if (allowed.includes('may') && !allowed.includes('text'))
    for (const permission of PERMISSIONS) words.push({ kind: 'may', permission, say: { may: permission } });
  return words.map((word, index) => ({ ...word, key: KEYS[index] ?? '' }));
}
