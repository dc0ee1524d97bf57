// Sentences of the event core and of the server, in the visitor's language.

import type { Refused } from '../../state/event/desk.svelte';
import type { LogLine } from '../../state/event/log';
import type { Names } from '../../state/event/names';
import type { Coded, LineProblem } from '../../wire/event';
import { EventError } from '../../wire/eventHttp';
import { said, te } from '../../i18n/event/eventTexts.svelte';
import { sentence } from '../../i18n/i18n.svelte';

/** A refusal: of the core, of the server, or no answer at all. */
export function refusedText({ coded, message }: Pick<Refused, 'coded' | 'message'>): string {
  if (coded.code === 'unreachable') return te('unreachable');
  const core = said('refusals', coded);
  if (core !== coded.code) return core;
  const { code, ...values } = coded;
  const text = sentence(code, values as Record<string, string>, message || code);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

export const errorSentence = (error: unknown): string =>
  error instanceof EventError
    ? refusedText({ coded: error.coded, message: error.message })
    : refusedText({ coded: { code: 'unreachable' }, message: '' });

/** A line of a file that can't be read. */
export function problemText({ line, why, values, message }: LineProblem): string {
  const coded: Coded = { ...values, code: why };
  const text = said('files', coded);
  const whole = text === why ? message : text;
  return line ? te('entries.line', { line, problem: whole }) : whole;
}

/** A line of the log; what was ruled is a word of its own. */
export const lineText = ({ key, values }: LogLine): string =>
  te(`log.${key}`, 'ruling' in values ? { ...values, ruling: te(`ruling.${values.ruling}`) } : values);

export const doubtText = (doubt: Coded): string => said('doubts', doubt);

/** Why a pairing is as it is; teams by their names. */
export const reasonText = (reason: Coded, names: Names): string =>
  said('reasons', reason, (number) => names.numbered(number));
