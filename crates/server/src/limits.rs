//! Bounds on what one address may have.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::server::Bounds;
use crate::table::Stopwatch;

/// How long a match counts against the address that made it.
const WINDOW: Duration = Duration::from_secs(3600);

/// Bounds on what one address may have.
#[derive(Debug)]
pub(crate) struct Limits {
    bounds: Bounds,
    open: Mutex<HashMap<IpAddr, usize>>,
    made: Mutex<HashMap<IpAddr, (Stopwatch, usize)>>,
}

/// One connection of an address, counted as long as this lives.
#[derive(Debug)]
pub(crate) struct Pass {
    limits: Arc<Limits>,
    address: IpAddr,
}

/// Whoever has one address of version 6 has all of its network.
pub(crate) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) >> 64 << 64).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

impl Limits {
    pub(crate) fn new(bounds: Bounds) -> Limits {
        Limits { bounds, open: Mutex::default(), made: Mutex::default() }
    }

    /// How many matches of one address may be open at a time.
    pub(crate) fn open_tables(&self) -> usize {
        self.bounds.open_tables
    }

    /// A pass for one more connection; none if the address has too many.
    pub(crate) fn enter(self: &Arc<Limits>, address: IpAddr) -> Option<Pass> {
        let address = counted(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= self.bounds.connections {
            return None;
        }
        *count += 1;
        Some(Pass { limits: Arc::clone(self), address })
    }

    /// Whether the address may make one more match.
    pub(crate) fn may_make(&self, address: IpAddr) -> bool {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.retain(|_, (since, _)| since.elapsed() < WINDOW);
        let (_, count) = made.entry(counted(address)).or_insert_with(|| (Stopwatch::start(), 0));
        *count += 1;
        *count <= self.bounds.tables
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut open = self.limits.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_only_so_many_connections() {
        let limits = Arc::new(Limits::new(Bounds { connections: 2, ..Bounds::default() }));
        let here: IpAddr = "192.0.2.1".parse().unwrap();
        let first = limits.enter(here);
        let _second = limits.enter("::ffff:192.0.2.1".parse().unwrap());
        assert!(limits.enter(here).is_none(), "the same address in another dress");
        assert!(limits.enter("192.0.2.2".parse().unwrap()).is_some());
        drop(first);
        assert!(limits.enter(here).is_some());
    }

    #[test]
    fn an_address_makes_only_so_many_matches() {
        let limits = Limits::new(Bounds { tables: 1, ..Bounds::default() });
        let here: IpAddr = "2001:db8::1".parse().unwrap();
        assert!(limits.may_make(here));
        assert!(!limits.may_make("2001:db8::2".parse().unwrap()), "the same network");
    }
}
