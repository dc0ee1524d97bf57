//! Phones as the clocks of real boards: the card of a table opens the double clock of the match that is played there.

use schemars::JsonSchema;
use serde::Serialize;
use tandem_event::{Refusal, RoundNumber, Stage, TableNumber, Voice};
use tandem_rules::{BySeat, Seat};

use super::actor::{Actor, Item, NotDone};
use super::entry::{Bound, Entry, Place};
use super::online::{Due, due_at, make};
use super::snapshot::Snapshot;
use crate::ids::{MatchId, Secret};

/// The double clock of a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TableClocks {
    #[serde(rename = "match")]
    id: MatchId,
    /// What opens the halves of the clocks.
    secrets: BySeat<String>,
}

/// What opens a half of a clock: every phone that scans the card of the table finds it.
pub(super) fn seat_secret(card: &Secret, place: Place, seat: Seat) -> Secret {
    let Place { round, leg, .. } = place;
    card.derived(&format!("clock/{round}/{leg}/{seat}"))
}

impl TableClocks {
    /// The clocks that a table has or had in this round, though its match may be over by now: by its card.
    pub(crate) fn of_this_round(
        snapshot: &Snapshot,
        table: TableNumber,
        card: &Secret,
    ) -> Option<TableClocks> {
        let mut rounds = snapshot.event().rounds.iter().rev();
        let round = rounds.find(|round| round.stage != Stage::Draft)?.number;
        let here = |place: &Place| (place.round, place.table) == (round, table);
        let bound = snapshot.tables().iter().map(|one| &one.bound);
        let bound = bound.filter(|bound| bound.clocks && here(&bound.place));
        let last = bound.max_by_key(|bound| bound.place.leg)?;
        Some(TableClocks::of(last, card))
    }

    fn of(bound: &Bound, card: &Secret) -> TableClocks {
        let secret = |seat| seat_secret(card, bound.place, seat).reveal().to_owned();
        TableClocks { id: bound.id.clone(), secrets: BySeat::new_with(secret) }
    }
}

impl Actor {
    /// The clocks of the match that is played at the table of a card; they are made for the first who asks.
    pub(super) async fn clocks(&mut self, card: &Secret) -> Result<TableClocks, NotDone> {
        let Some(Voice::Card(table)) = self.desk.voice(card) else {
            return Err(NotDone::NeedsCard);
        };
        let due = self.due_here(table).map_err(|why| NotDone::Refused(Box::new(why)))?;
        let bound = match due.bound(&self.desk) {
            Some(bound) => bound.clone(),
            None => {
                let made = make(&self.hall, &self.desk, &due, Some(card)).await;
                let bound = made.ok_or(NotDone::CantStore)?;
                let note = Item::Note(Entry::Tables { tables: vec![bound.clone()] });
                self.carry_out(vec![note]).await.into_iter().collect::<Result<Vec<_>, _>>()?;
                bound
            }
        };
        Ok(TableClocks::of(&bound, card))
    }

    fn due_here(&self, table: TableNumber) -> Result<Due, Refusal> {
        let event = &self.desk.event;
        let mut rounds = event.rounds.iter().rev();
        let round = rounds
            .find(|round| round.stage != Stage::Draft)
            .ok_or(Refusal::NoRound { round: RoundNumber(1) })?;
        let number = round.number;
        let pairing = round.table(table).ok_or(Refusal::NoTable { round: number, table })?;
        if event.is_online(pairing) {
            return Err(Refusal::OnlineTable { table });
        }
        if round.stage != Stage::Running {
            return Err(Refusal::NotRunning { round: number });
        }
        due_at(&self.desk, round, pairing).ok_or(Refusal::ResultStands { table })
    }
}
