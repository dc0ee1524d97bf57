import { expect, it } from 'vitest';
import { statusOf } from './status';
import type { TableView } from './view';

const view = (board: object, state: object = {}, moves: object[] = []) =>
  ({
    moves,
    state: {
      phase: 'playing',
      stopped: false,
      held: false,
      boards: { A: { turn: 'white', made: null, duty: null, verdict: null, ...board }, B: {} },
      ...state,
    },
  }) as unknown as TableView;

it('tells each player their colour at the start, and then whose move it is', () => {
  expect(statusOf(view({}), 'A')).toMatchObject({ text: 'status.first', color: 'white', mine: true });
  expect(statusOf(view({}), 'a')).toMatchObject({ text: 'status.waitFirst', color: 'black', seat: 'A', mine: false });
  expect(statusOf(view({}, {}, [{ seat: 'A' }]), 'A')).toMatchObject({ text: 'status.mine' });
});

it('asks for the press of a move that was made', () => {
  expect(statusOf(view({ made: { seat: 'A', uci: 'e2e4' } }), 'A')).toMatchObject({
    text: 'status.pressMine',
    mine: true,
  });
  expect(statusOf(view({ made: { seat: 'A', uci: 'e2e4' } }), 'a')).toMatchObject({
    text: 'status.pressTheirs',
    seat: 'A',
    mine: false,
  });
});

it('is silent where other lines speak, and to those who only look', () => {
  expect(statusOf(view({}), undefined)).toBeUndefined();
  expect(statusOf(view({}, { stopped: true }), 'A')).toBeUndefined();
  expect(statusOf(view({}, { phase: 'over' }), 'A')).toBeUndefined();
  expect(statusOf(view({ duty: { kind: 'give' } }), 'A')).toBeUndefined();
});
