//! What every store keeps to, whatever it is made of. Each test is one function over a store.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::json;
use tandem_rules::{BySeat, Millis, Seat};

use super::model::ModelStore;
use super::{
    Acquired, Change, Entry, Epoch, MatchRecord, SeatRecord, SqliteStore, Stage, Store, StoreError,
    Write, durable,
};
use crate::books::Books;
use crate::ids::{MatchId, SecretHash};
use crate::terms::Terms;

/// A match that was just made, open to all unless told otherwise.
pub(super) fn record(created: i64) -> MatchRecord {
    let wish = json!({ "book": "stein", "title": "Evening", "public": true });
    let terms = Terms::agree(serde_json::from_value(wish).unwrap(), &Books::default()).unwrap();
    let seat = |seat: Seat| SeatRecord {
        secret: SecretHash([seat as u8; 32]),
        name: (seat == Seat::WhiteA).then(|| "Ann".to_owned()),
        bot: None,
    };
    MatchRecord {
        id: MatchId::random().unwrap(),
        created,
        terms,
        maker: Some([7; 16]),
        arbiter: SecretHash([9; 32]),
        seats: BySeat::new_with(seat),
        rematch: None,
    }
}

pub(super) fn entry(seq: u64) -> Change {
    Change::Append(Entry {
        seq,
        at: Millis(1_000 * seq.cast_signed()),
        actor: Some(0),
        command: Some(seq),
        step: json!({ "seated": [{ "at": seq, "seat": "A", "name": "Ann", "bot": null }] })
            .to_string(),
        stage: Stage::Running,
        result: None,
    })
}

pub(super) async fn make(store: &dyn Store, record: MatchRecord) -> MatchId {
    let id = record.id.clone();
    durable(store.write(Write::Make(Box::new(record)))).await.unwrap();
    id
}

pub(super) async fn change(
    store: &dyn Store,
    id: &MatchId,
    epoch: Epoch,
    change: Change,
) -> Result<(), StoreError> {
    durable(store.write(Write::Change { id: id.clone(), epoch, change })).await
}

pub(super) async fn acquire(store: &dyn Store, id: &MatchId) -> Epoch {
    match store.acquire(id).await.unwrap().unwrap() {
        Acquired::Ours(epoch) => epoch,
        Acquired::Elsewhere(owner) => panic!("{owner:?} has it"),
    }
}

async fn what_is_written_is_read(store: &dyn Store) {
    let made = record(5);
    let id = make(store, made.clone()).await;
    let epoch = acquire(store, &id).await;
    for seq in [1, 2, 4] {
        change(store, &id, epoch, entry(seq)).await.unwrap();
    }
    let seat = SeatRecord { name: Some("Bob".to_owned()), ..made.seats[Seat::BlackA].clone() };
    change(store, &id, epoch, Change::Seat { seat: Seat::BlackA, record: seat }).await.unwrap();
    let stored = store.load(&id).await.unwrap().unwrap();
    assert_eq!(stored.rows.iter().map(|row| row.seq).collect::<Vec<_>>(), [1, 2, 4]);
    assert_eq!(stored.rows[2].at, Millis(4_000));
    assert_eq!((stored.rows[1].actor, stored.rows[1].command), (Some(0), Some(2)));
    assert_eq!((stored.stage, stored.moment), (Stage::Running, Millis(4_000)));
    assert_eq!(stored.record.seats[Seat::BlackA].name.as_deref(), Some("Bob"));
    assert_eq!(stored.record.seats[Seat::WhiteA].name.as_deref(), Some("Ann"));
    assert_eq!(stored.record.terms.title, made.terms.title);
    assert_eq!(stored.record.maker, made.maker);
    let after = store.events_after(&id, 1).await.unwrap();
    assert_eq!(after.iter().map(|row| row.seq).collect::<Vec<_>>(), [2, 4]);
    assert!(store.events_after(&id, 4).await.unwrap().is_empty());
}

async fn what_is_not_there_is_not_found(store: &dyn Store) {
    let id = MatchId::random().unwrap();
    assert!(store.load(&id).await.unwrap().is_none());
    assert!(store.acquire(&id).await.unwrap().is_none());
    assert!(store.version(&id).await.unwrap().is_none());
    assert!(store.events_after(&id, 0).await.unwrap().is_empty());
    let made = record(1);
    make(store, made.clone()).await;
    let again = durable(store.write(Write::Make(Box::new(made)))).await;
    assert!(again.is_err(), "a match is made once");
}

async fn whoever_has_it_no_more_writes_nothing(store: &dyn Store) {
    let id = make(store, record(1)).await;
    let nobody = change(store, &id, Epoch(0), entry(1)).await;
    assert!(matches!(nobody, Err(StoreError::Fenced(_))), "{nobody:?}");
    let first = acquire(store, &id).await;
    change(store, &id, first, entry(1)).await.unwrap();
    let second = acquire(store, &id).await;
    assert!(second > first);
    let late = [
        entry(2),
        Change::Moment(Millis(60_000)),
        Change::Stage(Stage::Over),
        Change::Seat { seat: Seat::WhiteB, record: record(1).seats[Seat::WhiteA].clone() },
        Change::Rematch(Box::new(record(9))),
    ];
    for late in late {
        let refused = change(store, &id, first, late).await;
        assert!(matches!(refused, Err(StoreError::Fenced(_))), "{refused:?}");
    }
    // Nor does it take it from whoever has it.
    let _ = change(store, &id, first, Change::Release).await;
    change(store, &id, second, entry(2)).await.unwrap();
    let stored = store.load(&id).await.unwrap().unwrap();
    assert_eq!((stored.rows.len(), stored.stage), (2, Stage::Running));
    assert_eq!((stored.moment, stored.record.rematch), (Millis(2_000), None));
    change(store, &id, second, Change::Release).await.unwrap();
    let released = change(store, &id, second, entry(3)).await;
    assert!(matches!(released, Err(StoreError::Fenced(_))), "{released:?}");
    let third = acquire(store, &id).await;
    assert!(third > second);
    change(store, &id, third, entry(3)).await.unwrap();
}

async fn a_number_is_given_once(store: &dyn Store) {
    let id = make(store, record(1)).await;
    let epoch = acquire(store, &id).await;
    change(store, &id, epoch, entry(1)).await.unwrap();
    change(store, &id, epoch, entry(3)).await.unwrap();
    let twice = change(store, &id, epoch, entry(3)).await;
    assert!(matches!(twice, Err(StoreError::Fenced(_))), "{twice:?}");
    assert_eq!(store.load(&id).await.unwrap().unwrap().rows.len(), 2);
}

async fn what_fails_takes_nothing_else_along(store: &dyn Store) {
    let ids = [make(store, record(1)).await, make(store, record(2)).await];
    let epochs = [acquire(store, &ids[0]).await, acquire(store, &ids[1]).await];
    // All at once, so that they may share a commit.
    let mut pending = Vec::new();
    for seq in 1..=20 {
        for (id, epoch) in ids.iter().zip(epochs) {
            let epoch = if seq % 5 == 0 { Epoch(epoch.0 - 1) } else { epoch };
            let write = Write::Change { id: id.clone(), epoch, change: entry(seq) };
            pending.push((seq, durable(store.write(write))));
        }
    }
    for (seq, pending) in pending {
        assert_eq!(pending.await.is_err(), seq % 5 == 0, "{seq}");
    }
    for id in &ids {
        let rows = store.load(id).await.unwrap().unwrap().rows;
        let found: Vec<u64> = rows.iter().map(|row| row.seq).collect();
        assert_eq!(found, (1..=20).filter(|seq| seq % 5 != 0).collect::<Vec<_>>());
    }
}

async fn a_rematch_is_made_and_named_together(store: &dyn Store) {
    let id = make(store, record(1)).await;
    let epoch = acquire(store, &id).await;
    let next = record(2);
    change(store, &id, epoch, Change::Rematch(Box::new(next.clone()))).await.unwrap();
    let stored = store.load(&id).await.unwrap().unwrap();
    assert_eq!(stored.record.rematch, Some(next.id.clone()));
    assert!(store.load(&next.id).await.unwrap().is_some());
    let again = change(store, &id, epoch, Change::Rematch(Box::new(next))).await;
    assert!(again.is_err(), "the second of one id is none");
}

async fn lists_and_counts_tell_what_there_is(store: &dyn Store) {
    let start = 1_000_000;
    let mut ids = Vec::new();
    for created in start..start + 3 {
        let maker = Some([3; 16]);
        ids.push(make(store, MatchRecord { maker, ..record(created) }).await);
    }
    let listed = |stage| async move {
        let listed = store.list(stage, 200).await.unwrap();
        let ours = listed.into_iter().filter(|one| one.record.maker == Some([3; 16]));
        ours.map(|one| (one.record.id, one.result)).collect::<Vec<_>>()
    };
    let found: Vec<_> = listed(Stage::Open).await.into_iter().map(|(id, _)| id).collect();
    assert_eq!(found, ids.iter().rev().cloned().collect::<Vec<_>>(), "newest first");
    let epoch = acquire(store, &ids[0]).await;
    let version = store.version(&ids[0]).await.unwrap().unwrap();
    let Change::Append(last) = entry(1) else { unreachable!() };
    let last = Change::Append(Entry { stage: Stage::Over, result: Some("1-0"), ..last });
    change(store, &ids[0], epoch, last).await.unwrap();
    assert_ne!(store.version(&ids[0]).await.unwrap().unwrap(), version);
    assert_eq!(listed(Stage::Over).await, [(ids[0].clone(), Some("1-0".to_owned()))]);
    assert_eq!(store.count_open(&[3; 16], start, 10).await.unwrap(), 2);
    assert_eq!(store.count_open(&[3; 16], start + 2, 10).await.unwrap(), 1);
    assert_eq!(store.count_open(&[3; 16], start, 1).await.unwrap(), 1);
    assert_eq!(store.count_made(&[3; 16], start, 10).await.unwrap(), 3);
    assert_eq!(store.count_made(&[3; 16], start + 2, 10).await.unwrap(), 1);
    let all = store.all().await.unwrap();
    assert!(all.ends_with(&ids), "oldest first");
    let epoch = acquire(store, &ids[2]).await;
    change(store, &ids[2], epoch, entry(1)).await.unwrap();
    let unfinished = store.unfinished().await.unwrap();
    assert!(unfinished.contains(&ids[2]) && !unfinished.contains(&ids[1]));
    // Full of people: it looks for nobody.
    let epoch = acquire(store, &ids[1]).await;
    for seat in Seat::ALL {
        let record = SeatRecord {
            secret: SecretHash([1; 32]),
            name: Some(format!("Player {seat}")),
            bot: None,
        };
        change(store, &ids[1], epoch, Change::Seat { seat, record }).await.unwrap();
    }
    assert!(listed(Stage::Open).await.is_empty());
}

async fn time_never_goes_back(store: &dyn Store) {
    let id = make(store, record(1)).await;
    let epoch = acquire(store, &id).await;
    change(store, &id, epoch, Change::Moment(Millis(9_000))).await.unwrap();
    change(store, &id, epoch, entry(1)).await.unwrap();
    change(store, &id, epoch, Change::Moment(Millis(3_000))).await.unwrap();
    assert_eq!(store.load(&id).await.unwrap().unwrap().moment, Millis(9_000));
}

/// All of it.
pub(super) async fn keeps_the_contract(store: &dyn Store) {
    what_is_written_is_read(store).await;
    what_is_not_there_is_not_found(store).await;
    whoever_has_it_no_more_writes_nothing(store).await;
    a_number_is_given_once(store).await;
    what_fails_takes_nothing_else_along(store).await;
    a_rematch_is_made_and_named_together(store).await;
    lists_and_counts_tell_what_there_is(store).await;
    time_never_goes_back(store).await;
}

#[tokio::test]
async fn the_model_keeps_the_contract() {
    keeps_the_contract(&ModelStore::default()).await;
}

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn sqlite_keeps_the_contract() {
    let name = format!("tandem-contract-{}", std::process::id());
    let folder = Folder(std::env::temp_dir().join(name));
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    keeps_the_contract(&*store).await;
    store.stop().await;
    let late = durable(store.write(Write::Make(Box::new(record(1))))).await;
    assert!(matches!(late, Err(StoreError::Stopped)), "{late:?}");
}
