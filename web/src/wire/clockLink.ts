// The link of a double clock: the seats' secrets are in the fragment, so that they never reach a log. Whoever scans it
// beside the boards is a clock of the match.

import { opponentOf, SEATS, type BySeat, type Seat } from '../state/seats';

export type Secrets = BySeat<string>;

const SECRET = /^[\w-]+$/;

export function readClockFragment(fragment: string): Secrets | undefined {
  const [, list] = /^#clocks:(.+)$/.exec(fragment) ?? [];
  const found = new Map((list ?? '').split(',').map((part) => part.split('.') as [Seat, string]));
  const whole = SEATS.every((seat) => SECRET.test(found.get(seat) ?? '')) && found.size === SEATS.length;
  return whole ? (Object.fromEntries(found) as Secrets) : undefined;
}

export const clockLink = (match: string, secrets: Secrets): string =>
  `/clock/${match}#clocks:${SEATS.map((seat) => `${seat}.${secrets[seat]}`).join(',')}`;

/** The seats' own links, as a match is made. */
export const secretsOf = (links: BySeat<string>): Secrets =>
  Object.fromEntries(SEATS.map((seat) => [seat, links[seat].split(':').at(-1) ?? ''])) as Secrets;

/** In the match that follows everybody sits across. */
export const afterRematch = (secrets: Secrets): Secrets =>
  Object.fromEntries(SEATS.map((seat) => [opponentOf(seat), secrets[seat]])) as Secrets;
