//! `books`, `article`, `rights`: the book that a match is played by.

use std::sync::Arc;

use tandem_referee::{Act, MoveText};
use tandem_rules::book::{Lang, readings};
use tandem_rules::{BoardId, Rulebook, Seat};

use crate::door::Door;
use crate::person::PersonId;
use crate::show::act_words;
use crate::table::Table;
use crate::text::{plain, wrapped};

const WIDTH: usize = 76;

/// An act as it is typed, boards by the numbers of their games.
fn typed(table: &Table, seat: Seat, act: Act<MoveText>) -> String {
    let words = act_words(seat, act);
    BoardId::ALL.into_iter().zip([" on A", " on B"]).fold(words, |words, (board, letter)| {
        match words.strip_suffix(letter) {
            Some(before) => format!("{before} on {}", table.numbers[board]),
            None => words,
        }
    })
}

impl Door {
    pub(super) fn books(&mut self, me: PersonId, _rest: &str) {
        let mine = self.people.get(&me).map(|person| person.value("book").to_owned());
        let lines: Vec<String> = self
            .config
            .books
            .iter()
            .map(|book| {
                let sign = if mine.as_deref() == Some(book.id()) { '*' } else { ' ' };
                format!("{sign} {:<10} {}", book.id(), plain(book.name()))
            })
            .collect();
        lines.iter().for_each(|line| self.say(me, line));
        self.say(me, "");
        self.say(
            me,
            "\"set book stein\" plays by another, \"article stein 5.4\" prints an article.",
        );
    }

    fn book_called(&self, word: &str) -> Option<Arc<Rulebook>> {
        self.config.books.iter().find(|book| book.id().eq_ignore_ascii_case(word)).cloned()
    }

    pub(super) fn article(&mut self, me: PersonId, rest: &str) {
        let mut words = rest.split_whitespace();
        let (first, number) = (words.next().unwrap_or_default(), words.next());
        if first.is_empty() {
            return self.books(me, "");
        }
        let reading = readings().iter().find(|one| one.number().eq_ignore_ascii_case(first));
        if let Some(reading) = reading {
            self.say(me, &format!("{}:", reading.number()));
            return self.say_wrapped(me, reading.text(Lang::En));
        }
        let Some(book) = self.book_called(first) else {
            let word: String = plain(first).chars().take(20).collect();
            return self.say(me, &format!("No such book \"{word}\"; type \"books\"."));
        };
        let Some(number) = number else {
            self.say(me, &format!("{}: {}", book.id(), plain(book.name())));
            let numbers: Vec<&str> =
                book.articles().iter().map(|article| article.number.as_str()).collect();
            self.say(me, "");
            return self.say_wrapped(me, &numbers.join(" "));
        };
        match book.article(&format!("{} {number}", book.id())) {
            Some(article) => {
                self.say(me, &format!("{}:", article.cite()));
                self.say_wrapped(me, article.text(Lang::En));
            }
            None => {
                let number: String = plain(number).chars().take(20).collect();
                self.say(me, &format!("There is no article {number} in {}.", book.id()));
            }
        }
    }

    /// What the book grants, each act as it is typed.
    pub(super) fn rights(&mut self, me: PersonId, _rest: &str) {
        let Some((table, seat)) = self.playing(me) else {
            return self.say(me, "You are not playing a game.");
        };
        let (game, arbiter) = (&table.game, table.arbiter);
        let granted = game.granted(seat, table.moment_at(self.now)).into_iter();
        let granted = granted.filter(|one| arbiter || one.act != Act::CallArbiter);
        let acts = granted.map(|one| {
            let words = typed(table, seat, one.act.map_move(MoveText::from));
            format!("  {words:<28} {}", one.article)
        });
        let mut lines = vec![format!("By {} you may, beside moving:", game.book().id())];
        lines.extend(acts);
        let sayable = game.may_say(seat);
        let kinds: Vec<&str> = sayable.kinds.iter().map(|kind| kind.word()).collect();
        let kinds = if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") };
        lines.push(format!("Partners may say ({}): {kinds}.", sayable.article));
        lines.iter().for_each(|line| self.say(me, line));
    }

    fn say_wrapped(&mut self, me: PersonId, text: &str) {
        wrapped(text, WIDTH).iter().for_each(|line| self.say(me, line));
    }
}
