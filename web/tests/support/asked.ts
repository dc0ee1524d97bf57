// What a page asks for, as the browser tells it: how much came, and what each had to wait for.

import type { Page } from 'playwright-core';
import type { Asked } from './line';

/** What a page must have before its scripts ask for more. */
const NEEDED = new Set(['Script', 'Stylesheet']);

/** Who asked, as the browser tells it. */
interface Initiator {
  type: string;
  url?: string;
  stack?: { callFrames: { url: string }[] };
}

/** The script that needs no other to run. */
const ALONE = /\/early-[^/]*\.js$/;
/** The messages that come over a socket once hello was said. */
export const TOLD = 'told';

/** Listens to a page from before it is opened. What the document names is asked for with it; what a script asks for
 * waits for all scripts and styles that were asked for before, or for that script alone if it needs no other. */
export async function listen(page: Page): Promise<() => Asked[]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  const asked = new Map<string, Asked & { needed?: boolean }>();
  const names = (which: (one: Asked & { needed?: boolean }, index: number) => boolean) =>
    [...asked.values()].filter(which).map(({ name }) => name);
  const waitsFor = (initiator?: Initiator): string[] => {
    if (initiator?.type !== 'script') return names((_, index) => index === 0);
    const by = initiator.stack?.callFrames[0]?.url ?? initiator.url ?? '';
    return names((one, index) => index === 0 || (ALONE.test(by) ? one.name === by : one.needed === true));
  };
  browser.on('Network.requestWillBeSent', ({ requestId, request, initiator, type }) => {
    if (request.url.startsWith('data:')) return;
    const needed = NEEDED.has(type ?? '');
    asked.set(requestId, { name: request.url, bytes: 0, after: waitsFor(initiator), needed });
  });
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  browser.on('Network.webSocketCreated', ({ requestId, url, initiator }) => {
    asked.set(requestId, { name: url, bytes: 0, after: waitsFor(initiator), socket: true });
  });
  browser.on('Network.webSocketFrameSent', ({ requestId }) => {
    if (asked.has(TOLD)) return;
    const { name } = asked.get(requestId)!;
    const after = names((one) => one.needed === true || one.name === name);
    asked.set(TOLD, { name: TOLD, bytes: 0, after, over: name });
  });
  browser.on('Network.webSocketFrameReceived', ({ response }) => {
    const told = asked.get(TOLD);
    if (told) told.bytes += response.payloadData.length;
  });
  return () => [...asked.values()];
}
