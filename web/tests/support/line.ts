// How long a page takes over a slow line: reckoned from what the browser asked for, how much came, and what waited for
// what. No clock is read, so the answer is the same on a busy machine.

/** "Slow 3G" as WebPageTest names it and the tools of Chromium and Lighthouse aim at: 400 kbit/s, 400 ms there and back. */
export const SLOW_3G: Line = { roundTrip: 400, bytesPerMilli: 50, connections: 6 };

export interface Line {
  /** There and back, in milliseconds. */
  roundTrip: number;
  bytesPerMilli: number;
  /** How many connections a browser has to one server (HTTP/1.1). */
  connections: number;
}

export interface Asked {
  name: string;
  /** All that came, with its headers. */
  bytes: number;
  /** What had to be there before it was asked for; nothing for the document. */
  after: readonly string[];
  /** A socket has a connection of its own. */
  socket?: boolean;
  /** The socket over which it is asked, which is open by then. */
  over?: string;
}

/** The name of the server is looked up once; each connection shakes hands twice (TCP, TLS 1.3). */
const LOOK_UP = 1;
const HANDSHAKES = 2;
/** What a server may send before anything is confirmed: ten packets. Then as much more as was confirmed. */
const FIRST_WINDOW = 14_600;

interface Connection {
  /** What is under way. */
  asked: Asked | undefined;
  /** When the first byte comes. */
  begins: number;
  left: number;
  /** All that has come over it. */
  came: number;
}

/** When each has arrived, in milliseconds. What is asked for first is sent for first; whatever comes at a time shares the line. */
export function arrivals(all: readonly Asked[], line: Line): Map<string, number> {
  const names = new Set(all.map(({ name }) => name));
  for (const { name, after } of all)
    for (const other of after)
      if (!names.has(other)) throw new Error(`${name} waits for ${other}, which nobody asked for`);
  const there = new Map<string, number>();
  const waiting = [...all];
  const open: Connection[] = [];
  const sockets = new Map<string, Connection>();
  let left = all.length;
  for (let now = 0; left > 0; now += 1) {
    if (now > 600_000) throw new Error('it never comes');
    for (const one of waiting.filter(({ after }) => after.every((other) => there.has(other)))) {
      const handshakes = (one.after.length ? 0 : LOOK_UP) + HANDSHAKES;
      const idle = one.over === undefined ? !one.socket && open.find((other) => !other.asked) : sockets.get(one.over);
      if (!idle && !one.socket && open.length >= line.connections) continue;
      const connection = idle || { asked: undefined, begins: 0, left: 0, came: 0 };
      const rounds = idle ? 1 : handshakes + 1;
      Object.assign(connection, { asked: one, begins: now + rounds * line.roundTrip, left: one.bytes });
      if (!idle && one.socket) sockets.set(one.name, connection);
      else if (!idle) open.push(connection);
      waiting.splice(waiting.indexOf(one), 1);
    }
    const coming = [...open, ...sockets.values()].filter(({ asked, begins }) => asked && begins <= now);
    let room = line.bytesPerMilli;
    // Those that a small window holds back leave their share to the others.
    const most = ({ came }: Connection) => (FIRST_WINDOW + came) / line.roundTrip;
    for (const [index, connection] of coming.toSorted((one, other) => most(one) - most(other)).entries()) {
      const share = Math.min(most(connection), room / (coming.length - index), connection.left);
      room -= share;
      connection.came += share;
      connection.left -= share;
      if (connection.left > 0) continue;
      left -= 1;
      there.set(connection.asked!.name, now + 1);
      connection.asked = undefined;
    }
  }
  return there;
}
