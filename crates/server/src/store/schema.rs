//! The tables, and the version of the data folder.

use std::path::Path;

use rusqlite::Connection;

use super::checksum::OF_MATCH;
use super::migrate::migrate;
use super::{StoreError, checksum};
use crate::ids::MatchId;

/// The version of the data that this program writes.
pub(super) const VERSION: i64 = 3;

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
        maker   BLOB,
        sum     BLOB NOT NULL DEFAULT x''
    );
    CREATE INDEX matches_made ON matches (maker, stage, created) WHERE maker IS NOT NULL;
    CREATE INDEX matches_listed ON matches (stage, created) WHERE public;
    CREATE TABLE seats (
        id     TEXT NOT NULL,
        seat   INTEGER NOT NULL,
        secret BLOB NOT NULL,
        name   TEXT,
        bot    TEXT,
        sum    BLOB NOT NULL DEFAULT x'',
        PRIMARY KEY (id, seat)
    ) WITHOUT ROWID;
";

/// Rows of all matches one behind the other, so that a commit writes few pages. Each names the row
/// of its match before it, and its checksum rests on that row's; the last is in `heads`, or 0.
pub(super) const LOG: &str = "
    CREATE TABLE log (
        number  INTEGER PRIMARY KEY,
        match   INTEGER NOT NULL,
        before  INTEGER,
        seq     INTEGER NOT NULL,
        at      INTEGER NOT NULL,
        actor   INTEGER,
        command INTEGER,
        step    TEXT NOT NULL,
        sum     BLOB NOT NULL DEFAULT x''
    );
    CREATE TABLE heads (
        match INTEGER PRIMARY KEY,
        last  INTEGER NOT NULL,
        sum   BLOB NOT NULL DEFAULT x''
    );
";

/// Opens the database of a folder as every connection needs it.
pub(super) fn open(folder: &Path) -> Result<Connection, StoreError> {
    let unusable = |error: rusqlite::Error| StoreError::Folder {
        folder: folder.to_path_buf(),
        why: error.to_string(),
    };
    let connection = Connection::open(folder.join("tandem.sqlite")).map_err(unusable)?;
    let found: i64 =
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(unusable)?;
    if found > VERSION {
        let folder = folder.to_path_buf();
        return Err(StoreError::Newer { folder, found, known: VERSION });
    }
    checksum::teach(&connection).map_err(unusable)?;
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL;
             PRAGMA synchronous = FULL;
             PRAGMA busy_timeout = 5000;
             PRAGMA wal_autocheckpoint = 0;
             PRAGMA cell_size_check = ON;",
        )
        .map_err(unusable)?;
    match found {
        0 => {
            let all = format!("BEGIN; {TABLES} {LOG} PRAGMA user_version = {VERSION}; COMMIT;");
            connection.execute_batch(&all).map_err(unusable)?;
        }
        VERSION => {}
        older => migrate(&connection, older).map_err(unusable)?,
    }
    Ok(connection)
}

/// The matches that their index has lost, as damage to it does. Nothing is mended: whatever is
/// written to a damaged database may do more harm.
pub(super) fn lost(connection: &Connection) -> Result<Vec<MatchId>, rusqlite::Error> {
    let mut statement = connection.prepare(&format!(
        "SELECT id FROM matches AS m NOT INDEXED WHERE sum = {OF_MATCH} AND NOT EXISTS \
         (SELECT 1 FROM matches AS found WHERE found.id = m.id AND +found.number = m.number)"
    ))?;
    let ids: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
}

/// Writes something that changes nothing.
pub(super) fn touch(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection
        .execute_batch(&format!("BEGIN IMMEDIATE; PRAGMA user_version = {VERSION}; COMMIT"))
        .inspect_err(|_| {
            // If this fails too there was no transaction left to undo.
            let _ = connection.execute_batch("ROLLBACK");
        })
}
