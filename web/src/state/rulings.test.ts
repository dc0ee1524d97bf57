import { expect, it } from 'vitest';
import { rulingOf, type Told } from './rulings';

const told: Told = {
  seat: 'b',
  seconds: 5,
  boards: 'A',
  reason: '',
  board: 'B',
  result: '0-1',
  team: 2,
  points: -0.5,
  why: '',
};

it('asks for just what a ruling needs', () => {
  expect(rulingOf({ do: 'warn' }, told)).toEqual({ do: 'warn', seat: 'b' });
  expect(rulingOf({ do: 'freeze' }, told)).toEqual({ do: 'freeze', seat: 'b', millis: 5000 });
  expect(rulingOf({ do: 'restart' }, told)).toEqual({ do: 'restart', boards: 'A' });
  expect(rulingOf({ do: 'restart' }, { ...told, reason: 'clock' })).toEqual({
    do: 'restart',
    boards: 'A',
    reason: 'clock',
  });
  expect(rulingOf({ do: 'result' }, told)).toEqual({ do: 'result', board: 'B', result: '0-1' });
  expect(rulingOf({ do: 'points' }, { ...told, points: 0 })).toEqual({ do: 'points', team: 2, points: 0 });
  expect(rulingOf({ do: 'stop' }, told)).toEqual({ do: 'stop' });
});

it('makes no ruling of a number that was emptied', () => {
  expect(rulingOf({ do: 'points' }, { ...told, points: null })).toBeUndefined();
  expect(rulingOf({ do: 'points' }, { ...told, points: Number.NaN })).toBeUndefined();
  expect(rulingOf({ do: 'freeze' }, { ...told, seconds: null })).toBeUndefined();
});

it('makes none of nobody', () => {
  expect(rulingOf({ do: 'forfeit' }, { ...told, seat: '' })).toBeUndefined();
  expect(rulingOf({ do: 'exclude' }, { ...told, team: '' })).toBeUndefined();
  expect(rulingOf({ do: 'result' }, { ...told, board: '' })).toBeUndefined();
});
