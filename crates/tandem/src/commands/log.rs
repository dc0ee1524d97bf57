//! The server's log on standard error: what it tells is chosen by TANDEM_LOG.

use std::io::{IsTerminal, stderr};

use tracing_subscriber::EnvFilter;

use crate::failure::Failure;

const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];

/// Starts the log. Colours are for terminals: a file or a journal gets none.
pub(crate) fn start() -> Result<(), Failure> {
    let wish = std::env::var("TANDEM_LOG").unwrap_or_default();
    let filter = filter(&wish).map_err(Failure::Impossible)?;
    let colours =
        stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(stderr).init();
    Ok(())
}

/// A level, or a level for each part of the program: `info,tandem_server::table=debug`.
fn filter(wish: &str) -> Result<EnvFilter, String> {
    let wish = if wish.trim().is_empty() { "info" } else { wish };
    let wrong = |part: &str| {
        format!(
            "TANDEM_LOG: '{part}' is no level: {}, or PART=LEVEL (tandem_server=debug)",
            LEVELS.join(", ")
        )
    };
    for part in wish.split(',').map(str::trim) {
        // A single word would be taken for a part of the program, and everything else kept silent.
        let level = part.rsplit_once('=').map_or(part, |(_, level)| level);
        if !LEVELS.contains(&level.to_lowercase().as_str()) {
            return Err(wrong(part));
        }
    }
    EnvFilter::try_new(wish).map_err(|_| wrong(wish))
}

#[cfg(test)]
mod tests {
    use super::filter;

    #[test]
    fn filters_are_levels() {
        for good in ["", "info", "DEBUG", "warn,tandem_server=debug", "off"] {
            assert!(filter(good).is_ok(), "{good}");
        }
        for bad in ["verbose", "info,", "tandem_server", "tandem=loud", "a=b=c", "7"] {
            let error = filter(bad).err().unwrap_or_else(|| panic!("{bad} is taken"));
            assert!(error.starts_with("TANDEM_LOG: '") && error.contains("error, warn, info"));
        }
    }
}
