//! Disks that are truly full: nothing acknowledged is lost, nothing is done twice, and it goes on when there is room.

use std::sync::Arc;

use tandem_own_postgres::{Disk, Small};

use super::*;

/// Pawns that go one step at a time and meet nobody: the moves of one player.
fn steps(seat: &str) -> impl Iterator<Item = String> {
    let ranks = if matches!(seat, "A" | "B") { [2, 3, 4] } else { [7, 6, 5] };
    ('a'..='h').flat_map(move |file| {
        ranks
            .windows(2)
            .map(|step| format!("{file}{}{file}{}", step[0], step[1]))
            .collect::<Vec<_>>()
    })
}

/// All moves of a match, by turns.
fn by_turns() -> impl Iterator<Item = (usize, String)> {
    let mut steps = SEATS.map(steps);
    (0..64).map(move |n| {
        // Both Whites, then both Blacks.
        let who = [0, 2, 1, 3][n % 4];
        (who, steps[who].next().unwrap())
    })
}

impl Person {
    /// Asks for a move by the next number.
    async fn ask_for(&mut self, m: &str) {
        self.command += 1;
        let id = self.command;
        self.say(&json!({ "type": "act", "id": id, "act": { "do": "move", "move": m } })).await;
    }

    /// What comes of it; nothing if the line breaks.
    async fn answer(&mut self) -> Option<Value> {
        let id = self.command;
        loop {
            let heard = self.next().await?;
            if heard["ack"] == id || heard["id"] == id {
                return Some(heard);
            }
        }
    }
}

/// Plays until a move is refused, and has it played when there is room; who made the moves that were acknowledged.
async fn play_through_a_full_disk(
    node: &Node,
    made: &Value,
    disk: &Disk,
    reason: &str,
) -> Vec<String> {
    let mut people = four([node; 4], made).await;
    begin(&mut people).await;
    let mut acknowledged = Vec::new();
    let mut refused = None;
    for (n, (who, m)) in by_turns().enumerate() {
        if n == 4 {
            disk.fill();
        }
        people[who].ask_for(&m).await;
        let answer = people[who].answer().await.expect("the line holds");
        if answer["type"] == "refused" {
            let sentence = "the server couldn't save this, so nothing happened; try again";
            assert_eq!(answer["reason"], sentence);
            refused = Some((who, m));
            break;
        }
        assert_eq!(answer["type"], "update", "{answer}");
        acknowledged.push(SEATS[who].to_owned());
    }
    let (who, m) = refused.expect("no room is left");
    let (status, told) = node.ask("GET", "/healthz", "").await;
    assert_eq!(status, 503, "{told}");
    assert!(told.starts_with("nothing can be stored: ") && told.contains(reason), "{told}");
    assert_eq!(moves(node, made).await, acknowledged, "what was refused did not happen");
    disk.make_room();
    people[who].play(&m).await;
    acknowledged.push(SEATS[who].to_owned());
    assert_eq!(node.ask("GET", "/healthz", "").await, (200, "ok\n".to_owned()));
    acknowledged
}

#[tokio::test]
async fn no_room_for_the_tables_of_postgresql() {
    let Some(postgres) = Postgres::start_on_small_disk(Small::Tables) else { return };
    let (folder, database) = (Folder::new(), postgres.database("tables"));
    let node = Node::of_site(&folder, &database);
    let made = node.make().await;
    let reason = "No space left on device";
    let acknowledged = play_through_a_full_disk(&node, &made, postgres.disk(), reason).await;
    node.terminate();
    let node = Node::of_site(&folder, &database);
    assert_eq!(moves(&node, &made).await, acknowledged);
}

#[tokio::test]
async fn no_room_for_the_folder_of_sqlite() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.0.join("data")).unwrap();
    let Some(disk) = Disk::mount(&folder.0.join("data"), 4) else { return };
    let node = Node::start(&folder, &[]);
    let made = node.make().await;
    let acknowledged = play_through_a_full_disk(&node, &made, &disk, "full").await;
    node.terminate();
    let node = Node::start(&folder, &[]);
    assert_eq!(moves(&node, &made).await, acknowledged);
}

/// Uses up what is left of a segment of the write-ahead log but some bytes; whether PostgreSQL was there to do it.
fn use_up_segment(postgres: &Postgres, database: &str) -> bool {
    let left = "1048576 - (pg_current_wal_insert_lsn() - '0/0'::pg_lsn) % 1048576";
    let used = format!(
        "SELECT pg_logical_emit_message(false, 'test', repeat('x', greatest(0, {left} - 3000)::int))"
    );
    postgres.try_to_run(database, &used).is_ok()
}

/// Returns once PostgreSQL is away.
async fn away(postgres: &Arc<Postgres>) {
    loop {
        let postgres = Arc::clone(postgres);
        let asked = move || postgres.try_to_run("postgres", "SELECT 1").is_ok();
        if !tokio::task::spawn_blocking(asked).await.unwrap() {
            return;
        }
    }
}

#[tokio::test]
async fn no_room_for_anything_of_postgresql() {
    let Some(postgres) = Postgres::start_on_small_disk(Small::All) else { return };
    let postgres = Arc::new(postgres);
    let (folder, database) = (Folder::new(), postgres.database("everything"));
    let node = Node::of_site(&folder, &database);
    let made = node.make().await;
    let mut people = four([&node; 4], &made).await;
    begin(&mut people).await;
    postgres.disk().fill();
    // PostgreSQL ends itself when it can't write its log; whatever was under way then may be done or not.
    let mut acknowledged = Vec::new();
    let mut under_way = None;
    for (who, m) in by_turns() {
        let there = use_up_segment(&postgres, "everything");
        people[who].ask_for(&m).await;
        under_way = Some((who, m));
        if !there {
            break;
        }
        let answer = tokio::select! {
            answer = people[who].answer() => answer,
            () = away(&postgres) => None,
        };
        let Some(answer) = answer else { break };
        assert_eq!(answer["type"], "update", "{answer}");
        acknowledged.push(SEATS[who].to_owned());
        under_way = None;
    }
    let (who, m) = under_way.expect("no room is left");
    let (status, told) = loop {
        let (status, told) = node.ask("GET", "/healthz", "").await;
        if status != 200 {
            break (status, told);
        }
    };
    assert!(status == 503 && told.starts_with("nothing can be stored: "), "{told}");
    assert_eq!(node.ask("GET", "/readyz", "").await.0, 503);
    assert!(postgres.log().contains("No space left on device"), "{}", postgres.log());

    postgres.disk().make_room();
    postgres.crash_and_restart();
    let mut people = four([&node; 4], &made).await;
    acknowledged.push(SEATS[who].to_owned());
    let mine = acknowledged.iter().filter(|seat| **seat == SEATS[who]).count() as u64;
    // Whoever was not answered finds out by the number of their last command.
    if people[who].command < mine {
        people[who].play(&m).await;
    }
    assert_eq!(moves(&node, &made).await, acknowledged, "none lost, none twice");
    for (who, m) in by_turns().skip(acknowledged.len()).take(4) {
        people[who].play(&m).await;
        acknowledged.push(SEATS[who].to_owned());
    }
    assert_eq!(moves(&node, &made).await, acknowledged);
    assert_eq!(node.ask("GET", "/healthz", "").await.0, 200);
}
