import { expect, it } from 'vitest';
import type { EventFields, MatchEvent } from '../wire/messages';
import { soundsOf } from './tableSounds';

const event = (name: MatchEvent['event'], more: EventFields = {}): MatchEvent =>
  ({ seq: 1, at: 0, ...more, event: name }) as MatchEvent;

it('tells moves, captures, drops and checks apart', () => {
  const heard = (san: string) => soundsOf(event('made', { seat: 'A', san }), 'A');
  expect(['e4', 'exd5', 'N@f3', 'Qxf7#', 'P@h6+'].map(heard)).toEqual([
    ['move'],
    ['capture'],
    ['drop'],
    ['capture', 'check'],
    ['drop', 'check'],
  ]);
});

it('lets only the receiver hear a piece arrive', () => {
  const passed = event('passed', { seat: 'A', role: 'N' });
  expect(soundsOf(passed, 'b')).toEqual(['arrive']);
  for (const seat of ['A', 'a', 'B', undefined] as const) expect(soundsOf(passed, seat)).toEqual([]);
});
