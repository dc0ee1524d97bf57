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

/// What is handed over at once of a long answer.
const PIECE: usize = 64 * 1024;

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

/// What is left of an answer, and the pass of whoever it is for.
struct Pieces {
    left: Bytes,
    _pass: Pass,
}

/// An answer that leaves piece by piece. Until the last has been asked for, its pass is held: one
/// who does not read has it still.
pub(super) fn in_pieces(answer: Bytes, pass: Pass) -> Body {
    Body::new(Pieces { left: answer, _pass: pass })
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if self.left.is_empty() {
            return Poll::Ready(None);
        }
        let length = self.left.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.left.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left.len() as u64)
    }
}
