// Events over HTTP. The secret of a link goes in a header, never in an address.

import type {
  Act,
  Coded,
  EventLine,
  EventView,
  LineProblem,
  MadeEvent,
  Me,
  ReadEntries,
  TablePhone,
  Visible,
} from './event';
import type {
  CommandAnswer,
  CommandWish,
  EventWish,
  LogAnswer,
  ProposeWish,
  Proposals,
  TableClocks,
  VersionAnswer,
} from './generated/messages';
import { knowBook, readBook } from './http';
import type { Book } from './messages';

/** What the server says no to: a code of the event core or of the server, with its values. */
export class EventError extends Error {
  constructor(
    readonly status: number,
    readonly coded: Coded,
    message: string,
    readonly article?: string,
    readonly lines: LineProblem[] = [],
  ) {
    super(message);
  }
}

interface Said {
  error?: {
    why: string;
    message: string;
    values?: Record<string, unknown>;
    article?: string;
    lines?: LineProblem[];
  };
}

async function ask(path: string, secret: string | undefined, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (secret) headers.set('authorization', `Bearer ${secret}`);
  const response = await fetch(path, { ...init, headers });
  if (response.ok || response.status === 304) return response;
  const { error } = ((await response.json().catch(() => null)) ?? {}) as Said;
  const coded = { ...error?.values, code: error?.why ?? 'internal' };
  throw new EventError(response.status, coded, error?.message ?? response.statusText, error?.article, error?.lines);
}

const json = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T;
const post = <T>(path: string, body: unknown, secret?: string): Promise<T> =>
  json(
    ask(path, secret, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

export const listEvents = (): Promise<EventLine[]> => json(ask('/api/events', undefined));
export const makeEvent = (event: EventWish): Promise<MadeEvent> => post('/api/events', event);
export const propose = (occasion: ProposeWish): Promise<Proposals> => post('/api/events/propose', occasion);

export const readEntries = (bytes: BodyInit, type: string, book: string): Promise<ReadEntries> =>
  json(
    ask(`/api/events/entries/read?book=${encodeURIComponent(book)}`, undefined, {
      method: 'POST',
      headers: { 'content-type': type },
      body: bytes,
    }),
  );

export const importEvent = (bytes: BodyInit, wanted: { visible: Visible; desk: string; book: string }) =>
  json<MadeEvent>(
    ask(`/api/events/import?${new URLSearchParams(wanted)}`, undefined, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    }),
  );

export const readEvent = (id: string, secret?: string): Promise<EventView> => json(ask(`/api/events/${id}`, secret));
export const readMe = (id: string, secret: string): Promise<Me> => json(ask(`/api/events/${id}/me`, secret));

/** Phones become the clocks of a table: every phone with its card finds the same. */
export const tableClocks = (id: string, card: string): Promise<TableClocks> =>
  post(`/api/events/${id}/table/clocks`, undefined, card);

/** The match of a table in this round whose moves are written down, over or not. */
export const tableSheet = (id: string, card: string): Promise<TableClocks> =>
  post(`/api/events/${id}/table/sheet`, undefined, card);

/** A table of the hall, by its card or a player's own link. */
export const readTable = (id: string, secret: string): Promise<TablePhone> =>
  json(ask(`/api/events/${id}/table`, secret));

/** The book of an event; a club's own is known from then on. */
export async function readEventBook(event: Pick<EventView, 'id' | 'terms'>, secret?: string): Promise<Book> {
  if (!event.terms.book.own) return readBook(event.terms.book.id);
  const book = await json<Book>(ask(`/api/events/${event.id}/book`, secret));
  knowBook(book);
  return book;
}

export const command = (id: string, secret: string, asked: CommandWish): Promise<CommandAnswer> =>
  post(`/api/events/${id}/commands`, asked, secret);

export const setVisible = (id: string, secret: string, visible: Visible): Promise<VersionAnswer> =>
  post(`/api/events/${id}/visible`, { visible }, secret);

/** The whole log, which comes in parts. */
export async function readLog(id: string, secret: string): Promise<Pick<LogAnswer, 'acts' | 'undone'>> {
  const acts: Act[] = [];
  for (;;) {
    const part = await json<LogAnswer>(ask(`/api/events/${id}/log?after=${acts.at(-1)?.number ?? 0}`, secret));
    acts.push(...part.acts);
    if (!part.acts.length) return { acts, undone: part.undone };
  }
}

/** A file of the event, and what it is to be called. */
export async function exported(id: string, secret: string | undefined, what: string): Promise<[Blob, string]> {
  const answer = await ask(`/api/events/${id}/export/${what}`, secret);
  const named = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return [await answer.blob(), named ?? what];
}
