//! Conversations as text: what each says, and what each is sent, byte for byte.
//!
//! ```text
//! A connects             A closes
//! A enters Anna          connects and logs in; what that looks like is another conversation
//! A> match Cleo 3 0      a line that A sends; \xFF is a byte, \ at the end: no line end
//! A sealed 1200 e2e4     the same sealed, with its stamp
//! A< Issuing: …          a line that A is sent; \ at the end: no line end follows
//! A closed               the door has closed A's connection
//! + 1500                 milliseconds pass
//! table 1: B e4          somebody else at table 1 acts, as in a match script
//! page 1: a Ann          Ann sits down at seat a by a page; `page 1: a` gets up, `page 1: a Ann away`
//! late A 190             the house hears that A's line was so late, in milliseconds
//! page makes stein 300   a page makes a table; `open`, `press` and a position may follow
//! page 1 says TEXT       the table has something to say
//! house refuses TEXT     the next table can't be made
//! house puts away 1      house stops
//! ```

use tandem_ics::{Conn, seal};

use super::house::World;

fn bytes(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\x") {
        out.extend(rest[..at].bytes());
        let code = u8::from_str_radix(&rest[at + 2..at + 4], 16).expect("two digits");
        out.push(code);
        rest = &rest[at + 4..];
    }
    out.extend(rest.bytes());
    out
}

fn shown(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| match byte {
            b' '..=b'~' => char::from(*byte).to_string(),
            byte => format!("\\x{byte:02X}"),
        })
        .collect()
}

/// What was sent, as a conversation writes it.
fn written(conn: Conn, sent: Option<&[u8]>) -> Vec<String> {
    let name = char::from(b'A' + u8::try_from(conn.0).expect("a letter") - 1);
    let Some(mut rest) = sent else { return vec![format!("{name} closed")] };
    let mut lines = Vec::new();
    while let Some(at) = rest.windows(2).position(|pair| pair == b"\n\r") {
        let text = shown(&rest[..at]);
        lines.push(if text.is_empty() { format!("{name}<") } else { format!("{name}< {text}") });
        rest = &rest[at + 2..];
    }
    if !rest.is_empty() {
        lines.push(format!("{name}< {}\\", shown(rest)));
    }
    lines
}

fn is_output(line: &str) -> bool {
    line.as_bytes().get(1..3) == Some(b"< ")
        || line.get(1..2) == Some("<")
        || line.ends_with(" closed")
        || line.starts_with("late ")
}

/// Plays a conversation, and writes it as it went.
pub(crate) fn play(text: &str) -> (String, World) {
    let mut world = World::new();
    let mut out = Vec::new();
    for line in text.lines() {
        if is_output(line) {
            continue;
        }
        out.push(line.to_owned());
        step(&mut world, line);
        let mut sent: Vec<_> = std::mem::take(&mut world.sent);
        if line.get(1..9) == Some(" enters ") {
            continue;
        }
        // Who is told first is no matter of the door's.
        sent.sort_by_key(|(conn, _)| *conn);
        for (conn, bytes) in sent {
            out.extend(written(conn, bytes.as_deref()));
        }
        let lag = std::mem::take(&mut world.lag);
        out.extend(lag.iter().map(|(seat, late)| format!("late {seat} {}", late.0)));
    }
    (out.join("\n") + "\n", world)
}

fn step(world: &mut World, line: &str) {
    let line = line.trim_end();
    if line.is_empty() || line.starts_with('#') {
        return;
    }
    if let Some(millis) = line.strip_prefix("+ ") {
        return world.wait(millis.parse().expect("milliseconds"));
    }
    if let Some(rest) = line.strip_prefix("table ") {
        let (number, act) = rest.split_once(": ").expect("table N: ACT");
        return world.at_table(number.parse().expect("a number"), act);
    }
    if let Some(rest) = line.strip_prefix("page makes ") {
        let (book, rest) = rest.split_once(' ').expect("a book and seconds");
        let (seconds, how) = rest.split_once(' ').unwrap_or((rest, ""));
        return world.page_makes(book, seconds.parse().expect("seconds"), how);
    }
    if let Some(rest) = line.strip_prefix("page ") {
        if let Some((number, text)) = rest.split_once(" says ") {
            return world.page_says(number.parse().expect("a number"), text);
        }
        let (number, rest) = rest.split_once(": ").expect("page N: SEAT [NAME]");
        let mut words = rest.split_whitespace();
        let seat = words.next().and_then(|word| word.parse().ok()).expect("a seat");
        let name = words.next();
        let there = name.is_some() && words.next() != Some("away");
        return world.page(number.parse().expect("a number"), seat, name, there);
    }
    if let Some(why) = line.strip_prefix("house refuses ") {
        world.no_table = Some(why.to_owned());
        return;
    }
    if let Some(number) = line.strip_prefix("house puts away ") {
        return world.put_away(number.parse().expect("a number"));
    }
    if line == "house stops" {
        return world.stop();
    }
    let conn = Conn(u64::from(line.as_bytes()[0] - b'A') + 1);
    match line[1..].trim_start() {
        "connects" => world.connect(conn),
        "closes" => world.close(conn),
        rest if rest.starts_with("enters ") => {
            world.connect(conn);
            world.hear(conn, format!("{}\n\n", &rest["enters ".len()..]).as_bytes());
        }
        rest if rest.starts_with('>') => {
            let text = rest[1..].strip_prefix(' ').unwrap_or(&rest[1..]);
            let sent = match text.strip_suffix('\\') {
                Some(text) => bytes(text),
                None => [bytes(text), b"\n".to_vec()].concat(),
            };
            world.hear(conn, &sent);
        }
        rest => {
            let sealed = rest.strip_prefix("sealed ").unwrap_or_else(|| panic!("what is {line}?"));
            let (stamp, text) = sealed.split_once(' ').unwrap_or((sealed, ""));
            let mut bytes = seal(text, stamp.parse().expect("a stamp"), 7);
            bytes.push(b'\n');
            world.hear(conn, &bytes);
        }
    }
}
