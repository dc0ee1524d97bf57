//! The hall of an event over the board: what a phone shows that has scanned the card of a table, and what arbiters see.

use schemars::JsonSchema;
use serde::Serialize;
use tandem_event::{
    ActNumber, Call, Colour, Entered, Moment, Pairing, PlayerId, Reports, RoundNumber, Ruled,
    RulingKind, Stage, State, Subject, TableNumber, Verdict, Which,
};
use tandem_referee::{TimeControl, powers_of};
use tandem_rules::book::Cite;
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Seat};

use super::entry::Place;
use super::snapshot::{Snapshot, Viewer};
use super::view::EventStage;
use crate::ids::EventId;

/// A call as everybody may know it: which table, since when, and whether somebody goes there.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CallLine {
    table: TableNumber,
    since: Moment,
    taken: bool,
}

impl CallLine {
    pub(super) fn all(state: &State) -> Vec<CallLine> {
        let line = |call: &Call| CallLine {
            table: call.table,
            since: call.since,
            taken: call.taken.is_some(),
        };
        state.open_calls().map(line).collect()
    }
}

/// What the two teams of a match say.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ReportLine {
    round: RoundNumber,
    table: TableNumber,
    leg: u16,
    reports: Reports,
    /// They say different things, and nobody has decided yet.
    differ: bool,
}

/// What the book lets an arbiter do, and by which article.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HallPower")]
struct Power {
    ruling: RulingKind,
    article: Cite,
    /// The times that the book knows for it, in seconds; none: any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    times: Vec<u32>,
}

/// What arbiters and the desk see of the hall.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Hall {
    /// The longest waiting first; those of the round that were answered after them.
    queue: Vec<Call>,
    /// What teams say of matches without a result.
    reports: Vec<ReportLine>,
    /// What was ruled in the latest round, newest first.
    rulings: Vec<Ruled>,
    powers: Vec<Power>,
}

impl Hall {
    pub(super) fn of(state: &State) -> Hall {
        let round = state.latest().map(|round| round.number);
        let answered = state
            .calls
            .values()
            .filter(|call| call.answered.is_some() && Some(call.round) == round);
        let rulings = state.rulings.iter().rev().filter(|one| Some(one.round) == round);
        let power = |power: tandem_referee::GrantedPower<'_>| Power {
            ruling: power.kind,
            article: power.article.clone(),
            times: power.times.to_vec(),
        };
        Hall {
            queue: state.open_calls().chain(answered).cloned().collect(),
            reports: reports(state),
            rulings: rulings.cloned().collect(),
            powers: powers_of(&state.book).into_iter().map(power).collect(),
        }
    }
}

/// What is said of the open matches of the running round.
fn reports(state: &State) -> Vec<ReportLine> {
    let Some(round) = state.latest().filter(|round| round.stage == Stage::Running) else {
        return Vec::new();
    };
    let line = |(table, leg): (TableNumber, usize)| {
        let leg = u16::try_from(leg).ok()?;
        let reports = state.reports(round.number, table, leg)?.clone();
        let differ = reports.differ();
        Some(ReportLine { round: round.number, table, leg, reports, differ })
    };
    round.open().filter_map(line).collect()
}

/// One who plays at a table.
#[derive(Debug, Serialize, JsonSchema)]
struct Sitter {
    id: PlayerId,
    name: String,
    /// 1 is the first board.
    board: u8,
    colour: Colour,
}

/// A side at a table.
#[derive(Debug, Serialize, JsonSchema)]
struct TableSide {
    side: Which,
    team: Option<String>,
    players: Vec<Sitter>,
}

/// The match at a table that is played now, or was last.
#[derive(Debug, Serialize, JsonSchema)]
struct TableMatch {
    leg: u16,
    sides: Vec<TableSide>,
    outcome: Option<tandem_event::Outcome>,
    reports: Reports,
    /// The two teams say different things.
    differ: bool,
    /// It is played on the server, which tells its result itself.
    online: bool,
    /// Phones are its clocks.
    clocks: bool,
    /// What came of it at the clocks: the teams confirm it.
    clocks_say: Option<Entered>,
}

/// Something that a call can be about.
#[derive(Debug, Serialize, JsonSchema)]
struct CallAbout {
    about: Subject,
    articles: Vec<Cite>,
}

/// The call from a table that waits.
#[derive(Debug, Serialize, JsonSchema)]
struct TableCall {
    call: ActNumber,
    since: Moment,
    about: Option<Subject>,
    /// The arbiter who comes.
    arbiter: Option<String>,
}

/// A table as the phones there need it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TableView {
    event: EventId,
    name: String,
    version: u64,
    /// The book, so that articles can be looked up.
    book: String,
    stage: EventStage,
    round: Option<RoundNumber>,
    round_stage: Option<Stage>,
    /// When the round is to begin, if that was said.
    starts: Option<Moment>,
    now: Moment,
    /// None: whoever asks has no table in this round.
    table: Option<TableNumber>,
    /// How many tables the round has.
    tables: usize,
    /// What is played with, for phones that are the clocks.
    time: TimeControl,
    /// Whether both games count, so that both are entered.
    both_games: bool,
    /// Whose own link it is; with a card the phone asks.
    player: Option<PlayerId>,
    /// Nobody plays at the table in this round: none.
    #[serde(rename = "match")]
    played: Option<TableMatch>,
    call: Option<TableCall>,
    /// What a call can be about, by the book.
    about: Vec<CallAbout>,
}

impl TableView {
    /// The table of a card, or the one at which a player sits.
    pub(crate) fn new(snapshot: &Snapshot, viewer: Viewer, now: Moment) -> Option<TableView> {
        let (card, player) = match viewer {
            Viewer::Card(table) => (Some(table), None),
            Viewer::Player(player) => (None, Some(player)),
            Viewer::Organiser | Viewer::Arbiter | Viewer::Screen | Viewer::Spectator => {
                return None;
            }
        };
        let state = snapshot.seen_by(viewer);
        let round = state.latest();
        let pairing = round.and_then(|round| match (card, player) {
            (Some(table), _) => round.table(table),
            (None, Some(player)) => {
                round.pairings.iter().find(|one| one.side_of_player(player).is_some())
            }
            (None, None) => None,
        });
        let table = card.or(pairing.map(|pairing| pairing.table));
        let open = round.zip(table).and_then(|(round, table)| {
            state.open_calls().find(|call| (call.round, call.table) == (round.number, table))
        });
        let about = |about: Subject| CallAbout { about, articles: about.articles(&state.book) };
        Some(TableView {
            event: snapshot.desk.record.id.clone(),
            name: state.terms.name.clone(),
            version: snapshot.desk.version,
            book: state.book.id().to_owned(),
            stage: EventStage::of(&state),
            round: round.map(|round| round.number),
            round_stage: round.map(|round| round.stage),
            starts: round.and_then(|round| round.starts),
            now,
            table,
            tables: round.map_or(0, |round| round.pairings.len()),
            time: state.terms.time,
            both_games: state.scoring().both_games(),
            player,
            played: round
                .zip(pairing)
                .map(|(round, one)| played(snapshot, &state, round.number, one)),
            call: open.map(|call| TableCall {
                call: call.number,
                since: call.since,
                about: call.about,
                arbiter: call.taken.as_ref().map(|taken| taken.arbiter.clone()),
            }),
            about: Subject::ALL.map(about).into_iter().collect(),
        })
    }
}

fn played(snapshot: &Snapshot, state: &State, round: RoundNumber, pairing: &Pairing) -> TableMatch {
    let open = pairing.legs.iter().position(|leg| leg.outcome.is_none());
    let at = open.unwrap_or(pairing.legs.len().saturating_sub(1));
    let leg = u16::try_from(at).unwrap_or(u16::MAX);
    let seats = pairing.legs.get(at).map(|leg| pairing.seats(leg));
    let sitter = |id: PlayerId| {
        let seats = seats.as_ref()?;
        let seat: Seat = seats.iter().find(|(_, one)| **one == id)?.0;
        Some(Sitter {
            id,
            name: state.player_name(id).to_owned(),
            board: match seat.board() {
                BoardId::A => 1,
                BoardId::B => 2,
            },
            colour: match seat.color() {
                Color::White => Colour::White,
                Color::Black => Colour::Black,
            },
        })
    };
    let side = |which: Which| {
        let side = &pairing.sides[which.index()];
        TableSide {
            side: which,
            team: side.team.map(|team| state.team_name(team).to_owned()),
            players: side.boards.iter().filter_map(|id| sitter(*id)).collect(),
        }
    };
    let reports = state.reports(round, pairing.table, leg).cloned().unwrap_or_default();
    let outcome = pairing.legs.get(at).and_then(|leg| leg.outcome.clone());
    let clocks = snapshot.tables().iter().find(|one| {
        one.bound.clocks && one.bound.place == Place { round, table: pairing.table, leg }
    });
    let say = |verdict: &Verdict| {
        let outcome = verdict.outcome(pairing.legs.get(at)?, state.scoring().both_games());
        Some(outcome.games.map_or(Entered::Match(outcome.score), Entered::Games))
    };
    TableMatch {
        leg,
        clocks: clocks.is_some(),
        clocks_say: clocks.and_then(|one| one.verdict.as_ref()).and_then(say),
        sides: Which::BOTH.map(side).into_iter().collect(),
        differ: outcome.is_none() && reports.differ(),
        outcome,
        reports,
        online: state.is_online(pairing),
    }
}
