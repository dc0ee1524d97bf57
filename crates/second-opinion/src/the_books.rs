//! The six books, each by its name. What they say is asked with a plain `match` where it matters.

/// A book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Book {
    /// Combination bughouse tournament, Asten.
    Asten,
    /// JSV Minerva.
    Minerva,
    /// DJC Stein.
    Stein,
    /// Czech Chess Federation.
    Sscr,
    /// Friedrich-Ebert-Realschule.
    Fer,
    /// As the internet servers play.
    Fics,
}

impl Book {
    /// All of them.
    pub const ALL: [Book; 6] =
        [Book::Asten, Book::Minerva, Book::Stein, Book::Sscr, Book::Fer, Book::Fics];

    /// The id by which scripts name it.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Book::Asten => "asten",
            Book::Minerva => "minerva",
            Book::Stein => "stein",
            Book::Sscr => "sscr",
            Book::Fer => "fer",
            Book::Fics => "fics",
        }
    }

    /// Whether the match is over with the first game (asten 4, minerva 5.1, sscr 1.3, fics 1) or
    /// with both (fer 5.6, stein 5.1).
    #[must_use]
    pub fn first_game_ends_the_match(self) -> bool {
        match self {
            Book::Asten | Book::Minerva | Book::Sscr | Book::Fics => true,
            Book::Fer | Book::Stein => false,
        }
    }

    /// Whether games that end at the same moment are added (asten 22, sscr 1.10).
    #[must_use]
    pub fn adds_games_of_one_moment(self) -> bool {
        matches!(self, Book::Asten | Book::Sscr)
    }

    /// Whether passing on is a right (minerva 2.1, stein 2.1), not a duty.
    #[must_use]
    pub fn passing_is_a_right(self) -> bool {
        matches!(self, Book::Minerva | Book::Stein)
    }

    /// Whether a pawn is replaced by a man of the other board (fer 4.1, stein 3.1).
    #[must_use]
    pub fn takes_from_the_other_board(self) -> bool {
        matches!(self, Book::Fer | Book::Stein)
    }

    /// Whether all four must agree to a draw (asten 20, minerva 5.3).
    #[must_use]
    pub fn four_agree(self) -> bool {
        matches!(self, Book::Asten | Book::Minerva)
    }

    /// Whether a legal move that was made may be taken back before the press: sscr 6.5 alone; in
    /// the others the released man binds (asten 16, minerva and stein by FIDE 4, fer 3.6, fics 7).
    #[must_use]
    pub fn made_moves_go_back(self) -> bool {
        self == Book::Sscr
    }

    /// Whether the move that ends the game needs no press (sscr 7.7, fer by R32, fics 7).
    #[must_use]
    pub fn ends_without_the_press(self) -> bool {
        matches!(self, Book::Sscr | Book::Fer | Book::Fics)
    }
}
