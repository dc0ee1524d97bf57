//! An event as it stands: what its log makes of it. Nothing here waits or stores.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use tandem_event::{Act, ActNumber, Change, Command, Event, PlayerId, Stage};

use super::entry::{Bound, Entry, Place, Visible};
use super::view::EventLine;
use super::{LONGEST_LOG, MOST_PLAYERS};
use crate::ids::{Secret, SecretHash};
use crate::store::{EventRecord, EventRow, Listing};

/// An event as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Desk {
    pub(super) record: Arc<EventRecord>,
    pub(super) event: Arc<Event>,
    /// How many rows the log has.
    pub(super) version: u64,
    pub(super) visible: Visible,
    /// What opens the players' pages.
    pub(super) players: Arc<BTreeMap<PlayerId, SecretHash>>,
    pub(super) arbiter: Option<SecretHash>,
    /// The tables of matches, the latest of each.
    pub(super) tables: Arc<BTreeMap<Place, Bound>>,
    /// Commands of clients that were carried out.
    commands: Arc<HashMap<String, ActNumber>>,
    /// How long the log is, in bytes.
    bytes: usize,
}

/// A row that does not fit what came before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BadRow;

impl Desk {
    /// An event of its first act.
    pub(super) fn new(record: EventRecord, event: Event) -> Desk {
        Desk {
            record: Arc::new(record),
            event: Arc::new(event),
            version: 0,
            visible: Visible::default(),
            players: Arc::default(),
            arbiter: None,
            tables: Arc::default(),
            commands: Arc::default(),
            bytes: 0,
        }
    }

    /// An event of its log.
    pub(super) fn open(record: EventRecord, rows: &[EventRow]) -> Result<Desk, BadRow> {
        let mut entries = Vec::with_capacity(rows.len());
        let mut acts = Vec::new();
        for row in rows {
            let entry: Entry = serde_json::from_str(&row.entry).map_err(|_| BadRow)?;
            if let Entry::Act { act } = &entry {
                acts.push((**act).clone());
            }
            entries.push(entry);
        }
        let event = Event::open(acts).map_err(|_| BadRow)?;
        let mut desk = Desk::new(record, event);
        for (row, entry) in rows.iter().zip(&entries) {
            desk.note(row, entry);
        }
        Ok(desk)
    }

    /// Counts a row, whose act the event knows already.
    pub(super) fn note(&mut self, row: &EventRow, entry: &Entry) {
        self.version += 1;
        self.bytes += row.entry.len();
        match entry {
            Entry::Act { act } => {
                if let Some(command) = &row.command {
                    Arc::make_mut(&mut self.commands).insert(command.clone(), act.number);
                }
                self.forget_tables(act);
            }
            Entry::Visible { visible } => self.visible = *visible,
            Entry::Links { players } => {
                Arc::make_mut(&mut self.players).extend(players.iter().copied());
            }
            Entry::Tables { tables } => {
                let bound = tables.iter().map(|bound| (bound.place, bound.clone()));
                Arc::make_mut(&mut self.tables).extend(bound);
            }
            Entry::Arbiter { arbiter } => self.arbiter = Some(*arbiter),
        }
    }

    /// A match that is to be played again needs another table.
    fn forget_tables(&mut self, act: &Act) {
        for change in &act.changes {
            if let Change::ResultSet { round, table, leg, outcome: None } = change {
                let place = Place { round: *round, table: *table, leg: *leg };
                Arc::make_mut(&mut self.tables).remove(&place);
            }
        }
    }

    /// The act of a command that was carried out before.
    pub(super) fn carried_out(&self, command: &str) -> Option<&Act> {
        let number = self.commands.get(command)?;
        self.event.log().iter().find(|act| act.number == *number)
    }

    /// Whether it may grow by this command.
    pub(super) fn has_room_for(&self, command: &Command) -> bool {
        let more = match command {
            Command::EnterTeams { teams } => teams.iter().map(|team| team.players.len()).sum(),
            Command::EnterPlayers { players } => players.len(),
            _ => 0,
        };
        let undo = matches!(command, Command::Undo { .. });
        self.event.players.len() + more <= MOST_PLAYERS && (undo || self.bytes <= LONGEST_LOG)
    }

    /// What the players' links open that have none yet.
    pub(super) fn new_links(&self, organiser: &Secret) -> Option<Entry> {
        let missing = self.event.players.keys().filter(|id| !self.players.contains_key(id));
        let players: Vec<_> =
            missing.map(|id| (*id, player_secret(organiser, *id).hash())).collect();
        (!players.is_empty()).then_some(Entry::Links { players })
    }

    /// Whether tables of the server are being played.
    pub(super) fn is_running_online(&self) -> bool {
        self.event.latest().is_some_and(|round| {
            round.stage == Stage::Running
                && round.pairings.iter().any(|pairing| self.event.is_online(pairing))
        })
    }

    /// What lists need to know.
    pub(super) fn listing(&self) -> Listing {
        Listing {
            listed: self.visible == Visible::Public,
            running: self.is_running_online(),
            line: serde_json::to_string(&EventLine::of(self)).unwrap_or_default(),
        }
    }
}

/// What opens a player's own page, and the seats of theirs.
pub(super) fn player_secret(organiser: &Secret, player: PlayerId) -> Secret {
    organiser.derived(&format!("player/{player}"))
}

/// What opens the arbiter's desk at the event's tables.
pub(super) fn arbiter_secret(organiser: &Secret) -> Secret {
    organiser.derived("arbiter")
}

/// An entry as a row.
pub(super) fn row(entry: &Entry, command: Option<String>) -> EventRow {
    EventRow { command, entry: serde_json::to_string(entry).unwrap_or_default() }
}
