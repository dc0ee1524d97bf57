//! The tables, and the version of the data folder.

use std::path::Path;

use rusqlite::Connection;

use super::StoreError;

/// The version of the data that this program writes.
pub(super) const VERSION: i64 = 2;

const TABLES: &str = "
    CREATE TABLE matches (
        number  INTEGER PRIMARY KEY,
        id      TEXT NOT NULL UNIQUE,
        created INTEGER NOT NULL,
        terms   TEXT NOT NULL,
        public  INTEGER NOT NULL,
        arbiter BLOB NOT NULL,
        stage   INTEGER NOT NULL DEFAULT 0,
        result  TEXT,
        moment  INTEGER NOT NULL DEFAULT 0,
        rematch TEXT,
        maker   BLOB
    );
    CREATE INDEX matches_made ON matches (maker, stage, created) WHERE maker IS NOT NULL;
    CREATE INDEX matches_listed ON matches (stage, created) WHERE public;
    CREATE TABLE seats (
        id     TEXT NOT NULL,
        seat   INTEGER NOT NULL,
        secret BLOB NOT NULL,
        name   TEXT,
        bot    TEXT,
        PRIMARY KEY (id, seat)
    ) WITHOUT ROWID;
";

/// Rows of all matches one behind the other, so that a commit writes few pages. Each names the row
/// of its match before it; the last is in `heads`.
const LOG: &str = "
    CREATE TABLE log (
        number  INTEGER PRIMARY KEY,
        match   INTEGER NOT NULL,
        before  INTEGER,
        seq     INTEGER NOT NULL,
        at      INTEGER NOT NULL,
        actor   INTEGER,
        command INTEGER,
        events  TEXT NOT NULL
    );
    CREATE TABLE heads (
        match INTEGER PRIMARY KEY,
        last  INTEGER NOT NULL
    );
";

/// What version 2 changed: bots, who has how many open tables, and the order of the log.
const SINCE_1: &str = "
    ALTER TABLE seats ADD COLUMN bot TEXT;
    ALTER TABLE matches ADD COLUMN maker BLOB;
    CREATE INDEX matches_made ON matches (maker, stage, created) WHERE maker IS NOT NULL;
    INSERT INTO log (match, seq, at, actor, command, events)
        SELECT number, seq, at, actor, command, events FROM log_1 JOIN matches USING (id)
        ORDER BY number, seq;
    UPDATE log SET before = number - 1
        WHERE match = (SELECT match FROM log AS other WHERE other.number = log.number - 1);
    INSERT INTO heads SELECT match, max(number) FROM log GROUP BY match;
    DROP TABLE log_1;
";

/// Opens the database of a folder as every connection needs it.
pub(super) fn open(folder: &Path) -> Result<Connection, StoreError> {
    let unusable = |why: String| StoreError::Folder { folder: folder.to_path_buf(), why };
    std::fs::create_dir_all(folder).map_err(|error| unusable(error.to_string()))?;
    let connection = Connection::open(folder.join("tandem.sqlite"))
        .map_err(|error| unusable(error.to_string()))?;
    let found: i64 = connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(|error| unusable(error.to_string()))?;
    if found > VERSION {
        let folder = folder.to_path_buf();
        return Err(StoreError::Newer { folder, found, known: VERSION });
    }
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL;
             PRAGMA synchronous = FULL;
             PRAGMA busy_timeout = 5000;
             PRAGMA wal_autocheckpoint = 0;",
        )
        .map_err(|error| unusable(error.to_string()))?;
    let change = match found {
        0 => format!("{TABLES} {LOG}"),
        1 => format!("ALTER TABLE log RENAME TO log_1; {LOG} {SINCE_1}"),
        _ => String::new(),
    };
    if !change.is_empty() {
        connection
            .execute_batch(&format!("BEGIN; {change} PRAGMA user_version = {VERSION}; COMMIT;"))
            .map_err(|error| unusable(error.to_string()))?;
    }
    Ok(connection)
}
