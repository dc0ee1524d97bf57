//! The way to a table.

use std::sync::Arc;

use tandem_rules::{Millis, Seat};
use tokio::sync::{mpsc, oneshot};

use super::clock::TableClock;
use super::request::{Asked, Gone, Joined, Request, SeatTaken, Way};
use crate::bots::BotKind;
use crate::fanout::ConnectionId;
use crate::wire::{ActWire, Bye, Hello, Role, RuleWire};

/// The way to a table. Commands are stamped here with the moment they came: waiting for the
/// actor costs nobody time.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    pub(super) requests: mpsc::Sender<Request>,
    pub(super) clock: Arc<TableClock>,
}

impl Handle {
    /// Whether the table has been put away.
    pub(crate) fn is_gone(&self) -> bool {
        self.requests.is_closed()
    }

    /// The moment.
    pub(crate) fn now(&self) -> Millis {
        self.clock.now()
    }

    async fn send(&self, request: Request) -> Result<(), Gone> {
        self.requests.send(request).await.map_err(|_| Gone)
    }

    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Result<T, Gone> {
        let (reply, answer) = oneshot::channel();
        self.send(request(reply)).await?;
        answer.await.map_err(|_| Gone)
    }

    /// Somebody comes in. What he is sent comes by `way`, the welcome first.
    pub(crate) async fn join(
        &self,
        connection: ConnectionId,
        hello: Hello,
        way: Way,
    ) -> Result<Result<Joined, Bye>, Gone> {
        let hello = Box::new(hello);
        self.ask(|reply| Request::Join { connection, hello, way, reply }).await
    }

    /// Somebody has left.
    pub(crate) async fn leave(&self, connection: ConnectionId) {
        // A table that is gone has nobody to forget.
        let _ = self.send(Request::Leave { connection }).await;
    }

    /// A player acts.
    pub(crate) async fn act(
        &self,
        connection: ConnectionId,
        seat: Seat,
        id: u64,
        act: ActWire,
    ) -> Result<(), Gone> {
        let at = self.clock.now();
        let (role, asked) = (Role::Seat(seat), Asked::Act(act));
        self.send(Request::Command { connection, role, at, id, asked }).await
    }

    /// The arbiter rules.
    pub(crate) async fn rule(
        &self,
        connection: ConnectionId,
        id: u64,
        rule: RuleWire,
    ) -> Result<(), Gone> {
        let at = self.clock.now();
        let (role, asked) = (Role::Arbiter, Asked::Rule(rule));
        self.send(Request::Command { connection, role, at, id, asked }).await
    }

    /// A player is ready, or not.
    pub(crate) async fn ready(&self, seat: Seat, on: bool) -> Result<(), Gone> {
        self.send(Request::Ready { seat, on }).await
    }

    /// A player wants to play again, or not.
    pub(crate) async fn rematch(&self, seat: Seat, on: bool) -> Result<(), Gone> {
        self.send(Request::Rematch { seat, on }).await
    }

    /// A bot takes a seat before the start, or leaves it.
    pub(crate) async fn bot(
        &self,
        asked_by: ConnectionId,
        seat: Seat,
        kind: Option<BotKind>,
    ) -> Result<(), Gone> {
        self.send(Request::Bot { asked_by, seat, kind }).await
    }

    /// A player wants a bot for somebody who left, or does not.
    pub(crate) async fn substitute(
        &self,
        by: Seat,
        seat: Seat,
        kind: Option<BotKind>,
    ) -> Result<(), Gone> {
        self.send(Request::Substitute { by, seat, kind }).await
    }

    /// A player wants his seat back from a bot.
    pub(crate) async fn take_back(&self, seat: Seat) -> Result<(), Gone> {
        self.send(Request::TakeBack { seat }).await
    }

    /// The round trip to a player was measured.
    pub(crate) async fn measured(&self, seat: Seat, round_trip: Millis) -> Result<(), Gone> {
        self.send(Request::Measured { seat, round_trip }).await
    }

    /// Somebody takes a free seat of a public match.
    pub(crate) async fn take_seat(
        &self,
        seat: Option<Seat>,
        name: String,
    ) -> Result<Result<SeatTaken, &'static str>, Gone> {
        self.ask(|reply| Request::TakeSeat { seat, name, reply }).await
    }

    /// What a spectator sees.
    pub(crate) async fn snapshot(&self) -> Result<String, Gone> {
        self.ask(|reply| Request::Snapshot { reply }).await
    }

    /// The server stops.
    pub(crate) async fn stop(&self) {
        // A table that is gone has stopped.
        let _ = self.ask(|reply| Request::Stop { reply }).await;
    }
}
