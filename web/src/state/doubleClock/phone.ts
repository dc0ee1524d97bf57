// A phone that is a clock beside a real board: it stamps what happens on it with the moment of the match, keeps what it
// has told until the server has answered, and tells it again after a break.

import { SEATS, type Seat } from '../seats';
import { Offset } from './offset';

/** Pongs that a phone waits for before it trusts the time of a new connection. */
const ENOUGH = 8;
/** And before it tells a server that came back how late it is: that stays. */
const ENOUGH_TO_TELL = 16;
/** Both go on until the time is known so well, in milliseconds, */
const SURE = 5;
/** or after so many, where the network is no better. */
const AT_MOST = 64;
/** How long after a ping the next one goes until then, in milliseconds. */
const QUICK = 80;
/** And afterwards. */
const STEADY = 1000;
/** The longest time between two loads of a page for which the wall's clock is believed: it may have been set meanwhile. */
const LONGEST_RELOAD = 3_600_000;
/** A phone that does not know the time waits so long for one that does; then time goes on from what the server knew. */
const PATIENT = 60_000;

export interface Told<A> {
  id: number;
  seat: Seat;
  act: A;
  at: number;
}

export type Message<A> =
  { type: 'ping'; sent: number } | { type: 'behind'; millis: number } | ({ type: 'told' } & Told<A>);

/** What a reload must not lose. */
export interface Kept<A> {
  offset: ReturnType<Offset['save']>;
  knew: boolean;
  log: Told<A>[];
  last: Record<Seat, number>;
  stamped: number;
}

/** When something was kept, by the page's own time, which began anew with the load: all that both loads have is the clock
    on the wall. Nothing where that was set meanwhile. */
export function keptAt(now: number, wall: number, wallThen: number): number | undefined {
  const passed = wall - wallThen;
  return passed >= 0 && passed <= LONGEST_RELOAD ? now - passed : undefined;
}

export class Phone<A> {
  #offset = new Offset();
  /** What was known of the time before the server was away. */
  #before: Offset | undefined;
  /** Whether the server has come back from a restart and waits to be told the time. */
  #serverWaits = false;
  #toldBehind = false;
  #connected = false;
  #synchronised = false;
  /** Whether it has known the time well: what one pong tells is not enough to stamp by. */
  #knew = false;
  /** Pongs of this connection. */
  #fresh = 0;
  #pinged: number | undefined;
  /** What was asked before is answered by another connection, or by a clock that was set since. */
  #since = -Infinity;
  #log: Told<A>[] = [];
  /** How many of them have been told on this connection. */
  #told = 0;
  #last: Record<Seat, number> = { A: 0, a: 0, B: 0, b: 0 };
  #stamped = 0;

  connected(now: number, serverWaits: boolean, last: Partial<Record<Seat, number>>): void {
    // The time of a server that was there all along is known better than one connection tells it.
    if (serverWaits && !this.#before) {
      if (this.#knew) this.#before = this.#offset;
      this.#offset = new Offset();
    }
    this.#connected = true;
    this.#synchronised = false;
    this.#fresh = 0;
    this.#serverWaits = serverWaits;
    this.#toldBehind = false;
    this.#pinged = undefined;
    this.#told = 0;
    this.#since = now;
    for (const seat of SEATS) this.#last[seat] = Math.max(this.#last[seat], last[seat] ?? 0);
  }

  /** The phone goes on counting. */
  disconnected(): void {
    this.#connected = false;
    this.#synchronised = false;
    this.#told = 0;
    if (this.#before) this.#offset = this.#before;
    this.#before = undefined;
  }

  /** The server waits no more: somebody has told it the time. */
  goesOn(now: number): void {
    if (!this.#serverWaits) return;
    this.#serverWaits = false;
    this.#offset = new Offset();
    this.#fresh = 0;
    this.#since = now;
  }

  get isSynchronised(): boolean {
    return this.#synchronised;
  }

  /** The moment of the match, if the phone knows it. */
  moment(now: number): number | undefined {
    if (this.#before) return this.#before.moment(now);
    // What a server shows that does not know the time itself is no time.
    return this.#serverWaits || !this.#knew ? undefined : this.#offset.moment(now);
  }

  get unanswered(): readonly Told<A>[] {
    return this.#log;
  }

  /** Somebody acts. False if the phone does not know the time yet: then nothing happens. */
  acts(now: number, seat: Seat, act: A): boolean {
    const moment = this.moment(now);
    if (moment === undefined) return false;
    this.#last[seat] += 1;
    // An estimate that gets better does not put a later act before an earlier one.
    this.#stamped = Math.max(this.#stamped, Math.round(moment));
    this.#log.push({ id: this.#last[seat], seat, act, at: this.#stamped });
    return true;
  }

  pong(now: number, sent: number, moment: number): void {
    if (sent < this.#since) return;
    this.#offset.pong(now, sent, moment);
    this.#fresh += 1;
    if (this.#connected && !this.#serverWaits && this.#knows(now, ENOUGH)) {
      this.#synchronised = true;
      this.#knew = true;
      this.#before = undefined;
    }
  }

  /** Whether this connection has told the time well enough. */
  #knows(now: number, enough: number): boolean {
    const sure = (this.#offset.error(now) ?? Infinity) <= SURE;
    return this.#fresh >= AT_MOST || (this.#fresh >= enough && sure);
  }

  /** The server has answered an act: it was done, now or before, or refused. */
  answered(seat: Seat, id: number): Told<A> | undefined {
    const at = this.#log.findIndex((told) => told.seat === seat && told.id === id);
    if (at < 0) return undefined;
    if (at < this.#told) this.#told -= 1;
    return this.#log.splice(at, 1)[0];
  }

  /** What is to be sent now, in this order. */
  wants(now: number): Message<A>[] {
    const messages: Message<A>[] = [];
    if (!this.#connected) return messages;
    const wait = this.#synchronised ? STEADY : QUICK;
    if (this.#pinged === undefined || now - this.#pinged >= wait) {
      this.#pinged = now;
      messages.push({ type: 'ping', sent: now });
    }
    const millis = this.#serverWaits && !this.#toldBehind ? this.#behind(now) : undefined;
    if (millis !== undefined) {
      this.#toldBehind = true;
      messages.push({ type: 'behind', millis });
    }
    if (!this.#synchronised) return messages;
    // Each seat has a line of its own, and what one line tells may overtake the other: a seat's acts wait until those of
    // the other seat before them are answered.
    for (const told of this.#log.slice(this.#told)) {
      if (told.seat !== this.#log[0]?.seat) break;
      messages.push({ type: 'told', ...told });
      this.#told += 1;
    }
    return messages;
  }

  /** By how much a server that waits is behind, as soon as that is known. */
  #behind(now: number): number | undefined {
    if (!this.#before) return now - this.#since >= PATIENT ? 0 : undefined;
    const [known, shown] = [this.#before.moment(now), this.#offset.moment(now)];
    if (known === undefined || shown === undefined || !this.#knows(now, ENOUGH_TO_TELL)) return undefined;
    return Math.round(Math.max(0, known - shown));
  }

  save(now: number): Kept<A> {
    const known = this.#before ?? this.#offset;
    return {
      offset: known.save(now),
      knew: this.#knew,
      log: [...this.#log],
      last: { ...this.#last },
      stamped: this.#stamped,
    };
  }

  /** `then`: when it was kept. Where that is not known the server tells the time anew, and nothing is stamped before. */
  static restore<A>(kept: Kept<A>, then: number | undefined): Phone<A> {
    const phone = new Phone<A>();
    if (then !== undefined) {
      phone.#offset = Offset.restore(kept.offset, then);
      phone.#knew = kept.knew;
    }
    phone.#log = kept.log;
    phone.#last = kept.last;
    phone.#stamped = kept.stamped;
    return phone;
  }
}
