//! A match as a script for `tandem referee`.

use tandem_notation::script::Step;
use tandem_referee::{Attempt, Command, MoveText};
use tandem_rules::Millis;

use crate::generator::Plan;

/// The settings as script lines.
#[must_use]
pub fn settings(plan: &Plan) -> String {
    let terms = plan.terms;
    let mut text = format!("book {}\nclock {}", terms.book.id(), seconds(plan.base));
    if terms.delay > 0 {
        text += &format!(" bronstein {}", seconds(terms.delay));
    }
    if terms.increment > 0 {
        text += &format!(" increment {}", seconds(terms.increment));
    }
    text += if terms.manual { "\npress manual" } else { "\npress auto" };
    text += if terms.open { "\ninput open" } else { "\ninput guarded" };
    text += if terms.automatic { "\nflag automatic" } else { "\nflag claimed" };
    if let Some(bfen) = &plan.bfen {
        text += &format!("\nposition {bfen}");
    }
    text + "\n"
}

/// A command as a script line.
#[must_use]
pub fn line(now: i64, command: &Command) -> String {
    let asked = command.clone().map_move(|tried| match tried {
        Attempt::Coordinates(coordinates) => MoveText::from(coordinates),
        // The generator tries coordinates only.
        Attempt::Unplayable(why) => unreachable!("{why}"),
    });
    Step { at: Millis(now), command: asked }.to_string()
}

/// Milliseconds as seconds.
#[must_use]
pub fn seconds(millis: i64) -> String {
    format!("{}.{:03}", millis / 1000, millis % 1000)
}
