// What the server says in a sentence, in the visitor's language.

import type { Refusal } from '../state/view';
import { ApiError } from '../wire/http';
import { sentence, t } from '../i18n/i18n.svelte';
import { pieceText } from './eventText';

/** A piece comes as its letter; everything else is said as it came. */
const spoken = (values: Record<string, string>): Record<string, string> =>
  values.role ? { ...values, role: pieceText(values.role) } : values;

export function refusalText({ code, values = {}, reason }: Refusal): string {
  const text = sentence(code, spoken(values), reason);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why a request came to nothing: the server's sentence, or that there was no answer at all. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? sentence(error.why, spoken(error.values), error.message) : t('failed');
