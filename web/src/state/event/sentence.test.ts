import { expect, it } from 'vitest';
import en from '../../../../crates/event/texts/en.json';
import { fill } from './sentence';

it('fills a sentence of the core: names for numbers, halves as ½', () => {
  const reason = { code: 'floated-up-odd', team: 4, score: 1.5, group: 2 };
  const text = fill(en.reasons['floated-up-odd'], reason, (number) => ['', '', '', '', 'Castle 1'][number] ?? '');
  expect(text).toBe('Castle 1 (1½) floated up to the score group 2, because that group is odd.');
});

it('leaves numbers that are no pairing numbers alone', () => {
  expect(fill(en.reasons.seeded, { code: 'seeded', first: 1, second: 8 }, () => 'X')).toBe(
    'Number 1 meets number 8 of the tree.',
  );
  const above = { code: 'above-maximum', most: '1.5', article: 'sscr 9.4' };
  expect(fill(en.refusals['above-maximum'], above)).toBe('Points go from 0 to 1½ here (sscr 9.4).');
  expect(fill(en.refusals['no-team'], { code: 'no-team', team: 7 })).toBe('There is no team 7.');
});
