//! Tables at which people sit who came through the door.

use std::sync::Arc;
use std::time::Duration;

use tandem_ics::{Opened, Seated, TableKey, Taken};
use tandem_rules::{BySeat, Millis, Seat};

use crate::codes::Ended;
use crate::fanout::ConnectionId;
use crate::ids::{MatchId, Secret};
use crate::table::{Followed, Gone, Handle, Present};
use crate::wire::Hello;

/// Somebody at a seat.
pub(super) struct Sitting {
    pub(super) connection: ConnectionId,
    pub(super) handle: Arc<Handle>,
    pub(super) secret: Secret,
    /// The name that the door asked for.
    pub(super) name: String,
}

/// Who came through the door, by their seats.
pub(super) type Seats = BySeat<Option<Sitting>>;

/// A table that the door follows.
pub(super) struct Table {
    pub(super) id: MatchId,
    /// By which it is followed.
    pub(super) handle: Arc<Handle>,
    pub(super) seats: Seats,
}

/// A match as people write it: an id, a link, or an id with a seat and its secret.
pub(super) struct Code {
    pub(super) id: MatchId,
    pub(super) seat: Option<(Seat, Secret)>,
}

impl Code {
    /// Reads one; none if it names no match.
    pub(super) fn read(text: &str) -> Option<Code> {
        let (path, fragment) = match text.split_once('#') {
            Some((path, fragment)) => (path, Some(fragment)),
            None => (text, None),
        };
        let id = path.rsplit('/').next()?.parse().ok()?;
        let seat = match fragment {
            None => None,
            Some(fragment) => {
                let (seat, secret) = fragment.split_once(':')?;
                Some((seat.parse().ok()?, Secret::read(secret)?))
            }
        };
        Some(Code { id, seat })
    }
}

/// What opens a seat again.
pub(super) fn way_back(id: &MatchId, seat: Seat, secret: &Secret) -> String {
    format!("{id}#{seat}:{}", secret.reveal())
}

/// Somebody comes to a seat.
pub(super) async fn sit(
    table: &Handle,
    id: &MatchId,
    seat: Seat,
    secret: Secret,
    name: String,
) -> Result<Sitting, String> {
    let handle = Arc::new(table.another());
    let connection = ConnectionId::fresh();
    let hello = Hello::to_seat(id.clone(), seat, secret.clone(), name.clone());
    match handle.join(connection, hello, None).await {
        Ok(Ok(_)) => Ok(Sitting { connection, handle, secret, name }),
        Ok(Err(bye)) => Err(bye.reason),
        Err(Gone) => Err(Ended::TableGone.to_string()),
    }
}

/// What the round trip to somebody is, in milliseconds.
pub(super) fn millis(time: Duration) -> Millis {
    Millis(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}

/// Who is at the seats, as the door has it.
pub(super) fn seated(people: BySeat<Present>) -> BySeat<Seated> {
    people.map(|one| Seated { name: one.name, bot: one.bot, there: one.there })
}

/// The seats that were taken, and what opens each of them again.
pub(super) fn taken(id: &MatchId, seats: &Seats) -> Vec<Taken> {
    let taken = seats.iter().filter_map(|(seat, sitting)| {
        let sitting = sitting.as_ref()?;
        let way_back = way_back(id, seat, &sitting.secret);
        Some(Taken { seat, name: sitting.name.clone(), way_back })
    });
    taken.collect()
}

/// A table as the door has it.
pub(super) fn opened(
    table: TableKey,
    id: &MatchId,
    followed: Followed,
    taken: Vec<Taken>,
) -> Box<Opened> {
    Box::new(Opened {
        table,
        code: id.to_string(),
        settings: followed.settings,
        arbiter: followed.arbiter,
        log: followed.log,
        moment: followed.moment,
        people: seated(followed.people),
        taken,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_read_as_people_write_it() {
        let (id, secret) = (MatchId::random().unwrap(), Secret::random().unwrap());
        for text in [id.to_string(), format!("http://[::1]:8080/m/{id}"), format!("/m/{id}")] {
            let code = Code::read(&text).unwrap();
            assert_eq!((code.id, code.seat.is_none()), (id.clone(), true), "{text}");
        }
        let written = way_back(&id, Seat::BlackB, &secret);
        let code = Code::read(&format!("https://example.org/m/{written}")).unwrap();
        assert_eq!(code.seat, Some((Seat::BlackB, secret)));
        for bad in ["", "nonsense", &format!("{id}#x:y"), &format!("{id}#A"), "#A:b"] {
            assert!(Code::read(bad).is_none(), "{bad}");
        }
    }
}
