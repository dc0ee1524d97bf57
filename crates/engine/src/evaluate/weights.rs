//! The numbers of the evaluation, each in hundredths of a pawn unless it says otherwise. The numbers themselves are
//! in `weights.txt`, as `examples/make_weights` prints them.

use std::fmt;
use std::str::FromStr;

const FILE: &str = include_str!("../../weights.txt");

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: [$count:literal];)+) => {
        /// The numbers of the evaluation, by name.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: [i32; $count],)+
        }

        const ALL: usize = 0 $(+ $count)+;

        impl Weights {
            /// The numbers in use.
            pub const DEFAULT: Weights = Weights::of(&numbers(FILE.as_bytes()));

            const fn of(row: &[i32; ALL]) -> Weights {
                let mut at = 0;
                $(
                    let $name = some(row, at);
                    at += $count;
                )+
                assert!(at == ALL);
                Weights { $($name,)+ }
            }

            /// All numbers in a row, in the order of [`Weights::groups`].
            #[must_use]
            pub fn flat(&self) -> Vec<i32> {
                let mut row = Vec::new();
                $(row.extend(self.$name);)+
                row
            }

            /// The numbers from a row; what is missing keeps its value.
            pub fn set_flat(&mut self, row: &[i32]) {
                let mut row = row.iter();
                $(for (own, new) in self.$name.iter_mut().zip(row.by_ref().take($count)) {
                    *own = *new;
                })+
            }

            /// The names of the groups and their lengths, in the order of [`Weights::flat`].
            #[must_use]
            pub fn groups() -> Vec<(&'static str, usize)> {
                vec![$((stringify!($name), $count),)+]
            }
        }
    };
}

/// The numbers of a file, whose lines are a name and numbers, or a remark after `#`. A file that has more or fewer does
/// not compile.
const fn numbers(text: &[u8]) -> [i32; ALL] {
    let mut row = [0; ALL];
    let (mut at, mut found) = (0, 0);
    while at < text.len() {
        if text[at] == b'#' {
            while at < text.len() && text[at] != b'\n' {
                at += 1;
            }
        } else if text[at].is_ascii_digit() || text[at] == b'-' {
            let sign = if text[at] == b'-' { -1 } else { 1 };
            if sign < 0 {
                at += 1;
            }
            let mut number = 0;
            while at < text.len() && text[at].is_ascii_digit() {
                number = number * 10 + (text[at] - b'0') as i32;
                at += 1;
            }
            assert!(found < ALL, "weights.txt has too many numbers");
            row[found] = sign * number;
            found += 1;
        } else {
            at += 1;
        }
    }
    assert!(found == ALL, "weights.txt has too few numbers");
    row
}

const fn some<const N: usize>(row: &[i32; ALL], from: usize) -> [i32; N] {
    let mut some = [0; N];
    let mut at = 0;
    while at < N {
        some[at] = row[from + at];
        at += 1;
    }
    some
}

/// A text that is no file of weights: the first group that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError(&'static str);

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the numbers of {} are missing or wrong", self.0)
    }
}

impl std::error::Error for WeightsError {}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut row = Vec::with_capacity(ALL);
        for (name, count) in Weights::groups() {
            let wrong = || WeightsError(name);
            let mut words = lines.next().ok_or_else(wrong)?.split_whitespace();
            let numbers: Vec<i32> = match words.next() {
                Some(first) if first == name => words.map_while(|word| word.parse().ok()).collect(),
                _ => return Err(wrong()),
            };
            if numbers.len() != count {
                return Err(wrong());
            }
            row.extend(numbers);
        }
        let mut weights = Weights::DEFAULT;
        weights.set_flat(&row);
        Ok(weights)
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.flat();
        let mut row = row.iter();
        for (name, count) in Weights::groups() {
            f.write_str(name)?;
            row.by_ref().take(count).try_for_each(|number| write!(f, " {number}"))?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

weights! {
    /// Men on the board: pawn, knight, bishop, rook, queen.
    board: [5];
    /// The first man of a kind in the stock.
    stock: [5];
    /// Each further man of the kind.
    stock_more: [5];
    /// Pawns by square: ranks from one's own side, files a to d mirrored.
    pawn_at: [32];
    /// Knights by square.
    knight_at: [32];
    /// Bishops by square.
    bishop_at: [32];
    /// Rooks by square.
    rook_at: [32];
    /// Queens by square.
    queen_at: [32];
    /// Kings by square.
    king_at: [32];
    /// Each square that a knight, bishop, rook, queen reaches.
    reach: [4];
    /// A knight, bishop, rook, queen that reaches next to nothing.
    caged: [4];
    /// A man attacked by a pawn: pawn, knight, bishop, rook, queen.
    hit_by_pawn: [5];
    /// A man attacked by a knight or bishop.
    hit_by_minor: [5];
    /// A man attacked by a rook.
    hit_by_rook: [5];
    /// A man that is attacked and not guarded.
    hanging: [5];
    /// A pawn with a free way to promote, by its rank.
    passed: [8];
    /// The right to move.
    tempo: [1];
    /// Two bishops.
    bishop_pair: [1];
    /// Danger: an enemy pawn, knight, bishop, rook, queen that looks at the king's zone.
    besieger: [5];
    /// Danger: each hit on a square of the zone.
    zone_hit: [1];
    /// Danger: each square of the zone that is attacked and guarded by the king at most.
    zone_weak: [1];
    /// Danger: a check by a knight, bishop, rook, queen that can't be captured.
    safe_check: [4];
    /// Danger: a drop of a pawn, knight, bishop, rook, queen with check that can't be captured.
    drop_check: [5];
    /// Danger: a drop with check that can be captured.
    drop_check_loose: [5];
    /// Danger: each pawn, knight, bishop, rook, queen in the enemy's stock.
    stock_danger: [5];
    /// Danger: each empty square around the king that only it guards, if the enemy has a stock.
    hole: [1];
    /// Danger: the same square when the enemy attacks it too.
    hole_attacked: [1];
    /// Danger: a file beside or before the king: pawn one step, two steps ahead, further, none.
    shelter: [4];
    /// Danger: each square to which the king can flee.
    flight: [1];
    /// Danger: each pawn, knight, bishop, rook, queen of one's own stock, a blocker.
    own_stock: [5];
    /// Danger: each knight, bishop, rook, queen of one's own near the king.
    guard: [4];
    /// Danger: the enemy has no queen at all.
    no_queen: [1];
    /// Danger: always.
    danger_base: [1];
    /// Danger d costs d * d / 256 * this / 256, and d * the second / 256.
    danger_cost: [2];
    /// How much of what the net says counts, in 256ths.
    net_share: [1];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_says_what_it_should_and_is_small() {
        let told: String = FILE
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(told, Weights::DEFAULT.to_string());
        assert!(FILE.len() < 2_000_000);
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let mut other = Weights::DEFAULT;
        (other.tempo, other.hole) = ([-7], [0]);
        assert_eq!(other.to_string().parse(), Ok(other));
        let wrong = |text: &str| text.parse::<Weights>().map_err(|error| error.0);
        assert_eq!(wrong(""), Err("board"));
        assert_eq!(wrong(&FILE.replace("tempo ", "tempo 1 ")), Err("tempo"));
        assert_eq!(wrong(&FILE.replace("hole ", "hole x")), Err("hole"));
    }
}
