//! Somebody else's engines at tables: scripts that behave as the worst of them do.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::json;
use tandem_server::EngineSpec;

use crate::support::{Client, Folder, Made, Running, config};

/// A server with an engine `fake`, which a shell script is.
async fn with_engine(folder: &Folder, protocol: &str, script: &str) -> Running {
    let file = folder.0.join("fake.sh");
    std::fs::write(&file, script).unwrap();
    let spec = format!("fake={protocol}:sh {}", file.display());
    let mut config = config(&folder.0);
    config.bots.engines = vec![spec.parse::<EngineSpec>().unwrap()];
    config.bots.patience = Duration::from_millis(400);
    Running::start(config).await
}

/// Ann at A against the engine at a; the match has begun and she has moved. Beside them two people do nothing: what
/// is played there would end the match, or have the engine asked again, at no certain time.
async fn ann_against_it(server: &Running, book: &str) -> (Made, Client) {
    ann_against_it_for(server, book, 60_000).await
}

/// The same with so many milliseconds on the clocks.
async fn ann_against_it_for(server: &Running, book: &str, base: u64) -> (Made, Client) {
    let time = json!({ "base": base, "increment": 0, "delay": 0 });
    let bots = json!({ "a": "fake" });
    let made = server.make(json!({ "book": book, "time": time, "bots": bots })).await;
    let mut ann = server.sit(&made, "A", "Ann").await;
    let mut bea = server.sit(&made, "B", "Bea").await;
    let mut ben = server.sit(&made, "b", "Ben").await;
    for player in [&mut ann, &mut bea, &mut ben] {
        player.say(json!({ "type": "ready", "on": true })).await;
    }
    ann.hear("update").await;
    ann.play("e4").await;
    (made, ann)
}

/// What the table was told of the engine until it moved or the match was over.
async fn told(ann: &mut Client) -> (Vec<String>, String) {
    let mut codes = Vec::new();
    loop {
        let message = ann.next().await.unwrap();
        if message["type"] == "notice" {
            codes.push(message["code"].as_str().unwrap().to_owned());
        }
        for event in message["events"].as_array().into_iter().flatten() {
            if event["event"] == "made" && event["seat"] == "a" {
                return (codes, event["uci"].as_str().unwrap().to_owned());
            }
            if event["event"] == "match_ended" {
                return (codes, event["reason"].as_str().unwrap().to_owned());
            }
        }
    }
}

/// A script for UCI; `$line` is what was asked after `go`.
fn uci(on_go: &str) -> String {
    format!(
        "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
         go*) {on_go};; quit) exit;; esac; done"
    )
}

#[tokio::test]
async fn a_uci_engine_plays() {
    let folder = Folder::new();
    let server = with_engine(&folder, "uci", &uci("echo info depth 1; echo bestmove c7c5")).await;
    assert_eq!(server.get("/api/bots").await.json()["engines"], json!(["fake"]));
    let (made, mut ann) = ann_against_it(&server, "fics").await;
    assert_eq!(told(&mut ann).await, (vec![], "c7c5".to_owned()));
    let bpgn = server.get(&format!("/api/matches/{}/bpgn", made.id)).await.body;
    assert!(bpgn.contains("[BlackA \"fake\"]"), "{bpgn}");
    server.stop().await;
}

#[tokio::test]
async fn an_xboard_engine_plays_though_it_never_says_that_it_is_ready() {
    let folder = Folder::new();
    let script = "while read -r line; do case \"$line\" in e2e4|go) echo 'move c7c5';; \
                  quit) exit;; esac; done";
    let server = with_engine(&folder, "xboard", script).await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    assert_eq!(told(&mut ann).await, (vec![], "c7c5".to_owned()));
    server.stop().await;
}

#[tokio::test]
async fn a_forbidden_move_is_asked_for_again_without_it() {
    let folder = Folder::new();
    let on_go = "case \"$line\" in *searchmoves*) echo \"bestmove ${line##* }\";; \
                 *) echo bestmove e2e5;; esac";
    let server = with_engine(&folder, "uci", &uci(on_go)).await;
    let (_, mut ann) = ann_against_it(&server, "minerva").await;
    assert_eq!(told(&mut ann).await.0, ["engine_asked_again"]);
    server.stop().await;
}

#[tokio::test]
async fn where_it_insists_the_built_in_bot_moves_for_it() {
    let folder = Folder::new();
    let server = with_engine(&folder, "uci", &uci("echo bestmove e2e5")).await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    assert_eq!(told(&mut ann).await.0, ["engine_asked_again", "engine_illegal"]);
    server.stop().await;
}

#[tokio::test]
async fn nonsense_is_said_and_the_match_goes_on() {
    let folder = Folder::new();
    let server = with_engine(&folder, "uci", &uci("echo bestmove xyzzy")).await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    assert_eq!(told(&mut ann).await.0, ["engine_nonsense"]);
    server.stop().await;
}

#[tokio::test]
async fn one_that_dies_is_started_again_and_forfeits_in_the_end() {
    let folder = Folder::new();
    let server = with_engine(&folder, "uci", &uci("exit")).await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    let (codes, end) = told(&mut ann).await;
    assert_eq!(codes, ["engine_died", "engine_died", "engine_died", "engine_forfeits"]);
    assert_eq!(end, "resignation");
    server.stop().await;
}

#[tokio::test]
async fn one_that_crashes_once_plays_on() {
    let folder = Folder::new();
    let marker = folder.0.join("crashed");
    let (file, on_go) = (marker.display(), "echo bestmove e7e5");
    let on_go = format!("if [ -e {file} ]; then {on_go}; else touch {file}; exit 1; fi");
    let server = with_engine(&folder, "uci", &uci(&on_go)).await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    assert_eq!(told(&mut ann).await, (vec!["engine_died".to_owned()], "e7e5".to_owned()));
    server.stop().await;
}

/// What an engine does that tells a pipe its process when it is first asked, and then thinks for
/// ever; started again it plays.
fn thinks_at_first(folder: &Folder, answer: &str) -> (PathBuf, String) {
    let (pipe, mark) = (folder.0.join("pipe"), folder.0.join("mark"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (to, mark) = (pipe.display(), mark.display());
    let on_go =
        format!("if [ -e {mark} ]; then echo {answer}; else touch {mark}; echo $$ >{to}; fi");
    (pipe, on_go)
}

/// Waits until an engine has begun to think, and kills it.
async fn kill_thinking(pipe: PathBuf) {
    let process = tokio::task::spawn_blocking(|| std::fs::read_to_string(pipe)).await.unwrap();
    let killed = Command::new("kill").args(["-9", process.unwrap().trim()]).status();
    assert!(killed.unwrap().success());
}

#[tokio::test]
async fn a_uci_engine_that_is_killed_while_it_thinks_plays_on() {
    let folder = Folder::new();
    let (pipe, on_go) = thinks_at_first(&folder, "bestmove e7e5");
    let server = with_engine(&folder, "uci", &uci(&on_go)).await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    kill_thinking(pipe).await;
    assert_eq!(told(&mut ann).await, (vec!["engine_died".to_owned()], "e7e5".to_owned()));
    server.stop().await;
}

#[tokio::test]
async fn an_xboard_engine_that_is_killed_while_it_thinks_plays_on() {
    let folder = Folder::new();
    let (pipe, on_go) = thinks_at_first(&folder, "move e7e5");
    // The second time it is told the position, and to go.
    let script = format!(
        "while read -r line; do case \"$line\" in protover*) echo feature setboard=1 done=1;; \
         e2e4|go) {on_go};; quit) exit;; esac; done"
    );
    let server = with_engine(&folder, "xboard", &script).await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    kill_thinking(pipe).await;
    assert_eq!(told(&mut ann).await, (vec!["engine_died".to_owned()], "e7e5".to_owned()));
    server.stop().await;
}

#[tokio::test]
async fn one_that_hangs_forfeits() {
    let folder = Folder::new();
    let server = with_engine(&folder, "uci", "while read -r line; do :; done").await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    let (codes, end) = told(&mut ann).await;
    assert_eq!(codes, ["engine_silent", "engine_silent", "engine_silent", "engine_forfeits"]);
    assert_eq!(end, "resignation");
    server.stop().await;
}

#[tokio::test]
async fn one_that_prints_without_end_forfeits() {
    let folder = Folder::new();
    let server = with_engine(&folder, "uci", &uci("yes and so on")).await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    let (codes, end) = told(&mut ann).await;
    let [failures @ .., last] = &codes[..] else { panic!("nothing was told") };
    // On a slow machine it is late before it has printed too much.
    let fails = |code: &String| ["engine_died", "engine_silent"].contains(&code.as_str());
    assert!(failures.len() == 3 && failures.iter().all(fails), "{codes:?}");
    assert_eq!((last.as_str(), end.as_str()), ("engine_forfeits", "resignation"));
    server.stop().await;
}

#[tokio::test]
async fn one_that_closes_its_output_and_lives_on_forfeits() {
    let folder = Folder::new();
    let server = with_engine(&folder, "uci", &uci("exec >&-")).await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    let (codes, end) = told(&mut ann).await;
    assert_eq!(codes, ["engine_died", "engine_died", "engine_died", "engine_forfeits"]);
    assert_eq!(end, "resignation");
    server.stop().await;
}

#[tokio::test]
async fn one_that_is_not_there_is_replaced() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.bots.engines = vec!["fake=uci:/no/such/engine".parse().unwrap()];
    let server = Running::start(config).await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    let (codes, _) = told(&mut ann).await;
    assert!(codes.is_empty() || codes == ["engine_missing"], "said at the start: {codes:?}");
    server.stop().await;
}

#[tokio::test]
async fn that_there_is_no_room_for_an_engine_is_said_once() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.bots.engines = vec!["fake=uci:sh".parse().unwrap()];
    config.bots.processes = 0;
    let server = Running::start(config).await;
    let (_, mut ann) = ann_against_it(&server, "fics").await;
    let mut codes = told(&mut ann).await.0;
    for text in ["a3", "h3", "a4"] {
        ann.play(text).await;
        codes.extend(told(&mut ann).await.0);
    }
    assert!(codes.len() <= 1, "{codes:?}");
    server.stop().await;
}

#[tokio::test]
async fn one_that_is_given_up_does_not_live_on_with_the_match() {
    let folder = Folder::new();
    let processes = folder.0.join("processes");
    let script = format!("echo $$ >>{}; while read -r line; do :; done", processes.display());
    let server = with_engine(&folder, "uci", &script).await;
    // Here one game's end leaves the other to be played.
    let (made, mut ann) = ann_against_it(&server, "stein").await;
    while ann.hear("notice").await["code"] != "engine_forfeits" {}
    let state = server.get(&format!("/api/matches/{}", made.id)).await.json();
    assert_eq!(state["state"]["phase"], "playing");
    let started = std::fs::read_to_string(processes).unwrap();
    assert_eq!(started.lines().count(), 3);
    for process in started.lines() {
        while Command::new("kill").args(["-0", process]).status().unwrap().success() {
            tokio::task::yield_now().await;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn late_lines_of_the_one_before_are_not_the_new_ones() {
    let folder = Folder::new();
    let [mark, again, said] = ["mark", "again", "said"].map(|name| folder.0.join(name));
    let (mark, again, said) = (mark.display(), again.display(), said.display());
    let wait = |file: &dyn std::fmt::Display| format!("while [ ! -e {file} ]; do sleep 0.02; done");
    // The first leaves somebody behind who answers when the second is asked.
    let first = format!("{}; echo bestmove h7h6; touch {said}", wait(&again));
    let second = format!("touch {again}; {}; echo bestmove c7c5", wait(&said));
    let on_go =
        format!("if [ -e {mark} ]; then {second}; else touch {mark}; setsid sh -c '{first}' & fi");
    let server = with_engine(&folder, "uci", &uci(&on_go)).await;
    let (_, mut ann) = ann_against_it_for(&server, "fics", 9_000).await;
    assert_eq!(told(&mut ann).await, (vec!["engine_silent".to_owned()], "c7c5".to_owned()));
    server.stop().await;
}
