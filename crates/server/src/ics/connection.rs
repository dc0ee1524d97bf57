//! TCP: bytes in, bytes out, each connection within its bounds.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tandem_ics::Conn;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;

use crate::crowd::Pass;
use crate::http::{self, App};
use crate::metrics::METRICS;

/// Bytes that are read at once.
const CHUNK: usize = 1024;
/// Messages that may wait for a client, and bytes; one that lags further behind is dropped.
const QUEUE: usize = 256;
const MAX_UNSENT: usize = 1 << 20;
/// How long a client may take to accept what it is sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a client that is sent away may take to go.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// The round trip is not known.
const UNKNOWN: u32 = u32::MAX;

static NEXT: AtomicU64 = AtomicU64::new(1);

/// What comes to the door.
pub(super) enum Input {
    Opened(Conn, Line),
    Heard(Conn, Vec<u8>),
    Closed(Conn),
}

/// How far away somebody is, as the kernel has seen it.
#[derive(Debug)]
pub(super) struct Meter(AtomicU32);

impl Meter {
    pub(super) fn round_trip(&self) -> Option<Duration> {
        let micros = self.0.load(Ordering::Relaxed);
        (micros != UNKNOWN).then(|| Duration::from_micros(micros.into()))
    }
}

/// The way to a connection.
pub(super) struct Line {
    pub(super) address: IpAddr,
    pub(super) meter: Arc<Meter>,
    outbox: mpsc::Sender<Vec<u8>>,
    /// Bytes that the client has not taken.
    unsent: Arc<AtomicUsize>,
    /// One permit: the next chunk may be read.
    reads: Arc<Semaphore>,
}

impl Line {
    /// A way, and what it leads to: what is to be written, and how much that is.
    fn new(address: IpAddr) -> (Line, Outbox) {
        let (outbox, inbox) = mpsc::channel(QUEUE);
        let (unsent, reads) = (Arc::<AtomicUsize>::default(), Arc::new(Semaphore::new(1)));
        let meter = Arc::new(Meter(AtomicU32::new(UNKNOWN)));
        let waits = Outbox { inbox, unsent: Arc::clone(&unsent) };
        (Line { address, meter, outbox, unsent, reads }, waits)
    }

    /// Sends bytes; false if the client is too slow.
    pub(super) fn send(&self, bytes: Vec<u8>) -> bool {
        let length = bytes.len();
        let unsent = self.unsent.fetch_add(length, Ordering::Relaxed) + length;
        unsent <= MAX_UNSENT && self.outbox.try_send(bytes).is_ok()
    }

    /// The next chunk may be read.
    pub(super) fn go_on(&self) {
        self.reads.add_permits(1);
    }
}

/// What waits for a client.
struct Outbox {
    inbox: mpsc::Receiver<Vec<u8>>,
    unsent: Arc<AtomicUsize>,
}

impl Outbox {
    /// All that waits; none if there will never be more.
    async fn next(&mut self) -> Option<Vec<u8>> {
        let mut bytes = self.inbox.recv().await?;
        while let Ok(more) = self.inbox.try_recv() {
            bytes.extend(more);
        }
        Some(bytes)
    }

    /// The client has taken so many bytes.
    fn taken(&self, length: usize) {
        self.unsent.fetch_sub(length, Ordering::Relaxed);
    }
}

/// Accepts connections for ever.
pub(super) async fn accept(listener: TcpListener, app: Arc<App>, inputs: mpsc::Sender<Input>) {
    loop {
        let (stream, address) = http::accept(&listener).await;
        match app.limits.enter(address).filter(|_| app.limits.may_come(address)) {
            Some(pass) => {
                tokio::spawn(converse(stream, address, pass, inputs.clone()));
            }
            None => {
                METRICS.turned_away.add(1);
                tokio::spawn(turn_away(stream));
            }
        }
    }
}

/// Somebody of whose address there are too many hears so.
async fn turn_away(mut stream: TcpStream) {
    let text = b"\n\rToo many connections from this address. Try again later.\n\r";
    let _ = timeout(CLOSE_TIMEOUT, stream.write_all(text)).await;
}

async fn converse(stream: TcpStream, address: IpAddr, pass: Pass, inputs: mpsc::Sender<Input>) {
    let _counted = (METRICS.connections.hold(), pass);
    // A move is a small message that must not wait for a fuller packet.
    let _ = stream.set_nodelay(true);
    let conn = Conn(NEXT.fetch_add(1, Ordering::Relaxed));
    let (line, outbox) = Line::new(address);
    let (meter, reads) = (Arc::clone(&line.meter), Arc::clone(&line.reads));
    if inputs.send(Input::Opened(conn, line)).await.is_err() {
        return;
    }
    let (reader, writer) = stream.into_split();
    // Whichever ends first ends the conversation; what was said last is still written.
    tokio::select! {
        () = read(reader, conn, &meter, &reads, &inputs) => {}
        () = write(writer, outbox) => {}
    }
    // The door may have ended before.
    let _ = inputs.send(Input::Closed(conn)).await;
}

async fn read(
    mut stream: OwnedReadHalf,
    conn: Conn,
    meter: &Meter,
    reads: &Semaphore,
    inputs: &mpsc::Sender<Input>,
) {
    let mut buffer = [0_u8; CHUNK];
    loop {
        let Ok(permit) = reads.acquire().await else { return };
        permit.forget();
        let length = match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(length) => length,
        };
        let socket: &TcpStream = stream.as_ref();
        if let Some(least) = tandem_rtt::least_round_trip(socket) {
            let micros = u32::try_from(least.as_micros()).unwrap_or(UNKNOWN - 1);
            meter.0.store(micros, Ordering::Relaxed);
        }
        if inputs.send(Input::Heard(conn, buffer[..length].to_vec())).await.is_err() {
            return;
        }
    }
}

/// Writes until the door has no more to say.
async fn write(mut stream: OwnedWriteHalf, mut outbox: Outbox) {
    while let Some(bytes) = outbox.next().await {
        match timeout(SEND_TIMEOUT, stream.write_all(&bytes)).await {
            Ok(Ok(())) => outbox.taken(bytes.len()),
            Ok(Err(_)) | Err(_) => return,
        }
    }
    let _ = timeout(CLOSE_TIMEOUT, stream.shutdown()).await;
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[tokio::test]
    async fn no_more_waits_for_a_client_than_so_much() {
        let (line, mut outbox) = Line::new(Ipv4Addr::LOCALHOST.into());
        let half = vec![b'x'; MAX_UNSENT / 2];
        assert!(line.send(half.clone()) && line.send(half.clone()));
        assert_eq!(outbox.next().await.unwrap().len(), MAX_UNSENT);
        // They are being written, and count until that is done.
        assert!(!line.send(b"x".to_vec()));

        let (line, mut outbox) = Line::new(Ipv4Addr::LOCALHOST.into());
        for _ in 0..3 {
            assert!(line.send(half.clone()));
            let bytes = outbox.next().await.unwrap();
            outbox.taken(bytes.len());
        }
        // Many small ones are too many too.
        assert!((0..QUEUE).all(|_| line.send(b"x".to_vec())));
        assert!(!line.send(b"x".to_vec()));
    }
}
