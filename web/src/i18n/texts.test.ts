import { expect, it } from 'vitest';
import cs from './cs.json';
import de from './de.json';
import en from './en.json';
import { LANGUAGES, wishedLanguage } from './languages';
import nl from './nl.json';
import eventCs from './event/cs.json';
import eventDe from './event/de.json';
import eventEn from './event/en.json';
import eventNl from './event/nl.json';
import heads from '../../../crates/server/texts/heads.json';

type Tree = { [key: string]: string | Tree };

function leaves(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(`${path}${key}`, value);
    else for (const [inner, text] of leaves(value, `${path}${key}/`)) found.set(inner, text);
  }
  return found;
}
/** A text that counts has a form for each kind of number that its language knows. */
const PLURAL = /_(zero|one|two|few|many|other)$/;
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

const others = { nl: [nl, eventNl], de: [de, eventDe], cs: [cs, eventCs] };

for (const [language, both] of Object.entries(others)) {
  it.each([
    [en, both[0]],
    [eventEn, both[1]],
  ] as [Tree, Tree][])(`says in ${language} everything that English says, with the same values`, (original, texts) => {
    const english = leaves(original);
    const translated = leaves(texts);
    const counted = new Set([...english.keys()].filter((key) => key.endsWith('_other')).map((key) => key.slice(0, -6)));
    const base = (key: string) => (counted.has(key.replace(PLURAL, '')) ? key.replace(PLURAL, '') : key);
    const named = (keys: Iterable<string>) => [...new Set([...keys].map(base))].sort();
    expect(named(translated.keys())).toEqual(named(english.keys()));
    for (const [key, text] of translated) {
      const model = english.get(key) ?? english.get(`${base(key)}_other`) ?? '';
      expect(holes(text), key).toEqual(holes(model));
      // A single brace is never filled.
      expect(text.replaceAll(/\{\{\w+\}\}/g, ''), key).not.toMatch(/[{}]/);
    }
    const kinds = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of counted)
      for (const kind of kinds) expect(translated.has(`${key}_${kind}`), `${key}_${kind}`).toBe(true);
  });
}

// That the server's own files say everything is tested where the codes are: in the crates.
it('has every sentence of the server in every language', async () => {
  for (const language of LANGUAGES) {
    const { default: reasons } = (await import(`./reasons/${language}.ts`)) as { default: Record<string, string> };
    expect(Object.keys(reasons).length, language).toBeGreaterThan(150);
    expect(reasons.opponents_turn, language).toBeTruthy();
    expect(reasons.drop_checks, language).toBeTruthy();
    expect(reasons.not_stored, language).toBeTruthy();
  }
});

it('calls the rulebooks as previews of links do', () => {
  for (const [language, texts] of Object.entries({ en, nl, de, cs }))
    expect(heads[language as keyof typeof heads].books, language).toEqual(texts.called);
});

it('says rulebook in English, never book: that is one of openings to a chess player', async () => {
  const { default: reasons } = await import('./reasons/en');
  for (const [key, text] of [...leaves(en), ...leaves(eventEn), ...leaves(reasons)])
    expect(text.replaceAll(/\{\{\w+\}\}/g, ''), key).not.toMatch(/\bbooks?\b/i);
});

it('goes by the browser’s wishes', () => {
  expect(wishedLanguage(['fr-FR', 'cs-CZ', 'en'])).toBe('cs');
  expect(wishedLanguage(['fr'])).toBe('en');
});

it('asks for a piece, and warns of one, in a sentence of its own: cases and genders are no hole', () => {
  for (const texts of [en, nl, de, cs])
    for (const said of [texts.say.need, texts.say.warn]) {
      expect(Object.keys(said).sort()).toEqual(Object.keys(texts.piece).sort());
      expect(new Set(Object.values(said)).size).toBe(6);
    }
  expect(de.say.need.pawn).toContain('einen Bauern');
  expect(cs.say.need.knight).toContain('jezdce');
});

it('has a text for every one that the pages ask for by name', () => {
  const sources = import.meta.glob<string>(
    ['../*.svelte', '../pages/*.svelte', '../pages/clock/*.svelte', '../parts/*.{svelte,ts}', '../parts/clock/*'],
    { query: '?raw', import: 'default', eager: true },
  );
  const known = new Set([...leaves(en).keys()].map((key) => key.replaceAll('/', '.').replace(PLURAL, '')));
  const asked = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/\bt\('([^']+)'/g)].map(([, key = '']) => key),
  );
  expect(asked.length).toBeGreaterThan(300);
  expect(asked.filter((key) => !known.has(key))).toEqual([]);
});

it('has a text for every one that the event pages ask for by name', () => {
  const sources = import.meta.glob<string>(['../pages/event/*.svelte', '../parts/event/*.{svelte,ts}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const known = new Set([...leaves(eventEn).keys()].map((key) => key.replaceAll('/', '.')));
  const asked = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/\bte\(([^`{)]*)/g)].flatMap(([, call = '']) =>
      [...call.matchAll(/'([a-z][\w.-]*)'/gi)].map(([, key = '']) => key),
    ),
  );
  expect(asked.length).toBeGreaterThan(150);
  // Words that a text is chosen by, not texts.
  const words = new Set(['play-off', 'finished', 'loss', 'undone', 'white']);
  expect(asked.filter((key) => !known.has(key) && !words.has(key))).toEqual([]);
});
