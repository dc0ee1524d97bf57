// The pages around the table: what matters is in sight at every size, links tell what they lead to, and a rulebook is
// found where it was named.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { faults, launch, LOW_PHONE, PHONE, visitor } from './support/browser';
import { makeMatch } from './support/table';

const url = inject('url');
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(faults.splice(0)).toEqual([]);
});

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await visitor(browser, url, 'Ann', { reducedMotion: 'reduce', ...options });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Black on board A waits for twelve seconds while board B goes on; then White mates. */
const SAT = `[WhiteA "Ann"][BlackA "Ben"][WhiteB "Cid"][BlackB "Dee"][TimeControl "300"][Result "1-0"]

1A. e4 {[ts=1.0]} 1B. d4 {[ts=2.0]} 1b. d5 {[ts=4.0]} 2B. c4 {[ts=6.0]} 2b. e6 {[ts=8.0]} 1a. e5 {[ts=13.0]}
2A. Bc4 {[ts=14.0]} 2a. Nc6 {[ts=15.0]} 3A. Qh5 {[ts=16.0]} 3a. Nf6 {[ts=17.0]} 4A. Qxf7# {[ts=18.0]} 1-0
`;
const file = (text: string) => ({ name: 'game.bpgn', mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Whole on the screen, without scrolling. */
async function inSight(page: Page, what: Locator): Promise<void> {
  await what.waitFor();
  const { width, height } = page.viewportSize()!;
  // What sticks to an edge is there a frame after it was laid out.
  await expect
    .poll(async () => {
      const box = (await what.boundingBox())!;
      const left = { x: box.x, right: width - box.x - box.width, y: box.y, bottom: height - box.y - box.height };
      return Object.entries(left).filter(([, room]) => room < 0);
    })
    .toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

describe.each([
  [LOW_PHONE, true],
  [PHONE, true],
  [{ width: 844, height: 390 }, true],
  [{ width: 820, height: 1180 }, true],
  [{ width: 1280, height: 720 }, false],
  [{ width: 1366, height: 650 }, false],
  [{ width: 1440, height: 900 }, false],
  [{ width: 1920, height: 1080 }, false],
])('on a screen of %o', (viewport, hasTouch) => {
  // German has the longest words.
  it('what a page is for is in sight', async () => {
    const page = await visit('/', { viewport, hasTouch, isMobile: hasTouch, locale: 'de' });
    await inSight(page, page.locator('[data-play-now]'));
    await page.goto('/new');
    await page.locator('.books .card').nth(4).waitFor();
    await inSight(page, page.locator('form button.primary'));
    await page.locator('form button.primary').click();
    await page.locator('[data-sit=A]').click();
    await inSight(page, page.locator('[data-ready]'));
    // Whoever comes back finds the way to their match before everything else.
    await page.goto('/');
    await inSight(page, page.locator('[data-go-on]').first());
  });

  it('who sits where is in sight for whoever comes by a link', async () => {
    const { links } = await makeMatch(url, { book: 'asten' });
    const page = await visit(links.A, { viewport, hasTouch, isMobile: hasTouch, locale: 'de' });
    for (const seat of ['a', 'B']) await inSight(page, page.locator(`[data-seat=${seat}] h2`));
    // On a low phone the second row begins at the edge of the screen.
    if (viewport.height !== LOW_PHONE.height)
      for (const seat of ['A', 'b']) await inSight(page, page.locator(`[data-seat=${seat}] h2`));
  });

  it('a replay has two equal boards, and its controls beside or below them', async () => {
    const page = await visit('/replay', { viewport, hasTouch, isMobile: hasTouch });
    await page.locator('.drop input').setInputFiles(file(SAT));
    for (const board of [0, 1]) await inSight(page, page.locator('.boards .board').nth(board));
    await inSight(page, page.locator('.controls'));
    const [one, other] = await page
      .locator('.boards .board')
      .evaluateAll((boards) => boards.map((board) => board.getBoundingClientRect().width));
    expect(one).toBe(other);
    expect(one).toBeGreaterThan(Math.min(160, viewport.height / 2));
    // The list of moves follows what is shown; the page itself stays where it is.
    await page.keyboard.press('End');
    await page.locator('.sheet .shown', { hasText: 'Qxf7#' }).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

describe('a replay', () => {
  it('marks a sit and a mate in its chart', async () => {
    const page = await visit('/replay');
    await page.locator('.drop input').setInputFiles(file(SAT));
    await page.locator('rect[data-sit=a]').waitFor({ state: 'attached' });
    expect(await page.locator('rect[data-sit]').count()).toBe(1);
    expect(await page.locator('line[data-mate]').count()).toBe(1);
    // The mate is the end: its mark is whole at the edge of the chart.
    const right = (what: string) => page.locator(what).evaluate((one) => one.getBoundingClientRect().right);
    expect((await right('.line')) - (await right('line[data-mate]'))).toBeGreaterThanOrEqual(3);
    await page.locator('.legend', { hasText: 'Checkmate' }).waitFor();
  });

  it('calls a seat without a name by its place, and the page by the game', async () => {
    const page = await visit('/replay');
    const known = '[Event "Club night"][Site "?"][Date "2026.11.??"]';
    await page.locator('.drop input').setInputFiles(file(`${known}\n\n1A. e4 1a. e5 *\n`));
    await page.locator('.about p', { hasText: /^November 2026 · FICS \(online\)$/ }).waitFor();
    await page.locator('.boards .name', { hasText: 'White A' }).waitFor();
    // The sign by which files say so is told in words.
    await page.locator('.verdict', { hasText: /^\s*Unfinished\s*$/ }).waitFor();
    expect(await page.title()).toBe('Club night · Tandem');
  });
});

it.each(['en', 'nl', 'de', 'cs'])(
  'the lesson keeps its buttons where they are from scene to scene: %s',
  async (locale) => {
    const page = await visit('/what-is-bughouse', { viewport: LOW_PHONE, hasTouch: true, isMobile: true, locale });
    await page.locator('[data-scene=teams]').waitFor();
    const next = page.locator('.controls button').nth(2);
    const place = await next.boundingBox();
    for (const scene of ['start', 'capture', 'drop', 'clocks', 'sit', 'arrives', 'mate', 'end']) {
      await page.keyboard.press('ArrowRight');
      await page.locator(`[data-scene=${scene}]`).waitFor();
      expect(await next.boundingBox(), scene).toEqual(place);
    }
  },
);

describe('the share sheet', () => {
  const shared = (page: Page) => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
  async function withSheet(path: string): Promise<Page> {
    const page = await visit('about:blank', { viewport: PHONE });
    await page.addInitScript(() => {
      const kept: ShareData[] = [];
      Object.assign(window, { shared: kept });
      navigator.share = async (data) => void kept.push(data ?? {});
    });
    await page.goto(path);
    return page;
  }

  it('says that a seat waits where one does, and only there', async () => {
    const { match, links } = await makeMatch(url, { book: 'asten' });
    const page = await withSheet('/');
    await page.evaluate(
      ([id, all]) => localStorage.setItem(`tandem.links.${id}`, all!),
      [match, JSON.stringify(links)],
    );
    await page.goto(`/m/${match}`);
    await page.locator('[data-invite] [data-share]').click();
    await page.locator('.others [data-share]').click();
    const [invite, watch] = await shared(page);
    expect(invite).toMatchObject({ text: 'Bughouse: a seat is waiting for you.' });
    expect(invite?.url).toContain(`${url}/m/${match}#invite:`);
    expect(watch).toEqual({ title: 'Tandem', url: `${url}/m/${match}` });
    // The code is told to those who can't see it by its seat.
    await page.locator('[data-seat=b]').getByRole('button', { name: 'QR' }).click();
    await page.locator('[data-seat=b]').getByLabel('Black B').waitFor();
  });

  it('hands on a replay by its name', async () => {
    const page = await withSheet('/replay');
    await page.locator('.drop input').setInputFiles(file(`[Event "Club night"]${SAT}`));
    await page.locator('[data-share]').click();
    const [game] = await shared(page);
    expect(game).toMatchObject({ text: 'Club night' });
    expect(game?.url).toContain('/replay#game:');
  });
});

describe('what a page says of itself before a script has come', () => {
  const head = async (path: string, language = 'en') => {
    const page = await (await fetch(url + path, { headers: { 'accept-language': language } })).text();
    const of = (mark: string) => new RegExp(`${mark}"\\s+content="([^"]*)"`).exec(page)?.[1];
    return {
      title: /<title>([^<]*)<\/title>/.exec(page)?.[1],
      named: of('property="og:title'),
      described: of('name="description'),
      picture: of('property="og:image'),
    };
  };

  it('has a title, a line and a picture, in the reader’s language', async () => {
    const { match } = await makeMatch(url, {
      book: 'stein',
      title: 'Final',
      time: { base: 180_000, increment: 2000, delay: 0 },
    });
    const sign = `${url}/icons/tandem-512.png`;
    const boards = `${url}/api/matches/${match}/picture.png`;
    for (const [path, language, title, picture] of [
      ['/', 'en', 'Tandem: bughouse by the rulebook you choose', sign],
      ['/', 'nl', 'Doorgeefschaak volgens het reglement dat je kiest · Tandem', sign],
      ['/what-is-bughouse', 'de', 'Was ist Tandemschach? · Tandem', sign],
      ['/rules', 'cs', 'Pravidla holanďanů · Tandem', sign],
      [`/m/${match}`, 'en', 'Final · Tandem', boards],
      [`/replay/${match}`, 'en', 'Final · Tandem', boards],
    ] as const) {
      const told = await head(path, language);
      expect(told, path).toMatchObject({ title, picture });
      expect(told.described, path).toBeTruthy();
      expect(title.toLowerCase(), path).toContain(told.named!.toLowerCase());
      expect((await fetch(picture)).headers.get('content-type'), path).toBe('image/png');
    }
    expect((await head(`/replay/${match}`, 'cs')).described).toBe('Čeká na vás místo. Holanďany, 3+2, Stein (NL).');
  });

  it('is read in light letters or dark ones, and in one’s language, without JavaScript', async () => {
    for (const [colorScheme, ground] of [
      ['light', 'rgb(241, 239, 234)'],
      ['dark', 'rgb(21, 24, 28)'],
    ] as const) {
      const page = await visit('/', { javaScriptEnabled: false, colorScheme, locale: 'nl' });
      await page.locator('noscript p', { hasText: 'Twee borden' }).waitFor();
      const colour = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      expect(colour).toBe(ground);
    }
  });
});

describe('the rules', () => {
  it('open at the article that the comparison names', async () => {
    const page = await visit('/rules', { viewport: PHONE });
    await page.locator('a.by[href="/rules/stein#5.1"]').first().click();
    const article = page.locator('li[id="5.1"].named');
    await article.waitFor();
    await expect.poll(async () => (await article.boundingBox())!.y).toBeLessThan(PHONE.height / 2);
    expect(await page.title()).toContain('DJC Stein');
  });

  it('have their books on one line of a phone, the one that is read in sight', async () => {
    const page = await visit('/rules/sscr', { viewport: LOW_PHONE });
    const tab = page.locator('.tabs [aria-current]');
    await inSight(page, tab);
    expect((await page.locator('.tabs').boundingBox())!.height).toBeLessThan(56);
    expect((await page.locator('.tabs a').nth(1).textContent())!.trim()).toBe('FICS (online)');
  });

  it('keep the number of an article off its text, also where that is a word', async () => {
    const page = await visit('/rules/sscr', { viewport: LOW_PHONE });
    await page.locator('.articles li').first().waitFor();
    const over = await page
      .locator('.articles .number')
      .evaluateAll((numbers) =>
        numbers.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
    expect(over).toEqual([]);
  });

  it('forget what was not found when another book is opened', async () => {
    const page = await visit('/rules/nobook');
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Stein (NL)' }).click();
    await page.locator('.articles li').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

it('is called by what it is where there is no page', async () => {
  const page = await visit('/nowhere');
  await page.locator('main h1', { hasText: 'Page not found' }).waitFor();
  expect(await page.title()).toBe('Page not found · Tandem');
});

it('has its ways first in the menu of a phone', async () => {
  const page = await visit('/', { viewport: LOW_PHONE });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('.menu').getByRole('link', { name: 'Rules' }).click();
  await page.locator('.matrix').waitFor();
});
