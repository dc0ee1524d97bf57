//! Talk: to one, to the partner, to a table, to all. Where a book rules what partners may
//! say, no other way of talking goes round it.

use tandem_rules::book::TalkKind;
use tandem_rules::{BoardId, Seat};

use crate::door::Door;
use crate::person::{Partner, PersonId};
use crate::show::read_partner;
use crate::table::Table;
use crate::text::{UNRATED, count, plain};

/// The longest text to a partner, as pages have it.
const LONGEST: usize = 140;

/// The article by which a player may not say just anything to the partner now.
fn silenced(table: &Table, speaker: Seat) -> Option<String> {
    let refusal = table.game.ensure_may_say(speaker, TalkKind::Text).err();
    refusal.filter(|_| table.is_playing()).map(|refusal| refusal.article.to_string())
}

impl Door {
    pub(super) fn ptell(&mut self, me: PersonId, rest: &str) {
        let text: String = rest.chars().take(LONGEST).collect();
        if text.is_empty() {
            return self.say(me, "Usage: ptell TEXT");
        }
        if self.playing(me).is_some() {
            return self.say_to_partner(me, read_partner(&text));
        }
        let Some(partner) = self.people.get(&me).and_then(|person| person.partner) else {
            return self.say(me, "You do not have a partner at present.");
        };
        let (name, mine) = (self.partner_name(partner).to_owned(), self.name_of(me).to_owned());
        if let Partner::Person(other) = partner {
            let line = format!("{mine} (your partner) tells you: {}", plain(&text));
            self.tell(other, &line);
        }
        self.say(me, &format!("(told {name})"));
    }

    pub(super) fn tell_(&mut self, me: PersonId, rest: &str) {
        let (word, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let text = plain(text.trim());
        if word.is_empty() || text.is_empty() {
            return self.say(me, "Usage: tell NAME TEXT");
        }
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.say(me, "There are no channels here.");
        }
        let last = || self.people.get(&me).and_then(|person| person.told).map(Partner::Person);
        let found = if matches!(word, "." | ",") { last() } else { self.find(word) };
        let Some(found) = found else {
            if self.is_at_a_page(word) {
                return self.say(me, "Who plays at a page hears partners only.");
            }
            return self.say(me, &self.nobody(word));
        };
        let Partner::Person(other) = found else {
            let name = self.partner_name(found).to_owned();
            return self.say(me, &format!("(told {name}, who is a computer)"));
        };
        if self.are_partners_in_play(me, other) {
            return self.ptell(me, &text);
        }
        let name = self.name_of(other).to_owned();
        if let Some(article) = self.deaf_by(other) {
            let line =
                format!("{name} plays by a book by which nobody may advise now ({article}).");
            return self.say(me, &line);
        }
        if !self.people.get(&other).is_some_and(|person| person.has_on("tell")) {
            return self.say(me, &format!("{name} is not listening to guests' tells."));
        }
        let mine = self.name_of(me).to_owned();
        self.tell(other, &format!("{mine}(U) tells you: {text}"));
        for (person, with) in [(me, other), (other, me)] {
            if let Some(person) = self.people.get_mut(&person) {
                person.told = Some(with);
            }
        }
        let playing = self.playing(other).is_some();
        let who = if playing { ", who is playing" } else { "" };
        self.say(me, &format!("(told {name}{who})"));
    }

    fn is_at_a_page(&self, word: &str) -> bool {
        let named = |table: &Table| {
            Seat::ALL.into_iter().any(|seat| table.name(seat).eq_ignore_ascii_case(word))
        };
        self.tables.values().any(named)
    }

    fn are_partners_in_play(&self, me: PersonId, other: PersonId) -> bool {
        let same = |(table, seat): (&Table, Seat)| table.players[seat.partner()] == Some(other);
        self.playing(me).is_some_and(same)
    }

    /// The article by which nobody but the partner, in the book's own words, may advise somebody.
    fn deaf_by(&self, person: PersonId) -> Option<String> {
        let (table, seat) = self.playing(person)?;
        silenced(table, seat.partner())
    }

    /// The article by which a player may not talk freely.
    fn dumb_by(&self, person: PersonId) -> Option<String> {
        let (table, seat) = self.playing(person)?;
        silenced(table, seat)
    }

    pub(super) fn say_(&mut self, me: PersonId, rest: &str) {
        let text = plain(rest);
        if text.is_empty() {
            return self.say(me, "Usage: say TEXT");
        }
        if let Some(article) = self.dumb_by(me) {
            return self.say(me, &format!(":Referee: {article}: players may not say this now."));
        }
        let opponent = match self.playing(me) {
            Some((table, seat)) => {
                let number = table.numbers[seat.board()];
                Some((
                    table.name(seat.opponent()).to_owned(),
                    table.players[seat.opponent()],
                    number,
                ))
            }
            None => {
                let played = self.people.get(&me).and_then(|person| person.played.clone());
                played.map(|played| {
                    let person = self.person_named(&played.opponent);
                    (played.opponent, person, 0)
                })
            }
        };
        let Some((name, person, number)) = opponent else {
            return self.say(me, "I don't know whom to say that to.");
        };
        let Some(other) = person else {
            return self.say(me, &format!("{name} does not hear you."));
        };
        let mine = self.name_of(me).to_owned();
        let game = if number == 0 { String::new() } else { format!("[{number}]") };
        self.tell(other, &format!("{mine}(U){game} says: {text}"));
        self.say(me, &format!("(told {name})"));
    }

    /// The game that somebody plays or looks on at.
    fn game_at_hand(&self, me: PersonId) -> Option<(&Table, BoardId)> {
        if let Some((table, seat)) = self.playing(me) {
            return Some((table, seat.board()));
        }
        self.tables.values().find_map(|table| {
            let watched = table.watchers.iter().find(|(person, _)| *person == me)?;
            Some((table, watched.1))
        })
    }

    pub(super) fn kibitz(&mut self, me: PersonId, rest: &str) {
        if rest.is_empty() {
            return self.say(me, "Usage: kibitz TEXT");
        }
        let Some((table, board)) = self.game_at_hand(me) else {
            return self.say(me, "You are not playing or observing a game.");
        };
        // Players hear a kibitz, the partner among them: it is a word like any other.
        let barred = Seat::ALL.into_iter().find_map(|seat| silenced(table, seat));
        if let Some(article) = barred {
            let line = format!(":Referee: {article}: players of this match may not be told this.");
            return self.say(me, &line);
        }
        let players = Seat::ALL.into_iter().filter_map(|seat| table.players[seat]);
        let watchers = table.watchers.iter().filter(|(_, at)| *at == board).map(|(who, _)| *who);
        let mut hearers: Vec<PersonId> = players.chain(watchers).collect();
        hearers.sort_unstable();
        hearers.dedup();
        self.speak(me, board, hearers, ("kibitzes", "kibitzed"), rest);
    }

    pub(super) fn whisper(&mut self, me: PersonId, rest: &str) {
        if rest.is_empty() {
            return self.say(me, "Usage: whisper TEXT");
        }
        let Some((table, board)) = self.game_at_hand(me) else {
            return self.say(me, "You are not playing or observing a game.");
        };
        let plays = |who: PersonId| table.seat_of(who).is_some();
        let watchers = table.watchers.iter().filter(|(who, at)| *at == board && !plays(*who));
        let hearers: Vec<PersonId> = watchers.map(|(who, _)| *who).collect();
        self.speak(me, board, hearers, ("whispers", "whispered"), rest);
    }

    fn speak(
        &mut self,
        me: PersonId,
        board: BoardId,
        hearers: Vec<PersonId>,
        (verb, done): (&str, &str),
        text: &str,
    ) {
        let number = self.game_at_hand(me).map_or(0, |(table, _)| table.numbers[board]);
        let line = format!("{}(U)({UNRATED})[{number}] {verb}: {}", self.name_of(me), plain(text));
        let deaf = |door: &Door, who: &PersonId| {
            verb == "kibitzes" && !door.people.get(who).is_some_and(|one| one.has_on("kibitz"))
        };
        let hearers: Vec<PersonId> =
            hearers.into_iter().filter(|who| *who != me && !deaf(self, who)).collect();
        hearers.iter().for_each(|who| self.tell(*who, &line));
        self.say(me, &format!("({done} to {})", count(hearers.len(), "player")));
    }

    pub(super) fn shout(&mut self, me: PersonId, rest: &str) {
        let text = plain(rest);
        if text.is_empty() {
            return self.say(me, "Usage: shout TEXT");
        }
        if let Some(article) = self.dumb_by(me) {
            return self.say(me, &format!(":Referee: {article}: players may not say this now."));
        }
        let line = format!("{}(U) shouts: {text}", self.name_of(me));
        let hears = |door: &Door, id: &PersonId| {
            door.people.get(id).is_some_and(|person| person.has_on("shout"))
                && door.deaf_by(*id).is_none()
        };
        let all: Vec<PersonId> = self.people.keys().copied().collect();
        let hearers: Vec<PersonId> =
            all.into_iter().filter(|id| *id != me && hears(self, id)).collect();
        hearers.iter().for_each(|id| self.tell(*id, &line));
        self.say(me, &format!("(shouted to {})", count(hearers.len(), "player")));
    }
}
