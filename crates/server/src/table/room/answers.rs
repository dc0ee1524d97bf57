//! A bot answers its partner: a nod, where partners may say anything. What it makes of the words is the engine's.

use tandem_referee::{Act, Command, Message, MoveText};
use tandem_rules::Seat;
use tandem_rules::book::TalkKind;

use super::Room;
use super::phrases::meant_by;
use crate::table::core::Asker;

/// The same in all languages.
const NOD: &str = "\u{1f44d}";

/// Whether something is asked of the partner. What is only told needs no nod.
fn asks(message: &Message) -> bool {
    match message {
        Message::Need(_) | Message::Warn(_) | Message::Sit | Message::Go => true,
        Message::Flag | Message::May(_) | Message::Move(_) | Message::Text(_) => false,
    }
}

impl Room {
    /// A person has asked something of a partner that is a bot of ours.
    pub(super) async fn answer_partner(&mut self, seat: Seat, act: &Act<MoveText>) {
        let Act::Say { say } = act else { return };
        let partner = seat.partner();
        let may = self.core.game().may_say(partner).kinds.contains(&TalkKind::Text);
        if !meant_by(say).iter().any(asks) || !may || self.bench.seats[partner].is_none() {
            return;
        }
        let say = Message::Text(NOD.to_owned());
        let nod = Command::Player { seat: partner, act: Act::Say { say } };
        // A word that is not said is no loss.
        let _ = self.carry_out(&nod, Asker::Bot(partner)).await;
    }
}
