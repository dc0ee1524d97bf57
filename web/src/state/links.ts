// The links of matches made in this browser. The server tells them once and keeps only hashes.

import type { Links } from '../wire/http';

const key = (match: string): string => `tandem.links.${match}`;

export function keepLinks(match: string, links: Links): void {
  try {
    sessionStorage.setItem(key(match), JSON.stringify(links));
  } catch {
    // Without storage the links are shown once, on the page that made them.
  }
}

const startKey = (match: string): string => `tandem.start.${match}`;

/** A match that begins as soon as its maker sits: everybody else is a bot. */
export function beginAtOnce(match: string): void {
  try {
    sessionStorage.setItem(startKey(match), '1');
  } catch {
    // Without storage he presses "ready" himself.
  }
}

/** Whether a match begins at once; true only the first time. */
export function beginsAtOnce(match: string): boolean {
  try {
    const begins = sessionStorage.getItem(startKey(match)) !== null;
    sessionStorage.removeItem(startKey(match));
    return begins;
  } catch {
    return false;
  }
}

export function keptLinks(match: string): Links | null {
  try {
    return JSON.parse(sessionStorage.getItem(key(match)) ?? 'null') as Links | null;
  } catch {
    return null;
  }
}
