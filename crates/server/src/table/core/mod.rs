//! The match core: one match with its referee, its clock and its log. It decides, and makes durable
//! what it decided. It knows nobody: no connection, no bot, no page.
//!
//! All that it has is stored, and comes back after a restart; what is lost with the process is the
//! room's. So whatever plays a match without a room uses it alone: the moment is an argument, and
//! the store is whichever it is given.

mod ask;
mod clock;
mod clocks;
mod fullness;
mod lag;
mod loading;
mod pulse;
mod recent;
mod scores;
mod taken;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tandem_notation::carry_out;
use tandem_notation::score::ScoreSheet;
use tandem_referee::{Command, Event, EventKind, Match, Phase, Record};
use tandem_rules::{BySeat, Millis, Seat};
use tokio::time::Instant;

pub(crate) use ask::{Ask, Asker, Author, Done, NotDone};
pub(crate) use clock::MatchClock;
pub(crate) use clocks::{Clocks, Open};
pub(crate) use lag::LagMeter;
pub(crate) use loading::Loaded;
pub(crate) use pulse::Pulse;
pub(crate) use scores::NotEntered;

use crate::ids::MatchId;
use crate::log::{Seated, Step};
use crate::metrics::METRICS;
use crate::store::{
    Change, Entry, Epoch, MatchRecord, Pending, SeatRecord, Stage, Store, StoreError, Write,
    durable,
};
use crate::time::deadline_in;
use crate::view::{Logged, Seen, Sheet, Viewer, told_by};
use crate::wire::part;
use fullness::too_full;
use lag::LagBook;
use loading::take_in;
use recent::{Recent, WholeLog};
use taken::Taken;

/// How often the moment of a running match is stored when nothing else is.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// Less lag than this nobody notices.
const MIN_LAG: Millis = Millis(5);

/// One match: what was agreed, how it stands, and its log.
pub(crate) struct MatchCore {
    record: MatchRecord,
    game: Match,
    clock: Arc<MatchClock>,
    lag: LagBook,
    sheet: Sheet,
    /// What was written down of moves that the referee did not see: with boards on the table.
    scores: Option<ScoreSheet>,
    /// How much the log holds.
    seq: u64,
    /// How many of them everybody has seen.
    seen: Seen,
    /// The last of them, once somebody has come back.
    recent: Option<Recent>,
    /// All of them, once somebody has begun to follow the match.
    whole: Option<WholeLog>,
    /// The highest command of each author.
    commands: [u64; Author::COUNT],
    /// The commands themselves, with boards on the table.
    taken: Option<Taken>,
    store: Arc<dyn Store>,
    /// Since when this is the one core of the match.
    epoch: Epoch,
    /// Whether it is that no longer, or can't know how the match stands.
    lost: bool,
    /// The last moment that is stored.
    stored: Millis,
    /// When the moment is stored next.
    heartbeat: Instant,
}

impl MatchCore {
    /// A match as it was stored. Its time goes on from the last stored moment; while it is being
    /// played, not before [`MatchClock::go`].
    pub(crate) fn new(
        loaded: Loaded,
        epoch: Epoch,
        store: Arc<dyn Store>,
        pulse: Arc<Pulse>,
    ) -> MatchCore {
        let is_played = loaded.game.phase() == Phase::Playing;
        let clock = if loaded.game.is_on_table() {
            MatchClock::beside_boards(loaded.moment, is_played, pulse)
        } else {
            MatchClock::new(loaded.moment, !is_played, pulse)
        };
        MatchCore {
            clock: Arc::new(clock),
            seq: loaded.seq,
            seen: loaded.seen,
            recent: None,
            whole: None,
            sheet: loaded.sheet,
            scores: loaded.scores,
            commands: loaded.commands,
            taken: loaded.taken,
            lag: loaded.lag,
            stored: loaded.moment,
            heartbeat: deadline_in(HEARTBEAT),
            record: loaded.record,
            game: loaded.game,
            store,
            epoch,
            lost: false,
        }
    }

    /// The match as the referee knows it.
    pub(crate) fn game(&self) -> &Match {
        &self.game
    }

    /// What was agreed, and who is written down for which seat.
    pub(crate) fn record(&self) -> &MatchRecord {
        &self.record
    }

    pub(crate) fn id(&self) -> &MatchId {
        &self.record.id
    }

    pub(crate) fn clock(&self) -> &Arc<MatchClock> {
        &self.clock
    }

    /// Where it is kept.
    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Whether another has the match by now, or what it wrote last may be stored or not. Then
    /// nothing that it knows may be told: whoever comes again finds the match as it is.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost
    }

    pub(crate) fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// How much the log holds.
    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    /// How many events each viewer has seen.
    pub(crate) fn seen(&self) -> Seen {
        self.seen
    }

    /// The lag that each seat was given so far.
    pub(crate) fn lag_given(&self) -> &BySeat<Millis> {
        self.lag.given()
    }

    /// The highest number of a command that was taken from somebody.
    pub(crate) fn last_command(&self, author: Author) -> u64 {
        self.commands[author.index()]
    }

    /// When the moment is to be stored next, while time goes on.
    pub(crate) fn heartbeat(&self) -> Option<Instant> {
        (self.game.phase() == Phase::Playing).then_some(self.heartbeat)
    }

    /// When the match changes by itself: a flag, the end of the last moment, a frozen player who
    /// may go on.
    pub(crate) fn next_change(&self) -> Option<Millis> {
        let thaw = Seat::ALL.into_iter().filter_map(|seat| self.thaws_at(seat)).min();
        self.game.deadline().into_iter().chain(thaw).min()
    }

    /// When a frozen player whose clock runs may go on.
    fn thaws_at(&self, seat: Seat) -> Option<Millis> {
        let now = self.game.latest();
        let until = self.game.frozen_until(seat, now)?;
        let runs = self.game.running(seat.board()) == Some(seat.color());
        let thaws = now + (self.game.clock(seat, now) - until);
        (runs && thaws > self.clock.now()).then_some(thaws)
    }

    /// Whether time alone has brought something about by a moment.
    pub(crate) fn is_due(&self, at: Millis) -> bool {
        !self.clock.is_held() && self.game.deadline().is_some_and(|deadline| deadline <= at)
    }

    /// Lets the referee decide, and makes durable what came of it.
    ///
    /// # Errors
    /// Nothing happened, and not because of a rule.
    pub(crate) async fn act(&mut self, ask: Ask<'_>) -> Result<Done, NotDone> {
        if let Some(why) = too_full(self.seq, ask.command) {
            return Err(NotDone::TooFull(why));
        }
        let before = self.game.clone();
        let number = ask.asker.numbered().map(|(_, number)| number);
        let (record, outcome) = carry_out(&mut self.game, ask.at, ask.command.clone(), number);
        let refusal = outcome.err();
        let mut step = Step { records: record.into_iter().collect(), ..Step::default() };
        if refusal.is_none() {
            step.records.extend(self.give_lag(&ask, &step));
        }
        let asker = if refusal.is_some() { Asker::House } else { ask.asker };
        let acknowledged = asker.numbered();
        let (seen_before, mut events) = (self.seen, Vec::new());
        if !step.is_empty() {
            if step.events().any(|event| event.kind == EventKind::Started) {
                let seated = |seat| self.seated(ask.at, seat, &self.record.seats[seat]);
                step.seated = Seat::ALL.map(seated).into();
            }
            if let Err(error) = self.append(self.game.latest(), &step, asker).await {
                // Nobody has seen it: it has not happened.
                self.game = before;
                return Err(NotDone::NotStored(error));
            }
            events = told_by(&step, &before, &self.game);
            self.take_in(&events);
            if let Some(scores) = &mut self.scores {
                take_in(scores, &step, &self.game);
            }
            if let Some(taken) = &mut self.taken {
                step.records.iter().for_each(|record| taken.take(record));
            }
        }
        if let Some((author, number)) = acknowledged {
            self.commands[author.index()] = number;
        }
        let lines = self.sheet.changes();
        Ok(Done { events, lines, seen_before, acknowledged, refusal })
    }

    /// Whoever completed a move gets back what the connection cost.
    fn give_lag(&mut self, ask: &Ask<'_>, step: &Step) -> Option<Record> {
        let (seat, moment) = step.events().find_map(|event| match event.kind {
            EventKind::Completed { seat } => Some((seat, event.at)),
            _ => None,
        })?;
        let millis = self.lag.due(seat, ask.lag[seat]?, moment);
        if millis < MIN_LAG {
            return None;
        }
        // Refused if the move has ended the game: then there is nothing to give back.
        carry_out(&mut self.game, ask.at, Command::Lag { seat, millis }, None).0
    }

    /// Keeps count of what happened, now that it is durable.
    fn take_in(&mut self, events: &[Logged]) {
        self.recent.take_if(|recent| recent.is_stale());
        if let Some(recent) = &mut self.recent {
            recent.take(events);
        }
        self.whole.take_if(|whole| whole.is_stale());
        if let Some(whole) = &mut self.whole {
            whole.take(events);
        }
        for logged in events {
            self.seen.take(&logged.event);
            self.sheet.take(logged);
            let Some(event) = logged.event.referee() else { continue };
            self.lag.take(event);
            METRICS.moves.add(matches!(event.kind, EventKind::Completed { .. }).into());
        }
    }

    /// Puts a step in the log.
    async fn append(&mut self, at: Millis, step: &Step, asker: Asker) -> Result<(), StoreError> {
        let entry = Entry {
            seq: self.seq + 1,
            at,
            actor: asker.author().map(Author::number),
            command: asker.numbered().map(|(_, number)| number),
            step: serde_json::to_string(step)
                .map_err(|error| StoreError::Database(error.to_string()))?,
            stage: match self.game.phase() {
                Phase::Waiting => Stage::Open,
                Phase::Playing => Stage::Running,
                Phase::Over => Stage::Over,
            },
            result: self.game.verdict().map(|verdict| verdict.result.as_str()),
        };
        self.write(Change::Append(entry)).await?;
        self.stored = at;
        self.heartbeat = deadline_in(HEARTBEAT);
        self.seq += step.len() as u64;
        Ok(())
    }

    /// Who plays at a seat, as the log tells it.
    fn seated(&self, at: Millis, seat: Seat, record: &SeatRecord) -> Seated {
        let at = at.max(self.game.latest());
        Seated { at, seat, name: record.name.clone(), bot: record.bot.clone() }
    }

    /// Writes down who has a seat; while the match is being played the log tells it. What the log
    /// tells has happened, even if the rest could not be stored.
    pub(crate) async fn seat(
        &mut self,
        at: Millis,
        seat: Seat,
        record: SeatRecord,
    ) -> (Option<Done>, Result<(), StoreError>) {
        let kept = &self.record.seats[seat];
        let changes = (&kept.name, &kept.bot) != (&record.name, &record.bot);
        let mut done = None;
        if self.game.phase() == Phase::Playing && changes {
            let seated = self.seated(at, seat, &record);
            let (at, seen_before) = (seated.at, self.seen);
            let step = Step { seated: vec![seated], ..Step::default() };
            if let Err(error) = self.append(at, &step, Asker::House).await {
                return (None, Err(error));
            }
            let events = told_by(&step, &self.game, &self.game);
            self.take_in(&events);
            let lines = Vec::new();
            done = Some(Done { events, lines, seen_before, acknowledged: None, refusal: None });
        }
        let stored = self.write(Change::Seat { seat, record: record.clone() }).await;
        if stored.is_ok() {
            self.record.seats[seat] = record;
        }
        (done, stored)
    }

    /// Makes the match that follows this one.
    ///
    /// # Errors
    /// It could not be stored.
    pub(crate) async fn follow_with(&mut self, next: MatchRecord) -> Result<(), StoreError> {
        let id = next.id.clone();
        self.write(Change::Rematch(Box::new(next))).await?;
        self.record.rematch = Some(id);
        Ok(())
    }

    /// Stores how far the match has come where no event tells it.
    pub(crate) async fn store_stage(&mut self, stage: Stage) {
        if let Err(error) = self.write(Change::Stage(stage)).await {
            // It is only what lists show.
            tracing::warn!(%error, "a stage could not be stored");
        }
    }

    /// Stores the moment, so that a crash gives nobody time back.
    pub(crate) async fn store_moment(&mut self) {
        self.heartbeat = deadline_in(HEARTBEAT);
        let at = self.clock.now();
        if self.game.phase() != Phase::Playing || at <= self.stored {
            return;
        }
        match self.write(Change::Moment(at)).await {
            Ok(()) => self.stored = at,
            Err(StoreError::Stopped) => {}
            // The next heartbeat tries again; a crash before it costs nobody time.
            Err(error) => tracing::warn!(%error, "a moment could not be stored"),
        }
    }

    /// Stores the moment and gives the match away: another may have it. Whether that is stored.
    pub(crate) async fn give_away(&mut self) -> bool {
        let at = self.clock.now();
        let moment = (self.game.phase() == Phase::Playing && at > self.stored)
            .then(|| self.order(Change::Moment(at)));
        let released = self.order(Change::Release);
        let mut whole = true;
        for pending in moment.into_iter().chain([released]) {
            if let Err(error) = durable(pending).await {
                tracing::warn!(table = %self.record.id, %error, "a match was not given away whole");
                whole = false;
            }
        }
        self.lost = true;
        whole
    }

    fn order(&self, change: Change) -> Pending {
        let (id, epoch) = (self.record.id.clone(), self.epoch);
        self.store.write(Write::Change { id, epoch, change })
    }

    async fn write(&mut self, change: Change) -> Result<(), StoreError> {
        if self.lost {
            return Err(StoreError::Fenced(self.record.id.clone()));
        }
        let written = durable(self.order(change)).await;
        if let Err(error) = &written
            && error.loses_table()
        {
            tracing::warn!(table = %self.record.id, %error, "a table is left");
            self.lost = true;
        }
        written
    }

    /// All that the referee has decided so far.
    ///
    /// # Errors
    /// It can't be read back.
    pub(crate) async fn log(&mut self) -> Result<Vec<Event>, StoreError> {
        if self.seq == 0 {
            return Ok(Vec::new());
        }
        let whole = match &mut self.whole {
            Some(whole) => whole,
            none => {
                let (store, id) = (Arc::clone(&self.store), self.record.id.clone());
                none.insert(WholeLog::read(store, id).await?)
            }
        };
        Ok(whole.all())
    }

    /// What a viewer would have seen since the last event that the viewer saw, by the viewer's own
    /// numbers, as JSON.
    pub(crate) async fn missed(&mut self, viewer: Viewer, seen: Option<u64>) -> Box<RawValue> {
        let nothing = || part(&[(); 0]);
        let last = self.seen.by(viewer);
        let Some(seen) = seen.filter(|seen| *seen < last) else { return nothing() };
        if self.recent.is_none() {
            self.recent = Recent::read(Arc::clone(&self.store), self.record.id.clone()).await;
        }
        let recent = self.recent.as_mut();
        recent.map_or_else(nothing, |recent| part(&recent.since(seen, last, viewer)))
    }
}
