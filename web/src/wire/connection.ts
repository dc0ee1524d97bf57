// One WebSocket that comes back by itself. It knows nothing of chess: it says hello, keeps
// commands until they are answered, and hands every message on.

import { Lifeline, LOOK_EVERY } from './lifeline';
import { BackOff, COME_BACK, lineOf } from './line';
import { PROTOCOL_VERSION, type Act, type Ruling, type ToClient, type ToServer } from './messages';
import { device } from './device';
import type { Entry } from './link';

/** `doubtful`: open as far as one knows, but the server does not answer. `moving`: the table goes to another machine. */
export type Connected = 'connecting' | 'open' | 'doubtful' | 'moving' | 'lost' | 'closed';

export interface Listener {
  message(message: ToClient): void;
  connected(state: Connected): void;
  latency(millis: number): void;
  /** Whether a command waits for the server longer than anybody would expect. */
  waiting(waits: boolean): void;
  /** The last event number seen, to catch up from. */
  seen(): number | undefined;
}

/** The server waits twice as long for the first word on a line. */
const STALE = 5000;
/** The most that it waits before it tries again. */
const LAST_RETRY = 4000;
/** A command that is not answered by then is said to wait. */
const SLOW_ANSWER = 1500;

/** A command, kept until it is answered, and when it was given. */
interface Unanswered {
  message: ToServer;
  since: number;
  /** It was sent again after a break: the server may know it. */
  again?: boolean;
}

declare global {
  /** What `early.ts` has opened. */
  var earlyLine: { line: WebSocket; since: number } | undefined;
}

/** The line that was opened before this script had come, if it is still good. */
function earlyLine(address: string): WebSocket | undefined {
  const early = globalThis.earlyLine;
  globalThis.earlyLine = undefined;
  if (!early) return undefined;
  const fresh = performance.now() - early.since < STALE && early.line.readyState <= WebSocket.OPEN;
  if (fresh && early.line.url === address) return early.line;
  early.line.close();
  return undefined;
}

export class Connection {
  #socket: WebSocket | undefined;
  #line: Lifeline | undefined;
  #state: Connected | undefined;
  #backOff = new BackOff(LAST_RETRY);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #finished = false;
  #lastId = 0;
  #unanswered = new Map<number, Unanswered>();
  #waits = false;
  /** The table has said that it goes to another machine. */
  #moves = false;
  /** What is wanted, and lost with the machine that was told. */
  #wants = new Set<'ready' | 'rematch'>();

  constructor(
    readonly match: string,
    readonly entry: Entry,
    readonly name: string | undefined,
    readonly listener: Listener,
  ) {}

  open(): void {
    if (this.#finished) return;
    // While it is lost it stays so until the server has answered: no flicker between attempts.
    if (this.#backOff.isFresh) this.#is('connecting');
    const address = lineOf(this.match);
    const socket = earlyLine(address) ?? new WebSocket(address);
    this.#socket = socket;
    this.#line = new Lifeline(performance.now());
    clearInterval(this.#watch);
    this.#watch = setInterval(() => this.#look(), LOOK_EVERY);
    const greet = (): void =>
      this.#send({
        type: 'hello',
        version: PROTOCOL_VERSION,
        match: this.match,
        role: this.entry.role,
        ...(this.entry.role === 'seat' ? { seat: this.entry.seat } : {}),
        ...(this.entry.role === 'spectator' ? {} : { secret: this.entry.secret }),
        ...(this.entry.role === 'spectator' ? {} : { device: device() }),
        ...(this.name ? { name: this.name } : {}),
        ...(this.listener.seen() === undefined ? {} : { seen: this.listener.seen() }),
      });
    if (socket.readyState === WebSocket.OPEN) greet();
    else socket.onopen = greet;
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data as string) as ToClient);
    socket.onclose = () => this.#lost();
  }

  close(): void {
    this.#finished = true;
    clearTimeout(this.#timer);
    this.#leave();
  }

  /** The page is looked at again, or the network came back: no waiting for the next timer. */
  wake(): void {
    if (this.#finished) return;
    if (this.#socket) {
      if (this.#line?.wake(performance.now())) this.#ping();
    } else {
      clearTimeout(this.#timer);
      this.open();
    }
  }

  /** Sends a command; it is sent again after a break until the server has answered it. */
  command(command: { act: Act } | { rule: Ruling }): number {
    const id = Math.max(Date.now(), this.#lastId + 1);
    this.#lastId = id;
    const message: ToServer =
      'act' in command ? { type: 'act', id, act: command.act } : { type: 'rule', id, rule: command.rule };
    this.#unanswered.set(id, { message, since: performance.now() });
    this.#send(message);
    this.#tellWaiting();
    return id;
  }

  /** Says something that needs no answer and is not said again. */
  tell(message: Extract<ToServer, { type: 'bot' | 'substitute' | 'take_back' | 'why' | 'ahead' | 'foresee' }>): void {
    this.#send(message);
  }

  want(type: 'ready' | 'rematch', on: boolean): void {
    if (on) this.#wants.add(type);
    else this.#wants.delete(type);
    this.#send({ type, on });
  }

  #send(message: ToServer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #ping(): void {
    this.#send({ type: 'ping', sent: performance.now() });
  }

  #receive(message: ToClient): void {
    switch (message.type) {
      case 'welcome':
        this.#backOff.answered();
        this.#lastId = Math.max(this.#lastId, message.command);
        this.#line?.answered(performance.now());
        this.#is('open');
        for (const type of this.#wants) this.#send({ type, on: true });
        for (const [id, unanswered] of this.#unanswered) {
          unanswered.again = true;
          if (id <= message.command) this.#unanswered.delete(id);
          else this.#send(unanswered.message);
        }
        // The first ping tells at once how long the way is.
        if (this.#line?.wake(performance.now())) this.#ping();
        break;
      case 'pong':
        this.#line?.answered(performance.now());
        this.#is('open');
        this.listener.latency(performance.now() - message.sent);
        break;
      case 'ack':
        this.#answered(message.id, message.repeated ?? false);
        break;
      case 'refused':
        this.#unanswered.delete(message.id);
        break;
      case 'update':
        // Arbiters share their numbers: what another has ruled is counted here too.
        if (message.ack !== undefined) {
          this.#lastId = Math.max(this.#lastId, message.ack);
          this.#unanswered.delete(message.ack);
        }
        break;
      case 'bye':
        this.#moves = message.code === 'moving';
        if (!COME_BACK.has(message.code)) {
          this.#finished = true;
          this.#is('closed');
        }
        break;
    }
    this.#tellWaiting();
    this.listener.message(message);
  }

  /** A command that was said once and is called a repetition had a number that another arbiter was faster with. */
  #answered(id: number, repeated: boolean): void {
    const command = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    if (!repeated || !command || command.again || this.entry.role !== 'arbiter') return;
    if (command.message.type === 'rule') this.command({ rule: command.message.rule });
  }

  #look(): void {
    const found = this.#line?.look(performance.now());
    if (found?.ping) this.#ping();
    if (found?.pulse === 'dead') this.#lost();
    else if (found?.pulse === 'doubtful' && this.#state === 'open') this.#is('doubtful');
    this.#tellWaiting();
  }

  #is(state: Connected): void {
    if (state === this.#state) return;
    this.#state = state;
    this.listener.connected(state);
  }

  #tellWaiting(): void {
    const [oldest] = this.#unanswered.values();
    const waits = oldest !== undefined && (this.#state !== 'open' || performance.now() - oldest.since > SLOW_ANSWER);
    if (waits === this.#waits) return;
    this.#waits = waits;
    this.listener.waiting(waits);
  }

  /** Lets go of the socket at once: a line that is silent would not even say that it is closed. */
  #leave(): void {
    clearInterval(this.#watch);
    const socket = this.#socket;
    this.#socket = undefined;
    this.#line = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #lost(): void {
    this.#leave();
    if (this.#finished) return;
    this.#is(this.#moves ? 'moving' : 'lost');
    this.#moves = false;
    this.#tellWaiting();
    this.#timer = setTimeout(() => this.open(), this.#backOff.wait());
  }
}
