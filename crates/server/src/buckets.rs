//! So many at once, so many a second: tokens that outlive connections.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use crate::time::Stopwatch;

/// Tokens of many who spend them, each by their key.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    /// Tokens a second.
    rate: f64,
    /// The most that anybody has.
    burst: f64,
    spent: Mutex<Spent<K>>,
}

#[derive(Debug)]
struct Spent<K> {
    buckets: HashMap<K, Bucket>,
    /// When there are so many, those that are full again are forgotten.
    tidy_at: usize,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    since: Stopwatch,
}

impl<K: Eq + Hash> Buckets<K> {
    pub(crate) fn new(rate: f64, burst: f64) -> Buckets<K> {
        let spent = Spent { buckets: HashMap::new(), tidy_at: 1024 };
        Buckets { rate, burst, spent: Mutex::new(spent) }
    }

    fn tokens(&self, bucket: &Bucket) -> f64 {
        (bucket.tokens + bucket.since.elapsed().as_secs_f64() * self.rate).min(self.burst)
    }

    /// Spends a token; false if there is none.
    pub(crate) fn take(&self, key: K) -> bool {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        if spent.buckets.len() >= spent.tidy_at {
            spent.buckets.retain(|_, bucket| self.tokens(bucket) < self.burst);
            spent.tidy_at = (spent.buckets.len() * 2).max(1024);
        }
        let full = Bucket { tokens: self.burst, since: Stopwatch::start() };
        let bucket = spent.buckets.entry(key).or_insert(full);
        let tokens = self.tokens(bucket);
        let may = tokens >= 1.0;
        let left = if may { tokens - 1.0 } else { tokens };
        *bucket = Bucket { tokens: left, since: Stopwatch::start() };
        may
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn tokens_come_back_with_time_and_are_nobody_elses() {
        let buckets = Buckets::new(2.0, 3.0);
        assert_eq!([(); 4].map(|()| buckets.take("ann")), [true, true, true, false]);
        assert!(buckets.take("ben"));
        advance(Duration::from_millis(500)).await;
        assert_eq!([(); 2].map(|()| buckets.take("ann")), [true, false]);
    }

    #[tokio::test(start_paused = true)]
    async fn those_that_are_full_again_are_forgotten() {
        let buckets = Buckets::new(1.0, 5.0);
        for number in 0..1024 {
            assert!(buckets.take(number));
        }
        advance(Duration::from_secs(1)).await;
        assert!(buckets.take(5_000));
        assert_eq!(buckets.spent.lock().unwrap().buckets.len(), 1);
    }
}
