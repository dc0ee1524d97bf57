//! `tandem manual`: the manual pages and the shells' completions, made from the arguments themselves.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap_complete::Shell;

use crate::failure::Failure;

/// Where each shell looks for its completions below `share`.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions/tandem"),
    (Shell::Zsh, "zsh/site-functions/_tandem"),
    (Shell::Fish, "fish/vendor_completions.d/tandem.fish"),
];

/// Writes the manual pages and the completions for bash, zsh and fish, for packages.
///
/// The folder gets them where they lie below /usr/share: man/man1/tandem.1 with a page a command, and
/// the shells' own places.
#[derive(Args)]
pub(crate) struct Manual {
    /// The folder, made if it isn't there
    #[arg(value_name = "DIR")]
    to: PathBuf,
}

impl Manual {
    pub(crate) fn run(self, mut arguments: clap::Command) -> Result<(), Failure> {
        let failed =
            |error| Failure::Impossible(format!("{} can't be written: {error}", self.to.display()));
        for (shell, place) in COMPLETIONS {
            write(&self.to.join(place), |file| {
                clap_complete::generate(shell, &mut arguments, "tandem", file);
                Ok(())
            })
            .map_err(failed)?;
        }
        arguments.build();
        pages(&arguments, &self.to.join("man/man1")).map_err(failed)
    }
}

/// A page for the command and each of its own, `tandem-bpgn-check.1`.
fn pages(command: &clap::Command, folder: &Path) -> io::Result<()> {
    let commands = command.get_subcommands().filter(|one| !one.is_hide_set());
    for one in commands.filter(|one| one.get_name() != "help") {
        pages(one, folder)?;
    }
    let page = clap_mangen::Man::new(command.clone());
    write(&folder.join(page.get_filename()), |file| page.render(file))
}

fn write(path: &Path, content: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
    let mut bytes = Vec::new();
    content(&mut bytes)?;
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, bytes)
}
