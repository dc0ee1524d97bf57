import { expect, it } from 'vitest';
import { readPlacement, writePlacement } from './placement';

it('reads the initial position', () => {
  const board = readPlacement('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
  expect(board.size).toBe(32);
  expect(board.get('e1')).toEqual({ role: 'king', color: 'white' });
  expect(board.get('h7')).toEqual({ role: 'pawn', color: 'black' });
});

it('keeps the mark of a promoted pawn', () => {
  const board = readPlacement('Q~3k3/8/8/8/8/8/8/4K3');
  expect(board.get('a8')).toEqual({ role: 'queen', color: 'white', promoted: true });
  expect(board.get('e8')).toEqual({ role: 'king', color: 'black' });
});

it('writes what it reads', () => {
  for (const fen of ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR', 'Q~3k3/8/8/2p~5/8/8/8/q~3K2R']) {
    expect(writePlacement(readPlacement(fen))).toBe(fen);
  }
});
