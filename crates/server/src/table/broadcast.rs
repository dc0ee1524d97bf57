//! Telling those at the table.

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tandem_referee::Phase;
use tandem_rules::{Seat, Team};

use super::actor::Actor;
use crate::view::{ArbiterView, SeatView, StateView, Viewer, seen_by};
use crate::wire::{Role, to_client};

fn json(value: &impl serde::Serialize) -> String {
    // What is serialised here can't fail; should it, `null` is better than a panic.
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

fn seen(values: &[Value], viewer: Viewer) -> String {
    let seen: Vec<Value> = values.iter().filter_map(|value| seen_by(value, viewer)).collect();
    json(&seen)
}

impl Actor {
    fn state(&self) -> String {
        let now = self.clock.now();
        json(&StateView::new(&self.game, now, self.clock.is_held(), self.lag.given()))
    }

    fn you(&self, role: Role) -> String {
        let now = self.clock.now();
        match role {
            Role::Seat(seat) => json(&SeatView::new(&self.game, seat, now)),
            Role::Arbiter => json(&ArbiterView::new(&self.game)),
            Role::Spectator => "{}".to_owned(),
        }
    }

    fn viewer(&self, role: Role) -> Viewer {
        match role {
            _ if self.game.phase() == Phase::Over => Viewer::Afterwards,
            Role::Seat(seat) => Viewer::Team(seat.team()),
            Role::Arbiter => Viewer::Arbiter,
            Role::Spectator => Viewer::Public,
        }
    }

    /// Everybody hears what happened; who asked for it hears that too.
    pub(super) fn tell_update(&mut self, values: &[Value], by: Option<(u8, u64)>) {
        let head = format!(
            "{{\"type\":\"update\",\"seq\":{},\"now\":{},\"events\":",
            self.seq,
            self.clock.now().0
        );
        let state = self.state();
        // Only what was said differs between the teams.
        let said = values.iter().any(|value| value["event"] == "said");
        let public = seen(values, Viewer::Public);
        let roles = Seat::ALL.map(Role::Seat).into_iter().chain([Role::Arbiter, Role::Spectator]);
        for role in roles {
            if !self.fan.members().iter().any(|member| member.role == role) {
                continue;
            }
            // The log becomes public with the match's end, but this message is one of the match.
            let events = match role {
                Role::Arbiter => seen(values, Viewer::Arbiter),
                Role::Seat(seat) if said => seen(values, Viewer::Team(seat.team())),
                Role::Seat(_) | Role::Spectator => public.clone(),
            };
            let you = self.you(role);
            let ack = by.filter(|(place, _)| Some(*place) == super::actor::place(role));
            let ack = ack.map(|(_, id)| format!(",\"ack\":{id}")).unwrap_or_default();
            let text = format!("{head}{events},\"state\":{state},\"you\":{you}{ack}}}");
            self.fan.publish(role, &text.into());
        }
    }

    /// Everybody hears how things stand, though nothing happened.
    pub(super) fn tell_state(&mut self) {
        self.tell_update(&[], None);
    }

    pub(super) fn tell_people(&mut self) {
        let text = to_client::text(
            &json!({ "type": "people", "people": self.people.view(self.proposal.as_ref()) }),
        );
        self.tell_all(&text);
    }

    pub(super) fn tell_all(&mut self, text: &Utf8Bytes) {
        let roles = Seat::ALL.map(Role::Seat).into_iter().chain([Role::Arbiter, Role::Spectator]);
        for role in roles {
            self.fan.publish(role, text);
        }
    }

    /// Answers whoever has this place.
    pub(super) fn answer(&mut self, place: u8, text: Utf8Bytes) {
        let role =
            Seat::ALL.get(usize::from(place)).map_or(Role::Arbiter, |seat| Role::Seat(*seat));
        self.fan.publish(role, &text);
    }

    /// Everything, as somebody may see it. `events` are those that he missed.
    pub(super) fn snapshot(&self, role: Role, events: &[Value]) -> String {
        format!(
            "{{\"type\":\"snapshot\",\"seq\":{},\"now\":{},\"match\":{},\"people\":{},\"state\":{},\
             \"moves\":{},\"events\":{},\"you\":{}}}",
            self.seq,
            self.clock.now().0,
            self.agreed(),
            json(&self.people.view(self.proposal.as_ref())),
            self.state(),
            json(&self.sheet),
            seen(events, self.viewer(role)),
            self.you(role),
        )
    }

    fn agreed(&self) -> Value {
        let terms = &self.record.terms;
        json!({
            "id": self.record.id,
            "book": terms.book,
            "name": terms.name,
            "language": terms.language,
            "time": terms.time,
            "press": terms.press,
            "input": terms.input,
            "flag": terms.flag,
            "lag": terms.lag,
            "options": terms.options,
            "position": terms.position,
            "title": terms.title,
            "public": terms.public,
            "created": self.record.created,
            "rematch_of": terms.rematch_of,
            "rematch": self.record.rematch,
            "teams": { "1": Team::One.seats(), "2": Team::Two.seats() },
        })
    }
}
