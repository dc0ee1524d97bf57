//! A node among others that come and go, in time that tokio holds.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::FutureExt as _;
use serde_json::{Value, json};
use tandem_rules::Seat;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::{Around, Site};
use crate::books::Books;
use crate::bots::{BotRoom, Bots};
use crate::fanout::ConnectionId;
use crate::hall::{Hall, Made, MakeError};
use crate::limits::Limits;
use crate::server::{Bounds, Waits};
use crate::store::model::{Database, ModelStore};
use crate::store::{Nodes, Store, StoreError};
use crate::table::Handle;

/// Longer than it takes until a silent node is declared dead.
const LONG: Duration = Duration::from_secs(5);

fn node(database: &Arc<Database>) -> Arc<Site> {
    node_with(database, 600).0
}

/// A node with room for so many bots, and its hall.
fn node_with(database: &Arc<Database>, bots: usize) -> (Arc<Site>, Arc<Hall>) {
    node_over(&Arc::new(ModelStore::shared(database)), bots)
}

/// The same over a store of the test's.
fn node_over(store: &Arc<ModelStore>, bots: usize) -> (Arc<Site>, Arc<Hall>) {
    let nodes = Arc::clone(store) as Arc<dyn Nodes>;
    let limits = Arc::new(Limits::new(Bounds::default()));
    let kept = Arc::clone(store) as Arc<dyn Store>;
    let bots = Bots::counted(1, bots);
    let hall = Hall::new(kept, Books::default(), bots, limits, Waits::default());
    let hall = Arc::new(hall.among(Some(Arc::clone(&nodes))));
    let around = Around {
        ask_peer: Box::new(|_| async { false }.boxed()),
        resume: Box::new(|| async {}.boxed()),
        leave: Box::new(|| async {}.boxed()),
    };
    (Site::new(nodes, Arc::clone(&hall), around), hall)
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_a_death_hears_of_one_that_was_before() {
    let database = Database::with(Default::default());
    let site = node(&database);
    tokio::spawn(Arc::clone(&site).watch());
    let other = database.register().node;
    sleep(LONG).await;
    // It never beat, and was declared dead; whoever saw it alive before that asks now.
    assert!(timeout(LONG, site.died(other)).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_node_that_has_just_come_is_not_dead() {
    let database = Database::with(Default::default());
    let site = node(&database);
    let watching = Arc::clone(&site);
    tokio::spawn(watching.watch());
    let other = Arc::new(ModelStore::of(&database));
    let name = other.name().node;
    let beats = tokio::spawn(async move {
        while other.beat(Vec::new(), BotRoom::default()).await.is_ok() {
            sleep(Duration::from_millis(100)).await;
        }
    });
    let died = site.died(name);
    tokio::pin!(died);
    assert!(timeout(LONG, &mut died).await.is_err(), "it beats");
    beats.abort();
    assert!(timeout(LONG, died).await.is_ok());
}

/// Two nodes that beat and watch: one without room for bots, one with some.
async fn full_and_empty() -> (Arc<Hall>, Arc<Hall>) {
    let database = Database::with(Default::default());
    let nodes = [node_with(&database, 0), node_with(&database, 4)];
    for (site, _) in &nodes {
        tokio::spawn(Arc::clone(site).beat());
        tokio::spawn(Arc::clone(site).watch());
    }
    sleep(LONG).await;
    let [(_, full), (_, empty)] = nodes;
    (full, empty)
}

async fn make(hall: &Hall, bots: Value) -> Made {
    let wish = json!({ "book": "fics", "bots": bots });
    hall.make(serde_json::from_value(wish).unwrap(), None).await.unwrap()
}

fn is_elsewhere(found: Result<Option<Handle>, StoreError>) -> bool {
    matches!(found, Err(StoreError::Elsewhere(..)))
}

#[tokio::test(start_paused = true)]
async fn a_match_with_bots_is_opened_where_there_is_room_for_them() {
    let (full, empty) = full_and_empty().await;
    let made = make(&full, json!({ "a": "1", "B": "1", "b": "1" })).await;
    assert!(is_elsewhere(full.find_with_room(&made.id).await));
    let table = empty.find_with_room(&made.id).await.unwrap().unwrap();
    assert!(table.look().await.unwrap().people[Seat::BlackA].there, "the bots are there");
    assert_eq!((full.bots().free(), empty.bots().free()), (0, 1));
    // Nobody has room for three more; people alone need none.
    let wish = json!({ "book": "fics", "bots": { "a": "1", "B": "1", "b": "1" } });
    sleep(LONG).await;
    let refused = full.make(serde_json::from_value(wish).unwrap(), None).await;
    assert!(matches!(refused, Err(MakeError::TooManyBots)), "{refused:?}");
    let people = make(&full, json!({})).await;
    assert!(full.find_with_room(&people.id).await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_match_of_bots_alone_is_taken_by_the_machine_that_has_room() {
    let (full, empty) = full_and_empty().await;
    let made = make(&full, json!({ "A": "1", "a": "1", "B": "1", "b": "1" })).await;
    sleep(LONG).await;
    assert!(is_elsewhere(full.find(&made.id).await));
    assert_eq!(empty.bots().free(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_finds_no_place_takes_the_match_to_another_machine() {
    let (full, empty) = full_and_empty().await;
    let made = make(&full, json!({})).await;
    let table = full.find_with_room(&made.id).await.unwrap().unwrap();
    let hello = json!({
        "version": 2, "match": made.id, "role": "seat", "seat": "A",
        "name": "Ann", "secret": made.seats[Seat::WhiteA].reveal(),
    });
    let (outbox, mut inbox) = mpsc::channel(64);
    let connection = ConnectionId(1);
    let hello = serde_json::from_value(hello).unwrap();
    table.join(connection, hello, Some(outbox)).await.unwrap().unwrap();
    let level = "1".parse().unwrap();
    table.bot(connection, Seat::BlackA, Some(level)).await.unwrap();
    let mut bye = json!(null);
    while let Some(said) = inbox.recv().await {
        bye = serde_json::from_str(&said).unwrap();
    }
    assert_eq!(bye["code"], "moving", "{bye}");
    assert!(is_elsewhere(full.find_with_room(&made.id).await));
    let table = empty.find_with_room(&made.id).await.unwrap().unwrap();
    assert!(table.look().await.unwrap().people[Seat::BlackA].there, "the bot is there");
}

/// A node alone with a match of four bots, which is being played.
async fn bots_alone() -> (Arc<ModelStore>, Arc<Site>, Arc<Hall>, Made) {
    let store = Arc::new(ModelStore::shared(&Database::with(Default::default())));
    let (site, hall) = node_over(&store, 600);
    let made = make(&hall, json!({ "A": "1", "a": "1", "B": "1", "b": "1" })).await;
    sleep(LONG).await;
    (store, site, hall, made)
}

async fn rows(store: &ModelStore, made: &Made) -> usize {
    store.load(&made.id).await.unwrap().unwrap().rows.len()
}

#[tokio::test(start_paused = true)]
async fn a_match_that_its_room_had_to_leave_goes_on_though_nobody_comes() {
    let (store, site, hall, made) = bots_alone().await;
    tokio::spawn(Arc::clone(&site).beat());
    tokio::spawn(site.watch());
    // Nobody knows what became of the next move; then the node is cut off, and is not declared dead.
    store.loses_reply.store(true, Ordering::Relaxed);
    sleep(LONG * 4).await;
    assert!(!store.loses_reply.load(Ordering::Relaxed), "something was to be stored");
    hall.leave_all().await;
    sleep(LONG).await;
    let before = rows(&store, &made).await;
    sleep(LONG * 4).await;
    assert!(rows(&store, &made).await > before, "its bots play");
}

#[tokio::test(start_paused = true)]
async fn time_stands_still_at_a_table_that_was_left_and_where_it_was_is_known() {
    let (store, _, hall, made) = bots_alone().await;
    let (_, running) = hall.moments().remove(0);
    sleep(LONG).await;
    let (id, later) = hall.moments().remove(0);
    assert!(id == made.id && later > running);
    // A room that can't know how the match stands goes without a word.
    store.loses_reply.store(true, Ordering::Relaxed);
    sleep(LONG * 4).await;
    assert!(!store.loses_reply.load(Ordering::Relaxed), "something was to be stored");
    let left = hall.moments();
    assert_eq!(left.len(), 1);
    sleep(LONG).await;
    assert_eq!(hall.moments(), left);
    // Nor does time go on, or is forgotten, where a node left everything.
    hall.find(&made.id).await.unwrap().unwrap();
    sleep(LONG).await;
    hall.leave_all().await;
    sleep(Duration::from_millis(1)).await;
    let left = hall.moments();
    assert_eq!(left.len(), 1);
    sleep(LONG).await;
    assert_eq!(hall.moments(), left);
    // What was given away is somebody else's to tell.
    hall.find(&made.id).await.unwrap().unwrap();
    hall.give_away(&made.id).await;
    assert!(hall.moments().is_empty());
}
