//! Making a move, pressing the clock, taking back.

use tandem_rules::shakmaty::{Color, File, Role, Square};
use tandem_rules::{BoardId, Coordinates, Seat};

use crate::board::{Board, corner, first_rank, rank_for};
use crate::moves::{Becomes, Standing, Step, carry_out, undo};
use crate::table::{Answer, Debt, Made, Offence, Table, Touched};
use crate::the_books::Book;

impl Table {
    /// A player makes a move; where making presses the clock, it is completed too.
    pub(crate) fn make(&mut self, seat: Seat, coordinates: Coordinates) -> Answer {
        let (board, color) = (seat.board(), seat.color());
        let book = self.terms.book;
        let game = self.game(board);
        if game.over() || !self.may_touch(seat) {
            return Answer::Refused;
        }
        let early = game.turn != color;
        if early {
            // sscr 6.5: the reply may be made once the move is made; everywhere else it waits
            // for the press (asten 15).
            if book != Book::Sscr || game.made.is_none() || game.early.is_some() {
                return Answer::Refused;
            }
        } else if game.made.is_some() {
            return Answer::Refused;
        }
        let (step, legal) = match self.read(seat, coordinates) {
            Ok(read) => read,
            Err(answer) => return answer,
        };
        if !early && !self.touch_allows(seat, step) {
            return Answer::Refused;
        }
        self.put_on_board(seat, step, legal, early);
        if !self.terms.manual {
            return self.complete(board);
        }
        if book.ends_without_the_press() && legal && !early && !self.unseen() {
            self.judge_made(board);
        }
        Answer::Done
    }

    /// Whether nobody points out a mate (R30).
    pub(crate) fn unseen(&self) -> bool {
        self.terms.open && self.terms.book == Book::Sscr
    }

    /// Whether something else must be done before this player moves.
    fn may_touch(&self, seat: Seat) -> bool {
        let game = self.game(seat.board());
        let owes = game.owes.iter().any(|debt| self.can_pay(seat.board(), *debt));
        !owes && self.last_drop.is_none_or(|chance| chance.seat == seat)
    }

    /// Whether there is a man to pay a debt with (R7, R28).
    pub(crate) fn can_pay(&self, board: BoardId, debt: Debt) -> bool {
        let game = self.game(board);
        let on_board = game.board.men_of(debt.by).any(|(_, man)| man.role != Role::King);
        on_board || (debt.stock_too && !game.stock(debt.by).is_empty())
    }

    /// What the coordinates mean, and whether it is legal.
    fn read(&self, seat: Seat, coordinates: Coordinates) -> Result<(Step, bool), Answer> {
        let color = seat.color();
        let legal = self.legal(seat);
        let meant = legal.iter().copied().find(|step| self.means(*step, color, coordinates));
        match meant {
            Some(step) => Ok((step, true)),
            None if self.terms.open => self.by_hand(seat, coordinates).map(|step| (step, false)),
            None => Err(Answer::Refused),
        }
    }

    fn means(&self, step: Step, color: Color, coordinates: Coordinates) -> bool {
        match coordinates {
            Coordinates::Drop { role, to } => step == Step::Drop { role, to },
            Coordinates::Walk { from, to, becomes } => {
                if step.from(color) != Some(from) || step.to(color) != to {
                    return false;
                }
                let Step::Walk { becomes: promotion, .. } = step else { return becomes.is_none() };
                match (promotion, becomes) {
                    (None | Some(Becomes::Nothing), None) => true,
                    (Some(Becomes::Value(role)), Some((named, None))) => role == named,
                    // sscr 5.7: queen need not be announced; fics the same.
                    (Some(Becomes::Value(role)), None) => {
                        role == Role::Queen && matches!(self.terms.book, Book::Sscr | Book::Fics)
                    }
                    (Some(Becomes::Taken(role, square)), Some((named, Some(where_from)))) => {
                        role == named && square == where_from
                    }
                    _ => false,
                }
            }
        }
    }

    /// What hands do with coordinates that are no legal move.
    fn by_hand(&self, seat: Seat, coordinates: Coordinates) -> Result<Step, Answer> {
        let (board, color) = (&self.game(seat.board()).board, seat.color());
        let book = self.terms.book;
        let (from, to, becomes) = match coordinates {
            Coordinates::Drop { role, to } => {
                let held = self.game(seat.board()).stock(color).count(role) > 0;
                if held && board.at(to).is_some_and(|there| there.role == Role::King) {
                    return Err(Answer::Beyond("a man dropped on a king"));
                }
                return if held { Ok(Step::Drop { role, to }) } else { Err(Answer::Refused) };
            }
            Coordinates::Walk { from, to, becomes } => (from, to, becomes),
        };
        let Some(man) = board.at(from).filter(|_| from != to) else {
            return Err(Answer::Refused);
        };
        let king =
            board.at(to).is_some_and(|there| there.role == Role::King && there.color == color);
        if man.color != color || king {
            return Err(Answer::Beyond(
                "a man of the opponent moved, or one's own king knocked off",
            ));
        }
        if man.role == Role::King && from == Square::from_coords(File::E, first_rank(color)) {
            for short in [true, false] {
                let castling = Step::Castling { short };
                let rook = board.at(corner(color, short));
                let free = Board::between(from, corner(color, short))
                    .iter()
                    .all(|&square| board.at(square).is_none());
                if castling.to(color) == to
                    && free
                    && rook.is_some_and(|rook| rook.color == color && rook.role == Role::Rook)
                {
                    return Ok(castling);
                }
            }
        }
        if man.role == Role::Pawn && rank_for(color, to) == 8 {
            let becomes = match (book.takes_from_the_other_board(), becomes) {
                (false, Some((role, None))) => Becomes::Value(role),
                (false, None) if matches!(book, Book::Sscr | Book::Fics) => {
                    Becomes::Value(Role::Queen)
                }
                (false, None) => return Err(Answer::Refused), // asten 12, minerva 4.2
                (true, _) | (false, Some(_)) => {
                    return Err(Answer::Beyond("an illegal promotion from the other board"));
                }
            };
            return Ok(Step::Walk { from, to, becomes: Some(becomes) });
        }
        let sideways = from.file() != to.file();
        if man.role == Role::Pawn
            && sideways
            && board.passed_over == Some(to)
            && board.at(to).is_none()
            && i32::try_from(rank_for(color, to)).ok()
                == i32::try_from(rank_for(color, from)).ok().map(|rank| rank + 1)
            && from.file().distance(to.file()) == 1
        {
            return Ok(Step::InPassing { from, to });
        }
        Ok(Step::Walk { from, to, becomes: None })
    }

    /// The touch rule for a replacement.
    fn touch_allows(&self, seat: Seat, step: Step) -> bool {
        let Some(touched) = self.game(seat.board()).touched else { return true };
        let color = seat.color();
        let legal = self.legal(seat);
        let moves_it = |step: &Step| touched.man.is_some() && step.from(color) == touched.man;
        let drops_it = |step: &Step| match step {
            Step::Drop { role, .. } => touched.dropped == Some(*role),
            _ => false,
        };
        let captures_it = |step: &Step| {
            touched.enemy.is_some()
                && Some(step.to(color)) == touched.enemy
                && !matches!(step, Step::Drop { .. })
        };
        let both = |step: &Step| moves_it(step) && captures_it(step);
        // FIDE 4.3.3: the first touched with the first touched; else the first that can be played.
        let own = |step: &Step| moves_it(step) || drops_it(step);
        if legal.iter().any(both) {
            both(&step)
        } else if legal.iter().any(own) {
            own(&step)
        } else if legal.iter().any(captures_it) {
            captures_it(&step)
        } else {
            true
        }
    }

    fn put_on_board(&mut self, seat: Seat, step: Step, legal: bool, early: bool) {
        let (board, color) = (seat.board(), seat.color());
        let book = self.terms.book;
        let mut taken = None;
        if let Step::Walk { becomes: Some(Becomes::Taken(_, square)), .. } = step {
            let other = &mut self.game_mut(!board).board;
            let rights = other.rights;
            if let Some(man) = other.at(square) {
                other.put(square, None);
                other.drop_empty_rights();
                let lost = std::array::from_fn(|i| rights[i] && !other.rights[i]);
                taken = Some((square, man, lost));
            }
        }
        let game = self.game_mut(board);
        if let Step::Drop { role, .. } = step {
            game.stocks[color as usize].take(role);
        }
        let before = (game.seen.len(), game.quiet);
        let done = carry_out(&mut game.board, book, color, step);
        let after_lawful = game.lawful;
        let made = Made { done, legal, taken, before, after_lawful, gone: false };
        if early {
            game.early = Some(made);
        } else {
            game.made = Some(made);
        }
        if game.offer == Some(!color) {
            game.offer = None; // until the opponent moves: sscr 3.1, FIDE 9.1
        }
        if book == Book::Asten {
            self.position_is_seen(board, !color); // R48
        }
    }

    /// Counts the position on the board, the side named to move.
    pub(crate) fn position_is_seen(&mut self, board: BoardId, turn: Color) {
        let likeness = self.likeness(board, turn);
        let seen = &mut self.game_mut(board).seen;
        if seen.last() != Some(&likeness) {
            seen.push(likeness);
        }
    }

    pub(crate) fn likeness(&self, board: BoardId, turn: Color) -> crate::board::Likeness {
        let in_passing = self.side(board).in_passing(turn);
        self.game(board).board.likeness(turn, in_passing)
    }

    /// The side on move completes what it has made.
    pub(crate) fn complete(&mut self, board: BoardId) -> Answer {
        let game = self.game_mut(board);
        let Some(mut made) = game.made.take() else { return Answer::Refused };
        let color = game.turn;
        let (increment, delay) = (self.terms.increment, self.terms.delay);
        let game = self.game_mut(board);
        game.clock.press(color, increment, delay);
        game.turn = !color;
        game.touched = None;
        game.owes.retain(|debt| debt.by != color); // what could not be paid lapses (R7, R28)
        game.last_capture[color as usize] = made.booty();
        // R50: captures, pawn moves and pawn drops begin anew.
        let pawn = match made.done.step {
            Step::Drop { role, .. } => role == Role::Pawn,
            _ => made.done.mover.is_some_and(|man| man.role == Role::Pawn),
        };
        game.quiet = if pawn || made.done.captured.is_some() { 0 } else { game.quiet + 1 };
        // asten 21, minerva and stein 7.5, sscr 1.14: completing a move forfeits the claim.
        let lapsed = game.claimable[!color as usize].take();
        // R45: only by fer does a right revive if the reply is itself taken back.
        let earlier = game.last.take();
        match (lapsed, earlier) {
            (Some(offence), Some(earlier)) if !made.legal => game.reopens.push((offence, earlier)),
            _ => game.reopens.clear(),
        }
        let left = matches!(made.done.step, Step::Drop { .. }) && game.board.in_check(color);
        if self.terms.book == Book::Asten && left && !made.legal {
            self.game_mut(board).last = Some(made);
            self.end_by_own_check(board, color); // asten 10a, R19
            return Answer::Done;
        }
        self.booty_goes(Seat::new(board, color), &mut made);
        self.pawn_goes(Seat::new(board, color), &made);
        let now = self.now;
        let game = self.game_mut(board);
        if !made.legal {
            // A wrong claim that stands was the earlier offence (R27, R44).
            if game.claimable[color as usize].is_none() {
                game.offended_at[color as usize] = now;
            }
            game.claimable[color as usize] = Some(Offence::Move);
        }
        game.lawful = made.legal;
        game.last = Some(made);
        game.made = game.early.take();
        let resigned = game.resigned == Some(!color);
        if self.game(board).made.is_none() {
            self.position_is_seen(board, !color);
        }
        if resigned {
            self.lose(board, !color, tandem_referee::Reason::Resignation); // stein 5.3
            return Answer::Done;
        }
        self.after_completion(board);
        Answer::Done
    }

    /// What was captured goes to the partner, into the hand, or out of play.
    fn booty_goes(&mut self, seat: Seat, made: &mut Made) {
        let Some(role) = made.booty() else { return };
        if role == Role::King {
            return;
        }
        if self.game(!seat.board()).over() {
            made.gone = true; // R24
        } else if self.person(seat).holds {
            self.person_mut(seat).hand.add(role); // minerva and stein 2.1
        } else {
            self.lay_beside(seat.partner(), role);
        }
    }

    /// Lays a man beside a player's board.
    pub(crate) fn lay_beside(&mut self, seat: Seat, role: Role) {
        let color = seat.color();
        self.game_mut(seat.board()).stocks[color as usize].add(role);
    }

    /// What becomes of a pawn that was replaced or lost.
    fn pawn_goes(&mut self, seat: Seat, made: &Made) {
        let (board, color) = (seat.board(), seat.color());
        let Step::Walk { becomes: Some(becomes), .. } = made.done.step else { return };
        let neighbour_plays = !self.game(!board).over();
        match (self.terms.book, becomes) {
            // fer 4.1, R7: to the enemy next door, who has the promoter's colour.
            (Book::Fer, Becomes::Taken(..) | Becomes::Nothing) => {
                if neighbour_plays {
                    self.lay_beside(Seat::new(!board, color), Role::Pawn);
                }
                if becomes == Becomes::Nothing {
                    self.now_owes(board, Debt { by: !color, stock_too: false }); // fer 4.4
                } else if neighbour_plays {
                    let turn = self.game(!board).turn;
                    if self.game(!board).made.is_none() {
                        self.position_is_seen(!board, turn);
                    }
                }
            }
            // stein 3.2: into the opponent's hand, who may pass it on.
            (Book::Stein, Becomes::Taken(..)) => {
                let owner = Seat::new(board, !color);
                if !neighbour_plays {
                    // R24
                } else if self.person(owner).holds {
                    self.person_mut(owner).hand.add(Role::Pawn);
                } else {
                    self.lay_beside(owner.partner(), Role::Pawn);
                }
            }
            _ => {}
        }
    }

    /// What a completed move has brought about on both boards.
    fn after_completion(&mut self, board: BoardId) {
        let promoted = self.game(board).last.as_ref().is_some_and(|last| last.taken.is_some());
        self.game_mut(board).moved_at = self.now;
        if self.unseen() {
            self.watch_silently(board);
        } else {
            self.judge(board);
        }
        if self.terms.book.ends_without_the_press() && !self.unseen() && !self.game(board).over() {
            self.judge_made(board); // a mating reply that was made early (sscr 6.5, 7.7)
        }
        if promoted && self.outcome.is_none() {
            self.judge(!board); // R29: the owner of what was taken may be mated now
        }
    }

    /// A player presses the clock.
    pub(crate) fn press(&mut self, seat: Seat) -> Answer {
        let (board, color) = (seat.board(), seat.color());
        let game = self.game(board);
        if game.over()
            || game.turn != color
            || self.last_drop.is_some_and(|chance| chance.seat != seat)
        {
            return Answer::Refused;
        }
        if game.made.is_none() {
            return if self.terms.open && self.terms.book == Book::Asten {
                Answer::Beyond("pressing without a move (R54)")
            } else {
                Answer::Refused
            };
        }
        self.complete(board)
    }

    /// A player takes back a made move.
    pub(crate) fn retract(&mut self, seat: Seat) -> Answer {
        let (board, color) = (seat.board(), seat.color());
        let game = self.game(board);
        if game.over() || self.last_drop.is_some_and(|chance| chance.seat != seat) {
            return Answer::Refused;
        }
        let early = game.turn != color;
        let made = if early { game.early.as_ref() } else { game.made.as_ref() };
        let Some(made) = made else { return Answer::Refused };
        if made.legal && !self.terms.book.made_moves_go_back() {
            return Answer::Refused; // asten 16, 17; minerva and stein 7.3; fer 3.6
        }
        if !early && self.game(board).early.is_some() {
            self.unmake(board, true); // R36
        }
        let made = self.unmake(board, early);
        if let Some(made) = made
            && self.terms.book != Book::Sscr
            && self.terms.book != Book::Fics
        {
            self.game_mut(board).touched = Some(self.touched_by(&made));
        }
        Answer::Done
    }

    /// What a hand has touched in a move.
    pub(crate) fn touched_by(&self, made: &Made) -> Touched {
        let asten = self.terms.book == Book::Asten; // 17 speaks of the same piece alone
        let enemy = made.done.captured.filter(|(_, man)| man.color != made.done.by && !asten);
        let enemy = enemy.map(|(square, _)| square);
        match made.done.step {
            Step::Drop { role, .. } => Touched {
                man: None,
                // fer has no article like minerva and stein 4.1.
                dropped: (self.terms.book != Book::Fer).then_some(role),
                enemy,
            },
            step => Touched { man: step.from(made.done.by), dropped: None, enemy },
        }
    }

    /// Puts everything back that a made move has moved.
    pub(crate) fn unmake(&mut self, board: BoardId, early: bool) -> Option<Made> {
        let game = self.game_mut(board);
        let made = if early { game.early.take() } else { game.made.take() }?;
        self.put_back(board, &made);
        let game = self.game_mut(board);
        game.seen.truncate(made.before.0);
        Some(made)
    }

    /// Undoes a move on both boards and in the stock.
    pub(crate) fn put_back(&mut self, board: BoardId, made: &Made) {
        if let Step::Drop { role, to } = made.done.step
            && self.game(board).board.at(to).is_none_or(|man| man.role != role)
        {
            self.doubt = Some("a dropped man that was taken before its drop went back");
        }
        let game = self.game_mut(board);
        undo(&mut game.board, &made.done);
        if let Step::Drop { role, .. } = made.done.step {
            game.stocks[made.done.by as usize].add(role);
        }
        if let Some((square, man, lost)) = made.taken {
            let other = &mut self.game_mut(!board).board;
            if other.at(square).is_none() {
                other.put(square, Some(man));
                lost.iter()
                    .enumerate()
                    .filter(|(_, lost)| **lost)
                    .for_each(|(i, _)| other.rights[i] = true);
                other.drop_empty_rights();
            }
        }
    }

    /// A move that ends the game needs no press: sscr 7.7, fer by R32, fics 7.
    pub(crate) fn judge_made(&mut self, board: BoardId) {
        let game = self.game(board);
        let Some(made) = &game.made else { return };
        if !made.legal {
            return;
        }
        // fer 4.4: the opponent gives before it is judged whether that is mate (R7).
        let nothing = matches!(made.done.step, Step::Walk { becomes: Some(Becomes::Nothing), .. });
        let by = made.done.by;
        if nothing && game.board.men_of(!by).any(|(_, man)| man.role != Role::King) {
            return;
        }
        // R32 speaks of mate alone; a stalemate waits for the press.
        let ends = self.side(board).standing(!by) == Standing::Mated;
        if ends {
            self.complete(board);
        }
    }

    /// Whether a legal move on the board mates, though nobody has pressed.
    pub(crate) fn mate_is_made(&self, board: BoardId) -> bool {
        let game = self.game(board);
        let last = game.early.as_ref().or(game.made.as_ref());
        !game.over()
            && last.is_some_and(|made| {
                made.legal && self.side(board).standing(!made.done.by) == Standing::Mated
            })
    }
}
