//! `help`, and what else is only text.

use super::{COMMANDS, Found, find};
use crate::door::Door;
use crate::person::PersonId;
use crate::text::{END, wrapped};

const WIDTH: usize = 76;

impl Door {
    pub(super) fn help(&mut self, me: PersonId, rest: &str) {
        let word = rest.split_whitespace().next().unwrap_or_default();
        if matches!(word, "" | "all" | "commands" | "index") {
            return self.help_all(me);
        }
        if word == "register" {
            return self.register(me, "");
        }
        match find(word) {
            Found::One(command) => {
                self.say(me, &format!("Usage: {}", command.usage));
                self.say(me, "");
                wrapped(command.help, WIDTH).iter().for_each(|line| self.say(me, line));
            }
            Found::Several(words) => self.say(me, &format!("Help for: {}", words.join(" "))),
            Found::None => {
                let word: String = crate::text::plain(word).chars().take(20).collect();
                self.say(me, &format!("There is no help available on \"{word}\"."));
            }
        }
    }

    fn help_all(&mut self, me: PersonId) {
        let lines = [
            "Find a partner:     bugwho, partner NAME, partner Bot5",
            "Find opponents:     match NAME 3 0 bughouse, match Bot3 3 0 bughouse",
            "With pages:         table 3 0 (opens one), join CODE (sits down at one)",
            "Play:               e2e4, N@f3, e8=Q, draw, resign, ptell +n",
            "Look on:            games, observe NUMBER, pobserve, moves, refresh",
            "By another book:    books, set book stein, rights, article stein 5.4",
            "",
            "All commands; \"help COMMAND\" explains one:",
        ];
        lines.iter().for_each(|line| self.say(me, line));
        let words: Vec<&str> = COMMANDS.iter().map(|command| command.word).collect();
        wrapped(&words.join(" "), WIDTH).iter().for_each(|line| self.say(me, line));
    }

    pub(super) fn register(&mut self, me: PersonId, _rest: &str) {
        let text = "Everybody is a guest here: a name is yours as long as you are logged in, and \
                    as long as you play. When a match begins you are told what opens your seat \
                    again if the line breaks: it is the password of your name until the match is \
                    over.";
        wrapped(text, WIDTH).iter().for_each(|line| self.say(me, line));
    }

    pub(super) fn quit(&mut self, me: PersonId, _rest: &str) {
        let Some(conn) = self.conn_of(me) else { return };
        let kept = self.playing(me).filter(|(table, _)| table.is_playing()).and_then(|_| {
            let person = self.people.get(&me)?;
            let way_back = &person.playing.as_ref()?.way_back;
            Some(format!(
                "Your seat is kept, and its clock runs. Come back as \"{}\", with this password:\
                 {END}{way_back}{END}",
                person.name
            ))
        });
        let word = format!("{}Thank you for using Tandem.", kept.unwrap_or_default());
        self.send_away(conn, &word);
    }

    pub(super) fn abort(&mut self, me: PersonId, _rest: &str) {
        if self.playing(me).is_none() {
            return self.say(me, "You are not playing a game.");
        }
        let text = "No match is aborted here: \"draw\" offers a draw, \"resign\" resigns.";
        self.say(me, text);
    }

    pub(super) fn adjourn(&mut self, me: PersonId, _rest: &str) {
        self.say(me, "Bughouse games cannot be adjourned.");
    }

    pub(super) fn takeback(&mut self, me: PersonId, _rest: &str) {
        self.say(me, "Takeback not implemented for bughouse games yet.");
    }

    pub(super) fn switch(&mut self, me: PersonId, _rest: &str) {
        self.say(me, "Switch not implemented for bughouse games.");
    }
}
