//! Questions for one seat, one after the other.

use std::sync::Arc;

use tandem_ics::{Ask, TableKey, Ticket};
use tandem_rules::Seat;
use tokio::sync::mpsc;

use super::{House, lock};

/// What is asked for one seat, in its order: a player who comes back and moves at once is back before the move.
pub(super) type Lane = mpsc::UnboundedSender<(Ticket, Ask)>;

/// The seat whose questions wait for each other; none where a question stands alone.
pub(super) fn lane_of(ask: &Ask) -> Option<(TableKey, Seat)> {
    match ask {
        Ask::Act { table, seat, .. }
        | Ask::Again { table, seat }
        | Ask::Substitute { table, by: seat, .. }
        | Ask::Away { table, seat }
        | Ask::Back { table, seat }
        | Ask::Lag { table, seat, .. } => Some((*table, *seat)),
        Ask::Enter { .. }
        | Ask::Exit { .. }
        | Ask::Make(_)
        | Ask::Sit { .. }
        | Ask::Open { .. }
        | Ask::Close { .. }
        | Ask::List => None,
    }
}

impl House {
    /// Sees to a question after all that was asked for the same seat before it.
    pub(super) fn in_lane(&self, seat: (TableKey, Seat), ticket: Ticket, ask: Ask) {
        let mut lanes = lock(&self.0.lanes);
        let lane = lanes.entry(seat).or_insert_with(|| {
            let (lane, mut asked) = mpsc::unbounded_channel();
            let house = Arc::downgrade(&self.0);
            tokio::spawn(async move {
                while let Some((ticket, ask)) = asked.recv().await {
                    let Some(house) = house.upgrade() else { return };
                    House(house).see_to(ticket, ask).await;
                }
            });
            lane
        });
        // Whoever reads the lane goes on for as long as the lane is kept.
        let _ = lane.send((ticket, ask));
    }

    /// Nothing more is asked for the seats of a table.
    pub(super) fn end_lanes(&self, table: TableKey) {
        lock(&self.0.lanes).retain(|(key, _), _| *key != table);
    }
}
