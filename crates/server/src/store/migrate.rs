//! Bringing a folder of an older version up to date, all at once or not at all.

use std::collections::HashMap;

use rusqlite::{Connection, params};

use super::checksum::{OF_LOG, OF_MATCH, OF_SEAT, Sum, beginning};
use super::schema::{LOG, VERSION};
use crate::log::modernise;

/// What version 2 changed: bots, who has how many open tables, and the order of the log.
const SINCE_1: &str = "
    ALTER TABLE seats ADD COLUMN bot TEXT;
    ALTER TABLE matches ADD COLUMN maker BLOB;
    CREATE INDEX matches_made ON matches (maker, stage, created) WHERE maker IS NOT NULL;
    INSERT INTO log (match, seq, at, actor, command, step)
        SELECT number, seq, at, actor, command, events FROM log_1 JOIN matches USING (id)
        ORDER BY number, seq;
    UPDATE log SET before = number - 1
        WHERE match = (SELECT match FROM log AS other WHERE other.number = log.number - 1);
    INSERT INTO heads (match, last) SELECT match, max(number) FROM log GROUP BY match;
    DROP TABLE log_1;
";

/// What version 3 changed: every row has a checksum, every match a head, and the log keeps what was
/// asked beside what came of it.
const SINCE_2: &str = "
    ALTER TABLE log RENAME COLUMN events TO step;
    ALTER TABLE log ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
    ALTER TABLE heads ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
";
const SUMMED: &str = "
    ALTER TABLE matches ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
    ALTER TABLE seats ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
    INSERT OR IGNORE INTO heads (match, last) SELECT number, 0 FROM matches;
";

/// Brings the tables of an older version up to date.
pub(super) fn migrate(connection: &Connection, found: i64) -> Result<(), rusqlite::Error> {
    tracing::info!("bringing the data folder from version {found} to version {VERSION}");
    let change = match found {
        1 => format!("ALTER TABLE log RENAME TO log_1; {LOG} {SINCE_1}"),
        _ => SINCE_2.to_owned(),
    };
    connection.execute_batch(&format!("BEGIN IMMEDIATE; {change} {SUMMED}"))?;
    connection.execute_batch(&format!(
        "UPDATE matches SET sum = {OF_MATCH}; UPDATE seats SET sum = {OF_SEAT};"
    ))?;
    find_commands(connection)?;
    chain(connection)?;
    connection.execute_batch(&format!("PRAGMA user_version = {VERSION}; COMMIT;"))
}

/// Gives every row of the log its commands. Rows that can't be understood stay as they are: their
/// match is damaged, and found so when it is opened.
fn find_commands(connection: &Connection) -> Result<(), rusqlite::Error> {
    let mut matches = connection.prepare("SELECT number, terms FROM matches")?;
    let matches: Vec<(i64, String)> =
        matches.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let mut rows = connection
        .prepare("SELECT number, command, step FROM log WHERE match = ?1 ORDER BY number")?;
    let mut update = connection.prepare("UPDATE log SET step = ?2 WHERE number = ?1")?;
    for (number, terms) in matches {
        let kept: Vec<(i64, Option<i64>, String)> = rows
            .query_map([number], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect::<Result<_, _>>()?;
        let (places, steps): (Vec<i64>, Vec<_>) = kept
            .into_iter()
            .map(|(place, command, step)| (place, (command.map(i64::cast_unsigned), step)))
            .unzip();
        let Some(steps) = modernise(&terms, &steps) else { continue };
        for (place, step) in places.into_iter().zip(steps) {
            update.execute(params![place, step])?;
        }
    }
    Ok(())
}

/// Gives every row of the log its sum, and every head that of its last row.
fn chain(connection: &Connection) -> Result<(), rusqlite::Error> {
    let mut last: HashMap<i64, Sum> = HashMap::new();
    let mut rows = connection.prepare("SELECT number, match FROM log ORDER BY number")?;
    let rows: Vec<(i64, i64)> =
        rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let mut seal = connection
        .prepare(&format!("UPDATE log SET sum = {OF_LOG} WHERE number = ?2 RETURNING sum"))?;
    for (row, table) in rows {
        let before = last.entry(table).or_insert_with(|| beginning(table));
        *before = seal.query_row(params![*before, row], |row| row.get(0))?;
    }
    let mut heads = connection.prepare("SELECT match FROM heads")?;
    let heads: Vec<i64> = heads.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut update = connection.prepare("UPDATE heads SET sum = ?2 WHERE match = ?1")?;
    for table in heads {
        update.execute(params![table, last.remove(&table).unwrap_or_else(|| beginning(table))])?;
    }
    Ok(())
}
