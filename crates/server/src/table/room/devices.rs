//! Whoever plays is not the arbiter.
//!
//! A browser calls itself by a word of its own in `hello`. That keeps honest people from sitting
//! down twice, and shows what it is for; who uses two browsers is not found out by it. So an
//! arbiter is agreed on before the match and shown while they are there, and all that they do is
//! in the log.

use crate::wire::Role;

/// The most words that are kept.
const MAX: usize = 32;

/// Which devices have been what at a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Devices {
    players: Vec<Box<str>>,
    arbiters: Vec<Box<str>>,
}

impl Devices {
    /// Whether a device may be this.
    pub(super) fn may_be(&self, role: Role, device: Option<&str>) -> bool {
        let Some(device) = device else { return true };
        let has_been = |devices: &[Box<str>]| devices.iter().any(|known| **known == *device);
        match role {
            Role::Seat(_) => !has_been(&self.arbiters),
            Role::Arbiter => !has_been(&self.players),
            Role::Spectator => true,
        }
    }

    /// A device is this now.
    pub(super) fn note(&mut self, role: Role, device: Option<&str>) {
        let devices = match role {
            Role::Seat(_) => &mut self.players,
            Role::Arbiter => &mut self.arbiters,
            Role::Spectator => return,
        };
        let Some(device) = device else { return };
        if !devices.iter().any(|known| **known == *device) && devices.len() < MAX {
            devices.push(device.into());
        }
    }
}
