//! Files and standard input as sources of games.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tandem_archive::Source;

use crate::failure::Failure;

/// Sources that can be read, and the size of them all if it is known.
pub(super) struct Inputs {
    pub(super) sources: Vec<Source<'static>>,
    pub(super) bytes: Option<u64>,
    /// What can't be read at all.
    pub(super) failures: Vec<String>,
}

impl Inputs {
    /// Looks at the files that are named. They are opened one by one as they are read.
    pub(super) fn new(paths: &[PathBuf]) -> Inputs {
        let mut inputs = Inputs { sources: Vec::new(), bytes: Some(0), failures: Vec::new() };
        for path in paths {
            let name = path.display().to_string();
            if path.as_os_str() == "-" {
                inputs.sources.push(Source::new("standard input", io::stdin()));
                inputs.bytes = None;
                continue;
            }
            match size(path) {
                Ok(size) => {
                    inputs.bytes = inputs.bytes.zip(size).map(|(all, size)| all + size);
                    inputs.sources.push(Source::new(name, Late { path: path.clone(), file: None }));
                }
                Err(why) => inputs.failures.push(format!("{name} can't be read: {why}")),
            }
        }
        inputs
    }

    /// The only source of a command that takes one file.
    pub(super) fn one(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
        let unreadable =
            |why: String| Failure::Impossible(format!("{} can't be read: {why}", path.display()));
        if path.as_os_str() == "-" {
            return tandem_archive::decompressed(io::stdin())
                .map_err(|error| unreadable(error.to_string()));
        }
        size(path).map_err(unreadable)?;
        File::open(path)
            .and_then(tandem_archive::decompressed)
            .map_err(|error| unreadable(error.to_string()))
    }
}

/// The size of a file that can be opened; none for a pipe.
fn size(path: &Path) -> Result<Option<u64>, String> {
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    if metadata.is_dir() {
        return Err("is a directory".to_owned());
    }
    // Opening it now tells of missing rights at once, before hours of reading.
    if metadata.is_file() {
        File::open(path).map_err(|error| error.to_string())?;
    }
    Ok(metadata.is_file().then_some(metadata.len()))
}

/// A file that is opened when it is read: thousands need not be open at once.
struct Late {
    path: PathBuf,
    file: Option<File>,
}

impl Read for Late {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.read(buffer),
            None => {
                let mut file = File::open(&self.path)?;
                let read = file.read(buffer)?;
                self.file = Some(file);
                Ok(read)
            }
        }
    }
}
