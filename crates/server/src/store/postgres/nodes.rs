//! The nodes of a site, in PostgreSQL.

use futures_util::FutureExt as _;
use tandem_rules::Millis;

use super::super::Answer;
use super::super::nodes::{Moments, Nodes, Peer};
use super::{PostgresStore, read};
use crate::bots::BotRoom;
use crate::ids::MatchId;

pub(super) use super::super::nodes::NodeId;

/// The letters of a match's id.
const ID: usize = 16;

/// Where tables have come to, as one value: ids and moments, one behind the other.
fn write_moments(moments: &[(MatchId, Millis)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(moments.len() * (ID + 8));
    for (id, moment) in moments {
        bytes.extend_from_slice(id.as_str().as_bytes());
        bytes.extend_from_slice(&moment.0.to_be_bytes());
    }
    bytes
}

/// The same read back.
pub(super) fn read_moments(bytes: &[u8]) -> Moments {
    let read = |one: &[u8]| {
        let (id, moment) = one.split_at(ID);
        let id = std::str::from_utf8(id).ok()?.parse().ok()?;
        Some((id, Millis(i64::from_be_bytes(moment.try_into().ok()?))))
    };
    bytes.chunks_exact(ID + 8).filter_map(read).collect()
}

impl Nodes for PostgresStore {
    fn beat(&self, moments: Moments, room: BotRoom) -> Answer<'_, bool> {
        async move {
            let (node, moments) = (self.shared.name().node.0, write_moments(&moments));
            let room = serde_json::to_string(&room).unwrap_or_default();
            let beaten = self
                .shared
                .beats
                .query(
                    "UPDATE beats SET n = n + 1, moments = $2, room = $3 WHERE node = $1 \
                     AND EXISTS (SELECT 1 FROM nodes WHERE node = $1 AND alive) RETURNING n",
                    &[&node, &moments, &room],
                )
                .await?;
            Ok(!beaten.is_empty())
        }
        .boxed()
    }

    fn peers(&self) -> Answer<'_, Vec<Peer>> {
        async move {
            let node = self.shared.name().node.0;
            let rows = self
                .shared
                .reader
                .read(
                    "SELECT node, address, n, room FROM nodes JOIN beats USING (node) \
                     WHERE alive AND node <> $1 ORDER BY node",
                    &[&node],
                )
                .await?;
            let peer = |row: &tokio_postgres::Row| Peer {
                node: NodeId(row.get(0)),
                address: row.get(1),
                beats: row.get(2),
                // One of another version tells what this one can't read, or nothing.
                room: serde_json::from_str(row.get(3)).unwrap_or_default(),
            };
            Ok(rows.iter().map(peer).collect())
        }
        .boxed()
    }

    fn declare_dead(&self, node: NodeId, seen: i64) -> Answer<'_, bool> {
        async move {
            let declared = self
                .shared
                .reader
                .query(
                    "UPDATE nodes SET alive = false WHERE node = $1 AND alive \
                     AND (SELECT n FROM beats WHERE node = $1) = $2 RETURNING 1",
                    &[&node.0, &seen],
                )
                .await?;
            Ok(!declared.is_empty())
        }
        .boxed()
    }

    fn orphans(&self) -> Answer<'_, Vec<MatchId>> {
        read::unfinished(&self.shared.reader, self.shared.name().node).boxed()
    }

    fn want<'s>(&'s self, id: &'s MatchId) -> Answer<'s, ()> {
        async move {
            let node = self.shared.name().node.0;
            self.shared
                .reader
                .query(
                    "UPDATE matches SET wanted_by = $2 WHERE id = $1 AND owner <> $2",
                    &[&id.as_str(), &node],
                )
                .await?;
            Ok(())
        }
        .boxed()
    }

    fn wanted(&self) -> Answer<'_, Vec<MatchId>> {
        async move {
            let node = self.shared.name().node.0;
            let rows = self
                .shared
                .reader
                .read("SELECT id FROM matches WHERE owner = $1 AND wanted_by IS NOT NULL", &[&node])
                .await?;
            Ok(rows.iter().filter_map(|row| row.get::<_, String>(0).parse().ok()).collect())
        }
        .boxed()
    }

    fn rejoin(&self) -> Answer<'_, ()> {
        self.shared.register().boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_back() {
        let moments: Moments =
            [0, 1, 600_000].map(|at| (MatchId::random().unwrap(), Millis(at))).into();
        assert_eq!(read_moments(&write_moments(&moments)), moments);
        assert!(read_moments(b"").is_empty());
    }
}
