//! How games end by themselves, and what their end does to the match.

use tandem_referee::{GameResult, MatchResult, Reason};
use tandem_rules::shakmaty::{Color, Role, Square};
use tandem_rules::{BoardId, Seat, Team};

use crate::moves::{Standing, takeable};
use crate::table::{LastDrop, Offence, Outcome, Table, Verdict, winner};
use crate::the_books::Book;

impl Table {
    /// A side loses its game.
    pub(crate) fn lose(&mut self, board: BoardId, color: Color, reason: Reason) {
        let result = match color {
            Color::White => GameResult::BlackWins,
            Color::Black => GameResult::WhiteWins,
        };
        self.end(board, result, reason);
    }

    /// A game is drawn.
    pub(crate) fn draw(&mut self, board: BoardId, reason: Reason) {
        self.end(board, GameResult::Draw, reason);
    }

    /// asten 10a, R19: a mate that nobody gave, so no last drop follows.
    pub(crate) fn end_by_own_check(&mut self, board: BoardId, color: Color) {
        self.game_mut(board).last_capture[color as usize] = None;
        self.lose(board, color, Reason::Mate);
    }

    fn end(&mut self, board: BoardId, result: GameResult, reason: Reason) {
        let ended = self.games.iter().filter(|game| game.over()).count();
        let now = self.now;
        let chance = self.chance_of_a_last_drop(board, result, reason);
        self.unfinished_goes_back(board);
        let game = self.game_mut(board);
        game.end = Some(Verdict { result, reason });
        game.ended_as = ended;
        game.ended_at = now;
        game.clock.stop();
        game.offer = None;
        game.owes.clear();
        game.claimable = [None; 2];
        let book = self.terms.book;
        if book == Book::Sscr && self.ends_unclaimed() > 0 {
            self.doubt = Some("an unclaimed end on the other board (R44)");
        }
        let other_over = self.game(!board).over();
        if self.game(!board).claimed_late && self.last_drop.is_none() {
            self.doubt = Some("an end in the moment in which an earlier one was claimed (R44)");
        }
        if !book.first_game_ends_the_match() {
            if other_over {
                self.finish_both();
            } else {
                self.neighbour_has_ended(!board);
            }
        } else if !book.adds_games_of_one_moment() {
            self.finish_first(board);
        } else if other_over {
            self.finish_together(board);
        } else if let Some(chance) = chance {
            self.last_drop = Some(chance);
        } else {
            self.closing = Some(now);
        }
    }

    /// An illegal move that was not completed goes back when its game ends; the pawn of a legal
    /// promotion is still owed (fer 4.1).
    fn unfinished_goes_back(&mut self, board: BoardId) {
        if self.terms.book.first_game_ends_the_match() || self.game(!board).over() {
            return; // nobody plays on, so it does not matter
        }
        for early in [true, false] {
            let game = self.game(board);
            let made = if early { &game.early } else { &game.made };
            if made.as_ref().is_some_and(|made| !made.legal) {
                self.unmake(board, early);
            }
        }
        let made = self.game(board).made.as_ref();
        let by = made.filter(|made| made.taken.is_some()).map(|made| made.done.by);
        if let Some(by) = by
            && self.terms.book == Book::Fer
            && !self.game(!board).over()
        {
            self.lay_beside(Seat::new(!board, by), Role::Pawn);
        }
    }

    /// R20: the victim's last completed move captured, and the partner is on move.
    fn chance_of_a_last_drop(
        &self,
        board: BoardId,
        result: GameResult,
        reason: Reason,
    ) -> Option<LastDrop> {
        if !matches!(self.terms.book, Book::Asten | Book::Sscr) || reason != Reason::Mate {
            return None;
        }
        let loser = match result {
            GameResult::WhiteWins => Color::Black,
            GameResult::BlackWins => Color::White,
            GameResult::Draw | GameResult::BothLose | GameResult::Abandoned => return None,
        };
        let role = self.game(board).last_capture[loser as usize]?;
        let seat = Seat::new(board, loser).partner();
        let game = self.game(seat.board());
        let ready =
            !game.over() && game.turn == seat.color() && game.stock(seat.color()).count(role) > 0;
        // asten 16: who has released another man has moved; by sscr 6.5 it may be taken back.
        let free = game.made.is_none() || self.terms.book == Book::Sscr;
        (ready && free).then_some(LastDrop { seat, role })
    }

    /// fer 5.4, 5.5, stein 5.4, 5.5: what the end of one game does to the other.
    fn neighbour_has_ended(&mut self, board: BoardId) {
        self.judge(board);
    }

    /// minerva 5.1, 8.2, fics 1: the game that ended first is the match.
    fn finish_first(&mut self, board: BoardId) {
        if let Some(end) = self.game(board).end.clone() {
            let result = match winner(board, end.result) {
                Some(Team::One) => MatchResult::TeamOne,
                Some(Team::Two) => MatchResult::TeamTwo,
                None => MatchResult::Draw,
            };
            self.finish(result, end.reason);
        }
    }

    /// asten 22, sscr 1.10: won only if both games were won.
    fn finish_together(&mut self, board: BoardId) {
        let teams: Vec<Option<Team>> = BoardId::ALL
            .into_iter()
            .filter_map(|board| Some(winner(board, self.game(board).end.as_ref()?.result)))
            .collect();
        let result = match teams[..] {
            [Some(Team::One), Some(Team::One)] => MatchResult::TeamOne,
            [Some(Team::Two), Some(Team::Two)] => MatchResult::TeamTwo,
            _ => MatchResult::Draw,
        };
        // R20: the last drop saves what the mate had lost; it loses nothing more.
        let saved = self.last_drop.take().is_some() && result == MatchResult::Draw;
        let reason = if saved {
            Reason::LastDrop
        } else {
            self.game(!board).end.as_ref().map_or(Reason::Abandoned, |end| end.reason)
        };
        self.finish(result, reason);
    }

    /// fer 5.6, stein 5.1, 8.2: both games are added.
    fn finish_both(&mut self) {
        let [one, two] = self.score();
        let result = match one.cmp(&two) {
            std::cmp::Ordering::Greater => MatchResult::TeamOne,
            std::cmp::Ordering::Less => MatchResult::TeamTwo,
            std::cmp::Ordering::Equal => MatchResult::Draw,
        };
        let last = BoardId::ALL.into_iter().max_by_key(|&board| self.game(board).ended_as);
        let reason = last
            .and_then(|board| self.game(board).end.as_ref())
            .map_or(Reason::Abandoned, |end| end.reason);
        self.finish(result, reason);
    }

    /// The match is over, and with it whatever is still being played.
    pub(crate) fn finish(&mut self, result: MatchResult, reason: Reason) {
        for board in BoardId::ALL {
            if !self.game(board).over() {
                let game = self.game_mut(board);
                game.end =
                    Some(Verdict { result: GameResult::Abandoned, reason: Reason::Abandoned });
                game.clock.stop();
            }
        }
        self.closing = None;
        self.last_drop = None;
        self.outcome = Some(Outcome { result, reason });
    }

    /// The moment in which both games could have ended together has passed.
    pub(crate) fn close(&mut self) {
        if let Some(board) = BoardId::ALL.into_iter().find(|&board| self.game(board).over())
            && self.closing.take().is_some()
        {
            self.finish_first(board);
        }
    }

    /// The mate stands: the last drop was not used (R20).
    pub(crate) fn mate_stands(&mut self) {
        if let Some(chance) = self.last_drop.take() {
            self.finish_first(!chance.seat.board());
        }
    }

    /// Looks at a game after something has changed on its board or beside it.
    pub(crate) fn judge(&mut self, board: BoardId) {
        let game = self.game(board);
        if game.over() || self.outcome.is_some() {
            return;
        }
        if self.last_drop.is_some() {
            self.judge_last_drop(board);
            return;
        }
        if [Color::White, Color::Black].into_iter().any(|color| game.board.king(color).is_none()) {
            self.doubt = Some("a board without a king");
            return;
        }
        let game = self.game(board);
        let disputed = game.claimable.contains(&Some(Offence::Move));
        let owing = game.owes.iter().any(|debt| self.can_pay(board, *debt));
        if disputed || owing {
            return; // an illegal move ends nothing; a man that is owed is given first (R7)
        }
        if game.resigned.is_some() && self.standing(board) != Standing::Free {
            // stein 5.3: who can't move can't have a last move.
            if let Some(loser) = self.game(board).resigned {
                self.lose(board, loser, Reason::Resignation);
            }
            return;
        }
        if self.game(board).lawful {
            self.judge_stuck(board);
        }
        if !self.game(board).over() && self.outcome.is_none() {
            self.judge_draws(board);
        }
        if self.terms.book == Book::Fer && !self.game(board).over() {
            self.judge_made(board);
        }
    }

    /// Mate and stalemate of the side on move.
    fn judge_stuck(&mut self, board: BoardId) {
        let turn = self.game(board).turn;
        let neighbour_over = self.game(!board).over();
        let flag = self.game(board).clock.fallen(turn);
        let standing = self.standing(board);
        let stuck = matches!(standing, Standing::Mated | Standing::Stalemated);
        // In fer a promotion beside may mate there, too.
        let may_end = neighbour_over || flag || self.terms.book == Book::Fer;
        if stuck && self.game(board).made.is_some() && may_end {
            self.doubt = Some("a stuck player's illegal move on the board when a game ends");
        }
        match (self.terms.book, standing) {
            (_, Standing::Free | Standing::Waits) => {}
            // asten 13b, minerva 5.1, sscr 2.1, fer 5.1, fics 5
            (
                Book::Asten | Book::Minerva | Book::Sscr | Book::Fer | Book::Fics,
                Standing::Mated,
            ) => {
                self.lose(board, turn, Reason::Mate);
            }
            // stein 5.4, R9
            (Book::Stein, Standing::Mated) => {
                if neighbour_over || flag {
                    self.lose(board, turn, Reason::Mate);
                }
            }
            // minerva by R8; asten 13 where every man is on the board
            (Book::Minerva | Book::Asten, Standing::Stalemated) => {
                self.draw(board, Reason::Stalemate);
            }
            // fer 5.4, R33: a flag that was down still loses when claimed
            (Book::Fer, Standing::Stalemated) => {
                if neighbour_over && !flag {
                    self.draw(board, Reason::Stalemate);
                }
            }
            (Book::Stein, Standing::Stalemated) => {
                if flag {
                    self.flag_loses(board, turn); // R9
                } else if neighbour_over {
                    self.draw(board, Reason::Stalemate);
                }
            }
            (Book::Sscr | Book::Fics, Standing::Stalemated) => {}
        }
    }

    /// Draws that nobody claims.
    fn judge_draws(&mut self, board: BoardId) {
        let book = self.terms.book;
        if book == Book::Fer {
            // FIDE 9.6 by fer 5.1
            let game = self.game(board);
            let times = game
                .seen
                .last()
                .map_or(0, |now| game.seen.iter().filter(|one| *one == now).count());
            if times >= 5 {
                self.draw(board, Reason::FivefoldRepetition);
                return;
            }
            if game.quiet >= 150 {
                self.draw(board, Reason::SeventyFiveMoves);
                return;
            }
        }
        // fer 5.5, stein 5.5
        let asks = matches!(book, Book::Fer | Book::Stein);
        if asks
            && self.game(!board).over()
            && !self.could_mate(board, Color::White)
            && !self.could_mate(board, Color::Black)
        {
            if self.game(board).made.is_some() {
                self.doubt = Some("too little material before the press");
            }
            self.draw(board, Reason::Material);
        }
    }

    /// R20: the partner of the mated player has completed a move.
    fn judge_last_drop(&mut self, board: BoardId) {
        let Some(chance) = self.last_drop else { return };
        if chance.seat.board() != board {
            return;
        }
        let game = self.game(board);
        let exactly = game.last.as_ref().is_some_and(|last| {
            last.legal
                && matches!(last.done.step, crate::moves::Step::Drop { role, .. } if role == chance.role)
        });
        let turn = game.turn;
        if exactly && turn != chance.seat.color() && self.standing(board) == Standing::Mated {
            self.lose(board, turn, Reason::Mate);
        } else {
            self.mate_stands();
        }
    }

    /// sscr in open input: a mate stands there and nobody says so (R30).
    pub(crate) fn watch_silently(&mut self, board: BoardId) {
        let game = self.game(board);
        let (turn, now) = (game.turn, self.now);
        if self.last_drop.is_some() {
            self.judge(board);
            return;
        }
        let lawful = game.last.as_ref().is_some_and(|last| last.legal);
        let mated = self.standing(board) == Standing::Mated;
        let game = self.game_mut(board);
        match game.mated {
            // The mated player has "escaped" by an impossible move: it may still be claimed.
            Some((victim, _)) if victim != turn => {}
            // The claimant has played on: only if it is still mate does the right stand (1.16).
            _ => game.mated = (mated && lawful).then_some((turn, now)),
        }
    }

    /// Overstepping loses, unless the opponent can't win (minerva 5.2, stein 5.6).
    pub(crate) fn flag_loses(&mut self, board: BoardId, loser: Color) {
        let made = self.game(board).made.as_ref();
        let lifts = made.is_some_and(|made| made.done.captured.is_some());
        let lone_pawn = matches!(self.force(board, !loser)[..], [(Role::Pawn, _)]);
        if self.terms.book == Book::Stein && self.game(!board).over() && (lifts || lone_pawn) {
            self.doubt = Some("a flag against a lone pawn, or while a capture waits (stein 5.6)");
        }
        if matches!(self.terms.book, Book::Minerva | Book::Stein) && !self.could_win(board, !loser)
        {
            self.draw(board, Reason::Flag);
        } else {
            self.lose(board, loser, Reason::Flag);
        }
    }

    /// Whether a side can still win by any sequence of moves.
    fn could_win(&self, board: BoardId, color: Color) -> bool {
        if self.game(!board).over() {
            return self.could_mate(board, color);
        }
        // R10: a man of its colour anywhere, kings apart.
        BoardId::ALL.into_iter().any(|board| {
            let game = self.game(board);
            let on_board = game.board.men_of(color).any(|(_, man)| man.role != Role::King);
            let lifted = [&game.made, &game.early].into_iter().flatten().any(|made| {
                made.done
                    .captured
                    .is_some_and(|(_, man)| man.color == color && man.role != Role::King)
            });
            // What a player captured has the opponent's colour, which is the partner's.
            let held = !self.person(Seat::new(board, !color)).hand.is_empty();
            on_board || lifted || held || !game.stock(color).is_empty()
        })
    }

    /// Whether a side has the men to mate when nothing comes from next door any more (R34).
    fn could_mate(&self, board: BoardId, color: Color) -> bool {
        let ours = self.force(board, color);
        let theirs = self.force(board, !color);
        // stein 5.2: a pawn can still become what stands on the ended board.
        let becomes = match self.terms.book {
            Book::Stein => takeable(Book::Stein, color, self.side(board).other),
            _ => Vec::new(),
        };
        let can_become = |roles: &[Role]| becomes.iter().any(|(_, role)| roles.contains(role));
        let men = ours;
        let count = |role: Role| men.iter().filter(|(one, _)| *one == role).count();
        let pawn_grows = count(Role::Pawn) > 0 && can_become(&[Role::Queen, Role::Rook]);
        if count(Role::Queen) + count(Role::Rook) > 0 || pawn_grows {
            return true;
        }
        let they_have = |roles: &[Role]| theirs.iter().any(|(role, _)| roles.contains(role));
        let shade = |light: bool, men: &[(Role, Option<Square>)]| {
            men.iter().any(|(role, square)| {
                *role == Role::Bishop && square.is_none_or(|square| square.is_light() == light)
            })
        };
        match (count(Role::Knight), count(Role::Bishop), count(Role::Pawn)) {
            (0, 0, 0) => false,
            (1, 0, 0) => they_have(&[Role::Rook, Role::Bishop, Role::Knight, Role::Pawn]),
            (0, _, 0) => {
                let both = shade(true, &men) && shade(false, &men) && men.len() > 1;
                let helped = [true, false]
                    .into_iter()
                    .any(|light| shade(light, &men) && shade(!light, &theirs));
                both || helped || they_have(&[Role::Knight, Role::Pawn])
            }
            // A lone pawn mates only beside men that can't take it: a queen or rook next to the king always can.
            (0, 0, 1) => {
                they_have(&[Role::Bishop, Role::Knight, Role::Pawn])
                    || (can_become(&[Role::Knight]) && they_have(&[Role::Rook]))
            }
            _ => true,
        }
    }

    /// A side's men besides the king: bishops with the square on which they stand.
    fn force(&self, board: BoardId, color: Color) -> Vec<(Role, Option<Square>)> {
        let game = self.game(board);
        let on_board = game.board.men_of(color).filter(|(_, man)| man.role != Role::King);
        // R32: what a move that is not completed has lifted is still there.
        let lifted = game.made.as_ref().and_then(|made| made.done.captured);
        let lifted = lifted.filter(|(_, man)| man.color == color && man.role != Role::King);
        on_board
            .chain(lifted)
            .map(|(square, man)| (man.role, Some(square)))
            .chain(game.stock(color).all().iter().map(|&role| (role, None)))
            .collect()
    }
}
