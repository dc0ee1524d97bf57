//! The transposition table: what earlier visits found out, shared by all threads.
//!
//! An entry is two words, the data and the key mixed with it, so that an entry written by two
//! threads at once is recognised as torn and ignored.
//!
//! ```text
//! data:  move 17 | score 16 | static score 16 | depth 7 | bound 2 | age 6
//! ```

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::packed::Packed;
use crate::score::{MATE_BOUND, Score};

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Nothing is known but the static score.
    None,
    /// At most this.
    Upper,
    /// At least this.
    Lower,
    /// This.
    Exact,
}

impl Bound {
    fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => Bound::None,
        }
    }

    pub(crate) fn is_lower(self) -> bool {
        matches!(self, Bound::Lower | Bound::Exact)
    }

    pub(crate) fn is_upper(self) -> bool {
        matches!(self, Bound::Upper | Bound::Exact)
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: Packed,
    pub(crate) score: Score,
    /// The score without looking ahead; none if the king was in check.
    pub(crate) static_score: Option<Score>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

const NO_SCORE: i16 = i16::MIN;
const BUCKET: usize = 4;
/// Depths are stored from this one up, so that quiescence fits in.
const LOWEST_DEPTH: i32 = -4;

impl Entry {
    fn pack(&self, age: u64) -> u64 {
        let depth = (self.depth - LOWEST_DEPTH).clamp(0, 127) as u64;
        let static_score = self.static_score.map_or(NO_SCORE, |score| score as i16);
        u64::from(self.best.0) & 0x1_ffff
            | u64::from(self.score as i16 as u16) << 17
            | u64::from(static_score as u16) << 33
            | depth << 49
            | (self.bound as u64) << 56
            | (age & 63) << 58
    }

    fn unpack(data: u64) -> Entry {
        let static_score = (data >> 33) as u16 as i16;
        Entry {
            best: Packed((data & 0x1_ffff) as u32),
            score: Score::from((data >> 17) as u16 as i16),
            static_score: (static_score != NO_SCORE).then_some(Score::from(static_score)),
            depth: ((data >> 49) & 127) as i32 + LOWEST_DEPTH,
            bound: Bound::from_bits(data >> 56),
        }
    }
}

#[derive(Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

/// Slots that share a line of the processor's cache: a look at one costs one way to memory.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// A table of a fixed size.
pub(crate) struct HashTable {
    buckets: Vec<Bucket>,
    age: AtomicU64,
}

impl HashTable {
    /// A table of about so many megabytes, at least a tiny one.
    pub(crate) fn new(megabytes: usize) -> HashTable {
        let count = (megabytes.max(1) << 20) / size_of::<Bucket>();
        let buckets = (0..count).map(|_| Bucket::default()).collect();
        HashTable { buckets, age: AtomicU64::new(0) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for slot in self.slots() {
            slot.key.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins: older entries may go first.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.buckets.iter().flat_map(|bucket| &bucket.0)
    }

    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        let count = self.buckets.len() as u128;
        &self.buckets[((u128::from(key) * count) >> 64) as usize].0
    }

    /// What is known of a position; mates count from the node at `ply`.
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            if data == 0 || slot.key.load(Relaxed) ^ data != key {
                return None;
            }
            let mut entry = Entry::unpack(data);
            if entry.score >= MATE_BOUND {
                entry.score -= ply as Score;
            } else if entry.score <= -MATE_BOUND {
                entry.score += ply as Score;
            }
            Some(entry)
        })
    }

    /// Stores what was found out at a node at `ply`.
    pub(crate) fn put(&self, key: u64, ply: usize, mut entry: Entry) {
        if entry.score >= MATE_BOUND {
            entry.score += ply as Score;
        } else if entry.score <= -MATE_BOUND {
            entry.score -= ply as Score;
        }
        let age = self.age.load(Relaxed) & 63;
        let mut worst: Option<(&Slot, i32)> = None;
        for slot in self.bucket(key) {
            let data = slot.data.load(Relaxed);
            if data == 0 || slot.key.load(Relaxed) ^ data == key {
                let old = Entry::unpack(data);
                if data != 0 {
                    if entry.best == Packed::NONE {
                        entry.best = old.best;
                    }
                    // A much deeper result of this search is worth more than a shallow new one.
                    let same_age = data >> 58 == age;
                    if same_age && entry.bound != Bound::Exact && old.depth > entry.depth + 3 {
                        return;
                    }
                }
                return write(slot, key, entry.pack(age));
            }
            let old_age = (age.wrapping_sub(data >> 58) & 63) as i32;
            let value = Entry::unpack(data).depth - 4 * old_age;
            if worst.is_none_or(|(_, least)| value < least) {
                worst = Some((slot, value));
            }
        }
        if let Some((slot, _)) = worst {
            write(slot, key, entry.pack(age));
        }
    }

    /// How full the table is, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed) & 63;
        let sample = (self.buckets.len() * BUCKET).min(1_000);
        let used = self
            .slots()
            .take(sample)
            .map(|slot| slot.data.load(Relaxed))
            .filter(|&data| data != 0 && data >> 58 == age)
            .count();
        (used * 1_000 / sample.max(1)) as u32
    }
}

fn write(slot: &Slot, key: u64, data: u64) {
    slot.key.store(key ^ data, Relaxed);
    slot.data.store(data, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_in, mated_in};

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = HashTable::new(1);
        for (i, score) in [0, -1234, mate_in(7), mated_in(12)].into_iter().enumerate() {
            let entry = Entry {
                best: Packed(0x1_5aa5),
                score,
                static_score: (i > 0).then_some(-77),
                depth: i as i32 - 2,
                bound: Bound::Lower,
            };
            table.put(i as u64 + 99, 3, entry);
            assert_eq!(table.get(i as u64 + 99, 3), Some(entry));
        }
        assert_eq!(table.get(5, 0), None);
    }
}
