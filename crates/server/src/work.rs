//! Work that would keep the threads that hear the players.

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::{JoinError, spawn_blocking};

/// Has something done that takes a processor for a while, apart from everybody else. Where there is
/// one thread it is done at once, so that what happens on it has one order.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::CurrentThread => Ok(work()),
        _ => spawn_blocking(work).await,
    }
}

/// From now on this thread works only while no other wants its processor, and lets go of it at once
/// when one does. A lower priority alone would let it finish its turn of some milliseconds.
///
/// # Errors
/// That the system does not know such threads.
pub fn give_way() -> Result<(), thread_priority::Error> {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
            set_thread_priority_and_policy, thread_native_id,
        };
        let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle)?;
    }
    Ok(())
}
