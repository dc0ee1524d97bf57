// The words of the comparison of books: the files that the command line reads too.

import cs from '../../../crates/rules/texts/book/cs.json';
import de from '../../../crates/rules/texts/book/de.json';
import en from '../../../crates/rules/texts/book/en.json';
import nl from '../../../crates/rules/texts/book/nl.json';
import type { Answer, Book } from '../wire/messages';
import type { Language } from './languages';
import { ownLetter } from './letters';

const TEXTS: Record<Language, Record<string, string>> = { en, nl, de, cs };

/** What a code means: of a section, an axis, an answer, of how an article is honoured. */
export const bookWords = (code: string, language: Language): string => TEXTS[language][code] ?? code;

/** What a book answers on an axis. */
export function answerText(answer: Answer, language: Language): string {
  const say = (code: string) => bookWords(code, language);
  if ('code' in answer) return say(answer.code);
  if ('codes' in answer) return answer.codes.map(say).join(', ');
  if ('pieces' in answer) return [...answer.pieces].map((letter) => ownLetter(letter, language)).join(' ');
  if ('seconds' in answer) return `${answer.seconds.join(say('or'))} s`;
  return answer.figures;
}

/** What a match has instead of its book's answer, in words of the kind that this answer has: `inzetten · met schaak: nee`. */
export function optionText(book: Pick<Book, 'axes'>, key: string, value: string, language: Language): string {
  const section = key.slice(0, key.indexOf('.'));
  const answer = book.axes.find((axis) => axis.key === key)?.answer;
  const model = answer && 'code' in answer ? answer.code : answer && 'codes' in answer ? answer.codes[0] : undefined;
  const type = model?.slice(0, model.indexOf('.'));
  const chosen = type
    ? value.split(/,\s*/).map((one) => (TEXTS.en[`${type}.${one}`] ? bookWords(`${type}.${one}`, language) : one))
    : [value];
  return `${bookWords(section, language)} · ${bookWords(key, language)}: ${chosen.join(', ')}`;
}
