//! What a phone does, step by step, as files that the phone of the pages (`web/src/state/doubleClock`) is given too.
//! `UPDATE_CLOCK=1 cargo test -p tandem-clocks --test traces` writes them anew.

use std::path::Path;

use serde_json::{Value, json};
use tandem_clocks::{Local, Message, Phone};
use tandem_rules::Seat;

/// A generator of numbers that a seed repeats.
struct Dice(u64);

impl Dice {
    fn between(&mut self, least: f64, most: f64) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let share = (self.0 >> 11) as f64 / (1_u64 << 53) as f64;
        least + share * (most - least)
    }
}

/// A phone, and the server as far as it sees it.
struct Day {
    dice: Dice,
    phone: Phone<&'static str>,
    now: f64,
    /// By how much the server's clock is ahead of the phone's.
    shift: f64,
    connected: bool,
    waits: bool,
    told_behind: bool,
    /// Pings under way, and acts.
    pings: Vec<f64>,
    told: Vec<(Seat, u64)>,
}

impl Day {
    fn new(seed: u64) -> Day {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let now = dice.between(-1.0e6, 1.0e6).round();
        let shift = dice.between(0.0, 1.0e6).round() - now;
        Day {
            dice,
            phone: Phone::default(),
            now,
            shift,
            connected: false,
            waits: false,
            told_behind: false,
            pings: Vec::new(),
            told: Vec::new(),
        }
    }

    /// Connections come and go; pongs, acts, answers.
    fn step(&mut self) -> Value {
        // Sixteenths of a millisecond are read the same everywhere.
        self.now += self.dice.between(16.0, 160.0).round() / 16.0;
        let now = self.now;
        let pick = self.dice.between(0.0, 1_000.0) as u16;
        match pick {
            0..3 if self.connected => {
                self.phone.disconnected();
                (self.connected, self.pings) = (false, Vec::new());
                json!({ "do": "disconnected" })
            }
            0..100 if !self.connected => self.connect(),
            300..400 if self.connected && self.waits && (self.told_behind || pick < 302) => {
                // Maybe another phone has told it.
                self.waits = false;
                self.phone.goes_on(Local(now));
                json!({ "do": "goes_on", "now": now })
            }
            300..700 if self.connected && !self.pings.is_empty() => {
                let sent = self.pings.remove(0);
                let way = (sent + now) / 2.0 + self.dice.between(-1.0, 1.0);
                let moment = (way + self.shift).floor() as i64;
                self.phone.pong(Local(now), Local(sent), moment);
                json!({ "do": "pong", "now": now, "sent": sent, "moment": moment })
            }
            700..720 => {
                let even = self.dice.between(0.0, 1.0) < 0.5;
                let seat = if even { Seat::WhiteA } else { Seat::BlackA };
                let done = self.phone.acts(Local(now), seat, "press");
                json!({ "do": "acts", "now": now, "seat": seat, "done": done })
            }
            720..860 if self.connected && !self.told.is_empty() => {
                let (seat, id) = self.told.remove(0);
                self.phone.answered(seat, id);
                json!({ "do": "answered", "seat": seat, "id": id })
            }
            _ => self.look(),
        }
    }

    fn connect(&mut self) -> Value {
        let (now, waits) = (self.now, self.dice.between(0.0, 1.0) < 0.5);
        if waits {
            // It was away, and its clock with it.
            self.shift -= self.dice.between(0.0, 30_000.0).round();
        }
        let last = self.dice.between(0.0, 3.0) as u64;
        self.phone.connected(Local(now), waits, &[(Seat::WhiteA, last)]);
        (self.connected, self.waits, self.told_behind) = (true, waits, false);
        self.told = Vec::new();
        json!({ "do": "connected", "now": now, "waits": waits, "last": { "A": last } })
    }

    fn look(&mut self) -> Value {
        let wants = self.phone.wants(Local(self.now));
        for message in &wants {
            match message {
                Message::Ping { sent } => self.pings.push(sent.0),
                Message::Behind { millis } => {
                    self.told_behind = true;
                    self.shift += *millis as f64;
                }
                Message::Told(act) => self.told.push((act.seat, act.id)),
            }
        }
        json!({ "do": "wants", "now": self.now, "wants": wants })
    }
}

fn trace(seed: u64) -> Value {
    let mut day = Day::new(seed);
    let steps = (0..4_000).map(|_| {
        let step = day.step();
        json!({
            "step": step,
            "synchronised": day.phone.is_synchronised(),
            "moment": day.phone.moment(Local(day.now)),
            "at": day.now,
            "unanswered": day.phone.unanswered().count(),
        })
    });
    // Whoever has nothing to say has nothing to compare.
    let silent = |step: &Value| step["step"]["wants"].as_array().is_some_and(Vec::is_empty);
    Value::Array(steps.filter(|step| !silent(step)).collect())
}

#[test]
fn the_traces_are_what_a_phone_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/clock");
    let mut all = String::new();
    for seed in 1..=4 {
        let file = folder.join(format!("phone-{seed}.json"));
        let now = serde_json::to_string(&trace(seed)).expect("JSON");
        if std::env::var_os("UPDATE_CLOCK").is_some() {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&file, format!("{now}\n")).expect("a file");
        }
        let kept = std::fs::read_to_string(&file).expect("a trace");
        assert_eq!(kept.trim_end(), now, "{} is stale", file.display());
        all.push_str(&now);
    }
    for happens in ["\"behind\"", "\"goes_on\"", "\"told\"", "\"synchronised\":true"] {
        assert!(all.contains(happens), "no phone comes to {happens}");
    }
}
