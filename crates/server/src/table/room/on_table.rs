//! Boards on the table: the phones beside them own their time, and the room believes what they tell.
//! It believes nobody at any other table.

use tandem_referee::{Act, Command, MoveText};
use tandem_rules::{Millis, Seat};

use super::Room;
use crate::codes::SessionRefusal;
use crate::fanout::ConnectionId;
use crate::table::core::{Asker, NotDone};
use crate::table::request::Asked;
use crate::wire::{Refused, ToClient};

/// What is refused so long after it was done is no slip of a finger: two clocks differ.
const LATE: Millis = Millis(2_000);
/// The longest time that a server can have been away while phones counted on: an hour.
const LONGEST_AWAY: Millis = Millis(3_600_000);

impl Room {
    pub(super) fn is_on_table(&self) -> bool {
        self.core.game().is_on_table()
    }

    /// The moment by which an act is judged: when it was done, as the phone beside the board knows it,
    /// and never later than it was heard.
    pub(super) fn done_at(&self, told: Option<Millis>) -> Millis {
        match told.filter(|_| self.is_on_table()) {
            Some(told) => told.min(self.moment).at_least(Millis::ZERO),
            None => self.moment,
        }
    }

    /// A phone tells by how much a server that came back is behind: it counted on meanwhile.
    pub(super) fn catch_up(&mut self, millis: Millis) {
        if self.is_on_table() && self.core.clock().is_held() {
            self.core.clock().advance(millis.at_least(Millis::ZERO).min(LONGEST_AWAY));
            self.go_on();
        }
    }

    /// A press that was made long ago and does not fit: both accounts go to the arbiter.
    pub(super) async fn settle_late(
        &mut self,
        seat: Seat,
        asked: &Asked,
        heard: Millis,
        outcome: &Result<(), Refused>,
    ) {
        let told = self.moment;
        let late = self.is_on_table() && heard - told > LATE;
        if !late
            || !matches!(asked, Asked::Act(Act::Press))
            || !matches!(outcome, Err(Refused::ByTheBook(_)))
        {
            return;
        }
        self.moment = heard;
        self.tell_arbiter(seat, told).await;
    }

    /// A phone that was replaced comes back with an act whose number its successor has used. What it tells is not
    /// done; if it is a press, both accounts go to the arbiter.
    pub(super) async fn settle_another(
        &mut self,
        connection: ConnectionId,
        seat: Seat,
        id: u64,
        act: &Act<MoveText>,
        heard: Millis,
    ) {
        let told = self.moment;
        self.moment = heard;
        if matches!(act, Act::Press) {
            self.tell_arbiter(seat, told).await;
            // An unknown outcome ends the table without a word.
            if self.core.is_lost() {
                return;
            }
        }
        let why = SessionRefusal::OtherPhoneTold.into();
        self.fan.send(connection, ToClient::refused(id, &why).text());
    }

    /// Two accounts of one press: the clocks stop, and the arbiter has both.
    async fn tell_arbiter(&mut self, seat: Seat, told: Millis) {
        let differs = Command::Differs { seat, told };
        match self.carry_out(&differs, Asker::House).await {
            // A refusal: the game is over, and nothing hangs on it any more.
            Ok(_) => {}
            Err(NotDone::TooFull(_)) => {}
            Err(NotDone::NotStored(error)) => {
                tracing::error!(table = %self.core.id(), %error, "two accounts could not be stored");
            }
        }
    }
}
