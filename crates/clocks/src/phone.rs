//! The phone: what it stamps, keeps and tells.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use tandem_rules::{BySeat, Seat};

use crate::offset::{Local, Offset};

/// Pongs that a phone waits for before it trusts the time of a new connection.
const ENOUGH: u32 = 8;
/// And before it tells a server that came back how late it is: that stays.
const ENOUGH_TO_TELL: u32 = 16;
/// Both go on until the time is known so well, in milliseconds,
const SURE: f64 = 5.0;
/// or after so many, where the network is no better.
const AT_MOST: u32 = 64;
/// How long after a ping the next one goes until then, in milliseconds.
const QUICK: f64 = 80.0;
/// And afterwards.
const STEADY: f64 = 1_000.0;
/// A phone that does not know the time waits so long for one that does; then time goes on from what the server knew.
const PATIENT: f64 = 60_000.0;

/// An act that a phone tells of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told<A> {
    /// Its number: the acts of a seat are counted.
    pub id: u64,
    /// Who acted.
    pub seat: Seat,
    /// What was done.
    pub act: A,
    /// The moment of the match at which it was done, as the phone knows it.
    pub at: i64,
}

/// What a phone says to the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message<A> {
    /// What time is it?
    Ping {
        /// The phone's own.
        sent: Local,
    },
    /// A server that came back is behind by so many milliseconds: it was away, and the clocks were
    /// not.
    Behind {
        /// How many.
        millis: i64,
    },
    /// Somebody acted.
    Told(Told<A>),
}

/// A phone that is a clock. It keeps what it has told until it has heard what became of it.
#[derive(Clone, Debug)]
pub struct Phone<A> {
    offset: Offset,
    /// What was known of the time before the server was away.
    before: Option<Offset>,
    /// Whether the server has come back from a restart and waits to be told the time.
    server_waits: bool,
    told_behind: bool,
    connected: bool,
    synchronised: bool,
    /// Whether it has known the time well: what one pong tells is not enough to stamp by.
    knew: bool,
    /// Pongs of this connection.
    fresh: u32,
    pinged: Option<f64>,
    /// What was asked before is answered by another connection, or by a clock that was set since.
    since: f64,
    log: VecDeque<Told<A>>,
    /// How many of them have been told on this connection.
    told: usize,
    last: BySeat<u64>,
    stamped: i64,
}

impl<A> Default for Phone<A> {
    fn default() -> Phone<A> {
        Phone {
            offset: Offset::default(),
            before: None,
            server_waits: false,
            told_behind: false,
            connected: false,
            synchronised: false,
            knew: false,
            fresh: 0,
            pinged: None,
            since: f64::NEG_INFINITY,
            log: VecDeque::new(),
            told: 0,
            last: BySeat::default(),
            stamped: 0,
        }
    }
}

impl<A: Clone> Phone<A> {
    /// A connection stands. The server says whether it waits to be told the time, and the number
    /// of the last act that it has of each seat.
    pub fn connected(&mut self, now: Local, server_waits: bool, last: &[(Seat, u64)]) {
        // The time of a server that was there all along is known better than one connection tells it.
        if server_waits && self.before.is_none() {
            let offset = std::mem::take(&mut self.offset);
            self.before = self.knew.then_some(offset);
        }
        (self.connected, self.synchronised, self.fresh) = (true, false, 0);
        (self.server_waits, self.told_behind) = (server_waits, false);
        (self.pinged, self.told, self.since) = (None, 0, now.0);
        for (seat, id) in last {
            self.last[*seat] = self.last[*seat].max(*id);
        }
    }

    /// It is gone. The phone goes on counting.
    pub fn disconnected(&mut self) {
        (self.connected, self.synchronised, self.told) = (false, false, 0);
        if let Some(before) = self.before.take() {
            self.offset = before;
        }
    }

    /// The server waits no more: somebody has told it the time.
    pub fn goes_on(&mut self, now: Local) {
        if std::mem::take(&mut self.server_waits) {
            (self.offset, self.fresh, self.since) = (Offset::default(), 0, now.0);
        }
    }

    /// Whether the phone knows the time of the server it is connected to.
    #[must_use]
    pub fn is_synchronised(&self) -> bool {
        self.synchronised
    }

    /// The moment of the match, if the phone knows it.
    #[must_use]
    pub fn moment(&self, now: Local) -> Option<f64> {
        match &self.before {
            Some(before) => before.moment(now),
            // What a server shows that does not know the time itself is no time.
            None if self.server_waits || !self.knew => None,
            None => self.offset.moment(now),
        }
    }

    /// What the server has not answered yet.
    pub fn unanswered(&self) -> impl Iterator<Item = &Told<A>> {
        self.log.iter()
    }

    /// Somebody acts. False if the phone does not know the time yet: then nothing happens.
    pub fn acts(&mut self, now: Local, seat: Seat, act: A) -> bool {
        let Some(moment) = self.moment(now) else { return false };
        self.last[seat] += 1;
        // An estimate that gets better does not put a later act before an earlier one.
        self.stamped = self.stamped.max(moment.round() as i64);
        self.log.push_back(Told { id: self.last[seat], seat, act, at: self.stamped });
        true
    }

    /// A pong has come.
    pub fn pong(&mut self, now: Local, sent: Local, moment: i64) {
        if sent.0 < self.since {
            return;
        }
        self.offset.pong(now, sent, moment);
        self.fresh += 1;
        if self.connected && !self.server_waits && self.knows(now, ENOUGH) {
            (self.synchronised, self.knew) = (true, true);
            self.before = None;
        }
    }

    /// Whether this connection has told the time well enough.
    fn knows(&self, now: Local, enough: u32) -> bool {
        let sure = self.offset.error(now).is_some_and(|error| error <= SURE);
        self.fresh >= AT_MOST || (self.fresh >= enough && sure)
    }

    /// The server has answered an act: it was done, now or before, or refused.
    pub fn answered(&mut self, seat: Seat, id: u64) {
        let at = self.log.iter().position(|told| told.seat == seat && told.id == id);
        if let Some(at) = at {
            self.log.remove(at);
            self.told = self.told.saturating_sub(usize::from(at < self.told));
        }
    }

    /// What is to be sent now, in this order.
    pub fn wants(&mut self, now: Local) -> Vec<Message<A>> {
        let mut messages = Vec::new();
        if !self.connected {
            return messages;
        }
        let wait = if self.synchronised { STEADY } else { QUICK };
        if self.pinged.is_none_or(|pinged| now.0 - pinged >= wait) {
            self.pinged = Some(now.0);
            messages.push(Message::Ping { sent: now });
        }
        if self.server_waits
            && !self.told_behind
            && let Some(millis) = self.behind(now)
        {
            self.told_behind = true;
            messages.push(Message::Behind { millis });
        }
        if !self.synchronised {
            return messages;
        }
        // Each seat has a line of its own, and what one line tells may overtake the other: a seat's acts wait until
        // those of the other seat before them are answered.
        let first = self.log.front().map(|told| told.seat);
        let next = self.log.iter().skip(self.told).take_while(|told| Some(told.seat) == first);
        messages.extend(next.cloned().map(Message::Told));
        self.told += messages.iter().filter(|one| matches!(one, Message::Told(_))).count();
        messages
    }

    /// By how much a server that waits is behind, as soon as that is known.
    fn behind(&self, now: Local) -> Option<i64> {
        let Some(before) = &self.before else {
            return (now.0 - self.since >= PATIENT).then_some(0);
        };
        let (known, shown) = (before.moment(now)?, self.offset.moment(now)?);
        self.knows(now, ENOUGH_TO_TELL).then(|| (known - shown).max(0.0).round() as i64)
    }
}
