//! Perfect matchings of least cost, decided by the crate `integer-blossom`.
//!
//! A cost is a list of criteria in the order of their priority. They are packed into one integer where
//! that is wide enough, and otherwise compared one after another ([`Wide`]), so nothing ever overflows.

use integer_blossom::{Weight, max_weight_matching};

/// A graph of `n` vertices whose edges cost something, or don't exist.
pub(crate) struct Graph {
    n: usize,
    criteria: usize,
    /// For each pair `i < j`, at `i * n + j`.
    legal: Vec<bool>,
    cost: Vec<u64>,
}

/// A matching: each vertex' partner, and the sum of each criterion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Matching {
    pub(crate) mate: Vec<usize>,
    pub(crate) total: Vec<u64>,
}

/// The bits that an `i128` has for a matching's whole cost, with room for what the solver adds.
const ROOM: u32 = 110;

impl Graph {
    pub(crate) fn new(n: usize, criteria: usize) -> Graph {
        Graph { n, criteria, legal: vec![false; n * n], cost: vec![0; n * n * criteria] }
    }

    /// An edge with its cost, criterion by criterion.
    pub(crate) fn edge(&mut self, i: usize, j: usize, cost: &[u64]) {
        let at = i.min(j) * self.n + i.max(j);
        self.legal[at] = true;
        self.cost[at * self.criteria..][..self.criteria].copy_from_slice(cost);
    }

    fn cost(&self, at: usize) -> &[u64] {
        &self.cost[at * self.criteria..][..self.criteria]
    }

    /// The perfect matching of least cost, if there is a perfect matching.
    pub(crate) fn perfect(&self) -> Option<Matching> {
        if self.n % 2 == 1 {
            return None;
        }
        let mates = match self.factors() {
            Some(factors) => self.solve(&Packed { factors }),
            None if self.criteria < 64 => self.solve(&Listed::<64>),
            None => self.solve(&Listed::<512>),
        };
        let mate: Vec<usize> = mates.into_iter().collect::<Option<_>>()?;
        let mut total = vec![0; self.criteria];
        for (i, &j) in mate.iter().enumerate().filter(|&(i, &j)| i < j) {
            for (sum, cost) in total.iter_mut().zip(self.cost(i * self.n + j)) {
                *sum += cost;
            }
        }
        Some(Matching { mate, total })
    }

    /// What each criterion is multiplied with so that its whole sum stays below one of the next; none if that
    /// is too wide.
    fn factors(&self) -> Option<Vec<i128>> {
        let pairs = (self.n / 2).max(1) as u128;
        let mut bits = 0u32;
        let mut factors = vec![0; self.criteria];
        for at in (0..self.criteria).rev() {
            let most = self.cost.iter().skip(at).step_by(self.criteria).max().copied().unwrap_or(0);
            factors[at] = 1i128 << bits;
            bits += 128 - (u128::from(most) * pairs).leading_zeros();
            if bits > ROOM {
                return None;
            }
        }
        Some(factors)
    }

    /// The matching of most weight, where each edge weighs more than all costs: a perfect one if there is one.
    fn solve<P: Packing>(&self, packing: &P) -> Vec<Option<usize>> {
        let mut most = packing.pack(&[]);
        for at in (0..self.legal.len()).filter(|&at| self.legal[at]) {
            most = most.max(packing.pack(self.cost(at)));
        }
        let base = packing.above(most, self.n);
        let weight: Vec<P::Weight> =
            (0..self.legal.len())
                .map(|at| {
                    if self.legal[at] {
                        base - packing.pack(self.cost(at))
                    } else {
                        P::Weight::ZERO
                    }
                })
                .collect();
        max_weight_matching(&weight, self.n)
    }
}

/// How criteria become a weight.
trait Packing {
    type Weight: Weight;
    fn pack(&self, cost: &[u64]) -> Self::Weight;
    /// More than `n` costs of this size together.
    fn above(&self, cost: Self::Weight, n: usize) -> Self::Weight;
}

struct Packed {
    factors: Vec<i128>,
}

impl Packing for Packed {
    type Weight = i128;

    fn pack(&self, cost: &[u64]) -> i128 {
        self.factors.iter().zip(cost).map(|(factor, cost)| factor * i128::from(*cost)).sum()
    }

    fn above(&self, cost: i128, n: usize) -> i128 {
        (cost + 1) * (n as i128 / 2 + 1)
    }
}

struct Listed<const K: usize>;

impl<const K: usize> Packing for Listed<K> {
    type Weight = Wide<K>;

    fn pack(&self, cost: &[u64]) -> Wide<K> {
        let mut wide = [0; K];
        for (to, from) in wide[1..].iter_mut().zip(cost) {
            *to = i64::try_from(*from).unwrap_or(i64::MAX / 8);
        }
        Wide(wide)
    }

    fn above(&self, _: Wide<K>, _: usize) -> Wide<K> {
        // Its first place is above all costs.
        Wide::ONE
    }
}

/// A weight of many places, compared one after another. Sums and halves are taken place by place, which
/// the solver may do: all its values of one vertex are even or odd together in every place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Wide<const K: usize>([i64; K]);

impl<const K: usize> std::ops::Add for Wide<K> {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const K: usize> std::ops::Sub for Wide<K> {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const K: usize> std::ops::AddAssign for Wide<K> {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(to, from)| *to += from);
    }
}

impl<const K: usize> std::ops::SubAssign for Wide<K> {
    fn sub_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(to, from)| *to -= from);
    }
}

impl<const K: usize> Weight for Wide<K> {
    const ZERO: Self = Wide([0; K]);
    const ONE: Self = {
        let mut one = [0; K];
        one[0] = 1;
        Wide(one)
    };

    fn inf() -> Self {
        let mut inf = [0; K];
        inf[0] = i64::MAX / 4;
        Wide(inf)
    }

    fn double(self) -> Self {
        Wide(self.0.map(|place| place * 2))
    }

    fn half(self) -> Self {
        Wide(self.0.map(|place| place / 2))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::Path;
    use std::process::{Command, Stdio};

    use super::*;

    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, sides: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % sides
        }
    }

    /// Edges with their costs, at random: `scale` makes them wide.
    fn edges(
        dice: &mut Dice,
        n: usize,
        criteria: usize,
        scale: u64,
    ) -> Vec<(usize, usize, Vec<u64>)> {
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        let mut edges = Vec::new();
        for (i, j) in pairs {
            if dice.roll(4) > 0 {
                edges.push((i, j, (0..criteria).map(|_| dice.roll(4) * scale).collect()));
            }
        }
        edges
    }

    fn graph(n: usize, criteria: usize, edges: &[(usize, usize, Vec<u64>)]) -> Graph {
        let mut graph = Graph::new(n, criteria);
        for (i, j, cost) in edges {
            graph.edge(*i, *j, cost);
        }
        graph
    }

    /// All perfect matchings, one after another.
    fn brute(graph: &Graph, free: &[usize], cost: &[u64], best: &mut Option<Vec<u64>>) {
        let Some((&i, rest)) = free.split_first() else {
            if best.as_ref().is_none_or(|best| cost < best.as_slice()) {
                *best = Some(cost.to_vec());
            }
            return;
        };
        for &j in rest {
            let at = i * graph.n + j;
            if graph.legal[at] {
                let left: Vec<usize> = rest.iter().copied().filter(|&other| other != j).collect();
                let sum: Vec<u64> =
                    cost.iter().zip(graph.cost(at)).map(|(sum, one)| sum + one).collect();
                brute(graph, &left, &sum, best);
            }
        }
    }

    #[test]
    fn the_cheapest_matching_is_the_one_that_trying_all_finds() {
        let mut dice = Dice(7);
        for case in 0..600 {
            let n = [2, 4, 6, 8, 10][case % 5];
            let criteria = 1 + case % 3;
            // Wide costs don't fit into one integer and are compared place by place.
            let scale = if case % 2 == 0 { 1 } else { 1 << 50 };
            let edges = edges(&mut dice, n, criteria, scale);
            let graph = graph(n, criteria, &edges);
            let mut best = None;
            let all: Vec<usize> = (0..n).collect();
            brute(&graph, &all, &vec![0; criteria], &mut best);
            let found = graph.perfect();
            assert_eq!(found.as_ref().map(|found| found.total.clone()), best, "case {case}");
            for (i, &j) in found.iter().flat_map(|found| found.mate.iter().enumerate()) {
                assert_eq!(found.as_ref().map(|found| found.mate[j]), Some(i));
            }
        }
    }

    #[test]
    fn an_odd_number_has_no_perfect_matching() {
        assert_eq!(Graph::new(3, 1).perfect(), None);
        assert_eq!(Graph::new(2, 1).perfect(), None);
        assert!(Graph::new(0, 1).perfect().is_some());
    }

    /// Graphs of up to forty vertices, where trying all would never end.
    #[test]
    fn matchings_cost_what_networkx_finds() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
        let python = crates.join("../../target/python/bin/python");
        assert!(python.exists(), "{} is not there: ./.ci/setup makes it", python.display());
        let mut child = Command::new(python)
            .arg(crates.join("tests/oracle.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python runs");
        let mut dice = Dice(11);
        let mut ours = Vec::new();
        let mut asked = child.stdin.take().expect("a pipe");
        for case in 0..60 {
            let n = 12 + case % 15 * 2;
            let edges = edges(&mut dice, n, 1, 1 + case as u64 % 7);
            ours.push(graph(n, 1, &edges).perfect().map(|found| found.total[0]));
            let list: Vec<_> = edges.iter().map(|(i, j, cost)| (i, j, cost[0])).collect();
            let question = serde_json::json!({"ask": "matching", "vertices": n, "edges": list});
            writeln!(asked, "{question}").expect("asked");
        }
        drop(asked);
        let answers = child.wait_with_output().expect("answers");
        let theirs: Vec<Option<u64>> = String::from_utf8_lossy(&answers.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).expect("a cost"))
            .collect();
        assert_eq!(ours, theirs);
    }
}
