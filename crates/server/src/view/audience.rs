//! Who sees which event, and by which number.
//!
//! Everybody has numbers of their own: those of the events that they see, from 1 without gaps. So
//! nobody can tell from a number that others said something.

use tandem_referee::{Event, Sight, Viewer};
use tandem_rules::{ByTeam, Team};

use super::events::{EventLine, Note};
use crate::log::Seated;

/// Something that the log tells.
#[derive(Clone, Debug)]
pub(crate) enum Happened {
    /// What the referee decided: it alone changes the match.
    Referee(Event),
    /// What is no matter of rules.
    Seated(Seated),
}

impl Happened {
    /// What the referee decided.
    pub(crate) fn referee(&self) -> Option<&Event> {
        match self {
            Happened::Referee(event) => Some(event),
            Happened::Seated(_) => None,
        }
    }
}

/// Something that happened, with what clients need beside it.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    pub(crate) event: Happened,
    pub(crate) note: Note,
}

/// How much of an event somebody sees.
fn sight(event: &Happened, viewer: Viewer) -> Sight {
    match event {
        Happened::Referee(event) => event.kind.visible_to(viewer),
        Happened::Seated(_) => Sight::Whole,
    }
}

/// How much of each event somebody sees: whoever sees as much of them, by the same numbers, is told
/// the same.
pub(crate) fn sights(events: &[Logged], viewer: Viewer) -> Vec<Sight> {
    events.iter().map(|logged| sight(&logged.event, viewer)).collect()
}

/// Whether somebody sees anything of an event.
pub(crate) fn sees(viewer: Viewer, event: &Happened) -> bool {
    sight(event, viewer) != Sight::Nothing
}

/// The events that somebody sees, as they see them. `before` is how many they saw before them.
pub(crate) fn seen_by<'e>(
    events: impl IntoIterator<Item = &'e Logged>,
    viewer: Viewer,
    before: u64,
) -> Vec<EventLine<'e>> {
    let seen = events.into_iter().filter_map(|logged| match sight(&logged.event, viewer) {
        Sight::Whole => Some((logged, true)),
        Sight::WithoutVerdict => Some((logged, false)),
        Sight::Nothing => None,
    });
    seen.zip(before + 1..)
        .map(|((logged, whole), number)| EventLine::new(number, logged, whole))
        .collect()
}

/// How many events of a match each viewer has seen.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    log: u64,
    teams: ByTeam<u64>,
    public: u64,
}

impl Seen {
    /// Counts one more event.
    pub(crate) fn take(&mut self, event: &Happened) {
        self.log += 1;
        for team in Team::ALL {
            self.teams[team] += u64::from(sees(Viewer::Team(team), event));
        }
        self.public += u64::from(sees(Viewer::Public, event));
    }

    /// The number of the last event that somebody saw.
    pub(crate) fn by(&self, viewer: Viewer) -> u64 {
        match viewer {
            Viewer::Arbiter | Viewer::Afterwards => self.log,
            Viewer::Team(team) => self.teams[team],
            Viewer::Public => self.public,
        }
    }
}

#[cfg(test)]
mod tests {
    use tandem_referee::{EventKind, Message};
    use tandem_rules::{Millis, Seat};

    use super::*;

    fn logged(kind: EventKind) -> Logged {
        Logged { event: Happened::Referee(Event { at: Millis(5), kind }), note: Note::None }
    }

    #[test]
    fn nobody_sees_a_gap_where_others_talk() {
        let said = EventKind::Said { seat: Seat::WhiteA, message: Message::Sit, offence: None };
        let log = [logged(EventKind::Started), logged(said), logged(EventKind::Resumed)];
        let mut seen = Seen::default();
        log.iter().for_each(|one| seen.take(&one.event));
        let expected = [
            (Viewer::Team(Team::One), vec!["started", "said", "resumed"]),
            (Viewer::Team(Team::Two), vec!["started", "resumed"]),
            (Viewer::Public, vec!["started", "resumed"]),
            (Viewer::Arbiter, vec!["started", "said", "resumed"]),
            (Viewer::Afterwards, vec!["started", "said", "resumed"]),
        ];
        for (viewer, words) in expected {
            let told = serde_json::to_value(seen_by(&log, viewer, 0)).unwrap();
            let told = told.as_array().unwrap();
            let kinds: Vec<_> = told.iter().map(|value| value["event"].clone()).collect();
            assert_eq!(kinds, words, "{viewer:?}");
            let numbers: Vec<_> = told.iter().map(|value| value["seq"].as_u64().unwrap()).collect();
            assert_eq!(numbers, (1..=seen.by(viewer)).collect::<Vec<_>>(), "{viewer:?}");
        }
    }
}
