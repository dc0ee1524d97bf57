import { expect, it } from 'vitest';
import { actsInRow, shownActs } from './acts';
import { beginsMove } from './typed';

it('names acts and gives each name one key', () => {
  const shown = shownActs([
    { act: { do: 'claim', claim: 'flag', board: 'A' }, article: 'asten 14' },
    { act: { do: 'claim', claim: 'flag', board: 'B' }, article: 'asten 14' },
    { act: { do: 'resign' }, article: 'asten 1' },
    { act: { do: 'give', role: 'N' }, article: 'fer 6.3' },
  ]);
  expect(shown.map((act) => [act.name, act.key, act.confirm])).toEqual([
    ['claim flag', 't', false],
    ['claim flag', undefined, false],
    ['resign', 'v', true],
  ]);
});

it('puts one act for several pieces in one place', () => {
  const shown = shownActs(
    (['Q', 'N'] as const).map((role) => ({ act: { do: 'invisible', role }, article: 'sscr 1.8' })),
  );
  expect(shown).toHaveLength(1);
  expect(shown[0]?.pieces.map((piece) => piece.role)).toEqual(['queen', 'knight']);
});

const names = (acts: { name: string }[]) => acts.map((act) => act.name);

it('keeps in the row what is wanted in a hurry, however narrow it is', () => {
  const shown = shownActs([
    { act: { do: 'press' }, article: 'sscr 6.3' },
    { act: { do: 'hold', on: true }, article: 'minerva 2.1' },
    { act: { do: 'pass', role: 'N' }, article: 'minerva 2.1' },
    { act: { do: 'accept_illegal' }, article: 'minerva 7.4' },
    { act: { do: 'show' }, article: 'minerva 2.6' },
    { act: { do: 'resign' }, article: 'minerva 5.1' },
  ]);
  const row = actsInRow(shown, 460);
  expect(names(row.now)).toEqual(['press', 'hold on', 'pass', 'accept_illegal']);
  expect(row.later).toEqual([]);
  expect(row.tight).toBe(true);
  expect(names(actsInRow(shown, 300).now)).toEqual(['press', 'pass', 'accept_illegal']);
});

it('fills the room that is left, and what stays there stays in its place', () => {
  const shown = shownActs([
    { act: { do: 'invisible', role: 'N' }, article: 'sscr 1.8' },
    { act: { do: 'offer_draw' }, article: 'sscr 2.2a' },
    { act: { do: 'resign' }, article: 'sscr 2.1c' },
    { act: { do: 'call_arbiter' }, article: 'sscr 7.12' },
  ]);
  expect(names(actsInRow(shown, 500).later)).toEqual(['offer_draw', 'resign', 'call_arbiter']);
  expect(names(actsInRow(shown, 340).later)).toEqual(['resign', 'call_arbiter']);
});

it('calls taking back one’s own offer so', () => {
  const granted = [{ act: { do: 'decline_draw' as const }, article: 'minerva 4.2' }];
  expect(names(shownActs(granted, true))).toEqual(['withdraw_draw']);
  expect(names(shownActs(granted))).toEqual(['decline_draw']);
});

it('uses no key that begins a move', () => {
  const every = shownActs(
    (
      [
        'press',
        'retract',
        'accept_illegal',
        'accept_draw',
        'decline_draw',
        'offer_draw',
        'call_arbiter',
        'resign',
      ] as const
    ).map((name) => ({ act: { do: name }, article: '' })),
  );
  for (const act of every) expect(beginsMove(act.key ?? ' ')).toBe(false);
});
