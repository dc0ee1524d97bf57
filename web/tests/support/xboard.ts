// xboard on a display that nobody sees, played by its console.

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

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

/** What a program prints, line by line, and somebody who waits for one of the lines. */
class Lines {
  #seen: string[] = [];
  #wakes: () => void = () => {};

  constructor(child: ChildProcess) {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      this.#seen.push(line);
      this.#wakes();
    });
  }

  /** The first line with this in it of those that nobody has waited for yet. */
  async hear(text: string): Promise<string> {
    const until = Date.now() + PATIENCE;
    for (;;) {
      const at = this.#seen.findIndex((line) => line.includes(text));
      if (at >= 0) return this.#seen.splice(0, at + 1)[at]!;
      const left = until - Date.now();
      if (left <= 0) throw new Error(`no ${text} in:\n${this.#seen.join('\n')}`);
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
    const number = await new Lines(child).hear('');
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
  readonly #lines: Lines;
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
    this.#lines = new Lines(this.#child);
  }

  /** Types a line at the console. */
  say(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  hear(text: string): Promise<string> {
    return this.#lines.hear(text);
  }

  /** The game as xboard has kept it, once it has. */
  game(): string {
    return existsSync(this.#games) ? readFileSync(this.#games, 'utf8') : '';
  }

  close(): Promise<void> {
    return end(this.#child);
  }
}
