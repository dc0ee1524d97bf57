import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import cs from './cs.json';
import de from './de.json';
import en from './en.json';
import { wishedLanguage } from './languages';
import nl from './nl.json';

type Tree = { [key: string]: string | Tree };

function leaves(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(`${path}${key}`, value);
    else for (const [inner, text] of leaves(value, `${path}${key}/`)) found.set(inner, text);
  }
  return found;
}
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

const english = leaves(en);
const others = { nl, de, cs };

for (const [language, texts] of Object.entries(others)) {
  it(`says in ${language} everything that English says, with the same values`, () => {
    const { reasons, ...pages } = texts;
    const translated = leaves(pages);
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of translated) expect(holes(text), key).toEqual(holes(english.get(key) ?? ''));
    expect(Object.keys(reasons).sort()).toEqual(Object.keys(nl.reasons).sort());
  });
}

/** The sentences in the sources of the referee and the server, with their holes open. */
function said(): string[] {
  const crates = new URL('../../../crates/', import.meta.url);
  const read = (path: string) => readFileSync(new URL(path, crates), 'utf8').split('#[cfg(test)]')[0]!.replace(/\/\/.*/g, '');
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);
  const decided = readdirSync(new URL('referee/src/decide/', crates)).flatMap((file) =>
    all(read(`referee/src/decide/${file}`), /"([a-z][^"]{8,})"/g),
  );
  const illegal = all(read('rules/src/why.rs'), /#\[error\("([^"]+)"\)\]/g);
  const terms = all(read('server/src/terms.rs'), /"([A-Z][^"]+\.)"/g);
  const upload = all(read('server/src/record/upload.rs'), /"((?:The|There) [^"]+\.)"/g);
  return [...decided, ...illegal, ...terms, ...upload];
}

it('translates every sentence of the referee, and every error of a new match or a file', () => {
  const sentences = said();
  expect(sentences.length).toBeGreaterThan(90);
  expect(sentences.filter((sentence) => !(sentence in nl.reasons))).toEqual([]);
});

it('fills the holes that the sentence has', () => {
  for (const { reasons } of Object.values(others)) {
    for (const [form, text] of Object.entries(reasons)) {
      const open = [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      for (const hole of holes(text)) expect(open, form).toContain(hole);
    }
  }
});

it('goes by the browser’s wishes', () => {
  expect(wishedLanguage(['fr-FR', 'cs-CZ', 'en'])).toBe('cs');
  expect(wishedLanguage(['fr'])).toBe('en');
});
