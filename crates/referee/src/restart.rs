//! Games that start again, and where the men go that had crossed between the boards.

use tandem_rules::shakmaty::{ByColor, Color};
use tandem_rules::{BoardId, Millis, Position, STOCK_ROLES, Seat, Stock};

use crate::clock::Clock;
use crate::game::Game;
use crate::ruling::Boards;
use crate::state::{Match, Phase, Player};

impl Match {
    pub(crate) fn restart(&mut self, boards: Boards, now: Millis) {
        match boards {
            Boards::Both => {
                for board in BoardId::ALL {
                    self.begin_again(board, now);
                }
                // Nothing is left of what had ended.
                self.last_drop = None;
                self.closing = None;
                self.first_ended = None;
                self.decided = None;
            }
            Boards::One(board) => {
                self.sort_men(board);
                let stocks = *self.games[board].position.stocks();
                self.begin_again(board, now);
                self.nothing_returns_to(board);
                for color in Color::ALL {
                    *self.games[board].position.stock_mut(color) = *stocks.get(color);
                }
            }
        }
        self.restarted = true;
    }

    /// One game begins again and the other goes on as it stands. What left this board goes back
    /// to it, unless it has been placed over there. What came from the other lies beside the
    /// board again, even if it had been placed; what a promotion took goes to the stock of whom
    /// it was taken from. So no man is made or lost, but where one of this board has been placed
    /// on the other and nothing came across for it: then a spare one completes the set.
    fn sort_men(&mut self, board: BoardId) {
        for color in Color::ALL {
            for role in STOCK_ROLES {
                let [here, there] = [board, !board].map(|board| &self.games[board]);
                let count = |men: &ByColor<Stock>| u16::from(men.get(color).count(role));
                let left = count(&here.sent) + count(&there.took);
                let taken = count(&here.took);
                let came = count(&there.sent) + taken;
                let in_stock = count(there.position.stocks());
                let back = left.min(in_stock);
                let crossed = (came + back).saturating_sub(left);
                let returned = crossed.min(taken);
                let in_own_stock = crossed - returned;
                let in_stock = in_stock - back + returned;
                let set = |men: &mut Stock, count: u16| {
                    men.set(role, u8::try_from(count).unwrap_or(u8::MAX));
                };
                set(self.games[board].position.stock_mut(color), in_own_stock);
                let there = &mut self.games[!board];
                set(there.position.stock_mut(color), in_stock);
                set(there.sent.get_mut(color), in_own_stock);
                set(there.took.get_mut(color), 0);
            }
        }
    }

    /// What a promotion on the other board took from here does not come back to the new game.
    fn nothing_returns_to(&mut self, board: BoardId) {
        let there = &mut self.games[!board];
        if let Some(made) = &mut there.made {
            made.taken = None;
        }
        there.last.take_if(|last| last.taken.is_some());
        if let Some(at) = there.reopens.iter().rposition(|lapsed| lapsed.last.taken.is_some()) {
            there.reopens.drain(..=at);
        }
        // Nor is there a last drop on the new board (R20).
        if let Some(mate) = &mut there.standing_mate {
            mate.chance = None;
        }
    }

    fn begin_again(&mut self, board: BoardId, now: Millis) {
        let base = self.settings.time.base;
        for color in Color::ALL {
            let player = &mut self.players[Seat::new(board, color)];
            *player = Player { holds: player.holds, ..Player::default() };
        }
        let mut clock = Clock::new(ByColor { white: base, black: base });
        if self.phase == Phase::Playing {
            clock.run(Color::White, now);
        }
        if self.stopped {
            clock.pause(now);
        }
        // The set-up of Chess960 is the match's own; any other position is what stood wrong.
        let own = &self.settings.positions[board];
        let start = if own.is_chess960_start() { own.clone() } else { Position::default() };
        self.games[board] = Game::new(start, clock);
    }
}
