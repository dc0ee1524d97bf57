"""The machines of a site, what befalls them, and what it came to."""
import asyncio, json, os, random, shutil, signal, subprocess, tempfile, time, zlib

from database import Postgres
from network import Loopback, Namespaces
from people import Table

NODES = ["one", "two", "three", "four"]
# Others need so long to find PostgreSQL again after it was away, and declare nobody dead meanwhile.
GRACE = 8
# How much of a match's time may come back after its machine died: a beat, the way of its news, and what people hear late.
BEAT, LATE = 200, 300
# How often it is told how far it has come, in seconds.
SAYS = 30


class Node:
    def __init__(self, world, name, program):
        self.name, self.program = name, program
        host, port = world.network.address(name, 8080)
        peer = "%s:%d" % world.network.address(name, 9080)
        bounds = [f"--{what}-per-address=100000" for what in ("connections", "matches", "open-matches")]
        self.address = host, port
        self.peer = peer
        self.process = subprocess.Popen(
            world.network.command(name, program, "serve", "--listen", f"{host}:{port}", "--data", f"{world.folder}/{name}",
                                  "--trust-proxy", "--peers", peer, "--peer-secret", f"{world.folder}/secret", *bounds),
            stdout=subprocess.PIPE, text=True, env={**os.environ, "TANDEM_STORE": world.store, "TANDEM_LOG": world.log})
        self.up = ":" in self.process.stdout.readline()

    def send(self, what):
        self.process.send_signal(what)


class Proxy:
    """HAProxy as docs/hosting.md sets it up, where it is installed."""

    def __init__(self, world, program):
        with open(os.path.join(os.path.dirname(__file__), "../../docs/hosting.md")) as document:
            text = document.read().split("```haproxy\n")[1].split("```")[0]
        lines = [line for line in text.splitlines() if not line.strip().startswith("server ")]
        self.address = world.network.address("proxy", 80)
        text = "\n".join(lines).replace("bind :80", "bind %s:%d" % self.address)
        text += "".join("\n    server %s %s:%d" % (node.name, *node.address) for node in world.nodes) + "\n"
        with open(f"{world.folder}/haproxy.cfg", "w") as file:
            file.write(text)
        self.process = subprocess.Popen(world.network.command("proxy", program, "-db", "-f", f"{world.folder}/haproxy.cfg"),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class World:
    def __init__(self, options, separate):
        self.options, self.seed, self.log = options, options.seed, options.log
        self.random, self.pace = random.Random(options.seed), (0.4, 1.6)
        self.program, self.before = os.path.abspath(options.tandem), os.path.abspath(options.before or options.tandem)
        self.told, self.back, self.back_after, self.faults = [], [], {}, {}
        # What the latest fault was and when it began, and when PostgreSQL was away or its line bad.
        self.fault, self.fault_began, self.away = None, 0, []
        # When this machine itself stood still: nobody's wait then is the site's.
        self.stood, self.not_counted = [], 0
        # Matches whose machine was killed, and when; by how much their time was off afterwards.
        self.orphaned, self.charged, self.refunded = {}, [], []
        names = NODES[:options.nodes]
        self.network = (Namespaces if separate else Loopback)([*names, "proxy", "first", "second"])
        self.folder = tempfile.mkdtemp(prefix="tandem-chaos-")
        self.postgres = Postgres(self.network, with_standby=separate and not options.before)
        with open(f"{self.folder}/secret", "w") as secret:
            secret.write("what the nodes of a chaos know")
        self.store = "postgres://tandem@%s:%d/chaos" % self.network.database()
        self.nodes = [Node(self, name, self.before) for name in names]
        haproxy = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
        self.proxy = Proxy(self, haproxy) if haproxy else None
        if not haproxy:
            print("there is no haproxy: people go to the machines themselves", flush=True)

    def door(self, choice):
        """Where people come in."""
        if self.proxy:
            return self.proxy.address
        living = [node for node in self.nodes if node.up]
        return choice.choice(living or self.nodes).address

    def is_back(self, lost_at, back_at):
        if any(lost_at < to and since < back_at for since, to in self.stood):
            self.not_counted += 1
            return
        away = [to for since, to in self.away if lost_at < to and since < back_at]
        if away:
            # PostgreSQL's own faults, and what comes soon after them, are counted apart, from when it was there again.
            self.back_after.setdefault("PostgreSQL", []).append(max(0, back_at - max(lost_at, max(away) - GRACE)))
        else:
            self.back.append(back_at - lost_at)
            self.back_after.setdefault(self.fault, []).append(back_at - lost_at)

    def compare_clocks(self, player, moment):
        """A match whose machine died goes on where it was then, or up to a beat before."""
        died = self.orphaned.get(player.match)
        stood = any(player.heard_at < to for _, to in self.stood)
        # Without PostgreSQL a machine holds its clocks, of which people hear only with what comes next.
        held = died and any(since < died and player.heard_at < to for since, to in self.away)
        if died and player.runs and player.heard_at < died and not stood and not held:
            expected = player.moment + (died - player.heard_at) * 1000
            (self.charged if moment > expected else self.refunded).append(abs(moment - expected))

    def befalls(self):
        """What can happen here, more often what is listed more often."""
        faults = ["kill"] * 3 + ["stand still"] * 3 + ["stop"] + ["restart PostgreSQL"]
        if not self.network.whole:
            faults += ["go dark"] * 2 + ["cut from store"] * 2 + ["cut from nodes"] * 2 + ["cut from proxy"] * 2 + ["bad line"] * 2
            faults += ["promote"]
        return faults

    async def befall(self):
        self.fault = self.random.choice(self.befalls())
        node, time_ = self.random.choice(self.nodes), self.random.uniform(0.3, 4)
        self.faults[self.fault] = self.faults.get(self.fault, 0) + 1
        others = [one.name for one in self.nodes if one is not node]
        store = [self.network.database()[0], "first", "second"]
        self.fault_began = time.monotonic()
        match self.fault:
            case "restart PostgreSQL":
                await self.without_database(asyncio.to_thread(self.postgres.restart))
            case "promote":
                await self.without_database(asyncio.to_thread(self.postgres.promote))
                await asyncio.to_thread(self.postgres.follow)
            case "stand still":
                node.up = False
                node.send(signal.SIGSTOP)
                await asyncio.sleep(time_)
                node.send(signal.SIGCONT)
                node.up = True
            case "kill" | "stop":
                await self.replace(node, self.fault == "kill", self.program, self.random.uniform(0, 2))
            case "go dark":
                await self.for_a_while(time_, self.network.darken, node.name)
            case "cut from store":
                await self.for_a_while(time_, self.network.cut, node.name, store)
            case "cut from nodes":
                await self.for_a_while(time_, self.network.cut, node.name, others)
            case "cut from proxy":
                await self.for_a_while(time_, self.network.cut, node.name, ["proxy"])
            case "bad line":
                end = self.random.choice([node.name, node.name, "proxy", self.postgres.primary])
                worse = self.for_a_while(time_ * 2, self.network.worsen, end)
                # All nodes have it if it is PostgreSQL's.
                await (self.without_database(worse) if end == self.postgres.primary else worse)

    async def for_a_while(self, time_, change, *what):
        await asyncio.to_thread(change, *what, True)
        await asyncio.sleep(time_)
        await asyncio.to_thread(change, *what, False)

    async def without_database(self, fault):
        since = time.monotonic()
        self.away.append((since, float("inf")))
        await fault
        self.away[-1] = (since, time.monotonic() + GRACE)

    async def replace(self, node, at_once, program, after):
        """The process ends, and another takes its place."""
        if at_once:
            sql = f"SELECT m.id FROM tandem.matches m JOIN tandem.nodes n ON n.node = m.owner WHERE n.alive AND n.address = '{node.peer}'"
            owned = await asyncio.to_thread(self.postgres.sql, sql)
            self.fault_began = time.monotonic()
            self.orphaned = {match: self.fault_began for [match] in owned}
        node.up = False
        node.send(signal.SIGKILL if at_once else signal.SIGTERM)
        await asyncio.to_thread(node.process.wait)
        await asyncio.sleep(after)
        new = await asyncio.to_thread(Node, self, node.name, program)
        self.nodes[self.nodes.index(node)] = new

    async def upgrade(self):
        """All machines, one after the other, get the other program."""
        program = self.program if self.nodes[0].program == self.before else self.before
        self.fault = "upgrade" if program == self.program else "back to the one before"
        for node in list(self.nodes):
            self.faults[self.fault] = self.faults.get(self.fault, 0) + 1
            self.fault_began = time.monotonic()
            await self.replace(node, False, program, 0)
            await asyncio.sleep(4)

    async def watch_time(self):
        while True:
            since = time.monotonic()
            await asyncio.sleep(0.2)
            if (to := time.monotonic()) - since > 1:
                self.stood.append((since, to + GRACE))

    async def run(self):
        watching = asyncio.create_task(self.watch_time())
        tables = [asyncio.create_task(Table(self, number).run()) for number in range(self.options.matches)]
        await asyncio.sleep(3)
        begun, said = time.monotonic(), 0
        ends = begun + self.options.seconds
        while time.monotonic() < ends:
            played = time.monotonic() - begun
            if played - said >= SAYS:
                said = played
                print(f"{played:5.0f} s      {sum(self.faults.values())} faults, {len(self.told)} answers to people, {len(self.back)} times back again", flush=True)
            await asyncio.sleep(self.random.uniform(2, 5))
            await (self.upgrade() if self.options.before else self.befall())
            if any(table.done() for table in tables):
                break
        await asyncio.sleep(5)
        for task in [watching, *tables]:
            task.cancel()
        ended = await asyncio.gather(*tables, return_exceptions=True)
        for failure in ended:
            if not isinstance(failure, asyncio.CancelledError):
                raise failure

    def check(self):
        """Reads the log; whether all of it is as people were told."""
        rows = [(match, int(actor), int(command)) for match, actor, command in
                self.postgres.sql("SELECT match, actor, command FROM tandem.log WHERE command IS NOT NULL")]
        for match, packed in self.postgres.sql("SELECT match, encode(rows, 'hex') FROM tandem.packed"):
            rows += [(match, row["actor"], row["command"]) for row in json.loads(zlib.decompress(bytes.fromhex(packed)))
                     if row.get("command") is not None]
        there = set(rows)
        lost = [one for one in self.told if one[3] == "done" and one[:3] not in there]
        undone = [one for one in self.told if one[3] == "refused" and one[:3] in there]
        [[splits]] = self.postgres.sql("SELECT count(*) FROM (SELECT epoch < lag(epoch) OVER (PARTITION BY match ORDER BY seq) AS back "
                                       "FROM tandem.log) rows WHERE back")
        [[bots]] = self.postgres.sql("SELECT count(*) FROM tandem.log WHERE command IS NULL AND actor IS NOT NULL")
        print(f"faults       {json.dumps(self.faults)}")
        print(f"log          {len(self.told)} answers to people, {len(rows)} of their commands stored, {bots} acts of bots: {len(lost)} lost, "
              f"{len(rows) - len(there)} twice, {len(undone)} done though refused, {splits} splits")
        for name, times in [("back", self.back), *((f"  {name}", times) for name, times in sorted(self.back_after.items(), key=str))]:
            times = sorted(times) or [0]
            print(f"{name:<12} {len(times)} times: median {times[len(times) // 2]:.2f} s, p99 {times[len(times) * 99 // 100]:.2f} s, "
                  f"longest {times[-1]:.2f} s")
        if late := getattr(self.network, "late", None):
            came, gone = (sum(one[at] for one in late) for at in (0, 1))
            mean = sum(one[0] * one[2] for one in late) / max(1, came)
            print(f"bad lines    {came:.0f} packets, {gone:.0f} of them lost, the others {mean:.0f} ms late in the mean")
        if self.not_counted:
            print(f"not counted  {self.not_counted} times: this machine stood still")
        charged, refunded = max(self.charged, default=0), max(self.refunded, default=0)
        print(f"clocks       {len(self.charged) + len(self.refunded)} looked at after a kill: at most {charged:.0f} ms charged, {refunded:.0f} ms given back")
        back, within = sorted(self.back) or [0], self.options.within
        # Times are a measurement, and judged only if they were asked for.
        late = within and (back[len(back) * 99 // 100] > within or charged > LATE or refunded > BEAT + LATE)
        if late:
            print(f"too late: p99 within {within} s, {LATE} ms charged and {BEAT + LATE} ms given back were the most")
        return not lost and len(rows) == len(there) and not undone and splits == "0" and len(rows) > 0 and not late

    def close(self):
        for process in [node.process for node in self.nodes] + ([self.proxy.process] if self.proxy else []):
            process.kill()
            process.wait()
        self.postgres.close()
        shutil.rmtree(self.folder, ignore_errors=True)
