// The pictures of the documents can be taken of the program as it is: by the script that takes them, into another folder.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const WEB = new URL('..', import.meta.url).pathname;
const DOCUMENTS = join(WEB, '../docs/pictures');

/** The pages that matter; events and the hall have pictures of their own beside them. */
const SIXTEEN = [
  'desk',
  'home',
  'home-phone',
  'lesson',
  'lobby',
  'new-match',
  'replay',
  'result',
  'rules',
  'table-desktop',
  'table-laptop',
  'table-low-phone',
  'table-phone',
  'table-side',
  'table-tablet',
  'watch',
];

/** Width and height, as the first chunk of a PNG file has them. */
const sizeOf = (folder: string, name: string): number[] => {
  const file = readFileSync(join(folder, `${name}.png`));
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
};

it(
  'takes the sixteen that matter, at their sizes and nothing wider than its screen',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-pictures-'));
    try {
      const asked = ['scripts/pictures.mjs', '--to', folder, '--only', SIXTEEN.join()];
      const { stderr } = await promisify(execFile)(process.execPath, asked, { cwd: WEB });
      expect(stderr.split('\n').filter((line) => line.includes('wider'))).toEqual([]);
      expect(readdirSync(folder).toSorted()).toEqual(SIXTEEN.map((name) => `${name}.png`).toSorted());
      for (const name of SIXTEEN) expect(sizeOf(folder, name), name).toEqual(sizeOf(DOCUMENTS, name));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
