//! An event as a page shows it, to whoever may see it.

use schemars::JsonSchema;
use serde::Serialize;
use tandem_event::{
    ActNumber, Cell, Change, Doubt, GrantedPenalty, Late, Moment, PairingNumber, Player, PlayerId,
    Refusal, Round, RoundNumber, Stage, State, Step, TableNumber, Team, TeamId, Terms, TieBreak,
    Venue,
};
use tandem_rules::BySeat;
use tandem_rules::book::Cite;

use super::desk::{Desk, arbiter_secret, card_secret, player_secret, screen_secret};
use super::entry::Visible;
use super::hall::{CallLine, Hall};
use super::snapshot::{Snapshot, Viewer, Watched};
use crate::ids::{EventId, MatchId, Secret};

/// How far an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EventStage {
    /// Nothing is paired.
    Entries,
    /// A round is drafted.
    Draft,
    /// A round was published.
    Published,
    /// A round is being played.
    Running,
    /// The latest round is over.
    Closed,
    /// All is over.
    Finished,
}

impl EventStage {
    pub(super) fn of(state: &State) -> EventStage {
        match state.latest().map(|round| round.stage) {
            _ if state.finished => EventStage::Finished,
            None => EventStage::Entries,
            Some(Stage::Draft) => EventStage::Draft,
            Some(Stage::Published) => EventStage::Published,
            Some(Stage::Running) => EventStage::Running,
            Some(Stage::Closed) => EventStage::Closed,
        }
    }
}

/// An event in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct EventLine {
    id: EventId,
    name: String,
    book: String,
    place: String,
    date: String,
    venue: Venue,
    stage: EventStage,
    /// The latest round that everybody may see.
    round: Option<RoundNumber>,
    rounds: u16,
    teams: usize,
    /// When it was made, in milliseconds since 1970.
    created: i64,
}

impl EventLine {
    pub(super) fn of(desk: &Desk) -> EventLine {
        let snapshot = Snapshot { desk: desk.clone(), stamp: 0, tables: Vec::new() };
        let state = snapshot.seen_by(Viewer::Spectator);
        EventLine {
            id: desk.record.id.clone(),
            name: state.terms.name.clone(),
            book: state.terms.book.id.clone(),
            place: state.terms.place.clone(),
            date: state.terms.date.clone(),
            venue: state.terms.venue,
            stage: EventStage::of(&state),
            round: state.latest().map(|round| round.number),
            rounds: state.round_count(),
            teams: state.teams.len(),
            created: desk.record.created,
        }
    }
}

/// The book of an event.
#[derive(Debug, Serialize, JsonSchema)]
struct EventBook {
    id: String,
    name: String,
    /// Whether both games count, so that both are entered.
    both_games: bool,
}

/// A line of the standings.
#[derive(Debug, Serialize, JsonSchema)]
struct StandingLine {
    place: u16,
    number: PairingNumber,
    team: Option<TeamId>,
    player: Option<PlayerId>,
    name: String,
    points: tandem_event::Points,
    /// The tie-breaks, in the order of `tie_breaks`.
    values: Vec<f64>,
}

/// A line of the cross table.
#[derive(Debug, Serialize, JsonSchema)]
struct CrossLine {
    number: PairingNumber,
    team: Option<TeamId>,
    name: String,
    cells: Vec<Cell>,
}

/// A table of the server.
#[derive(Debug, Serialize, JsonSchema)]
struct OnlineTable {
    round: RoundNumber,
    table: TableNumber,
    /// Which match of the pairing; 0 is the first.
    leg: u16,
    #[serde(rename = "match")]
    id: MatchId,
    begun: bool,
    over: bool,
    /// Who is there.
    there: BySeat<bool>,
    /// Whether the boards are real ones, and phones their clocks.
    clocks: bool,
}

impl OnlineTable {
    fn of(watched: &Watched) -> OnlineTable {
        let Watched { bound, begun, over, there, verdict: _ } = watched;
        OnlineTable {
            round: bound.place.round,
            table: bound.place.table,
            leg: bound.place.leg,
            id: bound.id.clone(),
            begun: *begun,
            over: *over,
            there: *there,
            clocks: bound.clocks,
        }
    }
}

/// A step, and why it can't be taken now.
#[derive(Debug, Serialize, JsonSchema)]
struct MayDo {
    #[serde(rename = "do")]
    step: Step,
    refusal: Option<Refusal>,
}

/// A player's own page.
#[derive(Debug, Serialize, JsonSchema)]
struct PlayerLink {
    player: PlayerId,
    link: String,
}

/// The card of a table, which is good in every round.
#[derive(Debug, Serialize, JsonSchema)]
struct TableCard {
    table: TableNumber,
    link: String,
}

/// What only the organiser sees.
#[derive(Debug, Serialize, JsonSchema)]
struct ForOrganiser {
    /// What is doubtful about the latest act.
    doubts: Vec<Doubt>,
    may: Vec<MayDo>,
    /// What the book lets an arbiter do to results.
    penalties: Vec<GrantedPenalty>,
    /// The article by which a team may be excluded.
    exclusion: Option<Cite>,
    /// The latest act that could be undone.
    undo: Option<ActNumber>,
    /// What becomes of those who are late in the latest round.
    late: Option<Late>,
    links: Vec<PlayerLink>,
    /// The cards of the tables.
    cards: Vec<TableCard>,
    /// Opens the arbiters' page, and the arbiter's desk of every online table.
    arbiter: String,
    /// Opens the screen on the wall.
    screen: String,
}

/// Who looks.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EventYou")]
enum You {
    Organiser,
    Player,
    Arbiter,
    /// Whoever scanned the card of a table.
    Card,
    /// The screen on the wall.
    Screen,
    Spectator,
}

/// An event, as far as somebody may see it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct EventView {
    id: EventId,
    /// Goes up with every change of the event.
    version: u64,
    /// Goes up with every change of this view, presence at the tables included.
    stamp: u64,
    you: You,
    /// Who a player is.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<PlayerId>,
    visible: Visible,
    terms: Terms,
    book: EventBook,
    stage: EventStage,
    /// The latest round.
    round: Option<RoundNumber>,
    round_count: u16,
    now: Moment,
    /// When it will be over, if the next round begins now.
    ends: Moment,
    players: Vec<Player>,
    teams: Vec<Team>,
    rounds: Vec<Round>,
    standings: Vec<StandingLine>,
    /// Their codes.
    tie_breaks: Vec<&'static str>,
    crosstable: Vec<CrossLine>,
    tables: Vec<OnlineTable>,
    /// The tables that wait for an arbiter.
    calls: Vec<CallLine>,
    /// For arbiters and the desk.
    #[serde(skip_serializing_if = "Option::is_none")]
    hall: Option<Hall>,
    #[serde(flatten)]
    organiser: Option<ForOrganiser>,
}

impl EventView {
    /// The event as a viewer may see it; whoever is the organiser has shown the secret.
    pub(crate) fn new(
        snapshot: &Snapshot,
        viewer: Viewer,
        secret: Option<&Secret>,
        now: Moment,
    ) -> EventView {
        let state = snapshot.seen_by(viewer);
        let (you, player) = match viewer {
            Viewer::Organiser => (You::Organiser, None),
            Viewer::Player(id) => (You::Player, Some(id)),
            Viewer::Arbiter => (You::Arbiter, None),
            Viewer::Card(_) => (You::Card, None),
            Viewer::Screen => (You::Screen, None),
            Viewer::Spectator => (You::Spectator, None),
        };
        let organiser = secret
            .filter(|_| viewer == Viewer::Organiser)
            .map(|secret| of_organiser(snapshot, secret));
        EventView {
            id: snapshot.desk.record.id.clone(),
            version: snapshot.desk.version,
            stamp: snapshot.stamp,
            you,
            player,
            visible: snapshot.desk.visible,
            book: EventBook {
                id: state.book.id().to_owned(),
                name: state.book.name().to_owned(),
                both_games: state.scoring().both_games(),
            },
            stage: EventStage::of(&state),
            round: state.latest().map(|round| round.number),
            round_count: state.round_count(),
            now,
            ends: state.ends(now),
            standings: standings(&state),
            tie_breaks: tie_breaks(&state),
            crosstable: crosstable(&state),
            tables: snapshot.tables.iter().map(OnlineTable::of).collect(),
            calls: CallLine::all(&state),
            hall: matches!(viewer, Viewer::Organiser | Viewer::Arbiter).then(|| Hall::of(&state)),
            organiser,
            players: state.players.into_values().collect(),
            teams: state.teams.into_values().collect(),
            rounds: state.rounds,
            terms: state.terms,
        }
    }
}

fn tie_breaks(state: &State) -> Vec<&'static str> {
    let all = if state.terms.system.of_players() {
        state.player_tie_breaks()
    } else {
        state.terms.tie_breaks.clone()
    };
    all.into_iter().map(TieBreak::code).collect()
}

fn standings(state: &State) -> Vec<StandingLine> {
    let of_players = state.terms.system.of_players();
    let line = |line: tandem_event::Standing| {
        let player = state.players.values().find(|player| player.number == Some(line.number));
        let player = player.filter(|_| of_players);
        let team = state.team_by_number(line.number).filter(|_| !of_players);
        let name = match (player, team) {
            (Some(player), _) => player.person.name.clone(),
            (None, Some(team)) => state.team_name(team).to_owned(),
            (None, None) => String::new(),
        };
        StandingLine {
            place: line.place,
            number: line.number,
            team,
            player: player.map(|player| player.id),
            name,
            points: line.points,
            values: line.values.iter().map(|value| value.0 as f64 / 1000.0).collect(),
        }
    };
    state.standings(true).into_iter().map(line).collect()
}

fn crosstable(state: &State) -> Vec<CrossLine> {
    if state.terms.system.of_players() {
        return Vec::new();
    }
    let line = |row: tandem_event::Row| CrossLine {
        number: row.number,
        team: state.team_by_number(row.number),
        name: row.name,
        cells: row.cells,
    };
    state.cross_table(true).rows.into_iter().map(line).collect()
}

fn of_organiser(snapshot: &Snapshot, secret: &Secret) -> ForOrganiser {
    let event = snapshot.event();
    let undone = event.undone();
    let mut standing = event.log().iter().rev().filter(|act| !undone.contains(&act.number));
    let undoes = |change: &Change| matches!(change, Change::Undone { .. });
    let latest = standing.next();
    let doubts = latest.map(|act| act.doubts.clone()).unwrap_or_default();
    let mut acts = latest.into_iter().chain(standing);
    let undo = acts.find(|act| act.number.0 > 1 && !act.changes.iter().any(undoes));
    let id = &snapshot.desk.record.id;
    let link = |player: &PlayerId| PlayerLink {
        player: *player,
        link: format!("/events/{id}/me#{}", player_secret(secret, *player).reveal()),
    };
    let card = |table: TableNumber| TableCard {
        table,
        link: format!("/events/{id}/table#{}", card_secret(secret, table).reveal()),
    };
    let may = event.may().into_iter().map(|(step, refusal)| MayDo { step, refusal });
    ForOrganiser {
        doubts,
        may: may.collect(),
        penalties: event.penalties(),
        exclusion: event.exclusion().cloned(),
        undo: undo.map(|act| act.number),
        late: event.latest().map(|round| event.late(round)),
        links: event.players.keys().map(link).collect(),
        cards: snapshot.desk.tables_of_the_hall().map(card).collect(),
        arbiter: arbiter_secret(secret).reveal().to_owned(),
        screen: screen_secret(secret).reveal().to_owned(),
    }
}
