//! `tandem event`: pairings and standings of events, from files.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use tandem_event::trf::{Trf, TrfError};
use tandem_event::{
    Besides, CrossTable, Event as Tournament, NoPairing, PairingNumber, RoundNumber, TieBreak,
    TieValue, berger, standings, swiss,
};

use crate::failure::Failure;

/// Events: pair a round, print the standings, check the pairings.
///
/// FILE is a TRF file with teams, or an event file of Tandem.
#[derive(Subcommand)]
pub(crate) enum Event {
    Pair(Pair),
    Standings(Standings),
    Check(Check),
}

/// Print the next round: the number of matches, then one line per match with the pairing numbers of the team that
/// has White on the first board and of its opponent; a bye is `9 0`.
#[derive(Args)]
pub(crate) struct Pair {
    /// Pair this round as it was before it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999))]
    round: Option<u16>,
    /// Tell why, for every pairing
    #[arg(long)]
    why: bool,
    /// A TRF file with teams, or an event file
    file: PathBuf,
}

/// Print one line per team, separated by tabs: rank, pairing number, name, points, tie-breaks.
#[derive(Args)]
pub(crate) struct Standings {
    /// Tie-breaks instead of the file's: DE, BH, BH/C1, BH/C2, BH/M1, SB, BC, WIN, MPvGP
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    tie_breaks: Option<Vec<String>>,
    /// A TRF file with teams, or an event file
    file: PathBuf,
}

/// Pairs every round anew and prints those that differ, and how.
#[derive(Args)]
pub(crate) struct Check {
    /// A TRF file with teams, or an event file
    file: PathBuf,
}

impl Event {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Event::Pair(command) => command.run(),
            Event::Standings(command) => command.run(),
            Event::Check(command) => command.run(),
        }
    }
}

/// What was opened.
struct Opened {
    table: CrossTable,
    tie_breaks: Vec<TieBreak>,
    besides: Besides,
    /// Whether the colours of the file are drawn by lot, so that no rule can repeat them.
    by_lot: bool,
    /// The event, if it was one of ours.
    event: Option<Tournament>,
}

fn open(path: &Path) -> Result<Opened, Failure> {
    let name = path.display();
    let bytes =
        std::fs::read(path).map_err(|error| Failure::Impossible(format!("{name}: {error}")))?;
    // Files of older programs are in Latin-1.
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|byte| char::from(*byte)).collect());
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        let event = Tournament::from_file(&text)
            .map_err(|problem| Failure::Wrong(format!("{name}: {problem}")))?;
        return Ok(Opened {
            table: event.cross_table(false),
            tie_breaks: event.terms.tie_breaks.clone(),
            besides: event.besides(),
            by_lot: event.book.colours_are_drawn(),
            event: Some(event),
        });
    }
    let trf = Trf::read(&text).map_err(|errors| told(&name.to_string(), &errors))?;
    let table = trf.table().map_err(|errors| told(&name.to_string(), &errors))?;
    Ok(Opened {
        table,
        tie_breaks: trf.known_tie_breaks(),
        besides: Besides::default(),
        by_lot: false,
        event: None,
    })
}

/// Every mistake with its line.
fn told(name: &str, errors: &[TrfError]) -> Failure {
    let one = |error: &TrfError| match error.line {
        0 => format!("{name}: {}", error.problem),
        line => format!("{name}:{line}: {}", error.problem),
    };
    Failure::Wrong(errors.iter().map(one).collect::<Vec<_>>().join("\ntandem: "))
}

/// Two numbers, the first with White; a bye is against nobody.
type Match = (PairingNumber, Option<PairingNumber>);

/// The round after those in the table, by the system, with the reasons.
fn next_round(table: &CrossTable) -> Result<Vec<(Match, Vec<String>)>, NoPairing> {
    use tandem_event::Coded;
    let english = tandem_rules::book::Lang::En;
    if !table.all_meet {
        let sentences = |paired: &tandem_event::Paired| {
            paired.reasons.iter().map(|why| why.sentence(english)).collect()
        };
        return swiss(table).map(|round| {
            round
                .into_iter()
                .map(|paired| ((paired.white, paired.black), sentences(&paired)))
                .collect()
        });
    }
    let teams = u16::try_from(table.rows.len()).unwrap_or(u16::MAX);
    let number =
        |at: u16| Some(PairingNumber(at)).filter(|number| number.index() < table.rows.len());
    let pairs = berger(teams, table.played() + 1).into_iter().filter_map(|(a, b)| {
        match (number(a), number(b)) {
            (Some(a), Some(b)) => Some((a, Some(b))),
            (Some(one), None) | (None, Some(one)) => Some((one, None)),
            (None, None) => None,
        }
    });
    Ok(pairs.map(|pair| (pair, Vec::new())).collect())
}

impl Pair {
    fn run(self) -> Result<(), Failure> {
        let opened = open(&self.file)?;
        let name = self.file.display();
        let next = opened.table.played() + 1;
        let round = self.round.unwrap_or(next);
        if round > next {
            return Err(Failure::Wrong(format!(
                "{name}: round {round} comes after round {next}, which is not played yet"
            )));
        }
        if opened.table.rounds == 0 && !opened.table.all_meet {
            return Err(Failure::Wrong(format!(
                "{name}: {}",
                tandem_event::FileProblem::NoRounds {}
            )));
        }
        if opened.table.rounds > 0 && round > opened.table.rounds {
            let rounds = opened.table.rounds;
            return Err(Failure::Wrong(format!("{name}: all {rounds} rounds have been paired")));
        }
        let table = opened.table.before(RoundNumber(round));
        let paired = next_round(&table)
            .map_err(|error| Failure::Wrong(format!("{name}: round {round}: {error}")))?;
        let mut out = stdout().lock();
        writeln!(out, "{}", paired.len())?;
        for ((white, black), why) in paired {
            writeln!(out, "{white} {}", black.map_or(0, |black| black.0))?;
            if self.why {
                for sentence in why {
                    writeln!(out, "    {sentence}")?;
                }
            }
        }
        Ok(())
    }
}

impl Standings {
    fn run(self) -> Result<(), Failure> {
        let opened = open(&self.file)?;
        let tie_breaks = match &self.tie_breaks {
            None => opened.tie_breaks,
            Some(codes) => codes
                .iter()
                .map(|code| {
                    TieBreak::from_code(code).ok_or_else(|| {
                        let known: Vec<_> = TieBreak::ALL.iter().map(|(_, code)| *code).collect();
                        Failure::Impossible(format!(
                            "'{code}' is no tie-break; there are {}",
                            known.join(", ")
                        ))
                    })
                })
                .collect::<Result<_, _>>()?,
        };
        let lines = match &opened.event {
            Some(event) if self.tie_breaks.is_none() => event.standings(false),
            _ => standings(&opened.table, &tie_breaks, &opened.besides),
        };
        let player = |number: PairingNumber| {
            let event = opened.event.as_ref()?;
            event
                .players
                .values()
                .find(|player| player.number == Some(number))
                .map(|player| player.person.name.clone())
        };
        let mut out = stdout().lock();
        for line in lines {
            let team = opened.table.row(line.number).map(|row| row.name.clone());
            let name =
                team.or_else(|| player(line.number)).unwrap_or_default().replace(['\t', '\n'], " ");
            write!(
                out,
                "{}\t{}\t{name}\t{}",
                line.place,
                line.number,
                TieValue(i64::from(line.points.0))
            )?;
            for value in &line.values {
                write!(out, "\t{value}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

impl Check {
    fn run(self) -> Result<(), Failure> {
        let opened = open(&self.file)?;
        let mut out = stdout().lock();
        let mut differ = false;
        for round in (1..=opened.table.played()).map(RoundNumber) {
            let is = opened.table.paired(round);
            let line = match next_round(&opened.table.before(round)) {
                Err(error) => Some(format!("round {round}: {error}")),
                Ok(rules) => {
                    let rules: Vec<Match> = rules.into_iter().map(|(pair, _)| pair).collect();
                    let only = |some: &[Match], others: &[Match]| {
                        let same = |a: &Match, b: &Match| {
                            a == b
                                || (opened.by_lot
                                    && a.1.is_some()
                                    && (Some(a.0), a.1) == (b.1, Some(b.0)))
                        };
                        let left =
                            some.iter().filter(|one| !others.iter().any(|other| same(one, other)));
                        left.map(|(a, b)| format!("{a}-{}", b.map_or(0, |b| b.0)))
                            .collect::<Vec<_>>()
                            .join(" ")
                    };
                    let (here, there) = (only(&is, &rules), only(&rules, &is));
                    let same = here.is_empty() && there.is_empty();
                    (!same).then(|| {
                        format!("round {round}: the file has {here}; by the rules {there}")
                    })
                }
            };
            if let Some(line) = line {
                differ = true;
                writeln!(out, "{line}")?;
            }
        }
        if differ { Err(Failure::AlreadyReported(1)) } else { Ok(()) }
    }
}
