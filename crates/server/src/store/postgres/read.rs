//! Reading matches. One statement reads all of one, so that what is packed meanwhile is seen once.

use tandem_rules::{BySeat, Millis, Seat};
use tokio_postgres::Row as SqlRow;

use super::super::nodes::NodeId;
use super::super::{Listed, MatchRecord, Row, SeatRecord, Stage, StoreError, Stored, Version};
use super::connect::Link;
use super::pack::unpacked;
use super::schema::FORMAT;
use crate::ids::{MatchId, SecretHash};

/// The match of a row that begins with these columns, in this order; none if it can't be read:
/// id, created, terms, arbiter, maker, secrets, names, bots, stage, result, moment, rematch.
fn record(row: &SqlRow, id: &MatchId) -> Option<MatchRecord> {
    let secrets: Vec<&[u8]> = row.get(5);
    let names: Vec<Option<String>> = row.get(6);
    let bots: Vec<Option<String>> = row.get(7);
    let seat = |seat: Seat| -> Option<SeatRecord> {
        let at = seat as usize;
        let bot = bots.get(at)?.as_ref().map(|word| word.parse()).transpose().ok()?;
        let secret = SecretHash((*secrets.get(at)?).try_into().ok()?);
        Some(SeatRecord { secret, name: names.get(at)?.clone(), bot })
    };
    let first = seat(Seat::WhiteA)?;
    let mut seats = BySeat::new_with(|_| first.clone());
    for one in Seat::ALL {
        seats[one] = seat(one)?;
    }
    let maker: Option<&[u8]> = row.get(4);
    let rematch: Option<&str> = row.get(11);
    Some(MatchRecord {
        id: id.clone(),
        created: row.get(1),
        terms: serde_json::from_str(row.get(2)).ok()?,
        arbiter: SecretHash(row.get::<_, &[u8]>(3).try_into().ok()?),
        maker: match maker {
            Some(maker) => Some(maker.try_into().ok()?),
            None => None,
        },
        seats,
        rematch: rematch.and_then(|id| id.parse().ok()),
    })
}

/// Everything that is kept of a match.
pub(super) async fn load(link: &Link, id: &MatchId) -> Result<Option<Stored>, StoreError> {
    let found = link
        .read(
            "SELECT id, created, terms, arbiter, maker, secrets, names, bots, stage, result, \
               moment, rematch, p.rows, l.seqs, l.moments, l.actors, l.commands, l.steps, format \
             FROM matches m LEFT JOIN packed p ON p.match = m.id, LATERAL ( \
               SELECT array_agg(seq ORDER BY seq) AS seqs, array_agg(at ORDER BY seq) AS moments, \
                 array_agg(actor ORDER BY seq) AS actors, \
                 array_agg(command ORDER BY seq) AS commands, \
                 array_agg(step ORDER BY seq) AS steps \
               FROM log WHERE log.match = m.id) l \
             WHERE m.id = $1",
            &[&id.as_str()],
        )
        .await?;
    let Some(row) = found.first() else { return Ok(None) };
    if row.get::<_, i32>(18) > FORMAT {
        return Err(StoreError::NewerMatch(id.clone()));
    }
    let damaged = || StoreError::Damaged(id.clone());
    let record = record(row, id).ok_or_else(damaged)?;
    let packed: Option<&[u8]> = row.get(12);
    let mut rows = match packed {
        Some(packed) => unpacked(packed).ok_or_else(damaged)?,
        None => Vec::new(),
    };
    let seqs: Option<Vec<i64>> = row.get(13);
    if let Some(seqs) = seqs {
        let moments: Vec<i64> = row.get(14);
        let actors: Vec<Option<i16>> = row.get(15);
        let commands: Vec<Option<i64>> = row.get(16);
        let steps: Vec<String> = row.get(17);
        let others = moments.into_iter().zip(actors).zip(commands).zip(steps);
        for (seq, (((at, actor), command), step)) in seqs.into_iter().zip(others) {
            rows.push(Row {
                seq: seq.cast_unsigned(),
                at: Millis(at),
                actor: actor.and_then(|actor| u8::try_from(actor).ok()),
                command: command.map(i64::cast_unsigned),
                step,
            });
        }
    }
    let stored = Millis(row.get(10));
    let moment = rows.iter().map(|row| row.at).fold(stored, Millis::max);
    Ok(Some(Stored { record, stage: stage(row), moment, rows }))
}

fn stage(row: &SqlRow) -> Stage {
    Stage::of_number(u8::try_from(row.get::<_, i16>(8)).unwrap_or(u8::MAX))
}

/// What changes whenever the match does.
pub(super) async fn version(link: &Link, id: &MatchId) -> Result<Option<Version>, StoreError> {
    let found = link
        .read(
            "SELECT greatest(packed, coalesce((SELECT max(seq) FROM log WHERE match = id), 0)), \
             names::text || bots::text FROM matches WHERE id = $1",
            &[&id.as_str()],
        )
        .await?;
    Ok(found.first().map(|row| Version { head: row.get(0), seats: row.get(1) }))
}

/// The newest public matches of a stage; those that can't be read by their names.
pub(super) async fn list(
    link: &Link,
    stage: Stage,
    limit: usize,
) -> Result<Vec<Result<Listed, MatchId>>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    // A match that looks for players has a free seat.
    let rows = link
        .read(
            "SELECT id, created, terms, arbiter, maker, secrets, names, bots, stage, result, \
               moment, rematch, format FROM matches \
             WHERE public AND stage = $1 AND ($1 <> 0 \
               OR (names[1] IS NULL AND bots[1] IS NULL) OR (names[2] IS NULL AND bots[2] IS NULL) \
               OR (names[3] IS NULL AND bots[3] IS NULL) OR (names[4] IS NULL AND bots[4] IS NULL)) \
             ORDER BY created DESC LIMIT $2",
            &[&i16::from(stage.number()), &limit],
        )
        .await?;
    let listed = |row: &SqlRow| {
        let id: MatchId = row.get::<_, &str>(0).parse().ok()?;
        match record(row, &id) {
            Some(record) => Some(Ok(Listed { record, stage, result: row.get(9) })),
            // Machines of the newer version list it.
            None if row.get::<_, i32>(12) > FORMAT => None,
            None => Some(Err(id)),
        }
    };
    Ok(rows.iter().filter_map(listed).collect())
}

/// Matches of a maker since a time, all or those that are not over; counted up to a limit.
pub(super) async fn count(
    link: &Link,
    maker: &[u8; 16],
    since: i64,
    limit: usize,
    open: bool,
) -> Result<usize, StoreError> {
    let (maker, limit) = (&maker[..], i64::try_from(limit).unwrap_or(i64::MAX));
    let rows = link
        .read(
            "SELECT count(*) FROM (SELECT 1 FROM matches \
             WHERE maker = $1 AND created >= $2 AND (stage < 2 OR NOT $4) LIMIT $3) counted",
            &[&maker, &since, &limit, &open],
        )
        .await?;
    Ok(rows.first().and_then(|row| usize::try_from(row.get::<_, i64>(0)).ok()).unwrap_or(0))
}

/// Matches that go on though nobody comes and that no other living node has.
pub(super) async fn unfinished(link: &Link, node: NodeId) -> Result<Vec<MatchId>, StoreError> {
    let rows = link
        .read(
            "SELECT id FROM matches m WHERE stage < 2 \
             AND (stage = 1 OR array_position(bots, NULL) IS NULL) \
             AND (owner IS NULL OR owner = $1 OR NOT EXISTS \
               (SELECT 1 FROM nodes n WHERE n.node = m.owner AND n.alive)) ORDER BY number",
            &[&node.0],
        )
        .await?;
    Ok(ids(&rows))
}

/// All matches, oldest first.
pub(super) async fn all(link: &Link) -> Result<Vec<MatchId>, StoreError> {
    Ok(ids(&link.read("SELECT id FROM matches ORDER BY number", &[]).await?))
}

fn ids(rows: &[SqlRow]) -> Vec<MatchId> {
    rows.iter().filter_map(|row| row.get::<_, &str>(0).parse().ok()).collect()
}
