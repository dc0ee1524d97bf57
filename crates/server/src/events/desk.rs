//! An event as it stands: what its log makes of it. Nothing here waits or stores.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use tandem_event::{Act, ActNumber, Change, Command, Event, PlayerId, Stage, TableNumber, Voice};

use super::entry::{Bound, Entry, Place, Visible};
use super::view::EventLine;
use super::{LONGEST_LOG, MAX_PLAYERS};
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
    /// What the cards of the tables open.
    pub(super) cards: Arc<BTreeMap<TableNumber, SecretHash>>,
    /// What opens the screen on the wall.
    pub(super) screen: Option<SecretHash>,
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
            cards: Arc::default(),
            screen: None,
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
            Entry::Cards { cards } => {
                Arc::make_mut(&mut self.cards).extend(cards.iter().copied());
            }
            Entry::Screen { screen } => self.screen = Some(*screen),
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
        self.event.players.len() + more <= MAX_PLAYERS && (undo || self.bytes <= LONGEST_LOG)
    }

    /// What the links and cards open that have none yet: of players, tables, the arbiters and the screen.
    pub(super) fn new_links(&self, organiser: &Secret) -> Vec<Entry> {
        let missing = self.event.players.keys().filter(|id| !self.players.contains_key(id));
        let players: Vec<_> =
            missing.map(|id| (*id, player_secret(organiser, *id).hash())).collect();
        let missing = self.tables_of_the_hall().filter(|table| !self.cards.contains_key(table));
        let cards: Vec<_> =
            missing.map(|table| (table, card_secret(organiser, table).hash())).collect();
        let arbiter = self.arbiter.is_none().then(|| arbiter_secret(organiser).hash());
        let screen = self.screen.is_none().then(|| screen_secret(organiser).hash());
        let mut entries = Vec::new();
        entries.extend((!players.is_empty()).then_some(Entry::Links { players }));
        entries.extend((!cards.is_empty()).then_some(Entry::Cards { cards }));
        entries.extend(arbiter.map(|arbiter| Entry::Arbiter { arbiter }));
        entries.extend(screen.map(|screen| Entry::Screen { screen }));
        entries
    }

    /// The tables that a hall needs: those of every round so far, and those that all who entered would fill.
    pub(super) fn tables_of_the_hall(&self) -> impl Iterator<Item = TableNumber> + use<> {
        let event = &self.event;
        let entered = match event.terms.system.of_players() {
            true => event.players.len().div_ceil(4),
            false => event.teams.len().div_ceil(2),
        };
        let paired = event.rounds.iter().map(|round| round.pairings.len()).max().unwrap_or(0);
        let tables = u16::try_from(entered.max(paired)).unwrap_or(u16::MAX);
        (1..=tables).map(TableNumber)
    }

    /// Whose word it is, by the secret that they show.
    pub(super) fn voice(&self, secret: &Secret) -> Option<Voice> {
        let hash = secret.hash();
        if hash == self.record.organiser {
            return Some(Voice::Desk);
        }
        if self.arbiter == Some(hash) {
            return Some(Voice::Arbiter);
        }
        let known = |id: &PlayerId| self.event.players.contains_key(id);
        let mut players = self.players.iter();
        if let Some((id, _)) = players.find(|(id, kept)| **kept == hash && known(id)) {
            return Some(Voice::Player(*id));
        }
        let card = self.cards.iter().find(|(_, kept)| **kept == hash);
        card.map(|(table, _)| Voice::Card(*table))
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

/// What the card of a table opens, round after round.
pub(super) fn card_secret(organiser: &Secret, table: TableNumber) -> Secret {
    organiser.derived(&format!("table/{table}"))
}

/// What opens the screen on the wall.
pub(super) fn screen_secret(organiser: &Secret) -> Secret {
    organiser.derived("screen")
}

/// What opens the arbiters' page, and the arbiter's desk at the event's tables.
pub(super) fn arbiter_secret(organiser: &Secret) -> Secret {
    organiser.derived("arbiter")
}

/// An entry as a row.
pub(super) fn row(entry: &Entry, command: Option<String>) -> EventRow {
    EventRow { command, entry: serde_json::to_string(entry).unwrap_or_default() }
}
