//! How games and the match end.

use tandem_rules::book::{
    Agreement, Cite, Ends, Mate, Material, OtherEnded, PawnGoes, Stalemate, StuckFlag, Together,
};
use tandem_rules::shakmaty::{Color, Role};
use tandem_rules::{BoardId, Move, Promotion, PromotionSource, Seat, Stuck};

use super::Referee;
use crate::event::EventKind;
use crate::game::{Played, StandingMate};
use crate::state::{LastDrop, Phase};
use crate::verdict::{GameResult, GameVerdict, MatchResult, MatchVerdict, Reason};

impl Referee<'_> {
    /// Looks whether the position on a board ends its game.
    pub(super) fn adjudicate(&mut self, board: BoardId) {
        // What stands on the table nobody sees here (R55).
        if self.state.phase != Phase::Playing
            || self.state.games[board].ended()
            || self.state.is_on_table()
        {
            return;
        }
        let game = &self.state.games[board];
        let color = game.on_move;
        // What is owed is handed over first, whoever owes it (R7, R28).
        let unsettled = game.pending_duty().is_some() || self.may_be_taken_back(board);
        if game.made.is_some() || unsettled {
            return;
        }
        if game.resigned == Some(color) {
            // The illegal move was demanded back, so its player is on move again (stein 5.3, 7.4).
            self.end_resigned(board);
            return;
        }
        self.adjudicate_stuck(board, color);
        if !self.state.games[board].ended() {
            self.adjudicate_material(board);
        }
    }

    /// Whether the position on a board rests on an illegal move that can be taken back: no illegal
    /// move ends a game (fer 6.1).
    pub(super) fn may_be_taken_back(&self, board: BoardId) -> bool {
        self.state.games[board].disputed() || self.taken_illegally(board)
    }

    /// Whether an illegal promotion took a piece from a board that may have to come back.
    pub(super) fn taken_illegally(&self, board: BoardId) -> bool {
        let other = &self.state.games[!board];
        let took = |played: &Option<Played>| {
            played.as_ref().is_some_and(|played| !played.legal && played.taken.is_some())
        };
        took(&other.made) || (other.disputed() && took(&other.last))
    }

    fn adjudicate_stuck(&mut self, board: BoardId, color: Color) {
        let book = self.state.settings.book.clone();
        let axes = &book.axes;
        let other_ended = self.state.games[!board].ended();
        let fell = self.checks().has_fallen(board, color);
        let lost = GameResult::lost_by(color);
        let at_once = axes.clock.stuck_flag.is == StuckFlag::AtOnce && fell;
        let stuck = self.state.stuck(board);
        if stuck != Stuck::Free && self.state.games[board].resigned == Some(!color) {
            // No last move is possible (stein 5.3).
            self.end_resigned(board);
            return;
        }
        match stuck {
            Stuck::Free | Stuck::WaitInCheck => {}
            Stuck::Mate => {
                let unclaimed = self.state.mates_are_claimed();
                match axes.stuck.mate.is {
                    _ if unclaimed => {}
                    Mate::NotFinal if at_once => {
                        let article = &axes.clock.stuck_flag.by;
                        self.end_game(board, lost, Reason::Mate, article);
                    }
                    Mate::NotFinal if !other_ended => {}
                    _ => self.end_game(board, lost, Reason::Mate, &book.grounds.mate_ends),
                }
            }
            Stuck::Stalemate { nothing_can_come } => {
                let article = &book.grounds.stalemate_draw;
                let draw = match axes.stuck.stalemate.is {
                    Stalemate::Draw => true,
                    Stalemate::Wait => false,
                    Stalemate::WaitUnlessAllOnBoard => nothing_can_come,
                    // A flag that was down still loses when it is claimed (R33).
                    Stalemate::WaitForOtherGame => other_ended && !fell,
                };
                if at_once {
                    self.end_stuck_by_flag(Seat::new(board, color));
                } else if draw {
                    self.end_game(board, GameResult::Draw, Reason::Stalemate, article);
                }
            }
        }
    }

    fn adjudicate_material(&mut self, board: BoardId) {
        let axis = &self.book().axes.stuck.material;
        if axis.is != Material::Never
            && self.state.games[!board].ended()
            // A resignation stands, whatever is left (stein 5.3).
            && self.state.games[board].resigned.is_none()
            && Color::ALL.into_iter().all(|color| !self.can_mate_alone(board, color))
        {
            let article = axis.by.clone();
            self.end_game(board, GameResult::Draw, Reason::Material, &article);
        }
    }

    /// Whether a side could still mate on a board that gets nothing from the other any more.
    fn can_mate_alone(&self, board: BoardId, color: Color) -> bool {
        let book = self.book();
        let other = self.state.games[!board].position.board();
        let becomes: Vec<Role> = match book.board_rules().promotion_source {
            PromotionSource::Pawn => book.board_rules().promotion_roles.iter().collect(),
            PromotionSource::OtherBoard { .. } => {
                let may_take = book.axes.promotion.other_ended.is == OtherEnded::MayTake;
                let roles = book.board_rules().promotion_roles;
                roles
                    .iter()
                    .filter(|role| may_take && other.by_piece(role.of(color)).any())
                    .collect()
            }
        };
        let position = &self.state.games[board].position;
        // fer 5.5 asks for material alone (R34), stein 5.5 and 5.6 for any series of legal moves.
        let by_moves = book.axes.stuck.material.is == Material::DeadOnceOtherEnded;
        position.can_construct_mate(color, &becomes)
            && !(by_moves && position.is_locked_for(color, book.board_rules()))
    }

    /// Whether a player could win the game by any series of legal moves (R10).
    pub(super) fn can_win(&self, seat: Seat) -> bool {
        // On the table that is claimed before (R55).
        if self.state.is_on_table() {
            return true;
        }
        if self.state.games[!seat.board()].ended() {
            return self.can_mate_alone(seat.board(), seat.color());
        }
        let color = seat.color();
        let on_boards = BoardId::ALL.into_iter().any(|board| {
            let game = &self.state.games[board];
            // What a move not yet completed captures stands there until the press.
            let captured = [&game.made, &game.early].into_iter().flatten();
            let lifted = captured
                .filter_map(|made| made.captured)
                .any(|man| man.color == color && man.role != Role::King);
            game.has_man(color) || !game.position.stock(color).is_empty() || lifted
        });
        // A hand holds men of its partner's colour.
        let held = Seat::ALL
            .into_iter()
            .filter(|holder| holder.partner().color() == color)
            .any(|holder| !self.state.players[holder].hand.is_empty());
        on_boards || held
    }

    /// Ends a game, and with it the match where the book says so.
    pub(super) fn end_game(
        &mut self,
        board: BoardId,
        result: GameResult,
        reason: Reason,
        article: &Cite,
    ) {
        let chance = self.last_drop_chance(board, result, reason);
        self.settle_made(board);
        let article = article.clone();
        let verdict = GameVerdict { result, reason, article };
        self.emit(EventKind::GameEnded { board, verdict });
        let book = self.state.settings.book.clone();
        let contest = &book.axes.contest;
        if let Some(LastDrop { seat, role }) = chance {
            let article = contest.last_drop.by.clone();
            self.emit(EventKind::LastDrop { seat, role, article });
            return;
        }
        let other_ended = self.state.games[!board].ended();
        match contest.ends.is {
            Ends::Both if other_ended => self.end_match(),
            Ends::Both => self.adjudicate(!board),
            Ends::First if self.state.last_drop.is_some() || other_ended => self.end_match(),
            Ends::First if contest.together.is == Together::FirstCounts => self.end_match(),
            // Another game may still end in this very moment (R35).
            Ends::First => {}
        }
    }

    /// Where the other game goes on, a move that the end of its game leaves uncompleted matters
    /// there: a promotion that was made is paid for with its pawn (fer 4.1), an illegal move goes
    /// back (fer 6.2, stein 7.3).
    fn settle_made(&mut self, board: BoardId) {
        let book = self.state.settings.book.clone();
        let game = &self.state.games[board];
        let seat = Seat::new(board, game.on_move);
        let Some(made) = &game.made else { return };
        if book.axes.contest.ends.is != Ends::Both || self.state.games[!board].ended() {
            return;
        }
        if !made.legal && self.checks().retracts_whole(seat, made) {
            self.emit(EventKind::Retracted { seat });
        } else if let Some(promotion) = made.played.promotion()
            && book.axes.promotion.pawn_goes.is == PawnGoes::PartnersOpponent
            && promotion != Promotion::Vanish
        {
            self.emit(EventKind::PawnSent { seat: seat.opponent().partner() });
        }
    }

    /// Who may still drop what, if this end is a mate that leaves the chance (R20).
    fn last_drop_chance(
        &self,
        board: BoardId,
        result: GameResult,
        reason: Reason,
    ) -> Option<LastDrop> {
        let victim = Seat::new(board, !result.winner()?);
        let may = reason == Reason::Mate
            && self.state.last_drop.is_none()
            && self.state.closing.is_none();
        let game = &self.state.games[board];
        // Who is mated by a drop of their own (asten 10a) has captured nothing, even upon a man.
        let own_drop = game.on_move != victim.color()
            && game.last.as_ref().is_some_and(|last| matches!(last.played, Move::Drop { .. }));
        // A mate that was claimed later leaves the chance of the moment in which it was made (R44).
        let chance = match game.standing_mate.filter(|mate| mate.color == victim.color()) {
            Some(mate) => self.chance_left(&mate),
            None if own_drop => None,
            None => self.state.last_drop_for(victim),
        };
        chance.filter(|_| may)
    }

    /// The last drop that an unclaimed mate leaves, if the partner has not moved on since.
    pub(super) fn chance_left(&self, mate: &StandingMate) -> Option<LastDrop> {
        let (drop, completed) = mate.chance?;
        let other = &self.state.games[drop.seat.board()];
        let used = self.answers_a_mate(drop.seat);
        let open = *other.completed.get(drop.seat.color()) == completed
            && other.on_move == drop.seat.color();
        (used || open).then_some(drop)
    }

    /// Whether this player's standing mate is the last drop that answers a mate of the partner which still stands: that
    /// one may have been let pass (sscr 1.16), taken back, or gone with its board (R44).
    pub(super) fn answers_a_mate(&self, seat: Seat) -> bool {
        let against = |victim: Seat| {
            self.state.games[victim.board()]
                .standing_mate
                .filter(|mate| mate.color == victim.color())
        };
        let answer = against(seat.opponent()).filter(|mate| mate.is_last_drop);
        let answered = against(seat.partner());
        answer.zip(answered).is_some_and(|(answer, answered)| answered.at <= answer.at)
    }

    /// What a player may drop as an answer to an unclaimed mate of the partner.
    pub(super) fn open_chance(&self, seat: Seat) -> Option<Role> {
        let other = &self.state.games[!seat.board()];
        let mate = other.standing_mate.filter(|mate| mate.color == seat.partner().color())?;
        self.chance_left(&mate).map(|drop| drop.role)
    }

    /// Ends a game by a mate that was claimed. A last drop that was made meanwhile counts (R44).
    pub(super) fn establish_mate(&mut self, victim: Seat) {
        let board = victim.board();
        let article = self.book().grounds.mate_ends.clone();
        // The mating move needs no press (sscr 7.7).
        if self.state.games[board].on_move != victim.color() && self.mate_is_made(board) {
            self.complete(victim.opponent());
        }
        self.end_game(board, GameResult::lost_by(victim.color()), Reason::Mate, &article);
        let Some(drop) = self.state.last_drop else { return };
        let answered = drop.seat.board();
        if !self.answers_a_mate(drop.seat) {
            return;
        }
        if self.mate_is_made(answered) {
            self.complete(drop.seat);
        } else {
            let lost = GameResult::lost_by(!drop.seat.color());
            self.end_game(answered, lost, Reason::Mate, &article);
        }
    }

    /// Whether the move of the side on move is made, and mates.
    fn mate_is_made(&self, board: BoardId) -> bool {
        let game = &self.state.games[board];
        let against = game.standing_mate.map(|mate| mate.color);
        game.made.is_some() && against == Some(!game.on_move)
    }

    /// Ends the match by what its games have come to.
    pub(super) fn end_match(&mut self) {
        if self.state.phase == Phase::Over {
            return;
        }
        let verdict = self.match_verdict();
        self.emit(EventKind::MatchEnded { verdict });
    }

    fn match_verdict(&self) -> MatchVerdict {
        let book = self.book();
        let contest = &book.axes.contest;
        let first = self.state.first_ended.unwrap_or(BoardId::A);
        let of = |board: BoardId| self.state.games[board].verdict.as_ref();
        let reason_of = |board: BoardId| of(board).map_or(Reason::Abandoned, |v| v.reason);
        let team_result = |board: BoardId| {
            let score = of(board).map(|verdict| verdict.result.score(board)).unwrap_or_default();
            MatchResult::of_score(score)
        };
        let result = match contest.ends.is {
            Ends::Both => MatchResult::of_score(self.state.score()),
            Ends::First => team_result(first),
        };
        let both = of(BoardId::A).is_some() && of(BoardId::B).is_some();
        if contest.ends.is == Ends::Both {
            // The game that ended last ended the match.
            let article = book.grounds.match_result.clone();
            return MatchVerdict { result, reason: reason_of(!first), article };
        }
        // The last drop saves what the mate had lost; it loses nothing more (R20).
        let saved = team_result(BoardId::A) != team_result(BoardId::B);
        if both && saved && self.state.last_drop.is_some() {
            let article = book.grounds.last_drop_draw.clone();
            return MatchVerdict { result: MatchResult::Draw, reason: Reason::LastDrop, article };
        }
        if reason_of(first) == Reason::Agreement && book.axes.draws.agreement.is == Agreement::Four
        {
            let article = book.axes.draws.agreement.by.clone();
            return MatchVerdict { result, reason: Reason::Agreement, article };
        }
        if both && contest.together.is == Together::BothNeeded {
            let result = if team_result(BoardId::A) == team_result(BoardId::B) {
                result
            } else {
                MatchResult::Draw
            };
            let article = contest.together.by.clone();
            return MatchVerdict { result, reason: reason_of(first), article };
        }
        let article = book.grounds.match_result.clone();
        MatchVerdict { result, reason: reason_of(first), article }
    }

    /// The opponent of a player who resigned out of turn has had a last move (stein 5.3).
    pub(super) fn end_resigned(&mut self, board: BoardId) {
        if let Some(color) = self.state.games[board].resigned {
            let article = self.book().axes.resigning.when.by.clone();
            self.end_game(board, GameResult::lost_by(color), Reason::Resignation, &article);
        }
    }
}
