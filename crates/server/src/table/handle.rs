//! The way to a table.

use axum::extract::ws::Utf8Bytes;
use std::sync::OnceLock;

use tandem_notation::score::SheetEntry;
use tandem_referee::{Act, MoveText, Ruling};
use tandem_rules::{Millis, Seat};
use tokio::sync::oneshot;

use super::core::NotEntered;
use super::queue::{Permits, Queue};
use super::request::{Asked, Gone, Joined, NoSeat, Outbox, Request, SeatTaken, Sitter};
use super::room::{Followed, Follower, Look};
use crate::bots::BotKind;
use crate::fanout::ConnectionId;
use crate::ids::Secret;
use crate::store::StoreError;
use crate::view::ScoresView;
use crate::wire::{Bye, Hello, Refused, Role};

/// Requests of one connection that may wait at a table; after that the connection waits.
const MAX_WAITING: usize = 32;

/// The way to a table, for one connection. Commands are stamped here with the moment they came:
/// waiting for the room, or for others in the queue, costs nobody time.
#[derive(Debug)]
pub(crate) struct Handle {
    queue: Queue,
    permits: Permits,
    /// Who came in by it.
    connection: OnceLock<ConnectionId>,
}

impl Handle {
    pub(super) fn new(queue: Queue) -> Handle {
        Handle { queue, permits: Permits::new(MAX_WAITING), connection: OnceLock::new() }
    }

    /// The same table for somebody else.
    pub(crate) fn another(&self) -> Handle {
        Handle::new(self.queue.clone())
    }

    /// Whether the table has been put away.
    pub(crate) fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }

    /// The moment.
    pub(crate) fn now(&self) -> Millis {
        self.queue.now()
    }

    /// The player who came in by it.
    fn by(&self, seat: Seat) -> Sitter {
        Sitter { seat, connection: self.connection.get().copied() }
    }

    async fn send(&self, request: Request) -> Result<(), Gone> {
        let permit = self.permits.one().await;
        self.queue.push(request, permit)
    }

    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Result<T, Gone> {
        let (reply, answer) = oneshot::channel();
        self.send(request(reply)).await?;
        answer.await.map_err(|_| Gone)
    }

    /// Somebody comes in. What is sent to them goes to `outbox`, the welcome first.
    pub(crate) async fn join(
        &self,
        connection: ConnectionId,
        hello: Hello,
        outbox: Option<Outbox>,
    ) -> Result<Result<Joined, Bye>, Gone> {
        let hello = Box::new(hello);
        let connection = *self.connection.get_or_init(|| connection);
        self.ask(|reply| Request::Join { connection, hello, outbox, reply }).await
    }

    /// Somebody has left.
    pub(crate) async fn leave(&self, connection: ConnectionId) {
        // A table that is gone has nobody to forget.
        let _ = self.send(Request::Leave { connection }).await;
    }

    /// A player acts; a clock beside a board tells when that was.
    pub(crate) async fn act(
        &self,
        connection: ConnectionId,
        seat: Seat,
        id: u64,
        act: Act<MoveText>,
        told: Option<Millis>,
    ) -> Result<(), Gone> {
        let (role, asked) = (Role::Seat(seat), Asked::Act(act));
        self.send(Request::Command { connection, role, id, asked, told }).await
    }

    /// A player acts who hears of the match by its events. None: the seat is open elsewhere.
    pub(crate) async fn act_directly(
        &self,
        connection: ConnectionId,
        seat: Seat,
        act: Act<MoveText>,
    ) -> Result<Option<Result<(), Refused>>, Gone> {
        self.ask(|reply| Request::Do { connection, seat, act, reply }).await
    }

    /// Somebody of this process follows the match by its events, or only wants to know it.
    pub(crate) async fn follow(
        &self,
        follower: Option<Follower>,
    ) -> Result<Result<Followed, StoreError>, Gone> {
        self.ask(|reply| Request::Follow { follower, reply }).await
    }

    /// Follows it no more.
    pub(crate) async fn unfollow(&self, tag: u64) {
        // A table that is gone has nobody to forget.
        let _ = self.send(Request::Unfollow { tag }).await;
    }

    /// The match begins, whoever is there: an event says so.
    pub(crate) async fn begin(&self) -> Result<(), Gone> {
        self.ask(|reply| Request::Begin { reply }).await
    }

    /// How the match stands.
    pub(crate) async fn look(&self) -> Result<Look, Gone> {
        self.ask(|reply| Request::Look { reply }).await
    }

    /// The arbiter rules.
    pub(crate) async fn rule(
        &self,
        connection: ConnectionId,
        id: u64,
        rule: Ruling,
    ) -> Result<(), Gone> {
        let (role, asked) = (Role::Arbiter, Asked::Rule(rule));
        self.send(Request::Command { connection, role, id, asked, told: None }).await
    }

    /// The arbiter asks what a ruling would bring about.
    pub(crate) async fn foresee(
        &self,
        connection: ConnectionId,
        id: u64,
        rule: Ruling,
    ) -> Result<(), Gone> {
        self.send(Request::Foresee { connection, id, rule }).await
    }

    /// A player asks what would be wrong with a move.
    pub(crate) async fn why(&self, seat: Seat, id: u64, tried: MoveText) -> Result<(), Gone> {
        self.send(Request::Why { by: self.by(seat), id, tried }).await
    }

    /// A player sets a move in advance, or forgets it.
    pub(crate) async fn ahead(
        &self,
        seat: Seat,
        id: u64,
        tried: Option<MoveText>,
    ) -> Result<(), Gone> {
        self.send(Request::Ahead { by: self.by(seat), id, tried }).await
    }

    /// A player is ready, or not.
    pub(crate) async fn ready(&self, seat: Seat, on: bool) -> Result<(), Gone> {
        self.send(Request::Ready { by: self.by(seat), on }).await
    }

    /// A player wants to play again, or not.
    pub(crate) async fn rematch(&self, seat: Seat, on: bool) -> Result<(), Gone> {
        self.send(Request::Rematch { by: self.by(seat), on }).await
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
        let by = self.by(by);
        self.send(Request::Substitute { by, seat, kind }).await
    }

    /// A clock beside a board knows by how much a server that came back is behind.
    pub(crate) async fn behind(&self, seat: Seat, millis: Millis) -> Result<(), Gone> {
        self.send(Request::Behind { by: self.by(seat), millis }).await
    }

    /// A player wants the seat back from a bot.
    pub(crate) async fn take_back(&self, seat: Seat) -> Result<(), Gone> {
        self.send(Request::TakeBack { by: self.by(seat) }).await
    }

    /// The round trip to a player was measured.
    pub(crate) async fn measured(
        &self,
        connection: ConnectionId,
        seat: Seat,
        round_trip: Millis,
        seen: Option<Millis>,
    ) -> Result<(), Gone> {
        self.send(Request::Measured { connection, seat, round_trip, seen }).await
    }

    /// Somebody takes a free seat of a public match.
    pub(crate) async fn take_seat(
        &self,
        seat: Option<Seat>,
        name: String,
    ) -> Result<Result<SeatTaken, NoSeat>, Gone> {
        self.ask(|reply| Request::TakeSeat { seat, name, reply }).await
    }

    /// What a spectator sees.
    pub(crate) async fn snapshot(&self) -> Result<Utf8Bytes, Gone> {
        self.ask(|reply| Request::Snapshot { reply }).await
    }

    /// Whether a secret is one of the match.
    pub(crate) async fn knows(&self, secret: Secret) -> Result<bool, Gone> {
        self.ask(|reply| Request::Knows { secret, reply }).await
    }

    /// The score sheet, after something was written on it if that is wanted; none if it is known.
    pub(crate) async fn score(
        &self,
        wanted: Option<(SheetEntry, usize)>,
        known: Option<u64>,
    ) -> Result<Result<Option<ScoresView>, NotEntered>, Gone> {
        self.ask(|reply| Request::Score { wanted, known, reply }).await
    }

    /// Another has the match: the table goes without a word.
    pub(crate) async fn abandon(&self) {
        // A table that is gone has gone.
        let _ = self.send(Request::Abandon).await;
    }

    /// The server stops.
    pub(crate) async fn stop(&self) {
        // A table that is gone has stopped.
        let _ = self.ask(|reply| Request::Stop { reply }).await;
    }
}
