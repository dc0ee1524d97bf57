//! Making an event: of a wish, or of a file.

use schemars::JsonSchema;
use serde::Deserialize;
use tandem_event::{
    BookRef, By, Command, Event, Moment, NewTeam, Occasion, Person, Refusal, Terms, Venue, propose,
};
use tandem_event_files::{Entries, EntryError, read_text};

use super::desk::{Desk, row};
use super::entry::{Entry, Visible};
use super::{MAX_PLAYERS, tidy};
use crate::books::Books;
use crate::codes::BadTerms;
use crate::ids::{EventId, NoRandomness, Secret};
use crate::limits::Maker;
use crate::store::{EventRecord, EventRow, Listing};
use crate::terms::own_book;
use crate::time::now_unix;
use crate::wire::{schema, tidy as shown};

/// The longest name of a desk, in characters.
const LONGEST_DESK: usize = 30;

/// What somebody asks for who makes an event. A book and a title will do.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("examples" = schema::new_events()))]
pub(crate) struct EventWish {
    title: String,
    /// The id of a book that the server has.
    book: Option<String>,
    /// TOML of a club's own book; goes before `book`.
    rulebook: Option<String>,
    /// All terms; then title and book are not needed.
    terms: Option<Terms>,
    venue: Venue,
    place: String,
    date: String,
    pub(crate) visible: Visible,
    /// What the log calls whoever makes it.
    pub(crate) desk: String,
    /// Names as they were pasted: a team a line, or a player a line.
    entries: String,
    teams: Vec<NewTeam>,
    players: Vec<Person>,
}

/// Why no event was made.
#[derive(Debug)]
pub(crate) enum MakeEventError {
    Refused(Box<Refusal>),
    /// Entries that can't be read.
    Unread(Vec<EntryError>),
    Terms(BadTerms),
    TooLarge,
    Random(NoRandomness),
}

impl From<Refusal> for MakeEventError {
    fn from(refusal: Refusal) -> MakeEventError {
        MakeEventError::Refused(Box::new(refusal))
    }
}

impl From<NoRandomness> for MakeEventError {
    fn from(error: NoRandomness) -> MakeEventError {
        MakeEventError::Random(error)
    }
}

/// An event that is ready to be stored.
#[derive(Debug)]
pub(crate) struct NewEvent {
    pub(super) record: EventRecord,
    pub(super) rows: Vec<EventRow>,
    pub(super) listing: Listing,
    /// Opens the desk; told once.
    pub(crate) organiser: Secret,
    pub(crate) version: u64,
}

/// What a desk is called in the log.
pub(crate) fn desk_name(name: &str) -> String {
    shown(name, LONGEST_DESK).unwrap_or_else(|| "desk".to_owned())
}

/// A book by its id: a club's own comes with its text, so that the event can be opened elsewhere.
pub(crate) fn book(books: &Books, id: &str) -> Result<BookRef, BadTerms> {
    match books.find(id) {
        Some((_, own)) => Ok(BookRef { id: id.to_owned(), own, options: Vec::new() }),
        None => Err(BadTerms::UnknownBook { book: id.chars().take(24).collect() }),
    }
}

/// A club's own book as somebody brings it.
fn own(text: String) -> Result<BookRef, BadTerms> {
    let id = own_book(&text)?.id().to_owned();
    Ok(BookRef { id, own: Some(text), options: Vec::new() })
}

impl NewEvent {
    /// An event as it is wished.
    ///
    /// # Errors
    /// What is wrong with the wish. Nothing is lost: whoever asked still has it.
    pub(crate) fn of_wish(
        wish: EventWish,
        books: &Books,
        maker: Option<Maker>,
    ) -> Result<NewEvent, MakeEventError> {
        let EventWish {
            title,
            book: id,
            rulebook,
            terms,
            venue,
            place,
            date,
            visible,
            desk,
            entries,
            mut teams,
            mut players,
        } = wish;
        if !entries.trim().is_empty() {
            match read_text(&entries).map_err(MakeEventError::Unread)? {
                Entries::Teams(more) => teams.extend(more),
                Entries::Players(more) => players.extend(more),
            }
        }
        tidy::entries(&mut teams, &mut players);
        let people = teams.iter().map(|team| team.players.len()).sum::<usize>() + players.len();
        if people > MAX_PLAYERS {
            return Err(MakeEventError::TooLarge);
        }
        let now = Moment(now_unix().unsigned_abs());
        let mut terms = match terms {
            Some(terms) => with_text(terms, books)?,
            None => {
                let book = match (rulebook, id) {
                    (Some(text), _) => own(text),
                    (None, Some(id)) => book(books, &id),
                    (None, None) => Err(BadTerms::NoBookNamed),
                };
                let book = book.map_err(MakeEventError::Terms)?;
                let mut terms = Terms::new(&title, book, EventId::random()?.as_str())?;
                (terms.venue, terms.place, terms.date) = (venue, place, date);
                fit(&mut terms, teams.len(), now);
                terms
            }
        };
        if !tidy::terms(&mut terms) {
            return Err(MakeEventError::TooLarge);
        }
        let by = || By::Desk { name: desk_name(&desk) };
        let mut event = Event::new(now, by(), terms)?;
        if !teams.is_empty() {
            event.act(now, by(), &Command::EnterTeams { teams })?;
        }
        if !players.is_empty() {
            event.act(now, by(), &Command::EnterPlayers { players })?;
        }
        NewEvent::of_event(&event, visible, maker)
    }

    /// An event that is there already, as a file tells it.
    ///
    /// # Errors
    /// It is too large, or there is no randomness.
    pub(crate) fn of_event(
        event: &Event,
        visible: Visible,
        maker: Option<Maker>,
    ) -> Result<NewEvent, MakeEventError> {
        if event.players.len() > MAX_PLAYERS {
            return Err(MakeEventError::TooLarge);
        }
        let organiser = Secret::random()?;
        let record = EventRecord {
            id: EventId::random()?,
            created: now_unix(),
            organiser: organiser.hash(),
            maker,
        };
        let mut desk = Desk::new(record.clone(), event.clone());
        let acts = event.log().iter().map(|act| Entry::Act { act: Box::new(act.clone()) });
        let links = desk.new_links(&organiser);
        let others = [Entry::Visible { visible }].into_iter().chain(links);
        let mut rows = Vec::new();
        for entry in acts.chain(others) {
            let row = row(&entry, None);
            desk.note(&row, &entry);
            rows.push(row);
        }
        let (listing, version) = (desk.listing(), desk.version);
        Ok(NewEvent { record, rows, listing, organiser, version })
    }

    /// Its id.
    pub(crate) fn id(&self) -> &EventId {
        &self.record.id
    }
}

/// Terms that name a club's own book of this server get its text.
fn with_text(mut terms: Terms, books: &Books) -> Result<Terms, MakeEventError> {
    if terms.book.own.is_none() {
        let known = book(books, &terms.book.id).map_err(MakeEventError::Terms)?;
        terms.book.own = known.own;
    }
    Ok(terms)
}

/// The system that fits so many teams.
fn fit(terms: &mut Terms, teams: usize, now: Moment) {
    let Ok(teams) = u16::try_from(teams) else { return };
    let occasion =
        Occasion { teams, start: now, until: None, time: terms.time, pause: terms.pause };
    if let Some(best) = propose(&occasion).first() {
        (terms.system, terms.rounds, terms.legs) = (best.system, best.rounds, best.legs);
    }
}
