// The links of matches made in this browser. The server tells them once and keeps only hashes.

import type { Links } from '../wire/messages';
import { lasting, passing } from './storage';

const key = (match: string): string => `tandem.links.${match}`;

export function keepLinks(match: string, links: Links): void {
  lasting.write(key(match), JSON.stringify(links));
}

export function keptLinks(match: string): Links | null {
  try {
    return JSON.parse(lasting.read(key(match)) ?? 'null') as Links | null;
  } catch {
    return null;
  }
}

/** A match that is over, or was forgotten, needs no links. */
export const dropLinks = (match: string): void => lasting.remove(key(match));

const startKey = (match: string): string => `tandem.start.${match}`;

/** A match that begins as soon as its maker sits: everybody else is a bot. */
export function beginAtOnce(match: string): void {
  passing.write(startKey(match), '1');
}

/** Whether a match begins at once; true only the first time. */
export function beginsAtOnce(match: string): boolean {
  const begins = passing.read(startKey(match)) !== null;
  passing.remove(startKey(match));
  return begins;
}
