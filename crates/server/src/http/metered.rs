//! A connection that is measured as it is read: how much comes, and from how far. One that takes
//! nothing of what is written to it is ended.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tandem_rtt::least_round_trip;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::time::Stopwatch;

/// Bytes that a client of a socket may send at once.
const MAX: f64 = 64.0 * 1024.0;
/// And a second, over a while.
const RATE: f64 = 8.0 * 1024.0;
/// How long a client may take nothing of what it is sent: what waits for it is held in memory.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// Nothing has been measured yet.
const UNKNOWN: u32 = u32::MAX;

/// What is measured.
#[derive(Debug)]
pub(super) struct Meter {
    left: Mutex<Left>,
    /// In microseconds.
    round_trip: AtomicU32,
    /// Whether somebody wants to know the round trip: only then the kernel is asked.
    wanted: AtomicBool,
}

/// What a client may still send.
#[derive(Clone, Copy, Debug)]
enum Left {
    /// It speaks HTTP, where requests are bounded each.
    Unbounded,
    Bytes(f64, Stopwatch),
    Nothing,
}

impl Default for Meter {
    fn default() -> Meter {
        Meter {
            left: Mutex::new(Left::Unbounded),
            round_trip: AtomicU32::new(UNKNOWN),
            wanted: AtomicBool::new(true),
        }
    }
}

impl Meter {
    fn left(&self) -> MutexGuard<'_, Left> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on every byte counts: those of empty frames as well, which nobody else sees.
    pub(super) fn limit(&self) {
        *self.left() = Left::Bytes(MAX, Stopwatch::start());
    }

    /// Whether too much has come.
    pub(super) fn is_exceeded(&self) -> bool {
        matches!(*self.left(), Left::Nothing)
    }

    /// So many bytes have come; false if that is too much.
    fn take(&self, bytes: usize) -> bool {
        let mut left = self.left();
        if let Left::Bytes(tokens, since) = *left {
            let earned = since.elapsed().as_secs_f64() * RATE;
            let rest = (tokens + earned).min(MAX) - bytes as f64;
            *left = if rest < 0.0 { Left::Nothing } else { Left::Bytes(rest, Stopwatch::start()) };
        }
        !matches!(*left, Left::Nothing)
    }

    /// From now on the kernel is asked for the round trip whenever something comes, or no longer.
    pub(super) fn want_round_trip(&self, wanted: bool) {
        self.wanted.store(wanted, Ordering::Relaxed);
    }

    /// The least round trip that the kernel has seen.
    pub(super) fn round_trip(&self) -> Option<Duration> {
        let micros = self.round_trip.load(Ordering::Relaxed);
        (micros != UNKNOWN).then(|| Duration::from_micros(micros.into()))
    }
}

/// The connection.
pub(super) struct Metered {
    stream: TcpStream,
    meter: Arc<Meter>,
    /// Since something waits to be taken, and until when.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl Metered {
    pub(super) fn new(stream: TcpStream, meter: Arc<Meter>) -> Metered {
        Metered { stream, meter, stuck: None }
    }

    /// How a write went, unless the client has taken nothing for too long.
    fn in_time<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(SEND_TIMEOUT)));
        match stuck.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let more = buffer.filled().len() - before;
        if more > 0 {
            if !self.meter.take(more) {
                return Poll::Ready(Err(io::Error::other("too many bytes")));
            }
            if self.meter.wanted.load(Ordering::Relaxed)
                && let Some(least) = least_round_trip(&self.stream)
            {
                let micros = u32::try_from(least.as_micros()).unwrap_or(UNKNOWN - 1);
                self.meter.round_trip.fetch_min(micros, Ordering::Relaxed);
            }
        }
        read
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.in_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn every_byte_of_a_socket_counts() {
        let meter = Meter::default();
        assert!(meter.take(1024 * 1024), "a file over HTTP");
        meter.limit();
        assert!(meter.take(60 * 1024));
        advance(Duration::from_secs(1)).await;
        assert!(meter.take(12 * 1024));
        assert!(!meter.take(1024));
        advance(Duration::from_secs(60)).await;
        assert!(!meter.take(1) && meter.is_exceeded(), "it is over");
    }
}
