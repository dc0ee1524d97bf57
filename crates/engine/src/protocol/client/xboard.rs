//! A table's side of the XBoard protocol in bughouse.

use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardRules, Move, Position, Stock};

use super::{Client, EngineReply, one_line, read_move};
use crate::protocol::fen::write_fen;
use crate::team::View;

/// Speaks the XBoard protocol to an engine.
#[derive(Clone, Debug, Default)]
pub struct XBoardClient {
    /// Whether moves are announced by `usermove`.
    usermove: bool,
    /// Whether it can be given a position.
    takes_positions: bool,
    /// Whether it does not want to be told its colour.
    colorless: bool,
    /// Whether the engine has been set going.
    going: bool,
    /// Whether the match began for it with a position that it was given.
    placed: bool,
    stocks: Option<[Stock; 2]>,
}

impl XBoardClient {
    /// A client for a fresh engine.
    #[must_use]
    pub fn new() -> XBoardClient {
        XBoardClient::default()
    }

    /// The stocks, if the engine does not know them. It takes what is dropped in `unseen` off them
    /// itself when it is told those moves.
    fn holding(&mut self, view: &View, unseen: &[Move]) -> Option<String> {
        let position = &view.own.position;
        let mut told = [*position.stock(Color::White), *position.stock(Color::Black)];
        let before = self.stocks.replace(told);
        for m in unseen {
            if let Move::Drop { role, .. } = m {
                told[usize::from(view.seat.color().is_white())].add(*role);
            }
        }
        if before == Some(told) {
            return None;
        }
        let came = before.and_then(|before| came(&before, &told)).unwrap_or_default();
        let line = format!("holding [{}] [{}] {came}", told[0], told[1]);
        Some(line.trim_end().to_owned())
    }

    fn greet(&mut self, view: &View, partner: &str) -> Vec<String> {
        self.placed = false;
        // An engine that was not told otherwise plays Black.
        self.going = view.seat.color().is_black();
        // Empty stocks go without saying.
        self.stocks = Some([Stock::default(); 2]);
        let clock = view.clock(view.seat).0 / 1_000;
        let increment = view.increment.0 / 1_000;
        vec![
            "new".to_owned(),
            "variant bughouse".to_owned(),
            "easy".to_owned(),
            format!("level 0 {}:{:02} {increment}", clock / 60, clock % 60),
            format!("partner {partner}"),
        ]
    }

    /// Gives it its board as it is. The stocks follow when it is asked.
    fn place(&mut self, view: &View) -> Vec<String> {
        self.placed = true;
        self.going = false;
        self.stocks = None;
        let mut lines = vec!["force".to_owned()];
        if view.seat.color().is_white() && !self.colorless {
            // "Black is on move, you are White": Sjeng would else take the first `holding`
            // for its opponent's, and drop men that it does not have.
            lines.push("black".to_owned());
        }
        lines.push(set_up(&view.own.position));
        lines
    }

    /// Tells it a match from the first move on; none if the moves do not lead to where it stands.
    fn replay(&mut self, view: &View, partner: &str, played: &[Move]) -> Option<Vec<String>> {
        if !leads_to(played, &view.own.position, view.book.board_rules()) {
            return None;
        }
        let mut lines = self.greet(view, partner);
        lines.push("force".to_owned());
        self.going = false;
        for (at, m) in played.iter().enumerate() {
            if let Move::Drop { role, .. } = m {
                let man = role.upper_char();
                let white = at.is_multiple_of(2);
                lines.push(if white {
                    format!("holding [{man}] []")
                } else {
                    format!("holding [] [{man}]")
                });
                self.stocks = None;
            }
            lines.push(self.tell(*m));
        }
        Some(lines)
    }

    fn tell(&self, m: Move) -> String {
        if self.usermove { format!("usermove {m}") } else { m.to_string() }
    }

    fn clocks(view: &View) -> [String; 2] {
        let hundredths = |seat| view.clock(seat).0.max(0) / 10;
        [
            format!("time {}", hundredths(view.seat)),
            format!("otim {}", hundredths(view.seat.opponent())),
        ]
    }
}

/// A position without its stock: that is `holding`.
fn set_up(position: &Position) -> String {
    let fen = write_fen(position);
    let (board, rest) = fen.split_once('[').unwrap_or((&fen, ""));
    let (_, rest) = rest.split_once(']').unwrap_or(("", rest));
    format!("setboard {board}{rest}")
}

/// Whether moves lead from the initial position to this one, whatever the stocks are. They do
/// not where the other board took a man away.
fn leads_to(played: &[Move], there: &Position, rules: &BoardRules) -> bool {
    let mut position = Position::default();
    for m in played {
        position.play_unchecked(*m, rules);
    }
    position.board() == there.board() && position.turn() == there.turn()
}

/// Whether a game stands as it began, whatever the stocks are.
fn is_initial(position: &Position) -> bool {
    let mut bare = position.clone();
    for color in Color::ALL {
        *bare.stock_mut(color) = Stock::default();
    }
    bare == Position::default()
}

/// The man that just came, as `WN`.
fn came(before: &[Stock; 2], now: &[Stock; 2]) -> Option<String> {
    ["W", "B"].into_iter().zip(before.iter().zip(now)).find_map(|(color, (before, now))| {
        let (role, _) = now.iter().find(|(role, count)| *count > before.count(*role))?;
        Some(format!("{color}{}", role.upper_char()))
    })
}

impl Client for XBoardClient {
    fn hello(&mut self) -> Vec<String> {
        vec!["xboard".to_owned(), "protover 2".to_owned()]
    }

    fn new_match(&mut self, view: &View, partner: &str) -> Vec<String> {
        let mut lines = self.greet(view, partner);
        if !is_initial(&view.own.position) {
            lines.extend(self.place(view));
        } else if view.seat.color().is_white() {
            lines.push("force".to_owned());
        }
        lines
    }

    fn rejoin(
        &mut self,
        view: &View,
        partner: &str,
        played: Option<&[Move]>,
    ) -> Option<Vec<String>> {
        if self.takes_positions {
            return Some(self.new_match(view, partner));
        }
        self.replay(view, partner, played?)
    }

    fn ask(&mut self, view: &View, unseen: &[Move], _: usize) -> Vec<String> {
        let mut lines: Vec<String> = Self::clocks(view).to_vec();
        let holds = !view.own.position.stock(view.seat.color()).is_empty();
        if holds && !self.going && !self.placed && self.takes_positions && unseen.is_empty() {
            lines.extend(self.place(view));
        }
        if holds || self.going || self.placed {
            lines.extend(self.holding(view, unseen));
        }
        lines.extend(unseen.iter().map(|m| self.tell(*m)));
        if !self.going {
            lines.push("go".to_owned());
        }
        self.going = true;
        lines
    }

    fn recall(&mut self) -> Option<Vec<String>> {
        // "?" would have it move at once.
        None
    }

    fn stocks(&mut self, view: &View) -> Vec<String> {
        if !self.going {
            return Vec::new();
        }
        self.holding(view, &[]).into_iter().collect()
    }

    fn partner_says(&mut self, text: &str) -> Vec<String> {
        vec![format!("ptell {}", one_line(text))]
    }

    fn over(&mut self, result: &str) -> Vec<String> {
        self.going = false;
        vec![format!("result {} {{the match is over}}", one_line(result)), "force".to_owned()]
    }

    fn line(&mut self, line: &str) -> (EngineReply, Vec<String>) {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let sign = match word {
            "feature" => {
                self.usermove |= rest.contains("usermove=1");
                self.takes_positions |= rest.contains("setboard=1");
                self.colorless |= rest.contains("colors=0");
                if rest.contains("done=1") { EngineReply::Ready } else { EngineReply::Noise }
            }
            "move" => match read_move(rest.trim()) {
                Some(m) => EngineReply::Plays(m),
                None => EngineReply::Complains(one_line(line)),
            },
            "tellics" | "tellicsnoalias" => match rest.trim().strip_prefix("ptell ") {
                Some(text) => EngineReply::TellsPartner(one_line(text)),
                None => EngineReply::Noise,
            },
            "resign" => EngineReply::Resigns,
            "offer" if rest.trim() == "draw" => EngineReply::OffersDraw,
            "Error" | "Illegal" => EngineReply::Complains(one_line(line)),
            _ => EngineReply::Noise,
        };
        (sign, Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_rules::shakmaty::{Role, Square};
    use tandem_rules::{Rulebook, Seat};

    use super::super::UciClient;
    use super::*;
    use crate::protocol::fen::parse_fen;

    fn view(seat: Seat, fen: &str) -> View {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        View::alone(book, seat, parse_fen(fen).unwrap())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

    #[test]
    fn an_xboard_engine_is_set_going_once_and_told_its_stock() {
        let mut client = XBoardClient::new();
        assert_eq!(client.hello(), ["xboard", "protover 2"]);
        assert_eq!(client.line("feature usermove=1 done=1").0, EngineReply::Ready);
        let start = view(Seat::WhiteA, START);
        assert!(client.new_match(&start, "partner").contains(&"variant bughouse".to_owned()));
        let lines = client.ask(&start, &[], 0);
        assert_eq!(lines.last().map(String::as_str), Some("go"));
        assert_eq!(client.line("move e2e4").0, EngineReply::Plays("e2e4".parse().unwrap()));
        let later =
            view(Seat::WhiteA, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[N] w KQkq - 0 1");
        let mut position = Position::default();
        position.set_turn(Color::Black);
        let book = Rulebook::builtin("fics").unwrap();
        let reply = position.by(book.board_rules()).legal_move("e7e5".parse().unwrap()).unwrap();
        let lines = client.ask(&later, &[reply], 0);
        assert!(lines.contains(&"holding [N] [] WN".to_owned()), "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("usermove e7e5"));
    }

    #[test]
    fn what_the_opponent_drops_he_has_until_then() {
        let mut client = XBoardClient::new();
        client.line("feature setboard=1 usermove=1 done=1");
        let fen = |stock: &str| format!("4k3/8/8/8/8/8/8/4K3[{stock}] w - - 0 1");
        client.new_match(&view(Seat::WhiteA, &fen("")), "partner");
        client.ask(&view(Seat::WhiteA, &fen("")), &[], 0);
        assert_eq!(client.stocks(&view(Seat::WhiteA, &fen("p"))), ["holding [] [P] BP"]);
        let drop = Move::Drop { role: Role::Pawn, to: Square::E5 };
        // It was told that the pawn is there and takes it off itself.
        assert_eq!(client.ask(&view(Seat::WhiteA, &fen("")), &[drop], 0)[2..], ["usermove P@e5"]);
        // A queen and a knight came, and the knight was dropped at once.
        let drop = Move::Drop { role: Role::Knight, to: Square::E6 };
        let lines = client.ask(&view(Seat::WhiteA, &fen("q")), &[drop], 0);
        assert_eq!(lines[2..], ["holding [] [QN] BQ", "usermove N@e6"]);
        assert_eq!(client.stocks(&view(Seat::WhiteA, &fen("q"))), [""; 0]);
    }

    /// Men in the middle of a game, both sides with something to drop.
    fn middle(seat: Seat) -> View {
        let turn = seat.color().char();
        view(seat, &format!("4k3/8/8/8/3pP3/8/8/4K3[NPq] {turn} - - 0 1"))
    }

    #[test]
    fn a_match_goes_on_with_a_position_and_the_colour_of_whoever_wants_it() {
        for (features, seat, told) in [
            ("setboard=1", Seat::WhiteA, "force black setboard"),
            ("setboard=1 colors=0", Seat::WhiteA, "force setboard"),
            ("setboard=1", Seat::BlackA, "force setboard"),
        ] {
            let mut client = XBoardClient::new();
            client.line(&format!("feature {features} done=1"));
            let lines = client.rejoin(&middle(seat), "partner", None).unwrap();
            let words = lines.iter().filter_map(|line| line.split(' ').next());
            let last: Vec<&str> = words.skip_while(|word| *word != "partner").skip(1).collect();
            assert_eq!(last.join(" "), told, "{features} {seat}: {lines:?}");
            assert!(lines.last().unwrap().starts_with("setboard 4k3/8/8/8/3pP3/8/8/4K3 "));
            assert_eq!(client.stocks(&middle(seat)), [""; 0], "not before it knows who it is");
            let asked = client.ask(&middle(seat), &[], 0);
            assert_eq!(asked[2..], ["holding [NP] [Q]", "go"], "{features} {seat}");
        }
    }

    #[test]
    fn one_that_takes_no_positions_is_told_the_moves() {
        let book = Rulebook::builtin("fics").unwrap();
        let mut position = Position::default();
        let mut played = Vec::new();
        for word in ["e2e4", "d7d5", "e4d5", "P@e4"] {
            if word.contains('@') {
                position.stock_mut(Color::Black).add(Role::Pawn);
            }
            let rules = book.board_rules();
            let m = position.by(rules).legal_move(word.parse().unwrap()).unwrap();
            position.play_unchecked(m, rules);
            played.push(m);
        }
        position.stock_mut(Color::White).add(Role::Knight);
        let view = View::alone(Arc::new(book), Seat::WhiteA, position);
        let mut client = XBoardClient::new();
        let lines = client.rejoin(&view, "partner", Some(&played)).unwrap();
        let told = ["force", "e2e4", "d7d5", "e4d5", "holding [] [P]", "P@e4"];
        assert!(lines.ends_with(&told.map(str::to_owned)), "{lines:?}");
        assert_eq!(client.ask(&view, &[], 0)[2..], ["holding [N] []", "go"]);
        // Where moves do not tell how it came about, nothing does.
        assert_eq!(client.rejoin(&view, "partner", Some(&played[..3])), None);
        assert_eq!(client.rejoin(&view, "partner", None), None);
    }

    #[test]
    fn what_engines_print_is_understood_or_noise() {
        let mut xboard = XBoardClient::new();
        for (line, sign) in [
            ("move P@e4", EngineReply::Plays("P@e4".parse().unwrap())),
            ("move xyzzy", EngineReply::Complains("move xyzzy".to_owned())),
            ("tellics ptell +n", EngineReply::TellsPartner("+n".to_owned())),
            ("tellics say hello", EngineReply::Noise),
            ("resign", EngineReply::Resigns),
            ("\u{1}\u{2} garbage", EngineReply::Noise),
            ("", EngineReply::Noise),
        ] {
            assert_eq!(xboard.line(line).0, sign, "{line}");
        }
        let mut uci = UciClient::default();
        assert_eq!(uci.line("bestmove e2e4").0, EngineReply::Noise, "nobody asked");
        let asked = uci.ask(&view(Seat::WhiteA, START), &[], 0);
        assert!(asked[0].starts_with("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]"));
        assert_eq!(uci.line("bestmove (none)").0, EngineReply::HasNoMove);
        uci.ask(&view(Seat::WhiteA, START), &[], 0);
        assert_eq!(uci.line("bestmove Zz9").0, EngineReply::Complains("bestmove Zz9".to_owned()));
    }
}
