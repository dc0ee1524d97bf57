// What is known of a player, apart from what the event adds.

import type { Person, Player } from '../../wire/event';

export function personOf(player: Player): Person {
  const { id: _id, here: _here, number: _number, attendance: _attendance, ...person } = player;
  return person;
}
