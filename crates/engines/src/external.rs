//! Somebody else's engine at a table.

use tandem_engine::protocol::client::{Client, Sign, UciClient, XBoardClient};
use tandem_engine::team::View;
use tandem_rules::Move;

use crate::process::{Output, Process};
use crate::program::Protocol;

/// An engine that speaks a protocol. If it dies it is started again.
pub struct External {
    protocol: Protocol,
    command: Vec<String>,
    client: Box<dyn Client>,
    process: Option<Process>,
    /// Which start of the process this is: lines of an earlier one no longer count.
    pub generation: u32,
    /// Whether it has said that it is ready.
    pub ready: bool,
    /// How many moves of its board it knows.
    pub known: usize,
    /// The turn for which it was asked last.
    pub asked: Option<usize>,
}

fn client(protocol: Protocol, hash: usize) -> Box<dyn Client> {
    match protocol {
        Protocol::Uci => Box::new(UciClient::new(vec![("Hash".to_owned(), hash.to_string())])),
        Protocol::XBoard => Box::new(XBoardClient::new()),
    }
}

impl External {
    /// An engine that is not started yet, with a table of so many megabytes.
    #[must_use]
    pub fn new(protocol: Protocol, command: Vec<String>, hash: usize) -> External {
        External {
            protocol,
            command,
            client: client(protocol, hash),
            process: None,
            generation: 0,
            ready: false,
            known: 0,
            asked: None,
        }
    }

    /// Starts the process, or starts it again; what it prints goes to `tell` with the number of
    /// the start.
    ///
    /// # Errors
    /// The program can't be started.
    pub fn start(
        &mut self,
        hash: usize,
        tell: impl Fn(u32, Output) -> bool + Send + 'static,
    ) -> std::io::Result<()> {
        self.generation += 1;
        let generation = self.generation;
        self.client = client(self.protocol, hash);
        self.ready = false;
        self.known = 0;
        self.asked = None;
        self.process = None;
        let process = Process::start(&self.command, move |output| tell(generation, output))?;
        process.send(self.client.hello());
        self.process = Some(process);
        Ok(())
    }

    /// Whether an engine that never says that it is ready may be one all the same: old ones of
    /// XBoard's do not know features.
    #[must_use]
    pub fn may_be_silent(&self) -> bool {
        self.protocol == Protocol::XBoard
    }

    fn send(&self, lines: Vec<String>) {
        if let Some(process) = &self.process {
            process.send(lines);
        }
    }

    /// A match begins, or goes on, as it stands.
    pub fn new_match(&mut self, view: &View, partner: &str) {
        let lines = self.client.new_match(view, partner);
        self.send(lines);
    }

    /// A match goes on, as it stands, with an engine that was started again; `played` are the moves
    /// on its board if the game began there with the initial position. False if the engine can't
    /// be told where the match stands.
    pub fn rejoin(&mut self, view: &View, partner: &str, played: Option<&[Move]>) -> bool {
        let lines = self.client.rejoin(view, partner, played);
        let told = lines.is_some();
        self.send(lines.unwrap_or_default());
        told
    }

    /// It is the engine's turn; `unseen` are the moves since it was last asked.
    pub fn ask(&mut self, view: &View, unseen: &[Move]) {
        let lines = self.client.ask(view, unseen);
        self.send(lines);
    }

    /// Asks again, for one of these moves only, if the protocol can; false if it can't.
    pub fn ask_among(&mut self, view: &View, moves: &[Move]) -> bool {
        if self.protocol != Protocol::Uci || moves.is_empty() {
            return false;
        }
        let mut lines = self.client.ask(view, &[]);
        if let Some(go) = lines.iter_mut().find(|line| line.starts_with("go ")) {
            go.push_str(" searchmoves");
            for m in moves {
                go.push_str(&format!(" {m}"));
            }
        }
        self.send(lines);
        true
    }

    /// The process, as the system knows it.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// A stock may have changed.
    pub fn stocks(&mut self, view: &View) {
        let lines = self.client.stocks(view);
        self.send(lines);
    }

    /// Its partner says this.
    pub fn partner_says(&mut self, text: &str) {
        let lines = self.client.partner_says(text);
        self.send(lines);
    }

    /// The match is over.
    pub fn over(&mut self, result: &str) {
        let lines = self.client.over(result);
        self.send(lines);
    }

    /// Takes a line in: what it means.
    pub fn line(&mut self, line: &str) -> Sign {
        let (sign, lines) = self.client.line(line);
        self.send(lines);
        sign
    }
}
