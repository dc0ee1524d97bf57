//! What must hold of the log, whatever befell the machines.

use std::collections::BTreeMap;

use tandem_notation::carry_out;
use tandem_referee::Match;
use tandem_rules::{Millis, Seat};

use super::world::Left;
use crate::ids::MatchId;
use crate::log::Step;
use crate::store::model::Database;
use crate::store::{BEAT, Epoch};

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
    /// Somebody paid for the time that a machine was away.
    Charged { left: Left, found: Millis },
    /// Somebody got back more than a beat.
    Refunded { left: Left, found: Millis },
    /// Bots wait for places that another machine has.
    LeftWaiting(MatchId),
}

/// All that is wrong with a match.
pub(super) fn check(
    database: &Database,
    id: &MatchId,
    asked: &[Asked],
    left: &[Left],
) -> Vec<Violation> {
    let mut wrong = Vec::new();
    let Some((record, rows)) = database.rows(id) else { return wrong };
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
    for one in asked.iter().filter(|one| one.id == *id) {
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

/// Nobody pays for a machine's absence, and nobody gains more than a beat and the ways of its news: three of a slow line.
fn check_time(database: &Database, id: &MatchId, left: &[Left], wrong: &mut Vec<Violation>) {
    let most = Millis(i64::try_from(BEAT.as_millis()).unwrap_or(0) + 800);
    for one in left.iter().filter(|one| one.id == *id) {
        let Some(found) = database.taken_at(one.node, id) else { continue };
        if found > one.at {
            wrong.push(Violation::Charged { left: one.clone(), found });
        } else if one.heard && one.at - found > most {
            wrong.push(Violation::Refunded { left: one.clone(), found });
        }
    }
}
