//! Who plays on which board, who is named first and who has which colour: as the book says.

use tandem_rules::book::{Colours, FirstBoard};

use super::entries::may_play_first;
use crate::codes::Reason;
use crate::ids::{PairingNumber, PlayerId, RoundNumber, TableNumber};
use crate::lot;
use crate::people::Team;
use crate::round::{Leg, LegKind, Pairing, Side, Which};
use crate::state::State;
use crate::terms::Colour;

/// The two players of a team in a round, and who rests. Three take turns as far as the book lets them: a first
/// board that is fixed stays, and board 1 is for those who may play there.
pub(super) fn side(state: &State, team: &Team, round: RoundNumber) -> (Side, Option<PlayerId>) {
    let lineups: Vec<[usize; 2]> = match team.players.len() {
        3 => [[0, 1], [0, 2], [1, 2]]
            .into_iter()
            .filter(|boards| allowed(state, team, *boards))
            .collect(),
        _ => vec![[0, 1]],
    };
    let lineups = if lineups.is_empty() { vec![[0, 1]] } else { lineups };
    let boards = lineups[(round.index()) % lineups.len()];
    let resting = (0..team.players.len()).find(|at| !boards.contains(at));
    let player = |at: usize| team.players[at.min(team.players.len() - 1)];
    let side = Side { team: Some(team.id), boards: boards.map(player) };
    (side, resting.map(player))
}

fn allowed(state: &State, team: &Team, [first, _]: [usize; 2]) -> bool {
    let fixed = state.book.axes.event.first_board.is == FirstBoard::Event && first != 0;
    let person = state.players.get(&team.players[first]).map(|player| &player.person);
    !fixed && person.is_some_and(|person| may_play_first(state, person))
}

/// A pairing before the book has given names and colours.
pub(super) struct Raw {
    /// The side with White on the first board where the system decides that; else the one that the system names
    /// first.
    pub(super) one: Side,
    pub(super) other: Side,
    /// Whether the system has given colours, so that names follow from them.
    pub(super) coloured: bool,
    pub(super) numbers: [PairingNumber; 2],
    pub(super) reasons: Vec<Reason>,
}

/// Names and colours for a table.
pub(super) fn pairing(state: &State, round: RoundNumber, table: TableNumber, raw: Raw) -> Pairing {
    let axis = &state.book.axes.contest.colours;
    let article = axis.by.clone();
    let Raw { one, other, coloured, numbers, mut reasons } = raw;
    let first_has = match axis.is {
        Colours::HomeFirstBoardBlack => Some(Colour::Black),
        Colours::FirstTeamWhite => Some(Colour::White),
        Colours::Free => Some(state.terms.first_named),
        Colours::Lot => None,
    };
    // Where the system gives White to one of them, the book says whether that one is named first.
    let swap = coloured && first_has == Some(Colour::Black);
    let (sides, numbers) =
        if swap { ([other, one], [numbers[1], numbers[0]]) } else { ([one, other], numbers) };
    let lots = |leg: usize| format!("colours/{round}/{table}/{}", leg + 1);
    let white = |leg: usize| match first_has {
        Some(Colour::White) => Which::First,
        Some(Colour::Black) => Which::Second,
        None if lot::coin(&state.terms.seed, &lots(leg)) => Which::First,
        None => Which::Second,
    };
    let first = white(0);
    let has_white = numbers[first.index()];
    match first_has {
        None => {
            // The lot overrules what the system would have given.
            reasons.retain(|reason| !matches!(reason, Reason::Colour { .. }));
            reasons.push(Reason::ColourByLot { white: has_white, article, lot: lots(0) });
        }
        Some(_) if !coloured => reasons.push(Reason::ColourByBook { white: has_white, article }),
        Some(_) => {}
    }
    // Of two matches the second has the colours swapped, also where the first were drawn.
    let leg = |at: usize| Leg {
        white: if at.is_multiple_of(2) { first } else { first.other() },
        kind: LegKind::Regular,
        outcome: None,
    };
    let legs = (0..usize::from(state.terms.legs.max(1))).map(leg).collect();
    Pairing { table, sides, legs, reasons }
}
