//! Claims: who may claim what, on which board, until when.

use tandem_rules::book::{
    BothFlags, Cite, Fifty, FlagBy, MateSeen, Repetition, RepetitionBy, Ruled, WrongClaim, YesNo,
};
use tandem_rules::shakmaty::Role;
use tandem_rules::{BoardId, Move, Position, Rulebook, Seat};

use super::{Decision, Referee, refuse};
use crate::command::{Attempt, Claim};
use crate::event::{EventKind, Offence};
use crate::on_table::BoardClaim;
use crate::refusal::{Refusal, WhyNot};
use crate::settings::Input;
use crate::verdict::{GameResult, Reason};

/// Half-moves of fifty moves by each side.
const FIFTY: u16 = 100;

impl Referee<'_> {
    pub(super) fn claim(&mut self, seat: Seat, claim: &Claim, board: Option<BoardId>) -> Decision {
        if let Some(claimed) = BoardClaim::of(claim).filter(|_| self.state.is_on_table()) {
            return self.claim_on_table(seat, claimed, board);
        }
        // The claimant's own board if it holds there, else the other one where that is allowed.
        let boards = match board {
            Some(board) => vec![board],
            None => vec![seat.board(), !seat.board()],
        };
        match claim {
            Claim::Flag => self.first_that_holds(&boards, |this, board| this.flag(seat, board)),
            Claim::Illegal => {
                self.first_that_holds(&boards, |this, board| this.claim_illegal(seat, board))
            }
            Claim::Mate => self.first_that_holds(&boards, |this, board| this.mate(seat, board)),
            Claim::Repetition { intended: attempt } => self.repetition(seat, *attempt, board),
            Claim::Fifty { intended: attempt } => self.fifty(seat, *attempt, board),
            Claim::Stalemate => self.seen_by_referee(|book| &book.grounds.stalemate_draw),
            Claim::Material => self.seen_by_referee(|book| &book.axes.stuck.material.by),
        }
    }

    fn seen_by_referee(&self, article: impl Fn(&Rulebook) -> &Cite) -> Decision {
        refuse(article(self.book()), WhyNot::RefereeSees)
    }

    /// Tries each board; the refusal of the first is the one that is told.
    fn first_that_holds(
        &mut self,
        boards: &[BoardId],
        mut attempt: impl FnMut(&mut Self, BoardId) -> Decision,
    ) -> Decision {
        let mut refusal = None;
        for &board in boards {
            match attempt(self, board) {
                Ok(()) => return Ok(()),
                Err(why) => {
                    refusal.get_or_insert(why);
                }
            }
        }
        refusal.map_or(Ok(()), Err)
    }

    fn flag(&mut self, seat: Seat, board: BoardId) -> Decision {
        let book = self.state.settings.book.clone();
        let clock = &book.axes.clock;
        self.checks().ensure_in_play(board)?;
        self.checks().ensure_no_claim_stands()?;
        let own = board == seat.board();
        // Across the own board sits the opponent, across the partner the other enemy.
        let enemy = if own { seat.opponent() } else { seat.partner().opponent() };
        let fell = |color| self.checks().has_fallen(board, color);
        let loser = match clock.claimed_by.is {
            FlagBy::Player if !own => {
                return refuse(&clock.claimed_by.by, WhyNot::FlagOfOwnGameOnly);
            }
            FlagBy::Player | FlagBy::Team => fell(enemy.color()).then_some(enemy),
            FlagBy::Anyone => [enemy, enemy.opponent()].into_iter().find(|one| fell(one.color())),
        };
        let Some(loser) = loser else {
            return refuse(&clock.flag.by, WhyNot::NoFlagFallen);
        };
        // R37: both flags are looked at when the claim is made.
        let both = clock.both_flags.is == BothFlags::GameOnClaim;
        self.flag_is_seen(loser, both)
    }

    /// What follows once somebody points at a flag that has fallen. Where `both` count and the other one has fallen
    /// too, the game is drawn.
    pub(super) fn flag_is_seen(&mut self, loser: Seat, both: bool) -> Decision {
        let board = loser.board();
        let book = self.state.settings.book.clone();
        if let Some(chance) = self.state.last_drop {
            // Only the flag of the player who may still drop ends that chance (R20).
            if chance.seat != loser {
                self.checks().ensure_no_last_drop()?;
            }
            self.end_match();
            return Ok(());
        }
        if self.state.games[board].resigned.is_some() {
            let resigning = &book.axes.resigning.when.by;
            return refuse(resigning, WhyNot::FlagAfterResignation);
        }
        self.checks().ensure_flags_count()?;
        if both && self.checks().has_fallen(board, !loser.color()) {
            let article = &book.axes.clock.both_flags.by;
            self.end_game(board, GameResult::Draw, Reason::BothFlags, article);
        } else {
            self.lose_on_time(loser);
        }
        Ok(())
    }

    fn mate(&mut self, seat: Seat, board: BoardId) -> Decision {
        let book = self.state.settings.book.clone();
        let seen = &book.axes.stuck.mate_seen;
        self.checks().ensure_in_play(board)?;
        if seen.is == MateSeen::Always || self.state.settings.input == Input::Guarded {
            return refuse(&seen.by, WhyNot::RefereeSeesMates);
        }
        self.checks().ensure_no_last_drop()?;
        let enemy = if board == seat.board() { seat.opponent() } else { seat.partner().opponent() };
        let standing = self.state.games[board].standing_mate;
        let Some(mate) = standing.filter(|mate| mate.color == enemy.color()) else {
            return refuse(&seen.by, WhyNot::NoMateToClaim);
        };
        let mating = enemy.opponent();
        if self.answers_a_mate(mating) {
            // Whoever claims: the mate that it answers ended its game first (R44).
            self.establish_mate(mating.partner());
            return Ok(());
        }
        self.checks().ensure_nothing_before(seat.team(), mate.at)?;
        self.establish_mate(enemy);
        Ok(())
    }

    /// The player for whom a draw is claimed, if it is one who may: `by` tells who may, `article`
    /// is what the claim itself rests on.
    fn draw_claimant(
        &self,
        seat: Seat,
        board: Option<BoardId>,
        by: &Ruled<RepetitionBy>,
        article: &Cite,
    ) -> Result<Seat, Refusal> {
        let book = self.book();
        let on_move = |seat: Seat| {
            let game = &self.state.games[seat.board()];
            game.on_move == seat.color() && !game.ended()
        };
        let for_partner = by.is == RepetitionBy::OnMoveOrPartner;
        let claimant = self.state.draw_claimant(seat, board);
        if claimant != seat && !for_partner {
            return refuse(article, WhyNot::DrawOnOwnBoardOnly);
        }
        self.checks().ensure_in_play(claimant.board())?;
        if by.is != RepetitionBy::Player {
            if !on_move(claimant) {
                return refuse(&by.by, WhyNot::DrawOnMoveOnly);
            }
            if self.state.games[claimant.board()].made.is_some() {
                return refuse(&book.grounds.claim_late, WhyNot::MovedWithoutClaim);
            }
        }
        Ok(claimant)
    }

    /// Whether the position on a board has occurred three times, and whether the next one will.
    fn repeated(&self, board: BoardId, next: Option<&Position>) -> (bool, bool) {
        let game = &self.state.games[board];
        let times = |position: &Position| game.occurrences(position.repetition_key());
        let stands = match self.book().axes.draws.repetition.is {
            // The press is not needed (R48).
            Repetition::Stood => &game.position,
            Repetition::None | Repetition::Occurred | Repetition::Intended => {
                game.completed_position()
            }
        };
        (times(stands) >= 3, next.is_some_and(|next| times(next) >= 2))
    }

    /// Whether this player's claim of a repetition would be right on a board.
    fn repetition_holds(&self, seat: Seat, board: BoardId, attempt: Option<Attempt>) -> bool {
        let axes = &self.book().axes.draws;
        let claimant =
            self.draw_claimant(seat, Some(board), &axes.repetition_by, &axes.repetition.by);
        claimant.is_ok_and(|claimant| {
            let next = attempt.and_then(|attempt| self.intended(claimant, attempt).ok());
            let (occurred, about_to) = self.repeated(board, next.as_ref().map(|(_, next)| next));
            occurred || about_to
        })
    }

    fn repetition(
        &mut self,
        seat: Seat,
        attempt: Option<Attempt>,
        board: Option<BoardId>,
    ) -> Decision {
        let book = self.state.settings.book.clone();
        let axis = &book.axes.draws.repetition;
        if axis.is == Repetition::None {
            return refuse(&axis.by, WhyNot::NoRepetitionInBook);
        }
        let by = &book.axes.draws.repetition_by;
        let attempt = attempt.filter(|_| axis.is == Repetition::Intended);
        // Without a board named: the own one if the claim holds there, else the partner's.
        let other_board = !seat.board();
        let elsewhere = board.is_none()
            && !self.repetition_holds(seat, seat.board(), attempt)
            && self.repetition_holds(seat, other_board, attempt);
        let board = if elsewhere { Some(other_board) } else { board };
        let claimant = self.draw_claimant(seat, board, by, &axis.by)?;
        let intended = attempt.map(|attempt| self.intended(claimant, attempt)).transpose()?;
        let next = intended.as_ref().map(|(_, next)| next);
        let (occurred, about_to) = self.repeated(claimant.board(), next);
        let drops = match intended {
            Some((Move::Drop { role, .. }, _)) => Some(role),
            _ => None,
        };
        if about_to && drops.is_some() && self.open_chance(claimant) == drops {
            // The mate that leaves this drop ended its game first (R44).
            self.establish_mate(claimant.partner());
        }
        if let Some(chance) = self.state.last_drop {
            if chance.seat != claimant {
                self.checks().ensure_no_last_drop()?;
            }
            // R20: only the drop of that very piece, and only with it.
            let with_it = drops == Some(chance.role);
            if about_to && with_it {
                let board = claimant.board();
                self.end_game(board, GameResult::Draw, Reason::Repetition, &axis.by);
            } else {
                self.end_match();
            }
            return Ok(());
        }
        self.checks().ensure_nothing_before(claimant.team(), self.now)?;
        if occurred || about_to {
            self.end_game(claimant.board(), GameResult::Draw, Reason::Repetition, &axis.by);
            return Ok(());
        }
        self.wrong_draw_claim(seat, claimant, &axis.by, WhyNot::NotRepeated)
    }

    fn fifty(&mut self, seat: Seat, attempt: Option<Attempt>, board: Option<BoardId>) -> Decision {
        let book = self.state.settings.book.clone();
        let axis = &book.axes.draws.fifty;
        if axis.is == Fifty::None {
            return refuse(&axis.by, WhyNot::NoFiftyInBook);
        }
        self.checks().ensure_no_last_drop()?;
        // FIDE 9.3 gives this claim to the player on move alone, whoever may claim a repetition.
        let by = match &book.axes.draws.repetition_by {
            by if by.is == RepetitionBy::Player => {
                &Ruled { is: RepetitionBy::OnMove, by: axis.by.clone() }
            }
            by => by,
        };
        let claimant = self.draw_claimant(seat, board, by, &axis.by)?;
        let quiet_move = match attempt {
            Some(attempt) => {
                let (played, _) = self.intended(claimant, attempt)?;
                !self.zeroes(claimant, played)
            }
            None => false,
        };
        let quiet = self.state.games[claimant.board()].quiet;
        if quiet >= FIFTY || (quiet_move && quiet + 1 >= FIFTY) {
            let article = &book.grounds.claim_fifty;
            self.end_game(claimant.board(), GameResult::Draw, Reason::FiftyMoves, article);
            return Ok(());
        }
        self.wrong_draw_claim(seat, claimant, &axis.by, WhyNot::NotFiftyMoves)
    }

    /// The legal move that a claimant intends, and what it leads to.
    fn intended(&self, seat: Seat, attempt: Attempt) -> Result<(Move, Position), Refusal> {
        let played = self.checks().resolve_legal(seat, attempt)?;
        let rules = self.book().board_rules();
        let game = &self.state.games[seat.board()];
        let mut next = game.position.clone();
        next.play_unchecked(played, rules);
        Ok((played, next))
    }

    fn zeroes(&self, seat: Seat, played: Move) -> bool {
        let board = self.state.games[seat.board()].position.board();
        match played {
            Move::Drop { role, .. } => role == Role::Pawn,
            Move::Castle { .. } => false,
            Move::EnPassant { .. } => true,
            Move::Walk { from, to, .. } => {
                board.role_at(from) == Some(Role::Pawn) || board.role_at(to).is_some()
            }
        }
    }

    /// R27: it counts as an illegal move where the book says so; elsewhere nothing has happened.
    /// `by` claims for `seat`, who may be the partner.
    pub(super) fn wrong_draw_claim(
        &mut self,
        by: Seat,
        seat: Seat,
        article: &Cite,
        why: WhyNot,
    ) -> Decision {
        let book = self.state.settings.book.clone();
        let wrong = &book.axes.illegal.wrong_claim;
        if wrong.is == WrongClaim::Nothing {
            return refuse(article, why);
        }
        // sscr 3.1b: a draw claim is an offer too, so it meets one of the opponent's.
        let is_offer = book.axes.draws.claim_is_offer.is == YesNo::Yes;
        let offered = self.state.games[seat.board()].offer;
        if is_offer && offered == Some(!seat.color()) && by == seat {
            return self.accept_draw(seat);
        }
        let article = wrong.by.clone();
        self.emit(EventKind::Counted { seat, offence: Offence::WrongClaim, article });
        if is_offer && offered.is_none() {
            self.emit(EventKind::DrawOffered { seat });
        }
        Ok(())
    }
}
