//! What the desk may do now.

use serde::{Deserialize, Serialize};

use super::{drafting, partners, playing};
use crate::codes::Refusal;
use crate::state::State;

/// A step of an event that needs nothing but the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventStep"))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Partners are drawn.
    DrawPartners,
    /// The next round is paired.
    Draft,
    /// The draft is thrown away.
    Discard,
    /// The draft is shown to everybody.
    Publish,
    /// The published round begins.
    Start,
    /// The running round is over.
    Close,
    /// The event is over.
    Finish,
}

impl State {
    /// Every step, and why it can't be taken now. Whether a round can be paired at all is known only when it is.
    #[must_use]
    pub fn may(&self) -> Vec<(Step, Option<Refusal>)> {
        let why = |step: Step| match step {
            _ if self.finished => Some(Refusal::Over {}),
            Step::DrawPartners => partners::draw(self).err(),
            Step::Draft => drafting::may_draft(self).err(),
            Step::Discard => drafting::discard(self).err(),
            Step::Publish => playing::publish(self).err(),
            Step::Start => playing::start(self).err(),
            Step::Close => playing::close(self).err(),
            Step::Finish => playing::finish(self).err(),
        };
        let all = [
            Step::DrawPartners,
            Step::Draft,
            Step::Discard,
            Step::Publish,
            Step::Start,
            Step::Close,
            Step::Finish,
        ];
        all.map(|step| (step, why(step))).to_vec()
    }
}
