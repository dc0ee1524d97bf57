"""PostgreSQL of a run's own: a primary, and a standby that has what was acknowledged."""
import glob, os, shutil, subprocess, sys, tempfile

# Everybody in this network may come in.
TRUST = "host all all all trust\nhost replication all all trust\n"


class Postgres:
    def __init__(self, network, with_standby):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb")) or [shutil.which("initdb") or ""]
        if not found[-1]:
            sys.exit("chaos: there is no PostgreSQL here (Debian's package postgresql)")
        self.network, self.programs, self.folder = network, os.path.dirname(found[-1]), tempfile.mkdtemp(prefix="tandem-chaos-")
        if os.getuid() == 0:
            subprocess.run(["chown", "postgres", self.folder], check=True)
        self.primary, self.standby = "first", "second" if with_standby else None
        self.run(None, "initdb", "-U", "tandem", "-A", "trust", "--no-locale", "-E", "UTF8", self.data("first"))
        with open(f"{self.data('first')}/pg_hba.conf", "a") as rules:
            rules.write(TRUST)
        if not network.whole:
            network.move_database("first")
        self.start("first")
        self.sql("CREATE DATABASE chaos", "postgres")
        if self.standby:
            self.follow()

    def data(self, name):
        return f"{self.folder}/{name}"

    def run(self, name, program, *arguments, check=True):
        who = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups", "--"] if os.getuid() == 0 else []
        command = who + [f"{self.programs}/{program}", *arguments]
        command = self.network.command(name, *command) if name else command
        return subprocess.run(command, check=check, cwd=self.folder, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    def start(self, name):
        host, port = self.network.address(name, 5432)
        listen = host if self.network.whole else "*"
        self.run(name, "pg_ctl", "start", "-w", "-s", "-D", self.data(name), "-l", f"{self.folder}/{name}.log",
                 "-o", f"-p {port} -h '{listen}' -k '' -c max_connections=200 -c shared_buffers=32MB")

    def stop(self, name, how="immediate"):
        self.run(name, "pg_ctl", "stop", "-w", "-s", "-m", how, "-D", self.data(name), check=False)

    def restart(self):
        """Ends at once, as a crash would, and starts again."""
        self.stop(self.primary)
        self.start(self.primary)

    def follow(self):
        """A standby, made anew of the primary, without which nothing is acknowledged from then on."""
        shutil.rmtree(self.data(self.standby), ignore_errors=True)
        host, port = self.network.address(self.primary, 5432)
        self.run(self.standby, "pg_basebackup", "-h", host, "-p", str(port), "-U", "tandem", "-R", "-X", "stream", "-c", "fast",
                 "-D", self.data(self.standby))
        self.start(self.standby)
        self.wait_for_standby("ANY 1 (*)")

    def wait_for_standby(self, names):
        self.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'", "postgres")
        self.sql("SELECT pg_reload_conf()", "postgres")

    def promote(self):
        """The primary is gone; the standby takes its place and its address."""
        self.stop(self.primary)
        self.primary, self.standby = self.standby, self.primary
        self.run(self.primary, "pg_ctl", "promote", "-w", "-s", "-D", self.data(self.primary))
        self.network.move_database(self.primary)
        self.wait_for_standby("")

    def sql(self, text, database="chaos"):
        host, port = self.network.address(self.primary, 5432)
        asked = subprocess.run([f"{self.programs}/psql", "-X", "-q", "-A", "-t", "-F", "\t", "-h", host, "-p", str(port),
                                "-U", "tandem", "-d", database, "-c", text], check=True, capture_output=True, text=True)
        return [line.split("\t") for line in asked.stdout.splitlines()]

    def close(self):
        for name in filter(None, (self.standby, self.primary)):
            self.stop(name)
        shutil.rmtree(self.folder, ignore_errors=True)
