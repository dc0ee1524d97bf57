//! What a bot tells its partner, and when.

use tandem_referee::{Act, Message};
use tandem_rules::Move;
use tandem_rules::book::TalkKind;

use super::ideas::{self, Effort};
use super::{Bot, BotAct, other};
use crate::laws::{Laws, WaitCosts};
use crate::node::Node;
use crate::score::{MATE_BOUND, Score};
use crate::search::Problem;
use crate::stakes::Stakes;
use crate::team::{View, Why, may_say};

impl Bot {
    /// What to tell the partner along with a move.
    pub(super) fn words(
        &mut self,
        view: &View,
        laws: &Laws,
        stakes: Stakes,
        m: Move,
        best: Score,
        effort: &mut Effort,
    ) -> Vec<BotAct> {
        let mut words: Vec<Message> = Vec::new();
        if view.other_board_in_play().is_none() {
            return Vec::new();
        }
        let problem = |position| Problem {
            position,
            laws,
            other: other(view),
            earlier: &[],
            stakes,
            lines: 1,
        };
        if may_say(view, TalkKind::Need) {
            let need = ideas::needed(&mut self.scout, &problem(&view.own.position), best, effort);
            words.extend(need.and_then(|role| self.said.need(view, role)));
        }
        if may_say(view, TalkKind::Warn) {
            let after = Node::new(view.own.position.clone()).after(m, &laws.rules);
            let feared = ideas::feared(&mut self.scout, &problem(&after.position), effort);
            words.extend(feared.and_then(|role| self.said.warn(view, role)));
        }
        // An opponent who is about to be mated may sit: then the partner should, if they can.
        let partner = view.clock(view.seat.partner());
        let opponent = view.clock(view.seat.opponent());
        let sit = best >= MATE_BOUND && partner.0 > opponent.0 + opponent.0 / 16;
        words.extend(self.said.sit(view, sit));
        words.into_iter().map(|say| Act::Say { say }).collect()
    }

    pub(super) fn words_while_sitting(
        &mut self,
        view: &View,
        laws: &Laws,
        why: Why,
        best: Score,
        effort: &mut Effort,
    ) -> Vec<BotAct> {
        if why != Why::EveryMoveLoses {
            return Vec::new();
        }
        // A partner who was asked to sit must not wait for a bot that sits too.
        let go = self.said.sit(view, false).map(|say| Act::Say { say });
        let mut acts: Vec<BotAct> = go.into_iter().collect();
        if best <= -MATE_BOUND {
            acts.extend(self.ask_for(view, laws, best, effort));
        }
        acts
    }

    fn ask_for(
        &mut self,
        view: &View,
        laws: &Laws,
        best: Score,
        effort: &mut Effort,
    ) -> Vec<BotAct> {
        if !may_say(view, TalkKind::Need) {
            return Vec::new();
        }
        let problem = Problem {
            position: &view.own.position,
            laws,
            other: other(view),
            earlier: &[],
            stakes: Stakes::default(),
            lines: 1,
        };
        let need = ideas::needed(&mut self.scout, &problem, best, effort);
        need.and_then(|role| self.said.need(view, role))
            .map(|say| Act::Say { say })
            .into_iter()
            .collect()
    }

    /// Without a legal move: which piece would give one?
    pub(super) fn call_for_help(
        &mut self,
        view: &View,
        laws: &Laws,
        effort: &mut Effort,
    ) -> Vec<BotAct> {
        self.own = laws.dead_end(view.board(), WaitCosts::default(), 0);
        if !self.as_team {
            return Vec::new();
        }
        self.ask_for(view, laws, -MATE_BOUND, effort)
    }
}
