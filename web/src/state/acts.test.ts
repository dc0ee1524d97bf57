import { expect, it } from 'vitest';
import { actsInRow, placesOf, shownActs } from './acts';
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
const inRow = (shown: ReturnType<typeof shownActs>, width: number) => actsInRow(shown, placesOf([], shown), width);

it('keeps in the row what is wanted in a hurry, however narrow it is', () => {
  const shown = shownActs([
    { act: { do: 'press' }, article: 'sscr 6.3' },
    { act: { do: 'hold', on: true }, article: 'minerva 2.1' },
    { act: { do: 'pass', role: 'N' }, article: 'minerva 2.1' },
    { act: { do: 'accept_illegal' }, article: 'minerva 7.4' },
    { act: { do: 'show' }, article: 'minerva 2.6' },
    { act: { do: 'resign' }, article: 'minerva 5.1' },
  ]);
  const row = inRow(shown, 460);
  expect(names(row.now)).toEqual(['pass', 'hold on', 'press', 'accept_illegal']);
  expect(row.later).toEqual([]);
  expect(row.tight).toBe(true);
  expect(names(inRow(shown, 300).now)).toEqual(['pass', 'press', 'accept_illegal']);
});

it('pushes nothing aside for a claim that comes in', () => {
  const holding = [
    { act: { do: 'hold' as const, on: false }, article: 'minerva 2.1' },
    { act: { do: 'pass' as const, role: 'N' as const }, article: 'minerva 2.1' },
  ];
  const claims = [
    { act: { do: 'claim' as const, claim: 'illegal' as const, board: 'A' as const }, article: 'minerva 7.4' },
    { act: { do: 'accept_illegal' as const }, article: 'minerva 7.4' },
  ];
  for (const width of [300, 330, 470, 600]) {
    const before = names(inRow(shownActs(holding), width).now);
    expect(names(inRow(shownActs([...claims, ...holding]), width).now)).toEqual([
      ...before,
      'claim illegal',
      'accept_illegal',
    ]);
  }
});

it('leaves claims room to be read where pieces are kept on a narrow screen', () => {
  const shown = shownActs([
    { act: { do: 'claim', claim: 'illegal', board: 'A' }, article: 'minerva 7.4' },
    { act: { do: 'accept_illegal' }, article: 'minerva 7.4' },
    { act: { do: 'hold', on: false }, article: 'minerva 2.1' },
    ...(['Q', 'P'] as const).map((role) => ({ act: { do: 'pass' as const, role }, article: 'minerva 2.1' })),
  ]);
  expect(names(inRow(shown, 300).now)).toEqual(['pass', 'claim illegal', 'accept_illegal']);
  expect(names(inRow(shown, 180).now)).toEqual(['claim illegal', 'accept_illegal']);
});

it('fills the room that is left, and what stays there stays in its place', () => {
  const shown = shownActs([
    { act: { do: 'invisible', role: 'N' }, article: 'sscr 1.8' },
    { act: { do: 'offer_draw' }, article: 'sscr 2.2a' },
    { act: { do: 'resign' }, article: 'sscr 2.1c' },
    { act: { do: 'call_arbiter' }, article: 'sscr 7.12' },
  ]);
  const later = (width: number) => names(inRow(shown, width).later.map((place) => place.shown));
  expect(later(500)).toEqual(['offer_draw', 'resign', 'call_arbiter']);
  expect(later(340)).toEqual(['resign', 'call_arbiter']);
});

it('leaves the place free of what is not granted for a while', () => {
  const [draw, resign, call] = [
    { act: { do: 'offer_draw' as const }, article: 'sscr 2.2a' },
    { act: { do: 'resign' as const }, article: 'sscr 2.1c' },
    { act: { do: 'call_arbiter' as const }, article: 'sscr 7.12' },
  ];
  const told = (places: ReturnType<typeof placesOf>) =>
    places.map(({ shown, free }) => (free ? `(${shown.name})` : shown.name));
  const first = placesOf([], shownActs([resign, call]));
  expect(told(first)).toEqual(['resign', 'call_arbiter']);
  const stopped = placesOf(first, shownActs([draw, resign]));
  expect(told(stopped)).toEqual(['offer_draw', 'resign', '(call_arbiter)']);
  // One place, and the act that stood there: no other comes into it.
  expect(told(actsInRow(shownActs([draw, resign]), stopped, 170).later)).toEqual(['(call_arbiter)']);
  expect(told(placesOf(stopped, shownActs([draw, resign, call])))).toEqual(['offer_draw', 'resign', 'call_arbiter']);
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
