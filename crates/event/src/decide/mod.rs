//! Decisions: every check comes before the first change, and a refusal changes nothing.

mod drafting;
mod entries;
mod hall;
mod hand;
mod late;
mod lineup;
mod may;
mod partners;
mod playing;
mod powers;
mod results;
pub(crate) mod terms;

use tandem_rules::book::Cite;

use crate::change::{Act, Change};
use crate::codes::{Doubt, Refusal};
use crate::command::{By, Command};
use crate::ids::{ActNumber, Moment, PlayerId, RoundNumber, TeamId};
use crate::people::{Player, Team};
use crate::round::Round;
use crate::state::{Event, State, replay, undone};

pub use late::Late;
pub use may::Step;
pub use powers::{GrantedPenalty, PenaltyKind};

/// What was decided.
#[derive(Debug, Default)]
pub(crate) struct Decision {
    pub(crate) articles: Vec<Cite>,
    pub(crate) doubts: Vec<Doubt>,
    pub(crate) changes: Vec<Change>,
}

impl Decision {
    fn of(change: Change) -> Decision {
        Decision { changes: vec![change], ..Decision::default() }
    }

    fn by(mut self, article: &Cite) -> Decision {
        if !self.articles.contains(article) {
            self.articles.push(article.clone());
        }
        self
    }
}

pub(crate) fn decide(
    event: &Event,
    now: Moment,
    by: By,
    command: &Command,
) -> Result<Act, Refusal> {
    let state = event.state();
    let ends = matches!(command, Command::Undo { .. } | Command::Correct { .. });
    if state.finished && !ends {
        return Err(Refusal::Over {});
    }
    let decision = match command {
        Command::SetTerms { terms } => terms::set(state, terms),
        Command::EnterTeams { teams } => entries::teams(state, teams),
        Command::EnterPlayers { players } => entries::players(state, players),
        Command::DrawPartners => partners::draw(state),
        Command::FormTeam { name, players } => entries::form(state, name, players),
        Command::ChangePlayer { player, person } => entries::change_player(state, *player, person),
        Command::ChangeTeam { team, name, players } => {
            entries::change_team(state, *team, name, players)
        }
        Command::RemoveTeam { team } => entries::remove_team(state, *team),
        Command::RemovePlayer { player } => entries::remove_player(state, *player),
        Command::CheckIn { players, here } => entries::check_in(state, players, *here),
        Command::Withdraw { team } => entries::withdraw(state, *team),
        Command::Return { team } => entries::come_back(state, *team),
        Command::WithdrawPlayer { player } => entries::withdraw_player(state, *player),
        Command::Absent { team, round, absent } => entries::absent(state, *team, *round, *absent),
        Command::Exclude { team } => entries::exclude(state, *team),
        Command::Draft => drafting::draft(state),
        Command::Discard => drafting::discard(state),
        Command::PairByHand { pairings, anyway } => hand::pair(state, pairings, *anyway),
        Command::Exchange { one, other, anyway } => hand::exchange(state, *one, *other, *anyway),
        Command::SwapColours { table } => hand::swap_colours(state, *table),
        Command::Publish => playing::publish(state),
        Command::Start => playing::start(state),
        Command::Close => playing::close(state),
        Command::Result { round, table, leg, entered } => {
            results::enter(state, results::Place(*round, *table, *leg), entered)
        }
        Command::Correct { round, table, leg, entered } => {
            results::correct(state, results::Place(*round, *table, *leg), entered)
        }
        Command::TableResult { round, table, leg, verdict } => {
            results::from_table(state, results::Place(*round, *table, *leg), verdict)
        }
        Command::NotCome { round, table, leg, winner } => {
            late::not_come(state, now, results::Place(*round, *table, *leg), *winner)
        }
        Command::Penalise { round, table, leg, penalty } => {
            results::penalise(state, results::Place(*round, *table, *leg), penalty)
        }
        Command::PlayOn { round, table } => playing::play_on(state, *round, *table),
        Command::PlayOff { pairs } => playing::play_off(state, pairs),
        Command::SetStart { starts } => hall::set_start(state, *starts),
        Command::Report { round, table, leg, player, entered } => {
            hall::report(state, results::Place(*round, *table, *leg), *player, entered)
        }
        Command::Call { round, table, player, about } => {
            hall::call(state, (*round, *table), *player, *about)
        }
        Command::TableCall { round, table, player, articles } => {
            hall::table_call(state, (*round, *table), *player, articles)
        }
        Command::TakeCall { call, anyway } => hall::take(state, &by, *call, *anyway),
        Command::AnswerCall { call } => hall::answer(state, *call),
        Command::Rule { round, table, ruling, whom } => {
            hall::rule(state, (*round, *table), *ruling, *whom)
        }
        Command::Finish => playing::finish(state),
        Command::Undo { act } => undo(event, *act),
    }?;
    let Decision { articles, doubts, changes } = decision;
    Ok(Act { number: next_act(event), at: now, by, articles, doubts, changes })
}

fn next_act(event: &Event) -> ActNumber {
    ActNumber(u32::try_from(event.log().len()).unwrap_or(u32::MAX).saturating_add(1))
}

/// The log without an act, if everything after it still fits.
fn undo(event: &Event, act: ActNumber) -> Result<Decision, Refusal> {
    if act == ActNumber(1) {
        return Err(Refusal::TheBeginning {});
    }
    let known = event.log().iter().find(|one| one.number == act).ok_or(Refusal::NoAct { act })?;
    if undone(event.log()).contains(&act) {
        return Err(Refusal::UndoneAlready { act });
    }
    let change = Change::Undone { act };
    let mut log = event.log().to_vec();
    log.push(Act {
        number: next_act(event),
        at: known.at,
        by: By::Program,
        articles: Vec::new(),
        doubts: Vec::new(),
        changes: vec![change.clone()],
    });
    replay(&log, Some(event.state()))
        .map_err(|misfit| Refusal::StillNeeded { act, by: misfit.act })?;
    let mut decision = Decision::of(change);
    for change in &known.changes {
        if let Change::ResultSet { round, .. } = change {
            decision.doubts.extend(paired_already(event.state(), *round));
        }
    }
    decision.doubts.dedup();
    Ok(decision)
}

/// A result of this round changes although a later one was paired from it.
fn paired_already(state: &State, round: RoundNumber) -> Option<Doubt> {
    let later = state.rounds.iter().find(|later| later.number > round)?;
    Some(Doubt::NextRoundPaired { round: later.number })
}

fn team(state: &State, id: TeamId) -> Result<&Team, Refusal> {
    state.teams.get(&id).ok_or(Refusal::NoTeam { team: id.0 })
}

fn player(state: &State, id: PlayerId) -> Result<&Player, Refusal> {
    state.players.get(&id).ok_or(Refusal::NoPlayer { player: id.0 })
}

fn round(state: &State, number: RoundNumber) -> Result<&Round, Refusal> {
    state.round(number).ok_or(Refusal::NoRound { round: number })
}
