// A table as pages see it: the connection, the view and what was said last.

import { Connection, type Connected } from '../wire/connection';
import type { Entry } from '../wire/link';
import type { Act, Bye, Foreseen, MatchEvent, Message, Notice, Ruling } from '../wire/messages';
import { playerOf, receive, type Refusal, type TableView } from './view';
import type { Seat } from './seats';
import { Wishes } from './wishes';

/** What the partner said stays this long. */
const SAID_FOR = 8000;

export interface Heard {
  seq: number;
  from: Seat;
  message: Message;
}

export class Table {
  view = $state.raw<TableView | undefined>();
  connected = $state<Connected>('connecting');
  latency = $state<number | undefined>();
  refusal = $state.raw<Refusal | undefined>();
  bye = $state.raw<Bye | undefined>();
  heard = $state.raw<Heard[]>([]);
  /** What was last said of a bot or an engine. */
  notice = $state.raw<Notice | undefined>();
  /** The match that follows, once all four want it. */
  next = $state.raw<{ match: string; seat: Seat | null } | undefined>();
  /** A move of ours is on its way: the board shows it already, the server has not answered. */
  moving = $state(false);
  /** The move that is set before the opponent has moved: ours as soon as it is set, then as the server has it. */
  ahead = $state<string | undefined>();
  /** Something that was told to the server waits for its answer longer than usual. */
  waiting = $state(false);

  #connection: Connection;
  #wishes: Wishes;
  #moves = new Set<number>();
  /** What the referee granted when it last said no. */
  #refusedWhen = '';
  #questions = 0;
  /** Who waits for what a ruling would bring about. */
  #foreseeing = new Map<number, (foreseen: Foreseen | undefined) => void>();
  #watchers = new Set<(event: MatchEvent) => void>();

  constructor(
    readonly id: string,
    readonly entry: Entry,
    name: string | undefined,
  ) {
    this.#wishes = new Wishes(this.seat);
    this.#connection = new Connection(id, entry, name, {
      message: (message) => {
        const before = this.view?.seq ?? 0;
        const came = this.view !== undefined;
        this.view = receive(this.view, message, performance.now());
        if (message.type === 'refused' || message.type === 'ack') this.#answered(message.id);
        if (message.type === 'update' && message.ack !== undefined) this.#answered(message.ack);
        if (message.type === 'snapshot') this.#answered();
        if (message.type === 'update' || message.type === 'snapshot' || message.type === 'why')
          this.ahead = this.view && playerOf(this.view.you)?.ahead?.move;
        for (const said of this.#wishes.heard(message)) {
          if (said.type === 'ahead') this.ahead = said.move ?? undefined;
          this.#connection.tell(said);
        }
        const why =
          message.type === 'refused' ? message : 'why' in message && message.type !== 'bye' ? message.why : null;
        if (why) {
          this.refusal = why;
          this.#refusedWhen = JSON.stringify(this.view?.you);
        }
        // What was refused may be right by now: the referee grants something else.
        if (message.type === 'update' && this.refusal && JSON.stringify(message.you) !== this.#refusedWhen)
          this.refusal = undefined;
        if (message.type === 'foreseen') {
          this.#foreseeing.get(message.id)?.(message.foreseen ?? undefined);
          this.#foreseeing.delete(message.id);
        }
        if (message.type === 'bye') this.bye = message;
        if (message.type === 'rematch') this.next = message;
        // Whoever was here and missed the message learns it on coming back; whoever only looks at an old match stays.
        if (message.type === 'snapshot' && came && message.match.rematch)
          this.next = { match: message.match.rematch, seat: null };
        if (message.type === 'notice') this.notice = message;
        if (message.type === 'update' || message.type === 'snapshot') {
          for (const event of message.events) if (event.seq > before) this.#happened(event);
        }
      },
      connected: (state) => (this.connected = state),
      latency: (millis) => (this.latency = millis),
      waiting: (waits) => (this.waiting = waits),
      // The desk's log begins with the match, whenever its arbiter comes.
      seen: () => this.view?.seq ?? (entry.role === 'arbiter' ? 0 : undefined),
    });
    this.#connection.open();
  }

  get seat(): Seat | undefined {
    return this.entry.role === 'seat' ? this.entry.seat : undefined;
  }

  act(act: Act): void {
    this.refusal = undefined;
    const id = this.#connection.command({ act });
    if (act.do === 'move') {
      this.#moves.add(id);
      this.moving = true;
    }
  }

  /** Sets a move that is made when its time comes, or forgets it. */
  setAhead(move: string | null): void {
    this.refusal = undefined;
    this.ahead = move ?? undefined;
    const id = ++this.#questions;
    this.#wishes.ahead(id, move);
    this.#connection.tell({ type: 'ahead', id, move });
  }

  /** Asks what would be wrong with a move; the answer is shown like a refusal. */
  why(move: string): void {
    this.refusal = undefined;
    this.#connection.tell({ type: 'why', id: ++this.#questions, move });
  }

  /** What a ruling would bring about; nothing for one that would be refused, and the refusal is shown. */
  foresee(rule: Ruling): Promise<Foreseen | undefined> {
    this.refusal = undefined;
    const id = ++this.#questions;
    this.#connection.tell({ type: 'foresee', id, rule });
    return new Promise((answered) => this.#foreseeing.set(id, answered));
  }

  rule(rule: Ruling): void {
    this.refusal = undefined;
    this.#connection.command({ rule });
  }

  want(what: 'ready' | 'rematch', on: boolean): void {
    this.#connection.want(what, on);
  }

  /** Before the start: a bot takes a seat, or leaves it. */
  seatBot(seat: Seat, bot: string | null): void {
    this.notice = undefined;
    this.#connection.tell({ type: 'bot', seat, bot });
  }

  /** Wants a bot for somebody who left, or is against it. */
  substitute(seat: Seat, bot: string | null): void {
    this.#wishes.substitute(seat, bot);
    this.#connection.tell({ type: 'substitute', seat, bot });
  }

  takeBack(): void {
    this.#connection.tell({ type: 'take_back' });
  }

  /** Somebody looks at the page again, or the network is back. */
  wake(): void {
    this.#connection.wake();
  }

  onEvent(watch: (event: MatchEvent) => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  close(): void {
    this.#connection.close();
  }

  #answered(id?: number): void {
    if (id === undefined) this.#moves.clear();
    else this.#moves.delete(id);
    this.moving = this.#moves.size > 0;
  }

  #happened(event: MatchEvent): void {
    if (event.event === 'said' && event.seat !== this.seat) {
      const heard = { seq: event.seq, from: event.seat, message: event.message };
      this.heard = [...this.heard.slice(-2), heard];
      setTimeout(() => (this.heard = this.heard.filter((one) => one.seq !== heard.seq)), SAID_FOR);
    }
    for (const watch of this.#watchers) watch(event);
  }
}
