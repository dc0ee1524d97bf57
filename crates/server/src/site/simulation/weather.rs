//! What goes wrong between a node and the store: delays, cut lines, replies and requests that are lost, statements
//! that come late. All of it is drawn from a seed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::sleep;

use crate::bots::BotRoom;
use crate::ids::MatchId;
use crate::store::model::{ModelStore, Planted};
use crate::store::{
    Acquired, Answer, Health, Listed, Moments, NodeId, Nodes, Peer, Pending, Row, Stage, Store,
    StoreError, Stored, Version, Write,
};

/// Numbers that are the same for the same seed (splitmix64).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of so many.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or(0)
    }

    /// So many of a thousand times.
    pub(super) fn happens(&mut self, per_mille: usize) -> bool {
        self.below(1000) < per_mille
    }

    pub(super) fn millis(&mut self, from: u64, to: u64) -> Duration {
        Duration::from_millis(from + self.next() % (to - from))
    }

    /// Another that goes its own way.
    pub(super) fn fork(&mut self) -> Random {
        Random(self.next())
    }
}

/// Something that is so or not, and is waited for; whoever waits first goes on first, every time.
#[derive(Debug)]
pub(super) struct Gate {
    open: AtomicBool,
    changed: Notify,
}

impl Gate {
    pub(super) fn new(open: bool) -> Gate {
        Gate { open: AtomicBool::new(open), changed: Notify::new() }
    }

    pub(super) fn set(&self, open: bool) {
        self.open.store(open, Ordering::Relaxed);
        self.changed.notify_waiters();
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }

    /// Waits until it is open, or is not.
    pub(super) async fn until(&self, open: bool) {
        loop {
            let changed = self.changed.notified();
            if self.is_open() == open {
                return;
            }
            changed.await;
        }
    }
}

/// What becomes of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Answered,
    RequestLost,
    ReplyLost,
    /// It is carried out after the line has broken.
    Late(Duration),
    /// There is no room for it, and the store says so.
    Refused,
}

/// The line between a node and the store.
pub(super) struct Line {
    open: Gate,
    random: Mutex<Random>,
    /// The longest way, in milliseconds.
    slow: Mutex<u64>,
    /// Whether it is a folder on the machine's own disk: that refuses things, and loses nothing on the way.
    own: bool,
    /// Whether nothing goes wrong on it any more.
    calm: AtomicBool,
}

impl Line {
    pub(super) fn new(random: Random, own: bool) -> Arc<Line> {
        let (random, slow, calm) = (Mutex::new(random), Mutex::new(4), AtomicBool::new(false));
        Arc::new(Line { open: Gate::new(true), random, slow, own, calm })
    }

    pub(super) fn cut(&self, cut: bool) {
        self.open.set(!cut);
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.is_open()
    }

    pub(super) fn slow_down(&self, millis: u64) {
        *self.slow.lock().unwrap_or_else(PoisonError::into_inner) = millis;
    }

    /// Nothing goes wrong on it from now on.
    pub(super) fn calm_down(&self) {
        self.cut(false);
        self.slow_down(4);
        self.calm.store(true, Ordering::Relaxed);
    }

    fn random<T>(&self, draw: impl FnOnce(&mut Random) -> T) -> T {
        draw(&mut self.random.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// One way over it, as soon as it is open.
    pub(super) async fn pass(&self) {
        let slow = *self.slow.lock().unwrap_or_else(PoisonError::into_inner);
        sleep(self.random(|random| random.millis(0, slow))).await;
        self.open.until(true).await;
    }

    fn fate(&self) -> Fate {
        let calm = self.calm.load(Ordering::Relaxed);
        self.random(|random| match random.below(1000) {
            _ if calm => Fate::Answered,
            0..15 if self.own => Fate::Refused,
            _ if self.own => Fate::Answered,
            0..5 => Fate::RequestLost,
            5..15 => Fate::ReplyLost,
            15..22 => Fate::Late(random.millis(1, 2_500)),
            _ => Fate::Answered,
        })
    }
}

enum Order {
    Write(Write, oneshot::Sender<Result<(), StoreError>>),
    Acquire(MatchId, oneshot::Sender<Result<Option<Acquired>, StoreError>>),
}

/// The model store behind such a line, with the one lane that a node writes by.
pub(super) struct FarStore {
    pub(super) model: Arc<ModelStore>,
    pub(super) line: Arc<Line>,
    orders: mpsc::UnboundedSender<Order>,
}

impl FarStore {
    pub(super) fn new(model: Arc<ModelStore>, line: Arc<Line>) -> Arc<FarStore> {
        let (orders, waiting) = mpsc::unbounded_channel();
        tokio::spawn(lane(Arc::clone(&model), Arc::clone(&line), waiting));
        Arc::new(FarStore { model, line, orders })
    }

    pub(super) fn node(&self) -> NodeId {
        self.model.name().node
    }

    fn read<'s, T: Send + 's>(
        &'s self,
        read: impl FnOnce(&'s ModelStore) -> Answer<'s, T> + Send + 's,
    ) -> Answer<'s, T> {
        async move {
            self.line.pass().await;
            let model: &'s ModelStore = &self.model;
            let answer = read(model).await;
            self.line.pass().await;
            answer
        }
        .boxed()
    }
}

async fn lane(
    model: Arc<ModelStore>,
    line: Arc<Line>,
    mut waiting: mpsc::UnboundedReceiver<Order>,
) {
    let database = Arc::clone(model.database());
    let lost = || match database.planted {
        Planted::UnknownAsFailure => StoreError::Database("the line broke".to_owned()),
        _ => StoreError::Unknown("the line broke".to_owned()),
    };
    while let Some(order) = waiting.recv().await {
        line.pass().await;
        database.begin_lane(model.name());
        let name = model.name();
        match order {
            Order::Acquire(id, done) => {
                let acquired = database.acquire(name, &id);
                line.pass().await;
                let _ = done.send(acquired);
            }
            Order::Write(write, done) => {
                let seen = database.sees(name, &write);
                let fate = line.fate();
                let mut result = Err(lost());
                match fate {
                    Fate::RequestLost => {}
                    Fate::Refused => {
                        result = Err(StoreError::Database("there is no room".to_owned()));
                    }
                    Fate::Late(time) => {
                        let database = Arc::clone(&database);
                        tokio::spawn(async move {
                            sleep(time).await;
                            let _ = database.apply(name, seen, write);
                        });
                    }
                    Fate::Answered | Fate::ReplyLost => {
                        // A statement takes its time, and others go on meanwhile.
                        sleep(line.random(|random| random.millis(0, 3))).await;
                        let applied = database.apply(name, seen, write);
                        if fate == Fate::Answered {
                            result = applied;
                        }
                    }
                }
                line.pass().await;
                if !matches!(fate, Fate::Answered | Fate::Refused) {
                    model.break_lane();
                }
                let _ = done.send(result);
            }
        }
    }
}

impl Store for FarStore {
    fn write(&self, write: Write) -> Pending {
        let (done, pending) = oneshot::channel();
        let _ = self.orders.send(Order::Write(write, done));
        pending
    }

    fn acquire<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Acquired>> {
        let (done, acquired) = oneshot::channel();
        let _ = self.orders.send(Order::Acquire(id.clone(), done));
        async { acquired.await.unwrap_or(Err(StoreError::Stopped)) }.boxed()
    }

    fn is_shared(&self) -> bool {
        !self.line.own
    }

    fn load<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Stored>> {
        self.read(move |model| model.load(id))
    }

    fn events_after<'s>(&'s self, id: &'s MatchId, seq: u64) -> Answer<'s, Vec<Row>> {
        self.read(move |model| model.events_after(id, seq))
    }

    fn version<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Version>> {
        self.read(move |model| model.version(id))
    }

    fn list(&self, stage: Stage, limit: usize) -> Answer<'_, Vec<Listed>> {
        self.read(move |model| model.list(stage, limit))
    }

    fn count_open<'s>(
        &'s self,
        maker: &'s [u8; 16],
        since: i64,
        limit: usize,
    ) -> Answer<'s, usize> {
        self.read(move |model| model.count_open(maker, since, limit))
    }

    fn count_made<'s>(
        &'s self,
        maker: &'s [u8; 16],
        since: i64,
        limit: usize,
    ) -> Answer<'s, usize> {
        self.read(move |model| model.count_made(maker, since, limit))
    }

    fn all(&self) -> Answer<'_, Vec<MatchId>> {
        self.read(|model| model.all())
    }

    fn unfinished(&self) -> Answer<'_, Vec<MatchId>> {
        self.read(|model| model.orphans())
    }

    fn set_apart(&self, id: &MatchId) {
        self.model.set_apart(id);
    }

    fn health(&self) -> Health {
        Health::default()
    }

    fn stop(&self) -> BoxFuture<'_, ()> {
        async {}.boxed()
    }
}

impl Nodes for FarStore {
    fn beat(&self, moments: Moments, room: BotRoom) -> Answer<'_, bool> {
        self.read(move |model| model.beat(moments, room))
    }

    fn peers(&self) -> Answer<'_, Vec<Peer>> {
        self.read(|model| model.peers())
    }

    fn declare_dead(&self, node: NodeId, seen: i64) -> Answer<'_, bool> {
        self.read(move |model| model.declare_dead(node, seen))
    }

    fn orphans(&self) -> Answer<'_, Vec<MatchId>> {
        self.read(|model| model.orphans())
    }

    fn want<'s>(&'s self, id: &'s MatchId) -> Answer<'s, ()> {
        self.read(move |model| model.want(id))
    }

    fn wanted(&self) -> Answer<'_, Vec<MatchId>> {
        self.read(|model| model.wanted())
    }

    fn rejoin(&self) -> Answer<'_, ()> {
        self.read(|model| model.rejoin())
    }
}
