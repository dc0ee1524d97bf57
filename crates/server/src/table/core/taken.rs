//! What was taken from each seat, by its number. With boards on the table a phone that was replaced comes back with
//! numbers that its successor has used too: the same number is not the same act then.

use std::collections::BTreeMap;

use tandem_referee::{Act, Command, Match, MoveText, Record};
use tandem_rules::{BySeat, Millis, Seat};

/// What a phone tells again it stamps as before; the first time it may have been ahead of the server by so much, and
/// nothing counts from later than it was heard.
const AHEAD: i64 = 50;

/// The acts of a match whose boards stand on the table.
#[derive(Debug, Default)]
pub(crate) struct Taken(BySeat<BTreeMap<u64, (Millis, Act<MoveText>)>>);

impl Taken {
    /// Nothing yet; none where the boards are on the screen, whose pages count by what the server told them.
    pub(super) fn of(game: &Match) -> Option<Taken> {
        game.is_on_table().then(Taken::default)
    }

    /// Takes in what was written down.
    pub(super) fn take(&mut self, record: &Record) {
        let Record { at, number: Some(number), asked: Some(Command::Player { seat, act }), .. } =
            record
        else {
            return;
        };
        self.0[*seat].insert(*number, (*at, act.clone()));
    }

    /// Whether something else was taken under this number than what is told now.
    fn differs(&self, seat: Seat, number: u64, act: &Act<MoveText>, told: Option<Millis>) -> bool {
        self.0[seat].get(&number).is_some_and(|(at, taken)| {
            taken != act || told.is_some_and(|told| (told - *at).0.abs() > AHEAD)
        })
    }
}

impl super::MatchCore {
    /// Whether a number that was taken stands for another act than this one, or for the same at another moment, if
    /// one is told.
    pub(crate) fn is_another(
        &self,
        seat: Seat,
        number: u64,
        act: &Act<MoveText>,
        told: Option<Millis>,
    ) -> bool {
        self.taken.as_ref().is_some_and(|taken| taken.differs(seat, number, act, told))
    }
}
