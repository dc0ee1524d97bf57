//! How men walk, are dropped and promote: every square is tried, and so is every move.

use tandem_rules::shakmaty::{Color, File, Role, Square};

use crate::board::{
    Board, KNIGHT, Man, SLANTED, STRAIGHT, away, corner, first_rank, forward, rank_for, right,
};
use crate::stock::Stock;
use crate::the_books::Book;

/// What becomes of a pawn on the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// It moves as this from now on.
    Value(Role),
    /// A man of the other board replaces it.
    Taken(Role, Square),
    /// It leaves: there is nothing to take (fer 4.4, stein 3.1).
    Nothing,
}

/// A move of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// From square to square.
    Walk {
        /// From here.
        from: Square,
        /// To there.
        to: Square,
        /// What the pawn becomes.
        becomes: Option<Becomes>,
    },
    /// A pawn takes another in passing.
    InPassing {
        /// From here.
        from: Square,
        /// To there.
        to: Square,
    },
    /// King and rook.
    Castling {
        /// Whether on the king's side.
        short: bool,
    },
    /// From the stock.
    Drop {
        /// What.
        role: Role,
        /// Where.
        to: Square,
    },
}

/// The other board, for promotions that take from it.
#[derive(Clone, Copy)]
pub struct OtherBoard<'a> {
    /// What stands there.
    pub board: &'a Board,
    /// Whether that game has ended.
    pub ended: bool,
}

/// What a move did, so that it can be undone man by man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The move.
    pub step: Step,
    /// Who made it.
    pub by: Color,
    /// What it captured, and where that stood.
    pub captured: Option<(Square, Man)>,
    /// The man as it was before.
    pub mover: Option<Man>,
    rights: [bool; 4],
    king_moved: [bool; 2],
    passed_over: Option<Square>,
}

impl Step {
    /// Where the man comes from; for a castling the king.
    #[must_use]
    pub fn from(self, by: Color) -> Option<Square> {
        match self {
            Step::Walk { from, .. } | Step::InPassing { from, .. } => Some(from),
            Step::Castling { .. } => Some(Square::from_coords(File::E, first_rank(by))),
            Step::Drop { .. } => None,
        }
    }

    /// Where the man goes; for a castling the king.
    #[must_use]
    pub fn to(self, by: Color) -> Square {
        match self {
            Step::Walk { to, .. } | Step::InPassing { to, .. } | Step::Drop { to, .. } => to,
            Step::Castling { short } => {
                Square::from_coords(if short { File::G } else { File::C }, first_rank(by))
            }
        }
    }

    /// As coordinates: `e2e4`, `e7e8q`, `e7e8qd1`, `N@f3`.
    #[must_use]
    pub fn text(self, by: Color) -> String {
        match self {
            Step::Drop { role, to } => format!("{}@{to}", role.upper_char()),
            Step::Walk { from, to, becomes } => {
                let tail = match becomes {
                    None | Some(Becomes::Nothing) => String::new(),
                    Some(Becomes::Value(role)) => role.char().to_string(),
                    Some(Becomes::Taken(role, square)) => format!("{}{square}", role.char()),
                };
                format!("{from}{to}{tail}")
            }
            Step::InPassing { from, to } => format!("{from}{to}"),
            Step::Castling { .. } => {
                format!(
                    "{}{}",
                    self.from(by).map_or_else(String::new, |s| s.to_string()),
                    self.to(by)
                )
            }
        }
    }
}

/// Where the rook of a castling comes from and goes to.
fn rook_way(by: Color, short: bool) -> (Square, Square) {
    let to = Square::from_coords(if short { File::F } else { File::D }, first_rank(by));
    (corner(by, short), to)
}

/// Carries a move out on the board. The stock and the other board are not its business.
pub fn carry_out(board: &mut Board, book: Book, by: Color, step: Step) -> Done {
    let mut done = Done {
        step,
        by,
        captured: None,
        mover: None,
        rights: board.rights,
        king_moved: board.king_moved,
        passed_over: board.passed_over.take(),
    };
    match step {
        Step::Walk { from, to, becomes } => {
            let man = board.at(from);
            done.mover = man;
            done.captured = board.at(to).map(|man| (to, man));
            board.put(from, None);
            board.put(to, man.and_then(|man| after_promotion(man, becomes)));
            if let Some(man) = man {
                let two = i32::try_from(rank_for(by, to)).unwrap_or(0)
                    - i32::try_from(rank_for(by, from)).unwrap_or(0);
                if man.role == Role::Pawn && two == 2 && from.file() == to.file() {
                    board.passed_over = away(from, 0, forward(by));
                }
                if man.role == Role::King {
                    board.king_moved[by as usize] = true;
                }
            }
        }
        Step::InPassing { from, to } => {
            let victim = away(to, 0, -forward(by));
            done.mover = board.at(from);
            board.put(to, done.mover);
            board.put(from, None);
            if let Some(victim) = victim {
                done.captured = board.at(victim).map(|man| (victim, man));
                board.put(victim, None);
            }
        }
        Step::Castling { short } => {
            let (rook_from, rook_to) = rook_way(by, short);
            let king = board.king(by);
            done.mover = king.and_then(|king| board.at(king));
            let rook = board.at(rook_from);
            if let Some(king) = king {
                board.put(king, None);
            }
            board.put(rook_from, None);
            board.put(step.to(by), done.mover);
            board.put(rook_to, rook);
            board.king_moved[by as usize] = true;
        }
        Step::Drop { role, to } => {
            done.captured = board.at(to).map(|man| (to, man));
            board.put(to, Some(Man { color: by, role, promoted: false }));
        }
    }
    // A rook that left or was captured takes its right along, even if another stands there now.
    let touched = [step.from(by), Some(step.to(by))];
    for color in [Color::White, Color::Black] {
        for short in [true, false] {
            if touched.contains(&Some(corner(color, short))) {
                board.rights[right(color, short)] = false;
            }
            // asten 11: a rook dropped there has the rights of the original.
            let dropped =
                matches!(step, Step::Drop { role: Role::Rook, to } if to == corner(color, short));
            if book == Book::Asten && dropped && color == by && !board.king_moved[by as usize] {
                board.rights[right(by, short)] = true;
            }
        }
    }
    board.drop_empty_rights();
    done
}

fn after_promotion(man: Man, becomes: Option<Becomes>) -> Option<Man> {
    match becomes {
        None => Some(man),
        Some(Becomes::Value(role)) => Some(Man { role, promoted: true, ..man }),
        Some(Becomes::Taken(role, _)) => Some(Man { role, promoted: false, ..man }),
        Some(Becomes::Nothing) => None,
    }
}

/// Undoes a move. A man that has been taken off the board meanwhile does not come back.
pub fn undo(board: &mut Board, done: &Done) {
    let by = done.by;
    match done.step {
        Step::Walk { from, to, becomes } => {
            let gone = becomes != Some(Becomes::Nothing) && board.at(to).is_none();
            board.put(to, None);
            // What a promotion brought stays wherever it went; the pawn comes back.
            board.put(from, done.mover.filter(|_| !gone || becomes.is_some()));
        }
        Step::InPassing { from, to } => {
            board.put(to, None);
            board.put(from, done.mover);
        }
        Step::Castling { short } => {
            let (rook_from, rook_to) = rook_way(by, short);
            let rook = board.at(rook_to);
            board.put(done.step.to(by), None);
            board.put(rook_to, None);
            board.put(rook_from, rook);
            board.put(Square::from_coords(File::E, first_rank(by)), done.mover);
        }
        Step::Drop { to, .. } => board.put(to, None),
    }
    if let Some((square, man)) = done.captured {
        board.put(square, Some(man));
    }
    board.rights = done.rights;
    board.king_moved = done.king_moved;
    board.passed_over = done.passed_over;
    board.drop_empty_rights();
}

/// Every walk that a side's men have by their way of moving, without a thought for the king.
fn walks(board: &Board, by: Color) -> Vec<Step> {
    let mut found = Vec::new();
    for (from, man) in board.men_of(by) {
        let mut in_passing = Vec::new();
        let mut go = |to: Square| found.push(Step::Walk { from, to, becomes: None });
        let free_or_enemy = |to: Square| board.at(to).is_none_or(|there| there.color != by);
        let (lines, reach): (Vec<(i32, i32)>, i32) = match man.role {
            Role::Knight => (KNIGHT.to_vec(), 1),
            Role::King => (STRAIGHT.into_iter().chain(SLANTED).collect(), 1),
            Role::Rook => (STRAIGHT.to_vec(), 7),
            Role::Bishop => (SLANTED.to_vec(), 7),
            Role::Queen => (STRAIGHT.into_iter().chain(SLANTED).collect(), 7),
            Role::Pawn => (Vec::new(), 0),
        };
        for (files, ranks) in lines {
            for far in 1..=reach {
                let Some(to) = away(from, files * far, ranks * far) else { break };
                if free_or_enemy(to) {
                    go(to);
                }
                if board.at(to).is_some() {
                    break;
                }
            }
        }
        if man.role == Role::Pawn {
            if let Some(one) = away(from, 0, forward(by))
                && board.at(one).is_none()
            {
                go(one);
                if rank_for(by, from) == 2
                    && let Some(two) = away(one, 0, forward(by))
                    && board.at(two).is_none()
                {
                    go(two);
                }
            }
            for files in [-1, 1] {
                if let Some(to) = away(from, files, forward(by)) {
                    if board.at(to).is_some_and(|there| there.color != by) {
                        go(to);
                    } else if board.passed_over == Some(to) && rank_for(by, to) == 6 {
                        in_passing.push(Step::InPassing { from, to });
                    }
                }
            }
        }
        found.extend(in_passing);
    }
    found
}

/// Castling, with everything that FIDE 3.8 asks but the safety of the king at the end.
fn castlings(board: &Board, by: Color) -> Vec<Step> {
    let home = Square::from_coords(File::E, first_rank(by));
    [true, false]
        .into_iter()
        .filter(|&short| {
            let rook = corner(by, short);
            let (_, crossed) = rook_way(by, short);
            board.rights[right(by, short)]
                && Board::between(home, rook).iter().all(|&square| board.at(square).is_none())
                && board.attackers(home, !by).is_empty()
                && board.attackers(crossed, !by).is_empty()
        })
        .map(|short| Step::Castling { short })
        .collect()
}

/// What a pawn that reaches the last rank may become by the book.
fn promotions(
    board: &Board,
    book: Book,
    by: Color,
    step: Step,
    other: OtherBoard<'_>,
) -> Vec<Step> {
    let Step::Walk { from, to, .. } = step else { return vec![step] };
    let pawn = board.at(from).is_some_and(|man| man.role == Role::Pawn);
    if !pawn || rank_for(by, to) != 8 {
        return vec![step];
    }
    let as_values =
        |roles: &[Role]| roles.iter().map(|&role| Becomes::Value(role)).collect::<Vec<_>>();
    let all = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let ways = match book {
        Book::Sscr => as_values(&[Role::Queen, Role::Knight]), // sscr 5.7
        Book::Asten | Book::Minerva | Book::Fics => as_values(&all), // asten 12, R5; minerva 3.1
        Book::Fer | Book::Stein => {
            let found = takeable(book, by, other);
            if found.is_empty() {
                vec![Becomes::Nothing] // fer 4.4, stein 3.1
            } else {
                found.into_iter().map(|(square, role)| Becomes::Taken(role, square)).collect()
            }
        }
    };
    ways.into_iter().map(|becomes| Step::Walk { from, to, becomes: Some(becomes) }).collect()
}

/// The men of the other board that a promotion of this side may take: they have its colour (R21).
#[must_use]
pub fn takeable(book: Book, by: Color, other: OtherBoard<'_>) -> Vec<(Square, Role)> {
    if book == Book::Fer && other.ended {
        return Vec::new(); // fer 4.5
    }
    other
        .board
        .men_of(by)
        .filter(|(_, man)| !matches!(man.role, Role::King | Role::Pawn)) // R25
        .filter(|&(square, _)| book != Book::Fer || !uncovers(other.board, square, by))
        .map(|(square, man)| (square, man.role))
        .collect()
}

/// fer 4.2, R29: whether taking this man adds an attacker to its own king.
fn uncovers(board: &Board, square: Square, color: Color) -> bool {
    let Some(king) = board.king(color) else { return false };
    let before = board.attackers(king, !color);
    let mut without = board.clone();
    without.put(square, None);
    without.attackers(king, !color).iter().any(|attacker| !before.contains(attacker))
}

/// Whether the book lets a man be dropped there, kings apart.
#[must_use]
pub fn may_stand(book: Book, by: Color, role: Role, to: Square) -> bool {
    let rank = rank_for(by, to);
    match (book, role) {
        (Book::Stein, Role::Pawn) => !matches!(rank, 1 | 7 | 8), // stein 2.5
        (Book::Stein, _) => rank != 8,                           // stein 2.6
        // asten 10b, minerva 2.5, sscr 5.10, fer 3.5, fics 3
        (_, Role::Pawn) => !matches!(rank, 1 | 8),
        _ => true,
    }
}

/// One side of one board with all that decides what it may play.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The book.
    pub book: Book,
    /// The board.
    pub board: &'a Board,
    /// White's and Black's stock.
    pub stocks: &'a [Stock; 2],
    /// The other board.
    pub other: OtherBoard<'a>,
}

impl Side<'_> {
    /// Every legal move of a side.
    #[must_use]
    pub fn legal(&self, by: Color) -> Vec<Step> {
        let mut found: Vec<Step> = walks(self.board, by)
            .into_iter()
            .flat_map(|step| promotions(self.board, self.book, by, step, self.other))
            .chain(castlings(self.board, by))
            .filter(|&step| self.is_sound(by, step))
            .collect();
        found.extend(self.drops(by).into_iter().filter(|&step| self.is_sound(by, step)));
        found
    }

    /// Whether a side has any legal move.
    #[must_use]
    pub fn can_move(&self, by: Color) -> bool {
        walks(self.board, by)
            .into_iter()
            .flat_map(|step| promotions(self.board, self.book, by, step, self.other))
            .any(|step| self.is_sound(by, step))
            || self.drops(by).into_iter().any(|step| self.is_sound(by, step))
    }

    fn drops(&self, by: Color) -> Vec<Step> {
        let stock = &self.stocks[by as usize];
        let empty = || Square::ALL.into_iter().filter(|&to| self.board.at(to).is_none());
        stock
            .roles()
            .into_iter()
            .flat_map(|role| empty().map(move |to| (role, to)))
            .filter(|&(role, to)| may_stand(self.book, by, role, to))
            .map(|(role, to)| Step::Drop { role, to })
            .collect()
    }

    /// What is left to ask of a move that a man has by its way of moving: kings.
    fn is_sound(&self, by: Color, step: Step) -> bool {
        let mut after = self.board.clone();
        let done = carry_out(&mut after, self.book, by, step);
        let takes_king = done.captured.is_some_and(|(_, man)| man.role == Role::King); // R6
        if takes_king || after.in_check(by) {
            return false;
        }
        let Step::Drop { role, .. } = step else { return true };
        match self.book {
            Book::Stein => !after.in_check(!by), // stein 2.4, R39
            Book::Fer if after.in_check(!by) => {
                // fer 3.4: not with mate.
                let mut stocks = self.stocks.clone();
                stocks[by as usize].take(role);
                let then = Side { board: &after, stocks: &stocks, ..*self };
                then.can_move(!by)
            }
            Book::Asten | Book::Minerva | Book::Sscr | Book::Fer | Book::Fics => true,
        }
    }

    /// How a side that is on move stands.
    #[must_use]
    pub fn standing(&self, color: Color) -> Standing {
        if self.can_move(color) {
            return Standing::Free;
        }
        let Some(king) = self.board.king(color) else { return Standing::Waits };
        let checks = self.board.attackers(king, !color);
        match self.book {
            // R8
            Book::Minerva | Book::Stein | Book::Fer if checks.is_empty() => Standing::Stalemated,
            Book::Minerva | Book::Stein | Book::Fer => Standing::Mated,
            // asten 13
            Book::Asten if checks.is_empty() => {
                if Stock::pool(self.board, color).is_empty() {
                    Standing::Stalemated
                } else {
                    Standing::Waits
                }
            }
            Book::Asten => {
                let pool = Stock::pool(self.board, color);
                let helps = checks.len() == 1
                    && Board::between(king, checks[0]).into_iter().any(|to| {
                        pool.roles().into_iter().any(|role| may_stand(Book::Asten, color, role, to))
                    });
                if helps && slides(self.board, checks[0]) {
                    Standing::Waits
                } else {
                    Standing::Mated
                }
            }
            // sscr 1.5, R8, R18; fics 5
            Book::Sscr | Book::Fics if checks.is_empty() => Standing::Waits,
            Book::Sscr | Book::Fics => {
                let distant = checks.len() == 1
                    && slides(self.board, checks[0])
                    && !Board::between(king, checks[0]).is_empty();
                if distant { Standing::Waits } else { Standing::Mated }
            }
        }
    }

    /// The square on which a pawn can legally be taken in passing by this side.
    #[must_use]
    pub fn in_passing(&self, by: Color) -> Option<Square> {
        walks(self.board, by)
            .into_iter()
            .filter(|&step| matches!(step, Step::InPassing { .. }))
            .find(|&step| self.is_sound(by, step))
            .map(|step| step.to(by))
    }
}

fn slides(board: &Board, square: Square) -> bool {
    board.at(square).is_some_and(|man| matches!(man.role, Role::Queen | Role::Rook | Role::Bishop))
}

/// How a side on move stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It has a legal move.
    Free,
    /// It has none, and waits for a man while its clock runs.
    Waits,
    /// It is mated.
    Mated,
    /// It is stalemated.
    Stalemated,
}
