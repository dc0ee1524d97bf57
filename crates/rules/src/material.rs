//! Whether a side could still mate with what is on the board and in its stock, once nothing
//! can come from the other board any more (fer 5.5, R34; stein 5.5, 5.6).

use shakmaty::{Bitboard, Color, Role};

use crate::position::Position;

impl Position {
    /// Whether some series of legal moves lets this side mate. `promotes_to` tells what its
    /// pawns can still become. Where it is not sure the answer is yes: play goes on.
    ///
    /// ```
    /// use tandem_rules::{Castling, Position, shakmaty::{Color, Role}};
    ///
    /// let mut setup = Position::default().to_setup();
    /// (setup.board, setup.castling) = ("4k3/8/8/8/8/8/8/4KB2".parse()?, Castling::NONE);
    /// let mut position = Position::try_from(setup).expect("a position");
    /// assert!(!position.can_construct_mate(Color::White, &[])); // a lone bishop
    /// position.stock_mut(Color::White).add(Role::Knight);
    /// assert!(position.can_construct_mate(Color::White, &[]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn can_construct_mate(&self, color: Color, promotes_to: &[Role]) -> bool {
        let count = |color: Color, role: Role| {
            self.board.by_piece(role.of(color)).count() + usize::from(self.stock(color).count(role))
        };
        let ours = |role| count(color, role);
        let theirs = |role| count(!color, role);
        if ours(Role::Queen) + ours(Role::Rook) > 0 {
            return true;
        }
        let becomes_major = promotes_to.iter().any(|role| matches!(role, Role::Queen | Role::Rook));
        if ours(Role::Pawn) > 0 && becomes_major {
            return true;
        }
        let (bishops, knights, pawns) = (ours(Role::Bishop), ours(Role::Knight), ours(Role::Pawn));
        if knights + pawns == 0 {
            return self.bishops_can_mate(color);
        }
        if bishops + knights + pawns >= 2 {
            return true;
        }
        // A lone knight or pawn mates only a king whose own men stand in its way.
        let blockers = theirs(Role::Bishop) + theirs(Role::Knight) + theirs(Role::Pawn);
        let others = theirs(Role::Rook) + theirs(Role::Queen);
        if knights == 1 { blockers + theirs(Role::Rook) > 0 } else { blockers > 0 || others >= 2 }
    }

    /// Bishops alone mate if they cover both colours of squares, or if an enemy man can block
    /// its king on the squares they do not cover.
    fn bishops_can_mate(&self, color: Color) -> bool {
        let ours = self.board.by_piece(color.bishop());
        let in_stock = usize::from(self.stock(color).count(Role::Bishop));
        if ours.count() + in_stock == 0 {
            return false;
        }
        let (light, dark) = (ours & Bitboard::LIGHT_SQUARES, ours & Bitboard::DARK_SQUARES);
        if (light.any() && dark.any()) || (in_stock > 0 && ours.count() + in_stock >= 2) {
            return true;
        }
        let their = self.board.by_color(!color);
        let opposite = if light.any() { Bitboard::DARK_SQUARES } else { Bitboard::LIGHT_SQUARES };
        let opposite = if in_stock > 0 { Bitboard::FULL } else { opposite };
        (their & (self.board.knights() | self.board.pawns())).any()
            || (their & self.board.bishops() & opposite).any()
            || [Role::Knight, Role::Pawn, Role::Bishop]
                .iter()
                .any(|&role| self.stock(!color).has(role))
    }
}
