//! Making events and commanding them.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest as _, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem_event::{Act, Command, Doubt, Moment, NewTeam, Occasion, Person, Proposal, Refusal};
use tandem_referee::{Settings, TimeControl};

use super::super::error::{ApiError, ErrorLine};
use super::super::guard::ClientAddress;
use super::super::matches::secret_answer;
use super::super::path::PathId;
use super::super::{App, json_answer, json_text};
use super::{Shown, event, event_id};
use crate::codes::{BadTerms, Problem};
use crate::events::{
    self, EventWish, NewEvent, Order, TableClocks, Viewer, Visible, book, desk_name,
};
use crate::ids::EventId;
use crate::limits::maker;
use crate::time::now_unix;

/// How long what an address made counts against it, in milliseconds.
const HOUR: i64 = 3_600_000;
/// The longest name of a command.
const LONGEST_COMMAND_ID: usize = 64;
/// More teams than a proposal is for.
const MAX_TEAMS: u16 = 500;

/// An event that was made.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MadeEvent {
    id: EventId,
    /// The organiser's secret, told once.
    organiser: String,
    /// The organiser's page.
    link: String,
    version: u64,
}

async fn may_make(app: &App, address: ClientAddress) -> Result<[u8; 16], ApiError> {
    let maker = maker(&app.salt, address.0);
    let made = app.events.made_since(maker, now_unix() - HOUR).await?;
    if made >= app.limits.events() {
        return Err(ApiError::TooMany(Problem::TooManyEvents));
    }
    Ok(maker)
}

async fn keep(app: &App, new: NewEvent) -> Result<Response, ApiError> {
    let id = new.id().clone();
    let organiser = new.organiser.reveal().to_owned();
    let (link, version) = (format!("/events/{id}#{organiser}"), new.version);
    app.events.make(new).await?;
    secret_answer(StatusCode::CREATED, &MadeEvent { id, organiser, link, version })
}

/// Work that takes its time.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| ApiError::Internal)
}

pub(super) async fn make(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    wish: Result<Json<EventWish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(wish) = wish?;
    let maker = may_make(&app, address).await?;
    let books = app.hall.books().clone();
    let new = blocking(move || NewEvent::of_wish(wish, &books, Some(maker))).await??;
    keep(&app, new).await
}

/// How many teams, and how much time there is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProposeWish {
    #[schemars(range(min = 0, max = 500))]
    teams: u16,
    /// Minutes until all must be over, if that matters.
    #[serde(default)]
    minutes: Option<u32>,
    /// When the first round can begin; now unless said.
    #[serde(default)]
    start: Option<Moment>,
    /// Whose time is played, if no other is said.
    #[serde(default)]
    book: Option<String>,
    #[serde(default)]
    time: Option<TimeControl>,
    /// Minutes between the rounds; 5 unless said.
    #[serde(default)]
    pause: Option<u16>,
}

/// What fits.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Proposals {
    proposals: Vec<Proposal>,
}

pub(super) async fn propose(
    State(app): State<Arc<App>>,
    wish: Result<Json<ProposeWish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(wish) = wish?;
    if wish.teams > MAX_TEAMS {
        return Err(ApiError::Unprocessable(Problem::EventTooLarge));
    }
    let id = wish.book.as_deref().unwrap_or("fics");
    let found = app.hall.books().find(id);
    let (rules, _) = found.ok_or_else(|| unknown_book(id))?;
    let start = wish.start.unwrap_or(Moment(now_unix().unsigned_abs()));
    let occasion = Occasion {
        teams: wish.teams,
        start,
        until: wish.minutes.map(|minutes| start.plus_minutes(minutes.into())),
        time: wish.time.unwrap_or_else(|| Settings::new(rules).time),
        pause: wish.pause.unwrap_or(5),
    };
    let proposals = tandem_event::propose(&occasion);
    Ok(json_answer(json_text(&Proposals { proposals })?))
}

fn unknown_book(id: &str) -> ApiError {
    ApiError::Terms(BadTerms::UnknownBook { book: id.chars().take(24).collect() })
}

/// By which book a file is read.
#[derive(Debug, Deserialize)]
pub(super) struct FileQuery {
    #[serde(default)]
    book: Option<String>,
    #[serde(default)]
    visible: Visible,
    #[serde(default)]
    desk: String,
}

/// Who wants to play.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct EntriesAnswer {
    teams: Vec<NewTeam>,
    players: Vec<Person>,
    /// Lines that can't be read; then nobody is told.
    problems: Vec<ErrorLine>,
    /// What entering them would be refused with.
    refusal: Option<Refusal>,
}

/// A file that somebody brings, and its kind.
async fn body(request: Request) -> Result<(Bytes, String), ApiError> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
    let bytes = Bytes::from_request(request, &()).await.map_err(|rejection| {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            ApiError::TooLarge(Problem::FileTooLarge)
        } else {
            ApiError::BadRequest(Problem::FileUnread)
        }
    })?;
    // Neither a file nor an empty list: nothing was sent at all.
    if bytes.is_empty() && kind.is_empty() {
        return Err(ApiError::BadRequest(Problem::FileUnread));
    }
    Ok((bytes, kind))
}

pub(super) async fn read_entries(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    query: Result<Query<FileQuery>, QueryRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    let Query(query) = query?;
    let pass = app.limits.bring(address).ok_or(ApiError::TooMany(Problem::TooManyFiles))?;
    let book = book(app.hall.books(), query.book.as_deref().unwrap_or("fics"));
    let book = book.map_err(ApiError::Terms)?;
    let (bytes, kind) = body(request).await?;
    let read = blocking(move || events::read_entries(&bytes, &kind, book)).await?;
    drop(pass);
    let answer = match read {
        Ok(read) => EntriesAnswer {
            teams: read.teams,
            players: read.players,
            problems: Vec::new(),
            refusal: read.refusal,
        },
        Err(errors) => EntriesAnswer {
            teams: Vec::new(),
            players: Vec::new(),
            problems: errors.iter().map(ErrorLine::of).collect(),
            refusal: None,
        },
    };
    Ok(json_answer(json_text(&answer)?))
}

pub(super) async fn import(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    query: Result<Query<FileQuery>, QueryRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    let Query(query) = query?;
    let pass = app.limits.bring(address.0).ok_or(ApiError::TooMany(Problem::TooManyFiles))?;
    let maker = may_make(&app, address).await?;
    let book = book(app.hall.books(), query.book.as_deref().unwrap_or("minerva"));
    let book = book.map_err(ApiError::Terms)?;
    let (bytes, _) = body(request).await?;
    let new = blocking(move || {
        let event = events::open_file(&bytes, book, &desk_name(&query.desk))?;
        NewEvent::of_event(&event, query.visible, Some(maker))
    });
    let new = new.await??;
    drop(pass);
    keep(&app, new).await
}

/// What a desk wants.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandWish {
    /// The client's own name of it, at most 64 bytes: the same again does nothing twice.
    #[serde(default)]
    id: Option<String>,
    /// Which laptop, for the log.
    #[serde(default)]
    desk: String,
    /// The version that the desk has seen: if it is another one, nothing is done.
    #[serde(default)]
    seen: Option<u64>,
    command: Command,
}

/// What came of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CommandAnswer {
    version: u64,
    act: Act,
    doubts: Vec<Doubt>,
    /// It had been carried out before.
    repeated: bool,
}

pub(super) async fn command(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    shown: Shown,
    wish: Result<Json<CommandWish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let handle = event(&app, &id).await?;
    // Whoever may not even see it learns nothing.
    let viewer = handle.snapshot().viewer(shown.0.as_ref())?;
    let secret = shown.needed()?;
    let Json(CommandWish { id: name, desk, seen, command }) = wish?;
    // No phone in the hall keeps the desk from its work.
    let may = match viewer {
        Viewer::Player(_) | Viewer::Card(_) => app.limits.may_list(address.0).await,
        Viewer::Organiser | Viewer::Arbiter | Viewer::Screen | Viewer::Spectator => {
            app.limits.may_order(&event_id(&id)?)
        }
    };
    if !may {
        return Err(ApiError::TooMany(Problem::TooManyCommands));
    }
    let name = name.map(|name| name.chars().take(LONGEST_COMMAND_ID).collect());
    let order = Order { id: name, desk: desk_name(&desk), seen, command };
    let done = handle.order(secret, order).await?;
    let (version, act, repeated) = (done.version, done.act, done.repeated);
    let doubts = act.doubts.clone();
    Ok(json_answer(json_text(&CommandAnswer { version, act, doubts, repeated })?))
}

/// The double clock of the match at a table of the hall.
pub(super) async fn clocks(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    shown: Shown,
) -> Result<Response, ApiError> {
    let handle = event(&app, &id).await?;
    handle.snapshot().viewer(shown.0.as_ref())?;
    let card = shown.0.ok_or(ApiError::Forbidden(Problem::NeedsCard))?;
    if !app.limits.may_list(address.0).await {
        return Err(ApiError::TooMany(Problem::TooManyCommands));
    }
    Ok(json_answer(json_text(&handle.clocks(card).await?)?))
}

/// The match at a table of the hall whose moves are written down: also when its result stands.
pub(super) async fn sheet(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    shown: Shown,
) -> Result<Response, ApiError> {
    let handle = event(&app, &id).await?;
    let snapshot = handle.snapshot();
    let viewer = snapshot.viewer(shown.0.as_ref())?;
    let card = shown.0.ok_or(ApiError::Forbidden(Problem::NeedsCard))?;
    if !app.limits.may_list(address.0).await {
        return Err(ApiError::TooMany(Problem::TooManyCommands));
    }
    let made = if let Viewer::Card(table) = viewer {
        TableClocks::of_this_round(&snapshot, table, &card)
    } else {
        None
    };
    let clocks = match made {
        Some(clocks) => clocks,
        None => handle.clocks(card).await?,
    };
    Ok(json_answer(json_text(&clocks)?))
}

/// Who may watch.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct VisibleWish {
    visible: Visible,
}

/// The version that there is now.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct VersionAnswer {
    version: u64,
}

pub(super) async fn visible(
    State(app): State<Arc<App>>,
    PathId(id): PathId,
    shown: Shown,
    wish: Result<Json<VisibleWish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let handle = event(&app, &id).await?;
    handle.snapshot().viewer(shown.0.as_ref())?;
    let secret = shown.needed()?;
    let Json(VisibleWish { visible }) = wish?;
    if !app.limits.may_order(&event_id(&id)?) {
        return Err(ApiError::TooMany(Problem::TooManyCommands));
    }
    let version = handle.show(secret, visible).await?;
    Ok(json_answer(json_text(&VersionAnswer { version })?))
}
