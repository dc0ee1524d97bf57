//! A match without a room: nobody is connected, and time is whatever the tests say.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tandem_referee::{Act, Command, Input, MoveText, Phase};
use tandem_rules::{BySeat, Millis, Seat};

use super::lag::LagMeter;
use super::{Ask, Asker, Author, Done, Loaded, MatchCore, NotDone, Pulse};
use crate::books::Books;
use crate::ids::{MatchId, Secret};
use crate::store::{Acquired, MatchRecord, SeatRecord, Stage, Store, Write};
use crate::table::tests::testing::ModelStore;
use crate::terms::Terms;
use crate::view::{Viewer, seen_by};

async fn load(store: &Arc<ModelStore>, id: &MatchId) -> MatchCore {
    let epoch = store.acquire(id).await.unwrap().and_then(Acquired::ours).unwrap();
    let loaded = Loaded::new(store.load(id).await.unwrap().unwrap()).unwrap();
    MatchCore::new(loaded, epoch, Arc::clone(store) as Arc<dyn Store>, Arc::<Pulse>::default())
}

async fn core(wish: Value) -> (MatchCore, Arc<ModelStore>) {
    let store = Arc::new(ModelStore::default());
    let secret = Secret::random().unwrap().hash();
    let id = MatchId::random().unwrap();
    let record = MatchRecord {
        id: id.clone(),
        created: 0,
        terms: Terms::agree(serde_json::from_value(wish).unwrap(), &Books::default()).unwrap(),
        maker: None,
        arbiter: secret,
        seats: BySeat::new_with(|_| SeatRecord { secret, name: None, bot: None }),
        rematch: None,
    };
    store.write(Write::Make(Box::new(record))).await.unwrap().unwrap();
    (load(&store, &id).await, store)
}

/// The house starts the match, at moment 0.
async fn start(core: &mut MatchCore) -> Done {
    let (command, asker, lag) = (&Command::Start, Asker::House, BySeat::default());
    core.act(Ask { at: Millis(0), command, asker, lag }).await.unwrap()
}

/// A person moves by a command of this number; the connections cost nothing.
async fn moves(
    core: &mut MatchCore,
    at: i64,
    seat: Seat,
    number: u64,
    text: &str,
) -> Result<Done, NotDone> {
    let lag = BySeat::default();
    moves_with_lag(core, at, seat, number, text, lag).await
}

async fn moves_with_lag(
    core: &mut MatchCore,
    at: i64,
    seat: Seat,
    number: u64,
    text: &str,
    lag: BySeat<Option<super::lag::Lag>>,
) -> Result<Done, NotDone> {
    let command = &Command::Player { seat, act: Act::Move { tried: MoveText::new(text).unwrap() } };
    let asker = Asker::Person(Author::Seat(seat), number);
    core.act(Ask { at: Millis(at), command, asker, lag }).await
}

fn words(done: &Done) -> Vec<String> {
    let told = serde_json::to_value(seen_by(&done.events, Viewer::Arbiter, 0)).unwrap();
    let words = told.as_array().unwrap().iter().map(|event| event["event"].as_str().unwrap());
    words.map(str::to_owned).collect()
}

#[tokio::test(start_paused = true)]
async fn a_match_needs_no_room_and_comes_back_as_it_was() {
    let (mut core, store) = core(json!({ "book": "fics" })).await;
    let done = start(&mut core).await;
    assert_eq!(words(&done), ["started", "seated", "seated", "seated", "seated"]);
    let done = moves(&mut core, 1_500, Seat::WhiteA, 7, "e2e4").await.unwrap();
    assert_eq!(words(&done), ["made", "completed"]);
    assert_eq!(done.acknowledged, Some((Author::Seat(Seat::WhiteA), 7)));
    assert_eq!(done.seen_before.by(Viewer::Public), 5);
    let mut back = load(&store, core.id()).await;
    assert_eq!((back.game(), back.seq()), (core.game(), 7));
    assert_eq!(back.last_command(Author::Seat(Seat::WhiteA)), 7);
    assert_eq!(back.last_command(Author::Arbiter), 0);
    assert_eq!(back.clock().now(), Millis(1_500), "time goes on from the last stored moment");
    assert!(back.clock().is_held());
    let missed: Vec<Value> =
        serde_json::from_str(back.missed(Viewer::Public, Some(5)).await.get()).unwrap();
    assert_eq!(missed.iter().map(|event| &event["seq"]).collect::<Vec<_>>(), [6, 7]);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_stored_has_not_happened() {
    let (mut core, store) = core(json!({ "book": "fics" })).await;
    start(&mut core).await;
    let (before, seq, seen) = (core.game().clone(), core.seq(), core.seen());
    store.broken.store(true, Ordering::Relaxed);
    let lost = moves(&mut core, 900, Seat::WhiteA, 1, "e2e4").await;
    assert!(matches!(lost, Err(NotDone::NotStored(_))), "{lost:?}");
    assert_eq!((core.game(), core.seq()), (&before, seq));
    assert_eq!(core.seen().by(Viewer::Public), seen.by(Viewer::Public));
    assert_eq!(core.last_command(Author::Seat(Seat::WhiteA)), 0);
    store.broken.store(false, Ordering::Relaxed);
    let done = moves(&mut core, 950, Seat::WhiteA, 1, "e2e4").await.unwrap();
    assert_eq!(words(&done), ["made", "completed"]);
}

#[tokio::test(start_paused = true)]
async fn time_comes_before_a_command_that_is_late_and_is_nobodys() {
    let time = json!({ "base": 1000, "increment": 0, "delay": 0 });
    let wish = json!({ "book": "fics", "flag": "automatic", "time": time });
    let (mut core, store) = core(wish).await;
    start(&mut core).await;
    assert_eq!(core.next_change(), Some(Millis(1_000)));
    assert!(!core.is_due(Millis(999)) && core.is_due(Millis(1_001)));
    let done = moves(&mut core, 1_400, Seat::WhiteA, 1, "e2e4").await.unwrap();
    assert!(done.refusal.is_some() && done.acknowledged.is_none());
    assert_eq!(words(&done)[0], "flag_fell");
    assert_eq!(core.game().phase(), Phase::Over);
    let stored = store.load(core.id()).await.unwrap().unwrap();
    assert_eq!(stored.stage, Stage::Over);
    assert_eq!(stored.rows.last().unwrap().actor, None, "it was time");
}

#[tokio::test(start_paused = true)]
async fn a_mover_gets_back_what_the_connection_costs_and_others_do_not() {
    let (mut core, _) = core(json!({ "book": "fics", "lag": 300 })).await;
    assert_eq!(core.game().settings().input, Input::Guarded);
    start(&mut core).await;
    let mut meter = LagMeter::default();
    meter.answered(Millis(80), Some(Millis(80)));
    let mut lag = BySeat::default();
    lag[Seat::WhiteA] = meter.lag();
    let done = moves_with_lag(&mut core, 2_000, Seat::WhiteA, 1, "e2e4", lag).await.unwrap();
    assert_eq!(words(&done), ["made", "completed", "lag_given"]);
    let done = moves_with_lag(&mut core, 2_000, Seat::WhiteB, 1, "e2e4", lag).await.unwrap();
    assert_eq!(words(&done), ["made", "completed"]);
    assert_eq!(core.lag_given()[Seat::WhiteA], Millis(80));
}

#[tokio::test(start_paused = true)]
async fn the_log_tells_who_plays_once_the_match_has_begun() {
    let (mut core, store) = core(json!({ "book": "fics" })).await;
    let named = |core: &MatchCore, name: &str| SeatRecord {
        name: Some(name.to_owned()),
        ..core.record().seats[Seat::WhiteA].clone()
    };
    let ann = named(&core, "Ann");
    let (done, stored) = core.seat(Millis(0), Seat::WhiteA, ann).await;
    assert!(done.is_none() && stored.is_ok(), "before the start the record tells it");
    start(&mut core).await;
    let eve = named(&core, "Eve");
    let (done, stored) = core.seat(Millis(50), Seat::WhiteA, eve).await;
    assert_eq!((words(&done.unwrap()), stored.is_ok()), (vec!["seated".to_owned()], true));
    let back = load(&store, core.id()).await;
    assert_eq!(back.record().seats[Seat::WhiteA].name.as_deref(), Some("Eve"));
    assert_eq!(back.seq(), core.seq());
}
