// i18next behind one reactive function: `t('home.play')` re-renders when the language changes.

import i18next, { type TOptions } from 'i18next';
import en from './en.json';
import { isLanguage, wishedLanguage, type Language } from './languages';

const KEY = 'tandem.language';
const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<{ default: object }>> = {
  nl: () => import('./nl.json'),
  de: () => import('./de.json'),
  cs: () => import('./cs.json'),
};

const current = $state({ language: 'en' as Language });

export const language = (): Language => current.language;

export function t(key: string, values?: TOptions): string {
  void current.language;
  return i18next.t(key, values ?? {});
}

/** Sentences that come from the server in English: the sentence with its holes open is the key. */
export function sentence(said: string, form: string, values: Record<string, string>): string {
  void current.language;
  return i18next.t(form, { ...values, ns: 'reasons', keySeparator: false, nsSeparator: false, defaultValue: said });
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
  const kept = localStorage.getItem(KEY);
  await useLanguage(isLanguage(kept) ? kept : wishedLanguage(navigator.languages));
}

export async function chooseLanguage(wanted: Language): Promise<void> {
  localStorage.setItem(KEY, wanted);
  await useLanguage(wanted);
}

async function useLanguage(wanted: Language): Promise<void> {
  if (wanted !== 'en' && !i18next.hasResourceBundle(wanted, 'pages')) {
    const texts = (await LOADERS[wanted]()).default as { reasons: object };
    const { reasons, ...pages } = texts;
    i18next.addResourceBundle(wanted, 'pages', pages);
    i18next.addResourceBundle(wanted, 'reasons', reasons);
  }
  await i18next.changeLanguage(wanted);
  document.documentElement.lang = wanted;
  current.language = wanted;
}
