//! Bots pass on what they capture, or hold it for a while where that is a right.

use tandem_engine::{Habit, Passer};
use tandem_rules::Seat;

use super::Room;

impl Room {
    /// Has the bots pass on what is due, also while they think.
    pub(super) async fn bots_pass_on(&mut self) {
        for seat in Seat::ALL {
            // People plan with what lies before them: nothing is held back from them.
            let for_a_bot = self.bench.seats[seat.partner()].is_some();
            let Some(bot) = &self.bench.seats[seat] else { continue };
            let passer = if for_a_bot { bot.passer } else { Passer::new(Habit::AtOnce) };
            let passer = self.pass_on(seat, passer).await;
            if let Some(bot) = self.bench.seats[seat].as_mut().filter(|_| for_a_bot) {
                bot.passer = passer;
            }
        }
    }

    /// Whoever takes a seat over from a bot finds everything as it is by default (R23).
    pub(super) async fn let_go(&mut self, seat: Seat) {
        self.pass_on(seat, Passer::new(Habit::AtOnce)).await;
    }

    async fn pass_on(&mut self, seat: Seat, mut passer: Passer) -> Passer {
        while let Some(act) = passer.next(self.core.game(), seat, self.moment) {
            if !self.bot_acts(seat, act).await {
                break;
            }
        }
        passer
    }
}
