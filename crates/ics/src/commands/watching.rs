//! `observe` and what else shows boards.

use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Seat};

use crate::asked::{Asked, ListFor, Which};
use crate::door::Door;
use crate::house::{Ask, TableKey};
use crate::person::PersonId;
use crate::session::Ivar;
use crate::show::{Relation, game_info, holding, movelist, style12};
use crate::table::Table;
use crate::text::{UNRATED, move_time};

/// How long the id of a match is, as pages write it: anything shorter is a name.
const SHORTEST_CODE: usize = 16;

impl Door {
    /// A followed game by its number or a player's name; one's own, or the one that is looked on
    /// at, if nothing is named.
    fn game_meant(&self, me: PersonId, word: &str) -> Option<(TableKey, BoardId)> {
        let word = word.trim();
        if word.is_empty() {
            if let Some((table, seat)) = self.playing(me) {
                return Some((table.key, seat.board()));
            }
            return self.watched(me).first().copied();
        }
        let number = word.parse::<u32>().ok();
        self.tables.values().find_map(|table| {
            let board = match number {
                Some(number) => table.board_of(number),
                None => seat_named(table, word).map(Seat::board),
            };
            Some((table.key, board?))
        })
    }

    fn watched(&self, me: PersonId) -> Vec<(TableKey, BoardId)> {
        let of = |table: &Table| -> Vec<(TableKey, BoardId)> {
            let mine = table.watchers.iter().filter(|(who, _)| *who == me);
            mine.map(|(_, board)| (table.key, *board)).collect()
        };
        self.tables.values().flat_map(of).collect()
    }

    pub(super) fn observe(&mut self, me: PersonId, rest: &str) {
        let word = rest.split_whitespace().next().unwrap_or_default();
        if word.is_empty() {
            return self.say(me, "Usage: observe NUMBER|NAME|CODE");
        }
        if let Some((key, board)) = self.game_meant(me, word) {
            return self.watch(me, key, board);
        }
        if let Ok(number) = word.parse::<u32>() {
            let listed = self.listed.iter().find(|(_, numbers)| {
                BoardId::ALL.into_iter().any(|board| numbers[board] == number)
            });
            let Some((code, _)) = listed else {
                return self.say(me, "There is no such game.");
            };
            let code = code.clone();
            return self.open(me, code, Which::Number(number));
        }
        if word.len() >= SHORTEST_CODE {
            return self.open(me, word.to_owned(), Which::Board(BoardId::A));
        }
        let why = ListFor::Observe(word.to_owned());
        self.ask_for(me, Ask::List, Asked::List { who: me, why });
    }

    /// A name that nobody here plays under was looked for in what goes on elsewhere.
    pub(super) fn observe_listed(&mut self, me: PersonId, word: &str, others: &[Table]) {
        let found = others.iter().find(|table| seat_named(table, word).is_some());
        let Some(table) = found else {
            self.say(me, &self.nobody(word));
            return self.finish(me);
        };
        self.open(me, table.code.clone(), Which::Player(word.to_owned()));
    }

    /// Asks for a table that nobody here follows.
    fn open(&mut self, me: PersonId, code: String, which: Which) {
        let Some(conn) = self.conn_of(me) else { return };
        self.ask_for(me, Ask::Open { conn, code }, Asked::Watch { who: me, which });
    }

    /// The table is open: now it can be looked on at.
    pub(crate) fn watch_opened(&mut self, me: PersonId, key: TableKey, which: &Which) {
        let Some(table) = self.tables.get(&key) else { return };
        let board = match which {
            Which::Board(board) => Some(*board),
            Which::Number(number) => table.board_of(*number),
            Which::Player(name) => seat_named(table, name).map(Seat::board),
        };
        self.watch(me, key, board.unwrap_or(BoardId::A));
    }

    fn watch(&mut self, me: PersonId, key: TableKey, board: BoardId) {
        let ms = self.is_set(me, Ivar::Ms);
        let info = self.is_set(me, Ivar::Gameinfo);
        let Some(table) = self.tables.get_mut(&key) else { return };
        let number = table.numbers[board];
        if table.seat_of(me).is_some_and(|seat| seat.board() == board) {
            return self.say(me, "You cannot observe a game that you are playing.");
        }
        if table.watchers.contains(&(me, board)) {
            return self.say(me, &format!("You are already observing game {number}."));
        }
        if !table.begun {
            let text = format!("The match {} has not begun.", table.code);
            self.say(me, &text);
            return self.close_forsaken(key);
        }
        table.watchers.push((me, board));
        let table = &*table;
        let (white, black) = table.names(board);
        let (minutes, increment) = table.time();
        let mut lines = vec![
            format!("You are now observing game {number}."),
            format!(
                "Game {number}: {white} ({UNRATED}) {black} ({UNRATED}) unrated bughouse \
                 {minutes} {increment}"
            ),
            String::new(),
        ];
        if info {
            lines.push(game_info(table, board));
        }
        lines.push(style12(table, board, Relation::Watches, ms, self.now));
        lines.push(holding(table, board));
        lines.iter().for_each(|line| self.say(me, line));
    }

    pub(super) fn pobserve(&mut self, me: PersonId, rest: &str) {
        let word = rest.split_whitespace().next().unwrap_or_default();
        let found = if word.is_empty() {
            self.playing(me).map(|(table, seat)| (table.key, !seat.board()))
        } else {
            self.game_meant(me, word).map(|(key, board)| (key, !board))
        };
        match found {
            Some((key, board)) => self.watch(me, key, board),
            None if word.is_empty() => self.say(me, "You are not playing a game."),
            None => self.say(me, "There is no such game."),
        }
    }

    pub(super) fn unobserve(&mut self, me: PersonId, rest: &str) {
        let watched = self.watched(me);
        let number = rest.trim().parse::<u32>().ok();
        let mut found = false;
        for (key, board) in watched {
            let Some(table) = self.tables.get_mut(&key) else { continue };
            if number.is_some_and(|number| table.numbers[board] != number) {
                continue;
            }
            found = true;
            table.watchers.retain(|one| *one != (me, board));
            let number = table.numbers[board];
            self.say(me, &format!("Removing game {number} from observation list."));
            self.close_forsaken(key);
        }
        if !found {
            self.say(me, "You are not observing any game.");
        }
    }

    /// Somebody is gone: they look on at nothing any more.
    pub(crate) fn stop_watching_all(&mut self, me: PersonId) {
        for (key, _) in self.watched(me) {
            if let Some(table) = self.tables.get_mut(&key) {
                table.watchers.retain(|(who, _)| *who != me);
            }
            self.close_forsaken(key);
        }
    }

    /// A table that nobody here plays at or looks on at is followed no more.
    pub(crate) fn close_forsaken(&mut self, key: TableKey) {
        if self.tables.get(&key).is_some_and(Table::is_forsaken) {
            self.tables.remove(&key);
            self.ask(Ask::Close { table: key }, Asked::Nothing);
        }
    }

    fn relation(&self, me: PersonId, table: &Table, board: BoardId) -> Relation {
        match table.seat_of(me) {
            Some(seat) if seat.board() == board => Relation::Plays(seat.color()),
            _ if table.watchers.contains(&(me, board)) => Relation::Watches,
            _ => Relation::Asked,
        }
    }

    /// A board and its stocks, as somebody sees them.
    pub(crate) fn board_lines(&self, me: PersonId, table: &Table, board: BoardId) -> [String; 2] {
        let relation = self.relation(me, table, board);
        let ms = self.is_set(me, Ivar::Ms);
        [style12(table, board, relation, ms, self.now), holding(table, board)]
    }

    /// Somebody is back at the board.
    pub(crate) fn show_own_board(&mut self, me: PersonId) {
        let Some((table, seat)) = self.playing(me) else { return };
        let lines = self.board_lines(me, table, seat.board());
        lines.iter().for_each(|line| self.tell(me, line));
    }

    pub(super) fn refresh(&mut self, me: PersonId, rest: &str) {
        match self.game_meant(me, rest) {
            Some((key, board)) => self.say_board(me, key, board),
            None if rest.is_empty() => {
                self.say(me, "You are neither playing, observing nor examining a game.");
            }
            None => self.say(me, "There is no such game."),
        }
    }

    fn say_board(&mut self, me: PersonId, key: TableKey, board: BoardId) {
        let Some(table) = self.tables.get(&key) else { return };
        let lines = self.board_lines(me, table, board);
        lines.iter().for_each(|line| self.say(me, line));
    }

    pub(super) fn prefresh(&mut self, me: PersonId, _rest: &str) {
        match self.playing(me).map(|(table, seat)| (table.key, !seat.board())) {
            Some((key, board)) => self.say_board(me, key, board),
            None => self.say(me, "You are not playing a game."),
        }
    }

    pub(super) fn moves(&mut self, me: PersonId, rest: &str) {
        let Some((key, board)) = self.game_meant(me, rest) else {
            return self.say(me, "There is no such game.");
        };
        let ms = self.is_set(me, Ivar::Ms);
        let Some(table) = self.tables.get(&key) else { return };
        let lines = movelist(table, board, ms, self.config.epoch + table.began_at());
        self.say(me, "");
        lines.iter().for_each(|line| self.say(me, line));
    }

    pub(super) fn time(&mut self, me: PersonId, rest: &str) {
        match self.game_meant(me, rest) {
            Some((key, board)) => self.say_clocks(me, key, board),
            None => self.say(me, "There is no such game."),
        }
    }

    pub(super) fn ptime(&mut self, me: PersonId, _rest: &str) {
        match self.playing(me).map(|(table, seat)| (table.key, !seat.board())) {
            Some((key, board)) => self.say_clocks(me, key, board),
            None => self.say(me, "You are not playing a game."),
        }
    }

    fn say_clocks(&mut self, me: PersonId, key: TableKey, board: BoardId) {
        let Some(table) = self.tables.get(&key) else { return };
        let clock = |color| move_time(table.clock(Seat::new(board, color), self.now), true);
        let lines = [
            format!("White Clock : {}", clock(Color::White)),
            format!("Black Clock : {}", clock(Color::Black)),
        ];
        lines.iter().for_each(|line| self.say(me, line));
    }
}

fn seat_named(table: &Table, name: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| table.name(*seat).eq_ignore_ascii_case(name))
}
