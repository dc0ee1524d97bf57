import { expect, it } from 'vitest';
import { Phone } from './phone';

/** Pings that are answered after 4 ms, until the phone knows the time: the match began `shift` before the phone's zero. */
function synchronise(phone: Phone<string>, from: number, shift: number): number {
  let now = from;
  for (; !phone.isSynchronised; now += 40) {
    for (const message of phone.wants(now)) {
      if (message.type === 'ping') phone.pong(now + 4, message.sent, now + 1 + shift);
    }
  }
  return now;
}

it('stamps with the time of the match, and tells until it is answered', () => {
  const phone = new Phone<string>();
  expect(phone.acts(0, 'A', 'press')).toBe(false);
  phone.connected(false, { A: 3 });
  const now = synchronise(phone, 0, 5000);
  phone.acts(now, 'A', 'press');
  const told = { type: 'told', id: 4, seat: 'A', act: 'press', at: now + 5000 };
  expect(phone.wants(now)).toContainEqual(told);
  expect(phone.wants(now + 1)).toEqual([]);
  // After a break it is told again, with what came meanwhile.
  phone.disconnected();
  phone.acts(now + 700, 'a', 'press');
  phone.connected(false, { A: 3 });
  const later = synchronise(phone, now + 900, 5000);
  const again = phone.wants(later).filter((message) => message.type === 'told');
  expect(again).toEqual([told]);
  // The other seat has a line of its own, which might be heard first: its act waits for the answer.
  phone.answered('A', 4);
  expect(phone.unanswered.map((one) => one.seat)).toEqual(['a']);
  expect(phone.wants(later).filter((message) => message.type === 'told')).toEqual([
    { type: 'told', id: 1, seat: 'a', act: 'press', at: now + 5700 },
  ]);
});

it('tells a server that came back how long it was away', () => {
  const phone = new Phone<string>();
  phone.connected(false, {});
  synchronise(phone, 0, 5000);
  phone.disconnected();
  phone.acts(30_000, 'A', 'press');
  // Its clock stood still for a minute.
  phone.connected(true, {});
  const sent: unknown[] = [];
  let shift = -55_000;
  for (let now = 61_000; now < 64_000; now += 40) {
    for (const message of phone.wants(now)) {
      if (message.type === 'ping') phone.pong(now + 4, message.sent, now + 1 + shift);
      else sent.push(message);
      if (message.type === 'behind') shift += message.millis;
    }
  }
  expect(sent).toEqual([
    { type: 'behind', millis: 60_000 },
    { type: 'told', id: 1, seat: 'A', act: 'press', at: 35_000 },
  ]);
  // From now on the server has the phone's time; an answer that was under way has the old one.
  phone.pong(63_990, 61_000, 9000);
  expect(Math.round(phone.moment(70_000)!)).toBe(75_000);
});

it('loses nothing by a reload, whatever its clock shows then', () => {
  const phone = new Phone<string>();
  phone.connected(false, {});
  const now = synchronise(phone, 0, 5000);
  phone.acts(now, 'A', 'press');
  const kept = JSON.parse(JSON.stringify(phone.save(now + 200))) as ReturnType<typeof phone.save>;
  // Half a second later by the wall, and the page's own time has begun anew.
  const again = Phone.restore<string>(kept, -300 - 500);
  expect(again.unanswered).toEqual(phone.unanswered);
  expect(Math.round(again.moment(-300)!)).toBe(now + 5700);
  again.acts(-300, 'A', 'press');
  expect(again.unanswered.map((told) => told.id)).toEqual([1, 2]);
});
