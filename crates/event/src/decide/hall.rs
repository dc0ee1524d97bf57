//! At the tables: a team reports a result, a player calls, an arbiter takes the call, rules and answers it.

use tandem_referee::{RulingKind, Subject, power_of};
use tandem_rules::book::Cite;

use super::results::{self, Place};
use super::{Decision, player, round};
use crate::change::Change;
use crate::codes::{Doubt, Refusal};
use crate::command::{By, Entered};
use crate::hall::Call;
use crate::ids::{ActNumber, Moment, PlayerId, RoundNumber, TableNumber};
use crate::round::{Outcome, Pairing, Round, Source, Stage, Which};
use crate::state::State;

/// When the round that waits is to begin.
pub(super) fn set_start(state: &State, starts: Option<Moment>) -> Result<Decision, Refusal> {
    let latest = state.latest().ok_or(Refusal::NoDraft {})?;
    if latest.stage > Stage::Published {
        return Err(Refusal::NotPublished { round: latest.number });
    }
    Ok(Decision::of(Change::StartSet { round: latest.number, starts }))
}

/// The table at which somebody sits in the round that is on. A card or a page of an earlier round is told so.
fn at_table(
    state: &State,
    number: RoundNumber,
    table: TableNumber,
    who: PlayerId,
) -> Result<(&Round, &Pairing, Which), Refusal> {
    let round = round(state, number)?;
    if let Some(now) = state.latest().filter(|now| now.number > number && now.stage != Stage::Draft)
    {
        return Err(Refusal::RoundOver { round: number, now: now.number });
    }
    let pairing = round.table(table).ok_or(Refusal::NoTable { round: number, table })?;
    let name = &player(state, who)?.person.name;
    let side = pairing.side_of_player(who);
    let side = side.ok_or_else(|| Refusal::NotAtTable { player: name.clone(), table })?;
    Ok((round, pairing, side))
}

/// A result that one team tells. Both must tell the same; otherwise the desk decides.
pub(super) fn report(
    state: &State,
    place: Place,
    who: PlayerId,
    entered: &Entered,
) -> Result<Decision, Refusal> {
    let Place(number, table, leg) = place;
    let (round, pairing, side) = at_table(state, number, table, who)?;
    if state.is_online(pairing) {
        return Err(Refusal::OnlineTable { table });
    }
    if round.stage != Stage::Running {
        return Err(Refusal::NotRunning { round: number });
    }
    let found = pairing.legs.get(usize::from(leg)).ok_or(Refusal::NoMatch { table })?;
    if found.outcome.is_some() {
        return Err(Refusal::ResultStands { table });
    }
    if matches!(entered, Entered::Forfeit { .. }) {
        return Err(Refusal::ForTheDesk {});
    }
    let outcome = results::outcome(state, entered)?;
    let mut decision = Decision::of(Change::Reported {
        round: number,
        table,
        leg,
        side,
        player: who,
        entered: entered.clone(),
    });
    let reports = state.reports(number, table, leg);
    match reports.and_then(|reports| reports.0[side.other().index()].as_ref()) {
        None => {}
        Some(other) if other.entered == *entered => {
            let outcome = Outcome { source: Source::Teams, ..outcome };
            let set = results::set(state, place, Some(outcome));
            decision.articles = set.articles;
            decision.doubts = set.doubts;
            decision.changes.extend(set.changes);
        }
        Some(_) => decision.doubts.push(Doubt::ReportsDiffer { table }),
    }
    Ok(decision)
}

fn no_open_call(state: &State, round: RoundNumber, table: TableNumber) -> Result<(), Refusal> {
    let mut open = state.open_calls();
    match open.any(|call| (call.round, call.table) == (round, table)) {
        true => Err(Refusal::CalledAlready { table }),
        false => Ok(()),
    }
}

/// A player calls the arbiter to a table of the hall.
pub(super) fn call(
    state: &State,
    (number, table): (RoundNumber, TableNumber),
    who: PlayerId,
    about: Subject,
) -> Result<Decision, Refusal> {
    let (round, pairing, _) = at_table(state, number, table, who)?;
    if state.is_online(pairing) {
        return Err(Refusal::OnlineTable { table });
    }
    if !matches!(round.stage, Stage::Published | Stage::Running) {
        return Err(Refusal::NotRunning { round: number });
    }
    no_open_call(state, number, table)?;
    let articles = about.articles(&state.book);
    Ok(called(number, table, who, Some(about), articles))
}

/// A player called the arbiter on a board of the server: its referee has stopped the clocks.
pub(super) fn table_call(
    state: &State,
    (number, table): (RoundNumber, TableNumber),
    who: PlayerId,
    articles: &[Cite],
) -> Result<Decision, Refusal> {
    at_table(state, number, table, who)?;
    no_open_call(state, number, table)?;
    Ok(called(number, table, who, None, articles.to_vec()))
}

fn called(
    round: RoundNumber,
    table: TableNumber,
    player: PlayerId,
    about: Option<Subject>,
    articles: Vec<Cite>,
) -> Decision {
    Decision {
        articles: articles.clone(),
        ..Decision::of(Change::Called { round, table, player, about, articles })
    }
}

fn open_call(state: &State, number: ActNumber) -> Result<&Call, Refusal> {
    let call = state.calls.get(&number).ok_or(Refusal::NoCall { call: number })?;
    match call.answered {
        None => Ok(call),
        Some(_) => Err(Refusal::CallAnswered { table: call.table }),
    }
}

/// What the log calls whoever acts.
fn name_of(by: &By) -> String {
    match by {
        By::Desk { name } | By::Arbiter { name } => name.clone(),
        By::Table { .. } | By::Player { .. } | By::Program => String::new(),
    }
}

pub(super) fn take(
    state: &State,
    by: &By,
    number: ActNumber,
    anyway: bool,
) -> Result<Decision, Refusal> {
    let call = open_call(state, number)?;
    let arbiter = name_of(by);
    match &call.taken {
        Some(taken) if !anyway || taken.arbiter == arbiter => {
            Err(Refusal::CallTaken { table: call.table, arbiter: taken.arbiter.clone() })
        }
        Some(_) | None => Ok(Decision::of(Change::CallTaken { call: number, arbiter })),
    }
}

pub(super) fn answer(state: &State, number: ActNumber) -> Result<Decision, Refusal> {
    open_call(state, number)?;
    Ok(Decision::of(Change::CallAnswered { call: number }))
}

/// A ruling that people carry out, by the article that gives it.
pub(super) fn rule(
    state: &State,
    (number, table): (RoundNumber, TableNumber),
    ruling: RulingKind,
    whom: Option<PlayerId>,
) -> Result<Decision, Refusal> {
    let round = round(state, number)?;
    let pairing = round.table(table).ok_or(Refusal::NoTable { round: number, table })?;
    if state.is_online(pairing) {
        return Err(Refusal::OnlineTable { table });
    }
    if let Some(who) = whom {
        let name = &player(state, who)?.person.name;
        if pairing.side_of_player(who).is_none() {
            return Err(Refusal::NotAtTable { player: name.clone(), table });
        }
    }
    match ruling {
        // These change a result or the event, and are asked for as such.
        RulingKind::Restart
        | RulingKind::Forfeit
        | RulingKind::Result
        | RulingKind::Points
        | RulingKind::Exclude => return Err(Refusal::ForTheResult { table }),
        RulingKind::Start
        | RulingKind::Stop
        | RulingKind::Resume
        | RulingKind::Clock
        | RulingKind::Freeze
        | RulingKind::Warn
        | RulingKind::Needless
        | RulingKind::Illegal
        | RulingKind::Flag
        | RulingKind::Minute
        | RulingKind::Uphold
        | RulingKind::Dismiss
        | RulingKind::TakeBack => {}
    }
    if !matches!(round.stage, Stage::Published | Stage::Running) {
        return Err(Refusal::NotRunning { round: number });
    }
    let article = power_of(&state.book, ruling);
    let article = article.map_err(|article| Refusal::NoPower { article: article.clone() })?.clone();
    let change = Change::Ruled { round: number, table, ruling, whom, article: article.clone() };
    Ok(Decision::of(change).by(&article))
}
