import { expect, it } from 'vitest';
import { exchangeable, exchangeCommand, permitsAnyway, pick, placeFor } from './draft';
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

it('finds who changes places so that a team meets somebody, or has the bye', () => {
  const draft = round({ stage: 'draft', byes: [{ team: 5, kind: 'allocated', reasons: [] }] });
  // 1–2 and 3–4: if 1 is to meet 3, 2 and 3 change places.
  expect(placeFor(draft, 1, 3)).toEqual([2, 3]);
  expect(placeFor(draft, 1, 2)).toBeUndefined();
  expect(placeFor(draft, 1, 5)).toEqual([2, 5]);
  // 5 has the bye: it takes the place of 4, who then has it.
  expect(placeFor(draft, 5, 3)).toEqual([5, 4]);
  expect(placeFor(draft, 3, 'bye')).toEqual([3, 5]);
  expect(placeFor(draft, 5, 'bye')).toBeUndefined();
  expect(placeFor(round({ stage: 'draft' }), 3, 'bye')).toBeUndefined();
});
