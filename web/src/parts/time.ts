// A time control as servers write it: `5 min`, `3+2`, `5 min, Bronstein 3 s`.

import type { TimeControl } from '../wire/messages';

const MINUTE = 60_000;
const seconds = (millis: number): number => Math.round(millis / 100) / 10;
const lengthText = (millis: number): string =>
  millis % MINUTE === 0 ? `${millis / MINUTE} min` : `${seconds(millis)} s`;

export function timeText(time: TimeControl): string {
  if (time.delay) return `${lengthText(time.base)}, Bronstein ${seconds(time.delay)} s`;
  if (!time.increment) return lengthText(time.base);
  return time.base % MINUTE === 0
    ? `${time.base / MINUTE}+${seconds(time.increment)}`
    : `${lengthText(time.base)} + ${seconds(time.increment)} s`;
}
