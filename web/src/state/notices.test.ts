import { expect, it } from 'vitest';
import { boardState, matchState, seatState, snapshot } from '../../tests/support/messages';
import { noticesFor } from './notices';
import { bySeat } from './seats';
import { receive } from './view';

it('tells that a player is frozen until the clock has run down, and no longer', () => {
  const seats = bySeat((seat) =>
    seatState({ clock: 60_000, running: seat === 'A', frozen_until: seat === 'A' || seat === 'b' ? 50_000 : null }),
  );
  const view = receive(undefined, snapshot({ state: matchState({ seats }) }), 1000)!;
  const frozen = (now: number) =>
    noticesFor(view, 'a', now)
      .filter((one) => one.text === 'frozen')
      .map((one) => one.seat);
  expect(frozen(1000)).toEqual(['A', 'b']);
  expect(frozen(10_999)).toEqual(['A', 'b']);
  // White's clock has thawed White; the partner's stands still.
  expect(frozen(11_000)).toEqual(['b']);
  expect(frozen(99_000)).toEqual(['b']);
});

it('tells who wants a draw where all four must agree', () => {
  const told = (...wanting: string[]) => {
    const seats = bySeat((seat) => seatState({ wants_draw: wanting.includes(seat) }));
    const view = receive(undefined, snapshot({ state: matchState({ seats }) }), 1000)!;
    return noticesFor(view, 'a', 1000);
  };
  expect(told()).toEqual([]);
  expect(told('A')).toEqual([{ text: 'offerFour', seats: ['A'] }]);
  expect(told('A', 'b')).toEqual([{ text: 'agreedFour', seats: ['A', 'b'] }]);
});

it('tells nothing of stopped clocks and offers once the match is over', () => {
  const told = (phase: 'playing' | 'over') =>
    noticesFor(receive(undefined, snapshot({ state: matchState({ phase, stopped: true }) }), 1000)!, 'a', 1000);
  expect(told('playing')).toEqual([{ text: 'stopped' }]);
  expect(told('over')).toEqual([]);
});

it('tells whoever offers a draw that it is their own offer', () => {
  const state = matchState({ boards: { A: boardState({ offer: 'A' }), B: boardState() } });
  const told = (me: 'A' | 'a' | 'B') =>
    noticesFor(receive(undefined, snapshot({ state }), 1000)!, me, 1000).map((one) => one.text);
  expect(told('A')).toEqual(['offerOwn']);
  expect(told('a')).toEqual(['offer']);
  expect(told('B')).toEqual(['offerBeside']);
});

it('tells the arbiter and spectators on which board a draw is offered', () => {
  const state = matchState({ boards: { A: boardState({ offer: 'A' }), B: boardState({ offer: 'b' }) } });
  expect(noticesFor(receive(undefined, snapshot({ state }), 1000)!, undefined, 1000)).toEqual([
    { text: 'offerOn', seat: 'A', board: 'A' },
    { text: 'offerOn', seat: 'b', board: 'B' },
  ]);
});
