import { expect, it } from 'vitest';
import { actsAtHand, shownActs } from './acts';
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

it('keeps at hand what is wanted in a hurry', () => {
  const shown = shownActs([
    { act: { do: 'press' }, article: 'sscr 6.3' },
    { act: { do: 'hold', on: true }, article: 'minerva 2.1' },
    { act: { do: 'pass', role: 'N' }, article: 'minerva 2.1' },
    { act: { do: 'accept_illegal' }, article: 'minerva 7.4' },
    { act: { do: 'show' }, article: 'minerva 2.6' },
    { act: { do: 'resign' }, article: 'minerva 5.1' },
  ]);
  expect(actsAtHand(shown).map((act) => act.name)).toEqual(['press', 'hold on', 'pass', 'accept_illegal']);
});

it('fills the room that is left at hand', () => {
  const shown = shownActs([
    { act: { do: 'invisible', role: 'N' }, article: 'sscr 1.8' },
    { act: { do: 'offer_draw' }, article: 'sscr 2.2a' },
    { act: { do: 'resign' }, article: 'sscr 2.1c' },
    { act: { do: 'call_arbiter' }, article: 'sscr 7.12' },
  ]);
  expect(actsAtHand(shown).map((act) => act.name)).toEqual(['offer_draw', 'resign']);
});

it('uses no key that begins a move', () => {
  const every = shownActs(
    (['press', 'retract', 'accept_illegal', 'accept_draw', 'decline_draw', 'offer_draw', 'call_arbiter', 'resign'] as const).map(
      (name) => ({ act: { do: name }, article: '' }),
    ),
  );
  for (const act of every) expect(beginsMove(act.key ?? ' ')).toBe(false);
});
