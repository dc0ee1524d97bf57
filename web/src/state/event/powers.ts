// What the book lets an arbiter do in the hall: rulings that people carry out at the table, and those that change a result.

import type { HallPower } from '../../wire/event';

const ON_RESULTS = new Set<HallPower['ruling']>(['restart', 'forfeit', 'result', 'points', 'exclude']);

/** Whether it is asked for as a decision on a result. */
export const changesResult = (ruling: HallPower['ruling']): boolean => ON_RESULTS.has(ruling);
