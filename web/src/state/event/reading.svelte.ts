// Entries that are pasted or dropped: what the server reads of them, while they are being typed.

import type { NewTeam, Person, ReadEntries } from '../../wire/event';
import { readEntries } from '../../wire/eventHttp';

const TYPING_PAUSE = 300;

export class EntryReading {
  text = $state('');
  file = $state.raw<File>();
  read = $state.raw<ReadEntries>();
  /** Entries as read, and as changed since. */
  teams = $state.raw<NewTeam[]>([]);
  players = $state.raw<Person[]>([]);
  failed = $state.raw<unknown>();
  reading = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  get some(): boolean {
    return this.teams.length > 0 || this.players.length > 0;
  }

  get whole(): boolean {
    return this.some && this.read?.problems.length === 0 && !this.reading;
  }

  /** After the text, the file or the book has changed. */
  look(book: string, after = TYPING_PAUSE): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.reading = true;
    this.#timer = setTimeout(() => void this.#ask(book), after);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.text = '';
    this.file = this.read = this.failed = undefined;
    this.teams = [];
    this.players = [];
    this.reading = false;
  }

  async #ask(book: string): Promise<void> {
    const asked = this.#asked;
    const { file, text } = this;
    if (!file && !text.trim()) {
      this.clear();
      return;
    }
    try {
      const read = file
        ? await readEntries(await file.arrayBuffer(), file.type || 'application/octet-stream', book)
        : await readEntries(text, 'text/plain', book);
      // An answer to an older question is no answer.
      if (asked !== this.#asked) return;
      this.read = read;
      this.teams = read.teams;
      this.players = read.players;
      this.failed = undefined;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.failed = error;
      this.read = undefined;
      this.teams = [];
      this.players = [];
    }
    this.reading = false;
  }
}
