import { expect, it } from 'vitest';
import { latencyText } from './time';

it('tells how long the line takes in the room that is kept for it', () => {
  expect(latencyText(0.2, 'en')).toBe('1 ms');
  expect(latencyText(34.6, 'en')).toBe('35 ms');
  expect(latencyText(999, 'en')).toBe('999 ms');
  expect(latencyText(1157, 'en')).toBe('1.2 s');
  expect(latencyText(1157, 'nl')).toBe('1,2 s');
  expect(latencyText(14_300, 'cs')).toBe('14 s');
  for (const millis of [1, 999, 999.6, 9949, 9950, 99_000]) {
    expect(latencyText(millis, 'de').length).toBeLessThanOrEqual(6);
  }
});
