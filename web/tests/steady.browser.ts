// Nothing moves under a finger: in a whole match, at every size, no board, stock, clock or square changes its place by
// a pixel, nothing covers anything else, and nothing leaves the screen.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { SEATS, type Seat } from '../src/state/seats';
import { faults, launch, visitor } from './support/browser';
import { Four } from './support/table';
import { amiss, still, watchPlaces } from './support/places';

const SMALL: Record<Seat, [number, number]> = { A: [360, 640], a: [390, 844], B: [844, 390], b: [820, 1180] };
const LARGE: Record<Seat, [number, number]> = { A: [1280, 720], a: [1366, 650], B: [1440, 900], b: [1920, 1080] };
const SIZES = [
  ['phones and tablets', SMALL],
  ['laptops and desktops', LARGE],
] as const;

/** As long as a message may be. */
const LONG =
  'I am going to be mated on h2 unless you stop giving them knights: trade the queens now and then sit as long as you can';

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

async function visit(path: string, [width, height]: readonly [number, number]): Promise<Page> {
  const context = await visitor(browser, url, 'Zoë', { viewport: { width, height } });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** All four pages as they are now: whole, with nothing on anything. */
async function whole(when: string): Promise<void> {
  for (const seat of SEATS) {
    const { page } = four!.players[seat];
    expect(await amiss(page), `${seat} ${JSON.stringify(page.viewportSize())} ${when}`).toEqual([]);
  }
}

describe.each(SIZES)('on %s', (_, sizes) => {
  const options = Object.fromEntries(
    SEATS.map((seat) => [
      seat,
      { viewport: { width: sizes[seat][0], height: sizes[seat][1] }, ...(sizes === SMALL ? { hasTouch: true } : {}) },
    ]),
  );

  it('a match with words, refusals, an arbiter and a draw moves nothing', async () => {
    four = await Four.sit(browser, url, { book: 'sscr', arbiter: true, press: 'manual' }, options);
    const { A, a, B, b } = four.players;
    await four.start();
    for (const seat of SEATS) await watchPlaces(four.players[seat].page);
    await whole('at the start');

    // The clock is pressed by a tap on it, by the space bar, and by the button.
    await A.move('e2e4');
    // By this book (6.5) the answer may be made before the clock is pressed.
    await a.page.locator('.mine square.last-move').first().waitFor();
    await a.tap('d7');
    await a.tap('d5');
    await a.act('retract').waitFor({ state: 'attached' });
    await A.page.locator('[data-press-clock]').click();
    await a.page.locator('[data-press-clock]').waitFor();
    await a.page.keyboard.press(' ');
    await A.move('e4d5');
    await A.press('press');
    await b.page.locator('[data-strip=b] button[data-role=pawn]:not([disabled])').waitFor();
    await B.move('e2e4');
    await B.page.locator('[data-press-clock]').click();
    await b.move('P@e5');
    await b.page.locator('[data-press-clock]').click();
    await B.sees('P@e5');

    // All partners talk at once, more than fits.
    for (const key of ['1', '2', '3', '4']) for (const seat of SEATS) await four.players[seat].page.keyboard.press(key);
    for (const seat of SEATS) await four.players[seat].page.locator('.heard').nth(1).waitFor();
    await whole('while partners talk');

    // A phrase, and as much as can be said at once; it is read whole in the log of words.
    for (const seat of SEATS) await four.players[seat].page.locator('[data-phrases]').click();
    await whole('with the phrases open');
    for (const seat of SEATS) await four.players[seat].page.locator('[data-phrase=tradesGood]').click();
    for (const seat of SEATS) {
      const { page } = four.players[seat];
      await page.locator('.heard', { hasText: 'Trades are good' }).waitFor();
      const field = page.getByRole('textbox', { name: 'Message your partner' });
      if (!(await field.isVisible())) await page.getByRole('button', { name: 'Message your partner' }).click();
      await field.fill(LONG);
      await page.keyboard.press('Enter');
    }
    for (const seat of SEATS) {
      const { page } = four.players[seat];
      await page.locator('.heard', { hasText: LONG }).waitFor();
    }
    await whole('with a long message');
    for (const seat of SEATS) {
      const { page } = four.players[seat];
      await page.locator('.heard').first().click();
      const log = page.locator('[data-words]');
      await log.locator('li', { hasText: LONG }).first().waitFor();
      await log.locator('li', { hasText: 'Trades are good' }).first().waitFor({ state: 'attached' });
    }
    await whole('with the log of words');
    for (const seat of SEATS) await four.players[seat].page.keyboard.press('Escape');

    // A refusal, and a whole name that is longer than its room.
    await A.page.keyboard.type('Ke5');
    await A.page.keyboard.press('Enter');
    await A.page.locator('.refusal span').first().waitFor();
    await whole('with a refusal');

    await B.press('offer_draw');
    await b.page.locator('.notice').first().waitFor({ state: 'attached' });
    await whole('with an offer');

    const desk = await visit(four.links.arbiter!, [1366, 768]);
    await desk.locator('[data-rule=stop]').click();
    for (const seat of SEATS)
      await four.players[seat].page.locator('.notice', { hasText: 'stopped' }).waitFor({ state: 'attached' });
    await whole('while the clocks are stopped');
    await desk.locator('[data-rule=resume]').click();
    for (const seat of SEATS)
      await four.players[seat].page.locator('.notice', { hasText: 'stopped' }).waitFor({ state: 'detached' });

    // A warning is large, and lies over nothing that is touched.
    for (const seat of SEATS) {
      if (!(await desk.locator('select[name=seat]').isVisible())) await desk.locator('[data-rule=warn]').click();
      await desk.locator('select[name=seat]').selectOption(seat);
      await desk.locator('input[name=why]').fill('Talking to the opponent');
      await desk.locator('[data-confirm=warn]').click();
      await four.players[seat].page.locator('[data-told=warned]').waitFor();
    }
    await whole('when everybody is warned');
    for (const seat of SEATS) await four.players[seat].page.locator('[data-told] .button').click();

    for (const seat of SEATS) expect(await still(four.players[seat].page), seat).toEqual([]);
    await a.press('resign');
    for (const seat of SEATS) {
      const { page } = four.players[seat];
      await page.locator('[data-result]').waitFor();
      // A rematch is one click away, in sight.
      const box = (await page.getByRole('button', { name: /^Rematch/ }).boundingBox())!;
      expect(box.y + box.height, seat).toBeLessThanOrEqual(page.viewportSize()!.height);
      expect(await still(page), seat).toEqual([]);
    }
    await whole('when it is over');

    // A tap on the small board makes it the large one, with its edges.
    for (const seat of sizes === SMALL ? SEATS : []) {
      const { page } = four.players[seat];
      await page.locator('.swap').click();
      await expect
        .poll(
          async () => {
            const [mine, theirs] = await Promise.all(
              ['.mine .board', '.theirs .board'].map((one) => page.locator(one).boundingBox()),
            );
            return theirs!.width - mine!.width;
          },
          { message: seat },
        )
        .toBeGreaterThan(100);
      // Its ranks are told beside their rows, not in a heap on the corner.
      const ranks = page.locator('.theirs coords.ranks coord');
      const [first, last] = await Promise.all([ranks.first().boundingBox(), ranks.last().boundingBox()]);
      expect(Math.abs(last!.y - first!.y), seat).toBeGreaterThan(150);
    }
    await whole('with the boards swapped');
  });

  it('a match with held pieces, claims and somebody who leaves moves nothing', async () => {
    // German has the longest words.
    const german = Object.fromEntries(SEATS.map((seat) => [seat, { ...options[seat], locale: 'de' }]));
    four = await Four.sit(browser, url, { book: 'minerva', input: 'open' }, german);
    const { A, a, B } = four.players;
    await four.start();
    for (const seat of SEATS) await watchPlaces(four.players[seat].page);
    await A.press('hold on');
    await a.press('hold on');
    await B.press('hold on');
    await four.play('A e2e4', 'a d7d5', 'A e4d5', 'a d8d5', 'A b1c3', 'a d5d2', 'A c1d2');
    await four.play('B e2e4', 'b d7d5', 'B e4d5', 'b g8f6', 'B b1c3', 'b f6d5', 'B c3d5');
    for (const seat of SEATS)
      await four.players[seat].page
        .locator('[data-strip=a] .hand, [data-act=pass]')
        .first()
        .waitFor({ state: 'attached' });
    await whole('with pieces held back');
    // What I keep is in sight, on its button or beside my clock.
    for (const player of [A, a, B]) {
      const kept = player.page.locator(`[data-act=pass], [data-strip=${player.seat}] .hand`);
      expect(await kept.filter({ visible: true }).count(), player.seat).toBeGreaterThan(0);
    }
    await a.move('e7e4');
    await A.act('claim illegal').waitFor();
    await whole('with a claim at hand');
    await A.press('claim illegal');
    await B.page.goto('about:blank');
    await A.page.locator('[data-propose=B]').waitFor({ state: 'attached' });
    for (const seat of SEATS.filter((one) => one !== 'B')) {
      expect(await amiss(four.players[seat].page), `${seat} when somebody has left`).toEqual([]);
      expect(await still(four.players[seat].page), seat).toEqual([]);
    }
    // What did not fit is read whole by a tap.
    const unfold = A.page.locator('[data-unfold]');
    if (await unfold.isVisible()) {
      await unfold.click();
      await A.page.locator('[data-propose=B]').click();
      await A.page.locator('[data-substitute], [data-notice]').first().waitFor();
    }
    expect(await still(A.page)).toEqual([]);
  });

  it('shows spectators two boards of the same size', async () => {
    four = await Four.sit(browser, url, { book: 'asten', arbiter: true });
    await four.start();
    const desk = await visit(four.links.arbiter!, [1366, 768]);
    await desk.locator('[data-rule=stop]').waitFor();
    const pages: Page[] = [];
    for (const seat of SEATS) {
      const page = await visit(`/m/${four.match}`, sizes[seat]);
      pages.push(page);
      await page.locator('.mine cg-board').waitFor();
      await page.locator('header .sign').waitFor();
      const [mine, theirs] = await Promise.all([
        page.locator('.mine .board').boundingBox(),
        page.locator('.theirs .board').boundingBox(),
      ]);
      expect([theirs!.width, theirs!.height], String(sizes[seat])).toEqual([mine!.width, mine!.height]);
      expect(await amiss(page), String(sizes[seat])).toEqual([]);
    }
    // The result lies on no board and no clock.
    await four.players.A.press('resign');
    for (const page of pages) {
      await page.locator('[data-result] [data-replay]').waitFor();
      expect(await amiss(page), JSON.stringify(page.viewportSize())).toEqual([]);
    }
  });
});

it('a promotion that takes its piece from the other board swaps no boards on a phone', async () => {
  four = await Four.sit(
    browser,
    url,
    {
      book: 'fer',
      position: '8/P7/5k2/8/8/2K5/7p/8 w - - 300 300 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 300 300',
    },
    {
      A: { viewport: { width: 360, height: 640 }, hasTouch: true },
      a: { viewport: { width: 844, height: 390 }, hasTouch: true },
    },
  );
  await four.start();
  const { A, a } = four.players;
  for (const { page } of [A, a]) await watchPlaces(page);
  for (const [player, move, square, seen] of [
    [A, 'a7a8', 'd1', 'a8=Qd1'],
    [a, 'h2h1', 'd8', 'h1=Qd8'],
  ] as const) {
    await player.move(move);
    const queen = player.page.locator(`[data-from=${square}]`);
    await queen.waitFor();
    expect(await player.page.locator('[data-from]').count()).toBe(7);
    expect((await queen.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await still(player.page)).toEqual([]);
    await queen.click();
    await player.sees(seen);
    expect(await still(player.page)).toEqual([]);
  }
});

it('is whole when it is magnified twice', async () => {
  four = await Four.sit(
    browser,
    url,
    { book: 'asten' },
    { A: { viewport: { width: 640, height: 360 } }, b: { viewport: { width: 960, height: 540 } } },
  );
  await four.start();
  await whole('at 200 %');
});
