//! `partner`: two who want to play together.

use crate::door::Door;
use crate::offers::What;
use crate::person::{Partner, PersonId};

impl Door {
    pub(super) fn partner(&mut self, me: PersonId, rest: &str) {
        let word = rest.split_whitespace().next().unwrap_or_default();
        if word.is_empty() {
            return self.end_partnership(me);
        }
        let Some(found) = self.find(word) else {
            return self.say(me, &self.nobody(word));
        };
        let mine = self.people.get(&me).and_then(|person| person.partner);
        if found == Partner::Person(me) {
            return self.say(me, "You can't be your own bughouse partner.");
        }
        let name = self.partner_name(found).to_owned();
        if mine == Some(found) {
            return self.say(me, &format!("You are already bughouse partners with {name}."));
        }
        if mine.is_some() {
            return self.say(me, "You already have a partner; type \"partner\" to part first.");
        }
        self.open_for_bughouse(me);
        match found {
            Partner::Bot(_) => {
                self.say(me, &format!("Making a partnership offer to {name}."));
                self.tell(me, &format!("{name} agrees to be your partner."));
                self.become_partners(me, found);
            }
            Partner::Person(other) => self.offer_partnership(me, other),
        }
    }

    fn open_for_bughouse(&mut self, me: PersonId) {
        if self.people.get(&me).is_some_and(|person| !person.has_on("bugopen")) {
            if let Some(person) = self.people.get_mut(&me) {
                person.set("bugopen", "1".to_owned());
            }
            self.say(me, "Setting you open for bughouse.");
        }
    }

    fn offer_partnership(&mut self, me: PersonId, other: PersonId) {
        let (name, mine) = (self.name_of(other).to_owned(), self.name_of(me).to_owned());
        if let Some(offer) = self.offer_between(other, me, true) {
            let number = offer.number;
            return self.agree_to_partner(me, number);
        }
        if self.offer_between(me, other, true).is_some() {
            return self.say(me, "You are already offering to be bughouse partners.");
        }
        let Some(person) = self.people.get(&other) else { return };
        if person.partner.is_some() {
            return self.say(me, &format!("{name} already has a partner."));
        }
        if !person.has_on("bugopen") {
            return self.say(me, &format!("{name} is not open for bughouse."));
        }
        self.say(me, &format!("Making a partnership offer to {name}."));
        self.add_offer(me, other, What::Partnership);
        let line = format!(
            "{mine} offers to be your bughouse partner; type \"partner {mine}\" to accept."
        );
        self.tell(other, &line);
    }

    /// Somebody accepts an offer to be partners.
    pub(super) fn agree_to_partner(&mut self, me: PersonId, number: u32) {
        let Some(offer) = self.drop_offer(number) else { return };
        let (name, mine) = (self.name_of(offer.from).to_owned(), self.name_of(me).to_owned());
        self.say(me, &format!("You agree to be {name}'s partner."));
        self.tell(offer.from, &format!("{mine} agrees to be your partner."));
        self.become_partners(me, Partner::Person(offer.from));
    }

    fn become_partners(&mut self, me: PersonId, partner: Partner) {
        if let Some(person) = self.people.get_mut(&me) {
            person.partner = Some(partner);
        }
        self.partnership_lapses(me, partner);
        if let Partner::Person(other) = partner {
            if let Some(person) = self.people.get_mut(&other) {
                person.partner = Some(Partner::Person(me));
            }
            self.partnership_lapses(other, Partner::Person(me));
        }
    }

    fn end_partnership(&mut self, me: PersonId) {
        let Some(person) = self.people.get_mut(&me) else { return };
        let Some(partner) = person.partner.take() else {
            return self.say(me, "You do not have a bughouse partner.");
        };
        self.say(me, "You no longer have a bughouse partner.");
        self.matches_lapse(me);
        if let Partner::Person(other) = partner {
            if let Some(person) = self.people.get_mut(&other) {
                person.partner = None;
            }
            self.tell(other, "Your partner has ended partnership.");
            self.tell(other, "You no longer have a bughouse partner.");
            self.matches_lapse(other);
        }
    }
}
