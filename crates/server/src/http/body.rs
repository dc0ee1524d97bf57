//! A request's body that must come in time, and an answer that leaves piece by piece.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep};

use crate::crowd::Pass;

/// How long a client may take for all of it: a file of a megabyte over a slow line.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// What is handed over at once of a long answer: more would keep a thread that hears the players.
const PIECE: usize = 32 * 1024;
/// What leaves at once of any answer: all of an ordinary match.
const AT_ONCE: usize = 256 * 1024;
/// How long the next piece of a longer one waits: some eight megabytes a second.
const BETWEEN: Duration = Duration::from_millis(4);

/// Why a body ends early.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error("the body took too long")]
    TooSlow,
    #[error(transparent)]
    Http(hyper::Error),
}

struct Timed {
    body: Incoming,
    until: Pin<Box<Sleep>>,
}

/// The same body, broken off if it takes too long.
pub(super) fn timed(body: Incoming) -> Body {
    if body.is_end_stream() {
        return Body::empty();
    }
    Body::new(Timed { body, until: Box::pin(sleep(BODY_TIMEOUT)) })
}

impl HttpBody for Timed {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if self.until.as_mut().poll(context).is_ready() {
            return Poll::Ready(Some(Err(Broken::TooSlow.into())));
        }
        let frame = Pin::new(&mut self.body).poll_frame(context);
        frame.map(|frame| frame.map(|frame| frame.map_err(|error| Broken::Http(error).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// What is left of an answer.
struct Pieces {
    left: Bytes,
    /// What may leave at once.
    free: usize,
    wait: Option<Pin<Box<Sleep>>>,
    /// The pass of whoever it is for, where one is needed.
    _pass: Option<Pass>,
}

/// An answer that leaves piece by piece, a long one at a pace. Until the last piece has been asked for,
/// its pass is held: one who does not read has it still.
pub(super) fn in_pieces(answer: Bytes, pass: impl Into<Option<Pass>>) -> Body {
    Body::new(Pieces { left: answer, free: AT_ONCE, wait: None, _pass: pass.into() })
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if self.left.is_empty() {
            return Poll::Ready(None);
        }
        if self.free == 0 {
            let wait = self.wait.get_or_insert_with(|| Box::pin(sleep(BETWEEN)));
            std::task::ready!(wait.as_mut().poll(context));
            self.wait = None;
        }
        let length = self.left.len().min(PIECE);
        self.free = self.free.saturating_sub(length);
        Poll::Ready(Some(Ok(Frame::data(self.left.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::Instant;

    #[tokio::test(start_paused = true)]
    async fn a_long_answer_leaves_at_a_pace_and_whole() {
        for (length, waits) in [(0, 0), (AT_ONCE, 0), (AT_ONCE + 1, 1), (AT_ONCE + 9 * PIECE, 9)] {
            let answer: Bytes = (0..length).map(|at| (at % 251) as u8).collect();
            let begun = Instant::now();
            let body = axum::body::to_bytes(in_pieces(answer.clone(), None), usize::MAX).await;
            assert_eq!(body.unwrap(), answer);
            assert_eq!(begun.elapsed().as_millis(), waits * BETWEEN.as_millis(), "{length}");
        }
    }
}
