"""Real processes under faults: nodes of one site, HAProxy, and a PostgreSQL of its own with a standby, with people and bots who play.

    python3 .ci/chaos [--tandem target/debug/tandem] [--seconds 600] [--nodes 3] [--matches 40] [--seed 1] [--within 2] [--loopback]

As root each machine is in a network namespace of its own. Nodes are killed (SIGKILL), stand still (SIGSTOP, then SIGCONT), are told to
stop (SIGTERM); their cables are pulled out, their links to the store, to each other and to the proxy are cut one by one; on the line of a
node, of the proxy or of the primary packets are late, overtake each other and get lost (by netem, or by late.py where the kernel has
none); PostgreSQL is restarted at once, and its standby is promoted. Elsewhere, and with --loopback, links stay whole. Then the log is read: nothing that was acknowledged may be missing, no command may be there twice, no row may be of an
earlier owner than the one before it, and no clock may have gone on without its machine.

With --before PROGRAM nothing fails: machines are stopped and started one after the other, by turns as that program and as this one.
Needs nothing but Python and PostgreSQL; HAProxy, iproute2 and nftables for the rest.
"""
import argparse, asyncio, sys

import network
from world import World

options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
options.add_argument("--tandem", default="target/debug/tandem")
options.add_argument("--before", help="the program to upgrade from, with no faults but that")
options.add_argument("--loopback", action="store_true", help="without network namespaces")
options.add_argument("--within", type=float, help="so many seconds, in which people have to be back at p99")
options.add_argument("--log", default="off", help="what the nodes say, as TANDEM_LOG")
for name, usual in [("seconds", 600), ("nodes", 3), ("matches", 40), ("seed", 1)]:
    options.add_argument(f"--{name}", type=int, default=usual)
options = options.parse_args()
separate = not options.loopback and network.enter()
world = World(options, separate)
try:
    asyncio.run(world.run())
    well = world.check()
finally:
    world.close()
sys.exit(0 if well else 1)
