// i18next behind one reactive function: `t('home.play')` re-renders when the language changes.

import i18next, { type TOptions } from 'i18next';
import en from './en.json';
import { lasting } from '../state/storage';
import { isLanguage, wishedLanguage, type Language } from './languages';

const KEY = 'tandem.language';
type Texts = Promise<{ default: object }>;
/** What the pages say, and what the server says. */
const LOADERS: Record<Exclude<Language, 'en'>, () => [Texts, Texts]> = {
  nl: () => [import('./nl.json'), import('./reasons/nl')],
  de: () => [import('./de.json'), import('./reasons/de')],
  cs: () => [import('./cs.json'), import('./reasons/cs')],
};

const current = $state({ language: 'en' as Language, reasons: false });

export const language = (): Language => current.language;

export function t(key: string, values?: TOptions): string {
  void current.language;
  return i18next.t(key, values ?? {});
}

/** What the server says by a code. Until its sentences are here, or if it knows more codes than this page, what it says in
 * English. */
export function sentence(code: string, values: Record<string, string>, said: string): string {
  void current.language;
  void current.reasons;
  if (!i18next.hasResourceBundle('en', 'reasons')) void fetchReasons();
  return i18next.t(code, { ...values, ns: 'reasons', defaultValue: said });
}

export async function startLanguage(): Promise<void> {
  await i18next.init({
    lng: 'en',
    fallbackLng: 'en',
    ns: ['pages', 'reasons'],
    defaultNS: 'pages',
    resources: { en: { pages: en } },
    interpolation: { escapeValue: false }, // Svelte escapes what it writes.
  });
  const kept = lasting.read(KEY);
  await useLanguage(isLanguage(kept) ? kept : wishedLanguage(navigator.languages));
}

/** The server's sentences in English come when the first is told: with each code it says the sentence itself. */
async function fetchReasons(): Promise<void> {
  const reasons = await import('./reasons/en').catch(() => undefined);
  if (!reasons) return;
  i18next.addResourceBundle('en', 'reasons', reasons.default);
  current.reasons = true;
}

export async function chooseLanguage(wanted: Language): Promise<void> {
  lasting.write(KEY, wanted);
  await useLanguage(wanted);
}

async function useLanguage(wanted: Language): Promise<void> {
  if (wanted !== 'en' && !i18next.hasResourceBundle(wanted, 'pages')) {
    const texts = await Promise.all(LOADERS[wanted]()).catch(() => undefined);
    // Texts that don't come, as after an upgrade of the server: better the language that is here than none.
    if (!texts) return;
    i18next.addResourceBundle(wanted, 'pages', texts[0].default);
    i18next.addResourceBundle(wanted, 'reasons', texts[1].default);
  }
  await i18next.changeLanguage(wanted);
  document.documentElement.lang = wanted;
  current.language = wanted;
}
