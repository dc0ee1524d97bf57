// The pages themselves: from the front page to the result, languages, phones, keys, reloads.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext } from 'playwright-core';
import { LANGUAGES } from '../src/i18n/languages';
import cs from '../src/i18n/cs.json';
import de from '../src/i18n/de.json';
import en from '../src/i18n/en.json';
import nl from '../src/i18n/nl.json';
import reasons from '../src/i18n/reasons/nl';
import { faults, launch, PHONE, visitor } from './support/browser';
import { SEATS } from '../src/state/seats';
import { Four } from './support/table';

const url = inject('url');
let browser: Browser;
let four: Four | undefined;
const contexts: BrowserContext[] = [];

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await four?.close();
  four = undefined;
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(faults.splice(0)).toEqual([]);
});

async function visit(path: string, name = 'Ann', options = {}) {
  const context = await visitor(browser, url, name, options);
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

describe('from the front page', () => {
  it('makes a match in two clicks and sits down', async () => {
    const page = await visit('/');
    await page.getByRole('link', { name: 'Play with friends' }).click();
    await page.getByRole('button', { name: 'Create match' }).click();
    await page.locator('[data-sit=A]').click();
    await page.locator('[data-seat=A]', { hasText: 'Ann' }).waitFor();
    // The other links are still at hand, as QR codes too.
    await page.locator('[data-seat=b]').getByRole('button', { name: 'QR' }).click();
    await page.locator('[data-seat=b] svg path').first().waitFor();
  });

  it('asks a guest for a name, once', async () => {
    four = await Four.sit(browser, url, { book: 'asten' });
    const page = await visit(
      four.links.spectator.replace(/#.*/, '') + four.links.A.slice(four.links.A.indexOf('#')),
      '',
    );
    await page.getByLabel('Your name').fill('Zoë <b>');
    await page.getByRole('button', { name: 'Take seat' }).click();
    await page.locator('[data-seat=A] .you').waitFor();
  });

  it('joins a public table', async () => {
    const owner = await visit('/new', 'Olga');
    await owner.getByText('List publicly').click();
    await owner.getByText('Time control and more options').click();
    await owner.getByLabel('Match name').fill('Open evening');
    await owner.getByRole('button', { name: 'Create match' }).click();
    await owner.locator('[data-seat=A] .you').waitFor();
    const guest = await visit('/', 'Gus');
    await guest.locator('li', { hasText: 'Open evening' }).getByRole('button', { name: 'Join' }).click();
    await guest.locator('.seat', { hasText: 'Gus' }).locator('.you').waitFor();
  });
});

describe('each language', () => {
  const texts = { en, nl, de, cs };

  it.each(LANGUAGES)('%s by the browser’s wish', async (code) => {
    const page = await visit('/', 'Ann', { locale: code });
    await page.getByRole('heading', { level: 1, name: texts[code].home.what }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(code);
  });

  it('changes by one choice and is remembered', async () => {
    const page = await visit('/');
    for (const code of ['nl', 'de', 'cs', 'en'] as const) {
      await page.locator('.language select').selectOption(code);
      await page.getByText(texts[code].home.friends).waitFor();
    }
    await page.locator('.language select').selectOption('cs');
    await page.getByText(cs.home.friends).waitFor();
    await page.reload();
    await page.getByText(cs.home.friends).waitFor();
  });

  it('refuses in the player’s language', async () => {
    four = await Four.sit(browser, url, { book: 'asten' }, { A: { locale: 'nl' } });
    await four.start();
    const { A } = four.players;
    await A.myTurn();
    await A.page.keyboard.type('e5');
    await A.page.keyboard.press('Enter');
    await A.page.locator('.refusal', { hasText: /asten/ }).waitFor();
    const said = (await A.page.locator('.refusal > span').textContent()) ?? '';
    const dutch = Object.values(reasons).map((text) => text.toLowerCase());
    expect(dutch).toContain(said.replace(/\.$/, '').toLowerCase());
  });
});

it('keeps the set of pieces that was chosen', async () => {
  const page = await visit('/');
  const drawing = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('piece.black.knight')!).backgroundImage);
  const classic = await drawing();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Piece set').selectOption('flat');
  await page.waitForFunction((before) => {
    const knight = document.querySelector('piece.black.knight');
    return knight && getComputedStyle(knight).backgroundImage !== before;
  }, classic);
  const flat = await drawing();
  await page.reload();
  await page.waitForFunction((wanted) => {
    const knight = document.querySelector('piece.black.knight');
    return knight && getComputedStyle(knight).backgroundImage === wanted;
  }, flat);
});

describe('a phone', () => {
  it('plays by taps, with nothing wider than the screen', async () => {
    const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
    four = await Four.sit(browser, url, { book: 'stein' }, { A: phone, a: phone, B: phone, b: phone });
    await four.start();
    const { A, a } = four.players;
    const wide = () => A.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await wide()).toBeLessThanOrEqual(0);
    // My board has the whole width, and all four clocks are in sight without scrolling.
    expect((await A.page.locator('.mine').boundingBox())!.width).toBeGreaterThan(PHONE.width - 8);
    for (const seat of SEATS) {
      const clock = (await A.page.locator(`[data-strip=${seat}] .clock`).boundingBox())!;
      expect(clock.y + clock.height, seat).toBeLessThan(PHONE.height);
    }
    for (const [player, from, to] of [
      [A, 'e2', 'e4'],
      [a, 'e7', 'e5'],
    ] as const) {
      await player.myTurn();
      for (const square of [from, to]) {
        const { x, y } = await player.point('A', square);
        await player.page.touchscreen.tap(x, y);
      }
    }
    await A.sees('e5');
    // The partner's board is one tap from large.
    const small = await A.page.locator('.theirs').boundingBox();
    await A.page.locator('.swap').tap();
    const large = await A.page.locator('.theirs').boundingBox();
    expect(large!.width).toBeGreaterThan(small!.width * 2);
    expect(await wide()).toBeLessThanOrEqual(0);
  });
});

describe('the keyboard alone', () => {
  it('plays a whole match', async () => {
    four = await Four.sit(browser, url, { book: 'sscr' });
    await four.start();
    for (const line of ['A e4', 'a e5', 'A Bc4', 'a nc6', 'A Qh5', 'a Nf6']) {
      const [seat, move] = line.split(' ') as ['A' | 'a', string];
      const player = four.players[seat];
      await player.myTurn();
      await player.page.keyboard.type(move);
      await player.page.keyboard.press('Enter');
      await player.sees(move[0] === 'n' ? 'Nc6' : move);
      await player.page.keyboard.press('Escape');
    }
    const { A, a } = four.players;
    // The live region speaks the moves of both boards, and clocks and stock when asked.
    await A.page.locator('[data-live]', { hasText: 'Ben, board A: Nf6' }).waitFor({ state: 'attached' });
    await A.page.keyboard.press('?');
    await A.page.locator('[data-live]', { hasText: 'Your stock: none' }).waitFor({ state: 'attached' });
    await A.page.keyboard.type('Qxf7');
    await A.page.keyboard.press('Enter');
    expect(await a.result()).toBe('1-0');
  });

  it('reaches every act by the tab key', async () => {
    four = await Four.sit(browser, url, { book: 'asten' });
    await four.start();
    const { A } = four.players;
    const reached = new Set<string>();
    await A.act('resign').waitFor();
    for (let step = 0; step < 60; step += 1) {
      await A.page.keyboard.press('Tab');
      const name = await A.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.act);
      if (name) reached.add(name);
    }
    expect([...reached]).toContain('resign');
    expect([...reached]).toContain('offer_draw');
  });
});

describe('a reload in mid-game', () => {
  it('comes back to the same position and plays on', async () => {
    four = await Four.sit(browser, url, { book: 'fer' });
    await four.start();
    const { A, a } = four.players;
    await four.play('A e2e4', 'a d7d5', 'A e4d5');
    await a.sees('exd5');
    await a.page.reload();
    await a.sees('exd5');
    await a.move('d8d5');
    await A.sees('Qxd5');
    await A.page.waitForFunction(() => document.querySelectorAll('.mine cg-board piece:not(.fading)').length === 30);
  });
});

describe('a rematch', () => {
  it('swaps the colours', async () => {
    four = await Four.sit(browser, url, { book: 'asten' });
    await four.start();
    await four.players.A.press('resign');
    for (const player of Object.values(four.players)) {
      await player.page.getByRole('button', { name: /^Rematch/ }).click();
    }
    await four.players.A.page.waitForURL((address) => !address.pathname.endsWith(four!.match));
    await four.players.A.page.locator('.mine').getByText('Black').first().waitFor();
  });

  it('finds those in their seats who missed the message, and knows no links of the match before', async () => {
    four = await Four.sit(browser, url, { book: 'asten', arbiter: true });
    const { A, a, b } = four.players;
    // Two players never get the message; one of them loses the line for a moment as well.
    let cut = () => {};
    for (const { page } of [a, b]) {
      await page.routeWebSocket(/\/ws\?match=/, (line) => {
        const server = line.connectToServer();
        server.onMessage((text) => {
          if (!String(text).includes('"type":"rematch"')) line.send(text);
        });
        if (page === b.page) cut = () => void line.close();
      });
      await page.reload();
    }
    // The browser of the match's maker has its links.
    await A.page.evaluate(
      ([match, links]) => localStorage.setItem(`tandem.links.${match}`, links!),
      [four.match, JSON.stringify(four.links)],
    );
    await A.page.reload();
    await A.page.getByRole('heading', { name: 'Arbiter' }).waitFor();
    await four.start();
    await A.press('resign');
    for (const player of Object.values(four.players)) {
      await player.page.getByRole('button', { name: /^Rematch/ }).click();
    }
    await A.page.waitForURL((address) => !address.pathname.endsWith(four!.match));
    await A.page.locator('.mine[data-seat=a]').waitFor();
    expect(await A.page.getByRole('heading', { name: 'Arbiter' }).count()).toBe(0);
    expect(await A.page.locator('[data-sit]').count()).toBe(0);
    await a.page.reload();
    await a.page.getByRole('link', { name: 'Go to the rematch' }).click();
    await a.page.locator('.mine[data-seat=A]').waitFor();
    cut();
    await b.page.locator('.mine[data-seat=B]').waitFor();
  });
});
