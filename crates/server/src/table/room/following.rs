//! Those of this process who follow a match by its events, and not by messages.

use tandem_referee::{Event, Match, Settings};
use tandem_rules::{BySeat, Millis, Seat};

use super::Room;
use crate::ids::MatchId;
use crate::store::StoreError;
use crate::view::Logged;

/// Who follows a match. What is told must not wait.
pub(crate) struct Follower {
    tag: u64,
    hear: Box<dyn Fn(Told) + Send + Sync>,
}

impl Follower {
    pub(crate) fn new(tag: u64, hear: impl Fn(Told) + Send + Sync + 'static) -> Follower {
        Follower { tag, hear: Box::new(hear) }
    }

    pub(crate) fn tag(&self) -> u64 {
        self.tag
    }

    fn tell(&self, told: Told) {
        (self.hear)(told);
    }
}

/// However the room ends, its followers hear of it.
impl Drop for Follower {
    fn drop(&mut self) {
        self.tell(Told::Gone);
    }
}

/// What followers are told. Nothing is left out: they know who may see what.
#[derive(Clone, Debug)]
pub(crate) enum Told {
    /// Something happened.
    Events { events: Vec<Event>, moment: Millis },
    /// Who sits there, or is there, has changed.
    People(BySeat<Present>),
    /// The match that follows this one.
    Next(MatchId),
    /// The room is closed, or it is followed no more.
    Gone,
}

/// A person or a bot at a seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Present {
    /// The name of whoever plays.
    pub(crate) name: Option<String>,
    pub(crate) bot: bool,
    pub(crate) there: bool,
}

/// A match as it stands when it begins to be followed.
#[derive(Debug)]
pub(crate) struct Followed {
    pub(crate) settings: Settings,
    pub(crate) arbiter: bool,
    pub(crate) log: Vec<Event>,
    pub(crate) moment: Millis,
    pub(crate) people: BySeat<Present>,
}

/// How a match stands.
#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) game: Match,
    pub(crate) moment: Millis,
    /// Whether match time stands still until the players are back.
    pub(crate) held: bool,
    pub(crate) people: BySeat<Present>,
}

impl Room {
    fn present(&self) -> BySeat<Present> {
        BySeat::new_with(|seat: Seat| {
            let person = &self.people.seats[seat];
            let name = match &person.bot {
                Some(bot) => Some(bot.kind_name()),
                None => person.name.clone(),
            };
            Present { name, bot: person.bot.is_some(), there: person.is_there() }
        })
    }

    pub(super) async fn follow(
        &mut self,
        follower: Option<Follower>,
    ) -> Result<Followed, StoreError> {
        let log = self.core.log().await?;
        if follower.is_some() {
            self.stays_here();
        }
        self.followers.extend(follower);
        Ok(Followed {
            settings: self.core.game().settings().clone(),
            arbiter: self.core.record().terms.arbiter,
            log,
            moment: self.core.clock().now(),
            people: self.present(),
        })
    }

    pub(super) fn look(&self) -> Look {
        Look {
            game: self.core.game().clone(),
            moment: self.core.clock().now(),
            held: self.core.clock().is_held(),
            people: self.present(),
        }
    }

    pub(super) fn tell_followers(&self, happened: &[Logged]) {
        if self.followers.is_empty() || happened.is_empty() {
            return;
        }
        let events: Vec<Event> =
            happened.iter().filter_map(|logged| logged.event.referee().cloned()).collect();
        let moment = self.core.clock().now();
        for follower in &self.followers {
            follower.tell(Told::Events { events: events.clone(), moment });
        }
    }

    pub(super) fn tell_followers_who(&self) {
        for follower in &self.followers {
            follower.tell(Told::People(self.present()));
        }
    }

    pub(super) fn tell_followers_next(&self, id: &MatchId) {
        for follower in &self.followers {
            follower.tell(Told::Next(id.clone()));
        }
    }
}
