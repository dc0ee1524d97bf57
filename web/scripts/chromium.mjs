// Which Chromium pages are opened with: CHROMIUM, or what `.ci/chromium` finds on this machine.

import { execFileSync } from 'node:child_process';

const finder = new URL('../../.ci/chromium', import.meta.url).pathname;

export const executablePath = execFileSync(finder, { encoding: 'utf8' }).trim();
