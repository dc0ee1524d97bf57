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

export function keptLinks(match: string): Links | null {
  try {
    return JSON.parse(sessionStorage.getItem(key(match)) ?? 'null') as Links | null;
  } catch {
    return null;
  }
}
