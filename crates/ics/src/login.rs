//! Coming in and going.

use tandem_referee::Phase;
use tandem_rules::Millis;

use crate::asked::Asked;
use crate::door::Door;
use crate::house::{Ask, Conn};
use crate::person::{Partner, PersonId};
use crate::session::{IVARS, PROMPT, Session, Stage};
use crate::text::{END, LONGEST_NAME};

const SHORTEST_NAME: usize = 3;

/// What is shown first. Clients look for `freechess.org` in it before they talk.
pub(crate) fn banner() -> String {
    let lines = [
        "",
        "Tandem: bughouse by the book, for the clients that you know.",
        "This server is not affiliated with freechess.org; it speaks as its clients expect.",
        "",
        "Choose a name of 3 to 17 letters, or \"guest\". \"help\" tells the rest.",
        "",
    ];
    lines.join(END) + END + "login: "
}

/// What somebody reads who asks for help before there is a name.
fn login_help() -> String {
    let lines = [
        "",
        "Type a name that nobody has here, and return once more: there are no accounts.",
        "If the line broke while you played, type the name that you played by; the password is",
        "what you were told when the match began.",
        "Inside, \"help\" lists the commands. Alone: \"partner Bot5\", \"match Bot3 3 0 bughouse\".",
        "\"quit\" leaves.",
        "",
    ];
    lines.join(END) + END + "login: "
}

impl Door {
    /// A line of somebody who is not in yet.
    pub(crate) fn login_line(&mut self, conn: Conn, stage: Stage, line: &str) {
        match stage {
            Stage::Name => self.name_given(conn, line),
            Stage::Password(name) => self.password_given(conn, &name, line),
            // Whatever is typed before it: guests have no password.
            Stage::Return(name) => self.enter(conn, name),
            Stage::In(_) => {}
        }
    }

    fn login_text(&mut self, conn: Conn, stage: Stage, text: &str) {
        if let Some(session) = self.sessions.get_mut(&conn) {
            session.stage = stage;
            session.out.push_str(text);
        }
    }

    /// Back to the beginning, with the reason.
    fn again(&mut self, conn: Conn, why: &str) {
        self.login_text(conn, Stage::Name, &format!("{END}{why}{END}login: "));
    }

    fn name_given(&mut self, conn: Conn, line: &str) {
        if let Some(digits) = line.strip_prefix("%b") {
            if let Some(session) = self.sessions.get_mut(&conn) {
                set_ivars(session, digits);
            }
            return self.login_text(conn, Stage::Name, &format!("#Ivars set.{END}login: "));
        }
        if line.is_empty() {
            return self.login_text(conn, Stage::Name, "login: ");
        }
        let name = match line.to_ascii_lowercase().as_str() {
            "quit" | "exit" => return self.send_away(conn, "Thank you for using Tandem."),
            "help" | "?" => return self.login_text(conn, Stage::Name, &login_help()),
            "guest" | "g" => self.guest_name(),
            _ => line.to_owned(),
        };
        if let Some(why) = bad_name(&name) {
            return self.again(conn, why);
        }
        if let Some(person) = self.person_named(&name) {
            let plays = self.people.get(&person).is_some_and(|person| person.playing.is_some());
            let name = self.name_of(person).to_owned();
            if plays {
                return self.ask_password(conn, name);
            }
            return self.again(conn, &taken(&name));
        }
        if self.bot_named(&name).is_some() {
            return self.ask_password(conn, name);
        }
        let comes = |session: &Session| match &session.stage {
            Stage::Return(other) => other.eq_ignore_ascii_case(&name),
            Stage::Name | Stage::Password(_) | Stage::In(_) => false,
        };
        if self.sessions.values().any(comes) {
            return self.again(conn, &taken(&name));
        }
        let ticket = self.ask(Ask::Enter { name: name.clone() }, Asked::Enter { conn, name });
        if let Some(session) = self.sessions.get_mut(&conn) {
            session.waiting = Some(ticket);
        }
    }

    /// The house has said whether a name is free.
    pub(crate) fn name_answered(&mut self, conn: Conn, name: String, free: bool) {
        let awaited = self.sessions.contains_key(&conn);
        if !free {
            return self.again(conn, &taken(&name));
        }
        if !awaited {
            self.ask(Ask::Exit { name }, Asked::Nothing);
            return;
        }
        let guest = name.starts_with("Guest") && name.len() == 9;
        let first = if guest {
            format!(
                "Logging you in as \"{name}\"; you may use this name to play unrated games.{END}"
            )
        } else {
            format!(
                "\"{name}\" is not a registered name.  You may play unrated games as a guest.{END}"
            )
        };
        let text = format!(
            "{END}{first}(After logging in, do \"help register\" for more info on how to register.)\
             {END}{END}Press return to enter the server as \"{name}\":{END}"
        );
        self.login_text(conn, Stage::Return(name), &text);
    }

    fn ask_password(&mut self, conn: Conn, name: String) {
        let text = format!(
            "{END}\"{name}\" is a registered name.  If it is yours, type the password.{END}If not, \
             just hit return to try another name.{END}{END}password: "
        );
        self.login_text(conn, Stage::Password(name), &text);
        // What is typed now is not for others to read.
        if let Some(session) = self.sessions.get_mut(&conn) {
            session.bytes.extend([0xff, 0xfb, 0x01]);
        }
    }

    fn password_given(&mut self, conn: Conn, name: &str, password: &str) {
        if let Some(session) = self.sessions.get_mut(&conn) {
            session.bytes.extend([0xff, 0xfc, 0x01]);
        }
        if password.is_empty() {
            return self.login_text(conn, Stage::Name, &format!("{END}login: "));
        }
        let opens = |person: &PersonId| {
            let playing = self.people.get(person).and_then(|person| person.playing.as_ref());
            playing.is_some_and(|playing| playing.way_back == password)
        };
        match self.person_named(name).filter(opens) {
            Some(person) => self.come_back(conn, person),
            None => self.again(conn, "**** Invalid password! ****"),
        }
    }

    /// Somebody is back by what opens the seat: the older line goes.
    pub(crate) fn come_back(&mut self, conn: Conn, me: PersonId) {
        let name = self.name_of(me).to_owned();
        let older = self.conn_of(me);
        if let Some(person) = self.people.get_mut(&me) {
            person.conn = Some(conn);
            person.active = self.now;
        }
        let mut text = END.to_owned();
        if let Some(older) = older.filter(|older| *older != conn) {
            let word = format!("**** {name} has arrived - you can't both be logged in. ****");
            self.send_away(older, &word);
            text.push_str(&format!(
                "**** {name} is already logged in - kicking them out. ****{END}"
            ));
        }
        text.push_str(&format!("**** Starting FICS session as {name}(U) ****{END}{END}{PROMPT}"));
        self.login_text(conn, Stage::In(me), &text);
        let paid = self.people.get(&me).map_or(Millis::ZERO, |person| person.paid_until);
        if let Some(session) = self.sessions.get_mut(&conn) {
            session.paid_until = session.paid_until.max(paid);
        }
        if let Some(playing) = self.people.get(&me).and_then(|person| person.playing.clone()) {
            let back = Ask::Back { table: playing.table, seat: playing.seat };
            self.ask(back, Asked::Nothing);
            self.show_own_board(me);
        }
    }

    fn guest_name(&mut self) -> String {
        loop {
            self.guests += 1;
            let mut rest = self.guests.wrapping_mul(175_723) % 456_976;
            let letters: String = (0..4)
                .map(|_| {
                    let letter = char::from(b'A' + u8::try_from(rest % 26).unwrap_or(0));
                    rest /= 26;
                    letter
                })
                .collect();
            let name = format!("Guest{letters}");
            if self.person_named(&name).is_none() {
                return name;
            }
        }
    }

    fn enter(&mut self, conn: Conn, name: String) {
        let text = format!("**** Starting FICS session as {name}(U) ****{END}{END}{PROMPT}");
        let me = self.add_person(conn, name);
        self.login_text(conn, Stage::In(me), &text);
    }

    /// The line of somebody is gone. Who plays is waited for; anybody else has left.
    pub(crate) fn leave(&mut self, me: PersonId, conn: Conn) {
        let Some(person) = self.people.get_mut(&me) else { return };
        if person.conn != Some(conn) {
            return;
        }
        person.conn = None;
        let playing = person.playing.clone();
        self.stop_watching_all(me);
        if let Some(playing) = playing {
            self.ask(Ask::Away { table: playing.table, seat: playing.seat }, Asked::Nothing);
            let table = self.tables.get(&playing.table);
            if table.is_some_and(|table| table.game.phase() == Phase::Playing) {
                return;
            }
            self.get_up(me);
        }
        self.remove_person(me);
    }

    /// Nobody is here by this name any more.
    pub(crate) fn remove_person(&mut self, me: PersonId) {
        self.departed(me);
        self.forget_last_table(me);
        let Some(person) = self.people.remove(&me) else { return };
        for other in self.people.values_mut().filter(|other| other.told == Some(me)) {
            other.told = None;
        }
        self.ask(Ask::Exit { name: person.name }, Asked::Nothing);
    }

    /// Offers lapse, the partner is alone.
    fn departed(&mut self, me: PersonId) {
        self.offers_of_departed(me);
        if let Some(Partner::Person(partner)) = self.people.get(&me).and_then(|one| one.partner) {
            if let Some(person) = self.people.get_mut(&partner) {
                person.partner = None;
            }
            self.tell(partner, "Your partner has departed.");
            self.tell(partner, "You no longer have a bughouse partner.");
            self.matches_lapse(partner);
        }
    }
}

fn taken(name: &str) -> String {
    format!("Sorry, {name} is already logged in. Try again.")
}

fn bad_name(name: &str) -> Option<&'static str> {
    if !name.chars().all(|c| c.is_ascii_alphabetic()) {
        Some("Sorry, names can only consist of lower and upper case letters.  Try again.")
    } else if name.len() < SHORTEST_NAME {
        Some("A name should be at least three characters long!  Try again.")
    } else if name.len() > LONGEST_NAME {
        Some("Sorry, names may be at most 17 characters long.  Try again.")
    } else {
        None
    }
}

/// `%b1001`: variables in their order, one digit each.
fn set_ivars(session: &mut Session, digits: &str) {
    for (at, digit) in digits.bytes().take(IVARS.len()).enumerate() {
        session.ivars[at] = digit == b'1';
    }
}
