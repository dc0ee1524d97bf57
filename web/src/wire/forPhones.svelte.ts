// Links for other phones. On a laptop in a hall a page may have an address that no phone can open: `localhost`, or https by the
// laptop's own certificate, which only those phones trust that have learnt to. So codes lead to plain http in the network,
// which every phone can open; one that trusts the laptop goes on to https by itself.

import type { TlsAnswer } from './generated/messages';
import { call } from './http';

/** What the machine itself calls itself, and nobody else. */
const HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

let server = $state.raw<TlsAnswer | undefined>();
let asked: Promise<TlsAnswer | undefined> | undefined;

/** How the server can be reached; asked for once. */
export const readTls = (): Promise<TlsAnswer | undefined> =>
  (asked ??= call<TlsAnswer>('/api/tls').then(
    (answer) => (server = answer),
    () => (asked = undefined),
  ));

/** A link of this site as a phone in the hall can open it, by what is known of the server. */
export function linkFor(link: string, known: TlsAnswer | undefined): string {
  const url = new URL(link);
  if (known?.lan && HERE.test(url.hostname)) return known.lan + link.slice(url.origin.length);
  return known?.own ? link.replace(/^https:/, 'http:') : link;
}

/** The same, as soon as it is known. */
export function forPhones(link: string): string {
  if (isSecureContext) void readTls();
  return linkFor(link, server);
}

/** A phone that came by plain http and trusts the laptop's own certificate opens the same link over https instead. On one
    that does not nothing happens: an encrypted line does not open. (Another origin may be asked by a socket alone.) */
export async function overHttps(link: string): Promise<void> {
  if (isSecureContext || !(await readTls())?.own) return;
  const line = new WebSocket(secured('/ws').replace('https:', 'wss:'));
  line.onopen = () => {
    line.close();
    location.replace(secured(link));
  };
}

/** The same link over https. */
export const secured = (link: string): string => new URL(link, location.href).href.replace(/^http:/, 'https:');
