//! `tandem referee`: a match script in, JSON out.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write, stdout};
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;
use tandem_notation::Letters;
use tandem_notation::bpgn::{Tags, write_game};
use tandem_notation::draw::draw;
use tandem_notation::record::{MatchToWrite, write_match};
use tandem_notation::script::{Runner, ScriptError};
use tandem_rules::{ByBoard, BySeat, Rulebook};

use crate::commands::output::{self, Whole};
use crate::failure::Failure;
use crate::library::Library;

/// Run a match script through the referee and print the outcome of each line as JSON.
///
/// The script names the book and the settings, then tells who does what and when; what the
/// referee makes of it comes out as JSON, an object a line, and `final` comes last.
///
/// Settings: book stein | clock 420 [bronstein 3 | increment 2] | press manual | input open |
/// flag automatic | position BFEN | option AXIS VALUE
///
/// Acts: 0 start | 1.25 A e4 | 2 a press | 3 A claim flag | 4 A offer draw | 5 A say need N |
/// 6 arbiter stop | 7 tick. docs/match-scripts.md has them all.
#[derive(Args)]
pub(crate) struct Referee {
    /// Match script [default: standard input; also `-`]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Also show both boards after every act
    #[arg(long)]
    watch: bool,
    /// Also write the match to a BPGN file that `tandem bpgn check` can replay
    #[arg(long, value_name = "FILE")]
    bpgn: Option<PathBuf>,
    /// Overwrite the file of --bpgn if it is there
    #[arg(long, requires = "bpgn")]
    force: bool,
}

impl Referee {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let file = self.file.as_ref().filter(|path| path.as_os_str() != "-");
        let (name, mut input): (String, Box<dyn BufRead>) = match file {
            None => ("standard input".to_owned(), Box::new(io::stdin().lock())),
            Some(path) => {
                let name = path.display().to_string();
                let unreadable = |error: io::Error| {
                    Failure::Impossible(format!("{name} can't be read: {error}"))
                };
                let file = File::open(path).map_err(unreadable)?;
                (name, Box::new(BufReader::new(file)))
            }
        };
        let malformed = |error: ScriptError| match error.line {
            0 => Failure::Impossible(format!("{name}: {}", error.message)),
            line => Failure::Impossible(format!("{name}:{line}: {}", error.message)),
        };
        // Before anything is printed: a file that may not be overwritten ends it here.
        if let Some(path) = &self.bpgn {
            output::look(path, self.force)?;
        }
        let mut runner = Runner::new(|id: &str| library.find(id));
        let mut out = io::BufWriter::new(stdout().lock());
        let mut objects = Vec::new();
        let mut bytes = Vec::new();
        let mut number = 0;
        loop {
            bytes.clear();
            number += 1;
            let read = input
                .read_until(b'\n', &mut bytes)
                .map_err(|error| Failure::Impossible(format!("{name} can't be read: {error}")))?;
            if read == 0 {
                break;
            }
            let Ok(line) = std::str::from_utf8(&bytes) else {
                let message = "this is no text in UTF-8".to_owned();
                return Err(malformed(ScriptError { line: number, message }));
            };
            let done = runner.line(line.trim_end_matches(['\n', '\r']), &mut objects);
            let acted = !objects.is_empty();
            write_all(&mut out, &mut objects)?;
            done.map_err(malformed)?;
            if self.watch && acted {
                show(&runner, line.trim(), &mut out)?;
            }
        }
        runner.finish(&mut objects).map_err(malformed)?;
        write_all(&mut out, &mut objects)?;
        if let (Some(path), Some(game)) = (&self.bpgn, runner.game()) {
            let played = MatchToWrite {
                tags: Tags::default(),
                settings: game.settings(),
                options: &runner.options(),
                log: runner.log(),
            };
            let text = write_game(&write_match(&played), Letters::English);
            let mut file = Whole::begin(path, self.force)?;
            file.write_all(text.as_bytes()).map_err(|error| {
                Failure::Impossible(format!("the match can't be written: {error}"))
            })?;
            file.finish()?;
        }
        Ok(())
    }
}

fn write_all(out: &mut impl Write, objects: &mut Vec<Value>) -> Result<(), Failure> {
    for object in objects.drain(..) {
        writeln!(out, "{object}")?;
    }
    // Whoever feeds the script line by line wants the answer at once.
    out.flush()?;
    Ok(())
}

fn show<F: Fn(&str) -> Option<Rulebook>>(
    runner: &Runner<F>,
    line: &str,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Some(game) = runner.game() else { return Ok(()) };
    let positions = ByBoard::new_with(|board| &game.game(board).position);
    let clocks = BySeat::new_with(|seat| game.clock(seat, runner.now()));
    writeln!(out, "\n── {line}\n{}", draw(&positions, Some(&clocks)))?;
    Ok(())
}
