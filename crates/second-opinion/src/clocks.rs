//! The clock of one board, as a person would keep it with a stopwatch. Times are milliseconds.

use tandem_rules::shakmaty::Color;

/// Two dials, of which one runs.
#[derive(Clone, Debug)]
pub struct Clock {
    left: [i64; 2],
    fallen: [bool; 2],
    running: Option<Color>,
    standing_still: bool,
    looked: i64,
    /// How long the side on move has thought about its move, the books' way (R51).
    thought: i64,
    /// What each side's last press brought and what it had thought for it.
    brought: [Option<(i64, i64)>; 2],
}

impl Clock {
    /// A clock that stands.
    #[must_use]
    pub fn new(white: i64, black: i64) -> Clock {
        let mut left = [0; 2];
        left[Color::White as usize] = white;
        left[Color::Black as usize] = black;
        Clock {
            left,
            fallen: [false; 2],
            running: None,
            standing_still: false,
            looked: 0,
            thought: 0,
            brought: [None; 2],
        }
    }

    /// Lets time go on until now.
    pub fn look(&mut self, now: i64) {
        if let Some(color) = self.running
            && !self.standing_still
        {
            let gone = now - self.looked;
            self.thought += gone;
            let left = &mut self.left[color as usize];
            *left = (*left - gone).max(0);
        }
        self.looked = now;
    }

    /// What a dial shows.
    #[must_use]
    pub fn shows(&self, color: Color) -> i64 {
        self.left[color as usize]
    }

    /// Whether the flag is down.
    #[must_use]
    pub fn fallen(&self, color: Color) -> bool {
        self.fallen[color as usize]
    }

    /// Whose flag falls next, and when.
    #[must_use]
    pub fn next_fall(&self) -> Option<(Color, i64)> {
        let color = self.running?;
        (!self.standing_still && !self.fallen(color))
            .then(|| (color, self.looked + self.left[color as usize]))
    }

    /// A flag falls.
    pub fn fall(&mut self, color: Color) {
        self.fallen[color as usize] = true;
    }

    /// Starts one dial; the other stands.
    pub fn start(&mut self, color: Color) {
        if self.running != Some(color) {
            self.thought = 0;
        }
        self.running = Some(color);
    }

    /// Whose dial runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.running
    }

    /// A side completes a move: it gets its increment, and what the delay gives back of its thinking.
    pub fn press(&mut self, color: Color, increment: i64, delay: i64) {
        let runs = self.running == Some(color);
        self.brought[color as usize] = None;
        if runs && !self.fallen(color) {
            let bonus = increment + delay.min(self.thought);
            self.left[color as usize] += bonus;
            self.brought[color as usize] = Some((bonus, self.thought));
        }
        self.running = Some(!color);
        self.thought = 0;
    }

    /// A side's completed move is taken back: so is what its press brought, and it thinks on.
    pub fn take_back(&mut self, color: Color) {
        self.running = Some(color);
        self.thought = 0;
        if let Some((bonus, thought)) = self.brought[color as usize].take() {
            let left = &mut self.left[color as usize];
            *left = (*left - bonus).max(0);
            self.thought = thought;
        }
    }

    /// Stands for good.
    pub fn stop(&mut self) {
        self.running = None;
    }

    /// Stands still for a while, or goes on.
    pub fn stand_still(&mut self, still: bool) {
        self.standing_still = still;
    }
}
