//! Only so many of one address at a time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Those who are inside, by their addresses.
#[derive(Debug)]
pub(crate) struct Crowd {
    /// The most of one address.
    each: usize,
    /// The most in all.
    all: usize,
    inside: Mutex<HashMap<IpAddr, usize>>,
}

/// One who is inside, as long as this lives.
#[derive(Debug)]
pub(crate) struct Pass {
    crowd: Arc<Crowd>,
    address: IpAddr,
}

impl Crowd {
    pub(crate) fn new(each: usize, all: usize) -> Arc<Crowd> {
        Arc::new(Crowd { each, all, inside: Mutex::default() })
    }

    fn inside(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A pass for one more of an address, as it is counted; none if there are too many.
    pub(crate) fn enter(self: &Arc<Crowd>, address: IpAddr) -> Option<Pass> {
        let mut inside = self.inside();
        if self.all < usize::MAX && inside.values().sum::<usize>() >= self.all {
            return None;
        }
        let count = inside.entry(address).or_default();
        if *count >= self.each {
            return None;
        }
        *count += 1;
        Some(Pass { crowd: Arc::clone(self), address })
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut inside = self.crowd.inside();
        if let Some(count) = inside.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                inside.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_of_an_address_and_so_many_in_all() {
        let crowd = Crowd::new(2, 3);
        let [one, two]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let first = crowd.enter(one);
        let _second = crowd.enter(one);
        assert!(crowd.enter(one).is_none(), "two of this address are there");
        let _third = crowd.enter(two);
        assert!(crowd.enter(two).is_none(), "three are there");
        drop(first);
        assert!(crowd.enter(two).is_some());
        assert_eq!(crowd.inside().len(), 2, "who is gone is forgotten");
    }
}
