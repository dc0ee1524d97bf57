// What the browser keeps for us. It may refuse (a private window, a policy): then it is kept as long as the page.

/** The browser's own store; getting at it can fail as well as using it. */
type Store = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export class Keeping {
  /** What the browser did not take. */
  readonly #here = new Map<string, string>();
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  read(key: string): string | null {
    const here = this.#here.get(key);
    if (here !== undefined) return here;
    try {
      return this.#store().getItem(key);
    } catch {
      return null;
    }
  }

  write(key: string, value: string): void {
    try {
      this.#store().setItem(key, value);
      this.#here.delete(key);
    } catch {
      this.#here.set(key, value);
    }
  }

  remove(key: string): void {
    this.#here.delete(key);
    try {
      this.#store().removeItem(key);
    } catch {
      // What can't be read need not be removed.
    }
  }
}

/** For as long as this visitor comes. */
export const lasting = new Keeping(() => localStorage);
/** For as long as this tab is open. */
export const passing = new Keeping(() => sessionStorage);
