//! A PostgreSQL of a test's own: in a folder of its own, on a free port of this machine, gone with the test.
//!
//! ```no_run
//! let Some(postgres) = tandem_own_postgres::Postgres::start() else { return };
//! let address = postgres.database("first");
//! ```

use std::fs;
use std::io::Write as _;
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Who may do everything in it, and by what.
const USER: &str = "tandem";
const PASSWORD: &str = "open-sesame";
/// PostgreSQL does not run as root: there it runs as this one, whom Debian's package makes.
const SERVICE: &str = "postgres";

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A running server.
#[derive(Debug)]
pub struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
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
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("password"), PASSWORD).expect("a file");
        if is_root() {
            let mut give = Command::new("chown");
            assert!(give.args(["-R", SERVICE]).arg(&folder).status().expect("chown").success());
        }
        let made = program(&programs, "initdb")
            .args(["--username", USER, "--auth", "scram-sha-256", "--encoding", "UTF8"])
            .args(["--no-locale", "--no-sync", "--pwfile"])
            .arg(folder.join("password"))
            .arg(folder.join("data"))
            .current_dir(&folder)
            .stdout(Stdio::null())
            .status()
            .expect("initdb");
        assert!(made.success(), "initdb failed");
        let port = free_port();
        serve(&programs, &folder, port);
        Some(Postgres { folder, programs, port })
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
        let output = self.psql(database, sql).output().expect("psql");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{sql}: {error}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
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
        self.end("immediate");
        serve(&self.programs, &self.folder, self.port);
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
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_starts_answers_and_comes_back_after_a_crash() {
        let Some(postgres) = Postgres::start() else { return };
        let _ = postgres.database("first");
        postgres.run("first", "CREATE TABLE kept AS SELECT 7 AS number");
        postgres.crash_and_restart();
        assert_eq!(postgres.run("first", "SELECT number FROM kept"), "7");
    }
}
