//! Files that visitors bring, and answers that they don't take: what waits for them is bounded.

use std::time::Duration;

use serde_json::json;
use tandem_server::Bounds;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Folder, Running, config};

const GAME: &[u8] = b"[Event \"x\"]\n\n1A. e4 *";

/// Sends the head of a file of a megabyte, and little of the file.
async fn begin(server: &Running) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = "POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n1A.";
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

#[tokio::test]
async fn only_so_many_files_of_an_address_are_under_way() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let mut slow = Vec::new();
    for _ in 0..4 {
        slow.push(begin(&server).await);
    }
    let bring = async || server.ask("POST", "/api/replay", "", GAME).await;
    // Those four may still be on their way.
    let refused = loop {
        let answer = bring().await;
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (429, &json!("too_many")));
    // They wait for nothing: what they are told comes before what they would send.
    assert_eq!(server.get("/api/books").await.status, 200);
    drop(slow);
    while bring().await.status != 200 {
        tokio::task::yield_now().await;
    }
    server.stop().await;
}

/// Time passes only while everybody waits.
#[tokio::test(start_paused = true)]
async fn whoever_takes_nothing_of_an_answer_is_left() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.bounds = Bounds { connections: 1, ..config.bounds };
    let server = Running::start(config).await;
    let mut deaf = TcpStream::connect(server.address).await.unwrap();
    let ask = "GET /api/books/minerva HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2_000);
    // What is asked for is far more than the sockets hold; none of it is read.
    let asking = tokio::time::timeout(Duration::from_secs(5), deaf.write_all(ask.as_bytes()));
    let _ = asking.await;
    let left = async {
        // Nobody else gets in meanwhile.
        while server.get("/healthz").await.status != 200 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    assert!(tokio::time::timeout(Duration::from_secs(120), left).await.is_ok());
    let mut byte = [0];
    assert!(deaf.read(&mut byte).await.is_ok(), "what was on its way is still there");
    server.stop().await;
}
