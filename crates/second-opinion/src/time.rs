//! Time passes: flags fall, and moments end.

use tandem_referee::{MatchResult, Reason};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Seat, Team};

use crate::moves::Standing;
use crate::table::{Answer, Game, Offence, Table};
use crate::the_books::Book;

impl Table {
    /// Lets time go on until a moment.
    pub(crate) fn until(&mut self, now: i64) -> Answer {
        loop {
            let next = BoardId::ALL.into_iter().filter_map(|board| self.next_fall(board)).min();
            let limit = self.closing.unwrap_or(now).min(now);
            match next {
                Some(at) if at <= limit => {
                    let answer = self.flags_fall(at);
                    if answer != Answer::Done {
                        return answer;
                    }
                }
                _ => break,
            }
        }
        if let Some(closing) = self.closing
            && now > closing
        {
            self.look(closing);
            self.close();
        }
        self.look(now);
        self.now = now;
        self.doubt.take().map_or(Answer::Done, Answer::Beyond)
    }

    fn look(&mut self, now: i64) {
        self.games.iter_mut().for_each(|game| game.clock.look(now));
    }

    fn next_fall(&self, board: BoardId) -> Option<i64> {
        let game = self.game(board);
        if game.over() || self.outcome.is_some() {
            None
        } else {
            game.clock.next_fall().map(|(_, at)| at)
        }
    }

    /// All flags of one moment fall together; then what follows without a claim follows.
    fn flags_fall(&mut self, at: i64) -> Answer {
        self.look(at);
        self.now = at;
        let mut fell = Vec::new();
        for board in BoardId::ALL {
            if self.next_fall(board) == Some(at)
                && let Some((color, _)) = self.game(board).clock.next_fall()
            {
                self.game_mut(board).clock.fall(color);
                fell.push((board, color));
            }
        }
        if self.terms.book == Book::Minerva && self.flag_on_each_team() {
            // minerva 5.5, 10.2
            if let Some((board, _)) = fell.first() {
                self.draw(*board, Reason::BothFlags);
            }
            return Answer::Done;
        }
        for &(board, color) in &fell {
            if !self.game(board).over() {
                self.flag_without_claim(board, color);
            }
        }
        if self.terms.automatic {
            for (board, color) in fell {
                if !self.game(board).over()
                    && let beyond @ Answer::Beyond(_) = self.flag_is_claimed(board, color)
                {
                    return beyond;
                }
            }
        }
        Answer::Done
    }

    fn flag_on_each_team(&self) -> bool {
        Team::ALL.into_iter().all(|team| {
            team.seats().into_iter().any(|seat| self.game(seat.board()).clock.fallen(seat.color()))
        })
    }

    /// stein alone knows flags that need no claim (5.4, 5.8, 10.2, R46).
    fn flag_without_claim(&mut self, board: BoardId, color: Color) {
        if self.terms.book != Book::Stein {
            return;
        }
        let game = self.game(board);
        if game.resigned.is_some() {
            // 5.3: what was resigned stays resigned, though both flags may be down.
            self.doubt = Some("a flag before the last move (R46)");
        } else if game.clock.fallen(Color::White) && game.clock.fallen(Color::Black) {
            self.draw(board, Reason::BothFlags);
        } else if game.turn == color && !game.claimable.contains(&Some(Offence::Move)) {
            match self.standing(board) {
                Standing::Mated => self.lose(board, color, Reason::Mate),
                Standing::Stalemated => self.flag_loses(board, color),
                Standing::Free | Standing::Waits => {}
            }
        }
    }

    /// How many mates and illegal moves on both boards stand, and nobody has claimed them.
    pub(crate) fn ends_unclaimed(&self) -> usize {
        let unclaimed = |game: &Game| {
            game.claimable.iter().flatten().count() + usize::from(game.mated.is_some())
        };
        self.games.iter().filter(|game| !game.over()).map(unclaimed).sum()
    }

    /// Somebody who may has claimed a flag.
    pub(crate) fn flag_is_claimed(&mut self, board: BoardId, loser: Color) -> Answer {
        if let Some(chance) = self.last_drop {
            // R20: that flag, once claimed, lets the mate stand; nothing else counts now.
            if chance.seat == Seat::new(board, loser) {
                self.mate_stands();
                return Answer::Done;
            }
            return Answer::Refused;
        }
        if self.flag_comes_too_late()
            || (self.terms.book == Book::Sscr && self.ends_unclaimed() > 0)
        {
            return Answer::Beyond("a flag after an end that stands unclaimed (sscr 7.9, R43)");
        }
        let game = self.game(board);
        if game.clock.fallen(!loser) {
            self.draw(board, Reason::BothFlags); // R12, sscr 7.10, fer 5.2, fics 6
        } else {
            self.flag_loses(board, loser);
        }
        Answer::Done
    }

    /// All four have spoken for a draw (asten 20, minerva 5.3): what is still played is drawn.
    pub(crate) fn all_agree(&mut self) {
        let first = BoardId::ALL.into_iter().find_map(|board| self.game(board).end.clone());
        let now = self.now;
        for game in self.games.iter_mut().filter(|game| !game.over()) {
            let (result, reason) = (tandem_referee::GameResult::Draw, Reason::Agreement);
            game.end = Some(crate::table::Verdict { result, reason });
            game.ended_at = now;
            game.clock.stop();
        }
        // asten 22: a game that ended in the same moment was not enough to win.
        self.finish(MatchResult::Draw, first.map_or(Reason::Agreement, |end| end.reason));
    }
}
