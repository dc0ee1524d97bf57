// What reaches a player who does not look: the screen stays on, a voice counts the last seconds, each board is as loud as
// was chosen, and title, icon and a buzz tell whose move it is.

import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { faults, launch } from './support/browser';
import { Four } from './support/table';

const url = inject('url');
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';

interface Listening extends Window {
  awake: number;
  spoken: string[];
  /** How loud the loudest tone of each sound is. */
  loud: number[];
  buzzed: unknown[];
}

let browser: Browser;
let four: Four | undefined;

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await four?.close();
  expect(faults.splice(0)).toEqual([]);
});

it('tells whose move it is, and makes each board as loud as was chosen', async () => {
  four = await Four.sit(browser, url, { book: 'asten' });
  const { A, a } = four.players;
  for (const { page } of [A, a])
    await page.evaluate(() => {
      const listening = window as unknown as Listening;
      Object.assign(listening, { loud: [], buzzed: [] });
      navigator.vibrate = (pattern) => listening.buzzed.push(pattern) > 0;
      AudioParam.prototype.linearRampToValueAtTime = function (value) {
        listening.loud.push(value);
        return this;
      };
    });
  const set = async (label: string, to: string) => A.page.getByLabel(label, { exact: true }).fill(to);
  await A.page.getByRole('button', { name: 'Settings' }).click();
  await A.page.getByLabel('Sound', { exact: true }).check();
  await set('Volume', '1');
  await set("Partner's board", '0');
  await A.page.keyboard.press('Escape');
  await four.start();

  const icon = ({ page }: typeof A) => page.locator('link[rel=icon]').getAttribute('href');
  await expect.poll(() => A.page.title()).toMatch(/^● Your move/);
  await expect.poll(() => icon(A)).toContain('turn');
  expect(await a.page.title()).not.toContain('Your move');
  expect(await icon(a)).not.toContain('turn');
  await A.move('e2e4');
  await expect.poll(() => a.page.title()).toMatch(/^● Your move/);
  await expect.poll(() => icon(a)).toContain('turn');
  await expect.poll(() => A.page.title()).not.toContain('Your move');
  await expect.poll(() => a.page.evaluate(() => (window as unknown as Listening).buzzed)).toContain(40);

  // My own board is heard, the partner's is not.
  const loud = () => A.page.evaluate(() => (window as unknown as Listening).loud.splice(0));
  await expect.poll(async () => Math.max(0, ...(await loud()))).toBeGreaterThan(0.1);
  await four.play('B e2e4', 'b e7e5');
  await A.sees('e5');
  expect(Math.max(0, ...(await loud()))).toBe(0);
});

it('keeps the screen on while the match runs, and counts the last ten seconds aloud', async () => {
  four = await Four.sit(browser, url, { book: 'asten', position: `${START} 11 300 | ${START} 300 300` });
  const { A, a } = four.players;
  await A.page.evaluate(() => {
    const listening = window as unknown as Listening;
    Object.assign(listening, { awake: 0, spoken: [] });
    const release = () => Promise.resolve(void (listening.awake -= 1));
    const request = () => Promise.resolve({ release }).finally(() => (listening.awake += 1));
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    speechSynthesis.speak = (words) => void listening.spoken.push(`${words.lang} ${words.text}`);
  });
  // The voice is a choice beside the volumes, in the menu.
  await A.page.getByRole('button', { name: 'Settings' }).click();
  await A.page.getByLabel('Sound', { exact: true }).check();
  await A.page.getByLabel('Count the last ten seconds aloud').check();
  await A.page.keyboard.press('Escape');
  await four.start();

  const heard = () => A.page.evaluate(() => (window as unknown as Listening).spoken);
  const awake = () => A.page.evaluate(() => (window as unknown as Listening).awake);
  await expect.poll(awake).toBe(1);
  await expect.poll(async () => (await heard()).length, { timeout: 20_000 }).toBeGreaterThan(2);
  const counted = (await heard()).map((words) => Number(/^en ([1-9]|10)$/.exec(words)?.[1]));
  expect(counted).toEqual(counted.toSorted((one, other) => other - one));
  await a.press('resign');
  await expect.poll(awake).toBe(0);
});
