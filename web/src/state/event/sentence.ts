// Sentences of the event core: a form with holes, filled by the values of a code. Pairing numbers become names.

import type { Coded } from '../../wire/event';
import { pointsText } from './points';

/** Holes of a reason that hold a pairing number. */
const NUMBERS = new Set(['team', 'other', 'white']);

export function fill(form: string, values: Coded, numbered?: (number: number) => string): string {
  return form.replace(/\{(\w+)\}/g, (_, hole: string) => {
    const value = values[hole];
    if (typeof value === 'number') return numbered && NUMBERS.has(hole) ? numbered(value) : pointsText(value);
    if (typeof value !== 'string') return '';
    // Values of a refusal come as text.
    return /^\d+\.5$/.test(value) ? pointsText(Number(value)) : value;
  });
}
