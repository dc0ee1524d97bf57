import { expect, it } from 'vitest';
import { Lifeline, LOOK_EVERY, type Pulse } from './lifeline';

/** Looks as a page does whose timers are on time; `answers` tells whether a ping comes back. */
function watch(line: Lifeline, from: number, to: number, answers: boolean): { at: number; pulse: Pulse }[] {
  const changes: { at: number; pulse: Pulse }[] = [];
  for (let now = from; now <= to; now += LOOK_EVERY) {
    const { pulse, ping } = line.look(now);
    if (changes.at(-1)?.pulse !== pulse) changes.push({ at: now, pulse });
    if (ping && answers) line.answered(now + 30);
  }
  return changes;
}

it('stays fine for as long as pings are answered', () => {
  const line = new Lifeline(0);
  line.answered(50);
  expect(watch(line, 500, 3_600_000, true)).toEqual([{ at: 500, pulse: 'fine' }]);
});

it('is doubted within 8 seconds of a silent loss, and given up soon after', () => {
  // The loss may come at any moment between two pings.
  for (let loss = 0; loss < 3000; loss += 100) {
    const line = new Lifeline(0);
    line.answered(0);
    watch(line, 0, loss, true);
    const changes = watch(line, loss + 1, loss + 20_000, false);
    const after = (pulse: Pulse) => changes.find((one) => one.pulse === pulse)!.at - loss;
    expect(after('doubtful')).toBeLessThanOrEqual(8000);
    expect(after('doubtful')).toBeGreaterThan(3000);
    expect(after('dead')).toBeLessThanOrEqual(11_000);
  }
});

it('is fine again when the answer comes late', () => {
  const line = new Lifeline(0);
  line.answered(0);
  expect(watch(line, 500, 8000, false).at(-1)?.pulse).toBe('doubtful');
  line.answered(8100);
  expect(line.look(8500).pulse).toBe('fine');
});

it('gives up an attempt that nobody answers at all', () => {
  expect(watch(new Lifeline(0), 0, 20_000, false).map(({ at, pulse }) => `${pulse} ${at}`)).toEqual([
    'fine 0',
    'doubtful 4000',
    'dead 7000',
  ]);
});

it('is not cut where timers are slow and answers come', () => {
  // A hidden tab: one look a minute, and now and then the tab sleeps for an hour with a ping on its way.
  const line = new Lifeline(0);
  line.answered(0);
  let now = 0;
  for (let look = 0; look < 200; look += 1) {
    now += look % 10 === 9 ? 3_600_000 : 60_000;
    const { pulse, ping } = line.look(now);
    expect(pulse).toBe('fine');
    // The answer lies ready, but this look came before it.
    if (look % 10 === 8) continue;
    if (ping || look % 10 === 9) line.answered(now + 20);
  }
});

it('asks at once when somebody looks again, and counts from then', () => {
  const line = new Lifeline(0);
  line.answered(0);
  expect(line.wake(1000)).toBe(true);
  expect(line.wake(1000)).toBe(false);
  expect(watch(line, 1500, 20_000, false).map(({ at, pulse }) => `${pulse} ${at}`)).toEqual([
    'fine 1500',
    'doubtful 5000',
    'dead 8000',
  ]);
});
