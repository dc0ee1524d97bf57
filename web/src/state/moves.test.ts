import { expect, it } from 'vitest';
import { choiceFor, openChoice, readMoves } from './moves';
import { readPlacement } from './placement';

it('sorts walks and drops', () => {
  const moves = readMoves('e2e4 e2e3 N@f3 N@f6 P@e5');
  expect(moves.walks.get('e2')).toEqual(['e4', 'e3']);
  expect(moves.drops.get('knight')).toEqual(['f3', 'f6']);
  expect(moves.drops.get('queen')).toBeUndefined();
});

it('asks what a pawn becomes', () => {
  expect(choiceFor(readMoves('e7e8q e7e8n'), 'e7', 'e8')).toEqual({
    kind: 'role',
    from: 'e7',
    to: 'e8',
    roles: ['queen', 'knight'],
  });
});

it('asks for the square of the other board', () => {
  const choice = choiceFor(readMoves('e7e8qd1 e7e8na6'), 'e7', 'e8');
  expect(choice).toMatchObject({ kind: 'take' });
  expect(choice?.kind === 'take' && [...choice.squares]).toEqual([
    ['d1', 'queen'],
    ['a6', 'knight'],
  ]);
});

it('sends a pawn that finds nothing as it is, and nothing that is not legal', () => {
  expect(choiceFor(readMoves('e7e8'), 'e7', 'e8')).toEqual({ kind: 'plain', uci: 'e7e8' });
  expect(choiceFor(readMoves('e2e4'), 'e2', 'e5')).toBeUndefined();
});

it('lets hands do anything with a pawn on the last rank', () => {
  const pawn = { role: 'pawn', color: 'white' } as const;
  expect(openChoice('e7', 'e8', pawn, undefined)).toMatchObject({
    kind: 'role',
    roles: ['queen', 'knight', 'rook', 'bishop'],
  });
  expect(openChoice('e6', 'e7', pawn, undefined)).toBeUndefined();
  expect(openChoice('e7', 'e8', { role: 'rook', color: 'white' }, undefined)).toBeUndefined();
  const choice = openChoice('e7', 'e8', pawn, readPlacement('r3k3/8/8/8/8/8/P7/3QK3'));
  // A piece of one's own colour on the other board, or plainly a role, as in an illegal promotion.
  expect(choice?.kind === 'take' && [...choice.squares]).toEqual([['d1', 'queen']]);
  expect(choice?.roles).toHaveLength(4);
});
