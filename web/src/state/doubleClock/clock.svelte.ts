// A phone beside real boards: one board's clock, or both. It knows the time of the match, counts on without a network,
// keeps what was pressed until the server has answered, and survives a reload.

import { COME_BACK } from '../../wire/line';
import { SeatLine } from '../../wire/seatLine';
import type { Secrets } from '../../wire/clockLink';
import type { Act, Bye, GrantedAct, MatchEvent, MessageOf, ToClient } from '../../wire/messages';
import { lasting } from '../storage';
import { boardOf, otherBoard, seatOf, type BoardId, type BySeat, type Seat } from '../seats';
import type { Refusal } from '../view';
import { face, type Face } from './faces';
import { keptAt, Phone, type Kept } from './phone';

/** How often the phone looks what there is to do. */
const LOOK = 40;
/** How often what must not be lost is kept, besides at every act. */
const KEEP = 2000;
/** A finger that a busy phone says went down longer ago than this, or later than now, went down by another clock. */
const LATEST = 5000;

type Shown = Pick<MessageOf<'snapshot'>, 'match' | 'people' | 'state'> & { now: number };

interface Memory {
  boards: BoardId[];
  phone: Kept<Act>;
  /** The wall's time when it was kept: the page's own begins anew with every load. */
  wall: number;
  shown: Shown | undefined;
  frozenBy?: string | undefined;
  /** Whether the halves are turned. */
  turned?: boolean;
}

const keyOf = (match: string): string => `clock:${match}`;

const read = (match: string): Memory | undefined => {
  try {
    return JSON.parse(lasting.read(keyOf(match)) ?? '') as Memory;
  } catch {
    return undefined;
  }
};

/** The boards whose clock this phone was before a reload. */
export const boardsKept = (match: string): BoardId[] | undefined => read(match)?.boards;

/** In the match that follows this phone lies where it lay: it is the same boards' clock, and each half stays that of whoever
    sits there, who has the other colour now. */
export function staysFor(next: string, boards: BoardId[], turned: boolean): void {
  const now = performance.now();
  const memory: Memory = { boards, phone: new Phone<Act>().save(now), wall: Date.now(), shown: undefined, turned };
  if (!read(next)) lasting.write(keyOf(next), JSON.stringify(memory));
}

export class DoubleClock {
  shown = $state.raw<Shown | undefined>();
  granted = $state.raw<Partial<BySeat<GrantedAct[]>>>({});
  /** All lines of this phone are open and it knows the server's time. */
  linked = $state(false);
  /** The match is on its way to another machine: this phone is linked again in a moment. */
  moves = $state(false);
  /** Whether it knows the time of the match at all: before that nothing can be pressed. */
  knowsTime = $state(false);
  /** How many acts wait for the server. */
  waiting = $state(0);
  refusal = $state.raw<{ seat: Seat; why: Refusal } | undefined>();
  bye = $state.raw<Bye | undefined>();
  /** The two accounts of a press, while the clocks are stopped for them. */
  differs = $state.raw<MatchEvent | undefined>();
  /** The match that follows. */
  next = $state<string | undefined>();
  /** Whether the halves are turned: White's is the far one. */
  turned = $state(false);

  readonly seats: Seat[];
  #phone: Phone<Act>;
  #lines = new Map<Seat, SeatLine>();
  #welcome = new Map<Seat, number>();
  /** What its players want, told anew on every line that opens: a tap may come before the last of them has. */
  #wants = new Set<'ready' | 'rematch'>();
  #timer: ReturnType<typeof setInterval>;
  #kept = 0;
  /** The article by which the arbiter froze somebody. */
  #frozenBy: string | undefined;
  #watchers = new Set<(event: MatchEvent) => void>();

  constructor(
    readonly match: string,
    readonly boards: BoardId[],
    secrets: Secrets,
  ) {
    this.seats = boards.flatMap((board) => [seatOf(board, 'white'), seatOf(board, 'black')]);
    const memory = read(match);
    const then = memory && keptAt(performance.now(), Date.now(), memory.wall);
    this.#phone = memory ? Phone.restore(memory.phone, then) : new Phone();
    this.shown = memory?.shown;
    this.#frozenBy = memory?.frozenBy;
    this.turned = memory?.turned ?? false;
    this.waiting = this.#phone.unanswered.length;
    for (const seat of this.seats) {
      const line = new SeatLine(match, seat, secrets[seat], {
        message: (from, message) => this.#receive(from, message),
        lost: (from, moves) => this.#lost(from, moves),
      });
      this.#lines.set(seat, line);
      line.open();
    }
    this.#timer = setInterval(() => this.look(), LOOK);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const line of this.#lines.values()) line.close();
    this.#keep();
  }

  wake(): void {
    for (const line of this.#lines.values()) line.wake();
    this.look();
  }

  /** The halves change places. */
  turn(): void {
    this.turned = !this.turned;
    this.#keep();
  }

  onEvent(watch: (event: MatchEvent) => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  /** What a board's clocks show now. */
  face(board: BoardId): Face | undefined {
    const shown = this.shown;
    if (!shown) return undefined;
    // Before the phone knows the time the server's last word stands.
    const moment = this.#phone.moment(performance.now()) ?? shown.now;
    return face(shown.state, shown.now, board, shown.match.time, this.#phone.unanswered, moment);
  }

  /** Until what reading a player is frozen now, if at all: the clock alone ends it. `ago`: so long before now. */
  frozen(seat: Seat, ago = 0): number | undefined {
    const until = this.shown?.state.seats[seat].frozen_until ?? undefined;
    const left = this.face(boardOf(seat))?.left[seat] ?? 0;
    return until !== undefined && left + ago > until ? until : undefined;
  }

  /** A half was tapped: `down` is when the finger went down, which a busy phone hears of later. False if that player's
      clock does not run or the player is frozen, or if another phone is the clock now: then nothing happens. */
  press(seat: Seat, down: number): boolean {
    if (this.bye || this.shown?.state.phase !== 'playing' || this.face(boardOf(seat))?.running !== seat) return false;
    const late = performance.now() - down;
    const frozen = this.frozen(seat, late >= 0 && late <= LATEST ? late : 0);
    if (frozen !== undefined) {
      // As the referee says it when it hears of a press; this one is told to nobody.
      const clock = String(frozen / 1000);
      const reason = `you are frozen until your clock shows ${clock} s`;
      const why = { code: 'frozen_until', values: { clock }, reason };
      this.refusal = { seat, why: this.#frozenBy ? { ...why, article: this.#frozenBy } : why };
      return false;
    }
    return this.act(seat, { do: 'press' }, late >= 0 && late <= LATEST ? down : undefined);
  }

  act(seat: Seat, act: Act, when: number = performance.now()): boolean {
    if (this.bye) return false;
    this.refusal = undefined;
    const done = this.#phone.acts(when, seat, act);
    this.#keep();
    this.look();
    return done;
  }

  /** All players of this phone are ready, or want to play again. */
  want(type: 'ready' | 'rematch', on: boolean): void {
    if (on) this.#wants.add(type);
    else this.#wants.delete(type);
    for (const line of this.#lines.values()) line.send({ type, on });
  }

  /** Whether the phone of the other board is there. */
  get otherIsThere(): boolean {
    if (this.boards.length > 1) return true;
    const other = otherBoard(this.boards[0]!);
    const people = this.shown?.people.seats;
    return !!people?.[seatOf(other, 'white')].connected && !!people[seatOf(other, 'black')].connected;
  }

  /** Does what there is to do now. */
  look(): void {
    const now = performance.now();
    const [first] = this.#lines.values();
    for (const message of this.#phone.wants(now)) {
      if (message.type === 'ping') first?.send({ type: 'ping', sent: message.sent });
      else if (message.type === 'behind') first?.send({ type: 'behind', millis: message.millis });
      else {
        const { id, seat, act, at } = message;
        this.#lines.get(seat)?.send({ type: 'act', id, act, at });
      }
    }
    if (first?.look(true) === false) for (const line of this.#lines.values()) line.renew();
    this.linked = this.#phone.isSynchronised;
    if (this.linked) this.moves = false;
    this.knowsTime = this.#phone.moment(now) !== undefined;
    this.waiting = this.#phone.unanswered.length;
    if (now - this.#kept > KEEP) this.#keep();
  }

  #keep(): void {
    this.#kept = performance.now();
    const phone = this.#phone.save(this.#kept);
    const [wall, frozenBy] = [Date.now(), this.#frozenBy];
    const memory: Memory = { boards: this.boards, phone, wall, shown: this.shown, frozenBy, turned: this.turned };
    lasting.write(keyOf(this.match), JSON.stringify(memory));
  }

  #lost(seat: Seat, moves: boolean): void {
    this.moves = moves;
    this.#welcome.delete(seat);
    this.#phone.disconnected();
    this.linked = false;
  }

  #receive(seat: Seat, message: ToClient): void {
    switch (message.type) {
      case 'welcome':
        this.#welcome.set(seat, message.command);
        for (const type of this.#wants) this.#lines.get(seat)?.send({ type, on: true });
        break;
      case 'snapshot':
        this.#show(message, message.now);
        this.#grant(seat, message.you);
        // The last of this phone's lines is open: the time is asked for, and what was kept is told.
        if (this.#welcome.size === this.seats.length) {
          const last = Object.fromEntries(this.#welcome) as Partial<BySeat<number>>;
          this.#phone.connected(performance.now(), message.state.held, last);
        }
        break;
      case 'update':
        if (!message.state.held) this.#phone.goesOn(performance.now());
        if (message.ack !== undefined) this.#phone.answered(seat, message.ack);
        if (this.shown) this.#show({ ...this.shown, state: message.state }, message.now);
        this.#grant(seat, message.you);
        for (const event of message.events) {
          if (event.event === 'frozen') this.#frozenBy = event.article;
          if (event.event === 'accounts_differ') this.differs = event;
        }
        if (!message.state.stopped) this.differs = undefined;
        // Both lines of a board tell what happened: once is enough.
        if (seat === this.seats[0])
          for (const event of message.events) for (const watch of this.#watchers) watch(event);
        break;
      case 'people':
        if (this.shown) this.shown = { ...this.shown, people: message.people };
        break;
      case 'ack':
        this.#phone.answered(seat, message.id);
        break;
      case 'refused':
        this.#phone.answered(seat, message.id);
        this.refusal = { seat, why: message };
        break;
      case 'pong':
        this.#phone.pong(performance.now(), message.sent, message.now);
        break;
      case 'rematch':
        this.next = message.match;
        break;
      case 'bye':
        if (!COME_BACK.has(message.code)) this.bye = message;
        break;
    }
    this.look();
  }

  /** A line that is a little behind the other tells nothing old. */
  #show(told: Omit<Shown, 'now'>, now: number): void {
    if (this.shown && now < this.shown.now && !told.state.held) return;
    this.shown = { match: told.match, people: told.people, state: told.state, now };
  }

  #grant(seat: Seat, you: MessageOf<'update'>['you']): void {
    if ('granted' in you) this.granted = { ...this.granted, [seat]: you.granted as GrantedAct[] };
  }
}
