//! What was learnt from looks ahead: a small net corrects the score that the other parts add up to.
//!
//! Each side sees the position from behind its own king, the board turned so that the king stands on the left half; what it sees is a few dozen
//! of [`CLUES`] small facts. Each fact moves [`WIDTH`] sums; what the sums of both sides say together is the correction. All in whole
//! numbers, so that every machine finds the same.

use std::sync::LazyLock;

use smallvec::SmallVec;
use tandem_rules::shakmaty::{Bitboard, ByColor, Color, File, Role, Square, attacks};
use tandem_rules::{BoardRules, DropLimit, MateRule, Position};

use super::BOARD_KINDS;
use super::maps::{Map, maps};
use crate::score::Score;

const ROLES: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// A man on a square.
const PLACE: usize = 0;
/// A man so many files and ranks away from the king.
const AROUND: usize = PLACE + 2 * 6 * 64;
/// At least one, two, three, four of a kind in a stock.
const STOCK: usize = AROUND + 2 * 6 * 225;
/// A square near the king: attacked and guarded, attacked and not, neither and empty.
const ZONE: usize = STOCK + 2 * 5 * 4;
/// A man that is attacked: guarded or not.
const HIT: usize = ZONE + 3 * 25;
/// The enemy can drop such a man with check: where it can't be taken, or where it can.
const CHECK: usize = HIT + 2 * 6 * 2;
/// So many squares to which the king can flee.
const FLIGHT: usize = CHECK + 2 * 5;
/// What drops and mate are in the book.
const LAW: usize = FLIGHT + 9;
/// How many different clues there are.
pub const CLUES: usize = LAW + 4;
/// How many sums each side has.
pub const WIDTH: usize = 32;

/// In the file one is so much: for the sums, and for what each says in the end.
pub const SUM_UNIT: f32 = 255.0;
/// See [`SUM_UNIT`].
pub const SAY_UNIT: f32 = 64.0;
/// What a net says is meant in so many hundredths of a pawn.
pub const SCORE_UNIT: f32 = 400.0;
/// A correction is never larger.
const MAX_CORRECTION: i32 = 3_000;

/// The clues of one side.
pub type Clues = SmallVec<[u16; 160]>;

type Row = [i16; WIDTH];

/// A net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// What a man on a square does, by [`placed`]: both of its clues together.
    placed: Vec<Row>,
    rows: Vec<Row>,
    first: Row,
    say: [Row; 2],
    always: i16,
}

/// As `examples/make_net` writes it.
const FILE: &[u8; 2 * Net::NUMBERS] = include_bytes!("../../net.bin");

static IN_USE: LazyLock<Net> = LazyLock::new(|| Net::read(FILE));

impl Net {
    /// So many numbers a net has.
    pub const NUMBERS: usize = CLUES * WIDTH + WIDTH + 2 * WIDTH + 1;

    /// The net in use.
    #[must_use]
    pub fn in_use() -> &'static Net {
        &IN_USE
    }

    /// A net from the bytes of a file: numbers of two bytes, the lower one first.
    #[must_use]
    pub fn read(bytes: &[u8; 2 * Net::NUMBERS]) -> Net {
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || -> Row { std::array::from_fn(|_| numbers.next().unwrap_or_default()) };
        let rows: Vec<Row> = (0..CLUES).map(|_| row()).collect();
        let (first, say) = (row(), [row(), row()]);
        let always = numbers.next().unwrap_or_default();
        let mut placed = Vec::with_capacity(KINGS * MEN);
        for king in (0..64).filter(|king| king % 8 < 4) {
            for man in 0..12 {
                for square in 0..64 {
                    let [place, around] = clues_of_man(king, man, square).map(|clue| &rows[clue]);
                    placed.push(std::array::from_fn(|at| place[at].wrapping_add(around[at])));
                }
            }
        }
        Net { placed, rows, first, say, always }
    }

    /// What the net adds to the score of the side to move.
    pub(super) fn correct(
        &self,
        position: &Position,
        rules: &BoardRules,
        maps: &ByColor<Map>,
    ) -> Score {
        let us = position.turn();
        let mut said = 0_i32;
        for (color, say) in [us, !us].into_iter().zip(&self.say) {
            let mut seen = List::new();
            let mut placed = List::new();
            look(
                position,
                rules,
                maps,
                color,
                &mut |king, man, square| placed.push(self::placed(king, man, square)),
                &mut |clue| seen.push(clue),
            );
            let mut sums = self.first;
            add(&mut sums, &self.placed, &placed);
            add(&mut sums, &self.rows, &seen);
            for (sum, say) in sums.into_iter().zip(say) {
                let sum = i32::from(sum.clamp(0, SUM_UNIT as i16));
                said += sum * sum * i32::from(*say);
            }
        }
        let said = said / SUM_UNIT as i32 + i32::from(self.always);
        let score = said * SCORE_UNIT as i32 / (SUM_UNIT * SAY_UNIT) as i32;
        score.clamp(-MAX_CORRECTION, MAX_CORRECTION)
    }
}

#[inline]
fn add(sums: &mut Row, rows: &[Row], list: &List) {
    for &at in list.listed() {
        let row = &rows[usize::from(at)];
        for (sum, by) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*by);
        }
    }
}

/// Some numbers of rows: at most as many as a position can have of a kind.
struct List {
    numbers: [u16; 128],
    count: usize,
}

impl List {
    fn new() -> List {
        List { numbers: [0; 128], count: 0 }
    }

    #[inline]
    fn push(&mut self, number: usize) {
        if let Some(place) = self.numbers.get_mut(self.count) {
            *place = number as u16;
            self.count += 1;
        }
    }

    fn listed(&self) -> &[u16] {
        &self.numbers[..self.count]
    }
}

/// Squares on which a king can stand after turning, and men on squares for each.
const KINGS: usize = 32;
const MEN: usize = 12 * 64;

/// Where [`Net::placed`] has a man on a square.
#[inline]
fn placed(king: usize, man: usize, square: usize) -> usize {
    (king / 8 * 4 + king % 8) * MEN + man * 64 + square
}

/// The clues that a man on a square gives.
fn clues_of_man(king: usize, man: usize, square: usize) -> [usize; 2] {
    let way = (square / 8 + 7 - king / 8) * 15 + square % 8 + 7 - king % 8;
    [PLACE + man * 64 + square, AROUND + man * 225 + way]
}

/// What the side to move and the other one see of a position.
#[must_use]
pub fn clues(position: &Position, rules: &BoardRules) -> [Clues; 2] {
    let maps = maps(position.board());
    let us = position.turn();
    [us, !us].map(|color| {
        let (mut clues, mut others) = (Clues::new(), Clues::new());
        look(
            position,
            rules,
            &maps,
            color,
            &mut |king, man, square| {
                clues.extend(clues_of_man(king, man, square).map(|clue| clue as u16));
            },
            &mut |clue| others.push(clue as u16),
        );
        clues.extend(others);
        clues
    })
}

/// Tells everything that a side sees: where its king stands with each man and its square, all turned, and every other clue.
#[inline]
fn look(
    position: &Position,
    rules: &BoardRules,
    maps: &ByColor<Map>,
    us: Color,
    place: &mut impl FnMut(usize, usize, usize),
    tell: &mut impl FnMut(usize),
) {
    let board = position.board();
    let Some(king) = board.king_of(us) else { return };
    // Turned so that one's own men begin below, and the king stands on the left half.
    let turn = us.fold_wb(0, 56) ^ if king.file().to_u32() > 3 { 7 } else { 0 };
    let turned = |square: Square| (u32::from(square) ^ turn) as usize;
    let (ours, theirs) = (maps.get(us), maps.get(!us));
    let at = turned(king);

    for (side, color) in [us, !us].into_iter().enumerate() {
        let (own, enemy) = if color == us { (ours, theirs) } else { (theirs, ours) };
        for (kind, role) in ROLES.into_iter().enumerate() {
            let man = side * 6 + kind;
            let men = board.by_piece(role.of(color));
            for square in men {
                place(at, man, turned(square));
            }
            let hit = men & enemy.all;
            (0..(hit & !own.all).count()).for_each(|_| tell(HIT + man * 2));
            (0..(hit & own.all).count()).for_each(|_| tell(HIT + man * 2 + 1));
        }
        let stock = position.stock(color);
        if !stock.is_empty() {
            for (kind, role) in BOARD_KINDS.into_iter().enumerate() {
                let held = usize::from(stock.count(role)).min(4);
                (0..held).for_each(|more| tell(STOCK + (side * 5 + kind) * 4 + more));
            }
        }
    }

    let near = near(king);
    for (what, squares) in [
        near & theirs.all & ours.without_king,
        near & theirs.all & !ours.without_king,
        near & !theirs.all & !ours.without_king & !board.occupied(),
    ]
    .into_iter()
    .enumerate()
    {
        for square in squares {
            let square = turned(square);
            let (up, over) = (square / 8 + 2 - at / 8, square % 8 + 2 - at % 8);
            tell(ZONE + what * 25 + up * 5 + over);
        }
    }

    let stock = position.stock(!us);
    if !stock.is_empty() && rules.drop_limit != DropLimit::NoCheck {
        let safe = !ours.all | (theirs.all & !ours.without_king);
        for (kind, role) in BOARD_KINDS.into_iter().enumerate() {
            if stock.has(role) {
                let ranks = match role {
                    Role::Pawn => rules.pawn_drops.get(!us),
                    _ => rules.piece_drops.get(!us),
                };
                let free = !board.occupied() & *ranks;
                let checks = attacks::attacks(king, role.of(us), board.occupied()) & free;
                if (checks & safe).any() {
                    tell(CHECK + kind);
                } else if checks.any() {
                    tell(CHECK + 5 + kind);
                }
            }
        }
    }
    let flight = attacks::king_attacks(king) & !board.by_color(us) & !theirs.all;
    tell(FLIGHT + flight.count());
    tell(LAW + law(rules));
}

fn law(rules: &BoardRules) -> usize {
    match (rules.drop_limit, rules.mate) {
        (DropLimit::NoCheck, _) => 0,
        (DropLimit::NoMate, _) => 1,
        (DropLimit::Free, MateRule::Stock) => 2,
        (DropLimit::Free, MateRule::Pool | MateRule::Contact) => 3,
    }
}

/// The squares at most two steps from a king.
fn near(king: Square) -> Bitboard {
    let once = attacks::king_attacks(king).with(king);
    let east = (once & !Bitboard::from_file(File::H)).shift(1);
    let west = (once & !Bitboard::from_file(File::A)).shift(-1);
    let wide = once | east | west;
    wide | wide.shift(8) | wide.shift(-8)
}

#[cfg(test)]
mod tests {
    use tandem_rules::Rulebook;

    use super::*;
    use crate::protocol::fen::parse_fen;

    #[test]
    fn the_file_is_small_and_says_something() {
        assert!(FILE.len() < 2_000_000);
        assert!(FILE.iter().any(|&byte| byte != 0));
    }

    #[test]
    fn a_net_adds_up_what_its_clues_say() {
        // Each clue moves the first sum by one unit, which the side to move takes for half a unit.
        let mut numbers = vec![0_i16; Net::NUMBERS];
        numbers[(STOCK + 4 * 4) * WIDTH] = SUM_UNIT as i16;
        numbers[(CLUES + 1) * WIDTH] = SAY_UNIT as i16 / 2;
        let bytes: Vec<u8> = numbers.into_iter().flat_map(i16::to_le_bytes).collect();
        let net = Net::read(bytes[..].try_into().expect("as long as a net"));
        let book = Rulebook::builtin("fics").expect("a built-in book");
        let correct = |fen: &str| {
            let position = parse_fen(fen).expect("a position");
            net.correct(&position, book.board_rules(), &maps(position.board()))
        };
        assert_eq!(correct("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"), SCORE_UNIT as i32 / 2);
        assert_eq!(correct("4k3/8/8/8/8/8/8/4K3[Qq] b - - 0 1"), SCORE_UNIT as i32 / 2);
        assert_eq!(correct("4k3/8/8/8/8/8/8/4K3[Q] b - - 0 1"), 0);
    }

    #[test]
    fn both_colours_and_both_wings_see_the_same() {
        let book = Rulebook::builtin("fics").expect("a built-in book");
        let seen = |fen: &str| {
            let position = parse_fen(fen).expect("a position");
            clues(&position, book.board_rules()).map(|mut clues| {
                clues.sort_unstable();
                clues
            })
        };
        let white = seen("r1bq3r/ppp2kpp/2n5/8/3P4/2N5/PPP2PPP/R1BK3R[Pn] w - - 0 1");
        let black = seen("r1bk3r/ppp2ppp/2n5/3p4/8/2N5/PPP2KPP/R1BQ3R[Np] b - - 0 1");
        assert_eq!(white, black);
        let left = seen("3k4/8/8/8/8/8/1P6/2K5[] w - - 0 1");
        assert_eq!(left, seen("4k3/8/8/8/8/8/6P1/5K2[] w - - 0 1"));
    }

    #[test]
    fn every_clue_is_one_of_those_that_there_are() {
        for id in tandem_rules::book::BUILTIN_IDS {
            let book = Rulebook::builtin(id).expect("a built-in book");
            let mut position = Position::default();
            for color in Color::ALL {
                BOARD_KINDS.into_iter().for_each(|role| position.stock_mut(color).add(role));
            }
            let mut dice = 3_u64;
            for _ in 0..300 {
                let seen = clues(&position, book.board_rules());
                assert!(seen.iter().flatten().all(|&clue| usize::from(clue) < CLUES), "{id}");
                let legal = position.by(&book).legal_moves();
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let Some(&m) = legal.get((dice >> 33) as usize % legal.len().max(1)) else { break };
                position.play_unchecked(m, book.board_rules());
            }
        }
    }
}
