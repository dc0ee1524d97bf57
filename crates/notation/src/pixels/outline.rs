//! The paths of the men as lines that can be measured.

type Point = (f32, f32);

/// Lines that hang together.
pub(super) type Line = Vec<Point>;

/// How many straight pieces make a curve.
const PIECES: u8 = 12;

/// Reads a path of SVG as far as our men use it: `M L H V C A Z`, small and capital.
pub(super) fn read(path: &str) -> Vec<Line> {
    let mut reader = Reader { rest: path, at: (0.0, 0.0), start: (0.0, 0.0), lines: Vec::new() };
    let mut command = b' ';
    loop {
        reader.skip();
        let Some(&next) = reader.rest.as_bytes().first() else { break };
        if next.is_ascii_alphabetic() {
            command = next;
            reader.rest = &reader.rest[1..];
        }
        if !reader.step(command) {
            break;
        }
        // More numbers after a move are lines.
        command = match command {
            b'M' => b'L',
            b'm' => b'l',
            other => other,
        };
    }
    reader.lines
}

struct Reader<'p> {
    rest: &'p str,
    at: Point,
    start: Point,
    lines: Vec<Line>,
}

impl Reader<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', ',', '\n']);
    }

    /// A number: a sign or a second point begins the next.
    fn number(&mut self) -> Option<f32> {
        self.skip();
        let (mut dot, mut end) = (false, 0);
        for (index, byte) in self.rest.bytes().enumerate() {
            match byte {
                b'-' if index == 0 => {}
                b'.' if !dot => dot = true,
                b'0'..=b'9' => {}
                _ => break,
            }
            end = index + 1;
        }
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().ok()
    }

    fn point(&mut self, relative: bool) -> Option<Point> {
        let (x, y) = (self.number()?, self.number()?);
        Some(if relative { (self.at.0 + x, self.at.1 + y) } else { (x, y) })
    }

    fn go(&mut self, to: Point) {
        if let Some(line) = self.lines.last_mut() {
            line.push(to);
        }
        self.at = to;
    }

    /// One command with its numbers; false if they are not there.
    fn step(&mut self, command: u8) -> bool {
        self.try_step(command).is_some()
    }

    fn try_step(&mut self, command: u8) -> Option<()> {
        let relative = command.is_ascii_lowercase();
        match command.to_ascii_uppercase() {
            b'M' => {
                self.at = self.point(relative)?;
                self.start = self.at;
                self.lines.push(vec![self.at]);
            }
            b'L' => {
                let to = self.point(relative)?;
                self.go(to);
            }
            b'H' => {
                let x = self.number()? + if relative { self.at.0 } else { 0.0 };
                self.go((x, self.at.1));
            }
            b'V' => {
                let y = self.number()? + if relative { self.at.1 } else { 0.0 };
                self.go((self.at.0, y));
            }
            b'C' => {
                let from = self.at;
                let (one, two, to) =
                    (self.point(relative)?, self.point(relative)?, self.point(relative)?);
                for piece in 1..=PIECES {
                    self.go(cubic(from, one, two, to, f32::from(piece) / f32::from(PIECES)));
                }
            }
            b'A' => {
                let radius = self.number()?;
                // A circle's other radius and its turn say nothing; our arcs are the short ones.
                let (_, _, _) = (self.number()?, self.number()?, self.number()?);
                let clockwise = self.number()? > 0.5;
                let to = self.point(relative)?;
                self.arc(radius, clockwise, to);
            }
            b'Z' => {
                let start = self.start;
                self.go(start);
            }
            _ => return None,
        }
        Some(())
    }

    /// The short arc of a circle.
    fn arc(&mut self, radius: f32, clockwise: bool, to: Point) {
        let from = self.at;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let half = dx.hypot(dy) / 2.0;
        let height = (radius * radius - half * half).max(0.0).sqrt();
        let side = if clockwise { 1.0 } else { -1.0 };
        let (ux, uy) = (-dy / (2.0 * half) * side, dx / (2.0 * half) * side);
        let centre = ((from.0 + to.0) / 2.0 + ux * height, (from.1 + to.1) / 2.0 + uy * height);
        let first = (from.1 - centre.1).atan2(from.0 - centre.0);
        let mut turn = (to.1 - centre.1).atan2(to.0 - centre.0) - first;
        let whole = std::f32::consts::TAU;
        if clockwise && turn < 0.0 {
            turn += whole;
        } else if !clockwise && turn > 0.0 {
            turn -= whole;
        }
        for piece in 1..=PIECES {
            let angle = first + turn * f32::from(piece) / f32::from(PIECES);
            self.go((centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin()));
        }
        self.at = to;
    }
}

fn cubic(from: Point, one: Point, two: Point, to: Point, t: f32) -> Point {
    let s = 1.0 - t;
    let mix = |a: f32, b: f32, c: f32, d: f32| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    (mix(from.0, one.0, two.0, to.0), mix(from.1, one.1, two.1, to.1))
}

/// Whether a point lies within closed lines.
pub(super) fn contains(lines: &[Line], (x, y): Point) -> bool {
    let mut inside = false;
    for line in lines {
        for pair in line.windows(2) {
            let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
            if (y1 > y) != (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1 {
                inside = !inside;
            }
        }
    }
    inside
}

/// Whether a point lies this near to some line.
pub(super) fn near(lines: &[Line], (x, y): Point, distance: f32) -> bool {
    lines.iter().flat_map(|line| line.windows(2)).any(|pair| {
        let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = dx * dx + dy * dy;
        let along = if length == 0.0 { 0.0 } else { ((x - x1) * dx + (y - y1) * dy) / length };
        let along = along.clamp(0.0, 1.0);
        let (off_x, off_y) = (x - x1 - along * dx, y - y1 - along * dy);
        off_x * off_x + off_y * off_y <= distance * distance
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_svg_has_them() {
        let lines = read("M10.5 37.5v-2.2c0-1.8 1.4-3.1 3.2-3.1h17.6z");
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0][..2], [(10.5, 37.5), (10.5, 35.3)]);
        let (x, y) = lines[0][1 + usize::from(PIECES)];
        assert!((x - 13.7).abs() < 1e-3 && (y - 32.2).abs() < 1e-3);
        assert_eq!(lines[0].last(), Some(&(10.5, 37.5)));
    }

    #[test]
    fn an_arc_bulges_to_its_side() {
        let lines = read("M22.5 9.5a5.6 5.6 0 0 1 3.9 9.6");
        let rightmost = lines[0].iter().map(|point| point.0).fold(0.0, f32::max);
        assert!(rightmost > 27.5, "{rightmost}");
    }

    #[test]
    fn points_lie_inside_or_near() {
        let square = read("M0 0h10v10h-10z");
        assert!(contains(&square, (5.0, 5.0)) && !contains(&square, (11.0, 5.0)));
        assert!(near(&square, (10.5, 5.0), 0.6) && !near(&square, (5.0, 5.0), 0.6));
    }
}
