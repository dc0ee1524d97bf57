// A phone's lines open one after the other.

import { expect, it, vi } from 'vitest';
import type { ToClient, ToServer } from '../../wire/messages';
import type { Seat } from '../seats';
import { DoubleClock } from './clock.svelte';

interface Line {
  sent: ToServer[];
  opens(): void;
  hears(message: ToClient): void;
}

const lines = vi.hoisted(() => new Map<string, Line>());

vi.mock('../../wire/seatLine', () => ({
  SeatLine: class {
    sent: ToServer[] = [];
    #open = false;

    constructor(
      _match: string,
      readonly seat: Seat,
      _secret: string,
      readonly listener: { message(from: Seat, message: ToClient): void },
    ) {
      lines.set(seat, this);
    }

    opens(): void {
      this.#open = true;
      this.hears({ type: 'welcome', command: 0 } as ToClient);
    }

    hears(message: ToClient): void {
      this.listener.message(this.seat, message);
    }

    send(message: ToServer): void {
      if (this.#open) this.sent.push(message);
    }

    open(): void {}
    close(): void {}
    look(): void {}
  },
}));

it('tells that its players are ready on a line that opens after the tap too, until they are not', () => {
  const clock = new DoubleClock('m', ['A'], { A: 'x', a: 'x', B: 'x', b: 'x' });
  const [white, black] = [lines.get('A')!, lines.get('a')!];
  white.opens();
  clock.want('ready', true);
  black.opens();
  for (const line of [white, black]) expect(line.sent).toContainEqual({ type: 'ready', on: true });
  clock.want('ready', false);
  black.sent = [];
  black.opens();
  expect(black.sent).not.toContainEqual({ type: 'ready', on: true });
  clock.close();
});

it('comes back to a server that stops, and is no clock any more once another phone is', () => {
  const clock = new DoubleClock('m', ['A'], { A: 'x', a: 'x', B: 'x', b: 'x' });
  const line = lines.get('A')!;
  line.hears({ type: 'bye', code: 'stopping', why: 'stopping', reason: 'The server stops.' } as ToClient);
  expect(clock.bye).toBeUndefined();
  line.hears({ type: 'bye', code: 'replaced', why: 'seat_elsewhere', reason: 'Elsewhere.' } as ToClient);
  expect(clock.bye?.code).toBe('replaced');
  // What is pressed here now is nobody's press, and is not told later.
  expect(clock.act('A', { do: 'press' })).toBe(false);
  expect(clock.waiting).toBe(0);
  clock.close();
});
