// The network between one phone and the server, which a test can cut and heal. A browser that is set offline keeps its
// WebSockets; here they break.

import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Wire {
  #server: Server;
  #ends = new Set<Socket>();
  #cut = false;

  private constructor(
    server: Server,
    readonly url: string,
  ) {
    this.#server = server;
  }

  /** A way of its own to a server. */
  static async to(url: string): Promise<Wire> {
    const { hostname, port } = new URL(url);
    const server = createServer();
    await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
    const wire = new Wire(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', (near) => wire.#join(near, Number(port), hostname));
    return wire;
  }

  #join(near: Socket, port: number, host: string): void {
    if (this.#cut) {
      near.destroy();
      return;
    }
    const far = connect({ port, host, noDelay: true });
    near.setNoDelay(true);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#ends.add(one);
      one.pipe(other);
      // An end that breaks takes the other with it.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#ends.delete(one);
        other.destroy();
      });
    }
  }

  /** Everything breaks, and nothing new comes through. */
  cut(): void {
    this.#cut = true;
    for (const end of this.#ends) end.destroy();
  }

  heal(): void {
    this.#cut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((closed) => this.#server.close(closed));
  }
}
