//! Files that commands write: none that is there is overwritten unless that was asked for, and none
//! is left half written.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::failure::Failure;

/// Opens a file to write. One that is there already is an error unless it is forced; a pipe or a
/// device has nothing to lose.
pub(crate) fn create(path: &Path, force: bool) -> Result<File, Failure> {
    let is_plain = path.metadata().is_ok_and(|data| data.is_file());
    let mut options = OpenOptions::new();
    options.write(true);
    if is_plain && force {
        options.truncate(true);
    } else if is_plain || !path.exists() {
        options.create_new(true);
    }
    options.open(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => is_there(path),
        _ => unwritable(path, &error),
    })
}

/// Looks whether a file may be written that is not begun yet: by the same rule as [`create`], and
/// its folder must be there.
pub(crate) fn look(path: &Path, force: bool) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match path.metadata() {
        Ok(data) if data.is_file() && !force => Err(is_there(path)),
        Ok(data) if data.is_dir() => Err(unwritable(path, &ErrorKind::IsADirectory.into())),
        Ok(_) => Ok(()),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(unwritable(path, &error)),
        Err(_) => match folder.map(Path::metadata) {
            Some(Err(error)) => Err(unwritable(path, &error)),
            Some(Ok(data)) if !data.is_dir() => {
                Err(unwritable(path, &ErrorKind::NotADirectory.into()))
            }
            None | Some(Ok(_)) => Ok(()),
        },
    }
}

fn is_there(path: &Path) -> Failure {
    Failure::Impossible(format!("{} is there already; --force overwrites it", path.display()))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Impossible(format!("{} can't be written: {error}", path.display()))
}

/// A file that comes into its place when it is whole. Until then it stands beside it under another
/// name, and one that is dropped unfinished leaves nothing.
pub(crate) struct Whole {
    path: PathBuf,
    /// Where it is written meanwhile; a pipe or a device is written as it is.
    meanwhile: Option<PathBuf>,
    file: File,
    force: bool,
}

impl Whole {
    /// Begins a file that may be written: see [`look`].
    pub(crate) fn begin(path: &Path, force: bool) -> Result<Whole, Failure> {
        look(path, force)?;
        let failed = |error: io::Error| unwritable(path, &error);
        if path.exists() && !path.is_file() {
            let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
            return Ok(Whole { path: path.to_owned(), meanwhile: None, file, force });
        }
        // What a link leads to is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}.part", process::id()));
        let meanwhile = path.with_file_name(name);
        let file =
            OpenOptions::new().write(true).create_new(true).open(&meanwhile).map_err(failed)?;
        Ok(Whole { path, meanwhile: Some(meanwhile), file, force })
    }

    /// For whoever writes it.
    pub(crate) fn file(&self) -> Result<File, Failure> {
        self.file.try_clone().map_err(|error| unwritable(&self.path, &error))
    }

    /// Puts the file into its place.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let Some(meanwhile) = &self.meanwhile else { return Ok(()) };
        // It may have come there since.
        look(&self.path, self.force)?;
        self.file
            .sync_all()
            .and_then(|()| fs::rename(meanwhile, &self.path))
            .map_err(|error| unwritable(&self.path, &error))?;
        self.meanwhile = None;
        Ok(())
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some(meanwhile) = &self.meanwhile {
            // Nothing depends on it.
            let _ = fs::remove_file(meanwhile);
        }
    }
}
