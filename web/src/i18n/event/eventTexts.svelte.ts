// The texts of the event pages. They come with those pages and not before, in the language that is wanted.

import i18next, { type TOptions } from 'i18next';
import type { Coded } from '../../wire/event';
import { fill } from '../../state/event/sentence';
import { language } from '../i18n.svelte';
import type { Language } from '../languages';

type Core = Record<'refusals' | 'doubts' | 'reasons' | 'files', Record<string, string>>;
interface Texts {
  core: Core;
  pages: object;
}
const LOADERS: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('./event-en'),
  nl: () => import('./event-nl'),
  de: () => import('./event-de'),
  cs: () => import('./event-cs'),
};

/** What has come so far. */
let loaded = $state.raw<Partial<Record<Language, Core>>>({});
/** Whether some were asked for in vain. */
let missed = $state(false);

/** Whether there is anything to show the pages with. */
export const textsThere = (): boolean => Object.keys(loaded).length > 0;

/** Whether there is nothing, and without a reload there won't be: a browser does not ask again for a file that did not come. */
export const textsAway = (): boolean => missed && !textsThere();

export async function loadEventTexts(wanted: Language): Promise<void> {
  if (loaded[wanted]) return;
  const { default: texts } = await LOADERS[wanted]().catch((error: unknown) => {
    missed = true;
    throw error;
  });
  i18next.addResourceBundle(wanted, 'event', texts.pages);
  loaded = { ...loaded, [wanted]: texts.core };
}

/** The language that is there: the visitor's, or the one that came before it. */
const spoken = (): Language | undefined => {
  const wanted = language();
  return loaded[wanted] ? wanted : (Object.keys(loaded)[0] as Language | undefined);
};

export function te(key: string, values: TOptions = {}): string {
  const lng = spoken();
  return lng ? i18next.t(key, { ...values, lng, ns: 'event' }) : '';
}

/** A sentence of the core. Of a server that knows more codes than this page, the code itself. */
export function said(kind: keyof Core, coded: Coded, numbered?: (number: number) => string): string {
  const lng = spoken();
  const form = lng && loaded[lng]?.[kind][coded.code];
  return form ? fill(form, coded, numbered) : coded.code;
}
