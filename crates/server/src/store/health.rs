//! How the store is: whether anything can be stored, and which matches were found damaged.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::folder::Watch;
use super::{Health, StoreError};
use crate::ids::MatchId;
use crate::metrics::METRICS;

/// What the store's threads know together.
#[derive(Debug)]
pub(super) struct Condition {
    watch: Watch,
    failed: Mutex<Option<StoreError>>,
    damaged: Mutex<BTreeSet<MatchId>>,
}

impl Condition {
    pub(super) fn new(watch: Watch) -> Condition {
        Condition { watch, failed: Mutex::default(), damaged: Mutex::default() }
    }

    /// Whether the files are still those that were opened: what is written to others is lost.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        self.watch.check()
    }

    /// Notes how the last write went; the first failure and the first success are told.
    pub(super) fn note(&self, written: Result<(), &StoreError>) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        match (written, &*failed) {
            (Err(error), None) => tracing::error!(%error, "nothing can be stored"),
            (Ok(()), Some(_)) => tracing::info!("things can be stored again"),
            (Err(_), Some(_)) | (Ok(()), None) => {}
        }
        *failed = written.err().cloned();
    }

    /// Whether the last write failed.
    pub(super) fn is_ill(&self) -> bool {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Names a damaged match, once.
    pub(super) fn set_apart(&self, id: &MatchId) {
        let mut damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        if damaged.insert(id.clone()) {
            METRICS.damaged.add(1);
            tracing::error!(table = %id, "a match was damaged on the disk and is set apart");
        }
    }

    /// Whether a match was found damaged.
    pub(super) fn is_apart(&self, id: &MatchId) -> bool {
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner).contains(id)
    }

    pub(super) fn health(&self) -> Health {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        Health {
            trouble: self.check().err().or(failed),
            damaged: damaged.iter().cloned().collect(),
        }
    }
}
