//! A match as full as one can be, put into the data folder before the server starts.

use std::path::Path;

use tandem_notation::carry_out;
use tandem_referee::{Act, Command, Match, Message, MoveText, Record};
use tandem_rules::{BySeat, Millis, Seat};
use tandem_server::{
    Acquired, Books, Change, Entry, MatchId, MatchRecord, NewMatchRequest, SeatRecord, Secret,
    SqliteStore, Stage, Step, Store, Terms, Write,
};

use crate::LoadError;

/// Plies on both boards: each is some events.
const PLIES: usize = 2_000;
/// Events in all: no match of the server can have more.
const EVENTS: usize = 10_000;

fn impossible(why: impl ToString) -> LoadError {
    LoadError::Impossible(format!("no stuffed match can be made: {}", why.to_string()))
}

/// Makes the match, being played, and tells its id.
pub(super) fn stuff(folder: &Path) -> Result<MatchId, LoadError> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(impossible)?;
    runtime.block_on(make(folder))
}

async fn make(folder: &Path) -> Result<MatchId, LoadError> {
    let store = SqliteStore::open(folder).map_err(impossible)?;
    let id = MatchId::random().map_err(impossible)?;
    let wish = NewMatchRequest { book: Some("fics".to_owned()), ..NewMatchRequest::default() };
    let terms = Terms::agree(wish, &Books::default()).map_err(impossible)?;
    let mut log = Log {
        game: Match::new(terms.settings().map_err(impossible)?),
        records: Vec::new(),
        events: 0,
    };
    let secret = || Secret::random().map(|secret| secret.hash()).map_err(impossible);
    let arbiter = secret()?;
    let mut seats = BySeat::new_with(|_| arbiter);
    for hash in seats.values_mut() {
        *hash = secret()?;
    }
    let record = MatchRecord {
        id: id.clone(),
        created: 0,
        terms,
        maker: None,
        arbiter,
        seats: BySeat::new_with(|seat| SeatRecord {
            secret: seats[seat],
            name: Some(format!("Player {seat}")),
            bot: None,
        }),
        rematch: None,
    };
    log.fill();
    let mut pending = vec![store.write(Write::Make(Box::new(record)))];
    let acquired = store.acquire(&id).await.map_err(impossible)?;
    let epoch = acquired.and_then(Acquired::ours).ok_or_else(|| impossible("it was not made"))?;
    let mut seq = 1;
    for record in log.records {
        let (events, at) = (record.events.len() as u64, record.at);
        let step = Step { records: vec![record], ..Step::default() };
        let change = Change::Append(Entry {
            seq,
            at,
            actor: None,
            command: None,
            step: serde_json::to_string(&step).map_err(impossible)?,
            stage: Stage::Running,
            result: None,
        });
        pending.push(store.write(Write::Change { id: id.clone(), epoch, change }));
        seq += events;
    }
    store.stop().await;
    for write in pending {
        write.await.map_err(impossible)?.map_err(impossible)?;
    }
    Ok(id)
}

struct Log {
    game: Match,
    records: Vec<Record>,
    events: usize,
}

impl Log {
    /// Knights go out and come back on both boards, and then everybody talks.
    fn fill(&mut self) {
        self.act(Command::Start);
        for ply in 0..PLIES {
            let seat = Seat::ALL[ply % 4];
            let (there, back) = match seat {
                Seat::WhiteA => ("g1f3", "f3g1"),
                Seat::BlackA => ("g8f6", "f6g8"),
                Seat::WhiteB => ("b1c3", "c3b1"),
                Seat::BlackB => ("b8c6", "c6b8"),
            };
            let text = if (ply / 4).is_multiple_of(2) { there } else { back };
            let Some(tried) = MoveText::new(text) else { break };
            self.act(Command::Player { seat, act: Act::Move { tried } });
        }
        let words = Message::Text("a text that says what little there is to be said ".repeat(2));
        while self.events < EVENTS {
            let before = self.events;
            let seat = Seat::ALL[before % 4];
            self.act(Command::Player { seat, act: Act::Say { say: words.clone() } });
            if self.events == before {
                break;
            }
        }
    }

    fn act(&mut self, command: Command<MoveText>) {
        let at = Millis(self.events as i64);
        // What is refused is left out.
        let (record, _) = carry_out(&mut self.game, at, command, None);
        self.events += record.as_ref().map_or(0, |record| record.events.len());
        self.records.extend(record);
    }
}
