// One server for all browser tests.

import type { TestProject } from 'vitest/node';
import { TestServer } from './server';

declare module 'vitest' {
  export interface ProvidedContext {
    url: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await TestServer.open();
  project.provide('url', server.url);
  return () => server.close();
}
