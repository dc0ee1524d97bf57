//! A small disk of a test's own, which can be full: a file system in memory. It needs root.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What takes all room there is.
const BALLAST: &str = "ballast";

/// A mounted disk; gone with this.
#[derive(Debug)]
pub struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// Mounts one of so many megabytes at a folder; none, and a word why, where that can't be done.
    ///
    /// # Panics
    /// There is no such folder.
    #[must_use]
    pub fn mount(folder: &Path, megabytes: u32) -> Option<Disk> {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={megabytes}m,mode=700"), "tandem-test"])
            .arg(folder)
            .stderr(Stdio::null())
            .status();
        if mounted.is_ok_and(|status| status.success()) {
            return Some(Disk { folder: folder.to_owned() });
        }
        let _ =
            writeln!(io::stderr(), "skipped: no small disk can be mounted here (as root it can)");
        None
    }

    /// Takes all room there is.
    ///
    /// # Panics
    /// Something else than room is missing.
    pub fn fill(&self) {
        let mut ballast = File::options()
            .create(true)
            .append(true)
            .open(self.folder.join(BALLAST))
            .expect("a file");
        for size in [1 << 20, 1 << 12, 1] {
            loop {
                match ballast.write(&vec![1; size]) {
                    Ok(_) => {}
                    Err(error) if error.kind() == io::ErrorKind::StorageFull => break,
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }

    /// Gives it back.
    ///
    /// # Panics
    /// It had not been taken.
    pub fn make_room(&self) {
        fs::remove_file(self.folder.join(BALLAST)).expect("it was full");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.folder).status();
    }
}
