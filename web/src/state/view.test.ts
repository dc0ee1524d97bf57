import { expect, it } from 'vitest';
import { matchState as state, mayMove, snapshot } from '../../tests/support/messages';
import { playerOf, receive } from './view';

it('takes a snapshot and then updates', () => {
  const first = receive(undefined, snapshot(), 100);
  expect(first?.clocks.A).toEqual({ left: 300_000, running: true, asOf: 100 });
  const second = receive(
    first,
    {
      type: 'update',
      seq: 5,
      now: 10,
      state: state(),
      you: mayMove('e2e4'),
      events: [{ seq: 4, at: 9, event: 'made', seat: 'A', uci: 'd2d4', san: 'd4', number: 1 }],
      moves: [{ place: 0, seat: 'A', number: 1, san: 'd4', uci: 'd2d4', at: 9 }],
    },
    200,
  );
  expect(second?.moves.map((move) => move.san)).toEqual(['d4']);
  expect(second?.seq).toBe(5);
  expect(second && playerOf(second.you)?.moves).toBe('e2e4');
});

it('lets no clock run while the table waits for everybody to come back', () => {
  expect(receive(undefined, snapshot({ state: state({ held: true }) }), 0)?.clocks.A.running).toBe(false);
});

it('keeps the log over a reconnection without doubling it', () => {
  const event = (seq: number) => ({ seq, at: seq, event: 'resumed' }) as const;
  const first = receive(undefined, snapshot({ seq: 2, events: [event(1), event(2)] }), 0);
  const again = receive(first, snapshot({ seq: 4, events: [event(3), event(4)] }), 0);
  expect(again?.log.map((one) => one.seq)).toEqual([1, 2, 3, 4]);
});

it('keeps the newest line of the log when nothing happened while the line was lost', () => {
  const event = (seq: number) => ({ seq, at: seq, event: 'resumed' }) as const;
  const first = receive(undefined, snapshot({ seq: 2, events: [event(1), event(2)] }), 0);
  expect(receive(first, snapshot({ seq: 2, events: [] }), 0)?.log.map((one) => one.seq)).toEqual([1, 2]);
  // Nor when what happened may not be known here.
  expect(receive(first, snapshot({ seq: 3, events: [] }), 0)?.log.map((one) => one.seq)).toEqual([1, 2]);
});
