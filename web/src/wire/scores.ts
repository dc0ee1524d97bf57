// The score sheet of boards on the table, over HTTP. Its secret is in the fragment of its link and goes in a header.

import { call } from './http';
import type { ScoreSheet, SheetKey, SheetWish } from './messages';

const SECRET = /^[\w-]+$/;

export function readSheetFragment(fragment: string): string | undefined {
  const [, secret = ''] = /^#sheet:(.+)$/.exec(fragment) ?? [];
  return SECRET.test(secret) ? secret : undefined;
}

const by = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** What opens the sheet, by the secret of a seat. */
export const openSheet = (id: string, secret: string): Promise<SheetKey> =>
  call(`/api/matches/${id}/sheet/key`, { method: 'POST', headers: by(secret) });

/** The sheet; nothing if it is still the version that is known. */
export const readSheet = (id: string, secret: string, known?: number): Promise<ScoreSheet | undefined> =>
  call(`/api/matches/${id}/sheet${known === undefined ? '' : `?known=${known}`}`, { headers: by(secret) });

export const writeSheet = (id: string, secret: string, wish: SheetWish): Promise<ScoreSheet> =>
  call(`/api/matches/${id}/sheet`, {
    method: 'POST',
    headers: { ...by(secret), 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  });
