import { expect, it } from 'vitest';
import { LANGUAGES } from './languages';
import { inLanguage, phraseText, PHRASES } from './phrases';

it('reads a phrase in the reader’s language, in whichever it was said', () => {
  expect(inLanguage('Trades are good', 'cs')).toBe('Výměny jsou dobré');
  expect(inLanguage('Výměny jsou dobré', 'en')).toBe('Trades are good');
  for (const said of LANGUAGES)
    for (const read of LANGUAGES)
      for (const phrase of PHRASES) expect(inLanguage(phraseText(phrase, said), read)).toBe(phraseText(phrase, read));
});

it('leaves all other words as they are', () => {
  expect(inLanguage('Trades are good, I think', 'nl')).toBe('Trades are good, I think');
});
