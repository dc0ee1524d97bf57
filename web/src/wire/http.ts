// The HTTP API of docs/protocol.md.

import type {
  Book,
  BookHead,
  Bots,
  ErrorAnswer,
  ErrorBody,
  JoinedSeat,
  Made,
  MatchLine,
  MessageOf,
  NewMatchRequest,
  Replay,
  Stage,
} from './messages';

/** What the server said no to, in its own words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The code of the sentence, and what it names. */
    readonly why: string = code,
    readonly values: Record<string, string> = {},
    /** The article that it rests on, where a book says no. */
    readonly article?: string,
  ) {
    super(message);
  }
}

export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init);
  if (!response.ok) {
    const body = (await response.json().catch(() => null)) as ErrorAnswer | null;
    const said: Partial<ErrorBody> = body?.error ?? {};
    const { code = 'internal', message = response.statusText, why, values, article } = said;
    throw new ApiError(response.status, code, message, why, values, article ?? undefined);
  }
  // Nothing new is no text at all.
  return (response.status === 204 ? undefined : await response.json()) as T;
}

const post = <T>(path: string, body: unknown): Promise<T> =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const listBooks = (): Promise<BookHead[]> => call('/api/books');
let bots: Promise<Bots> | undefined;

/** Which bots there are does not change while the server runs: asked for once. */
export const listBots = (): Promise<Bots> =>
  (bots ??= call<Bots>('/api/bots').catch((error: unknown) => {
    bots = undefined;
    throw error;
  }));

export const listMatches = (stage: Stage, limit = 20): Promise<MatchLine[]> =>
  call(`/api/matches?stage=${stage}&limit=${limit}`);
export const makeMatch = (match: NewMatchRequest): Promise<Made> => post('/api/matches', match);
/** What everybody may know of a match. */
export const readMatch = (id: string): Promise<MessageOf<'snapshot'>> => call(`/api/matches/${id}`);
export const joinMatch = (id: string, name: string): Promise<JoinedSeat> => post(`/api/matches/${id}/join`, { name });
export const matchReplay = (id: string): Promise<Replay> => call(`/api/matches/${id}/replay`);
export const fileReplay = (text: Uint8Array<ArrayBuffer>, game: number): Promise<Replay> =>
  call(`/api/replay?game=${game}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text });

const books = new Map<string, Promise<Book>>();

/** A club's own book is read by the server, and known by its id from then on. */
export async function readOwnBook(text: string): Promise<Book> {
  const book = await call<Book>('/api/books/read', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: text,
  });
  knowBook(book);
  return book;
}

/** A book that the server does not list. */
export const knowBook = (book: Book): void => void books.set(book.id, Promise.resolve(book));

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
