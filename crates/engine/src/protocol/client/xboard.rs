//! A table's side of the XBoard protocol in bughouse.

use tandem_rules::shakmaty::Color;
use tandem_rules::{Move, Position, Stock};

use super::{Client, Sign, one_line, read_move};
use crate::protocol::fen::write_fen;
use crate::team::View;

/// Speaks the XBoard protocol to an engine.
#[derive(Clone, Debug, Default)]
pub struct XBoardClient {
    /// Whether moves are announced by `usermove`.
    usermove: bool,
    /// Whether the engine has been set going.
    going: bool,
    stocks: Option<[Stock; 2]>,
}

impl XBoardClient {
    /// A client for a fresh engine.
    #[must_use]
    pub fn new() -> XBoardClient {
        XBoardClient::default()
    }

    fn holding(&mut self, view: &View) -> Option<String> {
        let position = &view.own.position;
        let now = [*position.stock(Color::White), *position.stock(Color::Black)];
        let before = self.stocks.replace(now);
        if before == Some(now) {
            return None;
        }
        let came = before.and_then(|before| came(&before, &now)).unwrap_or_default();
        let line = format!("holding [{}] [{}] {came}", now[0], now[1]);
        Some(line.trim_end().to_owned())
    }

    fn clocks(view: &View) -> [String; 2] {
        let hundredths = |seat| view.clock(seat).0.max(0) / 10;
        [
            format!("time {}", hundredths(view.seat)),
            format!("otim {}", hundredths(view.seat.opponent())),
        ]
    }
}

/// A position that is not the initial one, without its stock: that is `holding`.
fn set_up(position: &Position) -> Option<String> {
    let fen = write_fen(position);
    let (board, rest) = fen.split_once('[')?;
    let (_, rest) = rest.split_once(']')?;
    (*position != Position::default()).then(|| format!("setboard {board}{rest}"))
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
        self.going = false;
        // Empty stocks go without saying. Sjeng takes a `holding` before `go` for that of the
        // wrong colour.
        self.stocks = Some([Stock::default(); 2]);
        let clock = view.clock(view.seat).0 / 1_000;
        let increment = view.increment.0 / 1_000;
        [
            "new".to_owned(),
            "variant bughouse".to_owned(),
            "easy".to_owned(),
            "nopost".to_owned(),
            format!("level 0 {}:{:02} {increment}", clock / 60, clock % 60),
            format!("partner {partner}"),
        ]
        .into_iter()
        .chain(view.seat.color().is_white().then(|| "force".to_owned()))
        .chain(set_up(&view.own.position))
        .collect()
    }

    fn ask(&mut self, view: &View, unseen: &[Move]) -> Vec<String> {
        let mut lines: Vec<String> = Self::clocks(view).to_vec();
        if self.going || !view.own.position.stock(view.seat.color()).is_empty() {
            lines.extend(self.holding(view));
        }
        for m in unseen {
            lines.push(if self.usermove { format!("usermove {m}") } else { m.to_string() });
        }
        if !self.going && (unseen.is_empty() || view.seat.color().is_white()) {
            lines.push("go".to_owned());
        }
        self.going = true;
        lines
    }

    fn stocks(&mut self, view: &View) -> Vec<String> {
        if !self.going && view.seat.color().is_white() {
            return Vec::new();
        }
        self.holding(view).into_iter().collect()
    }

    fn partner_says(&mut self, text: &str) -> Vec<String> {
        vec![format!("ptell {}", one_line(text))]
    }

    fn over(&mut self, result: &str) -> Vec<String> {
        self.going = false;
        vec![format!("result {} {{the match is over}}", one_line(result)), "force".to_owned()]
    }

    fn line(&mut self, line: &str) -> (Sign, Vec<String>) {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let sign = match word {
            "feature" => {
                if rest.contains("usermove=1") {
                    self.usermove = true;
                }
                if rest.contains("done=1") { Sign::Ready } else { Sign::Noise }
            }
            "move" => match read_move(rest.trim()) {
                Some(m) => Sign::Plays(m),
                None => Sign::Complains(one_line(line)),
            },
            "tellics" | "tellicsnoalias" => match rest.trim().strip_prefix("ptell ") {
                Some(text) => Sign::TellsPartner(one_line(text)),
                None => Sign::Noise,
            },
            "resign" => Sign::Resigns,
            "offer" if rest.trim() == "draw" => Sign::OffersDraw,
            "Error" | "Illegal" => Sign::Complains(one_line(line)),
            _ => Sign::Noise,
        };
        (sign, Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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
        assert_eq!(client.line("feature usermove=1 done=1").0, Sign::Ready);
        let start = view(Seat::WhiteA, START);
        assert!(client.new_match(&start, "partner").contains(&"variant bughouse".to_owned()));
        let lines = client.ask(&start, &[]);
        assert_eq!(lines.last().map(String::as_str), Some("go"));
        assert_eq!(client.line("move e2e4").0, Sign::Plays("e2e4".parse().unwrap()));
        let later =
            view(Seat::WhiteA, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[N] w KQkq - 0 1");
        let mut position = Position::default();
        position.set_turn(Color::Black);
        let book = Rulebook::builtin("fics").unwrap();
        let reply = position.legal_move("e7e5".parse().unwrap(), book.board_rules(), None).unwrap();
        let lines = client.ask(&later, &[reply]);
        assert!(lines.contains(&"holding [N] [] WN".to_owned()), "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("usermove e7e5"));
    }

    #[test]
    fn what_engines_print_is_understood_or_noise() {
        let mut xboard = XBoardClient::new();
        for (line, sign) in [
            ("move P@e4", Sign::Plays("P@e4".parse().unwrap())),
            ("move xyzzy", Sign::Complains("move xyzzy".to_owned())),
            ("tellics ptell +n", Sign::TellsPartner("+n".to_owned())),
            ("tellics say hello", Sign::Noise),
            ("resign", Sign::Resigns),
            ("\u{1}\u{2} garbage", Sign::Noise),
            ("", Sign::Noise),
        ] {
            assert_eq!(xboard.line(line).0, sign, "{line}");
        }
        let mut uci = UciClient::default();
        assert_eq!(uci.line("bestmove e2e4").0, Sign::Noise, "nobody asked");
        let asked = uci.ask(&view(Seat::WhiteA, START), &[]);
        assert!(asked[0].starts_with("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]"));
        assert_eq!(uci.line("bestmove (none)").0, Sign::HasNoMove);
        uci.ask(&view(Seat::WhiteA, START), &[]);
        assert_eq!(uci.line("bestmove Zz9").0, Sign::Complains("bestmove Zz9".to_owned()));
    }
}
