// A phone's lines open one after the other.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToClient, ToServer } from '../../wire/messages';
import type { Seat } from '../seats';
import { DoubleClock } from './clock.svelte';

interface Line {
  sent: ToServer[];
  opens(): void;
  hears(message: ToClient): void;
  breaks(moves: boolean): void;
  alive: boolean;
  renewed: number;
}

const lines = vi.hoisted(() => new Map<string, Line>());

vi.mock('../../wire/seatLine', () => ({
  SeatLine: class {
    sent: ToServer[] = [];
    alive = true;
    renewed = 0;
    #open = false;

    constructor(
      _match: string,
      readonly seat: Seat,
      _secret: string,
      readonly listener: { message(from: Seat, message: ToClient): void; lost(from: Seat, moves: boolean): void },
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

    breaks(moves: boolean): void {
      this.#open = false;
      this.listener.lost(this.seat, moves);
    }

    open(): void {}
    close(): void {}
    look(): boolean {
      return this.alive;
    }
    renew(): void {
      this.renewed += 1;
    }
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Both lines have opened: the server shows the table, and answers the first line until the phone knows the time. */
function link(clock: DoubleClock, white: Line, black: Line): void {
  const snapshot = { type: 'snapshot', now: 0, you: {}, match: {}, people: {}, state: { held: false } };
  for (const line of [white, black]) line.hears(snapshot as unknown as ToClient);
  for (let looks = 0; looks < 100 && !clock.linked; looks += 1) {
    for (const said of white.sent.splice(0))
      if (said.type === 'ping') white.hears({ type: 'pong', sent: said.sent, now: Math.round(performance.now()) });
    vi.advanceTimersByTime(40);
  }
}

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

it('comes back where that is of use, and is no clock any more once another phone is', () => {
  const clock = new DoubleClock('m', ['A'], { A: 'x', a: 'x', B: 'x', b: 'x' });
  const line = lines.get('A')!;
  for (const code of ['stopping', 'moving', 'idle'])
    line.hears({ type: 'bye', code, why: code, reason: 'Not for good.' } as ToClient);
  expect(clock.bye).toBeUndefined();
  line.hears({ type: 'bye', code: 'replaced', why: 'seat_elsewhere', reason: 'Elsewhere.' } as ToClient);
  expect(clock.bye?.code).toBe('replaced');
  // What is pressed here now is nobody's press, and is not told later.
  expect(clock.act('A', { do: 'press' })).toBe(false);
  expect(clock.waiting).toBe(0);
  clock.close();
});

it('says that its match goes to another machine, until it is lost or linked again', () => {
  const clock = new DoubleClock('moved', ['A'], { A: 'x', a: 'x', B: 'x', b: 'x' });
  const [white, black] = [lines.get('A')!, lines.get('a')!];
  white.breaks(true);
  black.breaks(true);
  expect(clock.moves).toBe(true);
  black.breaks(false);
  expect(clock.moves).toBe(false);
  white.breaks(true);
  for (const line of [white, black]) line.opens();
  expect(clock.moves).toBe(true);
  link(clock, white, black);
  expect(clock.linked).toBe(true);
  expect(clock.moves).toBe(false);
  clock.close();
});

it('leaves all of its lines when the one that it asks is dead', () => {
  const clock = new DoubleClock('dead', ['A'], { A: 'x', a: 'x', B: 'x', b: 'x' });
  const [white, black] = [lines.get('A')!, lines.get('a')!];
  clock.look();
  expect(black.renewed).toBe(0);
  white.alive = false;
  clock.look();
  expect(black.renewed).toBe(1);
  clock.close();
});
