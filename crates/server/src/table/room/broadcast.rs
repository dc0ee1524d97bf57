//! Telling those at the table.

use axum::extract::ws::Utf8Bytes;
use serde_json::value::RawValue;
use tandem_rules::Seat;

use super::Room;
use super::commands::author;
use crate::fanout::Member;
use crate::table::core::Author;
use crate::view::{
    ChangedLine, Logged, MatchState, Seen, Sight, Viewer, You, YouArbiter, YouSeat, seen_by, sights,
};
use crate::wire::{MatchInfo, Role, Snapshot, ToClient, Update, part};

/// Everybody who can be told something.
const ROLES: [Role; 6] = [
    Role::Seat(Seat::WhiteA),
    Role::Seat(Seat::BlackA),
    Role::Seat(Seat::WhiteB),
    Role::Seat(Seat::BlackB),
    Role::Arbiter,
    Role::Spectator,
];

/// What happened as JSON, made once for all who see it alike.
struct EventTexts<'e> {
    events: &'e [Logged],
    texts: Vec<(u64, Vec<Sight>, Box<RawValue>)>,
}

impl EventTexts<'_> {
    /// What a viewer is told, who has seen so many events before.
    fn by(&mut self, viewer: Viewer, before: u64) -> &RawValue {
        let sights = sights(self.events, viewer);
        let alike = |(number, made, _): &(u64, Vec<Sight>, _)| (*number, made) == (before, &sights);
        let at = self.texts.iter().position(alike).unwrap_or_else(|| {
            let text = part(&seen_by(self.events, viewer, before));
            self.texts.push((before, sights, text));
            self.texts.len() - 1
        });
        &self.texts[at].2
    }
}

/// What a role sees. That stays so when the match is over: the whole log is public then, but a
/// connection goes on with its own numbers.
pub(super) fn viewer(role: Role) -> Viewer {
    match role {
        Role::Seat(seat) => Viewer::Team(seat.team()),
        Role::Arbiter => Viewer::Arbiter,
        Role::Spectator => Viewer::Public,
    }
}

impl Room {
    fn state(&self) -> MatchState<'_> {
        let core = &self.core;
        let clock = core.clock();
        MatchState::new(core.game(), clock.now(), clock.is_held(), core.lag_given())
    }

    fn you(&self, role: Role) -> Box<RawValue> {
        let (game, now) = (self.core.game(), self.core.clock().now());
        // Beside real boards whoever stops the clocks can let them go on, without an arbiter too.
        let arbiter = self.core.record().terms.arbiter || self.is_on_table();
        part(&match role {
            Role::Seat(seat) => {
                You::Seat(YouSeat::new(game, seat, now, arbiter, self.ahead.of(seat)))
            }
            Role::Arbiter => You::Arbiter(YouArbiter::new(game)),
            Role::Spectator => You::Spectator {},
        })
    }

    /// Everybody hears what happened; who asked for it hears that too. `before` is what everybody
    /// had seen before it.
    pub(super) fn tell_update(
        &mut self,
        happened: &[Logged],
        moves: &[ChangedLine],
        before: Seen,
        by: Option<(Author, u64)>,
    ) {
        let now = self.core.clock().now();
        let state = part(&self.state());
        let mut told = EventTexts { events: happened, texts: Vec::new() };
        for role in ROLES {
            let listens = |member: &Member| member.role == role && member.outbox.is_some();
            if !self.fan.members().iter().any(listens) {
                continue;
            }
            let viewer = viewer(role);
            let ack = by.filter(|(by, _)| Some(*by) == author(role)).map(|(_, id)| id);
            let (seq, first) = (self.core.seen().by(viewer), before.by(viewer));
            // An empty message would tell the opponents when partners talk.
            if seq == first && !happened.is_empty() && ack.is_none() {
                continue;
            }
            let events = told.by(viewer, first);
            let update =
                Update { seq, now, events, moves, state: &state, you: &self.you(role), ack };
            self.fan.publish(role, &ToClient::Update(update).text());
        }
        self.tell_followers(happened);
    }

    /// Somebody alone hears how things stand.
    pub(super) fn tell_state_to(&mut self, role: Role) {
        let state = part(&self.state());
        let update = Update {
            seq: self.core.seen().by(viewer(role)),
            now: self.core.clock().now(),
            events: &part(&[(); 0]),
            moves: &[],
            state: &state,
            you: &self.you(role),
            ack: None,
        };
        self.fan.publish(role, &ToClient::Update(update).text());
    }

    /// Everybody hears how things stand, though nothing happened.
    pub(super) fn tell_state(&mut self) {
        self.tell_update(&[], &[], self.core.seen(), None);
    }

    pub(super) fn tell_people(&mut self) {
        let people = self.people.view(self.proposal.as_ref());
        let text = ToClient::People { people }.text();
        self.tell_all(&text);
        self.tell_followers_who();
    }

    pub(super) fn tell_all(&mut self, text: &Utf8Bytes) {
        for role in ROLES {
            self.fan.publish(role, text);
        }
    }

    /// Answers whoever gave a command.
    pub(super) fn answer(&mut self, author: Author, text: &Utf8Bytes) {
        let role = match author {
            Author::Seat(seat) => Role::Seat(seat),
            Author::Arbiter => Role::Arbiter,
        };
        self.fan.publish(role, text);
    }

    /// Everything, as somebody may see it. `missed` are the events that they missed, as they see them.
    pub(super) fn snapshot(&self, role: Role, missed: &RawValue) -> Utf8Bytes {
        let snapshot = Snapshot {
            seq: self.core.seen().by(viewer(role)),
            now: self.core.clock().now(),
            info: MatchInfo::new(self.core.record(), self.core.game()),
            people: self.people.view(self.proposal.as_ref()),
            state: self.state(),
            moves: self.core.sheet(),
            events: missed,
            you: self.you(role),
        };
        ToClient::Snapshot(snapshot).text()
    }
}
