// Clock readings: what a clock shows now, and how that is written.

export interface ClockReading {
  /** Milliseconds left at `asOf`. */
  left: number;
  running: boolean;
  /** The page's own time (performance.now) at which the reading was right. */
  asOf: number;
}

/** Tenths appear below this. */
export const LOW_TIME = 20_000;

export function leftNow(reading: ClockReading, now: number): number {
  return reading.running ? Math.max(0, reading.left - Math.max(0, now - reading.asOf)) : reading.left;
}

/** `4:12`, and `0:19.8` when time is low. Rounded down: a clock never promises time it hasn't. */
export function clockText(left: number): string {
  const clamped = Math.max(0, left);
  const minutes = Math.floor(clamped / 60_000);
  const seconds = Math.floor((clamped % 60_000) / 1000);
  const whole = `${minutes}:${String(seconds).padStart(2, '0')}`;
  return clamped < LOW_TIME ? `${whole}.${Math.floor((clamped % 1000) / 100)}` : whole;
}

/** A moment since the start, for logs: `0:07`, `12:40`. */
export function momentText(at: number): string {
  const seconds = Math.floor(Math.max(0, at) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `+0:24` or `−1:03`: my clock against my partner's opponent's. */
export function diagonalText(mine: number, theirs: number): string {
  const difference = Math.trunc((mine - theirs) / 1000);
  const size = Math.abs(difference);
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  return `${sign}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
}

/** `0:04:12`-like words are for eyes; a screen reader gets whole seconds. */
export function spokenSeconds(left: number): { minutes: number; seconds: number } {
  const total = Math.floor(Math.max(0, left) / 1000);
  return { minutes: Math.floor(total / 60), seconds: total % 60 };
}
