//! Finding out that the store is well again. While something is wrong with it no balancer sends anybody here: then there may be nothing
//! to write by which it would be seen.

use std::sync::Weak;
use std::time::Duration;

use super::super::StoreError;
use super::Shared;
use super::connect::told;

/// How often it is tried.
const TRY: Duration = Duration::from_secs(1);

/// Needs room for a row of the log as it is written, and leaves nothing there.
const ROW: &str = "
    BEGIN;
    INSERT INTO log (match, seq, epoch, at, step) VALUES ('', 0, 0, 0, repeat(' ', 1800));
    DELETE FROM log WHERE match = '';
    COMMIT";

/// Tries it, whenever the last write failed, as long as the store is there.
pub(super) async fn run(shared: Weak<Shared>) {
    loop {
        tokio::time::sleep(TRY).await;
        let Some(shared) = shared.upgrade() else { return };
        try_again(&shared).await;
    }
}

/// Writes something if the last write failed; if that can be done the trouble is over.
pub(super) async fn try_again(shared: &Shared) {
    if !shared.is_in_trouble() {
        return;
    }
    match write(shared).await {
        Ok(()) => shared.note(None),
        Err(error) => tracing::debug!(%error, "nothing can be stored yet"),
    }
}

/// By a connection of its own: whatever becomes of it, the lane is not in the way.
async fn write(shared: &Shared) -> Result<(), StoreError> {
    let client = shared.address.connect().await?;
    client.batch_execute(ROW).await.map_err(|error| shared.address.wrong(told(&error)))
}
