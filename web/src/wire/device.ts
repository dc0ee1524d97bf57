// What this browser calls itself, so that no player is the arbiter of the same match.

import { lasting } from '../state/storage';

const KEY = 'tandem.device';

/** The same word at every visit; where nothing can be kept, for as long as the page. */
export function device(): string {
  const kept = lasting.read(KEY);
  if (kept) return kept;
  const word = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  lasting.write(KEY, word);
  return word;
}
