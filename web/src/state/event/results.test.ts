import { expect, it } from 'vitest';
import { entered, forfeit, resultCommand, stands } from './results';
import { offered, penaltyOf } from './penalties';
import type { GrantedPenalty, Leg, Outcome, PenaltyName } from '../../wire/event';

const leg: Leg = { white: 'first', kind: 'regular' };
const won: Outcome = { score: [1, 0], how: 'played', source: 'desk' };
const place = { round: 2, table: 4, leg: 0 };

it('enters a first result and corrects another one', () => {
  expect(resultCommand(place, leg, { match: [1, 0] }).command).toBe('result');
  expect(resultCommand(place, { ...leg, outcome: won }, { match: [0, 1] })).toEqual({
    command: 'correct',
    ...place,
    entered: { match: [0, 1] },
  });
});

it('waits for both games where both count', () => {
  expect(entered([[1, 0], undefined])).toBeUndefined();
  expect(
    entered([
      [1, 0],
      [0.5, 0.5],
    ]),
  ).toEqual({
    games: [
      [1, 0],
      [0.5, 0.5],
    ],
  });
});

it('knows which result stands', () => {
  expect(stands(won, { match: [1, 0] })).toBe(true);
  expect(stands(won, { match: [0, 1] })).toBe(false);
  expect(stands(won, forfeit('first'))).toBe(false);
  expect(stands({ ...won, how: 'forfeit' }, forfeit('first'))).toBe(true);
  expect(stands({ ...won, how: 'ruled' }, { match: [1, 0] })).toBe(false);
  expect(stands(undefined, { match: [1, 0] })).toBe(false);
});

it('makes penalties only of what they need', () => {
  expect(penaltyOf('loss', 'first', undefined, undefined)).toBeUndefined();
  expect(penaltyOf('loss', 'first', 0.5, undefined)).toEqual({ penalty: 'loss', side: 'first', opponents: 0.5 });
  expect(penaltyOf('result', 'first', 1, undefined)).toBeUndefined();
  expect(penaltyOf('both-lose', 'first', undefined, undefined)).toEqual({ penalty: 'both-lose' });
  const all: PenaltyName[] = ['loss', 'both-lose', 'result', 'again', 'fewer', 'raised'];
  expect(all.map((one) => penaltyOf(one, 'second', 1, 0)?.penalty)).toEqual(all);
});

it('offers what the book gives, and changes of points once there are some', () => {
  const penalties: GrantedPenalty[] = [
    { penalty: 'loss', article: 'sscr 8.6', after_result: false },
    { penalty: 'fewer', article: 'sscr 9.4', after_result: true },
  ];
  const names = (one: Leg) => offered({ penalties }, one).map((granted) => granted.penalty);
  expect(names(leg)).toEqual(['loss']);
  expect(names({ ...leg, outcome: won })).toEqual(['loss', 'fewer']);
  expect(offered({}, leg)).toEqual([]);
});
