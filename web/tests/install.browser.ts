// Tandem as an app on a phone's home screen: the manifest, its icons, and what Chromium says of them.

import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launch, visitor } from './support/browser';

const url = inject('url');
let browser: Browser;

beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose: string;
}
interface Manifest {
  name: string;
  short_name: string;
  start_url: string;
  display: string;
  icons: Icon[];
}

/** Width and height as the first chunk of a PNG file has them. */
function pngSize(file: ArrayBuffer): string {
  const view = new DataView(file);
  expect(view.getUint32(0), 'the signature of a PNG file').toBe(0x89504e47);
  return `${view.getUint32(16)}x${view.getUint32(20)}`;
}

it('has a manifest of the right type, with icons of the sizes that it states', async () => {
  const answer = await fetch(`${url}/manifest.webmanifest`);
  expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  const manifest = (await answer.json()) as Manifest;
  expect(manifest).toMatchObject({ short_name: 'Tandem', start_url: '/', display: 'standalone' });
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await fetch(url + src);
    expect(icon.status, src).toBe(200);
    expect(icon.headers.get('content-type'), src).toBe(type);
    if (type === 'image/png') expect(pngSize(await icon.arrayBuffer()), src).toBe(sizes);
    else expect(sizes, src).toBe('any');
  }
  const drawn = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  // What Android asks for, and one that may be cut to any shape.
  expect(drawn).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
});

it('can be installed, as Chromium sees it', async () => {
  const context = await visitor(browser, url, 'Ann');
  const page = await context.newPage();
  await page.goto('/');
  const asked = await context.newCDPSession(page);
  const manifest = await asked.send('Page.getAppManifest');
  expect(manifest.url).toBe(`${url}/manifest.webmanifest`);
  expect(manifest.errors).toEqual([]);
  const { installabilityErrors } = await asked.send('Page.getInstallabilityErrors');
  // A private window, as every test has, can install nothing; that is not the page's fault.
  expect(installabilityErrors.map((error) => error.errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  // iOS takes its icon from the document.
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  expect((await fetch(url + touch)).headers.get('content-type')).toBe('image/png');
  await context.close();
});

it('colours the bar of the browser as the page is coloured', async () => {
  const context = await visitor(browser, url, 'Ann', { colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto('/');
  const bar = () => page.locator('meta[name=theme-color]').getAttribute('content');
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ground').trim());
  await page.getByRole('heading', { level: 1 }).waitFor();
  const light = await bar();
  expect(light).toBe(await ground());
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(bar).not.toBe(light);
  expect(await bar()).toBe(await ground());
  await context.close();
});
