//! Legal moves in one pass over bitboards, without allocation.
//!
//! The generator hands whole target sets to a [`Sink`]: a list unpacks them into moves, a
//! counter only counts the bits, a search for any move stops at the first.

use std::borrow::Borrow;

use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square, attacks};

use crate::board_rules::{BoardRules, DropLimit};
use crate::bughouse::{BoardView, Bughouse};
use crate::moves::{Move, MoveList, castled, castling_path};
use crate::position::Position;
use crate::promotion::Menu;
use crate::sinks::{Any, Count, Sink};
use crate::stock::STOCK_ROLES;
use crate::wanted::Wanted;

struct Generator<'a, S> {
    view: BoardView<'a>,
    position: &'a Position,
    rules: &'a BoardRules,
    wanted: &'a Wanted,
    us: Color,
    king: Option<Square>,
    checkers: Bitboard,
    pinned: Bitboard,
    /// Squares to which a man other than the king may go: all, or those that answer the check.
    answers: Bitboard,
    sink: &'a mut S,
}

/// Men of `us` that alone stand between their king and an enemy slider.
fn pinned(position: &Position, us: Color, king: Square) -> Bitboard {
    let board = position.board();
    let snipers = board.by_color(!us)
        & ((attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
            | (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()));
    snipers
        .into_iter()
        .map(|sniper| attacks::between(king, sniper) & board.occupied())
        .filter(|blockers| !blockers.more_than_one())
        .fold(Bitboard::EMPTY, |set, blocker| set | (blocker & board.by_color(us)))
}

impl<S: Sink> Generator<'_, S> {
    fn run(&mut self) {
        if !S::KING_LAST {
            self.king();
        }
        if !self.checkers.more_than_one() {
            self.others();
        }
        if S::KING_LAST && !self.sink.done() {
            self.king();
        }
    }

    fn king(&mut self) {
        if let Some(king) = self.king
            && self.wanted.from.contains(king)
        {
            self.king_walks(king);
            if self.wanted.castling && self.checkers.is_empty() {
                self.castling(king);
            }
        }
    }

    fn others(&mut self) {
        self.pieces();
        if !self.sink.done() {
            self.pawns();
        }
        if !self.sink.done() {
            self.drops();
        }
    }

    fn king_walks(&mut self, king: Square) {
        let board = self.position.board();
        let targets = attacks::king_attacks(king)
            & self.wanted.to
            & !board.by_color(self.us)
            & !board.kings();
        if targets.is_empty() {
            return;
        }
        let occupied = board.occupied().without(king);
        let safe = targets
            .into_iter()
            .filter(|&to| board.attacks_to(to, !self.us, occupied).is_empty())
            .fold(Bitboard::EMPTY, Bitboard::with);
        self.sink.walks(king, safe);
    }

    fn castling(&mut self, king: Square) {
        let (board, castling) = (self.position.board(), self.position.castling);
        if king != castling.king_home(self.us) {
            return;
        }
        for side in CastlingSide::ALL {
            let rook = castling.rook_home(self.us, side);
            // Mostly somebody stands between the two: one look before the whole path is put together.
            if !castling.has(self.us, side)
                || (attacks::between(king, rook) & board.occupied()).any()
                || (castling_path(king, rook) & board.occupied()).any()
            {
                continue;
            }
            let (king_to, rook_to) = castled(king, rook);
            let attacked = |square, occupied| board.attacks_to(square, !self.us, occupied).any();
            // A rook that does not come from a corner may have covered its king.
            let after = board.occupied().without(king).without(rook).with(rook_to);
            let crossed = attacks::between(king, king_to);
            if !attacked(king_to, after)
                && !crossed.into_iter().any(|square| attacked(square, board.occupied()))
            {
                self.sink.one(Move::Castle { king, rook });
            }
        }
    }

    fn pieces(&mut self) {
        let board = self.position.board();
        let ours = board.by_color(self.us);
        let occupied = board.occupied();
        // The king itself is never captured (R6).
        let targets = !ours & !board.kings() & self.answers & self.wanted.to;
        let ours = ours & self.wanted.from;
        for from in ours & board.knights() & !self.pinned {
            self.sink.walks(from, attacks::knight_attacks(from) & targets);
        }
        if self.sink.done() {
            return;
        }
        for from in ours & board.bishops_and_queens() {
            let to = attacks::bishop_attacks(from, occupied) & targets;
            let to = self.along_pin(from, to);
            self.sink.walks(from, to);
        }
        for from in ours & board.rooks_and_queens() {
            let to = attacks::rook_attacks(from, occupied) & targets;
            let to = self.along_pin(from, to);
            self.sink.walks(from, to);
        }
    }

    fn along_pin(&self, from: Square, to: Bitboard) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => to & attacks::ray(king, from),
            _ => to,
        }
    }

    fn pawns(&mut self) {
        let board = self.position.board();
        let pawns = board.by_color(self.us) & board.pawns() & self.wanted.from;
        let free = pawns & !self.pinned;
        if free.any() {
            self.pawn_set(free, Bitboard::FULL);
        }
        for from in pawns & self.pinned {
            if let Some(king) = self.king {
                self.pawn_set(Bitboard::from_square(from), attacks::ray(king, from));
            }
        }
        if let Some(to) = self.position.en_passant
            && self.wanted.noisy_pawns.contains(to)
        {
            for from in attacks::pawn_attacks(!self.us, to) & pawns {
                if self.position.en_passant_is_safe(from, to) {
                    self.sink.one(Move::EnPassant { from, to });
                }
            }
        }
    }

    fn pawn_set(&mut self, pawns: Bitboard, lines: Bitboard) {
        let board = self.position.board();
        let up = self.us.fold_wb(8, -8);
        let empty = !board.occupied();
        let single = pawns.shift(up) & empty;
        let third = Bitboard::from_rank(self.us.relative_rank(Rank::Third));
        let second = Bitboard::from_rank(self.us.relative_rank(Rank::Second));
        let mut starters = pawns & second;
        if !self.rules.dropped_pawn_advances_two {
            starters &= !self.position.dropped;
        }
        let double = (starters.shift(up) & empty & third).shift(up) & empty;
        let prey = board.by_color(!self.us) & !board.kings();
        let east = (pawns & !Bitboard::from_file(shakmaty::File::H)).shift(up + 1) & prey;
        let west = (pawns & !Bitboard::from_file(shakmaty::File::A)).shift(up - 1) & prey;
        self.sink.pawns(double & self.answers & lines & self.wanted.to, 2 * up);
        for (to, offset) in [(single, up), (east, up + 1), (west, up - 1)] {
            let to = to & self.answers & lines;
            let last = to & Bitboard::BACKRANKS;
            self.sink.pawns(to & !last & self.wanted.to, offset);
            for to in last & self.wanted.noisy_pawns {
                if let Some(from) = to.offset(-offset) {
                    self.promotion(from, to);
                }
            }
        }
    }

    fn promotion(&mut self, from: Square, to: Square) {
        let menu = self.view.menu();
        // A pawn that vanishes covers nothing: its king must be safe without it (R7).
        if matches!(menu, Menu::Nothing) && !self.position.safe_without(from, to) {
            return;
        }
        self.sink.promotions(from, to, &menu);
    }

    fn drops(&mut self) {
        let stock = self.position.stock(self.us);
        if stock.is_empty() {
            return;
        }
        let board = self.position.board();
        let free = !board.occupied() & self.answers;
        if free.is_empty() {
            return;
        }
        let quiet = match self.rules.drop_limit {
            DropLimit::NoCheck => self.squares_that_leave_no_check(),
            DropLimit::Free | DropLimit::NoMate => Bitboard::FULL,
        };
        let pieces = free & *self.rules.piece_drops.get(self.us);
        let pawns = free & *self.rules.pawn_drops.get(self.us);
        for (kind, (&role, &wanted)) in STOCK_ROLES.iter().zip(&self.wanted.drops).enumerate() {
            if !stock.has_kind(kind) {
                continue;
            }
            let mut to = wanted & if role == Role::Pawn { pawns } else { pieces };
            if to.is_empty() {
                continue;
            }
            match self.rules.drop_limit {
                DropLimit::Free => {}
                DropLimit::NoCheck => to &= quiet & !self.checking_squares(role),
                DropLimit::NoMate => to = self.without_mates(role, to),
            }
            self.sink.drops(kind, to);
        }
    }

    /// Squares from which a man of this kind would attack the enemy king.
    fn checking_squares(&self, role: Role) -> Bitboard {
        let board = self.position.board();
        board.king_of(!self.us).map_or(Bitboard::EMPTY, |king| {
            attacks::attacks(king, role.of(!self.us), board.occupied())
        })
    }

    /// Squares on which a man leaves the enemy king out of check (R39): all, unless one of our
    /// sliders attacks it already; then those in between.
    fn squares_that_leave_no_check(&self) -> Bitboard {
        let Some(king) = self.position.board().king_of(!self.us) else { return Bitboard::FULL };
        self.position
            .checkers(!self.us)
            .into_iter()
            .fold(Bitboard::FULL, |set, checker| set & attacks::between(king, checker))
    }

    /// A drop may check but not mate (fer 3.4).
    fn without_mates(&self, role: Role, to: Bitboard) -> Bitboard {
        let in_check_already = self.position.is_check(!self.us);
        let suspects = if in_check_already { to } else { to & self.checking_squares(role) };
        let mates = suspects.into_iter().filter(|&square| {
            let mut next = self.position.clone();
            next.play_unchecked(Move::Drop { role, to: square }, self.rules);
            next.is_check(!self.us) && !self.view.at(&next).has_legal_move()
        });
        mates.fold(to, Bitboard::without)
    }
}

impl<'a> BoardView<'a> {
    fn generate<S: Sink>(self, wanted: &Wanted, sink: &mut S) {
        let Bughouse { position, rules, .. } = self;
        let us = position.turn;
        let king = position.board.king_of(us);
        let checkers = position.checkers(us);
        let answers = match (king, checkers.single_square()) {
            (Some(king), Some(checker)) => attacks::between(king, checker).with(checker),
            _ => Bitboard::FULL,
        };
        let pinned = king.map_or(Bitboard::EMPTY, |king| pinned(position, us, king));
        let view = self;
        Generator { view, position, rules, wanted, us, king, checkers, pinned, answers, sink }
            .run();
    }

    /// Another position by the same rules, with the same other board.
    pub(crate) fn at<'b>(self, position: &'b Position) -> BoardView<'b>
    where
        'a: 'b,
    {
        Bughouse { position, rules: self.rules, other: self.other }
    }

    // One copy of the generator for each thing that is done with moves, in this crate.

    fn list_into(self, wanted: &Wanted, list: &mut MoveList) {
        self.generate(wanted, list);
    }

    fn count(self) -> u64 {
        let mut count = Count::default();
        self.generate(&Wanted::ALL, &mut count);
        count.0
    }

    fn any(self) -> bool {
        let mut any = Any::default();
        self.generate(&Wanted::ALL, &mut any);
        any.0
    }

    fn leaves(self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count(),
            _ => self
                .legal_moves()
                .iter()
                .map(|&m| {
                    let mut next = self.position.clone();
                    next.play_unchecked(m, self.rules);
                    self.at(&next).leaves(depth - 1)
                })
                .sum(),
        }
    }
}

impl<P: Borrow<Position>> Bughouse<'_, P> {
    /// All legal moves of the side to move.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, Position, Rulebook, shakmaty::{Color, Role}};
    ///
    /// let stein = Rulebook::builtin("stein").expect("a built-in book");
    /// let mut position = Position::default();
    /// position.stock_mut(Color::White).add(Role::Knight);
    /// let board = Bughouse::of(position, &stein);
    /// // 20 as in chess, and a knight on the empty squares, but not on d6 and f6, from where it
    /// // would give check (stein 2.4).
    /// assert_eq!(board.legal_moves().len(), 20 + 30);
    /// ```
    #[must_use]
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.view().list_into(&Wanted::ALL, &mut list);
        list
    }

    /// Adds the wanted legal moves of the side to move to a list.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, MoveList, Rulebook, Wanted};
    ///
    /// let book = Rulebook::builtin("minerva").expect("a built-in book");
    /// let board = Bughouse::new(&book);
    /// let mut captures = MoveList::new();
    /// board.list_moves(&Wanted::captures(board.position()), &mut captures);
    /// assert!(captures.is_empty());
    /// ```
    pub fn list_moves(&self, wanted: &Wanted, list: &mut MoveList) {
        self.view().list_into(wanted, list);
    }

    /// How many legal moves there are; faster than listing them.
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        self.view().count()
    }

    /// Whether the side to move has any legal move. If not, [`Bughouse::stuck`] tells what that
    /// means.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.view().any()
    }

    /// Counts the leaves of the tree of legal moves on this board, the other one standing still:
    /// drops use the stock up, captures leave for good.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, Rulebook};
    ///
    /// let book = Rulebook::builtin("fics").expect("a built-in book");
    /// assert_eq!(Bughouse::new(&book).perft(4), 197_281);
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.view().leaves(depth)
    }
}

impl Position {
    fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let Some(king) = self.board.king_of(self.turn) else { return true };
        let taken = Square::from_coords(to.file(), from.rank());
        let occupied = self.board.occupied().without(from).without(taken).with(to);
        (self.board.attacks_to(king, !self.turn, occupied) & !Bitboard::from_square(taken))
            .is_empty()
    }

    /// Whether our king is safe when the pawn on `from` and what stands on `to` are gone.
    fn safe_without(&self, from: Square, to: Square) -> bool {
        let Some(king) = self.board.king_of(self.turn) else { return true };
        let occupied = self.board.occupied().without(from).without(to);
        (self.board.attacks_to(king, !self.turn, occupied) & occupied).is_empty()
    }

    /// The en passant square, if a pawn of the side to move can really take there.
    #[must_use]
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|&to| {
            let pawns = self.board.by_piece(self.turn.pawn());
            (attacks::pawn_attacks(!self.turn, to) & pawns)
                .into_iter()
                .any(|from| self.en_passant_is_safe(from, to))
        })
    }
}
