// The browser's end of a line whose other end is a test.

import type { ToClient, ToServer } from './messages';

export class TestLine {
  static readonly OPEN = 1;
  static made: TestLine[] = [];
  readyState = 0;
  sent: ToServer[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly address: string) {
    TestLine.made.push(this);
  }
  get url(): string {
    return this.address;
  }
  /** The server answers everything at once, from now on or not. */
  answers = false;
  send(text: string): void {
    const message = JSON.parse(text) as ToServer;
    this.sent.push(message);
    if (!this.answers) return;
    if (message.type === 'hello')
      this.hear({ type: 'welcome', version: 2, server: '', match: 'm', role: 'seat', seat: 'A', command: 0 });
    if (message.type === 'ping') this.hear({ type: 'pong', sent: message.sent, now: 0 });
    if (message.type === 'act') this.hear({ type: 'ack', id: message.id });
  }
  hear(message: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  accept(answers = true): void {
    this.readyState = TestLine.OPEN;
    this.answers = answers;
    this.onopen?.();
  }
  /** A silent line does not tell that it is closed. */
  close(): void {
    this.closed = true;
  }
}
