//! Somebody who sends ICS commands without a pause.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::watch;

/// What is sent again and again: a hundred commands that the door answers by itself.
const COMMAND: &[u8] = b"date\n";
const AT_ONCE: usize = 100;

/// What a flood came to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flooded {
    /// Lines that were sent.
    pub(super) sent: usize,
    /// Lines that were answered.
    pub(super) answered: usize,
    /// Times that the connection broke or could not be had.
    pub(super) failed: usize,
}

/// Sends as fast as the door reads, whenever it is told to; each time by a new connection, so that nothing
/// of the last one is still being read.
pub(super) async fn flood(
    server: SocketAddr,
    from: SocketAddr,
    mut busy: watch::Receiver<Option<bool>>,
) -> Flooded {
    let mut flooded = Flooded::default();
    loop {
        let told = *busy.borrow_and_update();
        match told {
            None => return flooded,
            Some(true) => {
                let sends = async {
                    let stream = connect(server, from).await?;
                    send(stream, &mut flooded).await
                };
                tokio::select! {
                    // It goes on until somebody says otherwise.
                    broken = sends => {
                        flooded.failed += usize::from(broken.is_err());
                        if busy.changed().await.is_err() {
                            return flooded;
                        }
                    }
                    changed = busy.changed() => if changed.is_err() {
                        return flooded;
                    },
                }
            }
            Some(false) => {
                if busy.changed().await.is_err() {
                    return flooded;
                }
            }
        }
    }
}

async fn connect(server: SocketAddr, from: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind(from)?;
    let mut stream = socket.connect(server).await?;
    stream.write_all(b"guest\n\n").await?;
    Ok(stream)
}

/// Never ends by itself, unless the connection breaks.
async fn send(stream: TcpStream, flooded: &mut Flooded) -> std::io::Result<()> {
    let (mut reader, mut writer) = stream.into_split();
    let lines = COMMAND.repeat(AT_ONCE);
    let (sent, answered) = (&mut flooded.sent, &mut flooded.answered);
    let write = async {
        loop {
            writer.write_all(&lines).await?;
            *sent += AT_ONCE;
        }
    };
    let read = async {
        let mut chunk = vec![0; 16 * 1024];
        loop {
            match reader.read(&mut chunk).await? {
                0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
                // An answer is one line and the prompt.
                length => *answered += chunk[..length].iter().filter(|byte| **byte == b'%').count(),
            }
        }
    };
    tokio::select! {
        ended = write => ended,
        ended = read => ended,
    }
}
