import { expect, it } from 'vitest';
import { Names } from './names';
import { pairing, view } from '../../../tests/support/event';

it('calls teams and players by name, also by pairing number', () => {
  const names = new Names(view());
  expect(names.numbered(3)).toBe('Castle 1');
  expect(names.numbered(9)).toBe('9');
  expect(names.side(pairing(1, 1, 2).sides[0])).toBe('Rooks & Co');
  expect(names.pair(pairing(1, 1, 2).sides[1])).toBe('P3 & P4');
  expect(names.teamOf(5)?.name).toBe('Castle 1');
});

it('calls two who play together for a round by both names', () => {
  const names = new Names(view());
  const side = { boards: [1, 4] as [number, number] };
  expect(names.side(side)).toBe('P1 & P4');
  expect(names.saysWho(side)).toBe(true);
  expect(names.saysWho(pairing(1, 1, 2).sides[0])).toBe(false);
});
