//! The successor of a node: its centre after a step.
//!
//! A node of level n determines its centre, a node of level n − 1, up to 2ⁿ⁻² generations ahead.
//! The centre is computed from nine overlapping nodes of level n − 1:
//!
//! ```text
//!   ┌───┬───┬───┬───┐        nine nodes of 2 × 2 squares       nine successors of level n − 2
//!   │ 0 │   │   │   │        0 1 2                              r0 r1 r2
//!   ├───┼───┼───┼───┤        3 4 5                              r3 r4 r5
//!   │   │   │   │   │        6 7 8                              r6 r7 r8
//!   ├───┼───┼───┼───┤
//!   │   │   │   │   │        four adjacent successors form a node of level n − 1:
//!   ├───┼───┼───┼───┤        r0 r1    r1 r2    r3 r4    r4 r5
//!   │   │   │   │   │        r3 r4    r4 r5    r6 r7    r7 r8
//!   └───┴───┴───┴───┘
//! ```
//!
//! The nine nodes advance by at most 2ⁿ⁻³ generations. If the step has 2ⁿ⁻² generations or more,
//! the four nodes advance by another 2ⁿ⁻³, and their successors, side by side, are the centre after
//! 2ⁿ⁻² generations. If the step is shorter, the nine nodes have already advanced by the whole
//! step. The centre then consists of the centres of the four nodes. A node of level 5 consists of
//! four leaves, and up to eight generations are computed cell by cell (`leaf.rs`).
//!
//! # Batching
//!
//! Computing one node at a time, from the root down, would be a chain of dependent reads: a node's
//! quarters, their quarters, a slot of the table, the node in that slot. So nodes are processed in
//! batches of [`BATCH`], and each stage is completed for the whole batch before the next stage
//! begins. First the quarters of all nodes of the batch are read, then the nine smaller nodes of
//! each are looked up. The smaller nodes without a known successor are collected in a list, which
//! is processed, again in batches, one level lower. A node is *pending* from the time it is
//! collected until its successor is known, so that it is collected once, even if several nodes of
//! the batch contain it.
//!
//! Each level processes one batch at a time, with its lists in the level's [`Frame`]. *Invariant*:
//! while a level is processed, only lower levels are computed, and these do not depend on higher
//! ones. So whenever memory runs short, only the nodes in all frames, their successors and the root
//! must be kept: all others are freed, the lists are renumbered, and the computation continues.

use quadrille_lanes::Level;
use quadrille_progress::{Observer, Progress};

use super::leaf::{Base, Leaf};
use super::nodes::{Full, LEAF, Node, Nodes, Quarters, Roots};
use crate::kernels::formula::{Plan, compiled_for};

/// The number of nodes of a level that are computed together: enough for reads to overlap, and few
/// enough for their data to stay in the fast caches.
const BATCH: usize = 128;

/// The number of nodes computed between two calls of the observer. Computing them takes a few
/// milliseconds. Tests call the observer after every batch, so that small patterns, too, are
/// cancelled during a step.
const BETWEEN_QUESTIONS: usize = if cfg!(test) { 1 } else { 1 << 14 };

/// The reason for which a successor was not computed.
pub(super) enum Stop {
    /// No more nodes can be stored.
    Full(Full),
    /// The observer cancelled.
    Cancelled,
    /// The limit on the amount of computation was reached.
    Spent,
}

/// The lists of a level whose batch is being processed.
#[derive(Default)]
struct Frame {
    /// Nodes whose successors are to be computed; all are pending.
    requested: Roots,
    /// For each node of a batch, its nine overlapping nodes. They are later replaced by their
    /// successors.
    nine: Roots,
    /// For each node of a batch, four nodes, each made of four of the nine successors. They are
    /// replaced by their own successors or, in a short step, by their centres.
    four: Roots,
}

/// Temporary lists of a batch, reused to save allocations.
#[derive(Default)]
struct Lists {
    quarters: Vec<Quarters>,
    inner: Vec<Quarters>,
    keys: Vec<Quarters>,
    found: Vec<Node>,
    leaves: Vec<Leaf>,
    cells: Vec<Leaf>,
}

/// The computation of a step of 2^`power` generations.
pub(super) struct Work<'a> {
    nodes: &'a mut Nodes,
    plan: &'a Plan,
    vectors: Level,
    power: usize,
    observer: &'a dyn Observer,
    /// The number of nodes computed since the last call of the observer.
    since: usize,
    root: Roots,
    /// The frames, indexed by level.
    frames: Vec<Frame>,
    lists: Lists,
    /// Tests only: collect garbage at every opportunity, with or without memoised successors.
    #[cfg(test)]
    always_collect: Option<bool>,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        nodes: &'a mut Nodes,
        plan: &'a Plan,
        vectors: Level,
        power: usize,
        observer: &'a dyn Observer,
    ) -> Self {
        Self {
            nodes,
            plan,
            vectors,
            power,
            observer,
            since: 0,
            root: Roots::default(),
            frames: Vec::new(),
            lists: Lists::default(),
            #[cfg(test)]
            always_collect: None,
        }
    }

    /// Computes the root's successor, a node one level lower. `root` is updated to its new number,
    /// since nodes may be renumbered during the computation.
    pub(super) fn root(mut self, level: usize, root: &mut Node) -> Result<Node, Stop> {
        self.root = Roots { level, nodes: vec![*root] };
        self.frames.resize_with(level + 1, Frame::default);
        for (level, frame) in self.frames.iter_mut().enumerate() {
            frame.requested.level = level;
        }
        self.nodes.mark_pending(level, &[*root], &mut self.frames[level].requested.nodes);
        let done = self.compute_all(level);
        *root = self.root.nodes[0];
        if done.is_err() {
            // The step has failed: mark all pending successors as unknown.
            for frame in &self.frames {
                for &node in &frame.requested.nodes {
                    if self.nodes.successor(frame.requested.level, node) == Node::PENDING {
                        self.nodes.set_successor(frame.requested.level, node, Node::NONE);
                    }
                }
            }
        }
        done.map(|()| self.nodes.successor(level, *root))
    }

    /// Computes all successors requested at a level.
    fn compute_all(&mut self, level: usize) -> Result<(), Stop> {
        let mut from = 0;
        loop {
            let to = self.frames[level].requested.nodes.len().min(from + BATCH);
            if from == to {
                self.frames[level].requested.nodes.clear();
                return Ok(());
            }
            self.check_limits(to - from)?;
            if level == LEAF + 1 {
                self.by_cells(from, to)?;
            } else {
                self.by_nine(level, from, to)?;
            }
            from = to;
        }
    }

    /// Checks the limit on the amount of computation, and calls the observer if a call is due.
    fn check_limits(&mut self, nodes: usize) -> Result<(), Stop> {
        if self.nodes.effort.all() >= self.nodes.most_effort {
            return Err(Stop::Spent);
        }
        self.since += nodes;
        if self.since >= BETWEEN_QUESTIONS {
            self.since = 0;
            let nodes = Progress::done(self.nodes.len() as u64).counting("nodes");
            if self.observer.observe(&nodes).is_break() {
                return Err(Stop::Cancelled);
            }
        }
        Ok(())
    }

    /// Computes the successors of a batch of nodes of four leaves each, cell by cell.
    fn by_cells(&mut self, from: usize, to: usize) -> Result<(), Stop> {
        let level = LEAF + 1;
        self.nodes.effort.leaves += (to - from) as u64;
        self.room(LEAF, to - from)?;
        let Self { nodes, frames, lists, .. } = self;
        let requested = &frames[level].requested.nodes[from..to];
        nodes.quarters_of(level, requested, &mut lists.quarters);
        nodes.cells_of(lists.quarters.as_flattened(), &mut lists.leaves);
        lists.cells.clear();
        let generations = 1 << self.power.min(3);
        let base = Base { leaves: &lists.leaves, generations, middles: &mut lists.cells };
        compiled_for(self.vectors, self.plan, base);
        lists.found.clear();
        nodes.leaves(&lists.cells, &mut lists.found);
        for (&node, &successor) in requested.iter().zip(&lists.found) {
            nodes.set_successor(level, node, successor);
        }
        Ok(())
    }

    /// Computes the successors of a batch of nodes of level 6 or higher, each from nine smaller
    /// nodes.
    fn by_nine(&mut self, level: usize, from: usize, to: usize) -> Result<(), Stop> {
        let (below, batch) = (level - 1, to - from);
        self.nodes.effort.nodes += batch as u64;
        self.nine(level, from, to)?;
        self.replace_by_successors(level, |frame| &mut frame.nine)?;

        if self.power + 2 >= level {
            self.room(below, 4 * batch)?;
            let Self { nodes, frames, lists, .. } = self;
            lists.keys.clear();
            for nine in frames[level].nine.nodes.as_chunks::<9>().0 {
                lists.keys.extend(fours(nine));
            }
            let four = &mut frames[level].four;
            four.nodes.clear();
            nodes.nodes(below, &lists.keys, &mut four.nodes);
            four.level = below;
            self.replace_by_successors(level, |frame| &mut frame.four)?;
        } else {
            self.middles(level, batch)?;
        }

        self.room(below, batch)?;
        let Self { nodes, frames, lists, .. } = self;
        lists.found.clear();
        nodes.nodes(below, frames[level].four.nodes.as_chunks::<4>().0, &mut lists.found);
        for (&node, &successor) in frames[level].requested.nodes[from..to].iter().zip(&lists.found) {
            nodes.set_successor(level, node, successor);
        }
        Ok(())
    }

    /// Collects nine nodes for each node of a batch: its four quarters, and five nodes made of the
    /// quarters of these four.
    fn nine(&mut self, level: usize, from: usize, to: usize) -> Result<(), Stop> {
        let below = level - 1;
        self.room(below, 5 * (to - from))?;
        let Self { nodes, frames, lists, .. } = self;
        let Frame { requested, nine, .. } = &mut frames[level];
        nodes.quarters_of(level, &requested.nodes[from..to], &mut lists.quarters);
        nodes.quarters_of(below, lists.quarters.as_flattened(), &mut lists.inner);
        lists.keys.clear();
        for &[nw, ne, sw, se] in lists.inner.as_chunks::<4>().0 {
            lists.keys.extend([
                [nw[1], ne[0], nw[3], ne[2]],
                [nw[2], nw[3], sw[0], sw[1]],
                [nw[3], ne[2], sw[1], se[0]],
                [ne[2], ne[3], se[0], se[1]],
                [sw[1], se[0], sw[3], se[2]],
            ]);
        }
        lists.found.clear();
        nodes.nodes(below, &lists.keys, &mut lists.found);
        nine.level = below;
        nine.nodes.clear();
        for (&[nw, ne, sw, se], &[n, w, middle, e, s]) in
            lists.quarters.iter().zip(lists.found.as_chunks::<5>().0)
        {
            nine.nodes.extend([nw, n, ne, w, middle, e, sw, s, se]);
        }
        Ok(())
    }

    /// Replaces the nodes of a list by their successors, which are computed if necessary. The nodes
    /// are one level below `level`.
    fn replace_by_successors(
        &mut self,
        level: usize,
        list: impl Fn(&mut Frame) -> &mut Roots,
    ) -> Result<(), Stop> {
        let below = level - 1;
        let mut nodes = std::mem::take(&mut list(&mut self.frames[level]).nodes);
        self.nodes.mark_pending(below, &nodes, &mut self.frames[below].requested.nodes);
        list(&mut self.frames[level]).nodes = nodes;
        self.compute_all(below)?;
        nodes = std::mem::take(&mut list(&mut self.frames[level]).nodes);
        self.nodes.take_successors(below, &mut nodes);
        *list(&mut self.frames[level]) = Roots { level: below - 1, nodes };
        Ok(())
    }

    /// For each node of a batch, collects the centres of the four overlapping nodes that its nine
    /// successors form.
    fn middles(&mut self, level: usize, batch: usize) -> Result<(), Stop> {
        let within = level - 2;
        self.room(within, 4 * batch)?;
        let Self { nodes, frames, lists, .. } = self;
        let Frame { nine, four, .. } = &mut frames[level];
        four.level = within;
        four.nodes.clear();
        if within == LEAF {
            nodes.cells_of(&nine.nodes, &mut lists.leaves);
            lists.cells.clear();
            for nine in lists.leaves.as_chunks::<9>().0 {
                lists.cells.extend(fours(nine).map(Leaf::middle));
            }
            nodes.leaves(&lists.cells, &mut four.nodes);
        } else {
            nodes.quarters_of(within, &nine.nodes, &mut lists.quarters);
            lists.keys.clear();
            for nine in lists.quarters.as_chunks::<9>().0 {
                lists.keys.extend(fours(nine).map(|[nw, ne, sw, se]| [nw[3], ne[2], sw[1], se[0]]));
            }
            nodes.nodes(within, &lists.keys, &mut four.nodes);
        }
        Ok(())
    }

    /// Ensures that a level can store `more` nodes, collecting garbage if necessary.
    fn room(&mut self, level: usize, more: usize) -> Result<(), Stop> {
        #[cfg(test)]
        if let Some(with_successors) = self.always_collect {
            self.collect_garbage(with_successors);
        }
        if self.nodes.room(level, more).is_ok() {
            return Ok(());
        }
        for with_successors in [true, false] {
            self.collect_garbage(with_successors);
            if self.nodes.is_roomy() {
                break;
            }
        }
        // With hardly any free memory, garbage would be collected again and again. So the step
        // fails, and the caller takes shorter steps.
        if self.power > 0 && !self.nodes.is_roomy() {
            return Err(Stop::Full(self.nodes.full()));
        }
        self.nodes.room(level, more).map_err(Stop::Full)
    }

    /// Frees all nodes except those in the trees of the root, of the nodes in all frames, and of
    /// the successors of all these. `with_successors` has the same meaning as in
    /// [`Nodes::keep_only`].
    fn collect_garbage(&mut self, with_successors: bool) {
        let mut roots = vec![&mut self.root];
        for frame in &mut self.frames {
            roots.extend([&mut frame.requested, &mut frame.nine, &mut frame.four]);
        }
        self.nodes.keep_only(&mut roots, with_successors);
    }
}

/// Returns the four groups of 2 × 2 adjacent items in a square of 3 × 3 items.
fn fours<T: Copy>(nine: &[T; 9]) -> [[T; 4]; 4] {
    [0, 1, 3, 4].map(|at| [nine[at], nine[at + 1], nine[at + 3], nine[at + 4]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::EngineSettings;
    use crate::hashlife::HashLife;
    use crate::pattern::Pattern;
    use crate::rule::Rule;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Garbage collection at any time during a step does not change the result.
        #[test]
        fn garbage_may_be_collected_at_any_time(
            cells in prop::collection::btree_set((-40..40i64, -40..40i64), 1..600),
            with_successors: bool,
            powers in prop::collection::vec(0..7usize, 1..4),
        ) {
            let pattern = Pattern::from_cells(cells);
            let plane = || HashLife::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
            let (mut thrifty, mut plain) = (plane(), plane());
            for power in powers {
                plain.run(&(1u64 << power).into(), &()).unwrap();
                while thrifty.level < power + 3 || thrifty.level < LEAF + 3 || !thrifty.lies_in_the_middle_quarter() {
                    thrifty.grow().unwrap();
                }
                thrifty.nodes.step_is(power);
                let mut work = Work::new(&mut thrifty.nodes, &thrifty.plan, Level::best(), power, &());
                work.always_collect = Some(with_successors);
                let Ok(root) = work.root(thrifty.level, &mut thrifty.root) else { panic!("it was stopped") };
                thrifty.root = root;
                thrifty.level -= 1;
                prop_assert_eq!(thrifty.to_pattern(), plain.to_pattern());
            }
        }
    }
}
