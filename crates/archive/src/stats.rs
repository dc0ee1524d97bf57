//! Counting games: results, endings, first moves, lengths, drops.

use std::collections::BTreeMap;

use serde::Serialize;
use tandem_notation::bpgn::{Game, GameResult, Written};
use tandem_notation::replay::check_with;
use tandem_notation::{Bfen, San};
use tandem_rules::shakmaty::{Color, Role};
use tandem_rules::{ByBoard, Move, Rulebook, STOCK_ROLES};

/// What a heap of games has in common. Counts of several heaps can be added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Games that were read.
    pub games: u64,
    /// Games with an error; they count for nothing else.
    pub bad: u64,
    /// Half-moves on both boards.
    pub half_moves: u64,
    /// How many games ended with each result.
    pub results: BTreeMap<&'static str, u64>,
    /// How many games ended in each way.
    pub endings: BTreeMap<&'static str, u64>,
    /// White's first move on each board, over both.
    pub first_moves: BTreeMap<String, u64>,
    /// Captures.
    pub captures: u64,
    /// Drops by piece.
    pub drops: BTreeMap<&'static str, u64>,
    /// Promotions by piece.
    pub promotions: BTreeMap<&'static str, u64>,
    /// The longest game, in half-moves.
    pub longest: u64,
}

impl Stats {
    /// The counts of one game.
    #[must_use]
    pub fn of_game(game: &Game, book: &Rulebook) -> Stats {
        let mut stats = Stats { games: 1, ..Stats::default() };
        let from_start = game.tags.fen().is_none_or(|fen| {
            Bfen::parse(fen).is_ok_and(|bfen| bfen.positions() == Bfen::default().positions())
        });
        let mut begun = ByBoard::<bool>::default();
        let checked = check_with(game, book, |ply, played, _| {
            stats.half_moves += 1;
            stats.captures += u64::from(played.captured.is_some());
            let board = ply.seat().board();
            let first = !std::mem::replace(&mut begun[board], true);
            if first
                && from_start
                && ply.seat().color() == Color::White
                && let Written::San(plus) = &ply.written
            {
                *stats.first_moves.entry(plus.san.to_string()).or_default() += 1;
            }
            if let Move::Drop { role, .. } = played.m {
                *stats.drops.entry(name(role)).or_default() += 1;
            }
            if let (Some(_), Written::San(plus)) = (played.m.promotion(), &ply.written)
                && let San::Walk { becomes: Some((role, _)), .. } = plus.san
            {
                *stats.promotions.entry(name(role)).or_default() += 1;
            }
        });
        if game.error().is_some() || checked.error().is_some() {
            return Stats { games: 1, bad: 1, ..Stats::default() };
        }
        stats.results.insert(checked.verdict.result.sign(), 1);
        let ending = match (checked.verdict.cause, checked.verdict.result) {
            (Some(cause), _) => cause.word(),
            (None, GameResult::Unknown) => "unfinished",
            (None, _) => "not told",
        };
        stats.endings.insert(ending, 1);
        stats.longest = stats.half_moves;
        stats
    }

    /// Adds the counts of another heap.
    pub fn add(&mut self, other: Stats) {
        fn merge<K: Ord>(into: &mut BTreeMap<K, u64>, from: BTreeMap<K, u64>) {
            for (key, count) in from {
                *into.entry(key).or_default() += count;
            }
        }
        self.games += other.games;
        self.bad += other.bad;
        self.half_moves += other.half_moves;
        self.captures += other.captures;
        self.longest = self.longest.max(other.longest);
        merge(&mut self.results, other.results);
        merge(&mut self.endings, other.endings);
        merge(&mut self.first_moves, other.first_moves);
        merge(&mut self.drops, other.drops);
        merge(&mut self.promotions, other.promotions);
    }

    /// Games without an error.
    #[must_use]
    pub fn good(&self) -> u64 {
        self.games - self.bad
    }

    /// Half-moves of a game on the average, both boards together.
    #[must_use]
    pub fn average_length(&self) -> f64 {
        if self.good() == 0 { 0.0 } else { self.half_moves as f64 / self.good() as f64 }
    }

    /// The counts of the drops, queen first.
    pub fn drops_in_order(&self) -> impl Iterator<Item = (&'static str, u64)> {
        STOCK_ROLES
            .into_iter()
            .map(|role| (name(role), self.drops.get(name(role)).copied().unwrap_or(0)))
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use tandem_notation::bpgn::Reader;

    use super::*;

    #[test]
    fn games_are_counted() {
        let text = "[WhiteA \"Ann\"]\n1A. e4 1a. d5 2A. exd5 1B. e4 1b. P@e3 2B. dxe3 {Ann resigns} *\n\
                    1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7#\n\
                    [Event \"bad\"]\n1A. e5 *\n";
        let book = Rulebook::builtin("fics").unwrap();
        let mut stats = Stats::default();
        for game in Reader::new(text.as_bytes()) {
            stats.add(Stats::of_game(&game.unwrap(), &book));
        }
        assert_eq!((stats.games, stats.bad, stats.half_moves), (3, 1, 13));
        assert_eq!(stats.results, BTreeMap::from([("0-1", 1), ("1-0", 1)]));
        assert_eq!(stats.endings, BTreeMap::from([("mate", 1), ("resignation", 1)]));
        assert_eq!(stats.first_moves, BTreeMap::from([("e4".to_owned(), 3)]));
        assert_eq!(stats.drops, BTreeMap::from([("pawn", 1)]));
        assert_eq!((stats.captures, stats.longest), (3, 7));
        assert!((stats.average_length() - 6.5).abs() < 1e-9);
    }
}
