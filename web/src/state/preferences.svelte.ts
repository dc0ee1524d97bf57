// What this visitor chose, remembered in the browser.

export type Theme = 'system' | 'dark' | 'light';
export type BoardColours = 'wood' | 'blue' | 'green' | 'grey';
export type PieceSet = 'classic' | 'flat';

export interface Preferences {
  name: string;
  theme: Theme;
  board: BoardColours;
  pieces: PieceSet;
  sound: boolean;
  /** Speaks moves and clocks into the live region. */
  announce: boolean;
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
  announce: true,
  book: 'minerva',
  bot: '4',
  clock: '5+0',
};

function load(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const preferences: Preferences = $state(load());

export function remember(change: Partial<Preferences>): void {
  Object.assign(preferences, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // A browser without storage still plays; it only forgets.
  }
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
  if (preferences.pieces === 'flat') void import('../theme/flat.css');
}
