import { expect, it } from 'vitest';
import { answerText, bookWords } from './book';

it('puts answers together as each language has it', () => {
  expect(answerText({ code: 'Ends.both' }, 'en')).toBe('both games');
  expect(answerText({ codes: ['TalkKind.need', 'TalkKind.may'] }, 'nl')).toBe('stuk vragen, toestemming vragen');
  expect(answerText({ seconds: [5, 10] }, 'de')).toBe('5 oder 10 s');
  expect(answerText({ pieces: 'QNRB' }, 'nl')).toBe('D P T L');
  expect(answerText({ figures: '1 ½ 0' }, 'cs')).toBe('1 ½ 0');
  expect(bookWords('match', 'cs')).toBe('zápas');
});
