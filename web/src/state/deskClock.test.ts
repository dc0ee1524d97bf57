import { expect, it } from 'vitest';
import { nudged, readClock } from './deskClock';

it('nudges a clock from what it shows now, not from when a message last came', () => {
  const running = { left: 300_000, running: true, asOf: 1000 };
  expect(nudged(running, 14_300, 10_000)).toBe(296_700);
  expect(nudged(running, 14_300, -10_000)).toBe(276_700);
  expect(nudged({ ...running, running: false }, 14_300, 10_000)).toBe(310_000);
  expect(nudged({ ...running, left: 4000 }, 2000, -10_000)).toBe(0);
});

it('reads a clock as it is written, and nothing else', () => {
  expect(['4:30', ' 0:05.5 ', '120:00'].map(readClock)).toEqual([270_000, 5500, 7_200_000]);
  for (const wrong of ['270', '4:3', '4:60', '', 'soon', '-5', '4:30:10'])
    expect(readClock(wrong), wrong).toBeUndefined();
});
