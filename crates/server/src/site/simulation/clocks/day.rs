//! What a day of the simulation was like.

/// What is wrong with the phones on purpose, so that the simulation is seen to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Planted {
    Nothing,
    /// They tell a server that came back a second too little.
    TellsTooLittle,
    /// They forget what was not answered when a line is lost.
    Forgets,
}

/// What a day was like, and what came of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Day {
    pub(super) presses: usize,
    pub(super) cuts: usize,
    pub(super) kills: usize,
    pub(super) replaced: usize,
    pub(super) stops: usize,
    /// Presses that are not in the log, or are there twice.
    pub(super) lost: usize,
    pub(super) disputes: usize,
    pub(super) unsettled: usize,
    /// By how much the worst clock was off, and the worst phone.
    pub(super) worst: i64,
    pub(super) worst_phone: i64,
}

impl Day {
    pub(super) fn is_wrong(&self, close: i64) -> bool {
        self.lost + self.disputes + self.unsettled > 0
            || self.worst > close
            || self.worst_phone > close
    }

    pub(super) fn and(self, day: &Day) -> Day {
        Day {
            presses: self.presses + day.presses,
            cuts: self.cuts + day.cuts,
            kills: self.kills + day.kills,
            replaced: self.replaced + day.replaced,
            stops: self.stops + day.stops,
            lost: self.lost + day.lost,
            disputes: self.disputes + day.disputes,
            unsettled: self.unsettled + day.unsettled,
            worst: self.worst.max(day.worst),
            worst_phone: self.worst_phone.max(day.worst_phone),
        }
    }
}
