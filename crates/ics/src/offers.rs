//! Offers that wait for an answer: to be partners, to play a match.

use tandem_rules::shakmaty::Color;

use crate::door::Door;
use crate::person::{Partner, PersonId};
use crate::session::Ivar;
use crate::text::UNRATED;

/// What a match is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) minutes: u32,
    pub(crate) increment: u32,
    /// The colour of whoever offers, if one is asked for.
    pub(crate) color: Option<Color>,
    pub(crate) book: String,
}

impl Terms {
    /// `unrated bughouse 3 0`, with the book if it is not the usual one.
    pub(crate) fn words(&self) -> String {
        let book = if self.book == "fics" { String::new() } else { format!(" [{}]", self.book) };
        format!("unrated bughouse {} {}{book}", self.minutes, self.increment)
    }

    /// Whether the other side's wish is the same match.
    pub(crate) fn meets(&self, other: &Terms) -> bool {
        let colors = match (self.color, other.color) {
            (Some(mine), Some(theirs)) => mine != theirs,
            (None, _) | (_, None) => true,
        };
        colors
            && (self.minutes, self.increment, &self.book)
                == (other.minutes, other.increment, &other.book)
    }
}

/// What is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Partnership,
    Match(Terms),
}

/// An offer that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) number: u32,
    pub(crate) from: PersonId,
    pub(crate) to: PersonId,
    pub(crate) what: What,
}

impl Door {
    /// `A (++++) [white] C (++++) unrated bughouse 3 0`.
    pub(crate) fn match_words(&self, from: PersonId, to: &str, terms: &Terms) -> String {
        let color = match terms.color {
            Some(Color::White) => " [white]",
            Some(Color::Black) => " [black]",
            None => "",
        };
        let from = self.name_of(from);
        format!("{from} ({UNRATED}){color} {to} ({UNRATED}) {}", terms.words())
    }

    fn offer_info(&self, offer: &Offer, to_maker: bool) -> String {
        let (sign, other) = if to_maker { ("<pt>", offer.to) } else { ("<pf>", offer.from) };
        let (kind, words) = match &offer.what {
            What::Partnership => ("partner", "#".to_owned()),
            What::Match(terms) => {
                ("match", self.match_words(offer.from, self.name_of(offer.to), terms))
            }
        };
        format!("{sign} {} w={} t={kind} p={words}", offer.number, self.name_of(other))
    }

    pub(crate) fn add_offer(&mut self, from: PersonId, to: PersonId, what: What) {
        let taken = |number: &u32| self.offers.iter().any(|offer| offer.number == *number);
        let number = (1..).find(|number| !taken(number)).unwrap_or(u32::MAX);
        let offer = Offer { number, from, to, what };
        for (person, to_maker) in [(from, true), (to, false)] {
            if self.is_set(person, Ivar::Pendinfo) {
                let line = self.offer_info(&offer, to_maker);
                self.tell(person, &line);
            }
        }
        self.offers.push(offer);
    }

    pub(crate) fn drop_offer(&mut self, number: u32) -> Option<Offer> {
        let at = self.offers.iter().position(|offer| offer.number == number)?;
        let offer = self.offers.remove(at);
        for person in [offer.from, offer.to] {
            if self.is_set(person, Ivar::Pendinfo) {
                self.tell(person, &format!("<pr> {number}"));
            }
        }
        Some(offer)
    }

    /// The offer of one to the other, of a kind.
    pub(crate) fn offer_between(
        &self,
        from: PersonId,
        to: PersonId,
        partnership: bool,
    ) -> Option<&Offer> {
        self.offers.iter().find(|offer| {
            (offer.from, offer.to) == (from, to) && (offer.what == What::Partnership) == partnership
        })
    }

    /// Two have become partners: what others offered them, and they others, lapses.
    pub(crate) fn partnership_lapses(&mut self, me: PersonId, partner: Partner) {
        let (name, with) = (self.name_of(me).to_owned(), self.partner_name(partner).to_owned());
        for offer in self.lapsing(|offer| {
            offer.what == What::Partnership && (offer.from == me || offer.to == me)
        }) {
            if offer.from == me {
                let other = self.name_of(offer.to).to_owned();
                self.tell(me, &format!("Partnership offer to {other} withdrawn."));
                let why = format!(
                    "{name}, who was offering a partnership with you, has accepted a partnership \
                     with {with}."
                );
                self.tell(offer.to, &why);
                self.tell(offer.to, &format!("Partnership offer from {name} removed."));
            } else {
                let other = self.name_of(offer.from).to_owned();
                self.tell(me, &format!("Partnership offer from {other} removed."));
                let why = format!(
                    "{name}, whom you were offering a partnership with, has accepted a \
                     partnership with {with}."
                );
                self.tell(offer.from, &why);
                self.tell(offer.from, &format!("Partnership offer to {name} withdrawn."));
            }
        }
    }

    /// Somebody has gone: what was offered by them and to them lapses.
    pub(crate) fn offers_of_departed(&mut self, me: PersonId) {
        self.offers_lapse(me, "has departed", |_| true);
    }

    /// Somebody has no partner any more: matches that were offered by them and to them lapse, and they hear so too.
    pub(crate) fn matches_lapse(&mut self, me: PersonId) {
        let is_match = |offer: &Offer| matches!(offer.what, What::Match(_));
        let mine =
            self.offers.iter().filter(|one| is_match(one) && (one.from == me || one.to == me));
        let lines: Vec<String> = mine
            .map(|offer| {
                if offer.from == me {
                    format!("Challenge to {} withdrawn.", self.name_of(offer.to))
                } else {
                    format!("Challenge from {} removed.", self.name_of(offer.from))
                }
            })
            .collect();
        self.offers_lapse(me, "has no partner any more", is_match);
        lines.iter().for_each(|line| self.tell(me, line));
    }

    /// Somebody plays now: the same.
    pub(crate) fn offers_of_player(&mut self, me: PersonId, opponent: &str) {
        self.offers_lapse(me, &format!("has joined a game with {opponent}"), |_| true);
    }

    fn offers_lapse(&mut self, me: PersonId, why: &str, which: impl Fn(&Offer) -> bool) {
        let name = self.name_of(me).to_owned();
        let lapses = |offer: &Offer| (offer.from == me || offer.to == me) && which(offer);
        for offer in self.lapsing(lapses) {
            let came_from_me = offer.from == me;
            let other = if came_from_me { offer.to } else { offer.from };
            let (doing, short) = match offer.what {
                What::Partnership => ("offering a partnership with", "Partnership offer"),
                What::Match(_) => ("challenging", "Challenge"),
            };
            let mut lines = Vec::new();
            if came_from_me {
                lines.push(format!("{name}, who was {doing} you, {why}."));
                lines.push(format!("{short} from {name} removed."));
            } else {
                lines.push(format!("{name}, whom you were {doing}, {why}."));
                lines.push(format!("{short} to {name} withdrawn."));
            }
            for line in &lines {
                self.tell(other, line);
            }
            if matches!(offer.what, What::Match(_))
                && let Some(partner) = self.human_partner(other)
                && partner != me
            {
                let direction = if came_from_me { "from" } else { "to" };
                let end = if came_from_me { "removed" } else { "withdrawn" };
                self.tell(partner, &format!("Partner's challenge {direction} {name} {end}."));
            }
        }
    }

    fn lapsing(&mut self, lapses: impl Fn(&Offer) -> bool) -> Vec<Offer> {
        let numbers: Vec<u32> =
            self.offers.iter().filter(|offer| lapses(offer)).map(|offer| offer.number).collect();
        numbers.into_iter().filter_map(|number| self.drop_offer(number)).collect()
    }
}
