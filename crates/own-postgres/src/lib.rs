//! A PostgreSQL of a test's own: in a folder of its own, on a free port of this machine, gone with the test.
//!
//! ```no_run
//! let Some(postgres) = tandem_own_postgres::Postgres::start() else { return };
//! let address = postgres.database("first");
//! ```

mod disk;

use std::fs;
use std::io::Write as _;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Who may do everything in it, and by what.
const USER: &str = "tandem";
const PASSWORD: &str = "open-sesame";
/// PostgreSQL does not run as root: there it runs as this one, whom Debian's package makes.
const SERVICE: &str = "postgres";

pub use disk::Disk;

/// How much a small disk holds, in megabytes: a fresh PostgreSQL has about half of it.
const SMALL: u32 = 80;

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A running server.
#[derive(Debug)]
pub struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
    disk: Option<Disk>,
}

/// What of a PostgreSQL lies on a small disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Small {
    /// Everything.
    All,
    /// All but the write-ahead log.
    Tables,
}

/// The folder of PostgreSQL's programs: the newest of Debian's, or where the PATH finds them.
fn programs() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let version = |path: &PathBuf| -> u32 {
        path.parent()
            .and_then(|folder| folder.file_name()?.to_str()?.parse().ok())
            .unwrap_or_default()
    };
    let newest = debian
        .map(|version| version.path().join("bin"))
        .filter(|bin| bin.join("initdb").exists())
        .max_by_key(version);
    newest.or_else(|| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    })
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// A program of PostgreSQL's, run by somebody who may.
fn program(programs: &Path, name: &str) -> Command {
    let path = programs.join(name);
    if !is_root() {
        return Command::new(path);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", SERVICE, "--regid", SERVICE, "--init-groups", "--"]).arg(path);
    command
}

/// Gives a folder to whom PostgreSQL runs as.
fn give_away(folder: &Path) {
    let mut give = Command::new("chown");
    assert!(give.args(["-R", SERVICE]).arg(folder).status().expect("chown").success());
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

impl Postgres {
    /// Starts one; none, and a word why, where there is no PostgreSQL.
    ///
    /// # Panics
    /// It is there and can't be started.
    #[must_use]
    pub fn start() -> Option<Postgres> {
        Postgres::start_on(None)
    }

    /// Starts one with a disk that can be full; none, and a word why, where there is no PostgreSQL or no such disk.
    ///
    /// # Panics
    /// It is there and can't be started.
    #[must_use]
    pub fn start_on_small_disk(small: Small) -> Option<Postgres> {
        Postgres::start_on(Some(small))
    }

    fn start_on(small: Option<Small>) -> Option<Postgres> {
        let Some(programs) = programs() else {
            let _ = writeln!(
                std::io::stderr(),
                "skipped: there is no PostgreSQL here (Debian's package postgresql)"
            );
            return None;
        };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tandem-postgres-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let data = folder.join("data");
        fs::create_dir_all(&data).expect("a folder");
        let disk = match small.map(|_| Disk::mount(&data, SMALL)) {
            Some(None) => {
                let _ = fs::remove_dir_all(&folder);
                return None;
            }
            mounted => mounted.flatten(),
        };
        fs::write(folder.join("password"), PASSWORD).expect("a file");
        if is_root() {
            give_away(&folder);
        }
        let mut initdb = program(&programs, "initdb");
        if small.is_some() {
            initdb.args(["--wal-segsize", "1"]);
        }
        if small == Some(Small::Tables) {
            initdb.arg("--waldir").arg(folder.join("wal"));
        }
        let made = initdb
            .args(["--username", USER, "--auth", "scram-sha-256", "--encoding", "UTF8"])
            .args(["--no-locale", "--no-sync", "--pwfile"])
            .arg(folder.join("password"))
            .arg(data)
            .current_dir(&folder)
            .stdout(Stdio::null())
            .status()
            .expect("initdb");
        assert!(made.success(), "initdb failed");
        let port = free_port();
        serve(&programs, &folder, port);
        Some(Postgres { folder, programs, port, disk })
    }

    /// The port that it listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of a new database.
    ///
    /// # Panics
    /// It can't be made.
    #[must_use]
    pub fn database(&self, name: &str) -> String {
        self.run("postgres", &format!("CREATE DATABASE {name}"));
        self.address(name)
    }

    /// The address of a database.
    #[must_use]
    pub fn address(&self, name: &str) -> String {
        format!("postgres://{USER}:{PASSWORD}@127.0.0.1:{}/{name}", self.port)
    }

    /// Has some SQL carried out; what comes of it, a line a row.
    ///
    /// # Panics
    /// It fails.
    pub fn run(&self, database: &str, sql: &str) -> String {
        self.try_to_run(database, sql).unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// Has some SQL carried out; what comes of it, a line a row.
    ///
    /// # Errors
    /// What PostgreSQL says, or that it is away.
    ///
    /// # Panics
    /// There is no psql.
    pub fn try_to_run(&self, database: &str, sql: &str) -> Result<String, String> {
        let output = self.psql(database, sql).output().expect("psql");
        let told = if output.status.success() { &output.stdout } else { &output.stderr };
        let told = String::from_utf8_lossy(told).trim().to_owned();
        if output.status.success() { Ok(told) } else { Err(told) }
    }

    /// Its small disk.
    ///
    /// # Panics
    /// It was started without one.
    #[must_use]
    pub fn disk(&self) -> &Disk {
        self.disk.as_ref().expect("a small disk")
    }

    /// What it has written to its log.
    #[must_use]
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    fn psql(&self, database: &str, sql: &str) -> Command {
        let mut command = Command::new(self.programs.join("psql"));
        command
            .args([
                "-X",
                "-q",
                "-A",
                "-t",
                "-h",
                "127.0.0.1",
                "-U",
                USER,
                "-d",
                database,
                "-c",
                sql,
            ])
            .args(["-p", &self.port.to_string()])
            .env("PGPASSWORD", PASSWORD);
        command
    }

    /// Ends it at once, as a crash would, and starts it again.
    ///
    /// # Panics
    /// It does not start.
    pub fn crash_and_restart(&self) {
        self.crash();
        self.restart();
    }

    /// Ends it at once, as a crash would.
    pub fn crash(&self) {
        self.end("immediate");
    }

    /// Starts it again.
    ///
    /// # Panics
    /// It does not start.
    pub fn restart(&self) {
        serve(&self.programs, &self.folder, self.port);
    }

    /// Takes encrypted connections alone from now on, by a certificate and its key (PEM); for that it ends and starts again.
    ///
    /// # Panics
    /// It does not start.
    pub fn encrypt(&self, certificate: &str, key: &str) {
        let data = self.folder.join("data");
        let rules = "hostssl all all all scram-sha-256\n";
        let files = [("server.crt", certificate), ("server.key", key), ("pg_hba.conf", rules)];
        for (name, text) in files {
            fs::write(data.join(name), text).expect("a file");
        }
        let only_mine = fs::Permissions::from_mode(0o600);
        fs::set_permissions(data.join("server.key"), only_mine).expect("a file of one's own");
        if is_root() {
            give_away(&data);
        }
        self.run("postgres", "ALTER SYSTEM SET ssl = on");
        self.crash_and_restart();
    }

    fn end(&self, how: &str) {
        let _ = program(&self.programs, "pg_ctl")
            .args(["stop", "--wait", "--silent", "--mode", how, "-D"])
            .arg(self.folder.join("data"))
            .current_dir(&self.folder)
            .stderr(Stdio::null())
            .status();
    }
}

/// Starts the server and waits until it takes connections.
fn serve(programs: &Path, folder: &Path, port: u16) {
    // A test's machine does not crash; whether the disk has it makes no difference here.
    let options = format!(
        "-p {port} -h 127.0.0.1 -k '' -c fsync=off -c shared_buffers=32MB -c max_connections=200"
    );
    let started = program(programs, "pg_ctl")
        .args(["start", "--wait", "--silent", "--timeout", "120", "-o", &options, "-l"])
        .arg(folder.join("log"))
        .arg("-D")
        .arg(folder.join("data"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .expect("pg_ctl");
    let log = || fs::read_to_string(folder.join("log")).unwrap_or_default();
    assert!(started.success(), "PostgreSQL does not start: {}", log());
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.end("immediate");
        drop(self.disk.take());
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_of_its_own_is_full_and_has_room_again() {
        let Some(postgres) = Postgres::start_on_small_disk(Small::Tables) else { return };
        postgres.run("postgres", "CREATE TABLE kept AS SELECT 7 AS number");
        postgres.disk().fill();
        let more = "INSERT INTO kept SELECT generate_series(1, 10000)";
        let told = postgres.try_to_run("postgres", more).expect_err("there is no room");
        assert!(told.contains("No space left on device"), "{told}");
        postgres.disk().make_room();
        postgres.run("postgres", more);
        assert_eq!(postgres.run("postgres", "SELECT count(*) FROM kept"), "10001");
    }

    #[test]
    fn it_starts_answers_and_comes_back_after_a_crash() {
        let Some(postgres) = Postgres::start() else { return };
        let _ = postgres.database("first");
        postgres.run("first", "CREATE TABLE kept AS SELECT 7 AS number");
        postgres.crash_and_restart();
        assert_eq!(postgres.run("first", "SELECT number FROM kept"), "7");
    }
}
