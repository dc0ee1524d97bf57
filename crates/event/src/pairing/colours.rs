//! Colours of teams on the first board (FIDE C.04.6, 1.6, 1.7 and 4).

use tandem_referee::Points;

use crate::ids::PairingNumber;
use crate::terms::{Colour, ColourModel};

/// How much a team wants a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strength {
    /// Type B only.
    Mild,
    /// Strong in type B, simple in type A.
    Strong,
}

/// A colour that a team wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preference {
    pub(super) colour: Colour,
    pub(super) strength: Strength,
}

/// The colours of the matches that a team has played; others give none (1.6.1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct History(pub(super) Vec<Colour>);

impl History {
    /// White less Black (1.6.2).
    pub(super) fn difference(&self) -> i32 {
        self.0.iter().map(|colour| if *colour == Colour::White { 1 } else { -1 }).sum()
    }

    fn last_two(&self, colour: Colour) -> bool {
        matches!(self.0.as_slice(), [.., a, b] if *a == colour && *b == colour)
    }

    /// What the team wants (1.7.1, 1.7.2).
    pub(super) fn preference(&self, model: ColourModel, last_round: bool) -> Option<Preference> {
        let difference = self.difference();
        let strong = |colour| Some(Preference { colour, strength: Strength::Strong });
        let mild = |colour| Some(Preference { colour, strength: Strength::Mild });
        if model == ColourModel::None {
            return None;
        }
        if difference < -1 || (matches!(difference, -1 | 0) && self.last_two(Colour::Black)) {
            return strong(Colour::White);
        }
        if difference > 1 || (matches!(difference, 0 | 1) && self.last_two(Colour::White)) {
            return strong(Colour::Black);
        }
        match (model, difference) {
            (ColourModel::TypeB, -1) => mild(Colour::White),
            (ColourModel::TypeB, 1) => mild(Colour::Black),
            (ColourModel::TypeB, 0) if !last_round => {
                self.0.last().and_then(|last| mild(last.other()))
            }
            (ColourModel::TypeA | ColourModel::TypeB | ColourModel::None, _) => None,
        }
    }
}

/// A team when colours are given.
pub(super) struct Team<'a> {
    pub(super) number: PairingNumber,
    pub(super) primary: Points,
    /// Only where it counts for colours (1.2).
    pub(super) secondary: Points,
    pub(super) history: &'a History,
    pub(super) preference: Option<Preference>,
}

/// Whether the first of the two has White, and by which step of 4.3.
pub(super) fn allocate(
    one: &Team<'_>,
    other: &Team<'_>,
    model: ColourModel,
    initial: Colour,
) -> (bool, &'static str) {
    // 4.2: the first team has the higher score, then the higher secondary score, then the smaller number.
    let rank = |team: &Team<'_>| (std::cmp::Reverse((team.primary, team.secondary)), team.number);
    if rank(other) < rank(one) {
        let (white, step) = allocate(other, one, model, initial);
        return (!white, step);
    }
    let (colour, step) = of_first(one, other, model, initial);
    (colour == Colour::White, step)
}

/// The colour of the first team (4.3).
fn of_first(
    first: &Team<'_>,
    second: &Team<'_>,
    model: ColourModel,
    initial: Colour,
) -> (Colour, &'static str) {
    if first.history.0.is_empty() && second.history.0.is_empty() {
        let odd = first.number.0 % 2 == 1;
        return (if odd { initial } else { initial.other() }, "4.3.1");
    }
    match (first.preference, second.preference) {
        (Some(wish), None) => return (wish.colour, "4.3.2"),
        (None, Some(wish)) => return (wish.colour.other(), "4.3.2"),
        (Some(one), Some(two)) if one.colour != two.colour => return (one.colour, "4.3.3"),
        (Some(one), Some(two)) if model == ColourModel::TypeB && one.strength != two.strength => {
            let granted =
                if one.strength == Strength::Strong { one.colour } else { two.colour.other() };
            return (granted, "4.3.4");
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
    match first.history.difference().cmp(&second.history.difference()) {
        std::cmp::Ordering::Less => return (Colour::White, "4.3.5"),
        std::cmp::Ordering::Greater => return (Colour::Black, "4.3.5"),
        std::cmp::Ordering::Equal => {}
    }
    let mut back = first.history.0.iter().rev().zip(second.history.0.iter().rev());
    if let Some((colour, _)) = back.find(|(one, two)| one != two) {
        return (colour.other(), "4.3.6");
    }
    if let Some(wish) = first.preference {
        return (wish.colour, "4.3.7");
    }
    match (first.history.0.last(), second.history.0.last()) {
        (Some(last), _) => (last.other(), "4.3.8"),
        (None, Some(last)) => (*last, "4.3.9"),
        // Both without a match is 4.3.1.
        (None, None) => (initial, "4.3.1"),
    }
}
