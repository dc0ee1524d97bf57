//! One connection: what it has said, how far it has come, what waits to be sent.

use std::collections::VecDeque;

use tandem_rules::Millis;

use crate::house::Ticket;
use crate::person::PersonId;
use crate::text::END;
use crate::wire::{Line, Lines};

/// What a client sees when it is its turn to say something.
pub(crate) const PROMPT: &str = "fics% ";
/// How long somebody may take to log in.
pub(crate) const LOGIN_TIME: Millis = Millis(60_000);
/// What one line costs of the time by which lines are counted: twenty a second.
const LINE_COST: Millis = Millis(50);
/// How far a client may be ahead of that: sixty lines at once.
const BURST: Millis = Millis(3_000);
/// Lines that may wait; after that nothing more is read.
const MAX_WAITING: usize = 64;

/// The interface variables, in the order in which a login line sets them.
pub(crate) const IVARS: [&str; 35] = [
    "compressmove",
    "audiochat",
    "seekremove",
    "defprompt",
    "lock",
    "startpos",
    "block",
    "gameinfo",
    "xdr",
    "pendinfo",
    "graph",
    "seekinfo",
    "extascii",
    "nohighlight",
    "vt_highlight",
    "showserver",
    "pin",
    "ms",
    "pinginfo",
    "boardinfo",
    "extuserinfo",
    "seekca",
    "showownseek",
    "premove",
    "smartmove",
    "movecase",
    "suicide",
    "crazyhouse",
    "losers",
    "wildcastle",
    "fr",
    "nowrap",
    "allresults",
    "obsping",
    "singleboard",
];

/// The interface variables that change what is sent here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ivar {
    Lock = 4,
    Block = 6,
    Gameinfo = 7,
    Pendinfo = 9,
    Ms = 17,
    Movecase = 25,
}

/// How far a connection has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// A name is awaited.
    Name,
    /// A password for a name that is taken.
    Password(String),
    /// Return is awaited, to come in by this name.
    Return(String),
    /// Logged in.
    In(PersonId),
}

/// What a client that numbers its commands was told to be answered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) id: u32,
    pub(crate) code: u16,
}

/// Whether lines are sealed, once that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sealing {
    /// Nothing has come yet.
    #[default]
    Unknown,
    /// They are not.
    Plain,
    /// They are; the least that a line was late by its stamp, to tell which took longer.
    Sealed(Option<i64>),
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) stage: Stage,
    pub(crate) lines: Lines,
    pub(crate) queue: VecDeque<Line>,
    pub(crate) sealing: Sealing,
    pub(crate) ivars: [bool; IVARS.len()],
    /// What the running command has answered so far.
    pub(crate) reply: String,
    pub(crate) block: Option<Block>,
    /// What came unasked and was not sent yet.
    pub(crate) unasked: String,
    /// What is to be sent.
    pub(crate) out: String,
    /// What is to be sent before it: answers to telnet.
    pub(crate) bytes: Vec<u8>,
    /// The running command waits for the house.
    pub(crate) waiting: Option<Ticket>,
    /// Until when the lines so far are paid for.
    pub(crate) paid_until: Millis,
    pub(crate) came: Millis,
    pub(crate) heard: Millis,
}

impl Session {
    pub(crate) fn new(now: Millis) -> Session {
        Session {
            stage: Stage::Name,
            lines: Lines::default(),
            queue: VecDeque::new(),
            sealing: Sealing::Unknown,
            ivars: [false; IVARS.len()],
            reply: String::new(),
            block: None,
            unasked: String::new(),
            out: String::new(),
            bytes: Vec::new(),
            waiting: None,
            paid_until: now,
            came: now,
            heard: now,
        }
    }

    pub(crate) fn is_set(&self, ivar: Ivar) -> bool {
        self.ivars[ivar as usize]
    }

    /// Whether enough waits here that nothing more should be read.
    pub(crate) fn is_full(&self) -> bool {
        self.queue.len() >= MAX_WAITING
    }

    /// When the next line may be seen to; none if no line waits, or if it waits for the house.
    pub(crate) fn next_at(&self) -> Option<Millis> {
        let ready = !self.queue.is_empty() && self.waiting.is_none();
        ready.then(|| self.paid_until - BURST)
    }

    /// The next line, if it may be seen to now. Whoever sends too many waits; nobody else does.
    pub(crate) fn next(&mut self, now: Millis) -> Option<Line> {
        if self.next_at()? > now {
            return None;
        }
        self.paid_until = self.paid_until.max(now) + LINE_COST;
        self.queue.pop_front()
    }

    /// The running command has come to its end. Where it had nothing to say and something came
    /// unasked meanwhile, the prompt behind that will do.
    pub(crate) fn finish_reply(&mut self, silent: bool) {
        let text = std::mem::take(&mut self.reply);
        match self.block.take() {
            Some(Block { id, code }) => {
                self.out.push_str(&format!("\x15{id}\x16{code}\x16{text}\x17{END}{PROMPT}"));
            }
            None if silent && text.is_empty() => {}
            None => {
                self.out.push_str(&text);
                self.out.push_str(PROMPT);
            }
        }
    }

    /// All that is to be sent now, what came unasked last, with a prompt behind it.
    pub(crate) fn take_output(&mut self) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.extend(std::mem::take(&mut self.out).into_bytes());
        let unasked = std::mem::take(&mut self.unasked);
        if !unasked.is_empty() {
            bytes.extend(format!("{END}{unasked}{PROMPT}").into_bytes());
        }
        bytes
    }
}
