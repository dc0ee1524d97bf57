// Tests of the pages' state run in Node, on modules as a browser gets them: effects do happen.

import type { Environment } from 'vitest/runtime';

export default {
  name: 'headless',
  viteEnvironment: 'client',
  setup: () => ({ teardown() {} }),
} satisfies Environment;
