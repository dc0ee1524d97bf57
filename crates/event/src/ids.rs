//! Numbers that name things, each of its own type.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)+) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

numbers! {
    /// A player, in the order of entry.
    PlayerId(u32);
    /// A team, in the order of entry.
    TeamId(u32);
    /// The number that a team (or a player who has no team) is paired by: 1 for the strongest. It
    /// stays when the team is absent (FIDE C.04.6, 1.1.3).
    PairingNumber(u16);
    /// A round; the first is 1.
    RoundNumber(u16);
    /// A table of a round; the first is 1.
    TableNumber(u16);
    /// An act of the log; the first is 1.
    ActNumber(u32);
    /// A moment: milliseconds since 1970 began, in universal time.
    Moment(u64);
}

impl RoundNumber {
    /// The round after this one.
    #[must_use]
    pub fn next(self) -> RoundNumber {
        RoundNumber(self.0.saturating_add(1))
    }

    /// Where it stands in a list of rounds.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0).saturating_sub(1)
    }
}

impl PairingNumber {
    /// Where it stands in a list of all that are paired.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0).saturating_sub(1)
    }
}

impl Moment {
    /// So many minutes later.
    #[must_use]
    pub fn plus_minutes(self, minutes: u64) -> Moment {
        Moment(self.0.saturating_add(minutes.saturating_mul(60_000)))
    }
}
