// xboard on a display that nobody sees, played by its console.

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const PATIENCE = 120_000;

/** Where a program is; Debian keeps games off the PATH. */
function find(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/games'];
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file));
}

/** Whether all that is needed is installed. */
export const installed = (): boolean => find('xboard') !== undefined && find('Xvfb') !== undefined;

const end = (child: ChildProcess): Promise<void> =>
  new Promise((ended) => {
    if (child.exitCode !== null || child.signalCode !== null) return ended();
    child.once('exit', () => ended());
    child.kill('SIGKILL');
  });

/** What a program prints, and somebody who waits for some of it. A line may have no end: xboard takes it away with a board. */
class Printed {
  #text = '';
  #wakes: () => void = () => {};

  constructor(child: ChildProcess) {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.#text += text;
      this.#wakes();
    });
  }

  /** What came before this text, as far as nobody has waited for it yet. */
  async hear(text: string): Promise<string> {
    const until = Date.now() + PATIENCE;
    for (;;) {
      const at = this.#text.indexOf(text);
      if (at >= 0) {
        const before = this.#text.slice(0, at);
        this.#text = this.#text.slice(at + text.length);
        return before;
      }
      const left = until - Date.now();
      if (left <= 0) throw new Error(`no ${text} in:\n${this.#text}`);
      await new Promise<void>((woken) => {
        const timer = setTimeout(woken, left);
        this.#wakes = () => {
          clearTimeout(timer);
          woken();
        };
      });
    }
  }
}

/** A display of its own, with a folder for what runs there. */
export class Display {
  readonly folder = mkdtempSync(join(tmpdir(), 'tandem-xboard-'));
  readonly #child: ChildProcess;
  readonly #boards: Xboard[] = [];

  private constructor(
    child: ChildProcess,
    readonly name: string,
  ) {
    this.#child = child;
  }

  static async open(): Promise<Display> {
    const options = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
    const child = spawn(find('Xvfb')!, options, { stdio: ['ignore', 'pipe', 'ignore'] });
    const number = await new Printed(child).hear('\n');
    return new Display(child, `:${number.trim()}`);
  }

  /** An xboard that has logged in by this name. */
  async xboard(port: number, name: string): Promise<Xboard> {
    const board = new Xboard(this, port, name);
    this.#boards.push(board);
    await board.hear('**** Starting FICS session as');
    // The last that xboard says after login.
    await board.hear('width set to');
    return board;
  }

  async close(): Promise<void> {
    await Promise.all(this.#boards.map((board) => board.close()));
    await end(this.#child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class Xboard {
  readonly #child: ChildProcess;
  readonly #printed: Printed;
  readonly #games: string;

  constructor(display: Display, port: number, name: string) {
    const logon = join(display.folder, `${name}.logon`);
    writeFileSync(logon, `${name}\n\n`);
    this.#games = join(display.folder, `${name}.pgn`);
    const options = ['-ics', '-icshost', '127.0.0.1', '-icsport', `${port}`, '-icshelper', '', '-icslogon', logon];
    const keeps = ['-ncp', '-autoSaveGames', 'true', '-saveGameFile', this.#games];
    const beside = ['-backgroundObserve', 'true', '-dualBoard', 'true'];
    this.#child = spawn(find('xboard')!, [...options, ...keeps, ...beside], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, HOME: display.folder, DISPLAY: display.name },
    });
    this.#printed = new Printed(this.#child);
  }

  /** Types a line at the console. */
  say(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  hear(text: string): Promise<string> {
    return this.#printed.hear(text);
  }

  /** The game as xboard has kept it, once it has. */
  game(): string {
    return existsSync(this.#games) ? readFileSync(this.#games, 'utf8') : '';
  }

  close(): Promise<void> {
    return end(this.#child);
  }
}
