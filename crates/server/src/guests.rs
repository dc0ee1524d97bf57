//! One space of names: who is called what at the pages now, and who at the ICS door.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The names that are in use.
#[derive(Debug, Default)]
pub(crate) struct Guests {
    door: Mutex<HashSet<String>>,
    pages: Mutex<HashMap<String, usize>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What makes two names the same: `Ann Lee` of a page is `AnnLee` at the door.
fn key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Guests {
    /// Somebody wants to come in at the door by this name; false if it is in use.
    pub(crate) fn enter(&self, name: &str) -> bool {
        let key = key(name);
        !lock(&self.pages).contains_key(&key) && lock(&self.door).insert(key)
    }

    /// The name is free at the door again.
    pub(crate) fn leave(&self, name: &str) {
        lock(&self.door).remove(&key(name));
    }

    /// What somebody at a page is called who wants this name: somebody else at the door may have it.
    pub(crate) fn at_page(&self, name: &str) -> String {
        if lock(&self.door).contains(&key(name)) {
            format!("{name} (page)")
        } else {
            name.to_owned()
        }
    }

    /// Somebody at a page has this name, as long as what comes back lives.
    pub(crate) fn hold(self: &Arc<Guests>, name: &str) -> Held {
        let key = key(name);
        *lock(&self.pages).entry(key.clone()).or_default() += 1;
        Held { guests: Arc::clone(self), key }
    }
}

/// The name of somebody at a page.
#[derive(Debug)]
pub(crate) struct Held {
    guests: Arc<Guests>,
    key: String,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut pages = lock(&self.guests.pages);
        if let Some(count) = pages.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                pages.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_persons_at_pages_and_door() {
        let guests = Arc::new(Guests::default());
        let held = guests.hold("Ann Lee");
        assert!(!guests.enter("annlee"));
        drop(held);
        assert!(guests.enter("AnnLee") && !guests.enter("ANNLEE"));
        assert_eq!(guests.at_page("ann lee"), "ann lee (page)");
        guests.leave("annLee");
        assert_eq!(guests.at_page("Ann Lee"), "Ann Lee");
    }
}
