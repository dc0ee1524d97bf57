//! `accept`, `decline`, `withdraw`, `pending`: answers to what is offered.

use tandem_referee::Act;

use crate::asked::Did;
use crate::door::Door;
use crate::offers::{Offer, What};
use crate::person::PersonId;

/// What an answer is about.
enum Meant {
    Offer(Offer),
    Draw,
    Nothing(String),
}

impl Door {
    pub(super) fn accept(&mut self, me: PersonId, rest: &str) {
        if rest == "illegal" {
            return self.do_act(me, Act::AcceptIllegal, Did::Other);
        }
        match self.meant(me, rest, "accept") {
            Meant::Nothing(why) => self.say(me, &why),
            Meant::Draw => self.do_act(me, Act::AcceptDraw, Did::Other),
            Meant::Offer(offer) => match offer.what {
                What::Partnership => self.agree_to_partner(me, offer.number),
                What::Match(_) => self.accept_match(me, offer.number),
            },
        }
    }

    pub(super) fn decline(&mut self, me: PersonId, rest: &str) {
        let offer = match self.meant(me, rest, "decline") {
            Meant::Nothing(why) => return self.say(me, &why),
            Meant::Draw => return self.do_act(me, Act::DeclineDraw, Did::Other),
            Meant::Offer(offer) => offer,
        };
        self.drop_offer(offer.number);
        let (name, mine) = (self.name_of(offer.from).to_owned(), self.name_of(me).to_owned());
        match offer.what {
            What::Partnership => {
                self.say(me, &format!("You decline the partnership request from {name}."));
                self.tell(offer.from, &format!("{mine} declines the partnership request."));
            }
            What::Match(_) => {
                self.say(me, &format!("You decline the match offer from {name}."));
                self.tell(offer.from, &format!("{mine} declines the match offer."));
                if let Some(partner) = self.human_partner(offer.from) {
                    let line = format!("{mine} declines the bughouse offer from your partner.");
                    self.tell(partner, &line);
                }
                if let Some(partner) = self.human_partner(me) {
                    let line = format!("Your partner declines the bughouse offer from {name}.");
                    self.tell(partner, &line);
                }
            }
        }
    }

    pub(super) fn withdraw(&mut self, me: PersonId, rest: &str) {
        let mine: Vec<Offer> =
            self.offers.iter().filter(|offer| offer.from == me).cloned().collect();
        let offer = match self.pick(&mine, rest, |offer| offer.to, "withdraw") {
            Ok(offer) => offer,
            Err(why) => return self.say(me, &why),
        };
        self.drop_offer(offer.number);
        let (name, mine) = (self.name_of(offer.to).to_owned(), self.name_of(me).to_owned());
        let what = match offer.what {
            What::Partnership => "partnership request",
            What::Match(_) => "match offer",
        };
        self.say(me, &format!("You withdraw the {what} to {name}."));
        self.tell(offer.to, &format!("{mine} withdraws the {what}."));
        if matches!(offer.what, What::Match(_)) {
            if let Some(partner) = self.human_partner(me) {
                self.tell(partner, &format!("Your partner withdraws the match offer to {name}."));
            }
            if let Some(partner) = self.human_partner(offer.to) {
                let line = format!("{mine} withdraws the match offer to your partner.");
                self.tell(partner, &line);
            }
        }
    }

    /// What somebody answers.
    fn meant(&self, me: PersonId, rest: &str, verb: &str) -> Meant {
        let mine: Vec<Offer> = self.offers.iter().filter(|offer| offer.to == me).cloned().collect();
        let draw = self.draw_is_offered(me);
        if rest == "draw" || (rest.is_empty() && draw && mine.is_empty()) {
            return Meant::Draw;
        }
        if rest.is_empty() && draw {
            return Meant::Nothing(several(verb));
        }
        match self.pick(&mine, rest, |offer| offer.from, verb) {
            Ok(offer) => Meant::Offer(offer),
            Err(why) => Meant::Nothing(why),
        }
    }

    fn draw_is_offered(&self, me: PersonId) -> bool {
        self.playing(me)
            .is_some_and(|(table, seat)| table.draw_offered_to(seat, self.now).is_some())
    }

    /// One of several offers: by its number, by a name, or the only one.
    fn pick(
        &self,
        offers: &[Offer],
        word: &str,
        other: impl Fn(&Offer) -> PersonId,
        verb: &str,
    ) -> Result<Offer, String> {
        if word.is_empty() {
            return match offers {
                [] => Err(format!("There are no offers to {verb}.")),
                [one] => Ok(one.clone()),
                _ => Err(several(verb)),
            };
        }
        let by_number = word.parse::<u32>().ok();
        let named = |offer: &&Offer| match by_number {
            Some(number) => offer.number == number,
            None => {
                let name = self.name_of(other(offer));
                name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            }
        };
        let found: Vec<&Offer> = offers.iter().filter(named).collect();
        match (found[..].first(), by_number) {
            (Some(offer), _) => Ok((*offer).clone()),
            (None, Some(number)) => Err(format!("There is no offer {number} to {verb}.")),
            (None, None) => {
                let word: String = crate::text::plain(word).chars().take(20).collect();
                Err(format!("There is no offer of {word} to {verb}."))
            }
        }
    }

    pub(super) fn pending(&mut self, me: PersonId, _rest: &str) {
        let words = |offer: &Offer, to_me: bool| {
            let who = if to_me {
                let name = self.name_of(offer.from);
                format!("{name} is offering")
            } else {
                let name = self.name_of(offer.to);
                format!("You are offering {name}")
            };
            let what = match &offer.what {
                What::Partnership => "to be bughouse partners".to_owned(),
                What::Match(terms) => {
                    let other = self.name_of(offer.to);
                    format!("a challenge: {}", self.match_words(offer.from, other, terms))
                }
            };
            format!(" {:3}: {who} {what}.", offer.number)
        };
        let of = |to_me: bool| -> Vec<String> {
            let mine = self
                .offers
                .iter()
                .filter(|offer| if to_me { offer.to == me } else { offer.from == me });
            mine.map(|offer| words(offer, to_me)).collect()
        };
        let (mut to_others, mut to_me) = (of(false), of(true));
        // A draw is the table's matter: it has no number, and is answered by its name.
        if let Some((table, seat)) = self.playing(me) {
            let opponent = table.name(seat.opponent());
            if table.wants_draw(seat) {
                to_others.push(format!("      You are offering {opponent} a draw."));
            }
            if let Some(from) = table.draw_offered_to(seat, self.now) {
                let how = "type \"accept draw\" or \"decline draw\"";
                to_me.push(format!("      {} is offering a draw; {how}.", table.name(from)));
            }
        }
        let mut lines = Vec::new();
        if to_others.is_empty() {
            lines.push("There are no offers pending to other players.".to_owned());
        } else {
            lines.extend(["Offers to other players:".to_owned(), String::new()]);
            lines.extend(to_others);
            lines.push(String::new());
            let how = "If you wish to withdraw any of these offers type \"withdraw number\".";
            lines.push(how.to_owned());
        }
        lines.push(String::new());
        if to_me.is_empty() {
            lines.push("There are no offers pending from other players.".to_owned());
        } else {
            lines.extend(["Offers from other players:".to_owned(), String::new()]);
            lines.extend(to_me);
            lines.push(String::new());
            for verb in ["accept", "decline"] {
                let how =
                    format!("If you wish to {verb} any of these offers type \"{verb} number\".");
                lines.push(how);
            }
        }
        lines.iter().for_each(|line| self.say(me, line));
    }
}

fn several(verb: &str) -> String {
    let end = crate::text::END;
    format!(
        "There is more than one pending offer.{end}Type \"pending\" to see the list of \
         offers.{end}Type \"{verb} n\" to {verb} an offer."
    )
}
