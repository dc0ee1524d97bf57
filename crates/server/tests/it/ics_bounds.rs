//! What the door for ICS clients bears: crowds and liars. Nobody else notices.

use std::time::Duration;

use tandem_server::{Bounds, Config};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::support::{Folder, Running, TIMEOUT, config};
use super::terminal::{Terminal, with_door};

/// What somebody who connects is told first.
async fn greeting(ics: std::net::SocketAddr) -> (Terminal, String) {
    let mut terminal = Terminal::connect(ics).await;
    let mut heard = Vec::new();
    let mut chunk = [0_u8; 512];
    loop {
        let text = String::from_utf8_lossy(&heard).into_owned();
        if text.ends_with("login: ") || text.contains("Try again later.") {
            return (terminal, text);
        }
        let read = timeout(TIMEOUT, terminal.stream.read(&mut chunk)).await.unwrap();
        match read {
            Ok(0) | Err(_) => return (terminal, text),
            Ok(length) => heard.extend_from_slice(&chunk[..length]),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_connections_are_a_clear_answer_or_a_closed_door() {
    const AT_ONCE: usize = 100;
    const ROUNDS: usize = 100;
    const MAX_CONNECTIONS: usize = 20;
    let folder = Folder::new();
    let bounds = Bounds { connections: MAX_CONNECTIONS, ..config(&folder.0).bounds };
    let server = Running::start(Config { bounds, ..with_door(&folder) }).await;
    let ics = server.ics.unwrap();
    let mut anna = Terminal::enter(ics, "Anna").await;
    let (mut let_in, mut turned_away) = (0, 0);
    for _ in 0..ROUNDS {
        let mut crowd = JoinSet::new();
        for _ in 0..AT_ONCE {
            crowd.spawn(greeting(ics));
        }
        // All of a round are there at the same time.
        let round = crowd.join_all().await;
        let inside = round.iter().filter(|(_, text)| text.ends_with("login: ")).count();
        let outside = round.iter().filter(|(_, text)| text.contains("Too many connections"));
        assert!(inside < MAX_CONNECTIONS, "{inside} were let in beside Anna");
        turned_away += outside.count();
        let_in += inside;
        // Whoever is in is answered all the while.
        anna.say("date").await;
        anna.hear("Server time").await;
    }
    assert_eq!(let_in + turned_away, ROUNDS * AT_ONCE, "everybody was told something");
    assert!(let_in > 0 && turned_away > 0, "{let_in} and {turned_away}");
    // When they have gone there is room again, as fast as an address may come back.
    loop {
        let (mut bert, text) = greeting(ics).await;
        if text.ends_with("login: ") {
            bert.say("Bert\n").await;
            bert.hear("**** Starting FICS session as Bert(U) ****").await;
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    server.stop().await;
}

/// A line sealed as clients do.
async fn seal(terminal: &mut Terminal, text: &str, stamp: i64) {
    let mut bytes = tandem_ics::seal(text, stamp, 7);
    bytes.push(b'\n');
    terminal.stream.write_all(&bytes).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_client_that_lies_about_its_stamps_gets_no_time_for_it() {
    let folder = Folder::new();
    let server = Running::start(with_door(&folder)).await;
    let ics = server.ics.unwrap();
    let mut liar = Terminal::connect(ics).await;
    for text in ["TIMESTAMP|liar|here|", "Liar", ""] {
        seal(&mut liar, text, 1_000_000).await;
    }
    liar.hear("**** Starting FICS session as Liar(U) ****").await;
    let mut anna = Terminal::enter(ics, "Anna").await;
    seal(&mut liar, "table 3 0 white", 1_000_000).await;
    liar.hear("Table ").await;
    let code = liar.hear(":").await.trim_end_matches(':').to_owned();
    anna.say(&format!("join {code} a")).await;
    anna.hear("(you)").await;
    let mut others = Vec::new();
    for name in ["Bert", "Cleo"] {
        let mut other = Terminal::enter(ics, name).await;
        other.say(&format!("join {code}")).await;
        others.push(other);
    }
    liar.hear("<12> ").await;
    anna.hear("<12> ").await;
    // It thinks for a while, and each line says that it was written ten seconds before the last one and has been
    // on its way since.
    for (at, (mine, theirs)) in
        [("g1f3", "g8f6"), ("f3g1", "f6g8"), ("g1f3", "g8f6")].into_iter().enumerate()
    {
        tokio::time::sleep(Duration::from_millis(200)).await;
        seal(&mut liar, mine, 1_000_000 - 10_000 * (at as i64 + 1)).await;
        anna.hear(&format!(" N/{}-{} (", &mine[..2], &mine[2..])).await;
        anna.say(theirs).await;
        liar.hear(&format!(" N/{}-{} (", &theirs[..2], &theirs[2..])).await;
    }
    let state = server.get(&format!("/api/matches/{code}")).await.json();
    assert_eq!(state["state"]["seats"]["A"]["lag"], 0, "{state}");
    server.stop().await;
}

/// A connection whose other end takes hardly anything before it must read.
async fn narrow(ics: std::net::SocketAddr) -> Terminal {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(1).unwrap();
    Terminal { stream: socket.connect(ics).await.unwrap(), heard: String::new() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_reads_is_left_and_harms_nobody() {
    const SHOUTERS: usize = 40;
    let folder = Folder::new();
    let server = Running::start(with_door(&folder)).await;
    let ics = server.ics.unwrap();
    let mut anna = Terminal::enter(ics, "Anna").await;
    anna.say("partner Bot1").await;
    anna.hear("Bot1 agrees to be your partner.").await;
    anna.say("match Bot1 5 0 white bughouse").await;
    anna.hear("<12> ").await;
    // It wants to hear all that is shouted, and reads nothing.
    let mut deaf = narrow(ics).await;
    deaf.say("Deaf\n\nset shout 1").await;
    anna.say("finger Deaf").await;
    while !anna.hear("fics% ").await.contains("Finger of Deaf(U):") {
        anna.say("finger Deaf").await;
    }
    anna.say("shout hello").await;
    anna.hear("(shouted to 1 player)").await;
    let mut shouters = JoinSet::new();
    for number in 0..SHOUTERS {
        let letter = |at: usize| char::from(b'a' + u8::try_from(at % 26).unwrap());
        let name = format!("Shout{}{}", letter(number), letter(number / 26));
        shouters.spawn(async move {
            let mut shouter = Terminal::enter(ics, &name).await;
            let shout = format!("shout {}\n", "x".repeat(1000));
            // As many as are seen to at once, and again until nobody hears them.
            loop {
                shouter.stream.write_all(shout.repeat(20).as_bytes()).await.unwrap();
                for _ in 0..20 {
                    shouter.hear("(shouted to ").await;
                    if shouter.hear(" player").await.starts_with('0') {
                        return;
                    }
                }
            }
        });
    }
    anna.plays("e4", "P/e2-e4").await;
    shouters.join_all().await;
    anna.say("finger Deaf").await;
    anna.hear("No player named \"Deaf\" is online.").await;
    // Anna's match went on; and what the deaf one had not read is not waited for.
    anna.say("resign").await;
    anna.hear("Anna resigns} 0-1").await;
    server.stop().await;
}
