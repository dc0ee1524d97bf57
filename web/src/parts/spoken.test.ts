import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import en from '../i18n/en.json';
import { bySeat } from '../state/seats';
import type { TableView } from '../state/view';
import type { EventFields, MatchEvent } from '../wire/messages';
import { spokenBoard, spokenClock, spokenEvent, spokenTable } from './spoken';

beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['pages'],
    defaultNS: 'pages',
    resources: { en: { pages: en } },
    interpolation: { escapeValue: false },
  }),
);

const NAMES = { A: 'Ann', a: 'Ben', B: 'Cid', b: 'Dee' };
const STOCKS = { A: 'NP', a: '', B: 'Q', b: '' };
const view = {
  people: { seats: bySeat((seat) => ({ name: NAMES[seat] })) },
  state: { seats: bySeat((seat) => ({ stock: STOCKS[seat] })) },
  clocks: bySeat((seat) => ({ left: 65_000, running: seat === 'A', asOf: 1000 })),
} as unknown as TableView;
const event = (fields: EventFields): MatchEvent => ({ seq: 1, at: 0, event: 'made', ...fields }) as MatchEvent;

it('speaks the moves of both boards', () => {
  expect(spokenEvent(event({ seat: 'A', san: 'Nf3' }), view, 'A')).toBe('Ann, board A: Nf3');
  expect(spokenEvent(event({ seat: 'b', san: 'P@e6' }), view, 'A')).toBe('Dee, board B: P@e6');
});

it('speaks my stock when a piece comes or is dropped', () => {
  expect(spokenEvent(event({ event: 'passed', seat: 'b', role: 'N' }), view, 'A')).toBe(
    'Dee passes a knight. Your stock: knight, pawn',
  );
  expect(spokenEvent(event({ seat: 'A', san: 'Q@e6' }), view, 'A')).toBe(
    'Ann, board A: Q@e6. Your stock: knight, pawn',
  );
  expect(spokenEvent(event({ event: 'passed', seat: 'a', role: 'Q' }), view, 'A')).toBe('Ben passes a queen');
});

it('speaks clocks in whole seconds, and everything at once when asked', () => {
  expect(spokenClock(view, 'A', 6000)).toBe('Ann: 1 minute, 0 seconds');
  expect(spokenTable(view, 'A', 6000)).toBe(
    "Ann: 1 minute, 0 seconds. Ben: 1 minute, 5 seconds. Cid: 1 minute, 5 seconds. Dee: 1 minute, 5 seconds. Your stock: knight, pawn. Your partner's stock: none",
  );
});

it('keeps silent about what nobody needs to hear', () => {
  expect(spokenEvent(event({ event: 'lag_given', seat: 'A' }), view, 'A')).toBeUndefined();
});

it('speaks every piece of my board when asked', () => {
  const boards = { A: { fen: '4k3/8/8/8/8/8/P6P/4K2R', turn: 'white' } };
  const one = { ...view, state: { ...view.state, boards } } as unknown as TableView;
  expect(spokenBoard(one, 'A')).toBe('Board A. White: king e1, rook h1, pawn a2 h2. Black: king e8. To move: Ann');
});
