import { expect, it } from 'vitest';
import { against, byOpponent, inOrder, isOpen, meetText, pointsOf } from './cross';
import type { Cell, CrossRow } from '../../wire/event';
import { pairing, round } from '../../../tests/support/event';

const cell = (opponent: number, points: number): Cell => ({
  met: { played: { opponent, colour: 'white' } },
  match_points: points,
  game_points: points * 2,
  boards: [],
});
const row = (number: number, cells: Cell[]): CrossRow => ({ number, team: number, name: String(number), cells });

it('writes a round in few signs', () => {
  expect(meetText(cell(4, 1).met)).toBe('4');
  expect(meetText({ forfeit: { opponent: 4, colour: 'black', won: false } })).toBe('4−');
  expect(meetText('bye')).toBe('○');
  expect(meetText('nothing')).toBe('–');
});

it('finds both matches against an opponent', () => {
  const one = row(1, [cell(2, 1), cell(3, 0), cell(2, 0.5)]);
  expect(against(one, 2).map((found) => pointsOf(found, 'match'))).toEqual([1, 0.5]);
  expect(against(one, 3).map((found) => pointsOf(found, 'games'))).toEqual([0]);
});

it('has opponents as columns only where all meet and paper is wide enough', () => {
  expect(byOpponent('round-robin', 8)).toBe(true);
  expect(byOpponent('swiss', 8)).toBe(false);
  expect(byOpponent('double-round-robin', 30)).toBe(false);
});

it('has the leader on top', () => {
  const rows = [row(1, []), row(2, []), row(3, [])];
  expect(inOrder(rows, [{ number: 3 }, { number: 1 }, { number: 2 }]).map((one) => one.number)).toEqual([3, 1, 2]);
});

it('writes nothing for a match that is still played', () => {
  const outcome = { score: [1, 0] as [number, number], how: 'played' as const, source: 'desk' as const };
  const over = pairing(2, 3, 4, { legs: [{ white: 'second', kind: 'regular', outcome }] });
  const rounds = [round({ pairings: [pairing(1, 1, 2), over] })];
  expect([1, 2, 3, 4].map((team) => isOpen(rounds, row(team, []), 0))).toEqual([true, true, false, false]);
  expect(isOpen(rounds, row(1, []), 1)).toBe(false);
});
