//! A board as a child would draw it: sixty-four squares, each with a man or without.

use tandem_rules::shakmaty::{Color, File, Rank, Role, Square};

/// A man on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// Whose it is.
    pub color: Color,
    /// What it moves as.
    pub role: Role,
    /// Whether it is a pawn by birth that moves as something else (asten 12, minerva 3.1, sscr 5.7).
    pub promoted: bool,
}

impl Man {
    /// What it is when it is taken off the board.
    #[must_use]
    pub fn in_the_hand(self) -> Role {
        if self.promoted { Role::Pawn } else { self.role }
    }
}

/// Rights to castle, white king's side first: K Q k q.
pub type Rights = [bool; 4];

/// The right of a colour; `short` is the king's side.
#[must_use]
pub fn right(color: Color, short: bool) -> usize {
    match (color, short) {
        (Color::White, true) => 0,
        (Color::White, false) => 1,
        (Color::Black, true) => 2,
        (Color::Black, false) => 3,
    }
}

/// The corner in which the rook of a right stands.
#[must_use]
pub fn corner(color: Color, short: bool) -> Square {
    Square::from_coords(if short { File::H } else { File::A }, first_rank(color))
}

/// The rank on which a side's pieces begin.
#[must_use]
pub fn first_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::First,
        Color::Black => Rank::Eighth,
    }
}

/// The rank of a square counted from a side, 1 to 8.
#[must_use]
pub fn rank_for(color: Color, square: Square) -> u32 {
    match color {
        Color::White => u32::from(square.rank()) + 1,
        Color::Black => 8 - u32::from(square.rank()),
    }
}

/// The square so many files and ranks away, if the board goes that far.
#[must_use]
pub fn away(square: Square, files: i32, ranks: i32) -> Option<Square> {
    let file = i32::try_from(u32::from(square.file())).ok()? + files;
    let rank = i32::try_from(u32::from(square.rank())).ok()? + ranks;
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| {
        Square::from_coords(File::new(file.unsigned_abs()), Rank::new(rank.unsigned_abs()))
    })
}

/// The way in which a side's pawns walk.
#[must_use]
pub fn forward(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The eight steps of a knight.
pub const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// Straight lines.
pub const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// Slanted lines.
pub const SLANTED: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Everything that lies on one board, without what lies beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    men: [Option<Man>; 64],
    /// Which rights to castle are kept.
    pub rights: Rights,
    /// Whether White's, Black's king has moved (asten 11 gives rights back to those that have not).
    pub king_moved: [bool; 2],
    /// The square that a pawn has just passed over.
    pub passed_over: Option<Square>,
}

/// What makes two positions the same (R17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    men: Vec<Option<(Color, Role)>>,
    turn: Color,
    rights: Rights,
    passed_over: Option<Square>,
}

impl Board {
    /// An empty board.
    #[must_use]
    pub fn empty() -> Board {
        Board { men: [None; 64], rights: [false; 4], king_moved: [false; 2], passed_over: None }
    }

    /// What stands on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Man> {
        self.men[usize::from(square)]
    }

    /// Puts a man down, or takes what stands there away.
    pub fn put(&mut self, square: Square, man: Option<Man>) {
        self.men[usize::from(square)] = man;
    }

    /// The men of a side with their squares.
    pub fn men_of(&self, color: Color) -> impl Iterator<Item = (Square, Man)> + '_ {
        Square::ALL
            .into_iter()
            .filter_map(|square| Some((square, self.at(square)?)))
            .filter(move |(_, man)| man.color == color)
    }

    /// Where a side's king stands, if it is on the board.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.men_of(color).find(|(_, man)| man.role == Role::King).map(|(square, _)| square)
    }

    /// The squares from which men of a side attack a square.
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color) -> Vec<Square> {
        let mut found = Vec::new();
        let mut look = |at: Option<Square>, roles: &[Role]| {
            if let Some(at) = at
                && let Some(man) = self.at(at)
                && man.color == by
                && roles.contains(&man.role)
            {
                found.push(at);
            }
        };
        for (files, ranks) in KNIGHT {
            look(away(square, files, ranks), &[Role::Knight]);
        }
        for (files, ranks) in STRAIGHT.into_iter().chain(SLANTED) {
            look(away(square, files, ranks), &[Role::King]);
        }
        for files in [-1, 1] {
            look(away(square, files, -forward(by)), &[Role::Pawn]);
        }
        for (lines, roles) in
            [(STRAIGHT, [Role::Rook, Role::Queen]), (SLANTED, [Role::Bishop, Role::Queen])]
        {
            for (files, ranks) in lines {
                look(self.first_man(square, files, ranks), &roles);
            }
        }
        found
    }

    /// The first square with a man on it in a direction.
    fn first_man(&self, from: Square, files: i32, ranks: i32) -> Option<Square> {
        let mut at = away(from, files, ranks)?;
        while self.at(at).is_none() {
            at = away(at, files, ranks)?;
        }
        Some(at)
    }

    /// Whether a side's king is attacked. A king that is not there is not.
    #[must_use]
    pub fn in_check(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| !self.attackers(king, !color).is_empty())
    }

    /// The squares strictly between two on a common line; none if there is no such line.
    #[must_use]
    pub fn between(from: Square, to: Square) -> Vec<Square> {
        for (files, ranks) in STRAIGHT.into_iter().chain(SLANTED) {
            let mut way = Vec::new();
            let mut at = from;
            while let Some(next) = away(at, files, ranks) {
                if next == to {
                    return way;
                }
                way.push(next);
                at = next;
            }
        }
        Vec::new()
    }

    /// A right needs its king at home and its rook in the corner: whatever else is said lapses.
    pub fn drop_empty_rights(&mut self) {
        for color in [Color::White, Color::Black] {
            for short in [true, false] {
                let rook = self.at(corner(color, short));
                let there = rook.is_some_and(|man| {
                    man.color == color && man.role == Role::Rook && !man.promoted
                });
                let home = Square::from_coords(File::E, first_rank(color));
                if !there || self.king(color) != Some(home) {
                    self.rights[right(color, short)] = false;
                }
            }
        }
    }

    /// What another position must share to be the same. `passed_over` is the square on which a
    /// pawn can really be taken in passing.
    #[must_use]
    pub fn likeness(&self, turn: Color, passed_over: Option<Square>) -> Likeness {
        Likeness {
            men: self.men.iter().map(|man| man.map(|man| (man.color, man.role))).collect(),
            turn,
            rights: self.rights,
            passed_over,
        }
    }
}
