//! What the house tells: answers to questions, tables that follow others, the end.

use tandem_referee::Press;
use tandem_rules::Seat;

use crate::asked::{Asked, Did};
use crate::door::Door;
use crate::house::{Answer, Ask, News, Opened, TableKey, Taken, Ticket};
use crate::person::{PersonId, Playing};
use crate::show::why;
use crate::table::Table;
use crate::text::{plain, sentence};

impl Door {
    pub(crate) fn take_news(&mut self, news: News) {
        match news {
            News::Answered(ticket, answer) => self.answered(ticket, answer),
            News::Happened { table, events, moment } => self.happened(table, &events, moment),
            News::People { table, people } => self.people_changed(table, people),
            News::Notice { table, text } => {
                let line = format!(":Referee: {}", plain(&text));
                for person in self.everybody_at(table) {
                    self.tell(person, &line);
                }
            }
            News::Next { before, opened } => self.played_again(before, &opened),
            News::Gone { table } => self.gone(table),
            News::Stopping => self.stopping(),
        }
    }

    fn answered(&mut self, ticket: Ticket, answer: Answer) {
        let Some((_, asked)) = self.asked.remove(&ticket) else { return };
        match asked {
            Asked::Nothing => {}
            Asked::Enter { conn, name } => {
                if let Some(session) = self.sessions.get_mut(&conn) {
                    session.waiting = None;
                }
                self.name_answered(conn, name, matches!(answer, Answer::Done));
                self.pump(conn);
            }
            Asked::Make { who } => self.made(&who, answer),
            Asked::Table { who } | Asked::Sit { who } => self.sat_down(who, answer),
            Asked::Watch { who, which } => {
                match answer {
                    Answer::Opened(opened) => {
                        self.follow(&opened);
                        if self.people.contains_key(&who) {
                            self.watch_opened(who, opened.table, &which);
                        }
                        self.close_forsaken(opened.table);
                    }
                    other => self.say_no(who, other),
                }
                self.finish(who);
            }
            Asked::Act { who, table, seat, did } => self.acted(who, (table, seat), &did, answer),
            Asked::List { who, why } => {
                let listed = match answer {
                    Answer::Listed(listed) => listed,
                    Answer::Opened(_) | Answer::Done | Answer::Refused(_) | Answer::No(_) => {
                        Vec::new()
                    }
                };
                self.listed(who, why, listed);
            }
            Asked::Done { who, text } => {
                match answer {
                    Answer::Done if text.is_empty() => {}
                    Answer::Done => self.say(who, &text),
                    other => self.say_no(who, other),
                }
                self.finish(who);
            }
        }
    }

    /// A command that waited for the house has come to its end.
    pub(crate) fn finish(&mut self, who: PersonId) {
        self.finish_with(who, false);
    }

    fn finish_with(&mut self, who: PersonId, silent: bool) {
        let Some(conn) = self.conn_of(who) else { return };
        if let Some(session) = self.sessions.get_mut(&conn) {
            session.waiting = None;
            session.finish_reply(silent);
        }
        self.pump(conn);
    }

    fn say_no(&mut self, who: PersonId, answer: Answer) {
        let line = match answer {
            Answer::No(why) => sentence(&why),
            Answer::Refused(refusal) => format!(":Referee: {}.", why(&refusal)),
            Answer::Opened(_) | Answer::Done | Answer::Listed(_) => return,
        };
        self.say(who, &line);
    }

    /// Follows a table from now on, if it was not followed already.
    fn follow(&mut self, opened: &Opened) {
        if self.tables.contains_key(&opened.table) {
            return self.people_changed(opened.table, opened.people.clone());
        }
        let numbers = match self.listed.remove(&opened.code) {
            Some(numbers) => numbers,
            None => self.free_numbers(),
        };
        self.tables.insert(opened.table, Table::new(opened, numbers, self.now));
    }

    fn made(&mut self, who: &[PersonId], answer: Answer) {
        for person in who {
            if let Some(person) = self.people.get_mut(person) {
                person.starting = false;
            }
        }
        match answer {
            Answer::Opened(opened) => {
                self.follow(&opened);
                self.take_seats(&opened);
                self.absent_go_away(&opened);
                self.begin_if_begun(&opened);
            }
            Answer::No(why) => {
                for person in who {
                    self.tell(*person, &sentence(&why));
                }
            }
            Answer::Done | Answer::Refused(_) | Answer::Listed(_) => {}
        }
    }

    /// Those whose line broke while the table was being made.
    fn absent_go_away(&mut self, opened: &Opened) {
        for Taken { seat, .. } in &opened.taken {
            let player = self.tables.get(&opened.table).and_then(|table| table.players[*seat]);
            if player.is_none_or(|player| self.conn_of(player).is_none()) {
                self.ask(Ask::Away { table: opened.table, seat: *seat }, Asked::Nothing);
            }
        }
        self.close_forsaken(opened.table);
    }

    fn sat_down(&mut self, who: PersonId, answer: Answer) {
        match answer {
            Answer::Opened(opened) => {
                self.follow(&opened);
                self.take_seats(&opened);
                self.seated(who, &opened);
                self.absent_go_away(&opened);
                self.finish(who);
                self.begin_if_begun(&opened);
            }
            other => {
                self.say_no(who, other);
                self.finish(who);
            }
        }
    }

    /// Somebody came to a match that is under way.
    fn begin_if_begun(&mut self, opened: &Opened) {
        if self.tables.get(&opened.table).is_some_and(Table::is_playing) {
            for Taken { seat, .. } in &opened.taken {
                self.tell_start(opened.table, *seat);
            }
        }
    }

    fn acted(&mut self, who: PersonId, at: (TableKey, Seat), did: &Did, answer: Answer) {
        let mut silent = false;
        match answer {
            Answer::Done => match did {
                Did::Move(_) => {
                    silent = true;
                    self.press_if_manual(who, at);
                }
                Did::Draw => self.say(who, "Draw request sent."),
                Did::Ptell => {
                    let name = self.tables.get(&at.0).map(|table| table.name(at.1.partner()));
                    let name = name.unwrap_or_default().to_owned();
                    self.say(who, &format!("(told {name}, who is playing)"));
                }
                Did::Flag | Did::Other => silent = true,
            },
            Answer::Refused(refusal) => self.refused(who, at, did, &refusal),
            other => self.say_no(who, other),
        }
        self.finish_with(who, silent);
    }

    /// Where the press is an act of its own, a move typed here is move and press in one.
    fn press_if_manual(&mut self, who: PersonId, (table, seat): (TableKey, Seat)) {
        let Some(one) = self.tables.get(&table) else { return };
        let game = one.game.game(seat.board());
        let made = game.made.is_some() && game.on_move == seat.color();
        if made && one.game.settings().press == Press::Manual {
            let act = tandem_referee::Act::Press;
            let then = Asked::Act { who, table, seat, did: Did::Other };
            let Some(conn) = self.conn_of(who) else { return };
            self.ask(Ask::Act { conn, table, seat, act }, then);
        }
    }

    fn played_again(&mut self, before: TableKey, opened: &Opened) {
        let Some(old) = self.tables.remove(&before) else { return };
        self.ask(Ask::Close { table: before }, Asked::Nothing);
        let who: Vec<PersonId> = Seat::ALL
            .into_iter()
            .filter_map(|seat| old.players[seat])
            .filter(|id| self.people.get(id).is_some_and(|one| !one.is_busy()))
            .collect();
        self.follow(opened);
        for Taken { seat, way_back, .. } in &opened.taken {
            let Some(player) = old.players[seat.opponent()].filter(|id| who.contains(id)) else {
                self.ask(Ask::Away { table: opened.table, seat: *seat }, Asked::Nothing);
                continue;
            };
            let playing = Playing { table: opened.table, seat: *seat, way_back: way_back.clone() };
            if let Some(table) = self.tables.get_mut(&opened.table) {
                table.players[*seat] = Some(player);
            }
            if let Some(person) = self.people.get_mut(&player) {
                person.playing = Some(playing);
            }
            let line = format!(":All want to play again: table {}.", opened.code);
            self.tell(player, &line);
        }
        self.close_forsaken(opened.table);
        self.begin_if_begun(opened);
    }

    fn gone(&mut self, key: TableKey) {
        for person in self.everybody_at(key) {
            self.tell(person, ":The table was put away.");
            if let Some(person) = self.people.get_mut(&person)
                && person.playing.as_ref().is_some_and(|playing| playing.table == key)
            {
                person.playing = None;
            }
            if self.conn_of(person).is_none() {
                self.remove_person(person);
            }
        }
        self.tables.remove(&key);
    }

    fn stopping(&mut self) {
        let mut all: Vec<_> = self.sessions.keys().copied().collect();
        all.sort_unstable();
        for conn in all {
            self.send_away(conn, "**** The server stops. Matches go on when it is back. ****");
        }
    }
}
