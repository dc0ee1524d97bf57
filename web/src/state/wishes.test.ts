import { beforeEach, expect, it } from 'vitest';
import { matchState, mayMove, snapshot } from '../../tests/support/messages';
import type { MatchEvent, People, ToClient, YouSeat } from '../wire/messages';
import { bySeat, type Seat } from './seats';
import { Wishes } from './wishes';

const you = (move?: string): YouSeat => ({ ...mayMove(''), ahead: { article: 'asten 9', ...(move ? { move } : {}) } });
const people = (away: Seat[], substitute: People['substitute'] = null): People =>
  ({ seats: bySeat((seat) => ({ connected: !away.includes(seat), bot: null })), substitute }) as unknown as People;
const comes = (seq: number, move?: string, events: MatchEvent[] = []): ToClient =>
  snapshot({ seq, you: you(move), events, people: people([]) });
const update = (seq: number, move?: string): ToClient =>
  ({ type: 'update', seq, now: 0, state: matchState(), you: you(move), events: [] }) as unknown as ToClient;
const event = (seq: number, what: 'said' | 'made'): MatchEvent =>
  ({ seq, at: 0, event: what, seat: 'B' }) as MatchEvent;

let wishes: Wishes;
beforeEach(() => {
  wishes = new Wishes('A');
  expect(wishes.heard(comes(3))).toEqual([]);
});

it('sets a move again at a machine that does not know it, and not where it is known', () => {
  wishes.ahead(7, 'e2e4');
  wishes.heard(update(4, 'e2e4'));
  expect(wishes.heard(comes(4, 'e2e4'))).toEqual([]);
  expect(wishes.heard(comes(4))).toEqual([{ type: 'ahead', id: 7, move: 'e2e4' }]);
  // And at the next one, also if the line breaks before that has told that it knows.
  expect(wishes.heard(comes(5, undefined, [event(5, 'said')]))).toEqual([{ type: 'ahead', id: 7, move: 'e2e4' }]);
});

it('does not set again what was made, cancelled, refused or set otherwise', () => {
  wishes.ahead(1, 'e2e4');
  wishes.heard(update(4, 'e2e4'));
  wishes.heard(update(5));
  expect(wishes.heard(comes(5)), 'made, or cancelled by a ruling').toEqual([]);

  wishes.ahead(2, 'e2e4');
  wishes.heard({ type: 'why', id: 2, why: { code: 'x' } } as unknown as ToClient);
  expect(wishes.heard(comes(5)), 'refused').toEqual([]);

  wishes.ahead(3, 'e2e4');
  wishes.heard(update(5, 'e2e4'));
  wishes.ahead(4, null);
  expect(wishes.heard(comes(5)), 'cancelled').toEqual([]);

  wishes.ahead(5, 'e2e4');
  wishes.heard(update(5, 'e2e4'));
  expect(wishes.heard(comes(5, 'd2d4')), 'another window').toEqual([]);
  expect(wishes.heard(comes(5))).toEqual([]);
});

it('does not set again what the match has left behind', () => {
  wishes.ahead(1, 'e2e4');
  wishes.heard(update(4, 'e2e4'));
  expect(wishes.heard(comes(5, undefined, [event(5, 'made')]))).toEqual([]);
  expect(wishes.heard(comes(5))).toEqual([]);
});

it('says what was changed while nobody heard it', () => {
  wishes.ahead(1, 'e2e4');
  wishes.heard(update(4, 'e2e4'));
  wishes.ahead(2, null);
  expect(wishes.heard(comes(4, 'e2e4')), 'cancelled').toEqual([{ type: 'ahead', id: 2, move: null }]);
  wishes.ahead(3, 'd2d4');
  expect(wishes.heard(comes(4, 'e2e4')), 'another').toEqual([{ type: 'ahead', id: 3, move: 'd2d4' }]);
  wishes.ahead(4, 'c2c4');
  const late = comes(5, 'd2d4', [event(5, 'made')]);
  expect(wishes.heard(late), 'another, too late').toEqual([{ type: 'ahead', id: 4, move: null }]);
});

const proposed = { seat: 'b', bot: '5', agreed: ['A'] } as People['substitute'];
const table = (told: People): ToClient => snapshot({ seq: 3, people: told });

it('wants a bot again as soon as all others are there to agree', () => {
  wishes.substitute('b', '5');
  wishes.heard({ type: 'people', people: people(['b'], proposed) });
  expect(wishes.heard(table(people(['b'], proposed))), 'known').toEqual([]);
  expect(wishes.heard(table(people(['b', 'a'])))).toEqual([]);
  const again = wishes.heard({ type: 'people', people: people(['b']) });
  expect(again).toEqual([{ type: 'substitute', seat: 'b', bot: '5' }]);
  expect(wishes.heard({ type: 'people', people: people(['b']) }), 'once').toEqual([]);
});

it.each([
  ['whoever left is back', () => wishes.heard(table(people([])))],
  ['somebody is against it', () => wishes.heard({ type: 'people', people: people(['b']) })],
  ['one is against it oneself', () => wishes.substitute('b', null)],
  ['the table says why not', () => wishes.heard({ type: 'notice', seat: 'b', code: 'not_yet', detail: '' })],
  ['the match is over', () => wishes.heard(snapshot({ people: people(['b']), state: matchState({ phase: 'over' }) }))],
])('wants no bot any more when %s', (_, happens) => {
  wishes.substitute('b', '5');
  wishes.heard({ type: 'people', people: people(['b'], proposed) });
  happens();
  expect(wishes.heard(table(people(['b'])))).toEqual([]);
});
