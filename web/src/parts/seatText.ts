// What a seat is called where nobody sits, or beside the name of who does.

import { boardOf, colorOf, type BySeat, type Seat } from '../state/seats';
import { t } from '../i18n/i18n.svelte';

/** A seat by its place: White A. */
export const seatText = (seat: Seat): string => t('seat', { color: t(colorOf(seat)), board: boardOf(seat) });

/** Who sits there, and where that is: Anna (White A). Nobody is told twice. */
export const sitterText = (names: BySeat<string>, seat: Seat): string => {
  const place = seatText(seat);
  return names[seat] === place ? place : `${names[seat]} (${place})`;
};
