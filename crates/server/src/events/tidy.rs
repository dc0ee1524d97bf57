//! Names as they are shown: one line of what can be seen, and no longer than a page holds.

use tandem_event::{Command, NewTeam, Person, Terms};

use super::LONGEST_NAME;
use crate::wire::tidy;

/// The longest text of a club's own book.
const LONGEST_BOOK: usize = 64 * 1024;

fn name(text: &mut String) {
    *text = tidy(text, LONGEST_NAME).unwrap_or_default();
}

fn person(person: &mut Person) {
    name(&mut person.name);
    name(&mut person.club);
}

fn team(team: &mut NewTeam) {
    name(&mut team.name);
    team.players.iter_mut().for_each(person);
}

/// Terms with names that can be shown; false if there is too much of them.
pub(super) fn terms(terms: &mut Terms) -> bool {
    for text in [&mut terms.name, &mut terms.place, &mut terms.date, &mut terms.seed] {
        name(text);
    }
    let options = &terms.book.options;
    options.len() <= 100
        && options.iter().all(|(key, value)| key.len() + value.len() <= 400)
        && terms.book.own.as_ref().is_none_or(|text| text.len() <= LONGEST_BOOK)
        && terms.tie_breaks.len() <= 20
}

/// Entries with names that can be shown.
pub(super) fn entries(teams: &mut [NewTeam], players: &mut [Person]) {
    teams.iter_mut().for_each(team);
    players.iter_mut().for_each(person);
}

/// A command with names that can be shown; false if there is too much of it.
pub(super) fn command(command: &mut Command) -> bool {
    match command {
        Command::SetTerms { terms: new } => return terms(new),
        Command::EnterTeams { teams } => teams.iter_mut().for_each(team),
        Command::EnterPlayers { players } => players.iter_mut().for_each(person),
        Command::ChangePlayer { person: one, .. } => person(one),
        Command::FormTeam { name: text, .. } | Command::ChangeTeam { name: text, .. } => name(text),
        Command::DrawPartners
        | Command::RemoveTeam { .. }
        | Command::RemovePlayer { .. }
        | Command::CheckIn { .. }
        | Command::Withdraw { .. }
        | Command::Return { .. }
        | Command::WithdrawPlayer { .. }
        | Command::Absent { .. }
        | Command::Exclude { .. }
        | Command::Draft
        | Command::Discard
        | Command::PairByHand { .. }
        | Command::SwapColours { .. }
        | Command::Exchange { .. }
        | Command::Publish
        | Command::Start
        | Command::Close
        | Command::Result { .. }
        | Command::Correct { .. }
        | Command::TableResult { .. }
        | Command::TableCall { .. }
        | Command::NotCome { .. }
        | Command::Penalise { .. }
        | Command::PlayOn { .. }
        | Command::PlayOff { .. }
        | Command::SetStart { .. }
        | Command::Report { .. }
        | Command::Call { .. }
        | Command::TakeCall { .. }
        | Command::AnswerCall { .. }
        | Command::Rule { .. }
        | Command::Finish
        | Command::Undo { .. } => {}
    }
    true
}
