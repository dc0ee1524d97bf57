//! `set`, `iset` and what belongs to them.

use crate::door::Door;
use crate::person::{Kind, PersonId, VARIABLES};
use crate::session::{IVARS, Ivar};
use crate::show::date;
use crate::text::plain;

/// The longest value that is kept.
const LONGEST: usize = 60;

impl Door {
    pub(super) fn set(&mut self, me: PersonId, rest: &str) {
        let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let value: String = plain(value.trim()).chars().take(LONGEST).collect();
        let lower = name.to_ascii_lowercase();
        match (lower.as_str(), value.as_str()) {
            ("", _) => return self.variables(me, ""),
            ("book", "") => return self.books(me, ""),
            _ => {}
        }
        if lower.len() == 1 && matches!(lower.as_bytes()[0], b'0'..=b'9' | b'f') {
            // Lines of one's own note, which nobody reads here.
            return self.say(me, &format!("{lower} set to {value}."));
        }
        let exact = VARIABLES.iter().find(|(known, _, _)| *known == lower);
        let begins = || VARIABLES.iter().find(|(known, _, _)| known.starts_with(&lower));
        let found = exact.or_else(|| begins().filter(|_| lower.len() >= 2));
        let Some((name, kind, _)) = found else {
            let name: String = plain(name).chars().take(20).collect();
            return self.say(me, &format!("No such variable \"{name}\"."));
        };
        let value = match kind {
            Kind::Text => value,
            Kind::Switch => match value.to_ascii_lowercase().as_str() {
                "" => {
                    let on = self.people.get(&me).is_some_and(|person| person.has_on(name));
                    if on { "0" } else { "1" }.to_owned()
                }
                "on" | "1" | "true" | "yes" => "1".to_owned(),
                "off" | "0" | "false" | "no" => "0".to_owned(),
                _ => return self.say(me, &format!("{name} is 0 or 1.")),
            },
            Kind::Number => match value.parse::<u32>() {
                Ok(number) => number.to_string(),
                Err(_) => return self.say(me, &format!("{name} is a number.")),
            },
        };
        self.set_variable(me, name, value);
    }

    fn set_variable(&mut self, me: PersonId, name: &'static str, value: String) {
        let value = if name == "book" { value.to_ascii_lowercase() } else { value };
        if name == "book" && !self.config.books.iter().any(|book| book.id() == value) {
            let known: Vec<&str> = self.config.books.iter().map(|book| book.id()).collect();
            return self
                .say(me, &format!("No such book \"{value}\"; there are {}.", known.join(", ")));
        }
        let value = if name == "style" { "12".to_owned() } else { value };
        let on = value == "1";
        let line = match name {
            "bugopen" if on => "You are now open for bughouse.".to_owned(),
            "bugopen" => "You are not open for bughouse.".to_owned(),
            "open" if on => "You are now open to receive match requests.".to_owned(),
            "open" => "You are no longer open to receive match requests.".to_owned(),
            // The prompt is the same for all: clients wait for it.
            "ptime" => "Your prompt will now not show the time.".to_owned(),
            "interface" => format!("interface set to \"{value}\"."),
            "style" => "Style 12 set.".to_owned(),
            name => format!("{name} set to {value}."),
        };
        if let Some(person) = self.people.get_mut(&me) {
            person.set(name, value);
        }
        self.say(me, &line);
    }

    pub(super) fn bugopen(&mut self, me: PersonId, rest: &str) {
        self.set(me, &format!("bugopen {rest}"));
    }

    pub(super) fn open_(&mut self, me: PersonId, rest: &str) {
        self.set(me, &format!("open {rest}"));
    }

    pub(super) fn style(&mut self, me: PersonId, _rest: &str) {
        self.say(me, "Style 12 set.");
    }

    pub(super) fn alias(&mut self, me: PersonId, _rest: &str) {
        self.say(me, "Alias set.");
    }

    pub(super) fn quiet(&mut self, _me: PersonId, _rest: &str) {}

    pub(super) fn date(&mut self, me: PersonId, _rest: &str) {
        let line = format!("Server time     - {}", date(self.config.epoch + self.now));
        self.say(me, &line);
    }

    pub(super) fn iset(&mut self, me: PersonId, rest: &str) {
        let mut words = rest.split_whitespace();
        let (name, value) = (words.next().unwrap_or_default(), words.next());
        let exact = IVARS.iter().position(|known| *known == name);
        let begins = || IVARS.iter().position(|known| known.starts_with(name));
        let Some(at) = exact.or_else(|| begins().filter(|_| name.len() >= 2)) else {
            let name: String = plain(name).chars().take(20).collect();
            return self.say(me, &format!("No such ivariable \"{name}\"."));
        };
        let locked = self.is_set(me, Ivar::Lock);
        let Some(session) = self.session_of(me) else { return };
        if locked {
            return self.say(me, "Cannot alter: Interface setting locked.");
        }
        let on = match value {
            Some("1" | "on") => true,
            Some("0" | "off") => false,
            None => !session.ivars[at],
            Some(_) => return self.say(me, "Bad value given for ivariable."),
        };
        session.ivars[at] = on;
        let state = if on { "set" } else { "unset" };
        self.say(me, &format!("{} {state}.", IVARS[at]));
    }

    pub(super) fn ivariables(&mut self, me: PersonId, _rest: &str) {
        let Some(session) = self.session_of(me) else { return };
        let values: Vec<String> = IVARS
            .iter()
            .zip(session.ivars)
            .map(|(name, on)| format!("{name}={}", u8::from(on)))
            .collect();
        self.say(me, "Interface variable settings:");
        self.say(me, "");
        self.say_cells(me, &values);
    }

    fn say_cells(&mut self, me: PersonId, cells: &[String]) {
        for row in cells.chunks(4) {
            let padded: String = row.iter().map(|cell| format!("{cell:<18}")).collect();
            self.say(me, padded.trim_end());
        }
    }

    pub(super) fn variables(&mut self, me: PersonId, rest: &str) {
        let word = rest.split_whitespace().next().unwrap_or_default();
        let found = if word.is_empty() { Some(me) } else { self.person_named(word) };
        let Some(person) = found.and_then(|id| self.people.get(&id)) else {
            return self.say(me, &self.nobody(word));
        };
        let title = format!("Variable settings of {}:", person.titled());
        let cells: Vec<String> = VARIABLES
            .iter()
            .filter(|(name, _, _)| *name != "interface" && *name != "formula")
            .map(|(name, _, _)| format!("{name}={}", person.value(name)))
            .collect();
        let interface = format!("Interface: \"{}\"", person.value("interface"));
        let partner = person.partner.map(|partner| self.partner_name(partner).to_owned());
        self.say(me, &title);
        self.say(me, "");
        self.say_cells(me, &cells);
        self.say(me, "");
        self.say(me, &interface);
        if let Some(partner) = partner {
            self.say(me, &format!("Bughouse partner: {partner}"));
        }
    }
}
