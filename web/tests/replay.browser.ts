// Replay of a finished match and of an uploaded file; the rules pages.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { faults, launch, visitor } from './support/browser';
import { Four } from './support/table';

const url = inject('url');
let browser: Browser;
let match: string;
let bpgn: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await launch();
  const four = await Four.sit(browser, url, { book: 'asten' });
  await four.start();
  await four.play('B d2d4', 'A e2e4', 'a d7d5', 'A e4d5');
  await four.players.A.press('resign');
  await four.players.A.result();
  match = four.match;
  await four.close();
  bpgn = await (await fetch(`${url}/api/matches/${match}/bpgn`)).text();
});
afterAll(() => browser.close());
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(faults.splice(0)).toEqual([]);
});

async function visit(path: string, options: BrowserContextOptions = {}) {
  const context = await visitor(browser, url, 'Ann', options);
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

describe('replay', () => {
  it('shows a finished match, by keys and by the move list', async () => {
    const page = await visit(`/replay/${match}`);
    await page.locator('.where', { hasText: '0 / 4' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.where', { hasText: '1B. d4' }).waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'exd5' }).click();
    await page.locator('.where', { hasText: '4 / 4' }).waitFor();
    expect(await page.locator('.boards section').first().locator('piece.black.pawn').count()).toBe(7 + 1);
    await page.keyboard.press('ArrowLeft');
    await page.locator('.where', { hasText: '3 / 4' }).waitFor();
  });

  it('hands on an uploaded game by a link that holds it', async () => {
    const page = await visit('/replay');
    await page
      .locator('.drop input')
      .setInputFiles({ name: 'club.bpgn', mimeType: 'text/plain', buffer: Buffer.from(bpgn) });
    await page.locator('.where', { hasText: '0 / 4' }).waitFor();
    await page.getByRole('button', { name: 'QR' }).click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    expect(link).toContain('/replay#game:');
    const other = await visit(link.slice(url.length));
    await other.locator('.where', { hasText: '0 / 4' }).waitFor();
    await other.keyboard.press('End');
    await other.locator('.where', { hasText: '4 / 4' }).waitFor();
    await other.keyboard.press('Home');
    await other.locator('.where', { hasText: '0 / 4' }).waitFor();
    const boards = await Promise.all([0, 1].map((which) => other.locator('.boards .board').nth(which).boundingBox()));
    expect(boards[0]!.width).toBe(boards[1]!.width);
  });

  it('reaches the last move on the time line, and walks it by keys', async () => {
    const page = await visit(`/replay/${match}`);
    const line = page.getByRole('slider', { name: 'Timeline' });
    await line.waitFor();
    await line.focus();
    await page.keyboard.press('End');
    await page.locator('.where', { hasText: '4 / 4' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.where', { hasText: '3 / 4' }).waitFor();
    await page.keyboard.press('Home');
    await page.locator('.where', { hasText: '0 / 4' }).waitFor();
    // Those who hear the line are told where it stands, at its beginning too.
    expect(await line.getAttribute('aria-valuetext')).toBe('0:00');
    // Whoever has chosen a speed walks on, and chooses another by up and down.
    const speed = page.getByLabel('Speed');
    await speed.focus();
    await page.keyboard.press('End');
    await page.locator('.where', { hasText: '4 / 4' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.where', { hasText: '3 / 4' }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await speed.inputValue()).toBe('4');
    await page.locator('.where', { hasText: '3 / 4' }).waitFor();
  });

  it('has the ways to the games before and after side by side', async () => {
    const page = await visit('/replay', { viewport: { width: 1280, height: 720 }, locale: 'de' });
    await page
      .locator('.drop input')
      .setInputFiles({ name: 'club.bpgn', mimeType: 'text/plain', buffer: Buffer.from(bpgn + bpgn) });
    const ways = page.locator('.games button');
    await ways.first().waitFor();
    const [before, after] = await Promise.all([0, 1].map((which) => ways.nth(which).boundingBox()));
    expect(after!.y).toBe(before!.y);
  });

  it('stays at the game that it shows when a file has no other', async () => {
    const page = await visit('/replay');
    await page
      .locator('.drop input')
      .setInputFiles({ name: 'club.bpgn', mimeType: 'text/plain', buffer: Buffer.from(bpgn) });
    await page.locator('.where', { hasText: '0 / 4' }).waitFor();
    await page.getByRole('button', { name: 'Next game' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.games > span').textContent()).toBe('Game 1');
    expect(await page.getByRole('button', { name: 'Previous game' }).isDisabled()).toBe(true);
  });

  it('plays an uploaded file to its end', async () => {
    const page = await visit('/');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'game.bpgn', mimeType: 'text/plain', buffer: Buffer.from(bpgn) });
    await page.locator('.where', { hasText: '0 / 4' }).waitFor();
    await page.getByLabel('Speed').selectOption({ label: '8×' });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('.where', { hasText: '4 / 4' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download BPGN' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('tandem.bpgn');
  });

  it.each([
    [1280, 720],
    [1366, 650],
    [1440, 900],
    [1920, 1080],
  ])(
    'has two equal boards and all its controls on a screen of %i × %i, whatever the players are called',
    async (width, height) => {
      const page = await visit('/replay');
      await page.setViewportSize({ width, height });
      const named = bpgn.replaceAll(/"(Ann|Ben|Cid|Dee)"/g, '"Wilhelmina van $1enstein"');
      await page
        .locator('.drop input')
        .setInputFiles({ name: 'club.bpgn', mimeType: 'text/plain', buffer: Buffer.from(named) });
      await page.locator('.where', { hasText: '0 / 4' }).waitFor();
      const boxes = await page.locator('.boards .board').evaluateAll((boards) =>
        boards.map((board) => {
          const box = board.getBoundingClientRect();
          return { x: box.x, width: box.width };
        }),
      );
      const [one, other] = boxes as [{ x: number; width: number }, { x: number; width: number }];
      expect(other.width).toBe(one.width);
      expect(other.x - one.x - one.width).toBeGreaterThanOrEqual(8);
      const strips = await page
        .locator('.boards .strip')
        .evaluateAll((all) => all.map((strip) => strip.scrollWidth - strip.clientWidth));
      expect(strips).toEqual([0, 0, 0, 0]);
      // Two lines are enough for such a name.
      const names = await page
        .locator('.boards .name')
        .evaluateAll((all) => all.map((name) => name.scrollHeight - name.clientHeight));
      expect(names).toEqual([0, 0, 0, 0]);
      const end = (await page.locator('.controls').boundingBox())!;
      expect(end.y + end.height).toBeLessThanOrEqual(height);
    },
  );

  it('takes files that are dropped together', async () => {
    const page = await visit('/replay');
    await page.locator('.drop').waitFor();
    const dropped = await page.evaluateHandle((text) => {
      const held = new DataTransfer();
      for (const name of ['one.bpgn', 'two.bpgn']) held.items.add(new File([text], name, { type: 'text/plain' }));
      return held;
    }, bpgn);
    await page.dispatchEvent('.drop input', 'drop', { dataTransfer: dropped });
    await page.locator('.where', { hasText: '0 / 4' }).waitFor();
    await page.getByRole('button', { name: 'Next game' }).click();
    await page.getByText('Game 2').waitFor();
    expect(await page.locator('[role=alert]').count()).toBe(0);
  });

  it('merges both boards of a game saved from chess.com, and tells a board that is alone', async () => {
    const saved = (id: number, partner: number, moves: string, clocks: string) => ({
      name: `${id}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({
          game: {
            id,
            partnerGameId: partner,
            moveList: moves,
            moveTimestamps: clocks,
            baseTime1: 1200,
            timeIncrement1: 0,
            type: 'bughouse',
            initialSetup: '',
            colorOfWinner: id < partner ? 'white' : 'black',
            gameEndReason: id < partner ? 'resigned' : 'bughousepartnerlose',
            pgnHeaders: { Event: 'Live Chess - Bughouse' },
          },
          players: {
            top: { color: 'black', username: `Black${id}` },
            bottom: { color: 'white', username: `White${id}` },
          },
        }),
      ),
    });
    // 1. e4 d5 2. exd5, and the pawn is dropped on the other board.
    const a = saved(7, 9, 'mCZJCJ', '1199,1190,1150,1190');
    const b = saved(9, 7, 'mC=K', '1190,1145,1190');
    const page = await visit('/replay');
    const input = page.locator('input[type=file]');
    await input.setInputFiles([a, saved(11, 12, 'mC', '1199,1199')]);
    await page.getByRole('alert').filter({ hasText: 'different games' }).waitFor();
    await input.setInputFiles([b, a]);
    await page.locator('.where', { hasText: '0 / 5' }).waitFor();
    await page.locator('.verdict', { hasText: '1–0 Resignation' }).waitFor();
    await page.getByRole('button', { name: 'P@e5' }).click();
    await page.locator('.where', { hasText: '5 / 5' }).waitFor();
    expect(await page.locator('.boards .name').allTextContents()).toEqual(['Black7', 'White7', 'White9', 'Black9']);
    await page.goto('/replay');
    await page.locator('input[type=file]').setInputFiles(b);
    await page.getByText('One board only').waitFor();
  });

  it('says what is wrong with a file that can’t be read', async () => {
    const page = await visit('/replay');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'x.bpgn', mimeType: 'text/plain', buffer: Buffer.from('not a game') });
    await page.locator('[role=alert]').waitFor();
  });
});

describe('rules', () => {
  it('shows a book in two languages and all of them side by side', async () => {
    const page = await visit('/rules/stein');
    await page.locator('li[id="2.4"] p[lang=nl]').waitFor();
    await page.getByRole('link', { name: 'Comparison' }).click();
    await page.locator('.matrix tbody tr').nth(20).waitFor();
    expect(await page.locator('.matrix thead th').count()).toBeGreaterThanOrEqual(6);
  });
});
