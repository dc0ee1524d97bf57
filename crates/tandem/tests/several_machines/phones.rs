//! Phones as clocks of real boards: they are on the machine of their match, whichever they come by.

use serde_json::{Value, json};
use tandem_own_postgres::Postgres;

use super::{Folder, Node, Person, SEATS, begin, four};

impl Person {
    /// Tells of a press at a moment.
    async fn press(&mut self, number: u64, at: i64) {
        self.say(&json!({ "type": "act", "id": number, "act": { "do": "press" }, "at": at })).await;
    }

    /// What came of it.
    async fn pressed(&mut self, number: u64) -> Value {
        self.hear(|said| said["ack"] == number || said["id"] == number).await
    }
}

/// Who pressed and when, by the log.
async fn presses(node: &Node, made: &Value) -> Vec<(String, i64)> {
    let path = format!("/api/matches/{}/events", made["match"].as_str().unwrap());
    let page = node.json("GET", &path, "").await;
    let events = page["events"].as_array().unwrap().iter();
    let pressed = events.filter(|event| event["event"] == "completed");
    pressed
        .map(|one| (one["seat"].as_str().unwrap().to_owned(), one["at"].as_i64().unwrap()))
        .collect()
}

#[tokio::test]
async fn phones_go_on_on_the_machine_that_their_clocks_go_to() {
    let Some(postgres) = Postgres::start() else { return };
    let (folder, database) = (Folder::new(), postgres.database("phones"));
    let (first, second) = (Node::of_site(&folder, &database), Node::of_site(&folder, &database));
    let made = first.json("POST", "/api/matches", r#"{"book":"stein","boards":"table"}"#).await;
    // The match is on the machine that was asked for it first; all phones come by the other one.
    let path = format!("/api/matches/{}", made["match"].as_str().unwrap());
    first.json("GET", &path, "").await;
    let owner = "SELECT owner FROM tandem.matches";
    let had = postgres.run("phones", owner);
    let mut people = four([&second; 4], &made).await;
    begin(&mut people).await;
    people[0].say(&json!({ "type": "ping", "sent": 1 })).await;
    let now = people[0].hear(|said| said["type"] == "pong").await["now"].as_i64().unwrap();
    people[0].press(1, now).await;
    assert_eq!(people[0].pressed(1).await["type"], "update");
    assert_eq!(postgres.run("phones", owner), had, "nobody has taken it");

    // What is on its way when the machine is told to stop may be heard, or not.
    people[1].press(1, now).await;
    first.terminate();
    for person in &mut people {
        person.hear(|said| said["type"] == "bye" && said["code"] == "moving").await;
    }
    let mut people = Vec::new();
    for seat in SEATS {
        let (person, snapshot) = Person::come(&second, &made, seat).await;
        assert_eq!(snapshot["state"]["held"], true, "it waits to be told the time");
        people.push(person);
    }
    assert_ne!(postgres.run("phones", owner), had);
    assert_eq!(people[0].command, 1, "what was acknowledged is known");
    people[0].say(&json!({ "type": "behind", "millis": 0 })).await;
    people[0].hear(|said| said["state"]["held"] == false).await;
    // What was not answered is told again, and what was pressed meanwhile.
    people[1].press(1, now).await;
    let again = people[1].pressed(1).await;
    assert!(again["type"] == "update" || again["repeated"] == true, "{again}");
    people[2].press(1, now).await;
    assert_eq!(people[2].pressed(1).await["type"], "update");
    people[0].press(1, now).await;
    assert_eq!(people[0].pressed(1).await["repeated"], true);
    let all = ["A", "a", "B"].map(|seat| (seat.to_owned(), now));
    assert_eq!(presses(&second, &made).await, all);
}
