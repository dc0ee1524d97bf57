//! Bringing a table back from what is stored.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tandem_referee::{Event, Match, Phase};
use tandem_rules::Millis;
use tokio::sync::mpsc;

use super::actor::Actor;
use super::bots::Bench;
use super::clock::{TableClock, after};
use super::handle::Handle;
use super::lag::LagBook;
use super::people::People;
use crate::bots::Bots;
use crate::fanout::LocalFanOut;
use crate::store::{MatchRecord, Store, StoreError, Stored};
use crate::view::Sheet;

/// Requests that may wait at a table; after that senders wait.
const QUEUE: usize = 64;

/// A match rebuilt from its log.
pub(crate) struct Loaded {
    pub(crate) record: MatchRecord,
    pub(crate) game: Match,
    pub(crate) events: Vec<Value>,
    pub(crate) sheet: Sheet,
    pub(crate) moment: Millis,
    commands: [u64; 5],
    lag: LagBook,
}

impl Loaded {
    /// Rebuilds a match.
    ///
    /// # Errors
    /// What is stored can't be understood.
    pub(crate) fn new(stored: Stored) -> Result<Loaded, StoreError> {
        let Stored { record, moment, rows } = stored;
        let damaged = || StoreError::Damaged(record.id.clone());
        let settings = record.terms.settings().map_err(|_| damaged())?;
        let mut game = Match::new(settings);
        let mut lag = LagBook::new(record.terms.lag);
        let mut sheet = Sheet::default();
        let mut commands = [0_u64; 5];
        let mut events = Vec::new();
        for row in rows {
            if let Some((actor, command)) = row.actor.zip(row.command)
                && let Some(highest) = commands.get_mut(usize::from(actor))
            {
                *highest = command.max(*highest);
            }
            let values: Vec<Value> = serde_json::from_str(&row.events).map_err(|_| damaged())?;
            for value in values {
                let event: Event = serde_json::from_value(value.clone()).map_err(|_| damaged())?;
                game.apply(&event);
                lag.take(&event);
                sheet.take(&value);
                events.push(value);
            }
        }
        Ok(Loaded { record, game, events, sheet, moment, commands, lag })
    }
}

/// Starts the actor of a table.
pub(crate) fn spawn(loaded: Loaded, store: Arc<dyn Store>, house: Arc<Bots>) -> Handle {
    let running = loaded.game.phase() == Phase::Playing;
    // Time goes on from the last stored moment, and not before the players are back.
    let clock = Arc::new(TableClock::new(loaded.moment, !running));
    let (sender, requests) = mpsc::channel(QUEUE);
    let mut people = People::default();
    let mut bench = Bench::new(house);
    for (seat, record) in loaded.record.seats.iter() {
        people.seats[seat].name.clone_from(&record.name);
        people.seats[seat].bot.clone_from(&record.bot);
        if let Some(kind) = &record.bot {
            bench.sit(seat, kind.clone());
        }
    }
    let actor = Actor {
        seq: loaded.events.len() as u64,
        record: loaded.record,
        game: loaded.game,
        clock: Arc::clone(&clock),
        sheet: loaded.sheet,
        commands: loaded.commands,
        lag: loaded.lag,
        people,
        bench,
        proposal: None,
        fan: Box::new(LocalFanOut::default()),
        store,
        requests,
        // Set when the first player is back.
        held_until: None,
        idle_at: None,
        heartbeat: after(Duration::from_secs(10)),
        stored: loaded.moment,
    };
    tokio::spawn(actor.run());
    Handle { requests: sender, clock }
}
