//! Whose a seat is, and who may dispose of it.

use std::time::Duration;

use serde_json::{Value, json};
use tandem_rules::Seat;
use tokio::time::advance;

use super::testing::{Guest, hall, hall_over};
use crate::hall::{Hall, Made};

async fn make(hall: &Hall, wish: Value) -> Made {
    hall.make(serde_json::from_value(wish).unwrap(), None).await.unwrap()
}

async fn people(guest: &mut Guest, wished: impl Fn(&Value) -> bool) -> Value {
    let message = guest.hear(|m| m["type"] == "people" && wished(&m["people"])).await;
    message["people"].clone()
}

async fn notice(guest: &mut Guest) -> (String, String) {
    let message = guest.hear(|message| message["type"] == "notice").await;
    let text = |key: &str| message[key].as_str().unwrap_or_default().to_owned();
    (text("code"), text("detail"))
}

#[tokio::test(start_paused = true)]
async fn before_the_start_a_seat_is_filled_by_its_own_team_after_a_fair_time() {
    let (hall, _) = hall();
    let made = make(&hall, json!({ "book": "fics" })).await;
    let mut ann = Guest::sit(&hall, &made, Seat::WhiteA).await;
    let ben = Guest::sit(&hall, &made, Seat::BlackA).await;
    let mut cid = Guest::sit(&hall, &made, Seat::WhiteB).await;
    let away = |people: &Value| people["seats"]["a"]["connected"] == false;
    ben.leave().await;
    people(&mut ann, away).await;
    people(&mut cid, away).await;
    // The opponent never, however long they are away; the partner once they were waited for.
    for _ in 0..2 {
        ann.seat_bot(Seat::BlackA, Some("1")).await;
        assert_eq!(notice(&mut ann).await.0, "not_yours");
        advance(Duration::from_secs(20)).await;
    }
    cid.seat_bot(Seat::BlackA, Some("1")).await;
    assert_eq!(notice(&mut cid).await, ("not_yet".to_owned(), "20".to_owned()));
    advance(Duration::from_secs(21)).await;
    cid.seat_bot(Seat::BlackA, Some("1")).await;
    people(&mut cid, |people| people["seats"]["a"]["bot"] == "1").await;
    // The empty seat of her own partner is hers to fill.
    ann.seat_bot(Seat::BlackB, Some("1")).await;
    people(&mut ann, |people| people["seats"]["b"]["bot"] == "1").await;
}

#[tokio::test(start_paused = true)]
async fn opponents_alone_seat_no_substitute() {
    let (hall, _) = hall();
    let wish = json!({ "book": "fics", "time": { "base": 600_000, "increment": 0, "delay": 0 } });
    let mut guests = Guest::four(&hall, wish).await;
    let mut dee = guests.pop().unwrap();
    let (cid, ben) = (guests.pop().unwrap(), guests.pop().unwrap());
    let mut ann = guests.pop().unwrap();
    ben.leave().await;
    people(&mut ann, |people| people["seats"]["a"]["connected"] == false).await;
    ann.substitute(Seat::BlackA, Some("1")).await;
    assert_eq!(notice(&mut ann).await, ("not_yet".to_owned(), "30".to_owned()));
    advance(Duration::from_secs(31)).await;
    for guest in [&mut ann, &mut dee] {
        guest.substitute(Seat::BlackA, Some("1")).await;
    }
    let agreed = json!(["A", "b"]);
    people(&mut ann, |people| people["substitute"]["agreed"] == agreed).await;
    // Their partner has not agreed, and leaves as well: that is no consent.
    cid.leave().await;
    let people_now = people(&mut ann, |people| people["seats"]["B"]["connected"] == false).await;
    assert_eq!(people_now["seats"]["a"]["bot"], Value::Null);
    advance(Duration::from_secs(31)).await;
    dee.substitute(Seat::WhiteB, Some("1")).await;
    assert_eq!(notice(&mut dee).await.0, "not_yours");
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_nobody_comes_to_is_free_again() {
    let (hall, _) = hall();
    let made = make(&hall, json!({ "book": "fics", "public": true, "seat": "A" })).await;
    let table = hall.find(&made.id).await.unwrap().unwrap();
    for seat in [Seat::BlackA, Seat::WhiteB, Seat::BlackB] {
        assert_eq!(table.take_seat(None, "Squatter".to_owned()).await.unwrap().unwrap().seat, seat);
    }
    let full = table.take_seat(None, "Eve".to_owned()).await.unwrap();
    assert!(full.is_err(), "the maker's seat is the maker's");
    let mut ann = Guest::sit(&hall, &made, Seat::WhiteA).await;
    advance(Duration::from_secs(61)).await;
    people(&mut ann, |people| people["seats"]["b"]["taken"] == false).await;
    let taken = table.take_seat(Some(Seat::WhiteB), "Eve".to_owned()).await.unwrap();
    assert_eq!(taken.unwrap().seat, Seat::WhiteB);
    // The maker left the lobby for longer than that: their seat waits for them.
    ann.leave().await;
    advance(Duration::from_secs(120)).await;
    let taken = loop {
        // The table is put away meanwhile; whoever asks again gets it back.
        let table = hall.find(&made.id).await.unwrap().unwrap();
        if let Ok(taken) = table.take_seat(Some(Seat::WhiteA), "Eve".to_owned()).await {
            break taken;
        }
    };
    assert!(taken.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_nobody_comes_to_is_free_again_after_a_restart_too() {
    let (before, store) = hall();
    let made = make(&before, json!({ "book": "fics", "public": true, "seat": "A" })).await;
    let table = before.find(&made.id).await.unwrap().unwrap();
    for _ in 0..3 {
        table.take_seat(None, "Squatter".to_owned()).await.unwrap().unwrap();
    }
    before.stop().await;
    drop((table, before));

    let hall = hall_over(&store, 0);
    let mut ann = Guest::sit(&hall, &made, Seat::WhiteA).await;
    advance(Duration::from_secs(61)).await;
    people(&mut ann, |people| people["seats"]["b"]["taken"] == false).await;
    let table = hall.find(&made.id).await.unwrap().unwrap();
    for _ in 0..3 {
        table.take_seat(None, "Eve".to_owned()).await.unwrap().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_late_finds_his_seat_unless_somebody_took_it() {
    let (hall, _) = hall();
    let made = make(&hall, json!({ "book": "fics", "public": true, "seat": "A" })).await;
    let mut ann = Guest::sit(&hall, &made, Seat::WhiteA).await;
    // Ben came by the link and put the phone away.
    Guest::sit(&hall, &made, Seat::BlackA).await.leave().await;
    advance(Duration::from_secs(61)).await;
    people(&mut ann, |people| people["seats"]["a"]["taken"] == false).await;
    Guest::sit(&hall, &made, Seat::BlackA).await.leave().await;
    advance(Duration::from_secs(61)).await;
    people(&mut ann, |people| people["seats"]["a"]["taken"] == false).await;
    let table = hall.find(&made.id).await.unwrap().unwrap();
    table.take_seat(Some(Seat::BlackA), "Eve".to_owned()).await.unwrap().unwrap();
    let late = Guest::try_to_sit(&hall, &made, Seat::BlackA).await;
    assert!(late.is_err(), "it is Eve's now");
}
