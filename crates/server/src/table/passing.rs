//! Bots pass on what they capture, or hold it for a while where that is a right.

use tandem_engine::{Habit, Hands};
use tandem_rules::Seat;

use super::actor::Actor;

impl Actor {
    /// Lets the bots' hands work, whatever their heads are at.
    pub(super) async fn bots_pass_on(&mut self) {
        for seat in Seat::ALL {
            // People plan with what lies before them: nothing is held back from them.
            let for_a_bot = self.bench.seats[seat.partner()].is_some();
            let Some(bot) = &self.bench.seats[seat] else { continue };
            let hands = if for_a_bot { bot.hands } else { Hands::new(Habit::AtOnce) };
            let hands = self.pass_on(seat, hands).await;
            if let Some(bot) = self.bench.seats[seat].as_mut().filter(|_| for_a_bot) {
                bot.hands = hands;
            }
        }
    }

    /// Whoever takes a seat over from a bot finds everything as it is by default (R23).
    pub(super) async fn let_go(&mut self, seat: Seat) {
        self.pass_on(seat, Hands::new(Habit::AtOnce)).await;
    }

    async fn pass_on(&mut self, seat: Seat, mut hands: Hands) -> Hands {
        while let Some(act) = hands.next(&self.game, seat, self.clock.now()) {
            if !self.bot_acts(seat, act).await {
                break;
            }
        }
        hands
    }
}
