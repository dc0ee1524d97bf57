import { expect, it } from 'vitest';
import type { Frame } from '../wire/messages';
import {
  clockDifference,
  dayText,
  frameAt,
  matesIn,
  materialGiven,
  moveAt,
  onOneLine,
  sheetOf,
  sitsOf,
  step,
  told,
} from './replay';

const frame = (at: number, seat?: Frame['seat'], stock = '', left = 100): Frame => ({
  at,
  ...(seat ? { seat } : {}),
  boards: {
    A: { fen: '', turn: 'white', last: null, check: null, stocks: { A: '', a: '' } },
    B: { fen: '', turn: 'white', last: null, check: null, stocks: { B: '', b: stock } },
  },
  clocks: { A: left, a: 100, B: 100, b: 100 },
});
const frames = [frame(0), frame(1000, 'A'), frame(1500, 'B'), frame(3000, 'a', 'N', 90), frame(4000, 'b', '', 90)];

it('finds the frame of a moment', () => {
  expect(frameAt(frames, 0)).toBe(0);
  expect(frameAt(frames, 1499)).toBe(1);
  expect(frameAt(frames, 99_999)).toBe(4);
});

it('steps by move and by board', () => {
  expect(step(frames, 1, 1)).toBe(2);
  expect(step(frames, 1, 1, 'A')).toBe(3);
  expect(step(frames, 4, -1, 'B')).toBe(2);
  expect(step(frames, 0, -1)).toBe(0);
});

it('charts the clock difference and the material given', () => {
  expect(clockDifference(frames)).toEqual([0, 0, 0, -10, -10]);
  expect(materialGiven(frames).map((given) => given[1])).toEqual([0, 0, 0, 3, 3]);
});

it('runs forwards through a game that was begun anew', () => {
  const anew = [
    frame(0),
    frame(1000, 'A'),
    frame(5000, 'a'),
    frame(700, 'A'),
    frame(2000, 'a'),
    frame(2000),
    frame(300, 'A'),
  ];
  expect(onOneLine(anew).map((one) => one.at)).toEqual([0, 1000, 5000, 5000, 6300, 6300, 6300]);
  // Every frame can be reached by time, and time that was in order stays as it is.
  expect(frameAt(onOneLine(anew), 6299)).toBe(3);
  expect(onOneLine(frames)).toEqual(frames);
});

it('has no line on the sheet for frames in which nobody moved', () => {
  const given = [frame(0), frame(1000, 'A'), frame(1500), frame(2000, 'a'), frame(2500)];
  const sheet = sheetOf(given);
  expect(sheet.moves.map((move) => move.seat)).toEqual(['A', 'a']);
  expect(sheet.frames).toEqual([1, 3]);
  expect([0, 1, 2, 3, 4].map((index) => moveAt(sheet, index))).toEqual([-1, 0, 0, 1, 1]);
});

it('marks who sat while the other board went on, and mates', () => {
  const long = [
    frame(0),
    frame(1000, 'A'),
    frame(2000, 'B'),
    frame(3000, 'b'),
    frame(4000, 'B'),
    frame(15_000, 'a'),
    frame(16_000, 'A'),
  ];
  expect(sitsOf(long)).toEqual([{ seat: 'a', from: 1000, to: 15_000 }]);
  // A long thought while nothing happens beside is no sit.
  expect(sitsOf([frame(0), frame(60_000, 'A')])).toEqual([]);
  expect(matesIn([frame(0), { ...frame(5, 'A'), san: 'Qxf7#' }]).map((one) => one.at)).toEqual([5]);
});

it('tells of a game what its file knows, and the day as people write it', () => {
  expect([undefined, '', '?', '????.??.??', ' - '].map(told)).toEqual(Array(5).fill(undefined));
  expect(told('Club night?')).toBe('Club night?');
  expect(dayText('2026.11.08', 'en-GB')).toBe('8 November 2026');
  expect(dayText('2026.11.08', 'cs')).toBe('8. listopadu 2026');
  expect(dayText('2026.11.??', 'de')).toBe('November 2026');
  expect(dayText('2026.??.??', 'nl')).toBe('2026');
  expect(dayText('????.??.??', 'nl')).toBeUndefined();
  expect(dayText('last week', 'nl')).toBe('last week');
});
