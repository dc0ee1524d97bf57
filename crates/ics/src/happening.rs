//! What happens at tables, as those who play or look on are told.

use tandem_referee::{Event, EventKind, Phase, Reason, Sight, Viewer};
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Seat};

use crate::asked::Asked;
use crate::door::Door;
use crate::house::{Ask, Seated, TableKey};
use crate::person::{PersonId, Played};
use crate::session::Ivar;
use crate::show::{Line, Relation, end_lines, game_info, holding, passed, style12, told};
use crate::table::{Shown, Table};
use crate::text::{UNRATED, plain};

impl Door {
    pub(crate) fn everybody_at(&self, key: TableKey) -> Vec<PersonId> {
        let Some(table) = self.tables.get(&key) else { return Vec::new() };
        let players = Seat::ALL.into_iter().filter_map(|seat| table.players[seat]);
        let mut all: Vec<PersonId> =
            players.chain(table.watchers.iter().map(|(who, _)| *who)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    pub(crate) fn happened(&mut self, key: TableKey, events: &[Event], moment: Millis) {
        let now = self.now;
        let Some(table) = self.tables.get_mut(&key) else { return };
        let before = ByBoard::new_with(|board| table.shown(board));
        let mut passes = Vec::new();
        for event in events {
            table.take(event);
            passes.extend(pass(table, event));
        }
        table.note_moment(moment, now);
        let starts = !table.begun && table.game.phase() != Phase::Waiting;
        table.begun |= starts;
        if starts {
            let seats = Seat::ALL.into_iter().filter(|seat| table.players[*seat].is_some());
            for seat in seats.collect::<Vec<_>>() {
                self.tell_start(key, seat);
            }
        }
        self.show_what_happened(key, events, &before, &passes, starts);
        self.tell_ends(key);
    }

    fn show_what_happened(
        &mut self,
        key: TableKey,
        events: &[Event],
        before: &ByBoard<Shown>,
        passes: &[(Seat, String)],
        starts: bool,
    ) {
        let Some(table) = self.tables.get(&key) else { return };
        // A move that was made and not completed has no board of its own: clients would take it for a move back.
        let changed = |board: BoardId| {
            let game = table.game.game(board);
            let settled = game.made.is_none() || game.ended();
            settled
                && !starts
                && (table.shown(board) != before[board] || clock_changed(events, board))
        };
        let acted = events.iter().find_map(acted_on).unwrap_or(BoardId::A);
        let boards: Vec<BoardId> =
            [acted, !acted].into_iter().filter(|board| changed(*board)).collect();
        let lines: Vec<(&Event, Line)> = events
            .iter()
            .flat_map(|event| told(table, event).into_iter().map(move |line| (event, line)))
            .collect();
        let mut letters: Vec<(PersonId, String)> = Vec::new();
        for person in self.everybody_at(key) {
            let seat = table.seat_of(person);
            let sees = |board: BoardId| {
                seat.is_some_and(|seat| seat.board() == board)
                    || table.watchers.contains(&(person, board))
            };
            let seen = passes.iter().filter(|(to, _)| sees(to.board()));
            letters.extend(seen.map(|(_, line)| (person, line.clone())));
            for board in boards.iter().filter(|board| sees(**board)) {
                let shown = self.board_lines(person, table, *board);
                letters.extend(shown.map(|line| (person, line)));
            }
            let viewer = seat.map_or(Viewer::Public, |seat| Viewer::Team(seat.team()));
            for (event, line) in &lines {
                if event.kind.visible_to(viewer) == Sight::Nothing {
                    continue;
                }
                match line {
                    Line::All(text) => letters.push((person, text.clone())),
                    Line::Board(board, text) if sees(*board) => {
                        letters.push((person, text.clone()));
                    }
                    Line::To(to, text) if seat == Some(*to) => letters.push((person, text.clone())),
                    Line::Board(..) | Line::To(..) => {}
                }
            }
        }
        for (person, line) in letters {
            self.tell(person, &line);
        }
    }

    /// The first board of a match, to one of its players.
    pub(crate) fn tell_start(&mut self, key: TableKey, seat: Seat) {
        let Some(table) = self.tables.get(&key) else { return };
        let Some(player) = table.players[seat] else { return };
        let (board, number) = (seat.board(), table.numbers[seat.board()]);
        let (white, black) = table.names(board);
        let (minutes, increment) = table.time();
        let beside = table.names(!board);
        let book = table.game.book();
        let mut lines = Vec::new();
        if book.id() != "fics" {
            let name = plain(book.name());
            lines.push(format!(":Referee: this match is played by {} ({name}).", book.id()));
        }
        if let Some(playing) = self.people.get(&player).and_then(|one| one.playing.as_ref()) {
            lines.push(way_back_line(&playing.way_back));
        }
        lines.extend([
            format!(
                "Creating: {white} ({UNRATED}) {black} ({UNRATED}) unrated bughouse {minutes} \
                 {increment}"
            ),
            format!("{{Game {number} ({white} vs. {black}) Creating unrated bughouse match.}}"),
            format!(
                "Your partner is playing game {} ({} vs. {}).",
                table.numbers[!board], beside.0, beside.1
            ),
            String::new(),
        ]);
        if self.is_set(player, Ivar::Gameinfo) {
            lines.push(game_info(table, board));
        }
        let ms = self.is_set(player, Ivar::Ms);
        lines.push(style12(table, board, Relation::Plays(seat.color()), ms, self.now));
        lines.push(holding(table, board));
        lines.iter().for_each(|line| self.tell(player, line));
        if let Some(person) = self.people.get_mut(&player) {
            person.last_color = Some(seat.color());
        }
    }

    /// Boards that ended, decided ones first; and what is over for those who played.
    fn tell_ends(&mut self, key: TableKey) {
        let Some(table) = self.tables.get_mut(&key) else { return };
        let over = table.is_over();
        let mut ended: Vec<BoardId> = BoardId::ALL
            .into_iter()
            .filter(|board| table.game.game(*board).ended() && !table.end_told[*board])
            .collect();
        // Both may end in the same moment, and that is another end: it is told when it has passed.
        let moment_passes = table.game.deadline() == Some(table.game.latest() + Millis(1));
        if !over && moment_passes {
            return;
        }
        let abandoned = |board: &BoardId| {
            let verdict = table.game.game(*board).verdict.as_ref();
            verdict.is_some_and(|verdict| verdict.reason == Reason::Abandoned)
        };
        ended.sort_by_key(abandoned);
        for board in &ended {
            table.end_told[*board] = true;
        }
        if ended.is_empty() {
            return;
        }
        let mut lines: Vec<String> = Vec::new();
        for (at, line) in end_lines(table, &ended).into_iter().enumerate() {
            if at > 0 {
                lines.push(String::new());
            }
            lines.push(line);
        }
        if over {
            lines.extend([String::new(), "No ratings adjustment done.".to_owned()]);
        } else if let [board] = ended[..]
            && !table.game.game(!board).ended()
        {
            let number = table.numbers[!board];
            lines.push(format!(":The match is not over: game {number} goes on."));
        }
        for person in self.everybody_at(key) {
            lines.iter().for_each(|line| self.tell(person, line));
        }
        if over {
            self.match_over(key);
        }
    }

    /// The match is over: players are free, and nobody looks on any more.
    fn match_over(&mut self, key: TableKey) {
        let Some(table) = self.tables.get_mut(&key) else { return };
        let watchers = std::mem::take(&mut table.watchers);
        let numbers = table.numbers;
        let players: Vec<(Seat, PersonId)> =
            Seat::ALL.into_iter().filter_map(|seat| Some((seat, table.players[seat]?))).collect();
        let table = table.clone();
        for (who, board) in watchers {
            let line = format!("Removing game {} from observation list.", numbers[board]);
            self.tell(who, &line);
        }
        let here = |seat: Seat| table.players[seat].is_some() || table.people[seat].bot;
        let all_here = Seat::ALL.into_iter().all(here);
        let (minutes, increment) = table.time();
        for (seat, player) in players {
            let played = Played {
                table: key,
                seat,
                opponent: table.name(seat.opponent()).to_owned(),
                minutes: u32::try_from(minutes).unwrap_or(0),
                increment: u32::try_from(increment).unwrap_or(0),
                book: table.game.book().id().to_owned(),
                all_here,
            };
            if let Some(person) = self.people.get_mut(&player) {
                person.playing = None;
                person.played = Some(played);
            }
            if self.conn_of(player).is_none() {
                self.remove_person(player);
            }
        }
        // The table is followed on for those who want to play again with people at pages.
        if all_here {
            self.tables.remove(&key);
            self.ask(Ask::Close { table: key }, Asked::Nothing);
        }
    }

    pub(crate) fn people_changed(&mut self, key: TableKey, people: BySeat<Seated>) {
        let Some(table) = self.tables.get_mut(&key) else { return };
        let before = table.people.clone();
        table.set_people(people);
        let mut lines = Vec::new();
        for seat in Seat::ALL {
            let (was, is) = (&before[seat], &table.people[seat]);
            let (name, number) = (table.name(seat), table.numbers[seat.board()]);
            let line = match table.game.phase() {
                Phase::Playing if was.there && !is.there => format!(
                    ":Game {number}: {name} has lost contact; the seat is kept and the clock runs."
                ),
                Phase::Playing if !was.there && is.there => {
                    format!(":Game {number}: {name} is back.")
                }
                Phase::Waiting if was.name != is.name && is.name.is_some() => {
                    format!(":Table {}: {name} sits down at {seat}.", table.code)
                }
                Phase::Waiting if was.name != is.name => {
                    format!(":Table {}: seat {seat} is free.", table.code)
                }
                Phase::Waiting | Phase::Playing | Phase::Over => continue,
            };
            lines.push((seat, line));
        }
        for person in self.everybody_at(key) {
            let own = self.tables.get(&key).and_then(|table| table.seat_of(person));
            for (seat, line) in &lines {
                if own != Some(*seat) {
                    self.tell(person, line);
                }
            }
        }
    }
}

fn way_back_line(way_back: &str) -> String {
    format!(":If the line breaks, this is your password until the match is over: {way_back}")
}

/// A man that has come to a stock, as those who see that board are told.
fn pass(table: &Table, event: &Event) -> Option<(Seat, String)> {
    let (to, role) = match event.kind {
        EventKind::Passed { seat, role } => (seat.partner(), role),
        EventKind::PawnSent { seat } => (seat, tandem_rules::shakmaty::Role::Pawn),
        EventKind::Given { role, to: Some(to), .. } => (to, role),
        _ => return None,
    };
    Some((to, passed(table, to, role)))
}

/// The board that a player acted on.
fn acted_on(event: &Event) -> Option<BoardId> {
    match event.kind {
        EventKind::Made { seat, .. } | EventKind::Completed { seat } => Some(seat.board()),
        _ => None,
    }
}

/// Whether the clocks of a board are not what they would be by themselves.
fn clock_changed(events: &[Event], board: BoardId) -> bool {
    events.iter().any(|event| match &event.kind {
        EventKind::ClockSet { seat, .. } => seat.board() == board,
        EventKind::Stopped { .. }
        | EventKind::Resumed
        | EventKind::Started
        | EventKind::TakenBack { .. } => true,
        EventKind::Restarted { boards, .. } => boards.contains(board),
        _ => false,
    })
}
