// A phone's lines open one after the other.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToClient, ToServer } from '../../wire/messages';
import { SEATS, type Seat } from '../seats';
import { boardsKept, DoubleClock, staysFor } from './clock.svelte';

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

it('lies as it lay after a reload and in the match that follows, where whoever sits there has the other colour', () => {
  const secrets = { A: 'x', a: 'x', B: 'x', b: 'x' };
  const clock = new DoubleClock('lies', ['B'], secrets);
  clock.turn();
  clock.close();
  const again = new DoubleClock('lies', boardsKept('lies')!, secrets);
  expect([again.boards, again.turned]).toEqual([['B'], true]);
  again.close();
  staysFor('next', again.boards, !again.turned);
  const next = new DoubleClock('next', boardsKept('next')!, secrets);
  expect([next.boards, next.turned, next.knowsTime]).toEqual([['B'], false, false]);
  next.close();
});

/** What the server tells of board 1, whose White is on move; somebody may be frozen. */
function stands(clock: number, until: number | null): object {
  const seat = (name: Seat) => ({ clock, running: name === 'A', frozen_until: name === 'A' ? until : null });
  const board = { running: 'white', turn: 'white', on_move_for: 0 };
  const seats = Object.fromEntries(SEATS.map((name) => [name, seat(name)]));
  return { phase: 'playing', held: false, seats, boards: { A: board, B: board } };
}

it('switches nothing while a player is frozen, and says why by which article', () => {
  const clock = new DoubleClock('m', ['A'], { A: 'x', a: 'x', B: 'x', b: 'x' });
  const [white, black] = [lines.get('A')!, lines.get('a')!];
  for (const line of [white, black]) line.opens();
  const match = { time: { base: 60_000, increment: 0, delay: 0 } };
  for (const line of [white, black])
    line.hears({ type: 'snapshot', now: 0, match, people: {}, state: stands(60_000, null), you: {} } as never);
  // The server's time is the phone's, by a few pings.
  const begun = performance.now();
  const now = () => Math.round(performance.now() - begun);
  while (!clock.knowsTime) {
    vi.advanceTimersByTime(100);
    const ping = white.sent.findLast((one) => one.type === 'ping')!;
    white.hears({ type: 'pong', sent: ping.sent, now: now() } as ToClient);
  }
  const frozen = { event: 'frozen', seat: 'A', until: 50_000, article: 'sscr 9.4' };
  white.hears({ type: 'update', now: now(), state: stands(60_000, 50_000), events: [frozen], you: {} } as never);
  expect(clock.press('A', performance.now())).toBe(false);
  expect(clock.face('A')!.running).toBe('A');
  expect(clock.waiting).toBe(0);
  const why = { code: 'frozen_until', values: { clock: '50' }, article: 'sscr 9.4' };
  expect(clock.refusal).toMatchObject({ seat: 'A', why });
  // A finger that was quicker than the end of it is refused too; the next one is not.
  vi.advanceTimersByTime(10_050);
  expect(clock.press('A', performance.now() - 200)).toBe(false);
  expect(clock.press('A', performance.now())).toBe(true);
  expect(clock.refusal).toBeUndefined();
  expect(clock.face('A')!.running).toBe('a');
  clock.close();
});
