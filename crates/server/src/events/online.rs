//! The tables of an event that is played on the server: made when a round starts, followed, and their results taken.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tandem_event::{By, Command, Late, LegKind, Pairing, PlayerId, Round, Stage, Verdict, Which};
use tandem_referee::{BoardsAt, EventKind, GameResult, Match, Phase, Press, RulingKind};
use tandem_rules::{BoardId, BySeat, Millis, Seat, Team};
use tokio::time::Instant;

use super::actor::{Actor, Item, RETRY};
use super::clocks;
use super::desk::Desk;
use super::entry::{Bound, Entry, Place};
use super::snapshot::Watched;
use crate::hall::{Hall, Seating};
use crate::ids::{MatchId, Secret, SecretHash};
use crate::store::{SeatRecord, StoreError};
use crate::table::{Follower, Handle, Present, Told};
use crate::terms::{EventPlace, NewMatchRequest};
use crate::time::{deadline_in, now_unix};
use crate::wire::{LONGEST_NAME, tidy};

/// Tables that are made at a time: their commits go together.
const AT_A_TIME: usize = 64;
/// Titles name round and table.
const LONGEST_EVENT_NAME: usize = 40;

/// A table that is followed.
pub(super) struct Following {
    bound: Bound,
    handle: Handle,
    begun: bool,
    over: bool,
    there: BySeat<bool>,
    /// What came of it at clocks of real boards.
    verdict: Option<Verdict>,
}

impl Following {
    /// Whether it waits for somebody who has not come. Who comes to a real board is for people to see.
    fn lacks_somebody(&self) -> bool {
        !self.bound.clocks
            && !self.begun
            && !self.over
            && !self.there.iter().all(|(_, there)| *there)
    }
}

/// What a table tells.
pub(super) enum Heard {
    People(u64, BySeat<bool>),
    Begun(u64),
    /// A player has stopped the clocks and called the arbiter.
    Called(u64, Seat),
    /// The clocks run again.
    Resumed(u64),
    /// The arbiter has ruled.
    Ruled(u64, RulingKind, Option<Seat>),
    Over(u64),
    Gone(u64),
}

/// A match that is played now.
pub(super) struct Due {
    pub(super) place: Place,
    pub(super) players: BySeat<PlayerId>,
    /// On the server; otherwise at real boards, beside which phones may be the clocks.
    online: bool,
}

impl Due {
    /// The table that was made for it.
    pub(super) fn bound<'d>(&self, desk: &'d Desk) -> Option<&'d Bound> {
        let bound = desk.tables.get(&self.place)?;
        (bound.players == self.players && bound.clocks != self.online).then_some(bound)
    }
}

/// The match of a pairing that can be played now.
pub(super) fn due_at(desk: &Desk, round: &Round, pairing: &Pairing) -> Option<Due> {
    let at = pairing.legs.iter().position(|leg| leg.outcome.is_none())?;
    // Nobody plays on once one match decides.
    let decided =
        pairing.legs[at].kind != LegKind::Regular && tandem_event::winner(pairing).is_some();
    let leg = u16::try_from(at).ok().filter(|_| !decided)?;
    Some(Due {
        place: Place { round: round.number, table: pairing.table, leg },
        players: pairing.seats(&pairing.legs[at]),
        online: desk.event.is_online(pairing),
    })
}

/// The matches of the running round that can be played now.
fn due(desk: &Desk) -> impl Iterator<Item = Due> {
    let running = desk.event.latest().filter(|round| round.stage == Stage::Running);
    running.into_iter().flat_map(move |round: &Round| {
        round.pairings.iter().filter_map(move |pairing| due_at(desk, round, pairing))
    })
}

impl Actor {
    /// Makes the tables that are missing, follows those that are not followed, lets go of those that are over.
    pub(super) async fn see_to_tables(&mut self) {
        if self.retry.is_some_and(|at| !crate::time::is_past(at)) {
            return;
        }
        self.retry = None;
        // Clocks beside real boards are made when somebody lays a phone there.
        let wanted: Vec<Due> =
            due(&self.desk).filter(|due| due.online && due.bound(&self.desk).is_none()).collect();
        if !wanted.is_empty() {
            self.make_tables(wanted).await;
        }
        let bound: Vec<Bound> =
            due(&self.desk).filter_map(|due| due.bound(&self.desk).cloned()).collect();
        let known: BTreeSet<MatchId> = bound.iter().map(|bound| bound.id.clone()).collect();
        let before = self.followed.len();
        self.let_go(&known).await;
        let followed: BTreeSet<MatchId> =
            self.followed.values().map(|one| one.bound.id.clone()).collect();
        let mut changed = self.followed.len() != before;
        for bound in bound.into_iter().filter(|bound| !followed.contains(&bound.id)) {
            self.follow(bound).await;
            changed = true;
        }
        if changed {
            self.show();
        }
    }

    async fn let_go(&mut self, known: &BTreeSet<MatchId>) {
        let gone: Vec<u64> = self
            .followed
            .iter()
            .filter(|(_, one)| !known.contains(&one.bound.id))
            .map(|(tag, _)| *tag)
            .collect();
        for tag in gone {
            if let Some(one) = self.followed.remove(&tag) {
                one.handle.unfollow(tag).await;
            }
        }
    }

    async fn make_tables(&mut self, wanted: Vec<Due>) {
        let mut tables = Vec::with_capacity(wanted.len());
        for some in wanted.chunks(AT_A_TIME) {
            let made = join_all(some.iter().map(|due| make(&self.hall, &self.desk, due, None)));
            tables.extend(made.await.into_iter().flatten());
        }
        if tables.len() < wanted.len() {
            self.retry = Some(deadline_in(RETRY));
        }
        if !tables.is_empty() {
            self.carry_out(vec![Item::Note(Entry::Tables { tables })]).await;
        }
    }

    async fn follow(&mut self, bound: Bound) {
        let tag = self.next_tag;
        self.next_tag += 1;
        let handle = match self.hall.find(&bound.id).await {
            Ok(Some(handle)) => handle,
            found => {
                if let Err(StoreError::Elsewhere(id, _)) = found {
                    // An event has its tables where it is itself.
                    self.hall.call_for(&id).await;
                }
                self.retry = Some(deadline_in(RETRY));
                return;
            }
        };
        let (hear, gallery, id) = (self.hear.clone(), Arc::clone(&self.gallery), bound.id.clone());
        let follower = Follower::new(tag, move |told| {
            gallery.touch(&id);
            for heard in heard(tag, told) {
                // An event that was put away follows nothing.
                let _ = hear.send(heard);
            }
        });
        let (Ok(Ok(_)), Ok(look)) = (handle.follow(Some(follower)).await, handle.look().await)
        else {
            self.retry = Some(deadline_in(RETRY));
            return;
        };
        let begun = look.game.phase() != Phase::Waiting;
        let there = look.people.map(|one: Present| one.there);
        if look.game.phase() == Phase::Over {
            // It ended while nobody followed it.
            let _ = self.hear.send(Heard::Over(tag));
        } else if !begun && !bound.clocks && self.time_runs() {
            // A table that was put away meanwhile is followed again, and begins then.
            let _ = handle.begin().await;
        }
        self.followed
            .insert(tag, Following { bound, handle, begun, over: false, there, verdict: None });
    }

    /// Whether matches begin with the round, whoever is there.
    fn time_runs(&self) -> bool {
        let late = self.desk.event.latest().map(|round| self.desk.event.late(round));
        matches!(late, Some(Late::TimeRuns { .. }))
    }

    /// What tables tell: all of it that waits is seen to together.
    pub(super) async fn hear_all(&mut self, first: Heard) {
        let mut next = Some(first);
        let (mut ended, mut changed, mut items) = (Vec::new(), false, Vec::new());
        while let Some(heard) = next {
            match heard {
                Heard::People(tag, there) => {
                    if let Some(one) = self.followed.get_mut(&tag) {
                        changed |= std::mem::replace(&mut one.there, there) != there;
                    }
                }
                Heard::Begun(tag) => {
                    if let Some(one) = self.followed.get_mut(&tag) {
                        one.begun = true;
                        changed = true;
                    }
                }
                Heard::Called(tag, seat) => {
                    if let Some(one) = self.followed.get_mut(&tag)
                        && let Ok(look) = one.handle.look().await
                    {
                        items.push(called(&one.bound, seat, &look.game, look.moment));
                    }
                }
                Heard::Resumed(tag) => items.extend(self.answered(tag)),
                Heard::Ruled(tag, ruling, seat) => items.extend(self.ruled(tag, ruling, seat)),
                Heard::Over(tag) => {
                    items.extend(self.answered(tag));
                    ended.push(tag);
                }
                // It is followed again if it is still of any use.
                Heard::Gone(tag) => {
                    if self.followed.remove(&tag).is_some() {
                        self.retry = Some(deadline_in(RETRY));
                    }
                }
            }
            next = self.heard.try_recv().ok();
        }
        for tag in ended {
            let Some(one) = self.followed.get_mut(&tag) else { continue };
            let Ok(look) = one.handle.look().await else { continue };
            let Some(verdict) = verdict(&look.game) else { continue };
            one.over = true;
            if one.bound.clocks {
                // At real boards both teams confirm it.
                one.verdict = Some(verdict);
                changed = true;
                continue;
            }
            let Place { round, table, leg } = one.bound.place;
            let command = Command::TableResult { round, table, leg, verdict };
            items.push(Item::Own { by: By::Table { table }, command });
        }
        // A result that the desk has entered stands.
        self.carry_out(items).await;
        if changed {
            self.show();
        }
    }

    /// Once the clocks run again, or the match is over, its call is answered.
    fn answered(&self, tag: u64) -> Option<Item> {
        let Place { round, table, .. } = self.followed.get(&tag)?.bound.place;
        let mut open = self.desk.event.open_calls();
        let call = open.find(|call| (call.round, call.table) == (round, table))?.number;
        Some(Item::Own { by: By::Table { table }, command: Command::AnswerCall { call } })
    }

    /// What the arbiter of real boards ruled at their clocks stands in the log of the event too.
    fn ruled(&self, tag: u64, ruling: RulingKind, seat: Option<Seat>) -> Option<Item> {
        let bound = &self.followed.get(&tag).filter(|one| one.bound.clocks)?.bound;
        let Place { round, table, .. } = bound.place;
        let whom = seat.map(|seat| bound.players[seat]);
        let command = Command::Rule { round, table, ruling, whom };
        Some(Item::Own { by: By::Table { table }, command })
    }

    /// When somebody who is late has lost, if that is to come.
    pub(super) fn late_at(&self) -> Option<Instant> {
        if !self.followed.values().any(Following::lacks_somebody) {
            return None;
        }
        match self.desk.event.late(self.desk.event.latest()?) {
            Late::Waits { until: Some(until), .. } => {
                let left = until.0.saturating_sub(now_unix().unsigned_abs());
                Some(deadline_in(Duration::from_millis(left)))
            }
            Late::Waits { until: None, .. } | Late::TimeRuns { .. } => None,
        }
    }

    /// Those who have not come when their time is over have lost: the core says when that is.
    pub(super) async fn count_the_late(&mut self) {
        if self.late_at().is_none_or(|at| !crate::time::is_past(at)) {
            return;
        }
        let items: Vec<Item> = self
            .followed
            .values_mut()
            .filter(|one| one.lacks_somebody())
            .filter_map(|one| {
                // Once is enough, whatever the core says to it.
                one.over = true;
                let Place { round, table, leg } = one.bound.place;
                let pairing = self.desk.event.round(round)?.table(table)?;
                let here = |which: Which| {
                    let boards = pairing.sides[which.index()].boards;
                    let seats = one.bound.players.iter();
                    seats.filter(|(_, id)| boards.contains(id)).all(|(seat, _)| one.there[seat])
                };
                let winner = match (here(Which::First), here(Which::Second)) {
                    (true, false) => Some(Which::First),
                    (false, true) => Some(Which::Second),
                    (false, false) => None,
                    (true, true) => return None,
                };
                let command = Command::NotCome { round, table, leg, winner };
                Some(Item::Own { by: By::Program, command })
            })
            .collect();
        self.carry_out(items).await;
    }

    /// The tables as everybody may know them.
    pub(super) fn watched(&self) -> Vec<Watched> {
        let mut tables = tables_of(&self.desk);
        for table in &mut tables {
            let mut followed = self.followed.values();
            if let Some(one) = followed.find(|one| one.bound.id == table.bound.id) {
                (table.begun, table.over, table.there) = (one.begun, one.over, one.there);
                table.verdict.clone_from(&one.verdict);
            }
        }
        tables
    }
}

/// The tables of an event as the event alone knows them: one that has its result is over.
pub(super) fn tables_of(desk: &Desk) -> Vec<Watched> {
    let watched = |bound: &Bound| {
        let Place { round, table, leg } = bound.place;
        let pairing = desk.event.round(round).and_then(|round| round.table(table));
        let leg = pairing.and_then(|pairing| pairing.legs.get(usize::from(leg)));
        let over = leg.is_none_or(|leg| leg.outcome.is_some());
        let there = BySeat::new_with(|_| false);
        Watched { bound: bound.clone(), begun: over, over, there, verdict: None }
    };
    desk.tables.values().map(watched).collect()
}

/// What of it an event needs to know.
fn heard(tag: u64, told: Told) -> Vec<Heard> {
    match told {
        Told::Events { events, .. } => {
            let kinds = events.iter().filter_map(|event| match event.kind {
                EventKind::Started => Some(Heard::Begun(tag)),
                EventKind::Stopped { seat: Some(seat), .. } => Some(Heard::Called(tag, seat)),
                EventKind::Stopped { seat: None, .. } => {
                    Some(Heard::Ruled(tag, RulingKind::Stop, None))
                }
                EventKind::ClockSet { seat, .. } => {
                    Some(Heard::Ruled(tag, RulingKind::Clock, Some(seat)))
                }
                EventKind::Frozen { seat, .. } => {
                    Some(Heard::Ruled(tag, RulingKind::Freeze, Some(seat)))
                }
                EventKind::Warned { seat, .. } => {
                    Some(Heard::Ruled(tag, RulingKind::Warn, Some(seat)))
                }
                EventKind::ClaimSettled { seat: None, holds, .. } => {
                    let ruling = if holds { RulingKind::Uphold } else { RulingKind::Dismiss };
                    Some(Heard::Ruled(tag, ruling, None))
                }
                EventKind::TakenBack { .. } => Some(Heard::Ruled(tag, RulingKind::TakeBack, None)),
                EventKind::Resumed => Some(Heard::Resumed(tag)),
                EventKind::MatchEnded { .. } => Some(Heard::Over(tag)),
                _ => None,
            });
            kinds.collect()
        }
        Told::People(people) => vec![Heard::People(tag, people.map(|one| one.there))],
        Told::Next(_) => Vec::new(),
        Told::Gone => vec![Heard::Gone(tag)],
    }
}

/// A player at a table of the server called the arbiter: what may be meant is what the referee grants the player.
fn called(bound: &Bound, seat: Seat, game: &Match, now: Millis) -> Item {
    let granted = game.granted(seat, now);
    let mut articles: Vec<_> = granted.iter().map(|one| one.article.clone()).collect();
    articles.sort();
    articles.dedup();
    let Place { round, table, .. } = bound.place;
    let command = Command::TableCall { round, table, player: bound.players[seat], articles };
    Item::Own { by: By::Table { table }, command }
}

/// What the referee says.
fn verdict(game: &Match) -> Option<Verdict> {
    let verdict = game.verdict()?;
    let score = game.score();
    let board = |board: BoardId| {
        game.game(board).verdict.as_ref().map_or(GameResult::Abandoned, |verdict| verdict.result)
    };
    Some(Verdict {
        score: [score[Team::One], score[Team::Two]],
        boards: [board(BoardId::A), board(BoardId::B)],
        reason: verdict.reason,
        article: verdict.article.clone(),
    })
}

/// Makes the table of a match; none if that fails, which is told in the log. `card`: of real boards, whose clocks the
/// card of the table opens.
pub(super) async fn make(
    hall: &Hall,
    desk: &Desk,
    wanted: &Due,
    card: Option<&Secret>,
) -> Option<Bound> {
    let terms = &desk.event.terms;
    let Place { round, table, .. } = wanted.place;
    let name = tidy(&terms.name, LONGEST_EVENT_NAME).unwrap_or_default();
    let wish = NewMatchRequest {
        book: Some(terms.book.id.clone()),
        rulebook: terms.book.own.clone(),
        time: Some(terms.time),
        options: terms.book.options.iter().cloned().collect(),
        title: format!("{name} {round}/{table}"),
        arbiter: desk.arbiter.is_some(),
        boards: card.map_or(BoardsAt::Screen, |_| BoardsAt::Table),
        press: card.map_or(Press::default(), |_| Press::Manual),
        ..NewMatchRequest::default()
    };
    let seat = |seat: Seat| {
        let player = wanted.players[seat];
        let name = desk.event.player_name(player);
        SeatRecord {
            secret: match card {
                Some(card) => clocks::seat_secret(card, wanted.place, seat).hash(),
                // Whoever has no link can't come in.
                None => desk.players.get(&player).copied().unwrap_or(SecretHash([0; 32])),
            },
            name: Some(tidy(name, LONGEST_NAME).unwrap_or_else(|| format!("{player}"))),
            bot: None,
        }
    };
    let seating = Seating {
        seats: BySeat::new_with(seat),
        arbiter: desk.arbiter.unwrap_or(SecretHash([0; 32])),
        event: EventPlace { event: desk.record.id.clone(), round: round.0, table: table.0 },
    };
    match hall.make_seated(wish, seating).await {
        Ok(id) => {
            let (place, players) = (wanted.place, wanted.players);
            Some(Bound { place, id, players, clocks: card.is_some() })
        }
        Err(error) => {
            tracing::error!(event = %desk.record.id, %error, "no table could be made");
            None
        }
    }
}
