// An event as a server tells it, for tests of what pages know without a page.

import type { EventView, Pairing, Player, Round, Team, Terms } from '../../src/wire/event';

const TEAMS = ['Rooks & Co', 'Night Owls', 'Castle 1', 'The Pawns'];

export const terms = (over: Partial<Terms> = {}): Terms => ({
  name: 'Saturday Cup',
  book: { id: 'minerva' },
  time: { base: 300_000, increment: 0, delay: 0 },
  system: 'swiss',
  rounds: 3,
  legs: 1,
  colours: 'type-a',
  first_named: 'white',
  seeding: 'rating',
  tie_breaks: ['direct-encounter', 'lot'],
  sit_out: 'nothing',
  check_in: false,
  third_place: false,
  seed: 'saturday',
  pause: 5,
  ...over,
});

export const players: Player[] = TEAMS.flatMap((_, at) =>
  [1, 2].map((board) => ({
    id: at * 2 + board,
    name: `P${at * 2 + board}`,
    here: false,
    attendance: { from: 1 },
  })),
);

export const teams: Team[] = TEAMS.map((name, at) => ({
  id: at + 1,
  name,
  players: [at * 2 + 1, at * 2 + 2],
  number: at + 1,
  attendance: { from: 1 },
}));

export const pairing = (table: number, first: number, second: number, over: Partial<Pairing> = {}): Pairing => ({
  table,
  sides: [
    { team: first, boards: [first * 2 - 1, first * 2] },
    { team: second, boards: [second * 2 - 1, second * 2] },
  ],
  legs: [{ white: 'second', kind: 'regular' }],
  reasons: [],
  ...over,
});

export const round = (over: Partial<Round> = {}): Round => ({
  number: 1,
  kind: 'regular',
  stage: 'running',
  pairings: [pairing(1, 1, 2), pairing(2, 3, 4)],
  byes: [],
  ...over,
});

export const view = (over: Partial<EventView> = {}): EventView => ({
  id: 'k2m4n5p6q7r8s9t2',
  version: 1,
  stamp: 1,
  you: 'organiser',
  visible: 'link',
  terms: terms(),
  book: { id: 'minerva', name: 'Minerva', both_games: false },
  stage: 'running',
  round: 1,
  round_count: 3,
  now: 0,
  ends: 0,
  players,
  teams,
  rounds: [round()],
  standings: [],
  calls: [],
  tie_breaks: ['DE', 'LOT'],
  crosstable: [],
  tables: [],
  ...over,
});
