import { expect, it } from 'vitest';
import { shownActs } from './acts';
import { beginsMove } from './typed';

it('names acts and gives each name one key', () => {
  const shown = shownActs([
    { act: { do: 'claim', claim: 'flag', board: 'A' }, article: 'asten 14' },
    { act: { do: 'claim', claim: 'flag', board: 'B' }, article: 'asten 14' },
    { act: { do: 'resign' }, article: 'asten 1' },
    { act: { do: 'give' }, article: 'fer 6.3' },
  ]);
  expect(shown.map((act) => [act.name, act.key, act.confirm])).toEqual([
    ['claim flag', 't', false],
    ['claim flag', undefined, false],
    ['resign', 'v', true],
  ]);
});

it('puts one act for several pieces in one place', () => {
  const shown = shownActs(['Q', 'N'].map((role) => ({ act: { do: 'invisible', role }, article: 'sscr 1.8' })));
  expect(shown).toHaveLength(1);
  expect(shown[0]?.pieces.map((piece) => piece.role)).toEqual(['queen', 'knight']);
});

it('uses no key that begins a move', () => {
  const every = shownActs(
    (['press', 'retract', 'accept_illegal', 'accept_draw', 'decline_draw', 'offer_draw', 'call_arbiter', 'resign'] as const).map(
      (name) => ({ act: { do: name }, article: '' }),
    ),
  );
  for (const act of every) expect(beginsMove(act.key ?? ' ')).toBe(false);
});
