// What reaches a player who does not look: the screen stays on, and a voice counts the last seconds.

import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { faults, launch } from './support/browser';
import { Four } from './support/table';

const url = inject('url');
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';

interface Listening extends Window {
  awake: number;
  spoken: string[];
}

let browser: Browser;
let four: Four | undefined;

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());
afterEach(async () => {
  await four?.close();
  expect(faults.splice(0)).toEqual([]);
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
