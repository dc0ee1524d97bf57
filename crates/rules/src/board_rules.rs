//! The part of a rulebook that decides which moves are legal, ready for the generator.

use shakmaty::{Bitboard, ByColor, Color, Rank, Role};

use crate::stuck::MateRule;

/// What a drop may do to the enemy king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropLimit {
    /// It may check and mate (asten 9, minerva 2.4).
    Free,
    /// It may check but not mate (fer 3.4).
    NoMate,
    /// The enemy king may not stand in check after it (stein 2.4, R39).
    NoCheck,
}

/// Where the piece comes from that a pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionSource {
    /// The pawn itself takes the value.
    Pawn,
    /// A piece standing on the other board is taken.
    OtherBoard {
        /// Whether that may add an attacker to the enemy king there (R6; fer 4.2, R29).
        may_expose: bool,
        /// Whether it may be taken from a game that has ended (stein 5.2; fer 4.5).
        from_ended: bool,
    },
}

/// A set of the four roles that a pawn may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromotionRoles(u8);

impl PromotionRoles {
    /// The set of these roles; king and pawn are ignored.
    #[must_use]
    pub fn new(roles: &[Role]) -> PromotionRoles {
        PromotionRoles(
            roles
                .iter()
                .filter(|role| !matches!(role, Role::King | Role::Pawn))
                .fold(0, |set, &role| set | 1 << role as u8),
        )
    }

    /// Whether a pawn may become this.
    #[must_use]
    pub fn contains(self, role: Role) -> bool {
        self.0 & (1 << role as u8) != 0
    }

    /// The roles, strongest first.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            .into_iter()
            .filter(move |&role| self.contains(role))
    }

    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// Everything that decides whether a move is legal on a board, and what a player without one is.
///
/// ```
/// use tandem_rules::{BoardRules, Bughouse, DropLimit, Rulebook};
///
/// // A book's rules with one change; a whole book of one's own is `Rulebook::parse`.
/// let fics = Rulebook::builtin("fics").expect("a built-in book");
/// let calmer = BoardRules { drop_limit: DropLimit::NoCheck, ..*fics.board_rules() };
/// assert_eq!(Bughouse::new(&calmer).legal_moves().len(), 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardRules {
    /// Squares on which a pawn may be dropped.
    pub pawn_drops: ByColor<Bitboard>,
    /// Squares on which another piece may be dropped.
    pub piece_drops: ByColor<Bitboard>,
    /// What a drop may do to the enemy king.
    pub drop_limit: DropLimit,
    /// Whether one may castle with a rook dropped on its corner (asten 11).
    pub dropped_rook_castles: bool,
    /// Whether a pawn dropped on the second rank may advance two squares.
    pub dropped_pawn_advances_two: bool,
    /// What a pawn may become.
    pub promotion_roles: PromotionRoles,
    /// Where the promoted piece comes from.
    pub promotion_source: PromotionSource,
    /// Whether a promoted pawn that is captured is a pawn again.
    pub promoted_reverts: bool,
    /// What makes a check without an answer a mate.
    pub mate: MateRule,
}

impl BoardRules {
    /// The squares outside the given ranks, counted from each side.
    ///
    /// ```
    /// use tandem_rules::{BoardRules, shakmaty::{Color, Square}};
    ///
    /// let pawns = BoardRules::squares_without(&[1, 8]);
    /// assert!(pawns.get(Color::White).contains(Square::E2));
    /// assert!(!pawns.get(Color::Black).contains(Square::E8)); // Black's first rank
    /// ```
    #[must_use]
    pub fn squares_without(ranks: &[u8]) -> ByColor<Bitboard> {
        ByColor::new_with(|color: Color| {
            !ranks.iter().filter(|rank| (1..=8).contains(*rank)).fold(
                Bitboard::EMPTY,
                |set, &rank| {
                    set | Bitboard::from_rank(color.relative_rank(Rank::new(u32::from(rank) - 1)))
                },
            )
        })
    }
}
