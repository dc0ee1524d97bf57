// The score sheet of boards on the table: two phones keep time, a third writes the moves down, during the match and afterwards.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bottomColor, boardOf, type BoardId, type Seat } from '../src/state/seats';
import { serious, unfold } from './support/axe';
import { DESKTOP, faults, launch, LOW_PHONE, PHONE, visitor } from './support/browser';
import { Phones } from './support/phones';
import { TestServer } from './support/server';

const url = inject('url');
const BINARY = process.env.TANDEM_BIN ?? new URL('../../target/debug/tandem', import.meta.url).pathname;
const ROLES: Record<string, string> = { Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' };
let browser: Browser;
let phones: Phones | undefined;
const contexts: BrowserContext[] = [];

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await phones?.close();
  phones = undefined;
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(faults.splice(0)).toEqual([]);
});

/** A third phone, or another device, that writes. */
class Writer {
  constructor(readonly page: Page) {}

  static async open(link: string, viewport = PHONE): Promise<Writer> {
    const context = await visitor(browser, new URL(link).origin, '', {
      viewport,
      hasTouch: true,
      isMobile: viewport.width < 760,
      acceptDownloads: true,
    });
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(link);
    await page.locator('[data-score=A]').waitFor();
    return new Writer(page);
  }

  part(board: BoardId) {
    return this.page.locator(`[data-score=${board}]`);
  }

  /** On a phone one board is shown. */
  async turn(board: BoardId): Promise<void> {
    const tab = this.page.locator(`[data-tab=${board}]`);
    if (await tab.isVisible()) await tab.tap();
  }

  async tap(board: BoardId, square: string): Promise<void> {
    const place = this.part(board).locator('.place .board');
    await place.scrollIntoViewIfNeeded();
    const box = (await place.boundingBox())!;
    const size = box.width / 8;
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
    const white = bottomColor(1, board) === 'white';
    await this.page.touchscreen.tap(
      box.x + ((white ? file : 7 - file) + 0.5) * size,
      box.y + ((white ? 7 - rank : rank) + 0.5) * size,
    );
  }

  /** By taps: `e2e4`, `N@f3`. */
  async write(seat: Seat, uci: string): Promise<void> {
    const board = boardOf(seat);
    await this.turn(board);
    const written = Number(await this.part(board).getAttribute('data-written'));
    if (uci[1] === '@') await this.page.locator(`[data-strip=${seat}] button[data-role=${ROLES[uci[0]!]}]`).tap();
    else await this.tap(board, uci.slice(0, 2));
    await this.tap(board, uci.slice(2, 4));
    await this.has(board, written + 1);
  }

  async type(board: BoardId, text: string): Promise<void> {
    await this.turn(board);
    const field = this.part(board).getByLabel('Type a move');
    await field.fill(text);
    await field.press('Enter');
  }

  has(board: BoardId, moves: number): Promise<void> {
    return this.page.locator(`[data-score=${board}][data-written="${moves}"]`).waitFor({ state: 'attached' });
  }

  async says(board: BoardId, text: string | RegExp): Promise<void> {
    await this.part(board).locator('[data-refused]', { hasText: text }).waitFor();
  }
}

/** The way from the clock to the sheet: before the start it is there, during the match it is in the menu. */
async function recordLink(page: Page): Promise<string> {
  const playing = await page.locator('main.clock[data-phase=playing]').isVisible();
  if (playing) await page.locator('[data-menu]').first().tap();
  await page.locator('[data-record]').tap();
  await page.getByRole('img', { name: 'Link to the score sheet' }).waitFor();
  const link = new URL((await page.locator('[data-record-here]').getAttribute('href'))!, page.url()).href;
  if (playing) await page.locator('[data-close-menu]').tap();
  return link;
}

/** What `tandem bpgn check` says of a file; it ends with an error if something is wrong with it. */
const checked = (file: string): string => execFileSync(BINARY, ['bpgn', 'check', file], { encoding: 'utf8' });

describe('a third phone', () => {
  it('writes a match down while it is played, completes it after a reload and a crash, and has the file', async () => {
    const server = await TestServer.open();
    const folder = mkdtempSync(join(tmpdir(), 'tandem-record-'));
    try {
      phones = await Phones.two(browser, server.url, { book: 'minerva' });
      const link = await recordLink(phones.page('A'));
      const third = await Writer.open(link);
      await third.part('A').locator('[data-state]', { hasText: 'not started' }).waitFor();
      await phones.start();
      await phones.presses('A', 'a');
      await third.part('A').locator('[data-state]', { hasText: 'Presses: 2' }).waitFor();
      await third.write('A', 'e2e4');
      await third.write('a', 'd7d5');
      await phones.presses('B');
      await third.write('B', 'd2d4');

      // The hand is seen before its press; what follows has to wait for that.
      await third.write('A', 'e4d5');
      await third.part('A').locator('[data-state]', { hasText: 'been pressed' }).waitFor();
      await third.type('A', 'Nf6');
      await third.says('A', 'one move more already');
      // What the book forbids is refused with its article, and can be looked up.
      await third.type('B', 'Ke4');
      await third.says('B', /minerva/);
      // The piece has come, and lies in the stock.
      await third.turn('B');
      await phones.presses('A', 'b');
      await third.write('b', 'P@e6');
      expect(await third.page.locator('[data-doubts]').count()).toBe(0);

      // A crash of the laptop, a reload of the page: all that was written is there.
      await server.stop('SIGKILL');
      await third.page.getByText('No connection').waitFor();
      await server.start();
      await third.page.reload();
      await third.has('A', 3);
      await third.has('B', 2);
      await phones.page('A').locator('main.clock[data-linked=true]').waitFor();
      await phones.presses('a', 'B');
      await phones.act('a', 'resign');
      expect(await phones.result()).toBe('1-0');

      // Afterwards: a slip is struck out, the rest is completed.
      await third.page.locator('[data-phase=over]').waitFor();
      await third.write('a', 'd8d5');
      await third.write('B', 'c1e3');
      await third.page.locator('td[data-seat=B] button', { hasText: 'Be3' }).tap();
      await third.page.locator('[data-strike]').tap();
      await third.has('B', 2);
      await third.write('B', 'g1f3');
      const coming = third.page.waitForEvent('download');
      await third.page.locator('[data-download]').tap();
      const file = join(folder, 'match.bpgn');
      await (await coming).saveAs(file);
      expect(checked(file)).toBe('1 games, 0 bad\n');
      await third.page.locator('[data-replay]').tap();
      await third.page.locator('td button', { hasText: 'Nf3' }).waitFor();
    } finally {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('may write one board after the other, and is told what does not fit', async () => {
    phones = await Phones.two(browser, url, { book: 'minerva' });
    await phones.start();
    await phones.presses('A', 'a', 'A', 'B', 'b', 'a');
    const link = await recordLink(phones.page('A'));
    const third = await Writer.open(link, DESKTOP);
    await third.write('B', 'd2d4');
    await third.write('b', 'N@f6');
    await third.page.locator('[data-fit=waits]', { hasText: '1b. N@f6' }).waitFor();
    for (const [seat, uci] of [
      ['A', 'e2e4'],
      ['a', 'd7d5'],
      ['A', 'e4d5'],
    ] as const)
      await third.write(seat, uci);
    await phones.act('a', 'resign');
    await third.page.locator('[data-phase=over]').waitFor();
    await third.write('a', 'd8d5');
    await third.page.locator('[data-fit=doubtful]', { hasText: '1b. N@f6' }).waitFor();
    // Another phone has the same sheet, and strikes it out.
    const other = await Writer.open(link);
    await other.turn('B');
    await other.part('B').locator('[data-back]').tap();
    await other.has('B', 1);
    await other.write('b', 'P@e6');
    // The first phone asks for news every now and then: it had two moves there before, too.
    await third.page.locator('td[data-seat=b] button', { hasText: 'P@e6' }).waitFor();
    await third.has('B', 2);
    expect(await third.page.locator('[data-doubts]').count()).toBe(0);
  });

  it.each([
    ['', 'opens no score sheet'],
    ['#sheet:abcdefghjkmnpqrstvwxyzabcdefghjk', 'does not open the score sheet'],
  ])('is told that %o is no link to a sheet', async (fragment, said) => {
    const context = await visitor(browser, url, '');
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(`/record/abcdefgh23456789${fragment}`);
    await page.locator('[data-wrong]', { hasText: said }).waitFor();
  });
});

describe.each([
  ['low', LOW_PHONE],
  ['tall', PHONE],
  ['on its side', { width: 844, height: 390 }],
  ['tablet', { width: 820, height: 1180 }],
  ['laptop', DESKTOP],
])('on a %s screen', (_, viewport) => {
  it('the sheet fits the page and has no serious fault', async () => {
    phones = await Phones.two(browser, url, { book: 'minerva' });
    await phones.start();
    await phones.presses('A', 'a', 'A', 'B', 'b');
    const third = await Writer.open(await recordLink(phones.page('A')), viewport);
    await third.write('A', 'e2e4');
    await third.write('a', 'd7d5');
    await third.write('B', 'd2d4');
    await third.write('b', 'N@f6');
    expect(await third.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await third.page.evaluate(() => scrollTo(0, 0));
    if (process.env.RECORD_PICTURES)
      await third.page.screenshot({
        path: `${process.env.RECORD_PICTURES}/record-${viewport.width}x${viewport.height}.png`,
        fullPage: true,
      });
    await unfold(third.page);
    expect(await serious(third.page)).toEqual([]);
  });
});
