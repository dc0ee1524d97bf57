// What players say most, in all languages at once, as the bots know it too: whoever reads one that was said in another language reads it in theirs.

import texts from '../../../crates/server/texts/phrases.json';
import type { Language } from './languages';

export type Phrase = keyof typeof texts.en;
export const PHRASES = Object.keys(texts.en) as Phrase[];

export const phraseText = (phrase: Phrase, language: Language): string => texts[language][phrase];

const KNOWN = new Map(PHRASES.flatMap((phrase) => Object.values(texts).map((said) => [said[phrase], phrase] as const)));

/** Words that somebody said: of a phrase how the reader says it, of all else just these. */
export function inLanguage(words: string, language: Language): string {
  const phrase = KNOWN.get(words);
  return phrase ? phraseText(phrase, language) : words;
}
