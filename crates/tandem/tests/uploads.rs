//! Hostile files: however many come at once, and however slowly, they cost little memory.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

#[path = "common/server.rs"]
mod server;

use std::io::Write;
use std::net::TcpStream;

use server::Server;

/// The most that the server may have had in memory, in KiB.
const MAX: u64 = 200 * 1024;
/// Files of a megabyte, and a little less.
const FULL: usize = 1024 * 1024 - 64;

/// What a server has had in memory at most, in KiB.
fn most_memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// So many moves of knights that go out and home again.
fn knights(moves: usize) -> String {
    let written = (0..moves).map(|ply| {
        let (number, black, home) = (ply / 2 + 1, ply % 2 == 1, ply % 4 > 1);
        let board = if black { 'a' } else { 'A' };
        let square = ["f3", "f6", "g1", "g8"][usize::from(black) + 2 * usize::from(home)];
        format!("{number}{board}. N{square} ")
    });
    written.chain(["*".to_owned()]).collect()
}

#[test]
fn three_at_once_cost_little_memory() {
    let server = Server::start("three-files", &[]);
    let mut too_many = knights(FULL / 8);
    too_many.truncate(FULL);
    // As many moves, problems, variations, games as fit; and things that are no games.
    let files = [
        too_many,
        "e4 ".repeat(FULL / 3),
        "? ".repeat(FULL / 2),
        format!("1A. e4 {}", "(1A. d4) ".repeat(FULL / 10)),
        format!("1A. e4 {}", "(".repeat(FULL - 8)),
        "1A. e4 * ".repeat(FULL / 9),
        format!("1A. e4 {{{}}} *", "\u{1}".repeat(FULL - 20)),
        format!("[Event \"{}\"]\n\n1A. e4 *", "x".repeat(250 * 1024)),
        "[".repeat(FULL),
        "\0".repeat(FULL),
    ];
    let before = most_memory(&server);
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    files.each_ref().map(|file| {
                        server.ask("POST", "/api/replay?game=100000", file);
                        server.ask("POST", "/api/replay", file)
                    })
                })
            })
            .collect();
        for answers in asked {
            for answer in answers.join().unwrap() {
                assert!(answer.starts_with("HTTP/1.1 "), "{answer}");
                assert!(answer.len() < 9 * 1024 * 1024, "{}", answer.len());
            }
        }
    });
    let longest = server.ask("POST", "/api/replay", &knights(2_000));
    assert!(longest.starts_with("HTTP/1.1 200"), "the longest game that is shown");
    let most = most_memory(&server);
    eprintln!("memory: {before} KiB before, {most} KiB at most");
    assert!(most < MAX, "{most} KiB, {before} before");
}

#[test]
fn three_hundred_that_never_end_cost_little_memory() {
    let server = Server::start("slow-files", &[]);
    let file = "e4 ".repeat(FULL / 3);
    let held: Vec<TcpStream> = (0..300)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
            // What is not taken need not be sent.
            stream.set_nonblocking(true).unwrap();
            let length = file.len() + 1;
            let head = format!(
                "POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
            );
            let _ = stream.write_all(head.as_bytes());
            let _ = stream.write_all(file.as_bytes());
            stream
        })
        .collect();
    // Behind them somebody asks for something else, and is answered.
    assert!(server.ask("GET", "/healthz", "").ends_with("ok\n"));
    let refused = server.ask("POST", "/api/replay", "1A. e4 *");
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    let most = most_memory(&server);
    eprintln!("memory: {most} KiB at most");
    assert!(most < MAX, "{most} KiB");
    drop(held);
}
