// The matches of this browser: what I play, judge or made, so that I find my way back after closing the tab.

import type { Phase } from '../wire/generated/messages';
import type { Entry } from '../wire/link';
import { dropLinks } from './links';
import { lasting } from './storage';

export interface MyMatch {
  id: string;
  /** The way back in, with its secret. */
  link: string;
  role: Entry['role'];
  /** What I am called there. */
  name: string;
  title: string;
  /** Who else is there, as they are called. */
  people: string[];
  phase: Phase;
  /** `1-0` once it is over. */
  result: string | null;
  /** When I was last there, in milliseconds of the day's clock. */
  seen: number;
}

const KEY = 'tandem.matches';
/** Older ones are forgotten. */
const KEPT = 30;

function load(): MyMatch[] {
  try {
    const read: unknown = JSON.parse(lasting.read(KEY) ?? '[]');
    return Array.isArray(read)
      ? (read as MyMatch[]).filter((one) => typeof one?.id === 'string' && typeof one.link === 'string')
      : [];
  } catch {
    return [];
  }
}

/** Newest first. */
export const myMatches = (): MyMatch[] => load().toSorted((one, other) => other.seen - one.seen);

export const myMatch = (id: string): MyMatch | undefined => load().find((one) => one.id === id);

export function keepMatch(match: MyMatch): void {
  const all = [match, ...myMatches().filter((one) => one.id !== match.id)];
  for (const { id } of all.slice(KEPT)) dropLinks(id);
  lasting.write(KEY, JSON.stringify(all.slice(0, KEPT)));
}

export function forgetMatch(id: string): void {
  dropLinks(id);
  lasting.write(KEY, JSON.stringify(load().filter((one) => one.id !== id)));
}
