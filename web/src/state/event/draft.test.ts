import { expect, it } from 'vitest';
import { exchangeable, exchangeCommand, permitsAnyway, pick } from './draft';
import { round } from '../../../tests/support/event';

it('exchanges two teams that are picked one after the other', () => {
  expect(pick(undefined, 3)).toEqual({ picked: 3 });
  expect(pick(3, 3)).toEqual({});
  expect(pick(3, 1)).toEqual({ exchange: [3, 1] });
});

it('lets those change places who play or have the bye, not those who sit out', () => {
  const draft = round({
    stage: 'draft',
    byes: [
      { team: 5, kind: 'allocated', reasons: [] },
      { team: 6, kind: 'sit-out', reasons: [] },
    ],
  });
  expect(exchangeable(draft)).toEqual([1, 2, 3, 4, 5]);
});

it('offers "anyway" just where the core permits it', () => {
  expect(permitsAnyway('met-before')).toBe(true);
  expect(permitsAnyway('second-bye')).toBe(true);
  expect(permitsAnyway('not-once')).toBe(false);
  expect(exchangeCommand([1, 2], true)).toEqual({ command: 'exchange', one: 1, other: 2, anyway: true });
});
