//! Visitors who ask for a match's records again and again.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::sync::watch;

/// What readers were told.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Read {
    pub(super) answered: usize,
    pub(super) sent_away: usize,
    pub(super) failed: usize,
}

/// Reads in a loop, as fast as answers come, whenever it is told to.
pub(super) async fn read(
    server: SocketAddr,
    from: SocketAddr,
    id: String,
    mut busy: watch::Receiver<Option<bool>>,
) -> Read {
    let mut read = Read::default();
    let paths = ["/bpgn", "/replay", "/events", ""];
    for path in paths.iter().cycle() {
        loop {
            let told = *busy.borrow_and_update();
            match told {
                Some(true) => break,
                Some(false) => {
                    if busy.changed().await.is_err() {
                        return read;
                    }
                }
                None => return read,
            }
        }
        match ask(server, from, &format!("/api/matches/{id}{path}")).await {
            Ok(200) => read.answered += 1,
            Ok(429) => read.sent_away += 1,
            Ok(_) | Err(_) => read.failed += 1,
        }
    }
    read
}

async fn ask(server: SocketAddr, from: SocketAddr, path: &str) -> std::io::Result<u16> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind(from)?;
    let mut stream = socket.connect(server).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut head = [0; 12];
    stream.read_exact(&mut head).await?;
    let mut rest = vec![0; 64 * 1024];
    while stream.read(&mut rest).await? > 0 {}
    let status = std::str::from_utf8(&head).ok().and_then(|head| head.get(9..)?.parse().ok());
    Ok(status.unwrap_or(0))
}
