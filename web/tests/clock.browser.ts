// Phones as the clocks beside two real boards, by each book.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { serious } from './support/axe';
import { faults, launch, LOW_PHONE, PHONE, visitor } from './support/browser';
import { Phones } from './support/phones';
import type { Seat } from '../src/state/seats';

const url = inject('url');
let browser: Browser;
let phones: Phones | undefined;

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await phones?.close();
  phones = undefined;
  expect(faults.splice(0)).toEqual([]);
});

/** A player stops the clocks and calls; the arbiter sets the clock of the one named, and lets them go on. */
async function callAndSet(desk: Page, caller: Seat, set: Seat): Promise<void> {
  await phones!.stop(caller);
  await desk.locator('.log li', { hasText: 'stops the clocks' }).first().waitFor();
  await desk.locator(`[data-strip=${set}] + .set`).getByRole('button', { name: 'Set' }).click();
  await desk.getByLabel(/New time for/).fill('1:30');
  await desk.keyboard.press('Enter');
  await expect.poll(() => phones!.left(set)).toBe(90_000);
  await desk.locator('[data-rule=resume]').click();
  await phones!.page('A').locator('[data-half].running').waitFor();
}

describe('two phones play a whole match', () => {
  it('by asten: a returned clock, a ruling that sets a clock, a flag that falls silently and is claimed by the partner', async () => {
    const time = { base: 8000, increment: 0, delay: 0 };
    phones = await Phones.two(browser, url, { book: 'asten', time, arbiter: true });
    const desk = await phones.arbiter();
    await phones.start();
    await callAndSet(desk, 'A', 'a');
    await phones.presses('A', 'a', 'A');
    // The wrong half does nothing.
    await phones.press('A');
    await phones.half('A').and(phones.page('A').locator('.wrong')).waitFor();
    await phones.act('a', 'return_clock');
    await phones.presses('A', 'a');
    await phones.presses('B');
    await phones.half('b').and(phones.page('B').locator('.fallen')).waitFor({ timeout: 15_000 });
    expect((await phones.events()).some((one) => one.event === 'game_ended')).toBe(false);
    await phones.act('a', 'claim flag');
    expect(await phones.result()).toBe('0-1');
    expect(await phones.result('B')).toBe('0-1');
  });

  it('by minerva: an illegal move that is denied, ruled, and goes back with the clock; a draw by four', async () => {
    phones = await Phones.two(browser, url, { book: 'minerva', arbiter: true });
    const desk = await phones.arbiter();
    await phones.start();
    await callAndSet(desk, 'B', 'b');
    await phones.presses('A');
    await phones.act('a', 'claim illegal');
    await phones.answer('A', 'no');
    await desk.locator('[data-rule=uphold]').click();
    await desk.locator('[data-confirm=uphold]').click();
    await desk.locator('.log li', { hasText: 'The claim holds' }).waitFor();
    await desk.locator('[data-rule=resume]').click();
    await phones.presses('A', 'a');
    await phones.act('A', 'offer_draw');
    for (const seat of ['a', 'B', 'b'] as const) await phones.act(seat, 'accept_draw');
    expect(await phones.result()).toBe('1/2-1/2');
  });

  it('by sscr: Bronstein, a hidden piece, a call with a ruling that sets a clock, mate', async () => {
    const time = { base: 300_000, increment: 0, delay: 3000 };
    phones = await Phones.two(browser, url, { book: 'sscr', time, arbiter: true });
    const desk = await phones.arbiter();
    await phones.start();
    await phones.presses('A');
    // The move took less than the delay: it cost nothing.
    await expect.poll(() => phones!.left('A')).toBe(300_000);
    await phones.act('A', 'invisible');
    await callAndSet(desk, 'b', 'a');
    // Frozen: a press is refused at once, by its article, and switches nothing until the clock has run down.
    await desk.locator('[data-rule=freeze]').click();
    await desk.locator('select[name=seat]').selectOption('a');
    await desk.locator('[data-confirm=freeze]').click();
    await phones.half('a').and(phones.page('A').locator(':has-text("frozen")')).waitFor();
    await phones.press('a');
    await phones
      .page('A')
      .locator('[data-side=a] .refusal', { hasText: /frozen until.*sscr 9\.4/s })
      .waitFor();
    await phones.half('a').and(phones.page('A').locator('.running')).waitFor();
    const pressed = async () => (await phones!.events()).filter((one) => one.event === 'completed').length;
    expect(await pressed()).toBe(1);
    await phones.half('a').and(phones.page('A').locator(':not(:has-text("frozen"))')).waitFor();
    await phones.presses('a');
    await expect.poll(pressed).toBe(2);
    await phones.act('A', 'claim mate');
    await phones.answer('a', 'yes');
    expect(await phones.result('B')).toBe('1-0');
  });

  it('by fer: a call with a ruling that sets a clock; both games count, a stalemate waits for the other', async () => {
    phones = await Phones.two(browser, url, { book: 'fer', arbiter: true });
    const desk = await phones.arbiter();
    await phones.start();
    await phones.presses('A');
    await callAndSet(desk, 'a', 'b');
    await phones.presses('a');
    await phones.presses('A', 'B');
    await phones.act('a', 'resign');
    await phones.page('A').locator('[data-half=a]', { hasText: 'Resignation' }).waitFor();
    await phones.act('b', 'claim stalemate');
    await phones.answer('B', 'yes');
    expect(await phones.result()).toBe('1-0');
  });

  it('by stein: resigned out of turn, a draw by two, and again with colours swapped', async () => {
    phones = await Phones.two(browser, url, { book: 'stein', arbiter: true });
    const desk = await phones.arbiter();
    await phones.start();
    await callAndSet(desk, 'b', 'B');
    await phones.act('a', 'resign');
    await phones.page('A').locator('[data-half=a]', { hasText: 'has resigned' }).waitFor();
    // The opponent still has a last move (5.3).
    expect((await phones.events()).some((one) => one.event === 'game_ended')).toBe(false);
    await phones.presses('A');
    await phones.presses('B');
    await phones.act('b', 'offer_draw');
    await phones.page('B').locator('[data-half=b]', { hasText: 'offers a draw' }).waitFor();
    await phones.act('B', 'accept_draw');
    expect(await phones.result()).toBe('1-0');
    const before = phones.page('A').url();
    for (const board of ['A', 'B'] as const) await phones.page(board).locator('[data-again]').tap();
    await phones.page('A').waitForURL((now) => now.href !== before);
    // The phones lie where they lay: nobody is asked again, and who sat at the near half has Black there now.
    await phones.start();
    const places = async (seat: Seat): Promise<number> => (await phones!.half(seat).boundingBox())!.y;
    for (const [near, far] of [
      ['a', 'A'],
      ['b', 'B'],
    ] as const)
      expect(await places(near)).toBeGreaterThan(await places(far));
    // A reload turns nothing.
    await phones.page('A').reload();
    await phones.half('A').and(phones.page('A').locator('.running')).waitFor();
    expect(await places('a')).toBeGreaterThan(await places('A'));
  });
});

describe('a phone beside a board', () => {
  it('is made from the front page, with a code for the other phone', async () => {
    const context = await visitor(browser, url, '', { viewport: PHONE, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto('/');
    await page.locator('[data-clocks]').tap();
    await page.locator('[data-make]').tap();
    await page.locator('[data-choice=both]').waitFor();
    await page.getByRole('img', { name: 'Link for the other phone' }).waitFor();
    await page.locator('[data-choice=both]').tap();
    await page.locator('[data-start]').tap();
    await page.locator('[data-half=B].running').waitFor();
    await page.locator('[data-half=A].running').waitFor();
    await context.close();
  });

  it('has a code for the arbiter’s phone, which is shown before the clocks', async () => {
    const context = await visitor(browser, url, '', { viewport: LOW_PHONE, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto('/clock');
    await page.locator('[name=arbiter]').tap();
    await page.locator('[data-make]').tap();
    await page.getByRole('img', { name: 'Link to the arbiter' }).waitFor();
    // All of it is on one screen.
    const bottom = async (what: string): Promise<number> => {
      const { y, height } = (await page.locator(what).boundingBox())!;
      return y + height;
    };
    expect(await bottom('[data-to-clock]')).toBeLessThanOrEqual(LOW_PHONE.height);
    expect(await serious(page)).toEqual([]);
    const desk = (await page.locator('[data-desk]').getAttribute('href'))!;
    await page.locator('[data-to-clock]').tap();
    await page.locator('[data-choice=one]').waitFor();
    const arbiter = await visitor(browser, url, 'Arbiter');
    const there = await arbiter.newPage();
    await there.goto(desk);
    await there.locator('.powers').waitFor();
    await Promise.all([context.close(), arbiter.close()]);
  });

  it('stops both clocks, which go on when both teams want it', async () => {
    phones = await Phones.two(browser, url, { book: 'stein' });
    await phones.start();
    await phones.stop('a');
    await phones.page('B').locator('[data-half=B]:not(.running)').waitFor();
    const [left, other] = [await phones.left('A'), await phones.left('B')];
    await phones.goOn('a');
    await phones.goOn('A');
    await phones.half('B').and(phones.page('B').locator('.running')).waitFor();
    expect(left - (await phones.left('A'))).toBeLessThan(5000);
    expect(other - (await phones.left('B'))).toBeLessThan(5000);
  });

  it('loses nothing by a reload, and is replaced by scanning again', async () => {
    phones = await Phones.two(browser, url, { book: 'stein' });
    await phones.start();
    await phones.presses('A', 'a');
    await phones.page('A').reload();
    await phones.half('A').and(phones.page('A').locator('.running')).waitFor();
    await phones.presses('A');
    const completed = async () => (await phones!.events()).filter((one) => one.event === 'completed').length;
    await expect.poll(completed).toBe(3);
    const dead = phones.page('A');
    await phones.scan('one');
    await dead.locator('[data-trouble]', { hasText: 'open somewhere else' }).waitFor();
    // What is tapped on the other one now is no press.
    await dead.locator('[data-half=a]').tap({ position: { x: 60, y: 40 } });
    await dead.locator('[data-half=a].wrong').waitFor();
    await phones.presses('a');
    await expect.poll(completed).toBe(4);
    // A tap makes it the clock again.
    const replaced = phones.page('A');
    await dead.locator('[data-back-here]').tap();
    await dead.locator('main.clock[data-linked=true]').waitFor();
    await replaced.locator('[data-trouble]', { hasText: 'open somewhere else' }).waitFor();
    await dead.locator('[data-half=A].running').tap({ position: { x: 60, y: 40 } });
    await expect.poll(completed).toBe(5);
  });

  it('is heard and felt at each tap, and never zooms or scrolls under a hand', async () => {
    phones = await Phones.make(browser, url, { book: 'stein' });
    phones.before = () => {
      Object.assign(window, { buzzed: [], sounds: 0 });
      const felt = window as unknown as { buzzed: string[]; sounds: number };
      navigator.vibrate = (pattern) => felt.buzzed.push(String(pattern)) > 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (when) {
        felt.sounds += 1;
        start.call(this, when);
      };
    };
    const page = await phones.scan('both');
    await phones.start();
    const felt = (): Promise<{ buzzed: string[]; sounds: number }> =>
      page.evaluate(() => {
        const { buzzed, sounds } = window as unknown as { buzzed: string[]; sounds: number };
        return { buzzed, sounds };
      });
    await phones.presses('A');
    await expect.poll(async () => (await felt()).buzzed).toEqual(['25']);
    const { sounds } = await felt();
    expect(sounds).toBeGreaterThan(0);
    // The wrong half, twice in a moment where a page would zoom: a short buzz each, and nothing else.
    await phones.press('A');
    await phones.press('A');
    await expect.poll(async () => (await felt()).buzzed).toEqual(['25', '40,40,40', '40,40,40']);
    expect((await felt()).sounds).toBeGreaterThan(sounds);
    const client = await page.context().newCDPSession(page);
    await client.send('Input.synthesizePinchGesture', { x: 90, y: 480, scaleFactor: 2 });
    await client.send('Input.synthesizeScrollGesture', { x: 90, y: 480, yDistance: 120 });
    expect(await page.evaluate(() => [visualViewport!.scale, visualViewport!.offsetTop, scrollY])).toEqual([1, 0, 0]);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe('none');
    expect((await phones.events()).filter((one) => one.event === 'completed')).toHaveLength(1);
  });

  it('asks before it is left', async () => {
    phones = await Phones.two(browser, url, { book: 'stein' });
    const page = phones.page('A');
    await phones.start();
    await page.evaluate(() => history.back());
    await page.locator('[data-leaving]').waitFor();
  });

  it.each([
    ['upright', LOW_PHONE],
    ['on its side', { width: 844, height: 390 }],
  ])('shows a claim and its answers whole, %s', async (_, viewport) => {
    phones = await Phones.make(browser, url, { book: 'minerva' });
    const [page] = await Promise.all([phones.scan('one', { viewport }), phones.scan('two')]);
    await phones.start();
    await phones.presses('A');
    await phones.act('a', 'claim illegal');
    for (const [seat, words] of [
      ['A', ['yes', 'no']],
      ['a', ['no']],
    ] as const) {
      const half = (await phones.half(seat).boundingBox())!;
      for (const word of words) {
        const box = (await page.locator(`[data-side=${seat}] [data-answer=${word}]`).boundingBox())!;
        expect(box.x).toBeGreaterThanOrEqual(half.x);
        expect(box.y).toBeGreaterThanOrEqual(half.y);
        expect(box.x + box.width).toBeLessThanOrEqual(half.x + half.width);
        expect(box.y + box.height).toBeLessThanOrEqual(half.y + half.height);
      }
    }
    await phones.answer('A', 'yes');
    await phones.half('A').and(page.locator('.running')).waitFor();
  });

  it('says that there is no such match', async () => {
    const context = await visitor(browser, url, '');
    const page = await context.newPage();
    await page.goto('/clock/abcdefgh23456789#clocks:A.w,a.x,B.y,b.z');
    await page.locator('[data-choice=one]').click();
    await page.getByRole('alert').filter({ hasText: 'Match not found' }).waitFor();
    expect(await page.locator('[data-half]').count()).toBe(0);
    await page.getByRole('link', { name: 'Set up the clocks' }).waitFor();
    await context.close();
  });

  it.each([
    ['', 'no secrets'],
    ['#clocks:A.x,a.y', 'half of a link'],
  ])('says that %o opens no clock: %s', async (fragment) => {
    const context = await visitor(browser, url, '');
    const page = await context.newPage();
    await page.goto(`/clock/abcdefgh23456789${fragment}`);
    await page.getByText('This link opens no clock').waitFor();
    await context.close();
  });
});

describe.each([
  ['low', LOW_PHONE, 'one'],
  ['tall', PHONE, 'one'],
  ['on its side', { width: 844, height: 390 }, 'one'],
  ['tablet', { width: 820, height: 1180 }, 'both'],
  ['wall', { width: 1920, height: 1080 }, 'both'],
] as const)('a %s screen', (_, viewport, boards) => {
  it('has halves that can be hit blindly, and no serious fault', async () => {
    phones = await Phones.make(browser, url, { book: 'stein' });
    const page = await phones.scan(boards, { viewport });
    if (boards === 'one') await phones.scan('two');
    await phones.start();
    const halves = await page.locator('[data-half]').all();
    const columns = boards === 'both' ? 2 : 1;
    for (const half of halves) {
      const { width, height } = (await half.boundingBox())!;
      expect((width * height * columns) / (viewport.width * viewport.height)).toBeGreaterThan(1 / 3);
    }
    expect(await page.evaluate(() => [scrollY, document.documentElement.scrollWidth - innerWidth])).toEqual([0, 0]);
    if (process.env.CLOCK_PICTURES)
      await page.screenshot({ path: `${process.env.CLOCK_PICTURES}/clock-${viewport.width}x${viewport.height}.png` });
    expect(await serious(page)).toEqual([]);
    // Both players may look at once what the book grants them.
    for (const seat of ['a', 'A']) await page.locator(`[data-reach=${seat}] [data-open]`).tap();
    for (const seat of ['a', 'A']) await page.locator(`[data-side=${seat}] [data-act=resign]`).waitFor();
    expect(await serious(page)).toEqual([]);
  });
});
