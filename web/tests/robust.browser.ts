// What goes wrong around the pages: a browser that keeps nothing, parts that don't come, hurried hands.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { faults, launch, visitor } from './support/browser';
import { Four, makeMatch } from './support/table';

const url = inject('url');
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(faults.splice(0)).toEqual([]);
});

async function visit(
  path: string,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => {},
  locale = 'en-GB',
): Promise<Page> {
  const context = await visitor(browser, url, '', { locale });
  contexts.push(context);
  await prepare(context);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

describe('a browser that keeps nothing', () => {
  it('shows every page and the links of a new match', async () => {
    const page = await visit('/', (context) =>
      context.addInitScript(() => {
        for (const store of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, store, {
            get() {
              throw new DOMException('denied', 'SecurityError');
            },
          });
        }
      }),
    );
    await page.getByRole('link', { name: 'Play with friends' }).click();
    await page.getByRole('button', { name: 'Create match' }).click();
    // The links are told once: this page must have them.
    await page.locator('[data-sit]').nth(3).waitFor();
    await page.locator('[data-sit=A]').click();
    await page.getByLabel('Your name').fill('Ann');
    await page.keyboard.press('Enter');
    await page.locator('[data-ready]').waitFor();
    await page.getByLabel('Language').selectOption('nl');
    await page.locator('html[lang=nl]').waitFor();
  });
});

describe('a part that does not come', () => {
  it('is told, with a way on', async () => {
    const page = await visit('/', (context) =>
      context.route('**/assets/NewMatchPage-*.js', (route) => route.fulfill({ status: 404 })),
    );
    await page.getByRole('link', { name: 'Play with friends' }).click();
    await page.locator('[data-broken=missing]').waitFor();
    await page.unrouteAll();
    await contexts[0]!.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Create match' }).waitFor();
  });

  it('leaves the pages in English where it was a language', async () => {
    const page = await visit('/', (context) => context.route('**/assets/nl-*.js', (route) => route.abort()), 'nl-NL');
    await page.getByRole('button', { name: 'Play now' }).waitFor();
  });
});

describe('hurried hands', () => {
  it('take one seat by a double click on Join', async () => {
    const title = `Hurry ${Date.now()}`;
    const { match } = await makeMatch(url, { book: 'asten', public: true, title });
    const page = await visit('/');
    await page.locator('li', { hasText: title }).getByRole('button', { name: 'Join' }).dblclick();
    await page.waitForURL((address) => address.pathname === `/m/${match}`);
    const { people } = (await (await fetch(`${url}/api/matches/${match}`)).json()) as {
      people: { seats: Record<string, { taken: boolean }> };
    };
    expect(Object.values(people.seats).filter((seat) => seat.taken)).toHaveLength(1);
  });

  it('are asked before they leave a running match, and may stay', async () => {
    const four = await Four.sit(browser, url, { book: 'asten' });
    contexts.push(...four.contexts);
    const { A } = four.players;
    // The visitor came by the front page, so the back button would lead there.
    await A.page.goto('/');
    await A.page.evaluate((link) => {
      const anchor = Object.assign(document.createElement('a'), { href: link });
      document.body.append(anchor);
      anchor.click();
      anchor.remove();
    }, four.links.A);
    await four.start();
    const at = A.page.url();
    const asked = A.page.locator('[data-leaving]');
    await A.page.locator('header .brand').click();
    await asked.getByRole('button', { name: 'Stay' }).click();
    expect(A.page.url()).toBe(at);
    await A.page.evaluate(() => history.back());
    await asked.getByRole('button', { name: 'Stay' }).click();
    expect(A.page.url()).toBe(at);
    await A.move('e2e4');
    await A.sees('e4');
    await A.page.locator('header .brand').click();
    await asked.locator('[data-leave]').click();
    await A.page.locator('[data-play-now]').waitFor();
    // When the match is over anybody may go anywhere.
    const { a } = four.players;
    await a.press('resign');
    await a.result();
    await a.page.locator('header .brand').click();
    await a.page.locator('[data-play-now]').waitFor();
  });
});

describe('low time', () => {
  it('is told although messages come without end', async () => {
    const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
    const four = await Four.sit(browser, url, { book: 'asten', position: `${START} 23 300 | ${START} 300 300` });
    contexts.push(...four.contexts);
    const { A } = four.players;
    await A.page.routeWebSocket(/\/ws\?match=/, (line) => {
      const server = line.connectToServer();
      let people = '';
      server.onMessage((text) => {
        if (String(text).includes('"type":"people"')) people = String(text);
        line.send(text);
      });
      const timer = setInterval(() => people && line.send(people), 100);
      line.onClose(() => clearInterval(timer));
    });
    await A.page.reload();
    await four.start();
    await A.page.locator('[data-live] p', { hasText: 'Ann: 0 minutes, 19 seconds' }).waitFor({ state: 'attached' });
  });
});
