//! Files that commands write: none that is there is overwritten unless that was asked for.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;

use crate::failure::Failure;

/// Opens a file to write. One that is there already is an error unless it is forced; a pipe or a
/// device has nothing to lose.
pub(crate) fn create(path: &Path, force: bool) -> Result<File, Failure> {
    let name = path.display();
    let is_plain = path.metadata().is_ok_and(|data| data.is_file());
    let mut options = OpenOptions::new();
    options.write(true);
    if is_plain && force {
        options.truncate(true);
    } else if is_plain || !path.exists() {
        options.create_new(true);
    }
    options.open(path).map_err(|error| {
        Failure::Impossible(match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("{name} is there already; --force overwrites it")
            }
            _ => format!("{name} can't be written: {error}"),
        })
    })
}
