//! An event: its log, and what the log has made of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tandem_rules::Rulebook;

use crate::change::{Act, Change};
use crate::codes::Refusal;
use crate::command::{By, Command};
use crate::hall::{Call, Reports, Ruled};
use crate::ids::{ActNumber, Moment, PlayerId, RoundNumber, TableNumber, TeamId};
use crate::people::{Player, Team};
use crate::round::{Round, RoundKind, Stage};
use crate::terms::{Scoring, System, Terms};

/// What an event is at a moment. Made of changes alone.
#[derive(Clone, Debug)]
pub struct State {
    /// What is agreed.
    pub terms: Terms,
    /// The book, options included.
    pub book: Arc<Rulebook>,
    /// The players.
    pub players: BTreeMap<PlayerId, Player>,
    /// The teams.
    pub teams: BTreeMap<TeamId, Team>,
    /// The rounds, a draft included.
    pub rounds: Vec<Round>,
    /// What teams say of their matches: by round, table and which match there.
    pub(crate) reports: BTreeMap<(RoundNumber, TableNumber, u16), Reports>,
    /// The calls for the arbiter, by the acts that called.
    pub calls: BTreeMap<ActNumber, Call>,
    /// What arbiters ruled at the tables.
    pub rulings: Vec<Ruled>,
    /// Whether the event is over.
    pub finished: bool,
}

/// Equal where everything that changes made is; the books are equal if their ids and options are.
impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.terms == other.terms
            && self.players == other.players
            && self.teams == other.teams
            && self.rounds == other.rounds
            && self.reports == other.reports
            && self.calls == other.calls
            && self.rulings == other.rulings
            && self.finished == other.finished
    }
}

impl State {
    /// How the book counts.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        Scoring::of(&self.book)
    }

    /// The team of a player.
    #[must_use]
    pub fn team_of(&self, player: PlayerId) -> Option<&Team> {
        self.teams.values().find(|team| team.players.contains(&player))
    }

    /// The name of a player, or nothing.
    #[must_use]
    pub fn player_name(&self, player: PlayerId) -> &str {
        self.players.get(&player).map_or("", |player| player.person.name.as_str())
    }

    /// The name of a team, or nothing.
    #[must_use]
    pub fn team_name(&self, team: TeamId) -> &str {
        self.teams.get(&team).map_or("", |team| team.name.as_str())
    }

    /// The sum of the ratings of a team's first two players.
    #[must_use]
    pub fn team_rating(&self, team: &Team) -> u32 {
        let rating = |id: &PlayerId| self.players.get(id).and_then(|player| player.person.rating);
        team.players.iter().take(2).filter_map(rating).map(u32::from).sum()
    }

    /// Whether the event has begun: a round was published. What the books fix before the first round is
    /// fixed from then on.
    #[must_use]
    pub fn begun(&self) -> bool {
        self.rounds.iter().any(|round| round.stage >= Stage::Published)
    }

    /// A round.
    #[must_use]
    pub fn round(&self, number: RoundNumber) -> Option<&Round> {
        self.rounds.get(number.index()).filter(|_| number.0 > 0)
    }

    /// The latest round.
    #[must_use]
    pub fn latest(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// The draft, if there is one.
    #[must_use]
    pub fn draft(&self) -> Option<&Round> {
        self.rounds.last().filter(|round| round.stage == Stage::Draft)
    }

    /// The rounds that count for points.
    pub fn regular(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(|round| round.kind == RoundKind::Regular)
    }

    /// The first round that is not paired yet; a draft does not count as paired.
    #[must_use]
    pub fn next_round(&self) -> RoundNumber {
        let paired = self.rounds.iter().filter(|round| round.stage != Stage::Draft).count();
        RoundNumber(u16::try_from(paired).unwrap_or(u16::MAX)).next()
    }

    /// Whether a team plays in a round: it takes part and, where that is agreed, two of it have checked in.
    #[must_use]
    pub fn team_plays(&self, team: &Team, round: RoundNumber) -> bool {
        let here = |id: &&PlayerId| self.players.get(id).is_some_and(|player| player.here);
        team.attendance.plays(round)
            && (!self.terms.check_in || team.players.iter().filter(here).count() >= 2)
    }

    /// Whether a player without a team plays in a round.
    #[must_use]
    pub fn player_plays(&self, player: &Player, round: RoundNumber) -> bool {
        player.attendance.plays(round) && (!self.terms.check_in || player.here)
    }

    /// How many rounds the event has.
    #[must_use]
    pub fn round_count(&self) -> u16 {
        let numbered = self.teams.values().filter(|team| team.number.is_some()).count();
        let teams = if numbered > 0 { numbered } else { self.teams.len() };
        let teams = u16::try_from(teams).unwrap_or(u16::MAX);
        let once = if teams.is_multiple_of(2) { teams.saturating_sub(1) } else { teams };
        match self.terms.system {
            System::RoundRobin => once,
            System::DoubleRoundRobin => once.saturating_mul(2),
            System::Knockout => crate::pairing::knockout::rounds(teams),
            System::Swiss | System::Rotating => self.terms.rounds,
        }
    }
}

/// An act that does not fit the event it is applied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("act {act} of the log does not fit what came before it")]
pub struct Misfit {
    /// Which act.
    pub act: ActNumber,
}

/// An event: a log of acts, and the state they make.
#[derive(Clone, Debug)]
pub struct Event {
    log: Vec<Act>,
    state: State,
}

impl Event {
    /// A new event.
    ///
    /// # Errors
    /// Terms that contradict themselves or the book.
    pub fn new(now: Moment, by: By, terms: Terms) -> Result<Event, Refusal> {
        let changes = crate::decide::terms::create(&terms)?;
        let act = Act {
            number: ActNumber(1),
            at: now,
            by,
            articles: Vec::new(),
            doubts: Vec::new(),
            changes,
        };
        // What was just checked can be opened.
        Event::open(vec![act]).map_err(|_| Refusal::NoName {})
    }

    /// The event of a log.
    ///
    /// # Errors
    /// The first act that does not fit.
    pub fn open(log: Vec<Act>) -> Result<Event, Misfit> {
        let state = replay(&log, None)?;
        Ok(Event { log, state })
    }

    /// What an act would be, without doing it.
    ///
    /// # Errors
    /// Why not.
    pub fn decide(&self, now: Moment, by: By, command: &Command) -> Result<Act, Refusal> {
        crate::decide::decide(self, now, by, command)
    }

    /// Applies an act that was decided on this event.
    ///
    /// # Errors
    /// It does not fit: it was decided on another event, or before another act. Nothing has changed then.
    pub fn apply(&mut self, act: Act) -> Result<(), Misfit> {
        let misfit = Misfit { act: act.number };
        if act.number.0 as usize != self.log.len() + 1 {
            return Err(misfit);
        }
        self.log.push(act);
        let undoes =
            |act: &Act| act.changes.iter().any(|change| matches!(change, Change::Undone { .. }));
        let made = if self.log.last().is_some_and(undoes) {
            replay(&self.log, Some(&self.state))
        } else {
            let mut state = self.state.clone();
            let last = &self.log[self.log.len() - 1];
            crate::apply::apply_act(&mut state, last).map(|()| state)
        };
        match made {
            Ok(state) => {
                self.state = state;
                Ok(())
            }
            Err(misfit) => {
                self.log.pop();
                Err(misfit)
            }
        }
    }

    /// Decides and applies.
    ///
    /// # Errors
    /// Why not. Nothing has changed then.
    pub fn act(&mut self, now: Moment, by: By, command: &Command) -> Result<&Act, Refusal> {
        let act = self.decide(now, by, command)?;
        let number = act.number;
        self.apply(act).map_err(|misfit| Refusal::StillNeeded { act: number, by: misfit.act })?;
        Ok(&self.log[self.log.len() - 1])
    }

    /// Every act, undone ones included.
    #[must_use]
    pub fn log(&self) -> &[Act] {
        &self.log
    }

    /// The acts that are undone.
    #[must_use]
    pub fn undone(&self) -> BTreeSet<ActNumber> {
        undone(&self.log)
    }

    /// What the acts have made.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }
}

impl std::ops::Deref for Event {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

/// The acts of a log that are undone. An undoing that is undone itself undoes nothing.
pub(crate) fn undone(log: &[Act]) -> BTreeSet<ActNumber> {
    let mut undone = BTreeSet::new();
    for act in log.iter().rev() {
        if undone.contains(&act.number) {
            continue;
        }
        for change in &act.changes {
            if let Change::Undone { act: other } = change {
                undone.insert(*other);
            }
        }
    }
    undone
}

/// The state that a log makes: all its acts but those undone. A state of the same event lends its book, which
/// then need not be read again.
pub(crate) fn replay(log: &[Act], known: Option<&State>) -> Result<State, Misfit> {
    let undone = undone(log);
    let misfit = |act: &Act| Misfit { act: act.number };
    let first = log.first().ok_or(Misfit { act: ActNumber(1) })?;
    let Some(Change::Created { terms }) = first.changes.first() else { return Err(misfit(first)) };
    let book = match known.filter(|known| known.terms.book == terms.book) {
        Some(known) => Arc::clone(&known.book),
        None => terms.book.open().map_err(|_| misfit(first))?,
    };
    let mut state = State {
        terms: (**terms).clone(),
        book,
        players: BTreeMap::new(),
        teams: BTreeMap::new(),
        rounds: Vec::new(),
        reports: BTreeMap::new(),
        calls: BTreeMap::new(),
        rulings: Vec::new(),
        finished: false,
    };
    for (at, act) in log.iter().enumerate() {
        if act.number.0 as usize != at + 1 {
            return Err(misfit(act));
        }
        if !undone.contains(&act.number) {
            crate::apply::apply_act(&mut state, act)?;
        }
    }
    Ok(state)
}
