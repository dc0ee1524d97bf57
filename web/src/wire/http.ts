// The HTTP API of docs/protocol.md.

import type { BoardId, BySeat, Color, Seat } from '../state/seats';
import type { Language } from '../i18n/languages';
import type { MatchInfo, MatchState, People, SheetMove, TimeControl } from './messages';

export interface BookHead {
  id: string;
  name: string;
  language: string;
  time: number;
}

export interface Article {
  cite: string;
  number: string;
  honoured: string[];
  text: Partial<Record<Language, string>>;
}

export interface Axis {
  key: string;
  section: string;
  label: string;
  words: string;
  by: string;
}

export interface Book {
  id: string;
  name: string;
  language: string;
  axes: Axis[];
  articles: Article[];
}

export interface MatchLine {
  id: string;
  title: string;
  book: string;
  time: TimeControl;
  press: string;
  input: string;
  phase: string;
  created: number;
  seats: BySeat<{ name: string | null; taken: boolean; bot: string | null }>;
  result: string | null;
}

export type Links = Record<Seat | 'arbiter' | 'spectator', string>;

export interface NewMatch {
  book?: string;
  rulebook?: string;
  time?: TimeControl;
  press?: 'auto' | 'manual';
  input?: 'guarded' | 'open';
  flag?: 'claimed' | 'automatic';
  lag?: number;
  options?: Record<string, string>;
  position?: string;
  title?: string;
  public?: boolean;
  bots?: Partial<Record<Seat, string>>;
}

export interface FrameBoard {
  fen: string;
  turn: Color;
  last: string | null;
  check: string | null;
  stocks: Partial<Record<Seat, string>>;
}

export interface Frame {
  at: number;
  seat?: Seat;
  number?: number;
  san?: string;
  uci?: string;
  comment?: string | null;
  boards: Record<BoardId, FrameBoard>;
  clocks: BySeat<number> | null;
}

export interface Replay {
  book: string;
  names: BySeat<string | null>;
  time: TimeControl | null;
  tags: Record<string, string>;
  result: string;
  reason: string | null;
  article: string | null;
  frames: Frame[];
  bpgn: string;
}

/** What the server said no to, in its own words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The message with its value left open, and that value; where it has one. */
    readonly form: string = message,
    readonly values: Record<string, string> = {},
  ) {
    super(message);
  }
}

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init);
  if (!response.ok) {
    const body = (await response.json().catch(() => null)) as {
      error?: { code: string; message: string; form?: string; values?: Record<string, string> };
    } | null;
    const { code = 'internal', message = response.statusText, form, values } = body?.error ?? {};
    throw new ApiError(response.status, code, message, form, values);
  }
  return (await response.json()) as T;
}

const post = <T>(path: string, body: unknown): Promise<T> =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const listBooks = (): Promise<BookHead[]> => call('/api/books');
export interface Bots {
  levels: number[];
  engines: string[];
}

let bots: Promise<Bots> | undefined;

/** Which bots there are does not change while the server runs: asked for once. */
export const listBots = (): Promise<Bots> =>
  (bots ??= call<Bots>('/api/bots').catch((error: unknown) => {
    bots = undefined;
    throw error;
  }));

export const listMatches = (phase: 'open' | 'running' | 'over', limit = 20): Promise<MatchLine[]> =>
  call(`/api/matches?phase=${phase}&limit=${limit}`);
export const makeMatch = (match: NewMatch): Promise<{ match: string; links: Links }> => post('/api/matches', match);
export const joinMatch = (
  id: string,
  name: string,
): Promise<{ match: string; seat: Seat; secret: string; link: string }> => post(`/api/matches/${id}/join`, { name });
export const matchReplay = (id: string): Promise<Replay> => call(`/api/matches/${id}/replay`);
export const fileReplay = (text: ArrayBuffer, game: number): Promise<Replay> =>
  call(`/api/replay?game=${game}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text });

export interface MatchView {
  match: MatchInfo;
  people: People;
  state: MatchState;
  moves: SheetMove[];
}

const books = new Map<string, Promise<Book>>();

/** A book never changes while the server runs: asked for once. */
export function readBook(id: string): Promise<Book> {
  let book = books.get(id);
  if (!book) {
    book = call<Book>(`/api/books/${id}`);
    books.set(id, book);
    book.catch(() => books.delete(id));
  }
  return book;
}
