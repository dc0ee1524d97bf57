//! Files that come in: entries, events of ours, TRF.

use schemars::JsonSchema;
use serde::Serialize;
use tandem_event::trf::{Trf, TrfError};
use tandem_event::{
    BookRef, By, Command, Entered, Event, FileProblem, HandPairing, Met, Moment, NewTeam,
    PairingNumber, Person, Points, Refusal, RoundNumber, Seeding, System, TeamId, Terms, Which,
};
use tandem_event_files::{Entries, EntryError, decode, read_csv, read_text, read_xlsx};

use super::made::MakeEventError;
use super::tidy;
use crate::time::now_unix;

/// Who wants to play, as a file tells it.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct ReadEntries {
    pub(crate) teams: Vec<NewTeam>,
    pub(crate) players: Vec<Person>,
    /// What entering them would be refused with.
    pub(crate) refusal: Option<Refusal>,
}

fn is_trf(text: &str) -> bool {
    let code = |line: &str| {
        let known = ["001", "012", "022", "042", "062", "092", "132", "142", "152", "310", "013"];
        line.len() > 3 && line.as_bytes()[3] == b' ' && known.contains(&&line[..3])
    };
    let lines = || text.lines().filter(|line| !line.trim().is_empty() && line.is_char_boundary(3));
    lines().filter(|line| code(line)).count() * 2 > lines().count() && lines().count() > 1
}

fn from_trf(errors: Vec<TrfError>) -> Vec<EntryError> {
    errors
        .into_iter()
        .map(|error| EntryError { line: error.line, problem: error.problem })
        .collect()
}

/// The teams of a TRF, in the order of their numbers.
fn teams_of(trf: &Trf) -> Vec<NewTeam> {
    let person = |number: &u16| {
        let found = trf.players.iter().find(|player| player.number == *number)?;
        Some(Person {
            rating: found.rating.filter(|rating| *rating > 0),
            birth_year: found.birth_year,
            ..Person::named(found.name.trim())
        })
    };
    let mut teams: Vec<_> = trf.teams.iter().collect();
    teams.sort_by_key(|team| team.number);
    let team = |team: &&tandem_event::trf::TrfTeam| NewTeam {
        name: team.name.trim().to_owned(),
        players: team.players.iter().filter_map(person).collect(),
    };
    teams.iter().map(team).collect()
}

/// Reads entries of any kind: a workbook, a TRF, CSV, pasted names.
///
/// # Errors
/// Every line that can't be read.
pub(crate) fn read_entries(
    bytes: &[u8],
    kind: &str,
    book: BookRef,
) -> Result<ReadEntries, Vec<EntryError>> {
    let text = || decode(bytes);
    let entries = if bytes.starts_with(b"PK") {
        read_xlsx(bytes)?
    } else if is_trf(&text()) {
        Entries::Teams(teams_of(&Trf::read(&text()).map_err(from_trf)?))
    } else if kind.starts_with("text/csv") {
        read_csv(bytes)?
    } else {
        read_text(&text())?
    };
    let mut read = ReadEntries::default();
    match entries {
        Entries::Teams(teams) => read.teams = teams,
        Entries::Players(players) => read.players = players,
    }
    tidy::entries(&mut read.teams, &mut read.players);
    read.refusal = refusal(&read, book).err();
    Ok(read)
}

/// Enters them into an event that nobody keeps.
fn refusal(read: &ReadEntries, book: BookRef) -> Result<(), Refusal> {
    let by = || By::Program;
    let mut event = Event::new(Moment(0), by(), Terms::new("?", book, "?")?)?;
    if !read.teams.is_empty() {
        event.act(Moment(0), by(), &Command::EnterTeams { teams: read.teams.clone() })?;
    }
    if !read.players.is_empty() {
        event.act(Moment(0), by(), &Command::EnterPlayers { players: read.players.clone() })?;
    }
    Ok(())
}

/// The event of a file: one of ours, or a TRF, whose rounds are entered as they were played.
///
/// # Errors
/// What is wrong with the file, line by line.
pub(crate) fn open_file(bytes: &[u8], book: BookRef, desk: &str) -> Result<Event, MakeEventError> {
    let text = decode(bytes);
    let whole =
        |problem: FileProblem| MakeEventError::Unread(vec![EntryError { line: 0, problem }]);
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        return Event::from_file(&text).map_err(whole);
    }
    let unread = |errors: Vec<TrfError>| MakeEventError::Unread(from_trf(errors));
    let trf = Trf::read(&text).map_err(unread)?;
    of_trf(&trf, book, desk, &trf.table().map_err(unread)?).map_err(MakeEventError::from)
}

fn of_trf(
    trf: &Trf,
    book: BookRef,
    desk: &str,
    table: &tandem_event::CrossTable,
) -> Result<Event, Refusal> {
    let now = Moment(now_unix().unsigned_abs());
    let by = || By::Desk { name: desk.to_owned() };
    let name = if trf.name.trim().is_empty() { "TRF" } else { trf.name.trim() };
    let mut terms = Terms::new(name, book, name)?;
    terms.place = trf.place.trim().to_owned();
    terms.date = trf.date.trim().to_owned();
    // The file's numbers stay.
    terms.seeding = Seeding::Entry;
    terms.colours = table.colours;
    terms.system = match trf.code.as_str() {
        code if code.contains("DOUBLEROUNDROBIN") => System::DoubleRoundRobin,
        code if code.contains("ROUNDROBIN") => System::RoundRobin,
        _ => System::Swiss,
    };
    terms.rounds = trf.rounds.unwrap_or(7).clamp(1, 99);
    tidy::terms(&mut terms);
    let mut event = Event::new(now, by(), terms)?;
    let mut teams = teams_of(trf);
    tidy::entries(&mut teams, &mut []);
    event.act(now, by(), &Command::EnterTeams { teams })?;
    for round in 1..=trf.played() {
        play(&mut event, RoundNumber(round), table, now, &by)?;
    }
    Ok(event)
}

/// A round as the file has it: who met whom, and how it ended.
fn play(
    event: &mut Event,
    round: RoundNumber,
    table: &tandem_event::CrossTable,
    now: Moment,
    by: &dyn Fn() -> By,
) -> Result<(), Refusal> {
    let cell = |number: PairingNumber| table.row(number)?.cells.get(round.index());
    // Who was not there sits the round out.
    for row in &table.rows {
        let away = cell(row.number).is_none_or(|cell| !cell.met.was_paired());
        if let (true, Some(team)) = (away, team_at(event, row.number)) {
            event.act(now, by(), &Command::Absent { team, round, absent: true })?;
        }
    }
    event.act(now, by(), &Command::Draft)?;
    let team = |number: PairingNumber| {
        team_at(event, number).ok_or(Refusal::NoTeam { team: u32::from(number.0) })
    };
    let by_hand = matches!(event.terms.system, System::Swiss);
    if by_hand {
        let mut pairings = Vec::new();
        for (white, black) in table.paired(round) {
            let second = black.map(team).transpose()?;
            let first = team(white)?;
            let white = second.map(|_| Which::First);
            pairings.push(HandPairing { first, second, white });
        }
        event.act(now, by(), &Command::PairByHand { pairings, anyway: true })?;
    }
    event.act(now, by(), &Command::Publish)?;
    event.act(now, by(), &Command::Start)?;
    let Some(paired) = event.round(round).cloned() else { return Ok(()) };
    let both_games = event.scoring().both_games();
    for pairing in &paired.pairings {
        let number = |which: Which| {
            pairing.sides[which.index()].team.and_then(|team| event.teams.get(&team)?.number)
        };
        let (Some(first), Some(second)) = (number(Which::First), number(Which::Second)) else {
            continue;
        };
        let (Some(one), Some(other)) = (cell(first), cell(second)) else { continue };
        let entered = match (one.met, other.met) {
            (Met::Forfeit { won: true, .. }, _) => Entered::Forfeit { winner: Some(Which::First) },
            (_, Met::Forfeit { won: true, .. }) => Entered::Forfeit { winner: Some(Which::Second) },
            (Met::Forfeit { .. }, Met::Forfeit { .. }) => Entered::Forfeit { winner: None },
            _ if both_games => Entered::Games(games(one, other, table)),
            _ => Entered::Match(score(one.match_points, other.match_points)),
        };
        let result = Command::Result { round, table: pairing.table, leg: 0, entered };
        event.act(now, by(), &result)?;
    }
    event.act(now, by(), &Command::Close)?;
    Ok(())
}

fn team_at(event: &Event, number: PairingNumber) -> Option<TeamId> {
    // Before the first draft the numbers are those of entry.
    event.team_by_number(number).or_else(|| {
        let id = TeamId(u32::from(number.0));
        event.teams.contains_key(&id).then_some(id)
    })
}

/// One, a half or nothing, by who has more.
fn score(one: Points, other: Points) -> [Points; 2] {
    match one.cmp(&other) {
        std::cmp::Ordering::Greater => [Points(1000), Points(0)],
        std::cmp::Ordering::Less => [Points(0), Points(1000)],
        std::cmp::Ordering::Equal => [Points(500), Points(500)],
    }
}

fn games(
    one: &tandem_event::Cell,
    other: &tandem_event::Cell,
    table: &tandem_event::CrossTable,
) -> [[Points; 2]; 2] {
    let board = |at: usize| match (one.boards.get(at), other.boards.get(at)) {
        (Some(a), Some(b)) => score(*a, *b),
        _ => score(one.points(table.primary), other.points(table.primary)),
    };
    [board(0), board(1)]
}
