import { expect, it } from 'vitest';
import { choiceFor, readMoves } from './moves';

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
