// The languages of the books. English is in the first load; the others come when asked for.

export const LANGUAGES = ['en', 'nl', 'de', 'cs'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each in its own words: visitors find their own even on a page they can't read. */
export const OWN_NAMES: Record<Language, string> = {
  en: 'English',
  nl: 'Nederlands',
  de: 'Deutsch',
  cs: 'Čeština',
};

export function isLanguage(text: string | null | undefined): text is Language {
  return LANGUAGES.includes(text as Language);
}

/** The first of the browser's wishes that we have. */
export function wishedLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const base = wish.slice(0, 2).toLowerCase();
    if (isLanguage(base)) return base;
  }
  return 'en';
}
