//! A game over time: who is ahead on the clock, how the material flows, what lies in the stocks.

use std::fmt::{self, Write};

use tandem_rules::{BoardId, Rulebook, Seat, Team};

use super::timeline::{Moment, Timeline};
use super::{Escaped, TEAM_COLOURS};
use crate::bpgn::{Game, GameResult};
use crate::draw::minutes;

const WIDTH: f64 = 900.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 78.0;
const PANEL: f64 = 150.0;
const GAP: f64 = 42.0;
const HEIGHT: f64 = TOP + 3.0 * PANEL + 2.0 * GAP + 46.0;
const INNER: f64 = WIDTH - LEFT - RIGHT;

/// Draws a game: the clock lead of team 1 on both boards, the balance of material, and what the
/// teams hold beside the boards. A game without clocks is drawn over its half-moves.
#[must_use]
pub fn plot(game: &Game, book: &Rulebook) -> String {
    let timeline = Timeline::of(game, book);
    let mut svg = String::with_capacity(16 * 1024);
    // Writing to a string does not fail.
    let _ = draw(&mut svg, game, &timeline);
    svg
}

fn draw(out: &mut String, game: &Game, timeline: &Timeline) -> fmt::Result {
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" \
         font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">"
    )?;
    let title = title(game, timeline.result);
    writeln!(out, "<title>{}</title>", Escaped(&title))?;
    writeln!(out, "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>")?;
    writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{}</text>",
        Escaped(&title)
    )?;
    legend(out)?;
    let moments = &timeline.moments;
    let end = moments.last().map_or(1.0, |moment| moment.at).max(1.0);
    let x = |at: f64| LEFT + at / end * INNER;

    let clock = Panel::new(0, "seconds ahead, team 1", moments, |moment| {
        BoardId::ALL.map(|board| moment.ahead[board]).to_vec()
    });
    clock.frame(out, &x, end, timeline.timed)?;
    if timeline.timed {
        clock.line(out, &x, moments, |m| m.ahead[BoardId::A], ("#333", "1.4", ""))?;
        clock.line(out, &x, moments, |m| m.ahead[BoardId::B], ("#333", "1.4", "5 3"))?;
    } else {
        clock.note(out, "the game has no clocks")?;
    }
    let material = Panel::new(1, "material, team 1 less team 2", moments, |moment| {
        vec![f64::from(moment.material)]
    });
    material.frame(out, &x, end, timeline.timed)?;
    material.area(out, &x, moments, |m| f64::from(m.material.max(0)), TEAM_COLOURS[0])?;
    material.area(out, &x, moments, |m| f64::from(m.material.min(0)), TEAM_COLOURS[1])?;
    let stocks = Panel::new(2, "in the stocks: team 1 up, team 2 down", moments, |moment| {
        vec![f64::from(moment.stock[Team::One]), -f64::from(moment.stock[Team::Two])]
    });
    stocks.frame(out, &x, end, timeline.timed)?;
    stocks.area(out, &x, moments, |m| f64::from(m.stock[Team::One]), TEAM_COLOURS[0])?;
    stocks.area(out, &x, moments, |m| -f64::from(m.stock[Team::Two]), TEAM_COLOURS[1])?;
    writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
        WIDTH - RIGHT,
        HEIGHT - 8.0,
        if timeline.timed { "time since the start" } else { "half-moves" }
    )?;
    out.write_str("</svg>\n")
}

fn title(game: &Game, result: GameResult) -> String {
    let name =
        |seat| game.tags.player(seat).map_or_else(|| format!("player {seat}"), str::to_owned);
    let team = |team: Team| team.seats().map(name).join(" and ");
    format!("{} – {}   {}", team(Team::One), team(Team::Two), result.sign())
}

fn legend(out: &mut String) -> fmt::Result {
    let seats = |team: Team| team.seats().map(|seat: Seat| seat.to_string()).join(" and ");
    for (team, x) in [(Team::One, LEFT), (Team::Two, LEFT + 150.0)] {
        let colour = TEAM_COLOURS[usize::from(u8::from(team)) - 1];
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"35\" width=\"12\" height=\"12\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"45\">team {team}: {}</text>",
            x + 17.0,
            seats(team)
        )?;
    }
    writeln!(
        out,
        "<path d=\"M{0} 41h24\" stroke=\"#333\" stroke-width=\"1.4\"/><text x=\"{1}\" y=\"45\">\
         board A</text><path d=\"M{2} 41h24\" stroke=\"#333\" stroke-width=\"1.4\" \
         stroke-dasharray=\"5 3\"/><text x=\"{3}\" y=\"45\">board B</text>\
         <text x=\"{4}\" y=\"45\" text-anchor=\"end\" fill=\"#555\">pawn 1; knight, bishop, \
         rook 2; queen 4</text>",
        LEFT + 300.0,
        LEFT + 329.0,
        LEFT + 390.0,
        LEFT + 419.0,
        WIDTH - RIGHT
    )
}

/// One of the diagrams, with its scale.
struct Panel {
    top: f64,
    label: &'static str,
    low: f64,
    high: f64,
    step: f64,
}

impl Panel {
    fn new(
        index: usize,
        label: &'static str,
        moments: &[Moment],
        values: impl Fn(&Moment) -> Vec<f64>,
    ) -> Panel {
        let all = || moments.iter().flat_map(&values);
        let (low, high) = (all().fold(-1.0, f64::min), all().fold(1.0, f64::max));
        let step = nice_step((high - low) / 4.0);
        Panel {
            top: TOP + index as f64 * (PANEL + GAP),
            label,
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
        }
    }

    fn y(&self, value: f64) -> f64 {
        self.top + (self.high - value) / (self.high - self.low) * PANEL
    }

    fn frame(
        &self,
        out: &mut String,
        x: &impl Fn(f64) -> f64,
        end: f64,
        timed: bool,
    ) -> fmt::Result {
        let top = self.top;
        writeln!(
            out,
            "<text x=\"{LEFT}\" y=\"{}\" font-weight=\"bold\">{}</text>",
            top - 6.0,
            self.label
        )?;
        let mut value = self.low;
        while value <= self.high + self.step / 2.0 {
            let y = self.y(value);
            let stroke = if value.abs() < self.step / 2.0 { "#888" } else { "#ddd" };
            writeln!(
                out,
                "<path d=\"M{LEFT} {y:.1}h{INNER}\" stroke=\"{stroke}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{}</text>",
                LEFT - 6.0,
                y + 4.0,
                value.round()
            )?;
            value += self.step;
        }
        let step = if timed { nice_time(end / 8.0) } else { nice_step(end / 8.0) };
        let mut at = 0.0;
        while at <= end {
            let (x, bottom) = (x(at), top + PANEL);
            let label = if timed {
                minutes(tandem_rules::Millis((at * 1000.0) as i64))
            } else {
                at.round().to_string()
            };
            writeln!(
                out,
                "<path d=\"M{x:.1} {top}v{PANEL}\" stroke=\"#eee\"/><text x=\"{x:.1}\" \
                 y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{label}</text>",
                bottom + 15.0
            )?;
            at += step;
        }
        Ok(())
    }

    fn note(&self, out: &mut String, text: &str) -> fmt::Result {
        let (x, y) = (LEFT + INNER / 2.0, self.top + PANEL / 2.0);
        writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#555\">{text}</text>"
        )
    }

    fn line(
        &self,
        out: &mut String,
        x: &impl Fn(f64) -> f64,
        moments: &[Moment],
        value: impl Fn(&Moment) -> f64,
        (colour, width, dashes): (&str, &str, &str),
    ) -> fmt::Result {
        write!(out, "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"")?;
        if !dashes.is_empty() {
            write!(out, " stroke-dasharray=\"{dashes}\"")?;
        }
        out.write_str(" points=\"")?;
        for moment in moments {
            write!(out, "{:.1},{:.1} ", x(moment.at), self.y(value(moment)))?;
        }
        out.write_str("\"/>\n")
    }

    /// A filled line of steps from zero: what lies there stays until the next moment.
    fn area(
        &self,
        out: &mut String,
        x: &impl Fn(f64) -> f64,
        moments: &[Moment],
        value: impl Fn(&Moment) -> f64,
        colour: &str,
    ) -> fmt::Result {
        let zero = self.y(0.0);
        write!(out, "<path fill=\"{colour}\" fill-opacity=\".55\" d=\"M{LEFT} {zero:.1}")?;
        for moment in moments {
            write!(out, "H{:.1}V{:.1}", x(moment.at), self.y(value(moment)))?;
        }
        writeln!(out, "H{:.1}V{zero:.1}z\"/>", LEFT + INNER)
    }
}

/// The next of 1, 2, 5, 10, 20, 50…
fn nice_step(at_least: f64) -> f64 {
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(60) {
        if step >= at_least {
            break;
        }
        step *= factor;
    }
    step
}

/// The next of 1, 5, 10, 15, 30 seconds, 1, 2, 5, 10, 15, 30 minutes, an hour…
fn nice_time(at_least: f64) -> f64 {
    const STEPS: [f64; 12] =
        [1.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0];
    STEPS.into_iter().find(|step| *step >= at_least).unwrap_or_else(|| nice_step(at_least))
}
