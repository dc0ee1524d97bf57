// The system's Chromium, and contexts that fail a test when a page has an error or asks another host.

import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { executablePath } from '../../scripts/chromium.mjs';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const LOW_PHONE = { width: 360, height: 640 };

/** `more`: further switches of Chromium. */
export const launch = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });

/** What went wrong in pages since the last look; must stay empty. */
export const faults: string[] = [];

export async function visitor(
  browser: Browser,
  url: string,
  name: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', baseURL: url, ...options });
  context.setDefaultTimeout(15_000);
  await context.addInitScript((who) => {
    if (location.protocol === 'about:') return; // The empty page has no storage.
    // A language or look that a test chose before must survive the reload.
    if (who && !localStorage.getItem('tandem.preferences')) {
      localStorage.setItem('tandem.preferences', JSON.stringify({ name: who, sound: false }));
    }
  }, name);
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.protocol.startsWith('http') && asked.host !== new URL(url).host) faults.push(`asked ${asked.host}`);
  });
  return context;
}
