// A real `tandem serve` on a free port with a data folder of its own.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BINARY = process.env.TANDEM_BIN ?? new URL('../../../target/debug/tandem', import.meta.url).pathname;
const START_TIMEOUT = 30_000;

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => found(port));
    });
  });

export class TestServer {
  #child: ChildProcess | undefined;

  private constructor(
    readonly url: string,
    readonly listen: string,
    readonly data: string,
    /** Where ICS clients find it; none if it has no door for them. */
    readonly ics: number | undefined,
    /** Whether it has a certificate of its own. */
    readonly tls: boolean,
  ) {}

  static async open({ ics = false, tls = false } = {}): Promise<TestServer> {
    const port = await freePort();
    const data = mkdtempSync(join(tmpdir(), 'tandem-browser-'));
    const door = ics ? await freePort() : undefined;
    const server = new TestServer(`http://127.0.0.1:${port}`, `127.0.0.1:${port}`, data, door, tls);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const door = this.ics === undefined ? [] : ['--ics', `127.0.0.1:${this.ics}`];
    const own = this.tls ? ['--lan', '--tls'] : [];
    // All tests come from one address, and leave matches unfinished; the limits have tests of their own.
    const many = ['connections', 'matches', 'open-matches', 'events'].flatMap((what) => [
      `--${what}-per-address`,
      '10000',
    ]);
    const child = spawn(BINARY, ['serve', '--listen', this.listen, '--data', this.data, ...many, ...door, ...own], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TANDEM_LOG: 'warn' },
    });
    this.#child = child;
    let said = '';
    child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
    const until = Date.now() + START_TIMEOUT;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`tandem serve ended: ${said}`);
      if (Date.now() > until) throw new Error(`tandem serve does not answer: ${said}`);
      const answer = await fetch(`${this.url}/healthz`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((later) => setTimeout(later, 50));
    }
  }

  /** Ends the process as a crash would, or cleanly. */
  stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    // A child that a signal ended has no exit code.
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((ended) => {
      child.once('exit', () => ended());
      child.kill(signal);
    });
  }

  /** The process stands still: its connections stay, but nothing on them is answered. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async close(): Promise<void> {
    this.thaw();
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}
