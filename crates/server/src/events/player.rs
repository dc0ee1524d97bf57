//! An event as one player needs it: where to go now.

use schemars::JsonSchema;
use serde::Serialize;
use tandem_event::{
    ByeKind, Colour, Moment, Player, PlayerId, RoundNumber, Stage, TableNumber, Team,
};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Seat};

use super::snapshot::{Snapshot, Viewer};
use super::view::EventStage;
use crate::ids::{EventId, MatchId, Secret};

/// A seat that a player has now.
#[derive(Debug, Serialize, JsonSchema)]
struct PlayerSeat {
    #[serde(rename = "match")]
    id: MatchId,
    seat: Seat,
    link: String,
}

/// Somebody by id and name.
#[derive(Debug, Serialize, JsonSchema)]
struct Named {
    id: PlayerId,
    name: String,
}

/// What a player needs to know now.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "PlayerPairing")]
struct Pairing {
    table: Option<TableNumber>,
    /// 1 is the first board.
    board: Option<u8>,
    colour: Option<Colour>,
    partner: Option<Named>,
    /// The opponent at the own board first.
    against: Vec<Named>,
    against_team: Option<String>,
    /// Why there is no opponent.
    bye: Option<ByeKind>,
    /// Opens by itself when the round starts.
    seat: Option<PlayerSeat>,
}

/// An event as one player needs it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PlayerView {
    event: EventId,
    name: String,
    version: u64,
    player: Player,
    team: Option<Team>,
    stage: EventStage,
    round: Option<RoundNumber>,
    /// When the first round is to begin.
    starts: Option<Moment>,
    #[serde(flatten)]
    pairing: Pairing,
}

impl PlayerView {
    /// What a player needs, whose secret this is.
    pub(crate) fn new(snapshot: &Snapshot, id: PlayerId, secret: &Secret) -> Option<PlayerView> {
        let state = snapshot.seen_by(Viewer::Player(id));
        let player = state.players.get(&id)?.clone();
        Some(PlayerView {
            event: snapshot.desk.record.id.clone(),
            name: state.terms.name.clone(),
            version: snapshot.desk.version,
            team: state.team_of(id).cloned(),
            stage: EventStage::of(&state),
            round: state.latest().map(|round| round.number),
            starts: state.terms.start,
            pairing: pairing(snapshot, &state, id, secret),
            player,
        })
    }
}

fn pairing(
    snapshot: &Snapshot,
    state: &tandem_event::State,
    id: PlayerId,
    secret: &Secret,
) -> Pairing {
    let Some(round) = state.latest() else { return Pairing::default() };
    let team = state.team_of(id).map(|team| team.id);
    let mut found = round.pairings.iter();
    let Some((pairing, which)) =
        found.find_map(|pairing| Some((pairing, pairing.side_of_player(id)?)))
    else {
        let bye = |bye: &&tandem_event::Bye| {
            bye.player == Some(id) || (bye.team.is_some() && bye.team == team)
        };
        let bye = round.byes.iter().find(bye).map(|bye| bye.kind);
        return Pairing { bye, ..Pairing::default() };
    };
    let named = |id: PlayerId| Named { id, name: state.player_name(id).to_owned() };
    let open = pairing.legs.iter().position(|leg| leg.outcome.is_none());
    let at = open.unwrap_or(pairing.legs.len().saturating_sub(1));
    let seats = pairing.legs.get(at).map(|leg| pairing.seats(leg));
    let seat =
        seats.and_then(|seats| seats.iter().find(|(_, one)| **one == id).map(|(seat, _)| seat));
    let own = &pairing.sides[which.index()].boards;
    let other = &pairing.sides[which.other().index()];
    let board = own.iter().position(|one| *one == id).unwrap_or(0);
    let online = snapshot.tables.iter().find(|one| {
        let place = one.bound.place;
        // Beside a real board nobody has a seat on the server.
        round.stage == Stage::Running
            && !one.bound.clocks
            && open.is_some()
            && (place.round, place.table) == (round.number, pairing.table)
            && usize::from(place.leg) == at
    });
    let seat_of = |seat: Seat, table: &MatchId| PlayerSeat {
        id: table.clone(),
        seat,
        link: format!("/m/{table}#{seat}:{}", secret.reveal()),
    };
    Pairing {
        table: Some(pairing.table),
        board: seat.map(|seat| match seat.board() {
            BoardId::A => 1,
            BoardId::B => 2,
        }),
        colour: seat.map(|seat| match seat.color() {
            Color::White => Colour::White,
            Color::Black => Colour::Black,
        }),
        partner: own.iter().find(|one| **one != id).map(|one| named(*one)),
        against: vec![named(other.boards[board]), named(other.boards[1 - board])],
        against_team: other.team.map(|team| state.team_name(team).to_owned()),
        bye: None,
        seat: seat.zip(online).map(|(seat, online)| seat_of(seat, &online.bound.id)),
    }
}
