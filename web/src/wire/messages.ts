// The protocol of docs/protocol.md, version 1, as types. Nothing is computed here.

import type { BoardId, BySeat, Color, Seat, Team } from '../state/seats';

export const PROTOCOL_VERSION = 1;

export interface TimeControl {
  base: number;
  increment: number;
  delay: number;
}

export interface MatchInfo {
  id: string;
  book: string;
  name: string;
  language: string;
  time: TimeControl;
  press: 'auto' | 'manual';
  input: 'guarded' | 'open';
  flag: 'claimed' | 'automatic';
  lag: number;
  options: Record<string, string>;
  title: string;
  public: boolean;
  created: number;
  rematch_of: string | null;
  rematch: string | null;
}

export interface Verdict {
  result: string;
  reason: string;
  article: string;
}

export interface MadeMove {
  seat: Seat;
  uci: string;
}

export type Duty =
  | { kind: 'give'; seat: Seat; why: string; article: string }
  | { kind: 'restitution'; seat: Seat; role: string; reported: boolean; article: string };

export interface BoardState {
  fen: string;
  turn: Color;
  running: Color | null;
  check: string | null;
  last: string | null;
  made: MadeMove | null;
  early: MadeMove | null;
  offer: Seat | null;
  duty: Duty | null;
  resigned: Seat | null;
  clock_returned: boolean;
  verdict: Verdict | null;
}

export interface SeatState {
  clock: number;
  running: boolean;
  fallen: boolean;
  stock: string;
  hand: string;
  holds: boolean;
  frozen_until: number | null;
  forbidden: string;
  illegal_moves: number;
  warnings: number;
  wants_draw: boolean;
  lag: number;
}

export interface MatchState {
  phase: 'waiting' | 'playing' | 'over';
  stopped: boolean;
  held: boolean;
  boards: Record<BoardId, BoardState>;
  seats: BySeat<SeatState>;
  score: [number, number];
  verdict: Verdict | null;
  last_drop: { seat: Seat; role: string } | null;
}

export interface Person {
  name: string | null;
  taken: boolean;
  connected: boolean;
  ready: boolean;
  rematch: boolean;
  lag: number | null;
  /** The bot that plays here: a level or the name of an engine. */
  bot: string | null;
  /** The player whose seat it keeps. */
  sits_for: string | null;
}

export interface People {
  seats: BySeat<Person>;
  arbiter: boolean;
  spectators: number;
  /** A bot that is proposed for somebody who left. */
  substitute: { seat: Seat; bot: string; agreed: Seat[] } | null;
}

export interface SheetMove {
  seat: Seat;
  number: number;
  san: string;
  uci: string;
  at: number;
  clock?: number;
  undone?: boolean;
}

export type ClaimKind = 'flag' | 'illegal' | 'mate' | 'repetition' | 'fifty';
export type Leave = 'resign' | 'offer-draw' | 'accept-draw' | 'mate';
export type SayKind = 'need' | 'warn' | 'sit' | 'go' | 'flag' | 'may' | 'move' | 'text';
export type Say =
  | { need: string }
  | { warn: string }
  | 'sit'
  | 'go'
  | 'flag'
  | { may: Leave }
  | { move: string }
  | { text: string };

export type Act =
  | { do: 'move'; move: string }
  | { do: 'claim'; claim: ClaimKind; board?: BoardId; move?: string }
  | { do: 'pass' | 'invisible' | 'visible'; role: string }
  | { do: 'hold'; on: boolean }
  | { do: 'say'; say: Say }
  | { do: 'give'; role: string; square?: string }
  | {
      do:
        | 'press'
        | 'retract'
        | 'accept_illegal'
        | 'offer_draw'
        | 'accept_draw'
        | 'decline_draw'
        | 'resign'
        | 'return_clock'
        | 'show'
        | 'call_arbiter';
    };

/** A ruling; which fields it needs depends on `do` (see the table in the protocol). */
export interface Rule {
  do: string;
  seat?: Seat;
  clock?: number;
  millis?: number;
  boards?: 'both' | BoardId;
  reason?: string;
  board?: BoardId;
  result?: string;
  team?: Team;
  points?: number;
}

export interface GrantedAct {
  act: Act | { do: 'give' };
  article: string;
}

export interface GrantedRule {
  rule: Rule;
  article: string;
  /** Seconds, where the book fixes them. */
  times?: number[];
}

export interface You {
  moves?: string;
  granted?: (GrantedAct | GrantedRule)[];
  say?: SayKind[];
  say_article?: string;
}

/** An event of the log; fields beyond these depend on `event`. */
export interface WireEvent {
  seq: number;
  at: number;
  event: string;
  seat?: Seat;
  uci?: string;
  san?: string;
  number?: number;
  role?: string;
  on?: boolean;
  clock?: number;
  until?: number;
  offence?: string;
  article?: string;
  board?: BoardId;
  boards?: string;
  result?: string;
  reason?: string;
  team?: Team;
  points?: number;
  message?: Say;
  stock?: string;
  square?: string;
  to?: Seat;
  why?: string;
  millis?: number;
  legal?: boolean;
}

export type ToServer =
  | {
      type: 'hello';
      version: number;
      match: string;
      role: 'seat' | 'arbiter' | 'spectator';
      seat?: Seat;
      secret?: string;
      name?: string;
      seen?: number;
    }
  | { type: 'act'; id: number; act: Act }
  | { type: 'rule'; id: number; rule: Rule }
  | { type: 'ready' | 'rematch'; on: boolean }
  | { type: 'bot' | 'substitute'; seat: Seat; bot: string | null }
  | { type: 'take_back' }
  | { type: 'ping'; sent: number };

export interface Snapshot {
  type: 'snapshot';
  seq: number;
  now: number;
  match: MatchInfo;
  people: People;
  state: MatchState;
  moves: SheetMove[];
  events: WireEvent[];
  you: You;
}

export interface Update {
  type: 'update';
  seq: number;
  now: number;
  events: WireEvent[];
  state: MatchState;
  you: You;
  ack?: number;
}

/** Something about a seat that is no event of the match. */
export interface Notice {
  type: 'notice';
  seat: Seat | null;
  code: string;
  detail: string;
}

export type ToClient =
  | { type: 'welcome'; version: number; server: string; match: string; role: string; seat?: Seat; command: number }
  | Snapshot
  | Update
  | { type: 'ack'; id: number; repeated?: boolean }
  | { type: 'refused'; id: number; article: string; reason: string; form?: string; values?: Record<string, string> }
  | { type: 'people'; people: People }
  | Notice
  | { type: 'rematch'; match: string; seat?: Seat }
  | { type: 'pong'; sent: number; now: number }
  | { type: 'bye'; code: string; reason: string };
