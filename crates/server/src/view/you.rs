//! `you`: what a player or the arbiter may do now. The referee answers; here it is only written.

use schemars::JsonSchema;
use serde::Serialize;
use tandem_referee::{Act, Granted, GrantedPower, Match, MoveText, Ruling, RulingKind};
use tandem_rules::book::{Cite, TalkKind};
use tandem_rules::{Millis, Move, Seat};

/// An act that the book grants, and by which article.
#[derive(Debug, Serialize, JsonSchema)]
struct GrantedAct<'m> {
    act: Act<MoveText>,
    article: &'m Cite,
}

/// What a player may do now.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct YouSeat<'m> {
    /// Every legal move that the referee would take now, in coordinates, with spaces between them; none
    /// when it is not the player's move, and always with open input.
    moves: String,
    granted: Vec<GrantedAct<'m>>,
    /// What partners may say now.
    say: Vec<TalkKind>,
    say_article: &'m Cite,
    /// A move may be set before the opponent has moved; it is made when its time comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    ahead: Option<AheadView<'m>>,
}

/// What a player may set, or has set, before the opponent has moved.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Ahead")]
struct AheadView<'m> {
    /// The article that permits it.
    article: &'m Cite,
    /// What was set.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    tried: Option<&'m MoveText>,
}

impl<'m> YouSeat<'m> {
    /// `arbiter`: whether the match has one. `tried`: the move that the player has set in advance.
    pub(crate) fn new(
        game: &'m Match,
        seat: Seat,
        now: Millis,
        arbiter: bool,
        tried: Option<&'m MoveText>,
    ) -> YouSeat<'m> {
        let granted = game.granted(seat, now).into_iter();
        // Nobody is called where nobody can come.
        let granted = granted.filter(|granted| arbiter || granted.act != Act::CallArbiter);
        let view =
            |Granted { act, article }| GrantedAct { act: act.map_move(MoveText::from), article };
        let sayable = game.may_say(seat);
        YouSeat {
            moves: joined(&game.moves_shown(seat, now)),
            granted: granted.map(view).collect(),
            say: sayable.kinds,
            say_article: sayable.article,
            ahead: game.may_set_in_advance(seat).ok().map(|article| AheadView { article, tried }),
        }
    }
}

/// Coordinates with spaces between them.
fn joined(moves: &[Move]) -> String {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(moves.len() * 6);
    for (at, m) in moves.iter().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        let _ = write!(text, "{m}");
    }
    text
}

/// A ruling that the book grants, and by which article.
#[derive(Debug, Serialize, JsonSchema)]
struct GrantedRule<'m> {
    rule: Word,
    article: &'m Cite,
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    times: &'m [u32],
    /// What would be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruling: Option<&'m Ruling>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RuleWord")]
struct Word {
    #[serde(rename = "do")]
    kind: RulingKind,
}

/// What the arbiter may do now.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct YouArbiter<'m> {
    granted: Vec<GrantedRule<'m>>,
}

impl<'m> YouArbiter<'m> {
    pub(crate) fn new(game: &'m Match) -> YouArbiter<'m> {
        let view = |GrantedPower { kind, article, times, ruling }| GrantedRule {
            rule: Word { kind },
            article,
            times,
            ruling,
        };
        YouArbiter { granted: game.powers().into_iter().map(view).collect() }
    }
}

/// What somebody may do now: a player, the arbiter, or nobody who looks on.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum You<'m> {
    Seat(YouSeat<'m>),
    Arbiter(YouArbiter<'m>),
    Spectator {},
}
