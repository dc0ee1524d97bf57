//! A table that another has by now, or whose last write may have been done or not, goes without a word.

use std::sync::atomic::Ordering;

use serde_json::json;
use tandem_rules::Seat;

use super::testing::{Guest, hall};
use crate::store::Store as _;

#[tokio::test(start_paused = true)]
async fn what_may_be_stored_is_not_told_as_failed() {
    let (hall, store) = hall();
    let wish = json!({ "book": "fics" });
    let made = hall.make(serde_json::from_value(wish).unwrap(), None).await.unwrap();
    let mut guests = Guest::four_at(&hall, &made).await;
    let ann = &mut guests[Seat::WhiteA as usize];
    store.loses_reply.store(true, Ordering::Relaxed);
    let command = ann.act(json!({ "do": "move", "move": "e4" })).await;
    let told = ann.hear_to_the_end().await;
    assert!(told.iter().all(|said| said["id"] != command && said["ack"] != command), "{told:?}");
    // It was done: who comes again sees it, and does it no second time.
    let mut ann = Guest::sit(&hall, &made, Seat::WhiteA).await;
    let snapshot = ann.hear(|message| message["type"] == "snapshot").await;
    let move_number = json!(snapshot).to_string();
    assert!(move_number.contains("e4"), "{snapshot}");
    let command = ann.act(json!({ "do": "move", "move": "d4" })).await;
    assert_eq!(ann.answer(command).await["repeated"], true);
}

#[tokio::test(start_paused = true)]
async fn whoever_lost_the_table_says_nothing() {
    let (hall, store) = hall();
    let wish = json!({ "book": "fics" });
    let made = hall.make(serde_json::from_value(wish).unwrap(), None).await.unwrap();
    let mut guests = Guest::four_at(&hall, &made).await;
    let rows = store.load(&made.id).await.unwrap().unwrap().rows.len();
    store.acquire(&made.id).await.unwrap().unwrap();
    let ann = &mut guests[Seat::WhiteA as usize];
    let command = ann.act(json!({ "do": "move", "move": "e4" })).await;
    let told = ann.hear_to_the_end().await;
    assert!(told.iter().all(|said| said["id"] != command && said["ack"] != command), "{told:?}");
    assert_eq!(store.load(&made.id).await.unwrap().unwrap().rows.len(), rows);
    let mut ann = Guest::sit(&hall, &made, Seat::WhiteA).await;
    let command = ann.act(json!({ "do": "move", "move": "e4" })).await;
    assert_eq!(ann.answer(command).await["ack"], command);
}
