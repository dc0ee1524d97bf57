//! An event as it stood at a moment, for everybody who reads: who may see what of it is asked here.

use tandem_event::{PlayerId, RoundNumber, Stage, State, TableNumber, Verdict, Voice};
use tandem_rules::BySeat;

use super::desk::Desk;
use super::entry::{Bound, Visible};
use crate::ids::Secret;

/// A table of the server, and who is there.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    pub(super) bound: Bound,
    pub(super) begun: bool,
    pub(super) over: bool,
    pub(super) there: BySeat<bool>,
    /// What came of it at clocks of real boards: the teams confirm it.
    pub(super) verdict: Option<Verdict>,
}

/// An event as it stood.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub(super) desk: Desk,
    /// Goes up whenever something of it has changed, presence included.
    pub(crate) stamp: u64,
    pub(super) tables: Vec<Watched>,
}

/// Who looks at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Viewer {
    Organiser,
    Player(PlayerId),
    /// Arbiters of the hall.
    Arbiter,
    /// Whoever scanned the card of a table.
    Card(TableNumber),
    /// The screen on the wall.
    Screen,
    Spectator,
}

/// Why somebody sees nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shut {
    /// For them there is no such event.
    Unknown,
    /// The secret opens nothing of it.
    WrongLink,
}

impl Snapshot {
    /// Who somebody is, by the secret that they show.
    pub(crate) fn viewer(&self, secret: Option<&Secret>) -> Result<Viewer, Shut> {
        let Some(secret) = secret else {
            return match self.desk.visible {
                Visible::Public | Visible::Link => Ok(Viewer::Spectator),
                Visible::Private => Err(Shut::Unknown),
            };
        };
        match self.desk.voice(secret) {
            Some(Voice::Desk) => Ok(Viewer::Organiser),
            Some(Voice::Arbiter) => Ok(Viewer::Arbiter),
            Some(Voice::Player(player)) => Ok(Viewer::Player(player)),
            Some(Voice::Card(table)) => Ok(Viewer::Card(table)),
            None if self.desk.screen == Some(secret.hash()) => Ok(Viewer::Screen),
            None => Err(match self.desk.visible {
                Visible::Public | Visible::Link => Shut::WrongLink,
                Visible::Private => Shut::Unknown,
            }),
        }
    }

    /// How many rows the log has.
    pub(crate) fn version(&self) -> u64 {
        self.desk.version
    }

    /// The event.
    pub(crate) fn event(&self) -> &tandem_event::Event {
        &self.desk.event
    }

    /// What somebody may see of it: nobody but the organiser sees drafts, and what a player told of themselves.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> State {
        let mut state = self.desk.event.state().clone();
        if viewer != Viewer::Organiser {
            state.rounds.retain(|round| round.stage != Stage::Draft);
            if !state.begun() {
                // Numbers of a draft would betray it.
                state.teams.values_mut().for_each(|team| team.number = None);
                state.players.values_mut().for_each(|player| player.number = None);
            }
            for player in state.players.values_mut() {
                player.person.birth_year = None;
                player.person.child = false;
                player.person.belongs = None;
            }
        }
        state
    }

    /// Whether tables of the server were made for a round.
    pub(crate) fn has_tables(&self, round: RoundNumber) -> bool {
        self.tables.iter().any(|table| table.bound.place.round == round)
    }

    /// The tables of the server.
    pub(crate) fn tables(&self) -> &[Watched] {
        &self.tables
    }
}
