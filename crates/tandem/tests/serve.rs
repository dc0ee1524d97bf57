//! `tandem serve` as a service manager and a club see it.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

#[path = "common/server.rs"]
mod server;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use server::Server;

#[test]
fn sigterm_stops_it_cleanly_with_everything_in_one_file() {
    let mut server = Server::start("term", &[]);
    // A table in memory, bots at it, an open connection: all of it is put away.
    let wish = "{\"book\":\"fics\",\"bots\":{\"A\":\"8\",\"a\":\"8\",\"B\":\"8\",\"b\":\"8\"}}";
    let made = server.ask("POST", "/api/matches", wish);
    assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    let _idle = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let status = server.terminate();
    assert_eq!(status.code(), Some(0), "{status}");
    let log = server.folder.join("tandem.sqlite-wal");
    assert_eq!(std::fs::metadata(log).map_or(0, |log| log.len()), 0, "nothing is left in the log");
}

#[test]
fn a_second_server_on_one_folder_is_one_clear_sentence_and_kill_9_gives_it_free() {
    let mut server = Server::start("lock", &[]);
    let second = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tandem"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&server.folder);
        command
    };
    let refused = second().output().unwrap();
    let text = String::from_utf8_lossy(&refused.stderr);
    let sentence =
        format!("another tandem (process {}) serves the data folder", server.process.id());
    assert!(!refused.status.success() && text.contains(&sentence), "{text}");
    assert!(refused.stdout.is_empty(), "it never said that it serves");
    assert!(server.ask("GET", "/healthz", "").ends_with("ok\n"), "the first goes on");
    let mut third = second();
    server.process.kill().unwrap();
    server.process.wait().unwrap();
    let mut third = third.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(third.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let _ = third.kill();
    let _ = third.wait();
    assert!(line.starts_with("Tandem is running at"), "{line}");
}

#[test]
fn lan_listens_everywhere_and_shows_a_qr_code() {
    let mut server = Server::start("lan", &["--lan"]);
    assert!(server.ask("GET", "/healthz", "").ends_with("ok\n"), "by loopback too");
    server.terminate();
    let mut rest = String::new();
    server.output.read_to_string(&mut rest).unwrap();
    assert!(rest.lines().count() > 10 && rest.contains('█'), "{rest}");
}

#[test]
fn what_it_exports_is_accepted_by_bpgn_check() {
    let server = Server::start("export", &[]);
    let wish = "{\"book\":\"minerva\",\"flag\":\"automatic\",\
                \"time\":{\"base\":1500,\"increment\":0,\"delay\":0},\
                \"bots\":{\"A\":\"1\",\"a\":\"3\",\"B\":\"1\",\"b\":\"3\"}}";
    let made = server.ask("POST", "/api/matches", wish);
    let id = made.split("\"match\":\"").nth(1).unwrap().split('"').next().unwrap();
    let state = format!("/api/matches/{id}");
    while !server.ask("GET", &state, "").contains("\"phase\":\"over\"") {
        std::thread::yield_now();
    }
    let answer = server.ask("GET", &format!("/api/matches/{id}/bpgn"), "");
    let file = server.folder.join("match.bpgn");
    std::fs::write(&file, answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    let check = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["bpgn", "check"])
        .arg(&file)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&check.stderr);
    assert!(check.status.success(), "{text}{}", String::from_utf8_lossy(&check.stdout));
}

#[test]
fn an_engine_that_can_not_be_understood_is_one_clear_sentence() {
    let output = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["serve", "--engine", "mine=telnet:x"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && text.contains("NAME=PROTOCOL:COMMAND"), "{text}");
}

#[test]
fn what_can_not_work_is_said_at_the_start() {
    let start = |log: &str, arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data", "/proc/no-folder"])
            .args(arguments)
            .env("TANDEM_LOG", log)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        text
    };
    let text = start("loud", &[]);
    assert!(text.contains("TANDEM_LOG: 'loud' is no level: error, warn, info"), "{text}");
    let text = start("info", &["--engine", "mine=uci:/opt/no/such/engine -x"]);
    assert!(text.contains("--engine mine: there is no program '/opt/no/such/engine'"), "{text}");
    let text = start("info", &["--engine", "mine=uci:/etc/passwd"]);
    assert!(text.contains("--engine mine: /etc/passwd may not be run"), "{text}");
}

#[test]
fn a_log_that_goes_to_a_file_has_no_colours() {
    let log = std::env::temp_dir().join(format!("tandem-log-{}", std::process::id()));
    let mut process = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(log.with_extension("data"))
        .env("TANDEM_LOG", "trace")
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let id = process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(process.wait().unwrap().success());
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.lines().count() > 0 && !text.contains('\u{1b}'), "{text}");
    let _ = std::fs::remove_file(&log);
    let _ = std::fs::remove_dir_all(log.with_extension("data"));
}

/// Reads from an ICS door until this has come.
fn hear(line: &mut TcpStream, text: &str) -> String {
    let mut heard = Vec::new();
    let mut chunk = [0; 1024];
    loop {
        let so_far = String::from_utf8_lossy(&heard).into_owned();
        if so_far.contains(text) {
            return so_far;
        }
        let read = line.read(&mut chunk).unwrap();
        assert!(read > 0, "closed before {text:?}: {so_far}");
        heard.extend_from_slice(&chunk[..read]);
    }
}

#[test]
fn no_log_has_a_secret_of_the_ics_door() {
    let folder = std::env::temp_dir().join(format!("tandem-ics-log-{}", std::process::id()));
    let log = folder.join("log");
    std::fs::create_dir_all(&folder).unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["serve", "--listen", "127.0.0.1:0", "--ics", "127.0.0.1:0", "--data"])
        .arg(folder.join("data"))
        .env("TANDEM_LOG", "trace")
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let door = lines.nth(1).unwrap().unwrap();
    let port: u16 = door.trim().rsplit(':').next().unwrap().parse().unwrap();
    let connect = || TcpStream::connect(("127.0.0.1", port)).unwrap();
    let mut anna = connect();
    anna.write_all(b"Anna\n\npartner Bot1\nmatch Bot1 3 0 bughouse\n").unwrap();
    let told = hear(&mut anna, "Creating unrated bughouse match.");
    let password = told.split("until the match is over: ").nth(1).unwrap();
    let password = password.split_whitespace().next().unwrap();
    let secret = password.rsplit(':').next().unwrap();
    assert_eq!(secret.len(), 32, "{password}");
    // It is typed as a password, a wrong one before it, and as a way to a seat.
    let mut again = connect();
    again.write_all(format!("Anna\nwrong{secret}\nAnna\n{password}\n").as_bytes()).unwrap();
    hear(&mut again, "**** Starting FICS session as Anna(U) ****");
    let mut other = connect();
    other.write_all(format!("Bert\n\njoin {password}\ndate\n").as_bytes()).unwrap();
    hear(&mut other, "Server time");
    let id = server.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    server.wait().unwrap();
    let logged = std::fs::read_to_string(&log).unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    assert!(!logged.is_empty() && !logged.contains(secret), "{logged}");
}

/// A block of docs/hosting.md, as printed.
fn hosting(kind: &str) -> String {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting.md");
    let document = std::fs::read_to_string(document).unwrap();
    let block =
        document.split(&format!("```{kind}\n")).nth(1).unwrap().split("```").next().unwrap();
    block.to_owned()
}

/// A program that looks at a configuration: the system's, or where `.ci/setup` has unpacked it.
fn installed<'a>(places: &[&'a str], version: &str) -> Option<&'a str> {
    let runs = |path: &&&str| {
        Command::new(path).arg(version).output().is_ok_and(|output| output.status.success())
    };
    places.iter().find(runs).copied()
}

#[test]
fn caddy_takes_the_configuration_as_printed() {
    let unpacked = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/caddy/usr/bin/caddy");
    let Some(caddy) = installed(&["/usr/bin/caddy", unpacked], "version") else {
        eprintln!("caddy is not installed: its configuration was not tried");
        return;
    };
    let folder = std::env::temp_dir().join(format!("tandem-caddy-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("Caddyfile");
    let try_it = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let tried = Command::new(caddy)
            .args(["validate", "--adapter", "caddyfile", "--config"])
            .arg(&file)
            .env("HOME", &folder)
            .env("XDG_DATA_HOME", &folder)
            .env("XDG_CONFIG_HOME", &folder)
            .output()
            .unwrap();
        (tried.status.success(), String::from_utf8_lossy(&tried.stderr).into_owned())
    };
    let block = hosting("caddyfile");
    let (valid, told) = try_it(&block);
    assert!(valid, "{told}");
    assert!(!try_it(&block.replace("reverse_proxy", "reverse_proxi")).0, "it looks at the words");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// With a certificate where it names one.
#[test]
fn nginx_takes_the_configuration_as_printed() {
    let unpacked = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/nginx/usr/sbin/nginx");
    let Some(nginx) = installed(&["/usr/sbin/nginx", "/usr/bin/nginx", unpacked], "-v") else {
        eprintln!("nginx is not installed: its configuration was not tried");
        return;
    };
    let block = hosting("nginx");
    let folder = std::env::temp_dir().join(format!("tandem-nginx-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let certificate = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=chess.example.org"])
        .args(["-keyout", "privkey.pem", "-out", "fullchain.pem"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(certificate.status.success());
    let here = folder.display().to_string();
    assert!(block.contains("/etc/letsencrypt/live/chess.example.org/"));
    let block = block.replace("/etc/letsencrypt/live/chess.example.org", &here);
    // It binds what it tries, and only root may bind ports like these.
    let block = ["80", "443"].iter().fold(block, |block, port| {
        assert!(block.contains(&format!("listen {port}")));
        block.replace(&format!("listen {port}"), &format!("listen unix:{here}/{port}"))
    });
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let kept: String = kinds.map(|kind| format!("{kind}_temp_path {here}/{kind};\n")).concat();
    let whole = format!(
        "pid {here}/pid; error_log stderr; events {{}} http {{ access_log off;\n{kept}{block}}}"
    );
    std::fs::write(folder.join("nginx.conf"), whole).unwrap();
    let tried =
        Command::new(nginx).args(["-t", "-c"]).arg(folder.join("nginx.conf")).output().unwrap();
    let text = String::from_utf8_lossy(&tried.stderr);
    assert!(tried.status.success(), "{text}");
    std::fs::remove_dir_all(&folder).unwrap();
}
