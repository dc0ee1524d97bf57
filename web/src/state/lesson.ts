// What bughouse is, in nine pictures: positions of both boards, what was just played, and what crosses between them.

import type { Seat } from './seats';

export interface Scene {
  /** Which text. */
  text: string;
  fens: { A: string; B: string };
  last?: { A?: string; B?: string };
  check?: { A?: string };
  stocks: Partial<Record<Seat, string>>;
  /** A captured piece that goes from a square to the partner's stock. */
  flight?: { from: Seat; square: string; role: 'pawn' | 'knight' };
  /** Who waits on purpose. */
  sits?: Seat;
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const A_OPEN = 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR';
const A_TAKEN = 'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR';
const B_OPEN = 'rnbqkbnr/pppp1ppp/4p3/8/2PP4/8/PP2PPPP/RNBQKBNR';
const B_DROPPED = 'rnbqkbnr/pppp1ppp/4p3/8/2PPp3/8/PP2PPPP/RNBQKBNR';
const A_LATE = '3r2rk/6pp/8/8/8/8/5PPP/6K1';
const A_MATE = '3r2rk/5Npp/8/8/8/8/5PPP/6K1';
const B_LATE = 'r1bqkb1r/pppp1ppp/2n5/4p3/4n3/2N5/PPPP1PPP/R1BQKB1R';
const B_LATE_TAKEN = 'r1bqkb1r/pppp1ppp/2n5/4p3/8/2n5/PPPP1PPP/R1BQKB1R';

export const SCENES: Scene[] = [
  { text: 'teams', fens: { A: START, B: START }, stocks: {} },
  { text: 'start', fens: { A: A_OPEN, B: B_OPEN }, last: { A: 'd7d5', B: 'c2c4' }, stocks: {} },
  {
    text: 'capture',
    fens: { A: A_TAKEN, B: B_OPEN },
    last: { A: 'e4d5', B: 'c2c4' },
    stocks: { b: 'P' },
    flight: { from: 'A', square: 'd5', role: 'pawn' },
  },
  { text: 'drop', fens: { A: A_TAKEN, B: B_DROPPED }, last: { A: 'e4d5', B: 'P@e4' }, stocks: {} },
  { text: 'clocks', fens: { A: A_TAKEN, B: B_DROPPED }, last: { A: 'e4d5', B: 'P@e4' }, stocks: {} },
  { text: 'sit', fens: { A: A_LATE, B: B_LATE }, last: { A: 'e8d8', B: 'f6e4' }, stocks: {}, sits: 'A' },
  {
    text: 'arrives',
    fens: { A: A_LATE, B: B_LATE_TAKEN },
    last: { A: 'e8d8', B: 'e4c3' },
    stocks: { A: 'N' },
    flight: { from: 'b', square: 'c3', role: 'knight' },
    sits: 'A',
  },
  {
    text: 'mate',
    fens: { A: A_MATE, B: B_LATE_TAKEN },
    last: { A: 'N@f7', B: 'e4c3' },
    check: { A: 'h8' },
    stocks: {},
  },
  { text: 'end', fens: { A: A_MATE, B: B_LATE_TAKEN }, last: { A: 'N@f7', B: 'e4c3' }, check: { A: 'h8' }, stocks: {} },
];
