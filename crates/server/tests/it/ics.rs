//! The door for ICS clients, by real connections: the same tables as the pages'.

use serde_json::json;
use tandem_server::{Bounds, Config};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::support::{Folder, Running, TIMEOUT, config};
use super::terminal::{Terminal, with_door};

#[tokio::test(flavor = "multi_thread")]
async fn four_terminals_play_a_match_that_the_pages_list() {
    let folder = Folder::new();
    let server = Running::start(with_door(&folder)).await;
    let ics = server.ics.unwrap();
    let mut people = Vec::new();
    for name in ["Anna", "Bert", "Cleo", "Dora"] {
        people.push(Terminal::enter(ics, name).await);
    }
    let [anna, bert, cleo, dora] = &mut people[..] else { panic!("four") };
    anna.say("partner Bert").await;
    bert.hear("offers to be your bughouse partner").await;
    bert.say("accept").await;
    anna.hear("agrees to be your partner").await;
    cleo.say("partner Dora").await;
    dora.hear("offers to be your bughouse partner").await;
    dora.say("partner Cleo").await;
    cleo.hear("agrees to be your partner").await;
    anna.say("match Cleo 3 0 bughouse").await;
    cleo.hear("Challenge: Anna (++++) Cleo (++++) unrated bughouse 3 0.").await;
    cleo.say("accept").await;
    for person in [&mut *anna, &mut *bert, &mut *cleo, &mut *dora] {
        person.hear("<12> rnbqkbnr pppppppp").await;
        person.hear("fics% ").await;
    }
    anna.plays("e4", "P/e2-e4").await;
    cleo.plays("e7e5", "P/e7-e5").await;
    anna.plays("Bc4", "B/f1-c4").await;
    cleo.plays("Nc6", "N/b8-c6").await;
    anna.plays("Qh5", "Q/d1-h5").await;
    cleo.plays("Nf6", "N/g8-f6").await;
    anna.say("Qxf7").await;
    for person in [&mut *anna, &mut *bert, &mut *cleo, &mut *dora] {
        person.hear("{Game 1 (Anna vs. Cleo) Cleo checkmated} 1-0").await;
        person.hear("{Game 2 (Dora vs. Bert) Bert's partner won} 0-1").await;
    }
    let list = server.get("/api/matches?stage=over").await.json();
    assert_eq!(list[0]["seats"]["A"]["name"], "Anna", "{list}");
    let bpgn = server.get(&format!("/api/matches/{}/bpgn", list[0]["id"].as_str().unwrap())).await;
    assert!(bpgn.body.contains("Qxf7#") && bpgn.body.contains("[WhiteA \"Anna"), "{}", bpgn.body);
    server.stop().await;
    anna.hear("**** The server stops.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_alone_plays_with_three_bots() {
    let folder = Folder::new();
    let server = Running::start(with_door(&folder)).await;
    let mut anna = Terminal::enter(server.ics.unwrap(), "Anna").await;
    anna.say("partner Bot1").await;
    anna.hear("Bot1 agrees to be your partner.").await;
    anna.say("match Bot2 3 0 bughouse").await;
    anna.hear("{Game 1 (Anna vs. Bot2) Creating unrated bughouse match.}").await;
    anna.say("rights").await;
    anna.hear("By fics you may, beside moving:").await;
    anna.hear("  resign                       fics 9").await;
    anna.plays("e4", "P/e2-e4").await;
    // The bot answers: it is Anna's turn again.
    let answer = anna.hear(" Anna Bot2 1 3 0 ").await;
    assert!(answer.contains("<12>"), "{answer}");
    anna.say("resign").await;
    anna.hear("{Game 1 (Anna vs. Bot2) Anna resigns} 0-1").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_terminals_and_two_pages_play_one_match() {
    let folder = Folder::new();
    let server = Running::start(with_door(&folder)).await;
    let ics = server.ics.unwrap();
    let mut anna = Terminal::enter(ics, "Anna").await;
    let mut bert = Terminal::enter(ics, "Bert").await;
    // Anna opens a table; a page and Bert join it, and another page.
    anna.say("table 3 0").await;
    anna.hear("Table ").await;
    let code = anna.hear(":").await;
    let code = code.trim_end_matches(':').to_owned();
    let mut pages = Vec::new();
    for (seat, name) in [("a", "Pam"), ("B", "Pia")] {
        let wish = json!({ "seat": seat, "name": name });
        let joined = server.post(&format!("/api/matches/{code}/join"), &wish).await;
        assert_eq!(joined.status, 200, "{}", joined.body);
        let secret = joined.json()["secret"].as_str().unwrap().to_owned();
        let mut page = server.connect().await;
        page.hello(&code, seat, Some(&secret), name).await;
        page.hear("snapshot").await;
        page.say(json!({ "type": "ready", "on": true })).await;
        pages.push(page);
    }
    // A name at a page is nobody's at the door.
    let mut pam = Terminal::connect(ics).await;
    pam.say("Pam").await;
    pam.hear("Sorry, Pam is already logged in. Try again.").await;
    bert.say(&format!("join {code} b")).await;
    for terminal in [&mut anna, &mut bert] {
        terminal.hear("<12> ").await;
        terminal.hear("fics% ").await;
    }
    anna.plays("e4", "P/e2-e4").await;
    pages[0].act(json!({ "do": "move", "move": "d7d5" })).await;
    anna.hear(" P/d7-d5 (").await;
    anna.say("exd5").await;
    bert.hear("<b1> game 2 white [] black [P] <- BP").await;
    // Words to the partner go by the book, and reach only the partner.
    bert.say("ptell +n").await;
    anna.hear("Bert (your partner) tells you: +n").await;
    pages[1].act(json!({ "do": "resign" })).await;
    for terminal in [&mut anna, &mut bert] {
        terminal.hear("{Game 2 (Pia vs. Bert) Pia resigns} 0-1").await;
        terminal.hear("{Game 1 (Anna vs. Pam) Anna's partner won} 1-0").await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_line_keeps_the_seat() {
    let folder = Folder::new();
    let server = Running::start(with_door(&folder)).await;
    let ics = server.ics.unwrap();
    let mut anna = Terminal::enter(ics, "Anna").await;
    anna.say("partner Bot1").await;
    anna.hear("agrees").await;
    anna.say("match Bot1 5 0 white bughouse").await;
    anna.hear("password until the match is over: ").await;
    let password = anna.hear("\n").await.trim().to_owned();
    anna.hear("<12> ").await;
    // Whoever is back may move at once, however often and quickly the line breaks.
    let mut again = anna;
    for _ in 0..12 {
        drop(again);
        again = Terminal::connect(ics).await;
        again.say("Anna").await;
        again.hear("password: ").await;
        again.say(&password).await;
        again.hear("**** Starting FICS session as Anna(U) ****").await;
        again.hear("<12> ").await;
    }
    again.plays("e4", "P/e2-e4").await;
    again.say("resign").await;
    again.hear("Anna resigns} 0-1").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn noise_is_answered_or_shut_out_and_harms_nobody() {
    let folder = Folder::new();
    let bounds = Bounds { connections: 8, ..config(&folder.0).bounds };
    let server = Running::start(Config { bounds, ..with_door(&folder) }).await;
    let ics = server.ics.unwrap();
    let mut anna = Terminal::enter(ics, "Anna").await;
    // A megabyte without a line end, binary noise, half a login, more commands than are taken.
    let mut long = Terminal::connect(ics).await;
    let sent = long.stream.write_all(&vec![b'a'; 1 << 20]).await;
    assert!(sent.is_ok(), "{sent:?}");
    long.say("").await;
    long.hear("The line is too long").await;
    let mut noise = Terminal::connect(ics).await;
    let bytes: Vec<u8> =
        (0..60_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let _ = noise.stream.write_all(&bytes).await;
    let mut half = Terminal::connect(ics).await;
    half.stream.write_all(b"Be").await.unwrap();
    let mut flood = Terminal::enter(ics, "Flood").await;
    flood.stream.write_all("date\n".repeat(500).as_bytes()).await.unwrap();
    flood.hear("Server time").await;
    // Too many from one address hear so.
    let mut others = Vec::new();
    let mut turned_away = false;
    for _ in 0..8 {
        let mut other = Terminal::connect(ics).await;
        let mut chunk = [0_u8; 512];
        let read = timeout(TIMEOUT, other.stream.read(&mut chunk)).await.unwrap().unwrap_or(0);
        turned_away |= String::from_utf8_lossy(&chunk[..read]).contains("Too many connections");
        others.push(other);
    }
    assert!(turned_away);
    // Anna noticed nothing.
    anna.say("finger").await;
    anna.hear("Finger of Anna(U):").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_matches_are_opened_by_those_who_look_on() {
    let folder = Folder::new();
    let bounds = Bounds { reads: 24, ..config(&folder.0).bounds };
    let server = Running::start(Config { bounds, ..with_door(&folder) }).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let mut wanda = Terminal::enter(server.ics.unwrap(), "Wanda").await;
    let mut refused = false;
    for _ in 0..400 {
        wanda.say(&format!("observe {}", made.id)).await;
        let answer = wanda.hear("fics% ").await;
        refused = answer.contains("Too many records requested from this address.");
        assert!(refused || answer.contains("has not begun"), "{answer}");
        if refused {
            break;
        }
    }
    assert!(refused, "an end");
    server.stop().await;
}
