//! What the partner has asked for, and how long it counts.

use tandem_referee::Message;
use tandem_rules::shakmaty::{ByRole, Role};

/// For so many moves of one's own a wish or a warning counts.
const LASTS: u32 = 6;
/// "Sit" counts until "go", or until so much has happened on the partner's board.
const SIT_LASTS: u32 = 4;

/// What the partner asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    needs: ByRole<u32>,
    warnings: ByRole<u32>,
    sit: u32,
    go: u32,
}

impl Heard {
    /// Takes in a message.
    pub fn hear(&mut self, message: &Message) {
        match message {
            Message::Need(role) => *self.needs.get_mut(*role) = LASTS,
            Message::Warn(role) => *self.warnings.get_mut(*role) = LASTS,
            Message::Sit => {
                self.sit = SIT_LASTS;
                self.go = 0;
            }
            Message::Go => {
                self.sit = 0;
                self.go = LASTS;
            }
            Message::Flag | Message::May(_) | Message::Move(_) | Message::Text(_) => {}
        }
    }

    /// The player has made a move: wishes grow old.
    pub(crate) fn moved(&mut self) {
        for count in self.needs.iter_mut().chain(self.warnings.iter_mut()).chain([&mut self.go]) {
            *count = count.saturating_sub(1);
        }
    }

    /// A move was made on the partner's board.
    pub(crate) fn beside_changed(&mut self) {
        self.sit = self.sit.saturating_sub(1);
    }

    /// The partner got such a man.
    pub(crate) fn passed(&mut self, role: Role) {
        *self.needs.get_mut(role) = 0;
    }

    /// Whether the partner asked for such a man.
    #[must_use]
    pub fn needs(&self, role: Role) -> bool {
        *self.needs.get(role) > 0
    }

    /// Whether such a man would win for the partner's opponent.
    #[must_use]
    pub fn is_warned_of(&self, role: Role) -> bool {
        *self.warnings.get(role) > 0
    }

    /// Whether the partner asked to make no move.
    #[must_use]
    pub fn sit(&self) -> bool {
        self.sit > 0
    }

    /// Whether the partner asked to move on.
    #[must_use]
    pub fn go(&self) -> bool {
        self.go > 0
    }
}
