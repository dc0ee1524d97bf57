//! What must hold of the log, whatever befell the machines.

use std::collections::BTreeMap;

use serde_json::Value;
use tandem_notation::carry_out;
use tandem_referee::{Event, Match, Men};
use tandem_rules::{BoardId, Millis, Seat};

use super::world::Left;
use crate::ids::MatchId;
use crate::log::Step;
use crate::store::model::Database;
use crate::store::{Epoch, MatchRecord, Row};
use crate::view::{Seen, Viewer, placement, told_by};

/// A command and what its author was told.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) id: MatchId,
    pub(super) seat: Seat,
    pub(super) number: u64,
    pub(super) refused: bool,
    /// It was told with what came of it.
    pub(super) done: bool,
}

/// Where the men of a match are, as somebody was told.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) id: MatchId,
    pub(super) seat: Seat,
    /// The number of the last event that they had seen then.
    pub(super) seq: u64,
    pub(super) men: Where,
}

/// What lies where: what stands on each board, then stock and hand of each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Where(Vec<String>);

impl Where {
    /// As a message's `state` tells it.
    pub(super) fn told(state: &Value) -> Where {
        let text = |value: &Value| value.as_str().unwrap_or("nothing").to_owned();
        let boards = BoardId::ALL.map(|board| text(&state["boards"][board.to_string()]["fen"]));
        let seats = Seat::ALL.map(|seat| state["seats"].get(seat.to_string()));
        let seats = seats.into_iter().flatten();
        let beside = seats.flat_map(|seat| [text(&seat["stock"]), text(&seat["hand"])]);
        Where(boards.into_iter().chain(beside).collect())
    }

    /// As it is in a match.
    fn of(game: &Match) -> Where {
        let boards = BoardId::ALL.map(|board| placement(&game.game(board).position));
        let beside = Seat::ALL.into_iter().flat_map(|seat| {
            let stock = game.game(seat.board()).position.stock(seat.color()).to_string();
            [stock, game.player(seat).hand.to_string()]
        });
        Where(boards.into_iter().chain(beside).collect())
    }
}

/// What people asked and were told.
#[derive(Debug, Default)]
pub(super) struct Heard {
    pub(super) asked: Vec<Asked>,
    pub(super) told: Vec<Told>,
}

/// What went wrong.
#[derive(Clone, Debug)]
#[allow(dead_code, reason = "it is printed")]
pub(super) enum Violation {
    /// What was acknowledged is not in the log.
    Lost(Asked),
    /// What was refused is.
    DoneThoughRefused(Asked),
    /// One command has two rows.
    DoneTwice { actor: u8, number: u64 },
    /// A row does not begin where the one before it ended.
    Gap { expected: u64, found: u64 },
    /// Something was written by somebody who had the table no more.
    TwoDeciders { by: Epoch, of: Epoch },
    /// The referee, asked again, decides otherwise.
    ReplayDiffers { seq: u64 },
    /// A row can't be read.
    Unread { seq: u64 },
    /// Time went back.
    TimeWentBack { seq: u64 },
    /// An event made a man or lost one, though the book takes none out and brings none back by it.
    MenMadeOrLost { seq: u64, event: Event, before: Men, after: Men },
    /// Somebody was told that men are where, by the log, they are not.
    ToldOtherwise { told: Told, logged: Option<Where> },
    /// Somebody paid for the time that a machine was away.
    Charged { left: Left, found: Millis },
    /// Somebody got back more than a beat.
    Refunded { left: Left, found: Millis },
    /// Bots wait for places that another machine has.
    LeftWaiting(MatchId),
    /// A match goes on though nobody comes, and no machine sees to it.
    Forgotten(MatchId),
}

/// All that is wrong with a match.
pub(super) fn check(
    database: &Database,
    id: &MatchId,
    heard: &Heard,
    left: &[Left],
) -> Vec<Violation> {
    let mut wrong = Vec::new();
    let Some((record, rows)) = database.rows(id) else { return wrong };
    check_men(&record, &rows, &heard.told, &mut wrong);
    let mut game = Match::new(record.terms.settings().expect("terms"));
    let mut commands: BTreeMap<(u8, u64), usize> = BTreeMap::new();
    let (mut expected, mut moment) = (1, Millis::ZERO);
    for row in &rows {
        let seq = row.seq;
        if seq != expected {
            wrong.push(Violation::Gap { expected, found: seq });
        }
        if row.at < moment {
            wrong.push(Violation::TimeWentBack { seq });
        }
        moment = row.at;
        if let Some(command) = row.actor.zip(row.command) {
            *commands.entry(command).or_default() += 1;
        }
        let Ok(step) = serde_json::from_str::<Step>(&row.step) else {
            wrong.push(Violation::Unread { seq });
            continue;
        };
        expected = seq + step.len() as u64;
        for kept in step.records {
            let Some(command) = kept.asked.clone() else { continue };
            let (again, _) = carry_out(&mut game, kept.at, command, kept.number);
            if again.map(|again| again.events) != Some(kept.events) {
                wrong.push(Violation::ReplayDiffers { seq });
                return wrong;
            }
        }
    }
    for ((actor, number), _) in commands.iter().filter(|(_, count)| **count > 1) {
        wrong.push(Violation::DoneTwice { actor: *actor, number: *number });
    }
    for (by, of) in database.written(id) {
        if by != of {
            wrong.push(Violation::TwoDeciders { by, of });
        }
    }
    for one in heard.asked.iter().filter(|one| one.id == *id) {
        let there = commands.contains_key(&(one.seat as u8, one.number));
        if one.refused && there {
            wrong.push(Violation::DoneThoughRefused(one.clone()));
        } else if one.done && !there {
            wrong.push(Violation::Lost(one.clone()));
        }
    }
    check_time(database, id, left, &mut wrong);
    wrong
}

/// No event makes a man or loses one but as the referee says, and everybody was told of the men as the log has them.
fn check_men(record: &MatchRecord, rows: &[Row], told: &[Told], wrong: &mut Vec<Violation>) {
    let mut game = Match::new(record.terms.settings().expect("terms"));
    let mut seen = Seen::default();
    let viewer = |seat: Seat| Viewer::Team(seat.team());
    let mut places = BTreeMap::from(Seat::ALL.map(|seat| ((seat as u8, 0), Where::of(&game))));
    for row in rows {
        let Ok(step) = serde_json::from_str::<Step>(&row.step) else { return };
        let earlier = game.clone();
        for event in step.events() {
            let (before, expected) = (game.men(), game.men_after(event));
            game.apply(event);
            let after = game.men();
            if expected.is_some_and(|expected| expected != after) {
                let event = event.clone();
                wrong.push(Violation::MenMadeOrLost { seq: row.seq, event, before, after });
            }
        }
        told_by(&step, &earlier, &game).iter().for_each(|logged| seen.take(&logged.event));
        for seat in Seat::ALL {
            places.insert((seat as u8, seen.by(viewer(seat))), Where::of(&game));
        }
    }
    for one in told.iter().filter(|one| one.id == record.id) {
        let logged = places.get(&(one.seat as u8, one.seq));
        if logged != Some(&one.men) {
            let (told, logged) = (one.clone(), logged.cloned());
            wrong.push(Violation::ToldOtherwise { told, logged });
        }
    }
}

/// Nobody loses time while a machine is away. Nobody gains more than the time between two beats and as long as the others need to
/// hear of it; where a machine is alone, between two moments that it stores.
fn check_time(database: &Database, id: &MatchId, left: &[Left], wrong: &mut Vec<Violation>) {
    for one in left.iter().filter(|one| one.id == *id) {
        let Some(found) = database.taken_at(one.node, id) else { continue };
        if found > one.at {
            wrong.push(Violation::Charged { left: one.clone(), found });
        } else if one.heard && one.at - found > one.most {
            wrong.push(Violation::Refunded { left: one.clone(), found });
        }
    }
}
