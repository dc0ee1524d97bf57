//! When nobody is there: time that waits after a restart, and rooms that are closed.

use std::time::Duration;

use tandem_referee::Phase;
use tandem_rules::Seat;
use tokio::time::Instant;

use super::Room;
use crate::store::Stage;
use crate::time::{deadline_in, is_past, now};

/// How long match time stands still after a restart for the others, once a player is back.
const GRACE: Duration = Duration::from_secs(30);
/// How long it stands still at most after a restart: nobody pays for the server's absence, and
/// no match waits for ever.
const MAX_HOLD: Duration = Duration::from_secs(600);
/// How long a room that nobody looks at stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// After this time without players a match counts as abandoned. It goes on if one comes back.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Since when whoever is missing has been missing.
pub(super) struct Absence {
    /// Until when match time stands still at most.
    held_until: Option<Instant>,
    /// Whether everybody had left the match, and it has not gone on yet.
    abandoned: bool,
    /// When the last player or arbiter left.
    players_left: Instant,
    /// When the last of all left.
    all_left: Instant,
}

impl Absence {
    /// Of a room that has just opened; `all_had_left` its match before.
    pub(super) fn new(is_played: bool, all_had_left: bool) -> Absence {
        let abandoned = is_played && all_had_left;
        Absence {
            // Sooner once the first player is back. A match that all had left waits for one.
            held_until: (is_played && !abandoned).then(|| deadline_in(MAX_HOLD)),
            abandoned,
            players_left: now(),
            all_left: now(),
        }
    }

    /// Somebody has left.
    pub(super) fn note(&mut self, was_spectator: bool) {
        self.all_left = now();
        if !was_spectator {
            self.players_left = self.all_left;
        }
    }

    /// A player is back; the others are not waited for as long.
    pub(super) fn shorten(&mut self) {
        let grace = deadline_in(GRACE);
        self.held_until = Some(self.held_until.map_or(grace, |until| until.min(grace)));
    }
}

impl Room {
    /// Match time goes on after a restart.
    pub(super) fn go_on(&mut self) {
        self.absence.held_until = None;
        if self.core.clock().is_held() {
            self.core.clock().go();
            self.tell_state();
        }
    }

    /// When match time goes on though not everybody is back. Beside real boards a phone says when.
    pub(super) fn goes_on_at(&self) -> Option<Instant> {
        self.absence.held_until.filter(|_| !self.waits_for_places() && !self.is_on_table())
    }

    /// What is due whatever the players do.
    pub(super) async fn keep_house(&mut self) {
        if self.goes_on_at().is_some_and(is_past) {
            self.go_on();
        }
        if self.absence.abandoned && !self.core.clock().is_held() {
            self.absence.abandoned = false;
            self.core.store_stage(Stage::Running).await;
        }
        if self.core.heartbeat().is_some_and(is_past) {
            self.core.store_moment().await;
        }
        if self.free_at().is_some_and(is_past) {
            self.free_seats().await;
        }
    }

    /// When the room will have been left alone for too long. Bots that play alone don't mind, nor
    /// does a match of theirs that waits for places.
    pub(super) fn idle_at(&self) -> Option<Instant> {
        let bots = self.people.seats.iter().filter(|(_, person)| person.bot.is_some()).count();
        let goes_on = bots == Seat::ALL.len() && self.bench.house.could_seat(bots);
        let players = !self.people.arbiters.is_empty()
            || self.people.seats.iter().any(|(_, person)| person.connection.is_some());
        match self.core.game().phase() {
            Phase::Waiting | Phase::Playing if goes_on => None,
            Phase::Playing => (!players).then(|| self.absence.players_left + ABANDONED),
            // A seat that nobody came for is given back first.
            Phase::Waiting if self.free_at().is_some() => None,
            Phase::Waiting | Phase::Over => {
                let alone = self.fan.members().is_empty() && self.followers.is_empty();
                alone.then(|| self.absence.all_left + IDLE)
            }
        }
    }

    pub(super) async fn put_away(&mut self) {
        if self.core.game().phase() == Phase::Playing {
            tracing::info!(table = %self.core.id(), "everybody has left a match");
            self.core.store_stage(Stage::Abandoned).await;
        }
        self.give_away().await;
        // Whoever asked meanwhile hears that the table is gone, and asks again.
        self.front.close();
    }
}
