// One server for all browser tests.

import type { TestProject } from 'vitest/node';
import { TestServer } from './server';

declare module 'vitest' {
  export interface ProvidedContext {
    url: string;
  }
}

/** With TANDEM_URL the pages come from there, as from Vite while they are worked on. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.TANDEM_URL;
  if (running) {
    project.provide('url', running);
    return async () => {};
  }
  const server = await TestServer.open();
  project.provide('url', server.url);
  return () => server.close();
}
