// Times in words: a time control as servers write it (`5 min`, `3+2`, `5 min, Bronstein 3 s`), and how long the line takes.

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

/** How long an answer takes, never longer than six characters: `35 ms`, `1.2 s`, `14 s`. */
export function latencyText(millis: number, lang: string): string {
  const whole = Math.max(1, Math.round(millis));
  if (whole < 1000) return `${whole} ms`;
  const digits = { maximumFractionDigits: whole < 9950 ? 1 : 0, useGrouping: false };
  return `${(whole / 1000).toLocaleString(lang, digits)} s`;
}
