import { expect, it } from 'vitest';
import { answerText, bookWords, optionText } from './book';

it('puts answers together as each language has it', () => {
  expect(answerText({ code: 'Ends.both' }, 'en')).toBe('both games');
  expect(answerText({ codes: ['TalkKind.need', 'TalkKind.may'] }, 'nl')).toBe('stuk vragen, toestemming vragen');
  expect(answerText({ seconds: [5, 10] }, 'de')).toBe('5 oder 10 s');
  expect(answerText({ pieces: 'QNRB' }, 'nl')).toBe('D P T L');
  expect(answerText({ figures: '1 ½ 0' }, 'cs')).toBe('1 ½ 0');
  expect(bookWords('match', 'cs')).toBe('zápas');
});

it('says in words what a match has instead of its book’s answer', () => {
  const book = {
    axes: [
      { key: 'drops.with_check', answer: { code: 'YesNo.yes' }, by: '2.4' },
      { key: 'talk.allowed', answer: { codes: ['TalkKind.need'] }, by: '5' },
      { key: 'clock.late', answer: { figures: '30' }, by: '6' },
    ],
  };
  expect(optionText(book, 'drops.with_check', 'no', 'nl')).toBe('inzetten · met schaak: nee');
  expect(optionText(book, 'drops.with_check', 'no', 'en')).toBe('drops · drop with check: no');
  expect(optionText(book, 'talk.allowed', 'need,may', 'nl')).toContain('stuk vragen, toestemming vragen');
  expect(optionText(book, 'clock.late', '15', 'en')).toMatch(/: 15$/);
});
