//! Whatever bit of the database flips: what is read is what was written, or it is said to be damaged.

use std::path::{Path, PathBuf};

use serde_json::json;
use tandem_rules::{BySeat, Millis, Seat};

use super::contract::acquire;
use super::sqlite::load;
use super::{
    Change, Entry, MatchRecord, SeatRecord, SqliteStore, Stage, Store, Stored, Write, durable,
    schema,
};
use crate::books::Books;
use crate::ids::{MatchId, SecretHash};
use crate::terms::Terms;

/// Bits that are flipped, one at a time.
const FLIPS: usize = 1_000;
const MATCHES: usize = 4;
const ROWS: u64 = 40;

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("tandem-{name}-{}", std::process::id()))
}

async fn write(store: &SqliteStore, write: Write) {
    durable(store.write(write)).await.unwrap();
}

/// Some matches with logs of some pages, folded into one file.
async fn fill(folder: &Path) -> Vec<MatchId> {
    let store = SqliteStore::open(folder).unwrap();
    let wish = serde_json::from_value(json!({ "book": "stein", "title": "Evening" })).unwrap();
    let terms = Terms::agree(wish, &Books::default()).unwrap();
    let ids: Vec<MatchId> = (0..MATCHES).map(|_| MatchId::random().unwrap()).collect();
    for id in &ids {
        let seat = |seat: Seat| SeatRecord {
            secret: SecretHash([seat as u8; 32]),
            name: Some(format!("Player {seat}")),
            bot: None,
        };
        let record = MatchRecord {
            id: id.clone(),
            created: 1_763_000_000_000,
            terms: terms.clone(),
            maker: Some([7; 16]),
            arbiter: SecretHash([9; 32]),
            seats: BySeat::new_with(seat),
            rematch: None,
        };
        write(&store, Write::Make(Box::new(record))).await;
    }
    let mut epochs = Vec::new();
    for id in &ids {
        epochs.push(acquire(&store, id).await);
    }
    for seq in 1..=ROWS {
        for (id, epoch) in ids.iter().zip(&epochs) {
            let entry = Entry {
                seq,
                at: Millis(1_000 * seq.cast_signed()),
                actor: Some(0),
                command: Some(seq),
                step: json!({ "seated": [{ "at": seq, "seat": "A", "name": "Ann", "bot": null }] })
                    .to_string(),
                stage: Stage::Running,
                result: None,
            };
            let (id, epoch, change) = (id.clone(), *epoch, Change::Append(entry));
            write(&store, Write::Change { id, epoch, change }).await;
        }
    }
    for (id, epoch) in ids.iter().zip(&epochs) {
        let (id, epoch, change) = (id.clone(), *epoch, Change::Moment(Millis(50_000)));
        write(&store, Write::Change { id, epoch, change }).await;
    }
    store.stop().await;
    ids
}

/// What can be read of each match; nothing of those that are said to be damaged.
fn read(folder: &Path, ids: &[MatchId], flipped: &str) -> Option<Vec<Option<Stored>>> {
    let connection = schema::open(folder).ok()?;
    let lost = schema::lost(&connection).ok()?;
    let one = |id| match load(&connection, id) {
        // It is there, but its index has lost it.
        Ok(None) if lost.contains(id) => None,
        Ok(None) => panic!("{flipped}: {id} is gone, and nobody says so"),
        Ok(stored) => stored,
        Err(_) => None,
    };
    Some(ids.iter().map(one).collect())
}

#[tokio::test]
async fn no_flipped_bit_loads_silently() {
    let (good, bad) = (folder("whole"), folder("flipped"));
    let ids = fill(&good).await;
    let bytes = std::fs::read(good.join("tandem.sqlite")).unwrap();
    let whole = read(&good, &ids, "nothing").unwrap().into_iter().map(Option::unwrap);
    let whole: Vec<String> = whole.map(|stored| format!("{stored:?}")).collect();
    std::fs::create_dir_all(&bad).unwrap();
    let (mut refused, mut damaged, mut harmless) = (0, 0, 0);
    for flip in 0..FLIPS {
        // Every page has its share, and every bit its turn.
        let at = flip * (bytes.len() - 1) / (FLIPS - 1);
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (flip % 8);
        for file in ["tandem.sqlite-wal", "tandem.sqlite-shm"] {
            let _ = std::fs::remove_file(bad.join(file));
        }
        std::fs::write(bad.join("tandem.sqlite"), &flipped).unwrap();
        let which = format!("byte {at}, bit {}", flip % 8);
        let Some(found) = read(&bad, &ids, &which) else {
            refused += 1;
            continue;
        };
        if found.iter().any(Option::is_none) {
            damaged += 1;
        } else {
            harmless += 1;
        }
        for (found, whole) in found.iter().zip(&whole) {
            if let Some(found) = found {
                assert_eq!(&format!("{found:?}"), whole, "{which}");
            }
        }
    }
    // Free space and what only lists need is most of the rest.
    assert!(damaged > FLIPS / 10, "{refused} refused, {damaged} damaged, {harmless} harmless");
    let _ = (std::fs::remove_dir_all(&good), std::fs::remove_dir_all(&bad));
}
