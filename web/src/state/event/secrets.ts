// Events whose links this browser has: the secret stays here, so that addresses can be shown to anybody.

import { lasting } from '../storage';

const KEY = 'tandem.events';
const DESK = 'tandem.desk';
const MAX_KEPT = 50;

export interface KeptEvent {
  id: string;
  name: string;
  secret: string;
}

export function keptEvents(): KeptEvent[] {
  try {
    const kept: unknown = JSON.parse(lasting.read(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

const isKept = (one: Partial<KeptEvent> | null): one is KeptEvent =>
  typeof one?.id === 'string' && typeof one.name === 'string' && typeof one.secret === 'string';

export const secretOf = (id: string): string | undefined => keptEvents().find((one) => one.id === id)?.secret;

/** Newest first. A name that is not known yet leaves the one that is kept. */
export function keepEvent(id: string, secret: string, name = ''): void {
  const all = keptEvents();
  const known = all.find((one) => one.id === id)?.name ?? '';
  const rest = all.filter((one) => one.id !== id);
  lasting.write(KEY, JSON.stringify([{ id, secret, name: name || known }, ...rest].slice(0, MAX_KEPT)));
}

export function forgetEvent(id: string): void {
  lasting.write(KEY, JSON.stringify(keptEvents().filter((one) => one.id !== id)));
}

/** How the log calls this laptop. */
export const deskName = (): string => lasting.read(DESK) ?? '';
export const nameDesk = (name: string): void => lasting.write(DESK, name.trim().slice(0, 40));

/** The secret of a link's fragment, as the server makes them. */
export const secretIn = (fragment: string): string | undefined => /^#([\w-]{16,64})$/.exec(fragment)?.[1];

/** A player's own link, for whoever comes back without it. */
const playerKey = (id: string): string => `tandem.event.${id}.me`;
export const keepPlayer = (id: string, secret: string): void => lasting.write(playerKey(id), secret);
export const playerSecret = (id: string): string | undefined => lasting.read(playerKey(id)) ?? undefined;

/** What the card of a table, the arbiters' link and the link of the screen open. */
const roleKey = (id: string, role: 'card' | 'arbiter' | 'screen'): string => `tandem.event.${id}.${role}`;
export const keepCard = (id: string, secret: string): void => lasting.write(roleKey(id, 'card'), secret);
export const cardSecret = (id: string): string | undefined => lasting.read(roleKey(id, 'card')) ?? undefined;
export const keepArbiter = (id: string, secret: string): void => lasting.write(roleKey(id, 'arbiter'), secret);
export const arbiterSecret = (id: string): string | undefined => lasting.read(roleKey(id, 'arbiter')) ?? undefined;
export const keepScreen = (id: string, secret: string): void => lasting.write(roleKey(id, 'screen'), secret);
export const screenSecret = (id: string): string | undefined => lasting.read(roleKey(id, 'screen')) ?? undefined;
