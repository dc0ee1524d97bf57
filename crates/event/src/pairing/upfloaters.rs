//! Which teams of lower scores join the top score group (FIDE C.04.6, 3.5).
//!
//! Of all sets that let the bracket and the rest be paired (C1, C3): the fewest teams (C4), with the best
//! scores (C5), so that the next score group can do with the fewest too (C6), with the fewest that floated
//! in the round before (C7); then the first in the order of numbers.
//!
//! In a perfect matching of all teams that are left, the upfloaters of the smallest set are just those
//! matched to a team of the top group: two upfloaters who meet could as well have stayed below. So every
//! criterion is a cost of edges between the top group and the rest.

use super::matching::{Graph, Matching};

/// Places of the order that are fixed at a time.
const BITS: usize = 48;

/// A team that is left, as far as upfloating matters. Teams stand in the order of score, then number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Its score group: 0 is the top one, 1 the next, empty ones counted.
    pub(super) group: usize,
    /// Whether it floated in the round before, and that matters (C7).
    pub(super) floated: bool,
}

/// The upfloaters, as places in the list; none if the teams can't be paired at all.
pub(super) fn choose(
    teams: &[Candidate],
    may_meet: &dyn Fn(usize, usize) -> bool,
) -> Option<Vec<usize>> {
    let count =
        |_, floater: Option<usize>, cost: &mut [u64]| cost[0] = u64::from(floater.is_some());
    let least = solve(teams, may_meet, 1, &count, &|_, _| true)?;
    if least.total[0] == 0 {
        return Some(Vec::new());
    }
    let mut search = Search { teams, may_meet, lowest: 0, profile: 0, c6: false, c7: false };
    search.best_scores(least.total[0])?;
    search.next_group()?;
    search.c7 = true;
    search.first_in_order(least.total[0] as usize)
}

/// The upfloater of an edge between the top group and the rest, if it is one.
fn upfloater(teams: &[Candidate], i: usize, j: usize) -> Option<usize> {
    match (teams[i].group, teams[j].group) {
        (0, 0) => None,
        (0, _) => Some(j),
        (_, 0) => Some(i),
        (_, _) => None,
    }
}

/// What an edge costs, by its ends and the upfloater that it makes.
type Price<'a> = &'a dyn Fn((usize, usize), Option<usize>, &mut [u64]);

/// The cheapest perfect matching of the edges that `keep` keeps.
fn solve(
    teams: &[Candidate],
    may_meet: &dyn Fn(usize, usize) -> bool,
    criteria: usize,
    price: Price<'_>,
    keep: &dyn Fn((usize, usize), Option<usize>) -> bool,
) -> Option<Matching> {
    let mut graph = Graph::new(teams.len(), criteria);
    let mut cost = vec![0; criteria];
    for i in 0..teams.len() {
        for j in i + 1..teams.len() {
            let floater = upfloater(teams, i, j);
            if may_meet(i, j) && keep((i, j), floater) {
                cost.fill(0);
                price((i, j), floater, &mut cost);
                graph.edge(i, j, &cost);
            }
        }
    }
    graph.perfect()
}

struct Search<'a> {
    teams: &'a [Candidate],
    may_meet: &'a dyn Fn(usize, usize) -> bool,
    /// The lowest group that an upfloater comes from.
    lowest: usize,
    /// How many criteria the scores take.
    profile: usize,
    /// Whether the next group can be paired with the fewest upfloaters.
    c6: bool,
    /// Whether floaters of the round before count.
    c7: bool,
}

impl Search<'_> {
    /// Count, one criterion for each group from the lowest up, C6, C7, then the order.
    fn criteria(&self) -> usize {
        1 + self.profile + 3
    }

    fn price(&self, i: usize, j: usize, floater: Option<usize>, cost: &mut [u64]) {
        match floater {
            Some(floater) => {
                cost[0] = 1;
                // The worst group comes first (C5); the best one follows from the count.
                if let Some(at) = self.lowest.checked_sub(self.teams[floater].group)
                    && at < self.profile
                {
                    cost[1 + at] = 1;
                }
                cost[1 + self.profile + 1] = u64::from(self.c7 && self.teams[floater].floated);
            }
            None => {
                let (a, b) = (self.teams[i].group, self.teams[j].group);
                // A team of the next group that meets one from below would need an upfloater of its own (C6).
                cost[1 + self.profile] = u64::from(self.c6 && a.min(b) == 1 && a.max(b) > 1);
            }
        }
    }

    fn best(&self) -> Option<Matching> {
        self.best_with(&|_, _| true, &|_| 0)
    }

    fn best_with(
        &self,
        keep: &dyn Fn((usize, usize), Option<usize>) -> bool,
        order: &dyn Fn(usize) -> u64,
    ) -> Option<Matching> {
        let criteria = self.criteria();
        solve(
            self.teams,
            self.may_meet,
            criteria,
            &|(i, j), floater, cost| {
                self.price(i, j, floater, cost);
                cost[criteria - 1] = floater.map_or(0, order);
            },
            &|edge, floater| {
                floater.is_none_or(|floater| self.teams[floater].group <= self.lowest)
                    && keep(edge, floater)
            },
        )
    }

    /// The lowest group that is needed for so many upfloaters (C5), which also bounds what is compared.
    fn best_scores(&mut self, count: u64) -> Option<()> {
        let groups = self.teams.iter().map(|team| team.group).max()?;
        self.lowest = (1..=groups).find(|&lowest| {
            self.lowest = lowest;
            self.best().is_some_and(|found| found.total[0] == count)
        })?;
        self.profile = self.lowest - 1;
        Some(())
    }

    /// Whether what is left of the next group can be paired with no upfloater, or with one if it is odd (C6).
    fn next_group(&mut self) -> Option<()> {
        self.c6 = true;
        let found = self.best()?;
        let in_next = |i: &usize| self.teams[*i].group == 1;
        let taken = |i: &usize| self.teams[found.mate[*i]].group == 0;
        let left = (0..self.teams.len()).filter(|i| in_next(i) && !taken(i)).count();
        self.c6 = found.total[1 + self.profile] == (left % 2) as u64;
        Some(())
    }

    /// The first set in the order of scores and numbers.
    fn first_in_order(&self, count: usize) -> Option<Vec<usize>> {
        let lower: Vec<usize> = (0..self.teams.len())
            .filter(|&i| self.teams[i].group > 0 && self.teams[i].group <= self.lowest)
            .collect();
        let mut chosen: Vec<Option<bool>> = vec![None; self.teams.len()];
        let mut found = Vec::new();
        for some in lower.chunks(BITS) {
            // An upfloater with a number that comes late costs more: the sum is least where the first come first.
            let order = |floater: usize| match some.iter().position(|&one| one == floater) {
                Some(at) => (1 << BITS) - (1 << (BITS - 1 - at)),
                None => 1 << BITS,
            };
            let keep = |(i, j): (usize, usize), floater: Option<usize>| match floater {
                Some(floater) => chosen[floater] != Some(false),
                None => chosen[i] != Some(true) && chosen[j] != Some(true),
            };
            let best = self.best_with(&keep, &order)?;
            for &one in some {
                let floats = self.teams[best.mate[one]].group == 0;
                chosen[one] = Some(floats);
                if floats {
                    found.push(one);
                }
            }
            if found.len() == count {
                break;
            }
        }
        Some(found)
    }
}
