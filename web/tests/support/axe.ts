// What axe-core finds on a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Fault {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** The serious faults of a page as it stands, each with where it is. */
export async function serious(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = (await page.evaluate('axe.run({resultTypes: ["violations"]}).then((r) => r.violations)')) as Fault[];
  return found
    .filter((fault) => fault.impact === 'serious' || fault.impact === 'critical')
    .map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

/** Everything that can be opened is open, so that what is in it is looked at too. */
export const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
