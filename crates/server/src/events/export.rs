//! Files that go out: TRF, CSV, XLSX, the event itself, all games, a copy of the pages.

use std::io::{Cursor, Write as _};
use std::num::NonZeroU16;

use tandem_event::RoundNumber;
use tandem_event::trf::Trf;
use tandem_event_files::{pairings_csv, site, standings_csv, workbook};
use tandem_rules::book::Lang;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::entry::Place;
use super::snapshot::{Snapshot, Viewer, Watched};
use crate::hall::Hall;
use crate::record;
use crate::store::StoreError;
use crate::table::Loaded;

/// What can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Export {
    Trf16,
    Trf26,
    /// The standings.
    Standings,
    /// The pairings of a round.
    Pairings(RoundNumber),
    Workbook,
    /// The event itself: the organiser's.
    Event,
    Games,
    Site(Lang),
}

impl Export {
    /// What a path names.
    pub(crate) fn named(what: &str, round: Option<NonZeroU16>, lang: Lang) -> Option<Export> {
        Some(match what {
            "trf16" => Export::Trf16,
            "trf26" => Export::Trf26,
            "csv" => match round {
                Some(round) => Export::Pairings(RoundNumber(round.get())),
                None => Export::Standings,
            },
            "xlsx" => Export::Workbook,
            "event" => Export::Event,
            "bpgn.zip" => Export::Games,
            "site.zip" => Export::Site(lang),
            _ => return None,
        })
    }

    /// The end of the file's name, and its kind.
    pub(crate) fn kind(self) -> (&'static str, &'static str) {
        match self {
            Export::Trf16 | Export::Trf26 => ("trf", "text/plain; charset=utf-8"),
            Export::Standings | Export::Pairings(_) => ("csv", "text/csv; charset=utf-8"),
            Export::Workbook => {
                ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
            }
            Export::Event => ("tandem-event.json", "application/json"),
            Export::Games => ("bpgn.zip", "application/zip"),
            Export::Site(_) => ("site.zip", "application/zip"),
        }
    }
}

/// A file of what a viewer may see. None if it can't be written.
pub(crate) fn written(snapshot: &Snapshot, viewer: Viewer, what: Export) -> Option<Vec<u8>> {
    let state = snapshot.seen_by(viewer);
    Some(match what {
        Export::Trf16 => Trf::of(&state).write_16().into_bytes(),
        Export::Trf26 => Trf::of(&state).write().into_bytes(),
        Export::Standings => standings_csv(&state).into_bytes(),
        Export::Pairings(round) => pairings_csv(&state, round).into_bytes(),
        Export::Workbook => workbook(&state).ok()?,
        Export::Event => snapshot.event().to_file().into_bytes(),
        Export::Site(lang) => zipped(site(&state, lang))?,
        // They lie elsewhere.
        Export::Games => return None,
    })
}

/// Writes all games of the event's tables that can be shown, as a zip of BPGN files, on the thread of whoever calls
/// what this gives. It waits for the disk.
pub(crate) fn games(
    snapshot: &Snapshot,
    hall: &Hall,
) -> impl FnOnce() -> Option<Vec<u8>> + Send + use<> {
    let tables = snapshot.tables().iter();
    let readers: Vec<_> = tables.map(|table| reader(table, hall)).collect();
    move || zipped(games_of(readers))
}

fn reader(table: &Watched, hall: &Hall) -> Reader {
    (table.bound.place, Box::new(hall.reader(&table.bound.id)))
}

type Reader = (Place, Box<dyn FnOnce() -> Result<Option<Loaded>, StoreError> + Send>);

fn games_of(readers: Vec<Reader>) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for (place, read) in readers {
        // A match that was damaged was named when it was found.
        let Ok(Some(loaded)) = read() else { continue };
        if let Some(text) = record::write(&loaded) {
            let leg = match place.leg {
                0 => String::new(),
                leg => format!("-match-{}", leg + 1),
            };
            files.push((format!("round-{}-table-{}{leg}.bpgn", place.round, place.table), text));
        }
    }
    files
}

fn zipped(files: Vec<(String, String)>) -> Option<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, text) in files {
        writer.start_file(name, options).ok()?;
        writer.write_all(text.as_bytes()).ok()?;
    }
    Some(writer.finish().ok()?.into_inner())
}
