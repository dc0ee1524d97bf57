// How long a match takes to come over slow 3G, by the browser's own clock while it slows its network down.
//
//   npm run slow-line -- URL     a server that runs; a match of four bots is made there
//
// The browser holds back each answer for 400 ms and lets 50 kB a second through. It counts no handshakes of new
// connections; `tests/measure.browser.ts` reckons with those, and needs no clock. Needs Chromium (or CHROMIUM).

import { chromium } from 'playwright-core';
import { executablePath } from './chromium.mjs';

const TIMES = 5;
const url = process.argv[2];
if (!url) throw new Error('which server? npm run slow-line -- http://127.0.0.1:8080');

const bots = Object.fromEntries(['A', 'a', 'B', 'b'].map((seat) => [seat, '1']));
const made = await fetch(`${url}/api/matches`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ book: 'asten', bots }),
});
const { match } = await made.json();
const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});

async function visit() {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector('.mine cg-board piece')) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark('live')));
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${url}/m/${match}`, { waitUntil: 'commit' });
  await page.locator('.mine cg-board piece').first().waitFor({ timeout: 60_000 });
  const seen = await page.waitForFunction(() => {
    const at = (name) => performance.getEntriesByName(name)[0]?.startTime;
    const [first, live] = [at('first-contentful-paint'), at('live')];
    return live && { first, live };
  });
  const times = await seen.jsonValue();
  await context.close();
  return times;
}

const seconds = (times) =>
  times
    .toSorted((one, other) => one - other)
    .map((time) => (time / 1000).toFixed(2))
    .join(' ');
const visits = [];
for (let time = 0; time < TIMES; time += 1) visits.push(await visit());
await browser.close();
console.log(`boards seen after ${seconds(visits.map(({ first }) => first))} s`);
console.log(`boards live after ${seconds(visits.map(({ live }) => live))} s`);
