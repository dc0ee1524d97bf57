// What this visitor chose, remembered in the browser.

import { lasting } from './storage';

export type Theme = 'system' | 'dark' | 'light';
export type BoardColours = 'wood' | 'blue' | 'green' | 'grey';
export type PieceSet = 'classic' | 'flat';

export interface Preferences {
  name: string;
  theme: Theme;
  board: BoardColours;
  pieces: PieceSet;
  sound: boolean;
  /** From 0 to 1; the partner's board has a share of it. */
  volume: number;
  partnerVolume: number;
  /** Counts the last ten seconds aloud. */
  voice: boolean;
  /** Speaks moves and clocks into the live region. */
  announce: boolean;
  /** Is new here: a hint is shown at the first table. */
  novice: boolean;
  /** What "play now" plays. */
  book: string;
  bot: string;
  clock: string;
}

const KEY = 'tandem.preferences';
const DEFAULTS: Preferences = {
  name: '',
  theme: 'system',
  board: 'wood',
  pieces: 'classic',
  sound: true,
  volume: 0.7,
  partnerVolume: 0.5,
  voice: false,
  announce: true,
  novice: true,
  book: 'fics',
  bot: '4',
  clock: '5+0',
};

function load(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(lasting.read(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const preferences: Preferences = $state(load());

export function remember(change: Partial<Preferences>): void {
  Object.assign(preferences, change);
  lasting.write(KEY, JSON.stringify(preferences));
  applyLook();
}

export function applyLook(): void {
  const wantsLight = matchMedia('(prefers-color-scheme: light)').matches;
  const light = preferences.theme === 'light' || (preferences.theme === 'system' && wantsLight);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
  document.documentElement.dataset.board = preferences.board;
  document.documentElement.dataset.pieces = preferences.pieces;
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
  // The classic set is in the first load; the other comes when it is wanted.
  if (preferences.pieces === 'flat')
    import('../theme/flat.css').catch(() => (document.documentElement.dataset.pieces = 'classic'));
}
