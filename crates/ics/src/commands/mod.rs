//! Commands: which there are, and which one a line means.

mod answering;
mod books;
mod help;
mod lists;
mod matching;
mod partner;
mod playing;
mod settings;
mod tables;
mod talking;
mod watching;

use tandem_notation::San;
use tandem_rules::Coordinates;

use crate::door::Door;
use crate::house::Conn;
use crate::person::PersonId;
use crate::session::{Block, Ivar};

pub(crate) use playing::candidates;

/// What a command does.
type Run = fn(&mut Door, PersonId, &str);

/// A command.
pub(crate) struct Command {
    pub(crate) word: &'static str,
    /// The number by which clients that number their commands know it.
    code: u16,
    run: Run,
    /// How it is typed, and what it does.
    pub(crate) usage: &'static str,
    pub(crate) help: &'static str,
}

const MOVE: u16 = 1;
const UNKNOWN: u16 = 512;
const AMBIGUOUS: u16 = 514;
const NO_NUMBER: u16 = 519;
/// Commands that FICS does not know have numbers beyond all of FICS's.
const OURS: u16 = 900;

/// What a letter means that begins more than one command.
const SHORT: [(&str, &str); 11] = [
    ("a", "accept"),
    ("b", "bugwho"),
    ("d", "decline"),
    ("g", "games"),
    ("k", "kibitz"),
    ("m", "match"),
    ("o", "observe"),
    ("pt", "ptell"),
    ("t", "tell"),
    ("w", "who"),
    ("wh", "who"),
];

macro_rules! commands {
    ($($word:literal $code:expr, $run:expr, $usage:literal, $help:literal;)+) => {
        /// Every command, in the order in which `help` lists them.
        pub(crate) const COMMANDS: &[Command] = &[
            $(Command { word: $word, code: $code, run: $run, usage: $usage, help: $help },)+
        ];
    };
}

commands! {
    "abort" 10, Door::abort, "abort", "Matches are not aborted here: a draw can be offered, a game resigned.";
    "accept" 11, Door::accept, "accept [number|name|draw|illegal]", "Accepts an offer, a draw, or an illegal move that shall stand.";
    "adjourn" 13, Door::adjourn, "adjourn", "Bughouse games cannot be adjourned.";
    "alias" 159, Door::alias, "alias", "Taken as given: clients ask for one at login.";
    "arbiter" OURS, Door::arbiter, "arbiter", "Stops the clocks and calls the arbiter, where the match has one.";
    "article" OURS + 1, Door::article, "article stein 5.4", "Prints an article of a book, or a reading (article R20).";
    "bell" 17, Door::quiet, "bell", "Taken as given.";
    "book" OURS + 2, Door::article, "book [stein [5.4]]", "Prints a book's articles, or one of them.";
    "books" OURS + 3, Door::books, "books", "Lists the books that can be played by.";
    "bugopen" OURS + 4, Door::bugopen, "bugopen", "Opens you for bughouse, or closes you.";
    "bugwho" 22, Door::bugwho, "bugwho [g][p][u]", "Shows bughouse games, partnerships and players without a partner.";
    "call" OURS + 5, |door, me, rest| door.act(me, "call", rest), "call arbiter", "Stops the clocks and calls the arbiter, where the match has one.";
    "claim" OURS + 6, Door::claim, "claim flag|mate|illegal|repetition|fifty [MOVE] [on A|B]", "Claims what the book lets a player claim.";
    "date" 32, Door::date, "date", "Tells the time.";
    "decline" 33, Door::decline, "decline [number|name|draw]", "Declines an offer or a draw.";
    "draw" 34, Door::draw, "draw", "Offers a draw, or accepts the one that is offered.";
    "finger" 37, Door::finger, "finger [name]", "Tells who somebody is.";
    "flag" 38, Door::flag, "flag", "Says that the opponent's time is over.";
    "games" 43, Door::games, "games [number|name]", "Lists the games that go on.";
    "give" OURS + 7, |door, me, rest| door.act(me, "give", rest), "give Nf3 | give N@", "Hands over a piece that the book demands.";
    "help" 50, Door::help, "help [command]", "Lists the commands, or explains one.";
    "hold" OURS + 8, |door, me, rest| door.act(me, "hold", rest), "hold on|off", "Holds captured pieces back from the partner, where that is a right.";
    "invisible" OURS + 9, |door, me, rest| door.act(me, "invisible", rest), "invisible B", "Forbids the opponent a hidden piece (sscr 1.8).";
    "iset" 56, Door::iset, "iset NAME 0|1", "Sets a variable of the interface.";
    "ivariables" 58, Door::ivariables, "ivariables", "Shows the variables of the interface.";
    "join" OURS + 10, Door::join, "join CODE [A|a|B|b]", "Sits down at a table, made here or on a page.";
    "kibitz" 62, Door::kibitz, "kibitz TEXT", "Says something to all at the table.";
    "leave" OURS + 11, Door::leave_table, "leave", "Gets up from a table before the match has begun.";
    "match" 73, Door::match_, "match NAME [min inc] [white|black] bughouse [BOOK]", "Challenges somebody, with partners, to a match.";
    "moves" 77, Door::moves, "moves [number|name]", "Lists the moves of a game.";
    "observe" 80, Door::observe, "observe NUMBER|NAME|CODE", "Looks on at a game.";
    "open" 83, Door::open_, "open", "Opens you for matches, or closes you.";
    "partner" 84, Door::partner, "partner [NAME]", "Offers to be partners, accepts it, or ends a partnership.";
    "pass" OURS + 12, |door, me, rest| door.act(me, "pass", rest), "pass N", "Passes a captured piece to the partner, where that is a right.";
    "pending" 87, Door::pending, "pending", "Lists the offers that wait for an answer.";
    "pobserve" 89, Door::pobserve, "pobserve [NAME]", "Looks on at the partner's game.";
    "prefresh" 90, Door::prefresh, "prefresh", "Shows the partner's board.";
    "press" OURS + 13, |door, me, rest| door.act(me, "press", rest), "press", "Presses the clock, where that is an act of its own.";
    "ptell" 94, Door::ptell, "ptell TEXT", "Tells the partner something: sit, go, +n, --q, flag, may I resign?";
    "ptime" 95, Door::ptime, "ptime", "Tells the clocks of the partner's game.";
    "quit" 97, Door::quit, "quit", "Leaves. A seat in a match is kept, and its clock runs.";
    "refresh" 101, Door::refresh, "refresh [number|name]", "Shows a board again.";
    "register" OURS + 14, Door::register, "register", "Tells about names: everybody is a guest here.";
    "rematch" 102, Door::rematch, "rematch", "Asks for another match, colours changed.";
    "resign" 103, Door::resign, "resign", "Resigns the game.";
    "retract" OURS + 15, |door, me, rest| door.act(me, "retract", rest), "retract", "Takes back a move that was made and not completed, where the book lets one.";
    "return" OURS + 16, |door, me, rest| door.act(me, "return", rest), "return clock", "Starts the opponent's clock without a move (asten 8, sscr 6.4).";
    "rights" OURS + 17, Door::rights, "rights", "Tells what the book grants you now, with the articles.";
    "say" 107, Door::say_, "say TEXT", "Says something to the opponent.";
    "set" 109, Door::set, "set NAME [VALUE]", "Sets a variable: set book stein.";
    "shout" 110, Door::shout, "shout TEXT", "Says something to all who hear shouts (set shout 1).";
    "show" OURS + 18, |door, me, rest| door.act(me, "show", rest), "show", "Asks to see the opponent's pieces.";
    "style" 128, Door::style, "style 12", "Boards are always of style 12.";
    "substitute" OURS + 19, Door::substitute, "substitute NAME BOT", "Wants a bot for somebody who left; all who stayed must.";
    "switch" 130, Door::switch, "switch", "Not in bughouse.";
    "table" OURS + 20, Door::make_table, "table [min inc] [white|black] [BOOK]", "Opens a table that others join, here or on a page.";
    "takeback" 131, Door::takeback, "takeback", "Not in bughouse.";
    "takeseat" OURS + 21, Door::take_seat, "takeseat", "Takes your seat back from the bot that plays for you.";
    "tell" 132, Door::tell_, "tell NAME TEXT", "Tells somebody something.";
    "time" 133, Door::time, "time [number|name]", "Tells the clocks of a game.";
    "unalias" 136, Door::alias, "unalias", "Taken as given.";
    "unobserve" 138, Door::unobserve, "unobserve [number]", "Looks on no more.";
    "variables" 143, Door::variables, "variables [name]", "Shows somebody's variables.";
    "visible" OURS + 22, |door, me, rest| door.act(me, "visible", rest), "visible B", "Allows a hidden piece again (sscr 1.8).";
    "whisper" 145, Door::whisper, "whisper TEXT", "Says something to those who look on.";
    "who" 146, Door::who, "who", "Lists who is here.";
    "withdraw" 147, Door::withdraw, "withdraw [number|name]", "Takes an offer back.";
}

/// Which command a word means.
pub(crate) enum Found {
    One(&'static Command),
    Several(Vec<&'static str>),
    None,
}

/// Finds a command by its word or the beginning of it.
pub(crate) fn find(word: &str) -> Found {
    let word = word.to_ascii_lowercase();
    let long = SHORT.iter().find(|(short, _)| *short == word).map_or(word.as_str(), |(_, it)| it);
    if let Some(command) = COMMANDS.iter().find(|command| command.word == long) {
        return Found::One(command);
    }
    let found: Vec<&Command> =
        COMMANDS.iter().filter(|command| command.word.starts_with(long)).collect();
    match found[..] {
        [] => Found::None,
        [one] => Found::One(one),
        _ => Found::Several(found.iter().map(|command| command.word).collect()),
    }
}

/// Whether a word is meant as a move.
fn is_move(word: &str) -> bool {
    let castles = matches!(word.to_ascii_lowercase().as_str(), "o-o" | "o-o-o" | "0-0" | "0-0-0");
    let bare = word.trim_end_matches(['+', '#', '!', '?']);
    let reads = |text: &String| San::parse(text).is_ok() || text.parse::<Coordinates>().is_ok();
    castles
        || (bare.bytes().any(|byte| byte.is_ascii_digit())
            && candidates(bare, false).iter().any(reads))
}

impl Door {
    /// A line of somebody who is in.
    pub(crate) fn command(&mut self, me: PersonId, line: &str) {
        let Some(conn) = self.conn_of(me) else { return };
        let numbers = self.is_set(me, Ivar::Block);
        let (id, line) = match (numbers, line.trim_start()) {
            (false, line) => (None, line),
            (true, line) => split_number(line),
        };
        let (line, by_itself) = match line.strip_prefix("$$") {
            Some(rest) => (rest, true),
            None => (line.strip_prefix('$').unwrap_or(line), false),
        };
        if let Some(person) = self.people.get_mut(&me).filter(|_| !by_itself) {
            person.active = self.now;
        }
        if numbers && id.is_none() {
            self.set_block(conn, Some(Block { id: 0, code: NO_NUMBER }));
            self.say(me, "A number belongs before the command.");
        } else {
            self.set_block(conn, id.map(|id| Block { id, code: UNKNOWN }));
            self.obey(me, conn, line.trim());
        }
        if let Some(session) = self.sessions.get_mut(&conn)
            && session.waiting.is_none()
        {
            session.finish_reply(false);
        }
    }

    fn set_block(&mut self, conn: Conn, block: Option<Block>) {
        if let Some(session) = self.sessions.get_mut(&conn) {
            session.block = block;
        }
    }

    fn set_code(&mut self, conn: Conn, code: u16) {
        if let Some(block) = self.sessions.get_mut(&conn).and_then(|one| one.block.as_mut()) {
            block.code = code;
        }
    }

    fn obey(&mut self, me: PersonId, conn: Conn, line: &str) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if word.is_empty() {
            return;
        }
        if let Some(text) = line.strip_prefix('?') {
            self.set_code(conn, 50);
            return self.help(me, text.trim());
        }
        if rest.is_empty() && is_move(word) {
            self.set_code(conn, MOVE);
            return self.try_move(me, word);
        }
        match find(word) {
            Found::One(command) => {
                self.set_code(conn, command.code);
                (command.run)(self, me, rest);
            }
            Found::Several(words) => {
                self.set_code(conn, AMBIGUOUS);
                self.say(me, "Ambiguous command; matches are:");
                self.say(me, &words.join(" "));
            }
            Found::None => {
                let word: String = crate::text::plain(word).chars().take(40).collect();
                self.say(me, &format!("{word}: Command not found."));
            }
        }
    }
}

/// The number before a command.
fn split_number(line: &str) -> (Option<u32>, &str) {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at(digits);
    match number.parse() {
        Ok(id) if rest.is_empty() || rest.starts_with(' ') => (Some(id), rest.trim_start()),
        Ok(_) | Err(_) => (None, line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Option<&'static str> {
        match find(text) {
            Found::One(command) => Some(command.word),
            Found::Several(_) | Found::None => None,
        }
    }

    #[test]
    fn the_beginning_of_a_word_will_do() {
        for (short, long) in [
            ("a", "accept"),
            ("m", "match"),
            ("o", "observe"),
            ("t", "tell"),
            ("ref", "refresh"),
            ("res", "resign"),
            ("bugw", "bugwho"),
            ("fi", "finger"),
            ("WHO", "who"),
            ("pt", "ptell"),
            ("unob", "unobserve"),
            ("with", "withdraw"),
        ] {
            assert_eq!(word(short), Some(long), "{short}");
        }
        assert!(matches!(find("foo"), Found::None));
        assert!(matches!(find("re"), Found::Several(_)));
    }

    #[test]
    fn every_command_is_in_the_document() {
        let document = include_str!("../../../../docs/ics.md");
        for command in COMMANDS {
            let word = command.word;
            let named = [format!("`{word}`"), format!("`{word} ")];
            assert!(named.iter().any(|named| document.contains(named)), "{word}");
        }
    }

    #[test]
    fn commands_are_in_order_and_moves_are_no_commands() {
        assert!(COMMANDS.is_sorted_by_key(|command| command.word));
        for text in [
            "e2e4", "e2-e4", "e7e8=q", "o-o", "O-O-O", "0-0", "Nf3", "nf3", "bxc3", "P@e4", "p@e4",
            "e8=Qd1", "e7e8qd1", "exd5", "Nbd2", "e4",
        ] {
            assert!(is_move(text), "{text}");
        }
        for text in ["who", "1", "t", "a", "bugwho", "e9e4", "12", "match"] {
            assert!(!is_move(text), "{text}");
        }
    }
}
