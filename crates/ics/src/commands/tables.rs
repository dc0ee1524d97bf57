//! Tables that pages and this door share: opening one, sitting down, getting up.

use tandem_referee::Phase;
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, BySeat, Millis, Seat};

use crate::asked::Asked;
use crate::door::Door;
use crate::house::{Ask, Opened, Plan, Sitter, Taken};
use crate::person::{Partner, Person, PersonId, Playing};

impl Door {
    /// `join CODE [seat]`: sits down, ready to play.
    pub(super) fn join(&mut self, me: PersonId, rest: &str) {
        let mut words = rest.split_whitespace();
        let (Some(code), seat) = (words.next(), words.next()) else {
            return self.say(me, "Usage: join CODE [A|a|B|b]");
        };
        if self.people.get(&me).is_some_and(Person::is_busy) {
            return self.say(me, "You can't join a table while you are playing a game.");
        }
        let seat = match seat.map(str::parse::<Seat>) {
            None => None,
            Some(Ok(seat)) => Some(seat),
            Some(Err(_)) => return self.say(me, "A seat is A, a, B or b."),
        };
        let (Some(conn), name) = (self.conn_of(me), self.name_of(me).to_owned()) else { return };
        let sit = Ask::Sit { conn, code: code.to_owned(), seat, name };
        self.ask_for(me, sit, Asked::Sit { who: me });
    }

    /// `table 3 0 stein`: a table with free seats.
    pub(super) fn make_table(&mut self, me: PersonId, rest: &str) {
        if self.people.get(&me).is_some_and(Person::is_busy) {
            return self.say(me, "You can't open a table while you are playing a game.");
        }
        let terms = match self.terms(me, rest) {
            Ok(terms) => terms,
            Err(why) => return self.say(me, &why),
        };
        let Some(maker) = self.conn_of(me) else { return };
        let seat = Seat::new(BoardId::A, terms.color.unwrap_or(Color::White));
        let mut seats = BySeat::new_with(|_| Sitter::Free);
        seats[seat] = Sitter::Here(self.name_of(me).to_owned());
        let partner = self.people.get(&me).and_then(|person| person.partner);
        seats[seat.partner()] = match partner {
            Some(Partner::Person(other)) => {
                if self.people.get(&other).is_some_and(Person::is_busy) {
                    return self.say(me, "Your partner isn't open to play right now.");
                }
                Sitter::Here(self.name_of(other).to_owned())
            }
            Some(Partner::Bot(at)) => {
                self.config.bots.get(at).map_or(Sitter::Free, |bot| Sitter::Bot(bot.word.clone()))
            }
            None => Sitter::Free,
        };
        let plan = Plan {
            maker,
            book: terms.book,
            base: Millis::from_secs(i64::from(terms.minutes) * 60),
            increment: Millis::from_secs(i64::from(terms.increment)),
            seats,
        };
        self.ask_for(me, Ask::Make(plan), Asked::Table { who: me });
    }

    /// Somebody has a seat at a table that has not begun.
    pub(crate) fn seated(&mut self, me: PersonId, opened: &Opened) {
        let Some(table) = self.tables.get(&opened.table) else { return };
        let book = table.game.book();
        let (minutes, increment) = table.time();
        let mut lines = vec![format!(
            "Table {}: bughouse {minutes} {increment} by {} ({}).",
            table.code,
            book.id(),
            crate::text::plain(book.name())
        )];
        for seat in Seat::ALL {
            let who = match &table.people[seat].name {
                Some(_) => table.name(seat),
                None => "free",
            };
            let color = seat.color().fold_wb("white", "black");
            let board = table.numbers[seat.board()];
            let you = if table.players[seat] == Some(me) { " (you)" } else { "" };
            lines.push(format!("  {seat}  game {board}, {color}: {who}{you}"));
        }
        if table.arbiter {
            lines.push("There is an arbiter.".to_owned());
        }
        if table.game.phase() == Phase::Waiting {
            lines.push(format!("Others sit down with \"join {}\", here or on a page.", table.code));
        }
        lines.iter().for_each(|line| self.say(me, line));
    }

    /// Notes who plays where, by what the house has given out.
    pub(crate) fn take_seats(&mut self, opened: &Opened) {
        for Taken { seat, name, way_back } in &opened.taken {
            let Some(person) = self.person_named(name) else { continue };
            self.forget_last_table(person);
            let Some(table) = self.tables.get_mut(&opened.table) else { return };
            table.players[*seat] = Some(person);
            let way_back = way_back.clone();
            let playing = Playing { table: opened.table, seat: *seat, way_back };
            if let Some(person) = self.people.get_mut(&person) {
                person.playing = Some(playing);
                person.starting = false;
            }
        }
    }

    pub(super) fn leave_table(&mut self, me: PersonId, _rest: &str) {
        let Some((table, seat)) = self.playing(me) else {
            return self.say(me, "You are not at a table.");
        };
        if table.game.phase() == Phase::Playing {
            return self
                .say(me, "The match goes on: \"resign\" resigns, \"quit\" keeps your seat.");
        }
        let (key, code) = (table.key, table.code.clone());
        self.ask(Ask::Away { table: key, seat }, Asked::Nothing);
        self.get_up(me);
        self.say(me, &format!("You leave table {code}."));
    }

    /// The table of the last match, where somebody could have played again.
    pub(crate) fn forget_last_table(&mut self, me: PersonId) {
        let Some(played) = self.people.get(&me).and_then(|person| person.played.clone()) else {
            return;
        };
        let Some(table) = self.tables.get_mut(&played.table).filter(|table| table.is_over()) else {
            return;
        };
        table.players[played.seat] = None;
        self.close_forsaken(played.table);
    }

    /// Somebody plays nowhere any more.
    pub(crate) fn get_up(&mut self, me: PersonId) {
        let Some(playing) = self.people.get_mut(&me).and_then(|person| person.playing.take())
        else {
            return;
        };
        if let Some(table) = self.tables.get_mut(&playing.table) {
            table.players[playing.seat] = None;
        }
        self.close_forsaken(playing.table);
    }

    pub(super) fn substitute(&mut self, me: PersonId, rest: &str) {
        let mut words = rest.split_whitespace();
        let (name, bot) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let Some((table, by)) = self.playing(me) else {
            return self.say(me, "You are not playing a game.");
        };
        let named = |seat: &Seat| table.name(*seat).eq_ignore_ascii_case(name);
        let Some(seat) = Seat::ALL.into_iter().find(named).filter(|seat| *seat != by) else {
            return self
                .say(me, "Usage: substitute NAME BOT, for somebody at your table who left.");
        };
        let table = table.key;
        let Some(bot) = self.bot_named(bot).and_then(|at| self.config.bots.get(at)) else {
            return self.say(me, "There is no such bot; \"who\" lists them.");
        };
        let bot = Some(bot.word.clone());
        let text = "Your wish is told to the others at the table.".to_owned();
        self.ask_for(me, Ask::Substitute { table, by, seat, bot }, Asked::Done { who: me, text });
    }

    pub(super) fn take_seat(&mut self, me: PersonId, _rest: &str) {
        let Some((table, seat)) = self.playing(me) else {
            return self.say(me, "You are not playing a game.");
        };
        let ask = Ask::Substitute { table: table.key, by: seat, seat, bot: None };
        self.ask_for(me, ask, Asked::Done { who: me, text: String::new() });
    }
}
