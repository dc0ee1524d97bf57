//! Finished matches are packed: their logs become one compressed row each.

use std::io::{Read as _, Write as _};
use std::sync::Weak;
use std::time::Duration;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use tandem_rules::Millis;

use super::super::{Row, StoreError};
use super::connect::Link;
use super::{Shared, read};
use crate::ids::MatchId;

/// How often it is looked for finished matches, while there are none.
const LOOK: Duration = Duration::from_secs(60);
/// How many are packed before others get a turn.
const TOGETHER: i64 = 50;

/// A row of a log as it is packed.
#[derive(Serialize, Deserialize)]
struct Packed {
    seq: u64,
    at: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    actor: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<u64>,
    step: String,
}

fn packed(rows: &[Row]) -> Option<Vec<u8>> {
    let rows: Vec<Packed> = rows
        .iter()
        .map(|row| Packed {
            seq: row.seq,
            at: row.at.0,
            actor: row.actor,
            command: row.command,
            step: row.step.clone(),
        })
        .collect();
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&serde_json::to_vec(&rows).ok()?).ok()?;
    encoder.finish().ok()
}

/// The rows of a packed log; none if they can't be read.
pub(super) fn unpacked(bytes: &[u8]) -> Option<Vec<Row>> {
    let mut text = Vec::new();
    ZlibDecoder::new(bytes).read_to_end(&mut text).ok()?;
    let rows: Vec<Packed> = serde_json::from_slice(&text).ok()?;
    let row = |row: Packed| Row {
        seq: row.seq,
        at: Millis(row.at),
        actor: row.actor,
        command: row.command,
        step: row.step,
    };
    Some(rows.into_iter().map(row).collect())
}

/// Packs matches that are over and nobody's, as long as the store is there.
pub(super) async fn run(shared: Weak<Shared>) {
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(shared) = shared.upgrade() else { return };
        while let Ok(some) = some_packed(&shared.reader).await
            && some > 0
        {}
    }
}

/// Packs some; how many.
pub(super) async fn some_packed(link: &Link) -> Result<usize, StoreError> {
    let found = link
        .query(
            "SELECT id FROM matches WHERE stage = 2 AND packed = 0 AND owner IS NULL \
             AND EXISTS (SELECT 1 FROM log WHERE match = id) ORDER BY number LIMIT $1",
            &[&TOGETHER],
        )
        .await?;
    let mut count = 0;
    for row in found {
        let Ok(id) = row.get::<_, &str>(0).parse::<MatchId>() else { continue };
        count += usize::from(pack(link, &id).await?);
    }
    Ok(count)
}

/// Packs one, unless somebody opens it meanwhile.
async fn pack(link: &Link, id: &MatchId) -> Result<bool, StoreError> {
    let Some(stored) = read::load(link, id).await? else { return Ok(false) };
    let Some(last) = stored.rows.last() else { return Ok(false) };
    let (last, count) = (last.seq.cast_signed(), stored.rows.len() as i64);
    let Some(bytes) = packed(&stored.rows) else { return Ok(false) };
    let done = link
        .query(
            "WITH mine AS (UPDATE matches SET packed = $2 \
               WHERE id = $1 AND owner IS NULL AND packed = 0 \
               AND (SELECT count(*) FROM log WHERE match = $1) = $4 RETURNING id), \
             gone AS (DELETE FROM log USING mine WHERE match = mine.id AND seq <= $2) \
             INSERT INTO packed (match, rows) SELECT id, $3::bytea FROM mine RETURNING 1",
            &[&id.as_str(), &last, &bytes, &count],
        )
        .await?;
    Ok(!done.is_empty())
}
