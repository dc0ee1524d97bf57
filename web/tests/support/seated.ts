// A browser for a file of tests and four players for each test, who leave when it has ended.

import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import type { Browser } from 'playwright-core';
import { faults, launch } from './browser';
import { Four } from './table';

type Seating = Parameters<typeof Four.sit> extends [Browser, string, ...infer Rest] ? Rest : never;

/** How a test of this file seats four players; no page may have complained when it ends. */
export function seating(): (...wanted: Seating) => Promise<Four> {
  let browser: Browser;
  let four: Four | undefined;
  beforeAll(async () => (browser = await launch()));
  afterAll(() => browser.close());
  afterEach(async () => {
    await four?.close();
    four = undefined;
    expect(faults.splice(0)).toEqual([]);
  });
  return async (...wanted) => (four = await Four.sit(browser, inject('url'), ...wanted));
}
