import { expect, it } from 'vitest';
import { keptAt, Phone } from './phone';

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
  phone.connected(0, false, { A: 3 });
  // One answer, which may have been slow, is not enough.
  phone.pong(240, 0, 5001);
  expect(phone.acts(250, 'A', 'press')).toBe(false);
  const now = synchronise(phone, 260, 5000);
  phone.acts(now, 'A', 'press');
  const told = { type: 'told', id: 4, seat: 'A', act: 'press', at: now + 5000 };
  expect(phone.wants(now)).toContainEqual(told);
  expect(phone.wants(now + 1)).toEqual([]);
  // After a break it is told again, with what came meanwhile.
  phone.disconnected();
  phone.acts(now + 700, 'a', 'press');
  phone.connected(now + 900, false, { A: 3 });
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
  phone.connected(0, false, {});
  synchronise(phone, 0, 5000);
  phone.disconnected();
  phone.acts(30_000, 'A', 'press');
  // Its clock stood still for a minute.
  phone.connected(61_000, true, {});
  const sent: unknown[] = [];
  let shift = -55_000;
  for (let now = 61_000; now < 66_000; now += 40) {
    for (const message of phone.wants(now)) {
      if (message.type === 'ping') phone.pong(now + 4, message.sent, now + 1 + shift);
      else sent.push(message);
      if (message.type === 'behind') shift += message.millis;
    }
    // What it answers by its old clock until it says that it has heard it does not count.
    if (now === 64_000) phone.pong(now, 63_000, 8000);
    if (now === 64_000) phone.goesOn(now);
    if (now === 64_120) phone.pong(now, 63_900, 8900);
    expect(Math.round(phone.moment(now)!)).toBe(now + 5000);
  }
  expect(sent).toEqual([
    { type: 'behind', millis: 60_000 },
    { type: 'told', id: 1, seat: 'A', act: 'press', at: 35_000 },
  ]);
});

it('waits for a phone that knows the time, and then lets it go on', () => {
  const phone = new Phone<string>();
  phone.connected(0, true, {});
  const told: unknown[] = [];
  for (let now = 0; now < 70_000; now += 40) {
    for (const message of phone.wants(now)) {
      if (message.type === 'ping') phone.pong(now + 4, message.sent, now + 1);
      else told.push([now, message]);
    }
    if (now < 60_000) expect(phone.acts(now, 'A', 'press')).toBe(false);
    if (now === 61_000) phone.goesOn(now);
  }
  expect(told).toEqual([[60_000, { type: 'behind', millis: 0 }]]);
  expect(Math.round(phone.moment(80_000)!)).toBe(80_000);
});

it('loses nothing by a reload, whatever its clock shows then', () => {
  const phone = new Phone<string>();
  phone.connected(0, false, {});
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

it('believes no clock on the wall that was set between two loads', () => {
  const year = 365 * 86_400_000;
  expect(keptAt(100, 50_000, 49_200)).toBe(-700);
  expect(keptAt(100, 50_000 + 20 * year, 49_200)).toBeUndefined();
  expect(keptAt(100, 50_000 - 20 * year, 49_200)).toBeUndefined();
  const phone = new Phone<string>();
  phone.connected(0, false, {});
  const now = synchronise(phone, 0, 5000);
  phone.acts(now, 'A', 'press');
  const again = Phone.restore<string>(phone.save(now), undefined);
  // Nothing is stamped by a time that is not known; what was kept is told once the server has said what time it is.
  expect(again.moment(0)).toBeUndefined();
  expect(again.acts(0, 'A', 'press')).toBe(false);
  again.connected(0, false, { A: 0 });
  const later = synchronise(again, 0, 9000);
  expect(Math.round(again.moment(later)!)).toBe(later + 9000);
  expect(again.wants(later)).toContainEqual({ type: 'told', id: 1, seat: 'A', act: 'press', at: now + 5000 });
});
