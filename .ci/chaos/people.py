"""People who play at random, come back when their line breaks, and remember what they were told and when."""
import asyncio, base64, json, os, random, struct, time

SEATS = ["A", "a", "B", "b"]
BOOKS = ["fics", "stein", "fer", "asten", "sscr", "minerva"]
# How often a line is asked whether it holds; one that says nothing for so long has nobody at its end. Pages do the same.
PING, SILENT = 2, 6
BROKEN = (OSError, EOFError, ConnectionError, asyncio.IncompleteReadError, TimeoutError, ValueError)


class Socket:
    """A WebSocket by hand: one text frame a message."""

    async def open(self, address, match):
        self.reader, self.writer = await asyncio.open_connection(*address, limit=1 << 22)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write((f"GET /ws?match={match} HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\nUpgrade: websocket\r\n"
                           f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head)
        self.said, self.heard_at, self.asked_at = asyncio.Queue(), time.monotonic(), 0
        self.listening = asyncio.create_task(self.listen())

    async def listen(self):
        """All that is said, and none when the line breaks."""
        try:
            while True:
                said = await self.hear()
                self.heard_at = time.monotonic()
                self.said.put_nowait(said)
        except BROKEN:
            self.said.put_nowait(None)

    async def hear_until(self, then):
        """What is said next; none if nothing is until then."""
        try:
            async with asyncio.timeout(max(0, then - time.monotonic())):
                said = await self.said.get()
        except TimeoutError:
            return None
        if said is None:
            raise ConnectionError("the line broke")
        return said

    def close(self):
        if hasattr(self, "listening"):
            self.listening.cancel()
        if hasattr(self, "writer"):
            self.writer.transport.abort()

    def frame(self, kind, data):
        mask = os.urandom(4)
        length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(data))
        self.writer.write(bytes([0x80 | kind]) + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))

    def say(self, **message):
        self.frame(1, json.dumps(message).encode())

    async def hear(self):
        while True:
            first, second = await self.reader.readexactly(2)
            length = second & 127
            if length == 126:
                length = struct.unpack(">H", await self.reader.readexactly(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", await self.reader.readexactly(8))[0]
            data = await self.reader.readexactly(length)
            if first & 15 == 1:
                return json.loads(data)
            if first & 15 == 8:
                raise ConnectionError("closed")
            if first & 15 == 9:
                self.frame(10, data)


class Player:
    def __init__(self, world, made, seat):
        self.world, self.match, self.seat = world, made["match"], seat
        self.secret = made["links"][seat].rsplit(":", 1)[1]
        self.random = random.Random(f"{world.seed} {self.match} {seat}")
        self.number, self.asked, self.lost_at, self.over = 0, None, None, False
        # When something was heard last, at which moment of the match, and whether its time went on then.
        self.heard_at, self.moment, self.runs = time.monotonic(), 0, False

    async def run(self):
        while not self.over:
            line = Socket()
            try:
                async with asyncio.timeout(SILENT):
                    await line.open(self.world.door(self.random), self.match)
                    line.say(type="hello", version=2, match=self.match, role="seat", seat=self.seat, secret=self.secret, name=self.seat)
                await self.play(line)
            except BROKEN:
                pass
            finally:
                line.close()
            # The wait began with the fault, or when something was heard last, if that was later.
            self.lost_at = self.lost_at or max(self.heard_at, min(self.world.fault_began, time.monotonic()))
            await asyncio.sleep(self.random.uniform(0.05, 0.25))

    async def play(self, line):
        move_at = None
        while not self.over:
            now = time.monotonic()
            if now - line.heard_at > SILENT:
                return
            if move_at and now >= move_at:
                move_at = None
                self.number += 1
                self.asked = {"do": "move", "move": self.random.choice(self.moves)}
                line.say(type="act", id=self.number, act=self.asked)
            if now - line.asked_at > PING:
                line.asked_at = now
                line.say(type="ping", sent=now)
            if not (said := await line.hear_until(min(move_at or now + PING, line.asked_at + PING + 0.01))):
                continue
            if said["type"] == "bye":
                return
            if said["type"] == "welcome":
                self.number = max(self.number, said["command"])
            if said["type"] == "snapshot":
                self.is_back(line, said)
            self.answered(said)
            if "now" in said:
                self.heard_at, self.moment = time.monotonic(), said["now"]
            state = said.get("state") or {}
            if "phase" in state:
                self.runs = state["phase"] == "playing" and not state.get("held")
                self.over = state["phase"] == "over"
            if said.get("you") is not None:
                self.moves = (said["you"].get("moves") or "").split()
                if not self.moves or self.asked:
                    move_at = None
                elif move_at is None:
                    move_at = time.monotonic() + self.random.uniform(*self.world.pace)

    def is_back(self, line, said):
        if self.lost_at:
            self.world.is_back(self.lost_at, time.monotonic())
            self.world.compare_clocks(self, said["now"])
        self.lost_at = None
        line.say(type="ready", on=True)
        if self.asked:
            line.say(type="act", id=self.number, act=self.asked)

    def answered(self, said):
        number = said.get("ack", said.get("id") if said["type"] in ("ack", "refused") else None)
        if self.asked and number == self.number:
            kind = "refused" if said["type"] == "refused" else "done" if said["type"] == "update" else "known"
            self.world.told.append((self.match, SEATS.index(self.seat), number, kind))
            self.asked = None


class Table:
    """One match after the other, of four people, or of two and two bots."""

    def __init__(self, world, number):
        self.world, self.random = world, random.Random(f"{world.seed} {number}")
        self.bots = {"B": "2", "b": "1"} if number % 4 == 3 else {}

    async def run(self):
        while True:
            try:
                async with asyncio.timeout(SILENT):
                    made = await self.make()
            except BROKEN:
                await asyncio.sleep(0.5)
                continue
            seats = [seat for seat in SEATS if seat not in self.bots]
            await asyncio.gather(*(Player(self.world, made, seat).run() for seat in seats))

    async def make(self):
        address = self.world.door(self.random)
        # Bots take their time from their clocks.
        base = 300_000 if self.bots else 3_600_000
        wish = {"book": self.random.choice(BOOKS), "bots": self.bots, "lag": 0, "time": {"base": base, "increment": 0, "delay": 0}}
        body = json.dumps(wish)
        reader, writer = await asyncio.open_connection(*address)
        try:
            writer.write(f"POST /api/matches HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\nConnection: close\r\n"
                         f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            head, body = (await reader.read()).split(b"\r\n\r\n", 1)
            if b" 201 " not in head and b" 200 " not in head:
                raise ConnectionError(head)
            return json.loads(body)
        finally:
            writer.close()
