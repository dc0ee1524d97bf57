// What the screen on the wall shows, scene after scene: it follows from the event alone.

import type { EventView, Pairing, Round, Standing } from '../../wire/event';

/** What fits on a screen that is read from ten metres, above the tables that call. */
const PAIRINGS = 7;
const STANDINGS = 7;
const BOARDS = 1;
const CLOCKS = 5;
/** How long a scene stays. */
export const SCENE_MILLIS = 12_000;

type Online = EventView['tables'][number];
export type Scene =
  | { scene: 'welcome' }
  | { scene: 'countdown'; round: Round; starts: number }
  | { scene: 'pairings'; round: Round; pairings: Pairing[]; page: number; pages: number }
  | { scene: 'boards'; round: Round; tables: Online[]; page: number; pages: number }
  | { scene: 'clocks'; round: Round; tables: Online[]; page: number; pages: number }
  | { scene: 'standings'; lines: Standing[]; page: number; pages: number };

function paged<T>(all: readonly T[], most: number): T[][] {
  const pages = Math.ceil(all.length / most);
  // As many on each page, so that the last one is not nearly empty.
  const each = Math.ceil(all.length / Math.max(1, pages));
  return Array.from({ length: pages }, (_, at) => all.slice(at * each, (at + 1) * each));
}

/** All scenes, in their order. Before a round its pairings matter, afterwards the standings. */
export function scenes(view: EventView, now: number): Scene[] {
  const round = view.rounds.findLast((one) => one.stage !== 'draft');
  const all: Scene[] = [];
  if (round) {
    const starts = round.starts ?? (round.number === 1 ? view.terms.start : undefined);
    if (round.stage === 'published' && starts && starts > now - 600_000)
      all.push({ scene: 'countdown', round, starts });
    const pages = paged(round.pairings, PAIRINGS);
    pages.forEach((pairings, at) =>
      all.push({ scene: 'pairings', round, pairings, page: at + 1, pages: pages.length }),
    );
    const live = view.tables.filter((one) => one.round === round.number && one.begun && !one.over);
    const parts = [
      // Beside real boards phones are the clocks, and only they are known.
      [
        'boards',
        paged(
          live.filter((one) => !one.clocks),
          BOARDS,
        ),
      ],
      [
        'clocks',
        paged(
          live.filter((one) => one.clocks),
          CLOCKS,
        ),
      ],
    ] as const;
    for (const [scene, found] of parts)
      found.forEach((tables, at) => all.push({ scene, round, tables, page: at + 1, pages: found.length }));
  }
  const anyResult = view.rounds.some((one) => one.pairings.some((pairing) => pairing.legs.some((leg) => leg.outcome)));
  if (anyResult) {
    const pages = paged(view.standings, STANDINGS);
    pages.forEach((lines, at) => all.push({ scene: 'standings', lines, page: at + 1, pages: pages.length }));
  }
  return all.length ? all : [{ scene: 'welcome' }];
}

/** The scene of a moment: every screen in the hall that follows the server's clock shows the same. */
export const sceneAt = (all: readonly Scene[], now: number): Scene => all[Math.floor(now / SCENE_MILLIS) % all.length]!;

/** `4:05`, or `1:02:00`. */
export function countdownText(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
