//! The clock of one board: two readings, at most one of them running.

use tandem_rules::Millis;
use tandem_rules::shakmaty::{ByColor, Color};

use crate::settings::TimeControl;

/// The clock of one board.
///
/// ```
/// use tandem_referee::{Clock, TimeControl};
/// use tandem_rules::{Millis, shakmaty::{ByColor, Color}};
///
/// let mut clock = Clock::new(ByColor::new_with(|_| Millis(60_000)));
/// clock.run(Color::White, Millis(0));
/// clock.press(Color::White, Millis(4_000), &TimeControl::sudden_death(Millis(60_000)));
/// assert_eq!(clock.running(), Some(Color::Black));
/// assert_eq!(clock.reading(Color::White, Millis(9_000)), Millis(56_000));
/// assert_eq!(clock.falls_at(), Some((Color::Black, Millis(64_000))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    readings: ByColor<Millis>,
    fallen: ByColor<bool>,
    running: Option<Color>,
    paused: bool,
    since: Millis,
    used: Millis,
    pressed: ByColor<Option<Pressed>>,
    /// Since when the clock ran that a pause stopped: what was pressed before the pause and is heard
    /// after it counts (R55).
    ran_since: Option<Millis>,
}

/// What a press brought, to take it back with the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pressed {
    used: Millis,
    bonus: Millis,
}

impl Clock {
    /// A clock at rest.
    #[must_use]
    pub fn new(readings: ByColor<Millis>) -> Clock {
        Clock {
            readings,
            fallen: ByColor { white: false, black: false },
            running: None,
            paused: false,
            since: Millis::ZERO,
            used: Millis::ZERO,
            pressed: ByColor { white: None, black: None },
            ran_since: None,
        }
    }

    /// What the clock of a side shows at a moment; an overstepped one shows nothing.
    #[must_use]
    pub fn reading(&self, color: Color, now: Millis) -> Millis {
        let reading = *self.readings.get(color);
        if self.running == Some(color) && !self.paused {
            (reading - (now - self.since).at_least(Millis::ZERO)).at_least(Millis::ZERO)
        } else {
            reading
        }
    }

    /// Whether the flag of a side is known to have fallen.
    #[must_use]
    pub fn has_fallen(&self, color: Color) -> bool {
        *self.fallen.get(color)
    }

    /// Whose clock runs, or would if it were not paused.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.running
    }

    /// Whether it was started, stopped or set after a moment.
    #[must_use]
    pub fn changed_since(&self, moment: Millis) -> bool {
        self.since > moment
    }

    /// When the running clock falls, if its flag is not down already.
    #[must_use]
    pub fn falls_at(&self) -> Option<(Color, Millis)> {
        let color = self.running.filter(|&color| !self.paused && !self.has_fallen(color))?;
        Some((color, self.since + *self.readings.get(color)))
    }

    /// How long the side whose clock runs has had the move.
    #[must_use]
    pub fn on_move_for(&self, now: Millis) -> Millis {
        if self.running.is_some() && !self.paused {
            self.used + (now - self.since).at_least(Millis::ZERO)
        } else {
            self.used
        }
    }

    /// What is heard of late counts from the last change on.
    fn settle(&mut self, now: Millis) {
        let now = now.max(self.since);
        if let Some(color) = self.running.filter(|_| !self.paused) {
            self.used += now - self.since;
            *self.readings.get_mut(color) = self.reading(color, now);
        }
        self.since = now;
    }

    /// Starts a side's clock and stops the other.
    pub fn run(&mut self, color: Color, now: Millis) {
        self.settle(now);
        if self.running != Some(color) {
            self.used = Millis::ZERO;
        }
        self.running = Some(color);
    }

    /// A side has completed a move: delay and increment are given, the other's clock runs.
    pub fn press(&mut self, color: Color, now: Millis, time: &TimeControl) {
        self.settle(now);
        *self.pressed.get_mut(color) = None;
        if self.running == Some(color) && !self.has_fallen(color) {
            let bonus = time.increment + time.delay.min(self.used);
            *self.readings.get_mut(color) += bonus;
            *self.pressed.get_mut(color) = Some(Pressed { used: self.used, bonus });
        }
        self.running = None;
        self.run(!color, now);
    }

    /// A press of before the pause is heard only now: the time from then to the pause was the other
    /// side's.
    pub fn press_before_pause(&mut self, color: Color, then: Millis, time: &TimeControl) {
        let paused_at = self.since;
        let late = paused_at - then;
        *self.readings.get_mut(color) += late;
        self.used = (self.used - late).at_least(Millis::ZERO);
        self.press(color, paused_at, time);
        let reading = self.readings.get_mut(!color);
        *reading = (*reading - late).at_least(Millis::ZERO);
        self.used = late;
        self.ran_since = Some(then);
    }

    /// Whether a side's clock ran at a moment before it was paused, and has not been set since.
    #[must_use]
    pub fn ran_before_pause(&self, color: Color, then: Millis) -> bool {
        self.running == Some(color)
            && self.ran_since.is_some_and(|since| (since..self.since).contains(&then))
    }

    /// A side's completed move is taken back: its clock runs as if it had not been pressed, so
    /// that one move brings one increment.
    pub fn unpress(&mut self, color: Color, now: Millis) {
        self.run(color, now);
        if let Some(pressed) = self.pressed.get_mut(color).take() {
            let reading = self.readings.get_mut(color);
            *reading = (*reading - pressed.bonus).at_least(Millis::ZERO);
            self.used += pressed.used;
        }
    }

    /// Stops for good.
    pub fn stop(&mut self, now: Millis) {
        self.settle(now);
        self.running = None;
    }

    /// Stops for a while.
    pub fn pause(&mut self, now: Millis) {
        let ran_since = self.running.filter(|_| !self.paused).map(|_| self.since);
        self.settle(now);
        self.ran_since = ran_since;
        self.paused = true;
    }

    /// Goes on after a pause.
    pub fn resume(&mut self, now: Millis) {
        self.settle(now);
        self.ran_since = None;
        self.paused = false;
    }

    /// Notes that a flag has fallen.
    pub fn fall(&mut self, color: Color) {
        *self.fallen.get_mut(color) = true;
    }

    /// Raises a flag again that a press of before its fall, heard after it, finds fallen.
    pub fn raise(&mut self, color: Color) {
        *self.fallen.get_mut(color) = false;
    }

    /// Gives a side some time back; a flag that is down stays down.
    pub fn give(&mut self, color: Color, time: Millis, now: Millis) {
        self.settle(now);
        if !self.has_fallen(color) {
            *self.readings.get_mut(color) += time;
        }
    }

    /// Sets a reading; a flag that was down is up again if there is time. A delay gives back only
    /// what the move takes from here: what it took before is in the new reading.
    pub fn set(&mut self, color: Color, reading: Millis, now: Millis) {
        self.settle(now);
        self.ran_since = None;
        if self.running == Some(color) {
            self.used = Millis::ZERO;
        }
        *self.readings.get_mut(color) = reading;
        *self.fallen.get_mut(color) = reading <= Millis::ZERO;
        *self.pressed.get_mut(color) = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        let mut clock = Clock::new(ByColor { white: Millis(10_000), black: Millis(10_000) });
        clock.run(Color::White, Millis::ZERO);
        clock
    }

    #[test]
    fn bronstein_gives_back_what_the_move_took_and_no_more() {
        let time = TimeControl { base: Millis(10_000), increment: Millis(0), delay: Millis(3_000) };
        let mut five = clock();
        five.press(Color::White, Millis(5_000), &time);
        assert_eq!(five.reading(Color::White, Millis(5_000)), Millis(8_000));
        let mut two = clock();
        two.press(Color::White, Millis(2_000), &time);
        assert_eq!(two.reading(Color::White, Millis(9_000)), Millis(10_000));
    }

    #[test]
    fn a_move_taken_back_brings_neither_increment_nor_delay() {
        let time =
            TimeControl { base: Millis(10_000), increment: Millis(1_000), delay: Millis(3_000) };
        let mut clock = clock();
        clock.press(Color::White, Millis(2_000), &time);
        assert_eq!(clock.reading(Color::White, Millis(2_000)), Millis(11_000));
        clock.unpress(Color::White, Millis(4_000));
        assert_eq!(clock.reading(Color::White, Millis(4_000)), Millis(8_000));
        assert_eq!(clock.reading(Color::Black, Millis(4_000)), Millis(8_000));
        clock.press(Color::White, Millis(6_000), &time);
        assert_eq!(
            clock.reading(Color::White, Millis(6_000)),
            Millis(10_000),
            "used 4, back 3 + 1"
        );
    }

    #[test]
    fn a_pause_costs_nobody_anything() {
        let mut clock = clock();
        clock.pause(Millis(1_000));
        clock.resume(Millis(61_000));
        assert_eq!(clock.reading(Color::White, Millis(62_000)), Millis(8_000));
        assert_eq!(clock.falls_at(), Some((Color::White, Millis(70_000))));
    }

    #[test]
    fn a_press_that_is_heard_after_the_pause_counts_from_when_it_was_made() {
        let time = TimeControl { base: Millis(10_000), increment: Millis(500), delay: Millis(300) };
        let mut heard_late = clock();
        heard_late.pause(Millis(3_000));
        assert!(heard_late.ran_before_pause(Color::White, Millis(2_000)));
        assert!(!heard_late.ran_before_pause(Color::White, Millis(3_000)), "it stood by then");
        assert!(!heard_late.ran_before_pause(Color::Black, Millis(2_000)), "it did not run");
        heard_late.press_before_pause(Color::White, Millis(2_000), &time);
        heard_late.press_before_pause(Color::Black, Millis(2_600), &time);
        let mut in_order = clock();
        in_order.press(Color::White, Millis(2_000), &time);
        in_order.press(Color::Black, Millis(2_600), &time);
        in_order.pause(Millis(3_000));
        for clock in [&mut heard_late, &mut in_order] {
            clock.resume(Millis(9_000));
            clock.press(Color::White, Millis(9_100), &time);
        }
        for color in Color::ALL {
            let at = Millis(9_200);
            assert_eq!(heard_late.reading(color, at), in_order.reading(color, at));
        }
    }

    #[test]
    fn time_given_back_changes_one_reading_and_raises_no_flag() {
        let mut clock = clock();
        clock.give(Color::White, Millis(300), Millis(1_000));
        clock.give(Color::Black, Millis(200), Millis(1_000));
        assert_eq!(clock.reading(Color::White, Millis(1_000)), Millis(9_300));
        assert_eq!(clock.reading(Color::Black, Millis(9_000)), Millis(10_200));
        clock.fall(Color::White);
        clock.give(Color::White, Millis(300), Millis(10_400));
        assert_eq!(clock.reading(Color::White, Millis(10_400)), Millis::ZERO);
    }

    #[test]
    fn a_corrected_clock_gives_back_only_what_follows() {
        let time = TimeControl { base: Millis(10_000), increment: Millis(0), delay: Millis(3_000) };
        let mut clock = clock();
        clock.set(Color::White, Millis(20_000), Millis(4_000));
        clock.set(Color::Black, Millis(30_000), Millis(4_500));
        clock.press(Color::White, Millis(5_000), &time);
        assert_eq!(clock.reading(Color::White, Millis(5_000)), Millis(20_000));
        assert_eq!(clock.reading(Color::Black, Millis(6_000)), Millis(29_000));
    }

    #[test]
    fn a_fallen_flag_gets_no_increment() {
        let time = TimeControl { base: Millis(10_000), increment: Millis(5_000), delay: Millis(0) };
        let mut clock = clock();
        clock.fall(Color::White);
        clock.press(Color::White, Millis(11_000), &time);
        assert_eq!(clock.reading(Color::White, Millis(11_000)), Millis::ZERO);
        assert!(clock.has_fallen(Color::White));
    }
}
