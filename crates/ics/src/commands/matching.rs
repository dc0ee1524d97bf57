//! `match`: four who want to play, two and two.

use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, BySeat, Millis, Seat};

use crate::asked::Asked;
use crate::door::Door;
use crate::house::{Ask, Plan, Sitter};
use crate::offers::{Terms, What};
use crate::person::{Partner, PersonId};
use crate::text::{END, UNRATED};

/// Two against two.
#[derive(Clone, Copy, Debug)]
struct Four {
    me: PersonId,
    partner: Partner,
    opponent: Partner,
    opponents_partner: Partner,
}

impl Door {
    pub(super) fn match_(&mut self, me: PersonId, rest: &str) {
        let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if word.is_empty() {
            return self.say(me, "Whom do you want to play? Type \"match NAME 3 0 bughouse\".");
        }
        match self.terms(me, rest) {
            Ok(terms) => self.challenge(me, word, terms),
            Err(why) => self.say(me, &why),
        }
    }

    /// The words after a name, in any order.
    pub(super) fn terms(&mut self, me: PersonId, words: &str) -> Result<Terms, String> {
        let Some(person) = self.people.get(&me) else { return Err(String::new()) };
        let number = |name: &str| person.value(name).parse().unwrap_or(0);
        let mut terms = Terms {
            minutes: number("time"),
            increment: number("inc"),
            color: None,
            book: person.value("book").to_owned(),
        };
        let (mut numbers, mut rated) = (Vec::new(), false);
        for word in words.split_whitespace() {
            let lower = word.to_ascii_lowercase();
            match lower.as_str() {
                "white" | "w" => terms.color = Some(Color::White),
                "black" | "b" => terms.color = Some(Color::Black),
                "rated" | "r" => rated = true,
                "unrated" | "u" | "bughouse" | "bug" => {}
                word if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                    numbers.push(word.parse::<u32>().unwrap_or(u32::MAX));
                }
                word if self.config.books.iter().any(|book| book.id() == word) => {
                    terms.book = word.to_owned();
                }
                _ => {
                    let word: String = crate::text::plain(word).chars().take(20).collect();
                    return Err(format!(
                        "\"{word}\" is no part of a match. Only bughouse is played here: \
                         match NAME 3 0 bughouse [BOOK]."
                    ));
                }
            }
        }
        match numbers[..] {
            [] => {}
            [minutes] => (terms.minutes, terms.increment) = (minutes, 0),
            [minutes, increment] => (terms.minutes, terms.increment) = (minutes, increment),
            _ => return Err("All four players have the same time here.".to_owned()),
        }
        if terms.minutes == 0 {
            return Err("A match takes at least a minute: match NAME 3 0 bughouse.".to_owned());
        }
        if rated {
            self.say(me, "You are unregistered - setting to unrated.");
        }
        Ok(terms)
    }

    pub(super) fn challenge(&mut self, me: PersonId, word: &str, terms: Terms) {
        let four = match self.four(me, word) {
            Ok(four) => four,
            Err(why) => return self.say(me, &why),
        };
        let to = self.partner_name(four.opponent).to_owned();
        let Partner::Person(other) = four.opponent else {
            self.announce(four, &terms);
            self.tell(me, &format!("{to} accepts the match offer."));
            return self.begin(four, &terms);
        };
        if let Some(offer) = self.offer_between(other, me, false) {
            let (number, what) = (offer.number, offer.what.clone());
            if matches!(&what, What::Match(theirs) if theirs.meets(&terms)) {
                let mine = self.name_of(me).to_owned();
                self.drop_offer(number);
                self.say(me, &format!("Your challenge intercepts {to}'s challenge."));
                self.tell(other, &format!("{mine}'s challenge intercepts your challenge."));
                let What::Match(theirs) = what else { return };
                let color = terms.color.or(theirs.color.map(|color| !color));
                return self.begin(four, &Terms { color, ..terms });
            }
            self.drop_offer(number);
            let mine = self.name_of(me).to_owned();
            self.say(me, &format!("Declining the match offer from {to} and proposing another."));
            self.tell(other, &format!("{mine} declines the match offer and proposes another."));
        }
        if let Some(offer) = self.offer_between(me, other, false) {
            let number = offer.number;
            if offer.what == What::Match(terms.clone()) {
                let line = format!("You are already offering an identical match to {to}.");
                return self.say(me, &line);
            }
            self.drop_offer(number);
            self.say(me, &format!("Updating offer already made to \"{to}\"."));
            let words = self.match_words(me, &to, &terms);
            self.say(me, &format!("Updating match request to: {words}."));
        }
        self.announce(four, &terms);
        self.add_offer(me, other, What::Match(terms));
    }

    /// The four who would play, or why they can't.
    fn four(&self, me: PersonId, word: &str) -> Result<Four, String> {
        let fail = |why: &str| Err(why.to_owned());
        let Some(person) = self.people.get(&me) else { return fail("") };
        if person.is_busy() {
            return fail("You can't challenge while you are playing a game.");
        }
        let Some(opponent) = self.find(word) else { return Err(self.nobody(word)) };
        if opponent == Partner::Person(me) {
            return fail("You can't match yourself.");
        }
        let Some(partner) = person.partner else {
            let mut why = "You have no partner for bughouse.".to_owned();
            if let Some(bot) = self.config.bots.first() {
                let name = &bot.name;
                let hint = format!("{END}Type \"partner NAME\" first; {name} is a computer.");
                why.push_str(&hint);
            }
            return Err(why);
        };
        if opponent == partner && matches!(partner, Partner::Person(_)) {
            return fail("You cannot challenge your own partner for bughouse.");
        }
        let name = self.partner_name(opponent);
        let opponents_partner = match opponent {
            Partner::Bot(_) => opponent,
            Partner::Person(other) => {
                let Some(other) = self.people.get(&other) else { return Err(self.nobody(word)) };
                if other.is_busy() {
                    return Err(format!("{name} is playing a game."));
                }
                if !other.has_on("open") {
                    return Err(format!("{name} is not open to match requests."));
                }
                match other.partner {
                    Some(partner) => partner,
                    None => return fail("Your opponent has no partner for bughouse."),
                }
            }
        };
        if !self.could_play(partner) {
            return fail("Your partner isn't open to play right now.");
        }
        if !self.could_play(opponents_partner) {
            return fail("Your opponent's partner isn't open to play right now.");
        }
        Ok(Four { me, partner, opponent, opponents_partner })
    }

    fn could_play(&self, who: Partner) -> bool {
        match who {
            Partner::Bot(_) => true,
            Partner::Person(id) => {
                let person = self.people.get(&id);
                person.is_some_and(|person| !person.is_busy() && person.has_on("open"))
            }
        }
    }

    /// All four hear what is offered.
    fn announce(&mut self, four: Four, terms: &Terms) {
        let name = |who| self.partner_name(who).to_owned();
        let words = self.match_words(four.me, &name(four.opponent), terms);
        let (partner, theirs) = (name(four.partner), name(four.opponents_partner));
        let beside = format!("{partner} ({UNRATED}) {theirs} ({UNRATED}) {}", terms.words());
        self.say(four.me, &format!("Issuing: {words}."));
        let mut tell = |who, lines: [String; 2]| {
            if let Partner::Person(id) = who {
                lines.iter().for_each(|line| self.tell(id, line));
            }
        };
        let accept = "You can \"accept\" or \"decline\", or propose different parameters.";
        tell(four.opponent, [format!("Challenge: {words}."), accept.to_owned()]);
        let game = format!("Your game will be: {beside}.");
        tell(four.partner, [format!("Your bughouse partner issues: {words}."), game.clone()]);
        let challenged = format!("Your bughouse partner was challenged: {words}.");
        tell(four.opponents_partner, [challenged, game]);
    }

    /// Somebody accepts a match.
    pub(super) fn accept_match(&mut self, me: PersonId, number: u32) {
        let Some(offer) = self.offers.iter().find(|offer| offer.number == number).cloned() else {
            return;
        };
        let What::Match(terms) = &offer.what else { return };
        let mine = self.name_of(me).to_owned();
        let four = match self.four(offer.from, &mine) {
            Ok(four) => four,
            Err(_) => {
                self.drop_offer(number);
                let name = self.name_of(offer.from).to_owned();
                let line = format!("The match with {mine} can't be played now.");
                self.tell(offer.from, &line);
                return self.say(me, &format!("The match with {name} can't be played now."));
            }
        };
        self.drop_offer(number);
        let name = self.name_of(offer.from).to_owned();
        self.say(me, &format!("You accept the match offer from {name}."));
        self.tell(offer.from, &format!("{mine} accepts the match offer."));
        self.begin(four, terms);
    }

    /// The house is asked for a table.
    fn begin(&mut self, four: Four, terms: &Terms) {
        let white = self.white(four, terms.color);
        let color = if white { Color::White } else { Color::Black };
        let seat = Seat::new(BoardId::A, color);
        let sitter = |who: Partner| match who {
            Partner::Person(id) => Sitter::Here(self.name_of(id).to_owned()),
            Partner::Bot(at) => {
                self.config.bots.get(at).map_or(Sitter::Free, |bot| Sitter::Bot(bot.word.clone()))
            }
        };
        let sides = [
            (seat, Partner::Person(four.me)),
            (seat.partner(), four.partner),
            (seat.opponent(), four.opponent),
            (seat.opponent().partner(), four.opponents_partner),
        ];
        let mut seats = BySeat::new_with(|_| Sitter::Free);
        for (seat, who) in sides {
            seats[seat] = sitter(who);
        }
        let names = [self.partner_name(four.me.into()), self.partner_name(four.opponent)]
            .map(str::to_owned);
        for (who, partners_opponent) in
            [(four.partner, &names[1]), (four.opponents_partner, &names[0])]
        {
            if let Partner::Person(id) = who {
                let line = format!("Your partner has joined a match with {partners_opponent}.");
                self.tell(id, &line);
            }
        }
        let mut people = Vec::new();
        for (seat, who) in sides {
            let Partner::Person(id) = who else { continue };
            people.push(id);
            if let Some(person) = self.people.get_mut(&id) {
                person.starting = true;
            }
            let opponent = sides.iter().find(|(other, _)| *other == seat.opponent());
            let opponent = opponent.map_or("", |(_, who)| self.partner_name(*who)).to_owned();
            self.offers_of_player(id, &opponent);
        }
        let Some(maker) = self.conn_of(four.me) else { return };
        let plan = Plan {
            maker,
            book: terms.book.clone(),
            base: Millis::from_secs(i64::from(terms.minutes) * 60),
            increment: Millis::from_secs(i64::from(terms.increment)),
            seats,
        };
        self.ask(Ask::Make(plan), Asked::Make { who: people });
    }

    /// Whether the challenger has White: as asked, else whoever had Black last.
    fn white(&self, four: Four, asked: Option<Color>) -> bool {
        if let Some(color) = asked {
            return color == Color::White;
        }
        let last = |who| match who {
            Partner::Person(id) => self.people.get(&id).and_then(|person| person.last_color),
            Partner::Bot(_) => None,
        };
        match (last(Partner::Person(four.me)), last(four.opponent)) {
            (Some(Color::White), Some(Color::Black) | None) => false,
            (Some(Color::White | Color::Black) | None, _) => true,
        }
    }

    pub(super) fn rematch(&mut self, me: PersonId, _rest: &str) {
        let Some(person) = self.people.get(&me) else { return };
        if person.is_busy() {
            return self.say(me, "You can't challenge while you are playing a game.");
        }
        let Some(played) = person.played.clone() else {
            return self.say(me, "You have no previous opponent.");
        };
        if !played.all_here {
            let again = Ask::Again { table: played.table, seat: played.seat };
            let text = "Your wish to play again is told to the others at the table.".to_owned();
            return self.ask_for(me, again, Asked::Done { who: me, text });
        }
        let terms = Terms {
            minutes: played.minutes,
            increment: played.increment,
            color: Some(!played.seat.color()),
            book: played.book,
        };
        self.challenge(me, &played.opponent, terms);
    }
}

impl From<PersonId> for Partner {
    fn from(id: PersonId) -> Partner {
        Partner::Person(id)
    }
}
