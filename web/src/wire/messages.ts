// The protocol of docs/protocol.md as types: the server's own, and names for parts of them.

import type { Act, MatchEvent, Ruling, ToClient } from './generated/messages';

export * from './generated/messages';

/** What can be claimed. */
export type ClaimKind = Extract<Act, { do: 'claim' }>['claim'];

/** One kind of message to a client. */
export type MessageOf<Type extends ToClient['type']> = Extract<ToClient, { type: Type }>;

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
/** Every field that one of them has. */
type FieldsOf<Union> = { [Key in KeyOf<Union>]?: ValueOf<Union, Key> };

export type EventFields = FieldsOf<MatchEvent>;
export type RulingFields = FieldsOf<Ruling>;
