//! The data folder: one server at a time has it, and it must stay what was opened.
//!
//! The lock is on a file of its own. It is the operating system's: it ends with the process,
//! however that ends. The database's own file is never opened here, because closing it would end
//! SQLite's locks.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::StoreError;

/// The file whose lock says that a server has the folder.
const LOCK: &str = "tandem.lock";
/// The files that must stay where they are.
const KEPT: [&str; 3] = [LOCK, "tandem.sqlite", "tandem.sqlite-wal"];

/// The right to use a folder, until it is given back.
#[derive(Debug)]
pub(super) struct Lock(Mutex<Option<File>>);

impl Lock {
    /// Takes the folder, and makes it if it isn't there.
    pub(super) fn take(folder: &Path) -> Result<Lock, StoreError> {
        let unusable = |error: std::io::Error| StoreError::Folder {
            folder: folder.to_path_buf(),
            why: error.to_string(),
        };
        std::fs::create_dir_all(folder).map_err(unusable)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(folder.join(LOCK)).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut said = String::new();
                // The process that has the lock may not have written its name yet.
                let _ = file.read_to_string(&mut said);
                return Err(StoreError::InUse {
                    folder: folder.to_path_buf(),
                    by: said.trim().parse().ok(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        let tell = |file: &mut File| {
            file.set_len(0)?;
            file.rewind()?;
            writeln!(file, "{}", std::process::id())
        };
        tell(&mut file).map_err(unusable)?;
        Ok(Lock(Mutex::new(Some(file))))
    }

    /// Gives the folder back.
    pub(super) fn release(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Which file a path leads to, whatever its name.
fn identity(path: &Path) -> Option<(u64, u64)> {
    let found = std::fs::metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

/// The files as they were when the folder was opened.
#[derive(Clone, Debug)]
pub(super) struct Watch(Vec<(PathBuf, Option<(u64, u64)>)>);

impl Watch {
    /// Notes which files are there, once all of them are.
    pub(super) fn over(folder: &Path) -> Watch {
        Watch::over_files(folder, &KEPT)
    }

    /// The same for other files.
    pub(super) fn over_files(folder: &Path, names: &[&str]) -> Watch {
        let file = |name: &str| {
            let path = folder.join(name);
            let found = identity(&path);
            (path, found)
        };
        Watch(names.iter().copied().map(file).collect())
    }

    /// Whether all of them are still where they were.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        match self.0.iter().find(|(path, was)| was.is_none() || identity(path) != *was) {
            None => Ok(()),
            Some((path, _)) => Err(StoreError::Lost { path: path.clone() }),
        }
    }
}
