//! Whoever comes back catches up, and a crowd that does keeps no table.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tandem_rules::Seat;

use super::testing::{Guest, hall, watch};

/// Numbers and names of the events of a snapshot.
fn told(snapshot: &Value) -> Vec<(u64, String)> {
    let events = snapshot["events"].as_array().unwrap().iter();
    events
        .map(|event| (event["seq"].as_u64().unwrap(), event["event"].as_str().unwrap().to_owned()))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn a_crowd_that_comes_back_reads_the_log_once() {
    let (hall, store) = hall();
    let wish = json!({ "book": "fics" });
    let made = hall.make(serde_json::from_value(wish).unwrap(), None).await.unwrap();
    let mut guests = Guest::four_at(&hall, &made).await;
    let before = store.loads.load(Ordering::Relaxed);
    let first = watch(&hall, &made, 1_000, 0).await;
    assert_eq!(told(&first)[0], (1, "started".to_owned()));
    for number in 1_001..1_100 {
        let snapshot = watch(&hall, &made, number, 0).await;
        assert_eq!(told(&snapshot), told(&first));
    }
    assert_eq!(store.loads.load(Ordering::Relaxed) - before, 1);

    // What happens meanwhile is there too, without what others say, and without gaps.
    let ann = &mut guests[Seat::WhiteA as usize];
    for act in [
        json!({ "do": "say", "say": "sit" }),
        json!({ "do": "move", "move": "e4" }),
        json!({ "do": "say", "say": "go" }),
    ] {
        let command = ann.act(act).await;
        ann.answer(command).await;
    }
    let last = first["seq"].as_u64().unwrap();
    let later = watch(&hall, &made, 1_100, last).await;
    let expected = [(last + 1, "made".to_owned()), (last + 2, "completed".to_owned())];
    assert_eq!(told(&later), expected);
    assert_eq!(later["seq"], last + 2);
    let whole = watch(&hall, &made, 1_101, 0).await;
    assert_eq!(told(&whole), [told(&first), expected.to_vec()].concat());
    assert!(told(&watch(&hall, &made, 1_102, last + 2).await).is_empty());
    assert_eq!(store.loads.load(Ordering::Relaxed) - before, 1);
}

#[tokio::test(start_paused = true)]
async fn only_so_much_is_caught_up_with() {
    let (hall, _) = hall();
    let wish = json!({ "book": "stein" });
    let made = hall.make(serde_json::from_value(wish).unwrap(), None).await.unwrap();
    let mut guests = Guest::four_at(&hall, &made).await;
    let ann = &mut guests[Seat::WhiteA as usize];
    for number in 0..600 {
        let command = ann.act(json!({ "do": "hold", "on": number % 2 == 0 })).await;
        ann.answer(command).await;
    }
    let snapshot = watch(&hall, &made, 1_000, 0).await;
    let last = snapshot["seq"].as_u64().unwrap();
    let numbers: Vec<u64> = told(&snapshot).iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (last - 499..=last).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn who_begins_to_follow_a_match_reads_its_log_once() {
    let (hall, store) = hall();
    let wish = json!({ "book": "fics" });
    let made = hall.make(serde_json::from_value(wish).unwrap(), None).await.unwrap();
    let mut guests = Guest::four_at(&hall, &made).await;
    let table = hall.find(&made.id).await.unwrap().unwrap();
    let before = store.loads.load(Ordering::Relaxed);
    let first = table.follow(None).await.unwrap().unwrap().log;
    assert_eq!(first.len(), 1, "the referee knows nothing of who sits where");
    let ann = &mut guests[Seat::WhiteA as usize];
    let command = ann.act(json!({ "do": "move", "move": "e4" })).await;
    ann.answer(command).await;
    for _ in 0..100 {
        let log = table.follow(None).await.unwrap().unwrap().log;
        assert_eq!((log.len(), &log[0]), (3, &first[0]));
    }
    assert_eq!(store.loads.load(Ordering::Relaxed) - before, 1);
}
