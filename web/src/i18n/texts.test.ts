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

it('goes by the browser’s wishes', () => {
  expect(wishedLanguage(['fr-FR', 'cs-CZ', 'en'])).toBe('cs');
  expect(wishedLanguage(['fr'])).toBe('en');
});
