//! Telnet: what clients slip in between the letters.

const IAC: u8 = 0xff;
const DO: u8 = 0xfd;
const WILL: u8 = 0xfb;
const INTERRUPT: u8 = 0xf4;
const BEGIN: u8 = 0xfa;
const END: u8 = 0xf0;
/// The one option that is agreed to: timing marks, by which a client learns that it was heard.
const TIMING_MARK: u8 = 0x06;

/// What a byte turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A letter.
    Byte(u8),
    /// Part of a telnet command.
    Nothing,
    /// These bytes are to be sent back.
    Answer([u8; 3]),
    /// The client wants to go.
    Interrupt,
}

/// Where a telnet command stands: it may be split over two reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Telnet {
    #[default]
    Letters,
    Command,
    /// `WILL`, `WONT`, `DO` or `DONT`, of which the option follows.
    Option(u8),
    /// Between `SB` and `SE`.
    Inside,
    InsideCommand,
}

impl Telnet {
    pub(super) fn take(&mut self, byte: u8) -> Heard {
        let (next, heard) = match (*self, byte) {
            (Telnet::Letters, IAC) => (Telnet::Command, Heard::Nothing),
            (Telnet::Letters, byte) => (Telnet::Letters, Heard::Byte(byte)),
            (Telnet::Command, IAC) => (Telnet::Letters, Heard::Byte(IAC)),
            (Telnet::Command, INTERRUPT) => (Telnet::Letters, Heard::Interrupt),
            (Telnet::Command, BEGIN) => (Telnet::Inside, Heard::Nothing),
            (Telnet::Command, 0xfb..=0xfe) => (Telnet::Option(byte), Heard::Nothing),
            (Telnet::Command, _) => (Telnet::Letters, Heard::Nothing),
            (Telnet::Option(DO), TIMING_MARK) => {
                (Telnet::Letters, Heard::Answer([IAC, WILL, TIMING_MARK]))
            }
            (Telnet::Option(_), _) => (Telnet::Letters, Heard::Nothing),
            (Telnet::Inside, IAC) => (Telnet::InsideCommand, Heard::Nothing),
            (Telnet::Inside, _) => (Telnet::Inside, Heard::Nothing),
            (Telnet::InsideCommand, END) => (Telnet::Letters, Heard::Nothing),
            (Telnet::InsideCommand, _) => (Telnet::Inside, Heard::Nothing),
        };
        *self = next;
        heard
    }
}
