//! Claims, offers and resignations.

use tandem_referee::{Act, Attempt, Claim, Gift, Reason};
use tandem_rules::shakmaty::{Color, Role};
use tandem_rules::{BoardId, Coordinates, Seat};

use crate::moves::{Side, Standing, Step, carry_out};
use crate::table::{Answer, Debt, Offence, Table};
use crate::the_books::Book;

impl Table {
    /// What a player does.
    pub(crate) fn player(&mut self, seat: Seat, act: &Act) -> Answer {
        match act {
            Act::Move { tried: Attempt::Coordinates(coordinates) } => self.make(seat, *coordinates),
            Act::Press => self.press(seat),
            Act::Retract => self.retract(seat),
            Act::Pass { role } => self.pass(seat, *role),
            Act::Hold { on } => self.hold(seat, *on),
            Act::Claim { claim: Claim::Flag, board: on } => self.claim_flag(seat, *on),
            Act::Claim { claim: Claim::Illegal, board: on } => self.claim_illegal(seat, *on),
            Act::Claim { claim: Claim::Mate, board: on } => self.claim_mate(seat, *on),
            Act::Claim { claim: Claim::Repetition { intended: with }, board: on } => {
                self.claim_draw(seat, *on, with, true)
            }
            Act::Claim { claim: Claim::Fifty { intended: with }, board: on } => {
                self.claim_draw(seat, *on, with, false)
            }
            Act::AcceptIllegal => self.accept_illegal(seat),
            Act::OfferDraw => self.offer(seat),
            Act::AcceptDraw => self.accept(seat),
            Act::DeclineDraw => self.decline(seat),
            Act::Resign => self.resign(seat),
            Act::Give(gift) => self.give(seat, *gift),
            Act::Move { tried: Attempt::Unplayable(_) }
            | Act::Say { .. }
            | Act::Invisible { .. }
            | Act::Visible { .. }
            | Act::ReturnClock
            | Act::Show
            | Act::CallArbiter
            | Act::Answer { .. }
            | Act::GoOn
            | Act::Claim { claim: Claim::Stalemate | Claim::Material, .. } => {
                Answer::Beyond("talk, hidden men, boards on the table and the arbiter")
            }
        }
    }

    fn hold(&mut self, seat: Seat, on: bool) -> Answer {
        if !self.terms.book.passing_is_a_right() {
            return Answer::Refused; // asten 7, sscr 1.6, fer 2.3, fics 2
        }
        self.person_mut(seat).holds = on;
        Answer::Done
    }

    /// R23: a held man may be passed at any later time while both games go on.
    fn pass(&mut self, seat: Seat, role: Role) -> Answer {
        let both_play = BoardId::ALL.into_iter().all(|board| !self.game(board).over());
        if !self.terms.book.passing_is_a_right()
            || !both_play
            || !self.person_mut(seat).hand.take(role)
        {
            return Answer::Refused;
        }
        self.lay_beside(seat.partner(), role);
        Answer::Done
    }

    /// The boards on which a claim is looked at, in their order: the claimant's own first.
    fn boards(seat: Seat, on: Option<BoardId>, elsewhere_too: bool) -> Vec<BoardId> {
        let own = seat.board();
        match on {
            Some(board) if board == own || elsewhere_too => vec![board],
            Some(_) => Vec::new(),
            None if elsewhere_too => vec![own, !own],
            None => vec![own],
        }
    }

    /// The enemy of a seat's team at a board.
    fn enemy_at(seat: Seat, board: BoardId) -> Color {
        if board == seat.board() { !seat.color() } else { seat.color() }
    }

    fn claim_flag(&mut self, seat: Seat, on: Option<BoardId>) -> Answer {
        let elsewhere = match self.terms.book {
            // asten 14, sscr 1.12, fer 5.2, fics 6
            Book::Asten | Book::Sscr | Book::Fer | Book::Fics => true,
            // minerva 9.5 and stein 9.4 leave it to the player
            Book::Minerva | Book::Stein => false,
        };
        for board in Table::boards(seat, on, elsewhere) {
            if self.game(board).over() || self.game(board).resigned.is_some() {
                continue; // stein 5.3: a resignation stands
            }
            let enemy = Table::enemy_at(seat, board);
            let down = |color: Color| self.game(board).clock.fallen(color);
            let loser = match self.terms.book {
                Book::Fer if !down(enemy) => !enemy, // anyone of the four
                _ => enemy,
            };
            let answer = if !down(loser) || self.flag_comes_too_late() {
                Answer::Refused
            } else {
                self.flag_is_claimed(board, loser)
            };
            if answer != Answer::Refused {
                return answer;
            }
        }
        Answer::Refused
    }

    /// R43: a mate or an impossible move has ended a game before, and can still be claimed. A mate ends
    /// it when it is made, without the press.
    pub(crate) fn flag_comes_too_late(&self) -> bool {
        let made_mate = || BoardId::ALL.into_iter().any(|board| self.mate_is_made(board));
        self.unseen() && self.last_drop.is_none() && (self.ends_unclaimed() > 0 || made_mate())
    }

    /// Whether no move is on a board that was not completed.
    fn all_is_completed(&self) -> bool {
        self.games.iter().all(|game| game.made.is_none() && game.early.is_none())
    }

    fn claim_illegal(&mut self, seat: Seat, on: Option<BoardId>) -> Answer {
        if self.last_drop.is_some() {
            return Answer::Refused;
        }
        let elsewhere = matches!(self.terms.book, Book::Sscr | Book::Fer); // 1.12, R14
        for board in Table::boards(seat, on, elsewhere) {
            let offender = Table::enemy_at(seat, board);
            let game = self.game(board);
            if game.over() || game.claimable[offender as usize].is_none() {
                continue;
            }
            if self.terms.book == Book::Sscr && self.ends_unclaimed() > 1 {
                return Answer::Beyond("which of several unclaimed ends came first (R44)");
            }
            match self.terms.book {
                Book::Asten | Book::Sscr | Book::Fics => {
                    let late = game.offended_at[offender as usize] < self.now;
                    self.lose(board, offender, Reason::IllegalMove);
                    self.game_mut(board).claimed_late = late && self.terms.book == Book::Sscr;
                    return Answer::Done;
                }
                Book::Minerva | Book::Stein | Book::Fer => return self.take_back(board, offender),
            }
        }
        Answer::Refused
    }

    /// minerva and stein 7.4, fer 6.2: a completed illegal move goes back.
    fn take_back(&mut self, board: BoardId, offender: Color) -> Answer {
        let Some(last) = self.game(board).last.clone() else {
            return Answer::Beyond("nothing to take back");
        };
        if last.taken.is_some() {
            return Answer::Beyond("an illegal promotion taken back");
        }
        let seat = Seat::new(board, offender);
        let booty = last.booty().filter(|_| !last.gone).filter(|&role| role != Role::King);
        if let Some(role) = booty
            && self.person(seat).hand.count(role) == 0
            && self.game(!board).stock(seat.partner().color()).count(role) == 0
        {
            return Answer::Beyond("the man has been dropped (7.7, R14)");
        }
        if self.game(board).made.is_some() {
            self.unmake(board, false);
        }
        if let Some(role) = booty
            && !self.person_mut(seat).hand.take(role)
        {
            let partner = seat.partner();
            self.game_mut(!board).stocks[partner.color() as usize].take(role);
        }
        let touched = self.touched_by(&last);
        self.put_back(board, &last);
        let game = self.game_mut(board);
        game.last = None;
        game.claimable[offender as usize] = None;
        game.turn = offender;
        game.clock.take_back(offender);
        game.seen.truncate(last.before.0);
        game.quiet = last.before.1;
        game.lawful = last.after_lawful;
        game.touched = Some(touched);
        game.last_capture[offender as usize] = None;
        if let Some((offence, earlier)) = self.game_mut(board).reopens.pop() {
            if self.terms.book != Book::Fer {
                return Answer::Beyond("a right lost by an illegal reply that goes back (R45)");
            }
            let game = self.game_mut(board);
            game.claimable[!offender as usize] = Some(offence);
            game.last = Some(earlier);
        }
        if self.terms.book == Book::Fer {
            self.count_offence(
                board,
                offender,
                last.done.captured.is_some_and(|(_, man)| man.role == Role::King),
            );
        }
        self.judge(board);
        Answer::Done
    }

    /// fer 6.3, 6.4, R28.
    fn count_offence(&mut self, board: BoardId, offender: Color, king: bool) {
        let game = self.game_mut(board);
        let called = &mut game.called[offender as usize];
        called.0 += 1;
        called.1 += u32::from(king);
        if called.0 >= 3 || (king && called.1 >= 2) {
            self.now_owes(board, Debt { by: offender, stock_too: true });
        }
    }

    /// A man is owed, if there is one to pay with (R7, R28).
    pub(crate) fn now_owes(&mut self, board: BoardId, debt: Debt) {
        if self.can_pay(board, debt) {
            self.game_mut(board).owes.push(debt);
        }
    }

    /// minerva and stein 7.4: the opponent lets an illegal move stand.
    fn accept_illegal(&mut self, seat: Seat) -> Answer {
        let book = self.terms.book;
        let game = self.game_mut(seat.board());
        let offender = !seat.color();
        // Only minerva and stein 7.4 know it.
        if !matches!(book, Book::Minerva | Book::Stein)
            || game.over()
            || game.claimable[offender as usize].take().is_none()
        {
            return Answer::Refused;
        }
        game.lawful = true; // what was accepted counts as played
        self.judge(seat.board());
        Answer::Done
    }

    /// R30: either member of the mating team, in open input by sscr alone.
    fn claim_mate(&mut self, seat: Seat, on: Option<BoardId>) -> Answer {
        if !self.unseen() {
            return Answer::Refused;
        }
        for board in Table::boards(seat, on, true) {
            let victim = Table::enemy_at(seat, board);
            let (game, other) = (self.game(board), self.game(!board));
            if self.mate_is_made(board) {
                return Answer::Beyond("a mate claimed before the press (R43)");
            }
            let Some((mated, since)) = game.mated else { continue };
            if game.over() || mated != victim {
                continue;
            }
            let alone = self.ends_unclaimed() == 1 && self.last_drop.is_none() && !other.over();
            if !alone || !self.all_is_completed() || other.moved_at >= since {
                return Answer::Beyond("a mate claimed after something else has happened (R44)");
            }
            self.lose(board, victim, Reason::Mate);
            self.game_mut(board).claimed_late = since < self.now;
            return Answer::Done;
        }
        Answer::Refused
    }

    /// Repetition and fifty moves.
    fn claim_draw(
        &mut self,
        seat: Seat,
        on: Option<BoardId>,
        with: &Option<Attempt>,
        repetition: bool,
    ) -> Answer {
        let book = self.terms.book;
        let known = match book {
            Book::Minerva | Book::Stein => false, // minerva 5.4, stein by R15
            Book::Sscr => repetition,
            Book::Asten | Book::Fer | Book::Fics => true,
        };
        if !known {
            return Answer::Refused;
        }
        if self.last_drop.is_some() {
            return Answer::Beyond("a draw claim with the last drop");
        }
        let made_mate = BoardId::ALL.into_iter().any(|board| self.mate_is_made(board));
        if book == Book::Sscr && (self.ends_unclaimed() > 0 || made_mate) {
            return Answer::Beyond("a draw claim after an end that stands unclaimed (R44)");
        }
        let mut wrong = None;
        let mut moved = false;
        for board in Table::boards(seat, on, book == Book::Sscr) {
            let claimant = !Table::enemy_at(seat, board);
            let game = self.game(board);
            // asten 18: either player of the game; the others only on move.
            let either = book == Book::Asten && repetition;
            if game.over() || (game.turn != claimant && !either) {
                continue;
            }
            if game.made.is_some() && !either {
                moved |= board == seat.board();
                continue; // sscr 3.3, FIDE 9.4: who has moved has not claimed
            }
            let step = match with {
                _ if either => None, // R48: only what stands on the board
                None => None,
                Some(Attempt::Coordinates(coordinates)) if game.made.is_none() => {
                    match self.intended(Seat::new(board, claimant), *coordinates) {
                        Some(step) => Some(step),
                        None => continue,
                    }
                }
                Some(_) => continue,
            };
            if self.draw_is_right(board, claimant, step, repetition) {
                let reason = if repetition { Reason::Repetition } else { Reason::FiftyMoves };
                self.draw(board, reason);
                return Answer::Done;
            }
            wrong = wrong.or((!moved).then_some((board, claimant)));
        }
        match (book, wrong) {
            (_, None) | (Book::Fer | Book::Fics | Book::Minerva | Book::Stein, _) => {
                Answer::Refused
            }
            // asten 18, sscr 3.4, R27: it counts as an illegal move; in sscr it is an offer too (3.1).
            (Book::Asten | Book::Sscr, Some((board, claimant))) => {
                let now = self.now;
                let game = self.game_mut(board);
                if game.claimable[claimant as usize].is_none() {
                    game.claimable[claimant as usize] = Some(Offence::Claim);
                    game.offended_at[claimant as usize] = now;
                }
                if book == Book::Sscr {
                    // 3.1b. A partner can claim for a player, but not agree (2.2a).
                    match game.offer {
                        Some(offerer) if offerer != claimant => {
                            if board == seat.board() {
                                self.draw(board, Reason::Agreement); // both have offered
                            }
                        }
                        _ => game.offer = Some(claimant),
                    }
                }
                Answer::Done
            }
        }
    }

    fn intended(&self, seat: Seat, coordinates: Coordinates) -> Option<Step> {
        let text = match coordinates {
            Coordinates::Drop { role, to } => Step::Drop { role, to }.text(seat.color()),
            Coordinates::Walk { from, to, becomes } => {
                let tail = match becomes {
                    None => String::new(),
                    Some((role, None)) => role.char().to_string(),
                    Some((role, Some(square))) => format!("{}{square}", role.char()),
                };
                format!("{from}{to}{tail}")
            }
        };
        self.legal(seat).into_iter().find(|step| step.text(seat.color()) == text)
    }

    fn draw_is_right(
        &self,
        board: BoardId,
        claimant: Color,
        step: Option<Step>,
        repetition: bool,
    ) -> bool {
        let game = self.game(board);
        let turn = if game.made.is_some() { !game.turn } else { game.turn };
        if repetition {
            let here = self.likeness(board, turn);
            if game.seen.iter().filter(|one| **one == here).count() >= 3 {
                return true;
            }
        } else if game.quiet >= 100 {
            return true;
        }
        let Some(step) = step else { return false };
        let mut after = game.board.clone();
        let done = carry_out(&mut after, self.terms.book, claimant, step);
        if repetition {
            let side = Side { ..self.side_with(board, &after) };
            let then = after.likeness(!claimant, side.in_passing(!claimant));
            game.seen.iter().filter(|one| **one == then).count() + 1 >= 3
        } else {
            let pawn = done.mover.is_some_and(|man| man.role == Role::Pawn)
                || matches!(step, Step::Drop { role: Role::Pawn, .. });
            !pawn && done.captured.is_none() && game.quiet + 1 >= 100
        }
    }

    fn offer(&mut self, seat: Seat) -> Answer {
        if self.last_drop.is_some() || !self.may_agree(seat) {
            return Answer::Refused;
        }
        if self.terms.book.four_agree() {
            return self.speak_for_draw(seat);
        }
        let game = self.game_mut(seat.board());
        if game.offer == Some(seat.color()) {
            return Answer::Refused;
        }
        if game.offer == Some(!seat.color()) {
            return self.accept(seat);
        }
        game.offer = Some(seat.color());
        Answer::Done
    }

    /// Whether a player's game can still be drawn: it goes on, and nobody has resigned it (stein 5.3).
    fn may_agree(&self, seat: Seat) -> bool {
        let game = self.game(seat.board());
        !game.over() && game.resigned.is_none()
    }

    /// R31: by seat; the draw is made when all four have spoken for it.
    fn speak_for_draw(&mut self, seat: Seat) -> Answer {
        if self.person(seat).wants_draw {
            return Answer::Refused;
        }
        self.person_mut(seat).wants_draw = true;
        if self.people.iter().all(|person| person.wants_draw) {
            self.all_agree();
        }
        Answer::Done
    }

    fn accept(&mut self, seat: Seat) -> Answer {
        if self.last_drop.is_some() || !self.may_agree(seat) {
            return Answer::Refused;
        }
        if self.terms.book.four_agree() {
            let offered = self.people.iter().any(|person| person.wants_draw);
            return if offered { self.speak_for_draw(seat) } else { Answer::Refused };
        }
        if self.game(seat.board()).offer != Some(!seat.color()) {
            return Answer::Refused;
        }
        self.draw(seat.board(), Reason::Agreement);
        Answer::Done
    }

    fn decline(&mut self, seat: Seat) -> Answer {
        if self.last_drop.is_some() || !self.may_agree(seat) {
            return Answer::Refused;
        }
        if self.terms.book.four_agree() {
            let offered = self.people.iter().any(|person| person.wants_draw);
            self.people.iter_mut().for_each(|person| person.wants_draw = false);
            return if offered { Answer::Done } else { Answer::Refused };
        }
        let game = self.game_mut(seat.board());
        if game.offer != Some(!seat.color()) {
            return Answer::Refused;
        }
        game.offer = None;
        Answer::Done
    }

    fn resign(&mut self, seat: Seat) -> Answer {
        let (board, color) = (seat.board(), seat.color());
        if self.last_drop.is_some() || self.game(board).over() {
            return Answer::Refused;
        }
        let game = self.game(board);
        // stein 5.3: out of turn the opponent has one last move, if there is one, and time
        // left (R46).
        if game.resigned.is_some() {
            return Answer::Refused; // the first resignation stands
        }
        if self.terms.book == Book::Stein
            && game.turn != color
            && !game.clock.fallen(!color)
            && self.standing(board) == Standing::Free
        {
            self.game_mut(board).resigned = Some(color);
            return Answer::Done;
        }
        self.lose(board, color, Reason::Resignation);
        Answer::Done
    }

    /// fer 4.4, 6.3: a man is handed over.
    fn give(&mut self, seat: Seat, gift: Gift) -> Answer {
        let (board, color) = (seat.board(), seat.color());
        let game = self.game(board);
        let Some(at) = game.owes.iter().position(|debt| debt.by == color) else {
            return Answer::Refused;
        };
        if game.over() {
            return Answer::Refused;
        }
        let debt = game.owes[at];
        let role = gift.role;
        match gift.square {
            Some(square) => {
                let there = game
                    .board
                    .at(square)
                    .filter(|man| man.color == color && man.role == role && role != Role::King);
                if there.is_none() {
                    return Answer::Refused;
                }
                let game = self.game_mut(board);
                game.board.put(square, None);
                game.board.drop_empty_rights();
            }
            None => {
                if !debt.stock_too || !self.game_mut(board).stocks[color as usize].take(role) {
                    return Answer::Refused;
                }
            }
        }
        self.game_mut(board).owes.remove(at);
        if !self.game(!board).over() {
            // R7 and fer 6.3: to the enemy team's player next door, who has this colour.
            self.lay_beside(Seat::new(!board, color), role);
        }
        self.judge(board);
        Answer::Done
    }
}
