//! Checksums of rows: what the disk gives back is what was written, or it is noticed.
//!
//! Half of a SHA-256, which the server has for its secrets anyway: one row takes a microsecond,
//! and no accident passes. It guards against accidents, not against somebody who writes to the
//! database: they can write checksums too.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};

/// A checksum.
pub(super) type Sum = [u8; 16];

/// The checksum of some values of a row, in their order.
pub(super) fn checksum<'v>(values: impl IntoIterator<Item = ValueRef<'v>>) -> Sum {
    let mut hash = Sha256::new();
    for value in values {
        // The kind and the length first: no two rows look the same end to end.
        let (kind, bytes): (u8, &[u8]) = match value {
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(number) => {
                hash.update([1]);
                hash.update(number.to_be_bytes());
                continue;
            }
            ValueRef::Real(number) => {
                hash.update([2]);
                hash.update(number.to_be_bytes());
                continue;
            }
            ValueRef::Text(text) => (3, text),
            ValueRef::Blob(bytes) => (4, bytes),
        };
        hash.update([kind]);
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    }
    let whole = hash.finalize();
    std::array::from_fn(|at| whole[at])
}

/// What the log of a match begins with.
pub(super) fn beginning(number: i64) -> Sum {
    checksum([ValueRef::Text(b"log"), ValueRef::Integer(number)])
}

/// Lets SQL use it: `checksum(value, ...)`.
pub(super) fn teach(connection: &Connection) -> Result<(), rusqlite::Error> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("checksum", -1, flags, |context| {
        Ok(checksum((0..context.len()).map(|at| context.get_raw(at))).to_vec())
    })
}

/// What is summed of a row of `matches`.
pub(super) const OF_MATCH: &str = "checksum(number, id, created, terms, public, arbiter, stage, \
     result, moment, rematch, maker)";
/// What is summed of a row of `seats`.
pub(super) const OF_SEAT: &str = "checksum(id, seat, secret, name, bot)";
/// What is summed of a row of `log`, after the sum of the row before it, `?1`.
pub(super) const OF_LOG: &str = "checksum(?1, match, before, seq, at, actor, command, step)";
