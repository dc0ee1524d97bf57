//! Mates found by trying everything: slow, simple, and sharing nothing with the engine.

use tandem_rules::{BoardRules, BoardView, MateRule, Move, OtherBoard, Position, Stuck};

/// What is tried by which rules.
#[derive(Clone, Copy)]
pub(crate) struct Brute<'a> {
    /// Which moves are legal, and what mate is.
    pub(crate) rules: BoardRules,
    /// The other board, which stands still.
    pub(crate) other: Option<OtherBoard<'a>>,
}

impl Brute<'_> {
    /// The same, but where a check from a distance never mates, because a piece may still come
    /// (sscr 1.5, R18).
    pub(crate) fn by_contact(self) -> Self {
        Brute { rules: BoardRules { mate: MateRule::Contact, ..self.rules }, ..self }
    }

    /// A position by these rules.
    pub(crate) fn board<'b>(&'b self, position: &'b Position) -> BoardView<'b> {
        position.by(&self.rules).with_other(self.other)
    }

    fn after(&self, position: &Position, m: Move) -> Position {
        let mut next = position.clone();
        next.play_unchecked(m, &self.rules);
        next
    }

    /// The legal moves, those that give check first: they mate soonest.
    fn moves(&self, position: &Position) -> Vec<(Move, Position, bool)> {
        let mut moves: Vec<_> = self
            .board(position)
            .legal_moves()
            .into_iter()
            .map(|m| {
                let next = self.after(position, m);
                let check = next.is_check(next.turn());
                (m, next, check)
            })
            .collect();
        moves.sort_by_key(|(_, _, check)| !check);
        moves
    }

    /// Whether the side to move mates in at most so many moves, whatever the other does.
    pub(crate) fn mates(&self, position: &Position, moves: u32) -> bool {
        moves > 0
            && self
                .moves(position)
                .iter()
                // The last move must give check.
                .take_while(|(_, _, check)| moves > 1 || *check)
                .any(|(_, next, _)| self.is_lost(next, moves))
    }

    /// Whether the side to move is mated now, or will be by one move less than given.
    pub(crate) fn is_lost(&self, position: &Position, moves: u32) -> bool {
        match self.board(position).stuck() {
            Stuck::Mate => true,
            Stuck::WaitInCheck | Stuck::Stalemate { .. } => false,
            Stuck::Free => {
                moves > 1
                    && self
                        .board(position)
                        .legal_moves()
                        .into_iter()
                        .all(|m| self.mates(&self.after(position, m), moves - 1))
            }
        }
    }

    /// Every first move that mates in at most so many.
    pub(crate) fn mating_moves(&self, position: &Position, moves: u32) -> Vec<Move> {
        self.moves(position)
            .into_iter()
            .filter(|(_, next, _)| self.is_lost(next, moves))
            .map(|(m, _, _)| m)
            .collect()
    }

    /// Every move after which the other side has no mate in so many.
    pub(crate) fn saving_moves(&self, position: &Position, moves: u32) -> Vec<Move> {
        self.moves(position)
            .into_iter()
            .filter(|(_, next, _)| !self.mates(next, moves))
            .map(|(m, _, _)| m)
            .collect()
    }
}
