//! The world: true time, what befalls phones and server, four players, and an ideal clock for each board.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tandem_clocks::Message;
use tandem_referee::{Act, Clock, EventKind, MoveText, TimeControl};
use tandem_rules::shakmaty::{ByColor, Color};
use tandem_rules::{BoardId, ByBoard, Millis, Seat};
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tokio::time::{Duration, Instant, sleep_until};

use super::super::weather::Random;
use super::day::{Day, Planted};
use super::device::{Device, Line};
use super::house::{Arrives, End, House, Says};

const BOOKS: [&str; 5] = ["asten", "minerva", "sscr", "fer", "stein"];
/// How long people play, in milliseconds.
const PLAYED: u64 = 90_000;
/// How long everything may take to be known at the end.
const SETTLED: u64 = 300_000;
/// A line that says nothing for so long is dead, though nobody said so.
const SILENT: u64 = 6_000;

/// Something that will happen.
enum Next {
    Look(BoardId),
    Greet(BoardId, u64, Seat),
    ToServer(BoardId, u64, Seat, Arrives),
    ToPhone(BoardId, u64, Seat, Says),
    Connect(BoardId),
    Press(BoardId),
    /// Nothing comes through any more; the phone notices after so long, and is back so much later.
    Cut {
        board: BoardId,
        noticed: u64,
        away: u64,
    },
    Lost(BoardId, u64, u64),
    Doze(BoardId, u64),
    Replace(BoardId),
    Kill(u64),
    Boot,
    Stop(Seat, u64),
    GoOn(Seat),
}

/// A board as an ideal clock sees it.
struct Ideal {
    clock: Clock,
    on_move: Color,
    presses: usize,
    /// Nobody presses in the moment of a stop.
    pressed: u64,
}

pub(super) struct World {
    epoch: Instant,
    now: u64,
    queue: BTreeMap<(u64, u64), Next>,
    order: u64,
    random: Random,
    devices: ByBoard<Device>,
    connections: u64,
    house: House,
    says: UnboundedReceiver<(End, Says)>,
    time: TimeControl,
    ideal: ByBoard<Ideal>,
    /// When the games began.
    start: Option<u64>,
    ready: bool,
    stopped: bool,
    day: Day,
    planted: Planted,
}

impl World {
    /// A day, and what came of it.
    pub(super) async fn play(seed: u64, planted: Planted) -> Day {
        let mut random = Random::new(seed);
        let bonus = random.below(4_000) as i64;
        let (increment, delay) = [(0, 0), (bonus, 0), (0, bonus)][(seed % 3) as usize];
        let base = 300_000;
        let wish = json!({
            "book": BOOKS[(seed % 5) as usize], "boards": "table", "flag": "claimed",
            "time": { "base": base, "increment": increment, "delay": delay },
        });
        let (send, says) = mpsc::unbounded_channel();
        let house = House::open(wish, send).await;
        let readings = ByColor::new_with(|_| Millis(base));
        let devices = ByBoard::new_with(|board| Device::new(board, 1, &mut random));
        let mut world = World {
            epoch: Instant::now(),
            now: 0,
            queue: BTreeMap::new(),
            order: 0,
            devices,
            connections: 0,
            house,
            says,
            time: TimeControl {
                base: Millis(base),
                increment: Millis(increment),
                delay: Millis(delay),
            },
            ideal: ByBoard::new_with(|_| Ideal {
                clock: Clock::new(readings),
                on_move: Color::White,
                presses: 0,
                pressed: 0,
            }),
            random,
            start: None,
            ready: false,
            stopped: false,
            day: Day::default(),
            planted,
        };
        for board in BoardId::ALL {
            world.at(10, Next::Connect(board));
            world.at(20, Next::Look(board));
        }
        world.run().await;
        world.day
    }

    fn at(&mut self, after: u64, next: Next) {
        self.order += 1;
        self.queue.insert((self.now + after, self.order), next);
    }

    fn between(&mut self, least: u64, most: u64) -> u64 {
        self.random.millis(least, most).as_millis() as u64
    }

    /// What will befall them, once the games have begun.
    fn plan(&mut self) {
        let replaced = self.random.happens(150);
        for board in BoardId::ALL {
            let first = self.between(300, 4_000);
            self.at(first, Next::Press(board));
            // While one phone knows nothing the other is not away for long.
            let longest = if replaced { 20_000 } else { 60_000 };
            for _ in 0..self.random.below(4) {
                let (when, noticed) = (self.between(500, PLAYED), self.between(1, SILENT));
                let away = self.between(20, longest);
                self.at(when, Next::Cut { board, noticed, away });
            }
            let (when, long) = (self.between(500, PLAYED), self.between(1_000, 30_000));
            self.at(when, Next::Doze(board, long));
        }
        if replaced {
            let when = self.between(500, PLAYED);
            self.at(when, Next::Replace(BoardId::B));
        }
        for _ in 0..self.random.below(3) {
            let (when, long) = (self.between(500, PLAYED), self.between(200, 60_000));
            self.at(when, Next::Kill(long));
        }
        for _ in 0..self.random.below(3) {
            let (when, long) = (self.between(500, PLAYED), self.between(1_500, 6_000));
            let seat = Seat::ALL[self.random.below(4)];
            self.at(when, Next::Stop(seat, long));
        }
    }

    async fn run(&mut self) {
        loop {
            let Some((&(when, order), _)) = self.queue.first_key_value() else { return };
            tokio::select! {
                biased;
                said = self.says.recv() => {
                    self.now = self.true_time();
                    let Some((end, says)) = said else { return };
                    self.said(end, says);
                }
                () = sleep_until(self.epoch + Duration::from_millis(when)) => {
                    self.now = self.true_time();
                    let Some(next) = self.queue.remove(&(when, order)) else { return };
                    self.happen(next).await;
                }
            }
            let played = self.start.is_some_and(|start| self.now > start + PLAYED);
            if played && self.is_settled() {
                return self.check().await;
            }
            if self.now > SETTLED {
                self.day.unsettled = 1;
                return;
            }
        }
    }

    fn true_time(&self) -> u64 {
        self.epoch.elapsed().as_millis() as u64
    }

    fn is_settled(&self) -> bool {
        !self.stopped
            && self.house.is_up()
            && self.devices.iter().all(|(_, device)| device.is_settled() && !device.stopped)
    }

    fn plays(&self) -> bool {
        self.start.is_some_and(|start| self.now <= start + PLAYED)
    }

    /// The moment by an ideal clock.
    fn ideal_now(&self) -> Millis {
        Millis(self.start.map_or(0, |start| self.now as i64 - start as i64))
    }

    async fn check(&mut self) {
        let stands = self.house.snapshot().await;
        let now = self.ideal_now();
        let log = self.house.log();
        let moment = self.house.moment().await.unwrap_or(Millis::ZERO);
        let started = log.iter().find(|event| event.kind == EventKind::Started);
        let started = started.map_or(Millis::ZERO, |event| event.at);
        for board in BoardId::ALL {
            for color in Color::ALL {
                let seat = Seat::new(board, color);
                let shown = stands["state"]["seats"][seat.to_string()]["clock"].as_i64();
                let ideal = self.ideal[board].clock.reading(color, now).0;
                self.day.worst = self.day.worst.max((shown.unwrap_or(0) - ideal).abs());
            }
            let completed = log.iter().filter(
                |event| matches!(event.kind, EventKind::Completed { seat } if seat.board() == board),
            );
            let presses = self.ideal[board].presses;
            self.day.presses += presses;
            self.day.lost += completed.count().abs_diff(presses);
            let device = &self.devices[board];
            let phone = device.phone.moment(device.local(self.now)).unwrap_or(f64::MAX);
            let off = (phone - (started + now).0 as f64).abs() as i64;
            self.day.worst_phone = self.day.worst_phone.max(off);
            let off = (phone - moment.0 as f64).abs() as i64;
            self.day.worst_phone = self.day.worst_phone.max(off);
        }
        let differ =
            |event: &&tandem_referee::Event| matches!(event.kind, EventKind::AccountsDiffer { .. });
        self.day.disputes = log.iter().filter(differ).count();
    }

    /// Whether some phone has told of a stop, or of its end, and has no answer yet. If the other board's phone does not hear
    /// of it only one board stops, and that is for the arbiter to settle.
    fn stop_is_under_way(&self) -> bool {
        let mut told = self.devices.iter().flat_map(|(_, device)| device.phone.unanswered());
        told.any(|told| told.act != Act::Press)
    }

    async fn happen(&mut self, next: Next) {
        match next {
            Next::Cut { .. } | Next::Kill(_) | Next::Replace(_) if self.stop_is_under_way() => {
                self.at(1_000, next);
            }
            Next::Look(board) => {
                self.look(board);
                self.at(self.devices[board].looks, Next::Look(board));
            }
            Next::Greet(board, line, seat) => {
                let name = self.devices[board].name.clone();
                let up = self.house.open_line(End { line, seat }, &name);
                if let Some(kept) = self.device_of(board, line).and_then(|d| d.lines.get_mut(&seat))
                {
                    kept.up = up;
                }
            }
            Next::ToServer(board, line, seat, arrives) => {
                let up = self.device_of(board, line).and_then(|device| device.lines.get(&seat));
                if let Some(up) = up.and_then(|line| line.up.as_ref()) {
                    // A process that was killed hears nothing.
                    let _ = up.send(arrives);
                }
            }
            Next::ToPhone(board, line, seat, says) => {
                let now = self.now;
                if let Some(device) = self.device_of(board, line).filter(|one| !one.silent)
                    && let Some(message) = device.hear(now, seat, says)
                {
                    self.note(&message).await;
                }
                self.look(board);
            }
            Next::Connect(board) => self.connect(board),
            Next::Press(board) => self.press(board),
            Next::Cut { board, noticed, away } => {
                if let Some(line) = self.devices[board].line.filter(|_| self.plays()) {
                    self.day.cuts += 1;
                    self.devices[board].silent = true;
                    self.at(noticed, Next::Lost(board, line, away));
                }
            }
            Next::Lost(board, line, away) => {
                if self.device_of(board, line).is_some() {
                    self.devices[board].lose();
                    if self.planted == Planted::Forgets {
                        self.devices[board].forget();
                    }
                    self.at(away, Next::Connect(board));
                }
            }
            Next::Doze(board, long) => {
                let dozes = self.devices[board].looks > 40;
                self.devices[board].looks = if dozes { 40 } else { 1_000 };
                if !dozes {
                    self.at(long, Next::Doze(board, 0));
                }
            }
            Next::Replace(board) => self.replace(board),
            Next::Kill(long) => self.kill(long),
            Next::Boot => self.house.boot(),
            Next::Stop(seat, long) => self.stop(seat, long),
            Next::GoOn(seat) => self.go_on(seat),
        }
    }

    /// The device of a board, if this line of it still stands.
    fn device_of(&mut self, board: BoardId, line: u64) -> Option<&mut Device> {
        let device = &mut self.devices[board];
        (device.line == Some(line)).then_some(device)
    }

    fn connect(&mut self, board: BoardId) {
        if self.devices[board].line.is_some() {
            return;
        }
        if !self.house.is_up() {
            let again = self.between(250, 2_000);
            self.at(again, Next::Connect(board));
            return;
        }
        self.connections += 1;
        let line = self.connections;
        self.devices[board].line = Some(line);
        for seat in self.devices[board].seats() {
            self.devices[board].lines.insert(seat, Line::default());
            let at = self.devices[board].arrives(self.now, 0, seat, &mut self.random);
            self.at(at - self.now, Next::Greet(board, line, seat));
        }
    }

    /// The server has said something, which now is under way.
    fn said(&mut self, end: End, says: Says) {
        let End { line, seat } = end;
        let board = seat.board();
        if self.device_of(board, line).is_some_and(|device| !device.silent) {
            let at = self.devices[board].arrives(self.now, 1, seat, &mut self.random);
            self.at(at - self.now, Next::ToPhone(board, line, seat, says));
        }
    }

    /// The phone of a board does what it has to.
    fn look(&mut self, board: BoardId) {
        let device = &mut self.devices[board];
        let local = device.local(self.now);
        let messages = device.phone.wants(local);
        let [first, _] = device.seats();
        for message in messages {
            let (seat, arrives) = match message {
                Message::Ping { sent } => (first, Arrives::Ping(sent.0)),
                Message::Behind { millis } if self.planted == Planted::TellsTooLittle => {
                    (first, Arrives::Behind(millis - 1_000))
                }
                Message::Behind { millis } => (first, Arrives::Behind(millis)),
                Message::Told(told) => {
                    (told.seat, Arrives::Act { id: told.id, act: told.act, at: told.at })
                }
            };
            self.send(board, seat, arrives);
        }
        let both = self.devices.iter().all(|(_, device)| device.phone.is_synchronised());
        if both && !self.ready {
            self.ready = true;
            for seat in Seat::ALL {
                self.send(seat.board(), seat, Arrives::Ready);
            }
        }
    }

    fn send(&mut self, board: BoardId, seat: Seat, arrives: Arrives) {
        let device = &mut self.devices[board];
        let Some(line) = device.line.filter(|_| !device.silent) else { return };
        let at = device.arrives(self.now, 0, seat, &mut self.random);
        self.at(at - self.now, Next::ToServer(board, line, seat, arrives));
    }

    /// The first who hears that the games have begun knows when that was.
    async fn note(&mut self, message: &Value) {
        let events = message["events"].as_array().map_or(&[][..], Vec::as_slice);
        let started = events.iter().find(|event| event["event"] == "started");
        let Some(at) = started.and_then(|event| event["at"].as_i64()) else { return };
        if self.start.is_some() {
            return;
        }
        let ago = self.house.moment().await.map_or(0, |moment| moment.0 - at);
        self.start = Some(self.now - ago.unsigned_abs());
        for board in BoardId::ALL {
            self.ideal[board].clock.run(Color::White, Millis::ZERO);
        }
        self.plan();
    }

    fn press(&mut self, board: BoardId) {
        if !self.plays() {
            return;
        }
        let wait = self.between(250, 7_000);
        self.at(wait, Next::Press(board));
        if self.stopped || self.devices[board].stopped {
            return;
        }
        let (at, now) = (self.ideal_now(), self.now);
        let ideal = &mut self.ideal[board];
        let seat = Seat::new(board, ideal.on_move);
        let device = &mut self.devices[board];
        if device.phone.acts(device.local(now), seat, Act::Press) {
            ideal.clock.press(ideal.on_move, at, &self.time);
            ideal.on_move = !ideal.on_move;
            ideal.presses += 1;
            ideal.pressed = now;
            self.look(board);
        }
    }

    /// A player stops the clocks while both phones are heard: everybody at the table hears it.
    fn stop(&mut self, seat: Seat, long: u64) {
        let quiet = self.ideal.iter().all(|(_, ideal)| self.now - ideal.pressed > 50);
        if !self.plays() || !self.is_settled() || !quiet || !self.tells(seat, Act::CallArbiter) {
            return;
        }
        self.day.stops += 1;
        self.stopped = true;
        let at = self.ideal_now();
        BoardId::ALL.into_iter().for_each(|board| self.ideal[board].clock.pause(at));
        self.at(long, Next::GoOn(seat));
    }

    /// Both teams want to go on, at the phone of the one who stopped.
    fn go_on(&mut self, seat: Seat) {
        if !self.tells(seat, Act::GoOn) || !self.tells(seat.opponent(), Act::GoOn) {
            self.at(500, Next::GoOn(seat));
            return;
        }
        self.stopped = false;
        // Until the server says otherwise the phones show that the clocks stand.
        BoardId::ALL.into_iter().for_each(|board| self.devices[board].stopped = true);
        let at = self.ideal_now();
        BoardId::ALL.into_iter().for_each(|board| self.ideal[board].clock.resume(at));
    }

    fn tells(&mut self, seat: Seat, act: Act<MoveText>) -> bool {
        let device = &mut self.devices[seat.board()];
        let told = device.phone.acts(device.local(self.now), seat, act);
        self.look(seat.board());
        told
    }

    /// A phone dies, and another is laid there.
    fn replace(&mut self, board: BoardId) {
        if !self.plays() || self.devices[board].phone.unanswered().next().is_some() || self.stopped
        {
            return;
        }
        self.day.replaced += 1;
        let stopped = self.devices[board].stopped;
        self.devices[board] = Device::new(board, 1 + self.day.replaced, &mut self.random);
        self.devices[board].stopped = stopped;
        let again = self.between(1_000, 10_000);
        self.at(again, Next::Connect(board));
    }

    fn kill(&mut self, long: u64) {
        if !self.plays() || !self.house.is_up() {
            return;
        }
        self.day.kills += 1;
        self.house.kill();
        for board in BoardId::ALL {
            if let Some(line) = self.devices[board].line {
                let noticed = self.between(1, 50);
                self.at(noticed, Next::Lost(board, line, 250));
            }
        }
        self.at(long, Next::Boot);
    }
}
