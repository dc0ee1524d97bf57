"""A line on which packets come late, overtake each other or get lost, for kernels without netem: what comes in at one interface
goes out at the other when its time has come, and back.

    python3 late.py INTERFACE INTERFACE DELAY JITTER LOSS       # milliseconds, and percent

When it is told to end it says how many packets came, how many of them were lost, and how late the others were in the mean.
"""
import heapq, random, selectors, signal, socket, sys, time

# From <linux/if_packet.h>. The header keeps what the kernel leaves to the hardware: check sums, and segments of one large packet.
SOL_PACKET, VIRTUAL_HEADER, OUTGOING, EVERY_PROTOCOL = 263, 15, 4, 3
LARGEST = 1 << 17


def tap(name):
    """All packets of an interface, as they are."""
    opened = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(EVERY_PROTOCOL))
    opened.setsockopt(SOL_PACKET, VIRTUAL_HEADER, 1)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
    opened.bind((name, 0))
    opened.setblocking(False)
    return opened


class Line:
    def __init__(self, delay, jitter, loss):
        self.delay, self.jitter, self.loss = delay / 1000, jitter / 1000, loss / 100
        self.under_way, self.came, self.lost, self.late = [], 0, 0, 0.0

    def take(self, incoming, outgoing):
        while True:
            try:
                packet, (_, _, kind, *_) = incoming.recvfrom(LARGEST)
            except BlockingIOError:
                return
            if kind == OUTGOING:
                continue
            self.came += 1
            if random.random() < self.loss:
                self.lost += 1
                continue
            now = time.monotonic()
            due = now + random.uniform(self.delay - self.jitter, self.delay + self.jitter)
            heapq.heappush(self.under_way, (due, self.came, now, outgoing, packet))

    def give(self):
        """Sends what is due; how long until the next is."""
        while self.under_way:
            if (wait := self.under_way[0][0] - time.monotonic()) > 0:
                return wait
            _, _, came, outgoing, packet = heapq.heappop(self.under_way)
            self.late += time.monotonic() - came
            try:
                outgoing.send(packet)
            except OSError:
                self.lost += 1
        return None


def main():
    ends, line = [tap(name) for name in sys.argv[1:3]], Line(*map(float, sys.argv[3:6]))
    told = []
    signal.signal(signal.SIGTERM, lambda *_: told.append(True))
    heard = selectors.DefaultSelector()
    for incoming, outgoing in (ends, ends[::-1]):
        heard.register(incoming, selectors.EVENT_READ, outgoing)
    print("ready", flush=True)
    while not told:
        wait = line.give()
        for key, _ in heard.select(0.2 if wait is None else min(wait, 0.2)):
            line.take(key.fileobj, key.data)
    passed = max(1, line.came - line.lost - len(line.under_way))
    print(line.came, line.lost, line.late * 1000 / passed, flush=True)


main()
