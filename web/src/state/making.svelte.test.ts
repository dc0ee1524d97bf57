import { flushSync } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { boardState, matchState, mayMove, snapshot } from '../../tests/support/messages';
import type { Act, BoardState, ToClient } from '../wire/messages';
import { Making } from './making.svelte';
import { placesAround } from './seats';
import { receive, type TableView } from './view';

const PAWN = '7k/4P3/8/8/8/8/8/K7';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const BECOMES = 'e7e8q e7e8n a1a2';
const TAKES = 'e7e8qd1 e7e8nb1 e7e8ng1';

let leave: (() => void) | undefined;
afterEach(() => leave?.());

/** White of board A, whose page gets messages one by one. */
function sitDown(moves: string, mine: Partial<BoardState> = {}, input: 'guarded' | 'open' = 'guarded') {
  const boards = { A: boardState({ fen: PAWN, ...mine }), B: boardState({ fen: START }) };
  let view = $state.raw<TableView | undefined>();
  const sent: Act[] = [];
  const asked: string[] = [];
  const ahead: (string | null)[] = [];
  const tell = (message: ToClient) => {
    view = receive(view, message, 0);
    flushSync();
  };
  const first = snapshot({ state: matchState({ boards }), you: mayMove(moves) });
  tell({ ...first, match: { ...first.match, input } });
  let making!: Making;
  leave = $effect.root(() => {
    making = new Making({
      me: 'A',
      places: placesAround('A'),
      view: () => view!,
      act: (act) => sent.push(act),
      why: (move) => asked.push(move),
      ahead: () => undefined,
      setAhead: (move) => ahead.push(move),
    });
  });
  flushSync();
  const update = (change: { A?: Partial<BoardState>; B?: Partial<BoardState>; stopped?: boolean }, legal = moves) =>
    tell({
      type: 'update',
      seq: 4,
      now: 0,
      events: [],
      state: matchState({
        stopped: change.stopped ?? false,
        boards: { A: { ...boards.A, ...change.A }, B: { ...boards.B, ...change.B } },
      }),
      you: mayMove(legal),
    });
  return { making, sent, asked, ahead, tell, update };
}

it('keeps asking what a pawn becomes, whatever happens meanwhile', () => {
  const { making, sent, tell, update } = sitDown(BECOMES);
  making.moved('e7', 'e8');
  flushSync();
  expect(making.question).toMatchObject({ kind: 'role', roles: ['queen', 'knight'] });
  expect(making.fen).toBe('4P2k/8/8/8/8/8/8/K7');
  // A move on the other board, people, a word (an update that changes nothing), and a snapshot after a break.
  update({ B: { fen: '8/8/8/8/8/8/8/K1k5', turn: 'black' } });
  tell({ type: 'people', people: { seats: {}, arbiter: true, spectators: 9 } as never });
  update({});
  tell(
    snapshot({
      state: matchState({ boards: { A: boardState({ fen: PAWN }), B: boardState() } }),
      you: mayMove(BECOMES),
    }),
  );
  expect(making.question?.roles).toEqual(['queen', 'knight']);
  making.become('knight');
  expect(sent).toEqual([{ do: 'move', move: 'e7e8n' }]);
});

it('asks for the pieces that the other board has now', () => {
  const { making, sent, update } = sitDown(TAKES);
  making.moved('e7', 'e8');
  flushSync();
  expect([...making.marks('B').keys()]).toEqual(['d1', 'b1', 'g1']);
  update({ B: { turn: 'black' } }, 'e7e8nb1 e7e8ng1');
  expect([...making.marks('B').keys()]).toEqual(['b1', 'g1']);
  making.tapped('B', 'd1');
  expect(sent).toEqual([]);
  making.tapped('B', 'g1');
  expect(sent).toEqual([{ do: 'move', move: 'e7e8ng1' }]);
});

it.each(['guarded', 'open'] as const)('shows a piece leave my board while it asks, with %s input', (input) => {
  const { making, update } = sitDown(BECOMES, { fen: 'R6k/4P3/8/8/8/8/8/K7' }, input);
  making.moved('e7', 'e8');
  flushSync();
  // Board B promotes with my rook.
  update({ A: { fen: PAWN } });
  expect(making.question).toBeDefined();
  expect(making.fen).toBe('4P2k/8/8/8/8/8/8/K7');
});

it.each(['guarded', 'open'] as const)(
  'asks no more once the question is void, and not again by itself, with %s input',
  (input) => {
    for (const over of [{ A: { turn: 'black' as const } }, { A: { fen: '7k/8/8/8/8/8/8/K7' } }, { stopped: true }]) {
      const { making, update } = sitDown(BECOMES, {}, input);
      making.moved('e7', 'e8');
      flushSync();
      update(over, '');
      expect(making.question, JSON.stringify(over)).toBeUndefined();
      update({});
      expect(making.question, JSON.stringify(over)).toBeUndefined();
      expect(making.fen).toBe(PAWN);
      leave?.();
    }
  },
);

it('asks no more when the player thinks better of it', () => {
  const { making } = sitDown(BECOMES);
  making.moved('e7', 'e8');
  making.cancel();
  flushSync();
  expect(making.question).toBeUndefined();
  expect(making.fen).toBe(PAWN);
});

it('sets a move before its time, where the book permits it, and asks nothing of the rules', () => {
  const { making, sent, ahead, tell } = sitDown('', { fen: START, turn: 'black' });
  expect(making.mayAhead).toBe(false);
  const permitted = (move?: string) =>
    tell({
      type: 'update',
      seq: 5,
      now: 0,
      events: [],
      state: matchState({ boards: { A: boardState({ fen: START, turn: 'black' }), B: boardState({ fen: START }) } }),
      you: { ...mayMove(''), ahead: { article: 'fics 11', ...(move ? { move } : {}) } },
    });
  permitted();
  expect(making.mayAhead).toBe(true);
  // Onto a man of one's own: by then it may have been captured.
  making.moved('d1', 'd2');
  making.dropped('knight', 'f3');
  expect(ahead).toEqual(['d1d2', 'N@f3']);
  expect(sent).toEqual([]);
});
