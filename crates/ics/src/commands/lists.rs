//! `who`, `bugwho`, `games`, `finger`: who is here and what goes on.

use tandem_rules::{BoardId, Millis};

use crate::asked::{Asked, ListFor};
use crate::door::Door;
use crate::house::{Ask, Listed};
use crate::person::{Partner, PersonId};
use crate::show::{game_row, table_rows};
use crate::table::Table;
use crate::text::{UNRATED, count, plain};

/// After this long without a command somebody counts as idle.
const IDLE: Millis = Millis(300_000);
/// The most names that are told where one was not clear.
const MAX_NAMES: usize = 10;
/// How wide a name's cell is.
const CELL: usize = 20;

impl Door {
    /// There is nobody by this name, or more than one by the beginning of it.
    pub(super) fn nobody(&self, word: &str) -> String {
        let several: Vec<&str> = match self.named_so(word)[..] {
            ref several @ [_, _, ..] if word.len() >= 2 => {
                several.iter().take(MAX_NAMES).map(|who| self.partner_name(*who)).collect()
            }
            _ => {
                let word: String = plain(word).chars().take(20).collect();
                return format!("No player named \"{word}\" is online.");
            }
        };
        format!("Ambiguous name \"{}\": {}.", plain(word), several.join(" "))
    }

    /// The sign before a name; none for somebody who is free.
    fn status(&self, who: Partner) -> Option<char> {
        let Partner::Person(id) = who else { return None };
        let person = self.people.get(&id)?;
        if person.is_busy() {
            Some('^')
        } else if !person.has_on("open") {
            Some(':')
        } else if self.now - person.active >= IDLE {
            Some('.')
        } else {
            None
        }
    }

    fn cells(&self, who: &[Partner]) -> Vec<String> {
        let cell = |who: &Partner| {
            let status = self.status(*who).unwrap_or(' ');
            format!("{UNRATED}{status}{}", self.titled(*who))
        };
        let cells: Vec<String> = who.iter().map(cell).collect();
        let row = |row: &[String]| {
            // A long name pushes the next one on, and never touches it.
            let padded: String = row.iter().map(|cell| format!("{cell:<CELL$} ")).collect();
            padded.trim_end().to_owned()
        };
        cells.chunks(3).map(row).collect()
    }

    fn everybody(&self) -> Vec<Partner> {
        let people = self.people.keys().map(|id| Partner::Person(*id));
        people.chain((0..self.config.bots.len()).map(Partner::Bot)).collect()
    }

    fn players_displayed(&self, shown: usize) -> String {
        let all = self.everybody().len();
        format!(
            " {} displayed (of {all}). (*) indicates system administrator.",
            count(shown, "player")
        )
    }

    pub(super) fn who(&mut self, me: PersonId, _rest: &str) {
        let everybody = self.everybody();
        let mut lines = vec![String::new()];
        lines.extend(self.cells(&everybody));
        lines.extend([String::new(), self.players_displayed(everybody.len())]);
        lines.iter().for_each(|line| self.say(me, line));
    }

    pub(super) fn bugwho(&mut self, me: PersonId, rest: &str) {
        let letters = rest.to_ascii_lowercase();
        if !letters.bytes().all(|letter| b"gpu ".contains(&letter)) {
            return self.say(me, "Usage: bugwho [g][p][u]");
        }
        let why = ListFor::Bugwho(letters);
        self.ask_for(me, Ask::List, Asked::List { who: me, why });
    }

    pub(super) fn games(&mut self, me: PersonId, rest: &str) {
        let why = ListFor::Games(rest.to_owned());
        self.ask_for(me, Ask::List, Asked::List { who: me, why });
    }

    /// The house has listed what goes on.
    pub(crate) fn listed(&mut self, me: PersonId, why: ListFor, listed: Vec<Listed>) {
        let others = self.number(listed);
        match why {
            ListFor::Games(wanted) => self.show_games(me, &wanted, &others),
            ListFor::Bugwho(letters) => self.show_bugwho(me, &letters, &others),
            ListFor::Observe(word) => return self.observe_listed(me, &word, &others),
        }
        self.finish(me);
    }

    /// Gives numbers to the games that nobody here follows; those that ended lose theirs.
    fn number(&mut self, listed: Vec<Listed>) -> Vec<Table> {
        let followed: Vec<String> = self.tables.values().map(|table| table.code.clone()).collect();
        let listed: Vec<Listed> =
            listed.into_iter().filter(|one| !followed.contains(&one.code)).collect();
        self.listed.retain(|code, _| listed.iter().any(|one| one.code == *code));
        let now = self.now;
        let mut others = Vec::new();
        for one in listed {
            let numbers = match self.listed.get(&one.code) {
                Some(numbers) => *numbers,
                None => self.free_numbers(),
            };
            self.listed.insert(one.code.clone(), numbers);
            others.push(Table::of_list(one, numbers, now));
        }
        others
    }

    /// All matches that are played, in the order of their numbers.
    fn played<'d>(&'d self, others: &'d [Table]) -> Vec<&'d Table> {
        let here = self.tables.values().filter(|table| table.is_playing());
        let mut all: Vec<&Table> = here.chain(others).collect();
        all.sort_by_key(|table| table.numbers[BoardId::A]);
        all
    }

    fn show_games(&mut self, me: PersonId, wanted: &str, others: &[Table]) {
        let mut rows = Vec::new();
        for table in self.played(others) {
            for board in BoardId::ALL {
                let (white, black) = table.names(board);
                let meant = match wanted.parse::<u32>() {
                    _ if wanted.is_empty() => true,
                    Ok(number) => table.numbers[board] == number,
                    Err(_) => [white, black].iter().any(|name| name.eq_ignore_ascii_case(wanted)),
                };
                if meant {
                    rows.push(game_row(table, board, self.now));
                }
            }
        }
        if rows.is_empty() && !wanted.is_empty() {
            return self.say(me, "There is no such game.");
        }
        let shown = count(rows.len(), "game");
        self.say(me, "");
        rows.iter().for_each(|row| self.say(me, row));
        self.say(me, "");
        self.say(me, &format!("  {shown} displayed."));
    }

    fn show_bugwho(&mut self, me: PersonId, letters: &str, others: &[Table]) {
        let asked = |letter: char| letters.trim().is_empty() || letters.contains(letter);
        let mut sections: Vec<Vec<String>> = Vec::new();
        if asked('g') {
            let matches: Vec<Vec<String>> =
                self.played(others).iter().map(|table| table_rows(table, self.now)).collect();
            let mut lines = vec!["Bughouse games in progress".to_owned()];
            lines.extend(matches.join(&String::new()));
            lines.push(String::new());
            lines.push(format!(" {} displayed.", count(matches.len(), "game")));
            sections.push(lines);
        }
        if asked('p') {
            let pairs = self.idle_pairs();
            let mut lines = vec!["Partnerships not playing bughouse".to_owned()];
            lines.extend(pairs.iter().map(|(one, other)| self.pair(*one, *other)));
            lines.push(String::new());
            lines.push(format!(" {} displayed.", count(pairs.len(), "partnership")));
            sections.push(lines);
        }
        if asked('u') {
            let alone = |who: &Partner| match who {
                Partner::Bot(_) => true,
                Partner::Person(id) => self
                    .people
                    .get(id)
                    .is_some_and(|person| person.partner.is_none() && person.has_on("bugopen")),
            };
            let alone: Vec<Partner> = self.everybody().into_iter().filter(alone).collect();
            let mut lines = vec!["Unpartnered players with bugopen on".to_owned(), String::new()];
            lines.extend(self.cells(&alone));
            lines.extend([String::new(), self.players_displayed(alone.len())]);
            sections.push(lines);
        }
        sections.join(&String::new()).iter().for_each(|line| self.say(me, line));
    }

    /// Partners of whom neither plays.
    fn idle_pairs(&self) -> Vec<(Partner, Partner)> {
        let mut pairs = Vec::new();
        for (id, person) in &self.people {
            let Some(partner) = person.partner.filter(|_| !person.is_busy()) else { continue };
            let listed = match partner {
                Partner::Bot(_) => true,
                Partner::Person(other) => {
                    *id < other && self.people.get(&other).is_some_and(|other| !other.is_busy())
                }
            };
            if listed {
                pairs.push((Partner::Person(*id), partner));
            }
        }
        pairs
    }

    fn pair(&self, one: Partner, other: Partner) -> String {
        let half = |who| {
            let status = self.status(who).map(String::from).unwrap_or_default();
            format!("{UNRATED} {status}{}", self.titled(who))
        };
        format!("{} / {}", half(one), half(other))
    }

    pub(super) fn finger(&mut self, me: PersonId, rest: &str) {
        let word = rest.split_whitespace().next().unwrap_or_default();
        let found = if word.is_empty() { Some(Partner::Person(me)) } else { self.find(word) };
        let Some(who) = found else { return self.say(me, &self.nobody(word)) };
        let mut lines = vec![format!("Finger of {}:", self.titled(who)), String::new()];
        match who {
            Partner::Bot(_) => {
                lines.push("A computer of this server: always there, always open.".to_owned());
            }
            Partner::Person(id) => lines.extend(self.about(id)),
        }
        lines.iter().for_each(|line| self.say(me, line));
    }

    fn about(&self, id: PersonId) -> Vec<String> {
        let Some(person) = self.people.get(&id) else { return Vec::new() };
        let length = |time: Millis| match time.0 / 1000 {
            seconds @ 0..60 => count(usize::try_from(seconds).unwrap_or(0), "sec"),
            seconds => count(usize::try_from(seconds / 60).unwrap_or(0), "min"),
        };
        let (on, idle) = (length(self.now - person.came), length(self.now - person.active));
        let mut lines = vec![format!("On for: {on}   Idle: {idle}")];
        if person.conn.is_none() {
            lines.push("(the line is broken; the seat is kept)".to_owned());
        }
        if let Some((table, seat)) = self.playing(id) {
            let (white, black) = table.names(seat.board());
            let number = table.numbers[seat.board()];
            lines.push(format!("(playing game {number}: {white} vs. {black})"));
        }
        if let Some(partner) = person.partner {
            lines.push(format!("Bughouse partner: {}", self.partner_name(partner)));
        }
        lines.push(format!("Plays by: {}", person.value("book")));
        let interface = person.value("interface");
        if !interface.is_empty() {
            lines.push(format!("Interface: {interface}"));
        }
        lines
    }
}
