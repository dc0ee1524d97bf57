// Who is tied with whom.

import type { Standing } from '../../wire/event';

/** Neighbours with the same points: they can play for the place of the better one. */
export function tied(standings: readonly Standing[]): [Standing, Standing][] {
  return standings.flatMap((line, at) => {
    const next = standings[at + 1];
    return next && next.points === line.points ? [[line, next] as [Standing, Standing]] : [];
  });
}
