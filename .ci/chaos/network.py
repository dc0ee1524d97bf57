"""Machines of a network that is nobody else's: namespaces on one bridge, or all on loopback where there can be none."""
import os, shutil, socket, subprocess, sys

# Addresses as docs/hosting.md prints them.
ADDRESSES = {"one": "10.0.0.1", "two": "10.0.0.2", "three": "10.0.0.3", "four": "10.0.0.4", "proxy": "10.0.0.10",
             "first": "10.0.0.21", "second": "10.0.0.22"}
# The database has an address that moves with its primary.
DATABASE = "10.0.0.20"
PEOPLE = "10.0.0.100"
# What a host does not hear and does not say: packets of these addresses vanish, as in a cut cable.
RULES = """
table inet chaos {
    set cut { type ipv4_addr; }
    chain hears { type filter hook input priority 0; ip saddr @cut drop; }
    chain says { type filter hook output priority 0; ip daddr @cut drop; }
}
"""
# On a bad line packets take so many milliseconds each way, more or less by so many, and so many of a hundred get lost.
DELAY, JITTER, LOSS = 40, 20, 2
NETEM = ["netem", "delay", f"{DELAY}ms", f"{JITTER}ms", "loss", f"{LOSS}%"]
INSIDE = "TANDEM_CHAOS_INSIDE"


def run(*command, text=None, check=True):
    return subprocess.run(command, check=check, input=text, capture_output=True, text=True)


def enter():
    """Begins again in a network, and with processes, that end with this one; says why if that can't be."""
    if os.environ.get(INSIDE):
        return True
    missing = [name for name in ("unshare", "ip", "nft") if not shutil.which(name)]
    why = "it needs root" if os.getuid() else f"there is no {', '.join(missing)}" if missing else None
    if not why:
        tried = run("unshare", "--net", "--mount", "--pid", "--fork", "nft", "add", "table", "inet", "chaos", check=False)
        why = tried.stderr.strip() if tried.returncode else None
    if why:
        print(f"no network namespaces ({why}): links stay whole, all machines are on loopback", flush=True)
        return False
    sys.stdout.flush()
    os.execvpe("unshare", ["unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child", sys.executable,
                           *sys.argv], {**os.environ, INSIDE: "1"})


class Loopback:
    """All machines are this one; each has a port."""
    whole = True

    def __init__(self, names):
        self.ports = {}

    def address(self, name, port=None):
        if (name, port) not in self.ports:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.ports[name, port] = free.getsockname()[1]
        return "127.0.0.1", self.ports[name, port]

    def database(self):
        return self.address("first", 5432)

    def command(self, name, *command):
        return list(command)


class Namespaces:
    """Each machine has a network of its own and a cable to one bridge."""
    whole = False

    def __init__(self, names):
        # Names of namespaces are kept where nobody else sees them.
        run("mount", "-t", "tmpfs", "none", "/run")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "wire", "type", "bridge")
        run("ip", "address", "add", f"{PEOPLE}/24", "dev", "wire")
        run("ip", "link", "set", "wire", "up")
        self.names = names
        for name in names:
            run("ip", "netns", "add", name)
            run("ip", "link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
            run("ip", "link", "set", f"to-{name}", "master", "wire", "up")
            self.inside(name, "ip", "link", "set", "lo", "up")
            self.inside(name, "ip", "address", "add", f"{ADDRESSES[name]}/24", "dev", "eth0")
            self.inside(name, "ip", "link", "set", "eth0", "up")
            self.inside(name, "nft", "-f", "-", text=RULES)
        slow = self.inside(names[0], "tc", "qdisc", "add", "dev", "eth0", "root", *NETEM, check=False)
        self.has_netem = slow.returncode == 0
        # What bad lines did where there is no netem: packets, lost ones, milliseconds in the mean.
        self.late, self.relays = [], {}
        if self.has_netem:
            self.inside(names[0], "tc", "qdisc", "del", "dev", "eth0", "root")
        else:
            print("this kernel has no netem (sch_netem): packets of bad lines go through a program (late.py)", flush=True)
            self.lay_detours()

    def lay_detours(self):
        """A second cable to the bridge for each machine, behind the program that is between while its line is bad."""
        for name in self.names:
            run("ip", "link", "add", f"late-{name}", "type", "veth", "peer", "name", f"by-{name}")
            run("ip", "link", "set", f"late-{name}", "master", "wire", "up")
            run("ip", "link", "set", f"by-{name}", "up")
            for end in (f"to-{name}", f"by-{name}"):
                # Whoever asks for an address there asks the other end.
                with open(f"/proc/sys/net/ipv4/conf/{end}/arp_ignore", "w") as setting:
                    setting.write("8")

    def command(self, name, *command):
        return ["ip", "netns", "exec", name, *command]

    def inside(self, name, *command, **how):
        return run(*self.command(name, *command), **how)

    def address(self, name, port=None):
        return ADDRESSES[name], port

    def database(self):
        return DATABASE, 5432

    def move_database(self, name):
        for one in self.names:
            self.inside(one, "ip", "address", "del", f"{DATABASE}/24", "dev", "eth0", check=False)
        self.inside(name, "ip", "address", "add", f"{DATABASE}/24", "dev", "eth0")
        # As whoever takes an address over tells everybody.
        run("ip", "neighbour", "flush", "to", DATABASE)
        for one in self.names:
            self.inside(one, "ip", "neighbour", "flush", "to", DATABASE)

    def cut(self, name, others, on):
        """Nothing passes between one host and others; heals it again."""
        addresses = ", ".join(ADDRESSES.get(one, one) for one in others)
        what = "add" if on else "delete"
        self.inside(name, "nft", what, "element", "inet", "chaos", "cut", f"{{ {addresses} }}")

    def darken(self, name, on):
        """The cable is pulled out."""
        self.inside(name, "ip", "link", "set", "eth0", "down" if on else "up")

    def worsen(self, name, on):
        """Packets of the line are late, overtake each other, or get lost."""
        if self.has_netem:
            # Both ends, so that they are both ways.
            for where, end in ((self.command(name), "eth0"), ([], f"to-{name}")):
                what = ["add", "dev", end, "root", *NETEM] if on else ["del", "dev", end, "root"]
                run(*where, "tc", "qdisc", *what)
        elif on:
            program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "late.py")
            arguments = [f"to-{name}", f"by-{name}", str(DELAY), str(JITTER), str(LOSS)]
            relay = subprocess.Popen([sys.executable, program, *arguments], stdout=subprocess.PIPE, text=True)
            relay.stdout.readline()
            self.relays[name] = relay
            run("ip", "link", "set", f"to-{name}", "nomaster")
        else:
            run("ip", "link", "set", f"to-{name}", "master", "wire")
            relay = self.relays.pop(name)
            relay.terminate()
            self.late.append([float(figure) for figure in relay.communicate()[0].split()])
