//! How far away players are, as the kernel and their stamps tell.

use std::time::Duration;

use tandem_ics::{Conn, TableKey};
use tandem_rules::{Millis, Seat};

use super::super::table::millis;
use super::{House, lock};
use crate::fanout::ConnectionId;
use crate::table::Handle;
use crate::time::Stopwatch;

/// How often the round trip to a player is told to the table.
const MEASURE: Duration = Duration::from_secs(8);

impl House {
    /// The round trip to somebody, as the kernel has seen it.
    fn round_trip(&self, conn: Conn) -> Option<Millis> {
        let callers = lock(&self.0.callers);
        callers.get(&conn)?.meter.round_trip().map(millis)
    }

    /// What the kernel has seen of the way to a player, now and then.
    pub(super) async fn measure(
        &self,
        conn: Conn,
        (table, seat): (TableKey, Seat),
        handle: &Handle,
        connection: ConnectionId,
    ) {
        let due = {
            let mut measured = lock(&self.0.measured);
            let due = measured.get(&(table, seat)).is_none_or(|last| last.elapsed() >= MEASURE);
            if due {
                measured.insert((table, seat), Stopwatch::start());
            }
            due
        };
        if let Some(seen) = self.round_trip(conn).filter(|_| due) {
            // A table that was put away measures nobody.
            let _ = handle.measured(connection, seat, seen, Some(seen)).await;
        }
    }

    /// A sealed line was late: what the kernel has seen is believed, and no more.
    pub(super) async fn late(&self, conn: Conn, (table, seat): (TableKey, Seat), late: Millis) {
        let Some((handle, connection)) = self.sitting(table, seat) else { return };
        if let Some(seen) = self.round_trip(conn) {
            let _ = handle.measured(connection, seat, seen + late, Some(seen)).await;
        }
    }
}
