import { defineConfig } from 'vitest/config';

// The browser tests: a real server, the system's Chromium, real pages.
export default defineConfig({
  test: {
    include: ['tests/**/*.browser.ts'],
    globalSetup: ['tests/support/setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // As long as the browser waits for an element: a second, as it is by itself, is less than pages take to ask for news.
    expect: { poll: { timeout: 30_000 } },
    // Four pages a test are load enough for a small machine.
    fileParallelism: false,
    // A machine that is busy with something else may keep a page waiting: look again before failing.
    retry: 2,
  },
});
