//! A line of a tactics file: `book; task; BFEN; moves`.

use tandem_notation::Bfen;
use tandem_rules::{BoardId, Move, OtherBoard, Position, Rulebook};

use super::brute::Brute;

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Mate in so many moves, and not sooner.
    Mate(u32),
    /// The only move that is not mated in so many.
    Save(u32),
}

/// A problem: board A is played on, board B stands beside it.
#[derive(Clone, Debug)]
pub(crate) struct Tactic {
    /// The line of the file.
    pub(crate) line: usize,
    /// The book.
    pub(crate) book: Rulebook,
    /// What is to be found.
    pub(crate) goal: Goal,
    /// The board.
    pub(crate) position: Position,
    /// The other board.
    pub(crate) other_board: Position,
    /// The moves that do it, as coordinates.
    pub(crate) solutions: Vec<String>,
}

impl Tactic {
    /// Reads a file: empty lines and those that begin with `#` say nothing.
    pub(crate) fn read(text: &str) -> Vec<Tactic> {
        text.lines()
            .enumerate()
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(at, line)| Tactic::parse(at + 1, line))
            .collect()
    }

    fn parse(line: usize, text: &str) -> Tactic {
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let [book, task, bfen, moves] = parts[..] else { panic!("line {line}: four parts") };
        let goal = match task.split_once(' ') {
            Some(("mate", moves)) => Goal::Mate(moves.parse().expect("a number of moves")),
            Some(("save", moves)) => Goal::Save(moves.parse().expect("a number of moves")),
            _ => panic!("line {line}: mate N or save N"),
        };
        let bfen: Bfen = bfen.parse().unwrap_or_else(|error| panic!("line {line}: {error}"));
        Tactic {
            line,
            book: Rulebook::builtin(book).expect("a built-in book"),
            goal,
            position: bfen.boards[BoardId::A].position.clone(),
            other_board: bfen.boards[BoardId::B].position.clone(),
            solutions: moves.split(' ').map(str::to_owned).collect(),
        }
    }

    /// The same problem by another book, without the solutions that it does not allow: sscr
    /// promotes to queen and knight only (sscr 5.7).
    pub(crate) fn by(mut self, book: &Rulebook) -> Tactic {
        let moves = self.position.by(book).with_other(self.other()).legal_moves();
        self.solutions.retain(|solution| moves.iter().any(|m| m.to_string() == *solution));
        Tactic { book: book.clone(), ..self }
    }

    /// The other board as the rules see it.
    pub(crate) fn other(&self) -> Option<OtherBoard<'_>> {
        Some(OtherBoard { position: &self.other_board, ended: false })
    }

    /// The brute force for this problem.
    pub(crate) fn brute(&self) -> Brute<'_> {
        Brute { rules: *self.book.board_rules(), other: self.other() }
    }

    /// Whether it is a problem only because mate is judged by the present stock (R8): where a
    /// check from a distance never mates there is no such mate, or more moves save.
    pub(crate) fn rests_on_stock(&self) -> bool {
        let brute = self.brute().by_contact();
        match self.goal {
            Goal::Mate(n) => !brute.mates(&self.position, n),
            Goal::Save(n) => brute.saving_moves(&self.position, n).len() > self.solutions.len(),
        }
    }

    /// Whether a move solves it.
    pub(crate) fn is_solved_by(&self, m: Move) -> bool {
        self.solutions.contains(&m.to_string())
    }

    /// Checks by brute force that the solutions are right: that they do it; thoroughly also that
    /// nothing else does.
    pub(crate) fn check(&self, thoroughly: bool) -> Result<(), String> {
        let brute = self.brute();
        let rules = self.book.board_rules();
        let error = |what: &str| Err(format!("line {}: {what}", self.line));
        if thoroughly {
            let (moves, sooner) = match self.goal {
                Goal::Mate(n) => {
                    (brute.mating_moves(&self.position, n), brute.mates(&self.position, n - 1))
                }
                Goal::Save(n) => (brute.saving_moves(&self.position, n), false),
            };
            let mut found: Vec<String> = moves.iter().map(ToString::to_string).collect();
            let mut listed = self.solutions.clone();
            found.sort_unstable();
            listed.sort_unstable();
            if sooner || found != listed {
                return error(&format!("brute force finds {found:?}, sooner {sooner}"));
            }
            return Ok(());
        }
        for solution in &self.solutions {
            let coordinates = solution.parse().map_err(|why| format!("{why}"))?;
            let Ok(m) = brute.board(&self.position).legal_move(coordinates) else {
                return error("a solution is not legal");
            };
            let mut next = self.position.clone();
            next.play_unchecked(m, rules);
            let right = match self.goal {
                Goal::Mate(n) => brute.is_lost(&next, n),
                Goal::Save(n) => !brute.mates(&next, n),
            };
            if !right {
                return error("a solution does not do it");
            }
        }
        Ok(())
    }
}
