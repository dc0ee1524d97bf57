// The arbiter's desk: powers of the book, rulings that the players see with their article.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { faults, launch, visitor } from './support/browser';
import { Four } from './support/table';

const url = inject('url');
let browser: Browser;
let four: Four | undefined;
let context: BrowserContext | undefined;

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await four?.close();
  await context?.close();
  expect(faults.splice(0)).toEqual([]);
});

async function desk(book: string): Promise<Page> {
  four = await Four.sit(browser, url, { book, arbiter: true });
  await four.start();
  context = await visitor(browser, url, 'Arbiter');
  const page = await context.newPage();
  await page.goto(four.links.arbiter!);
  return page;
}

describe('the arbiter', () => {
  it('stops, sets a clock, warns, resumes, and rules a result', async () => {
    const page = await desk('sscr');
    const { A } = four!.players;
    await page.locator('[data-rule=stop]').click();
    await A.page.locator('.notice', { hasText: 'The clocks are stopped' }).waitFor();

    const strip = page.locator('section', { has: page.locator('[data-strip=A]') });
    await strip.getByRole('button', { name: 'Set' }).last().click();
    await page.getByLabel('New time for Ann').fill('90');
    await page.keyboard.press('Enter');
    await page.getByText('Write a clock time as m:ss').waitFor();
    await page.getByLabel('New time for Ann').fill('1:30');
    await page.keyboard.press('Enter');
    await A.page.locator('[data-strip=A] .clock', { hasText: '1:30' }).waitFor();

    await A.page.locator('[data-told=clock_set]', { hasText: '1:30' }).locator('.cite').waitFor();
    await A.page.locator('[data-told]').getByRole('button', { name: 'OK' }).click();

    await page.locator('[data-rule=warn]').click();
    await page.locator('select[name=seat]').selectOption('a');
    await page.locator('[data-confirm=warn]').click();
    await page.locator('.log li', { hasText: 'Ben is warned' }).locator('.cite').waitFor();

    await page.locator('[data-rule=resume]').click();
    await A.page.locator('.notice', { hasText: 'The clocks are stopped' }).waitFor({ state: 'detached' });

    // Nothing moves when it is over, and nothing comes into the place of STOP.
    const places = () =>
      page.locator('.desk').evaluate((whole) =>
        [...whole.querySelectorAll('[data-strip], .board, .back, .tidings, .log')].map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return [part.className, x, y, width, height].join(' ').replace(/ (svelte-\w+|manipulable)/g, '');
        }),
      );
    const stood = await places();

    // What ends something is asked about once, and names what it is about.
    await page.locator('[data-turn=A]', { hasText: 'To move: Ann' }).waitFor();
    await page.locator('[data-rule=result]').click();
    expect(await page.locator('[data-confirm=result]').isDisabled()).toBe(true);
    await page.locator('select[name=board]').selectOption('A');
    await page.locator('select[name=result]').selectOption('0-1');
    await page.locator('[data-confirm=result]').click();
    const sure = page.locator('[data-sure]', { hasText: 'Board A, 0–1' });
    await sure.filter({ hasText: 'Ann loses the game on board A.' }).waitFor();
    // The referee knows that the match would be over by it, and that this can't be taken back (R56).
    expect(await sure.innerText()).toMatch(/Ann and Dee lose the match\. This can't be taken back\./);
    await page.locator('[data-no]').click();
    await sure.waitFor({ state: 'detached' });
    await page.locator('[data-confirm=result]').click();
    await sure.waitFor();
    await page.locator('[data-confirm=result]').click();
    expect(await A.result()).toBe('0-1');
    await A.page.locator('.result .cite').first().waitFor();
    await page.locator('.verdict.final').waitFor();
    expect(await places()).toEqual(stood);
  });

  it('nudges a clock from what it shows, and sets none that was only looked at', async () => {
    const page = await desk('sscr');
    const clock = page.locator('[data-strip=A] .clock');
    const left = async () => Number(await clock.getAttribute('data-left'));
    // Long after the last message.
    const first = await left();
    await expect.poll(left, { timeout: 20_000 }).toBeLessThan(first - 3000);
    const before = await left();
    await page.getByRole('button', { name: 'Ann: 10 seconds more' }).click();
    await page.locator('.log li', { hasText: 'clock is set to' }).waitFor();
    // Not more than ten seconds were given: what had run off since the last message is not given back.
    expect(await left()).toBeLessThanOrEqual(before + 10_000);
    expect(await left()).toBeGreaterThan(before);

    const strip = page.locator('section', { has: page.locator('[data-strip=A]') });
    await strip.getByRole('button', { name: 'Set' }).last().click();
    await page.getByLabel('New time for Ann').press('Enter');
    await strip.getByRole('button', { name: 'Set' }).last().waitFor();
    expect(await page.locator('.log li', { hasText: 'clock is set to' }).count()).toBe(1);
  });

  it('makes no ruling of an emptied field, and stays', async () => {
    const page = await desk('sscr');
    const power = page.locator('[data-rule=points]');
    await power.click();
    const field = page.locator('input[name=points]');
    await field.fill('');
    expect(await page.locator('[data-confirm=points]').isDisabled()).toBe(true);
    await field.press('Enter');
    await field.fill('-1');
    // Nobody is meant until somebody is named.
    expect(await page.locator('[data-confirm=points]').isDisabled()).toBe(true);
    await page.locator('select[name=team]').selectOption({ label: '1 ▲' });
    await page.locator('[data-confirm=points]').click();
    await page.locator('[data-sure]', { hasText: 'Team 1, −1' }).waitFor();
    await page.locator('[data-confirm=points]').click();
    await page.locator('.log li', { hasText: 'Points of team 1: -1' }).waitFor();

    // Another arbiter at the same table: each has the same powers, and sees what the other rules.
    const other = await context!.newPage();
    await other.goto(four!.links.arbiter!);
    await other.locator('.log li', { hasText: 'Points of team 1: -1' }).waitFor();
    await other.locator('[data-rule=stop]').click();
    await page.locator('[data-rule=resume]').click();
    await other.locator('[data-rule=stop]').waitFor();
  });

  it('takes the last ruling back, and lets a game go on that it had declared lost', async () => {
    const page = await desk('fer');
    const { A, a, B } = four!.players;
    await a.page.locator('[data-strip=a]').waitFor();
    expect(await page.locator('[data-rule=take_back]').count()).toBe(0);
    const stands = await page.locator('[data-rule=stop]').boundingBox();

    await page.locator('[data-rule=warn]').click();
    await page.locator('select[name=seat]').selectOption('a');
    await page.locator('[data-confirm=warn]').click();
    await a.page.locator('[data-told=warned]').getByRole('button', { name: 'OK' }).click();
    await page.getByRole('button', { name: 'Take back: Warn a player · Ben (Black A)' }).click();
    await page.locator('.log li', { hasText: 'The arbiter takes back: Warn a player · Ben (Black A)' }).waitFor();
    // Whoever was warned sees that it is undone.
    await a.page.locator('[data-told=taken_back]', { hasText: 'takes back' }).locator('.cite').waitFor();
    expect(await page.locator('[data-rule=take_back]').count()).toBe(0);

    await page.locator('[data-rule=forfeit]').click();
    await page.locator('select[name=seat]').selectOption('a');
    await page.locator('[data-confirm=forfeit]').click();
    // Both games count by this book: the match goes on, and the ruling can be taken back.
    const sure = page.locator('[data-sure]', { hasText: 'Ben loses the game on board A.' });
    await sure.waitFor();
    expect(await sure.innerText()).not.toMatch(/match|taken back/);
    await page.locator('[data-confirm=forfeit]').click();
    await page.locator('.log li', { hasText: 'Board A: 1–0' }).waitFor();
    await B.move('e2e4');
    await page.locator('[data-rule=take_back]', { hasText: 'Ben (Black A)' }).click();
    // The clocks rest until the arbiter starts them; then the game goes on.
    await page.locator('[data-rule=resume]').click();
    await A.move('e2e4');
    await a.sees('e4', 2);
    expect(await page.locator('[data-rule=stop]').boundingBox()).toEqual(stands);
  });

  it('has STOP in sight on a phone, wherever the page is scrolled to, and the keyboard goes on after a ruling', async () => {
    const page = await desk('sscr');
    const stop = page.locator('[data-rule=stop]');
    for (const [width, height] of [
      [360, 640],
      [844, 390],
      [820, 1180],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const part of ['[data-turn=A]', '.powers li:last-child', '.boards']) {
        await page.locator(part).first().scrollIntoViewIfNeeded();
        const box = (await stop.boundingBox())!;
        expect(box.y, `${width} ${part}`).toBeGreaterThanOrEqual(0);
        expect(box.y + box.height, `${width} ${part}`).toBeLessThanOrEqual(height);
      }
    }
    await page.locator('[data-rule=warn]').click();
    await page.locator('select[name=seat]').selectOption('a');
    await page.locator('[data-confirm=warn]').click();
    await page.locator('[data-confirm=warn]').waitFor({ state: 'detached' });
    expect(await page.locator('[data-rule=warn]').evaluate((verb) => verb === document.activeElement)).toBe(true);
  });

  it('reads names, reasons and what it is asked whole on a phone', async () => {
    const page = await desk('sscr');
    for (const [width, height] of [
      [360, 640],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.locator('[data-rule=warn]').click();
      for (const field of ['select[name=seat]', 'input[name=why]'])
        expect((await page.locator(field).boundingBox())!.width, `${width} ${field}`).toBeGreaterThanOrEqual(190);
      await page.locator('[data-rule=warn]').click();

      await page.locator('[data-rule=forfeit]').click();
      await page.locator('select[name=seat]').selectOption({ label: 'Ben (Black A)' });
      await page.locator('[data-confirm=forfeit]').click();
      await page.locator('[data-sure]').waitFor();
      for (const part of ['[data-sure]', '[data-confirm=forfeit]', '[data-no]']) {
        const box = (await page.locator(part).boundingBox())!;
        expect(box.y, `${width} ${part}`).toBeGreaterThanOrEqual(0);
        expect(box.y + box.height, `${width} ${part}`).toBeLessThanOrEqual(height);
      }
      await page.locator('[data-no]').click();
      await page.locator('[data-rule=forfeit]').click();
    }
  });

  it('reads everybody who is in favour of a draw where all four must agree', async () => {
    const page = await desk('minerva');
    const { A, a } = four!.players;
    await A.press('offer_draw');
    await page.locator('.notice', { hasText: 'Ann offers a draw: all four must agree.' }).waitFor();
    await a.press('accept_draw');
    await page.locator('.notice', { hasText: 'In favour of a draw: Ann, Ben. All four must agree.' }).waitFor();
  });

  it('has just the powers of the book', async () => {
    const page = await desk('stein');
    await page.locator('[data-rule=forfeit]').waitFor();
    expect(await page.locator('[data-rule=minute]').count()).toBe(1);
    expect(await page.locator('[data-rule=needless]').count()).toBe(0);
  });
});
