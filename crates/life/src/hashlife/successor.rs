//! What becomes of the middle of a square.
//!
//! A square of level n knows enough to say what its middle, a square of level n − 1, is after up to 2ⁿ⁻²
//! generations. It is found by squares of level n − 1, nine of which overlap in it:
//!
//! ```text
//!   ┌───┬───┬───┬───┐        nine squares, half as wide        nine successors of level n − 2, in threes
//!   │ 0 │   │   │   │        0 1 2                              r0 r1 r2
//!   ├───┼───┼───┼───┤        3 4 5                              r3 r4 r5
//!   │   │   │   │   │        6 7 8                              r6 r7 r8
//!   ├───┼───┼───┼───┤
//!   │   │   │   │   │        four of them that touch make a square of level n − 1 again:
//!   ├───┼───┼───┼───┤        r0 r1    r1 r2    r3 r4    r4 r5
//!   │   │   │   │   │        r3 r4    r4 r5    r6 r7    r7 r8
//!   └───┴───┴───┴───┘
//! ```
//!
//! The nine go 2ⁿ⁻³ generations; if the step is as long as that or longer, the four go as far again, so that
//! their successors, side by side, are the middle after 2ⁿ⁻². If the step is shorter, the nine have gone all
//! of it, and the middles of the four are taken as they are. At level 5 the square is four leaves, and up to
//! eight generations are worked out cell by cell (`leaf.rs`).
//!
//! # Many at once
//!
//! One square after the other, from the root down, this is a chain of reads that wait for one another: a
//! square's quarters, their quarters, a slot of the table, the square it names. So squares are done in batches
//! of [`BATCH`], each step for the whole batch before the next: the quarters of all, the nine squares of all
//! looked up together, those of the nine that nobody knows the successor of noted in a list, and that list
//! worked off, in batches again, one level lower. A square is *awaited* from the time it is noted until it is
//! done, so that it is noted once, however many of the batch contain it.
//!
//! One batch of each level is in work at a time, its lists in the level's [`Frame`]. *The invariant*: while a
//! level is in work, only lower levels are, and these need nothing of the higher ones. So whenever memory runs
//! short, the squares in all frames, their successors and the root are all that must be kept: the rest is
//! given up, the lists get new numbers, and the work goes on where it was.

use quadrille_lanes::Level;
use quadrille_progress::{Observer, Progress};

use super::leaf::{Base, Leaf};
use super::nodes::{Full, LEAF, Node, Nodes, Quarters, Roots};
use crate::kernels::formula::{Plan, compiled_for};

/// Squares of a level worked out together: enough for reads to overlap, few enough for what a batch touches to
/// stay in the nearer caches until it is done.
const BATCH: usize = 128;

/// Squares worked out between two questions to the observer: some milliseconds. Tests ask after every batch, so that
/// small patterns too are stopped in the middle of a step.
const BETWEEN_QUESTIONS: usize = if cfg!(test) { 1 } else { 1 << 14 };

/// Why a successor was not found.
pub(super) enum Stop {
    /// There is no room for more squares.
    Full(Full),
    /// The observer said stop.
    Cancelled,
    /// The step has taken the effort that it may.
    Spent,
}

/// A level in work.
#[derive(Default)]
struct Frame {
    /// Squares whose successors are asked for; all are awaited.
    asked: Roots,
    /// The nine squares in each of a batch, then their successors.
    nine: Roots,
    /// The four squares made of these, then their successors or their middles.
    four: Roots,
}

/// Lists that a batch fills anew, kept for their memory.
#[derive(Default)]
struct Lists {
    quarters: Vec<Quarters>,
    inner: Vec<Quarters>,
    keys: Vec<Quarters>,
    found: Vec<Node>,
    leaves: Vec<Leaf>,
    cells: Vec<Leaf>,
}

/// A step of 2^`power` generations.
pub(super) struct Work<'a> {
    nodes: &'a mut Nodes,
    plan: &'a Plan,
    vectors: Level,
    power: usize,
    observer: &'a dyn Observer,
    /// Squares worked out since the observer was asked.
    since: usize,
    root: Roots,
    /// By level.
    frames: Vec<Frame>,
    lists: Lists,
    /// Whether squares are given up whenever they may be, and whether successors are kept then.
    #[cfg(test)]
    give_up_always: Option<bool>,
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
            give_up_always: None,
        }
    }

    /// The root's middle after the step: a square one level lower. If that is not found, the root has its new
    /// number, if it got one.
    pub(super) fn root(mut self, level: usize, root: &mut Node) -> Result<Node, Stop> {
        self.root = Roots { level, squares: vec![*root] };
        self.frames.resize_with(level + 1, Frame::default);
        for (level, frame) in self.frames.iter_mut().enumerate() {
            frame.asked.level = level;
        }
        self.nodes.await_successors(level, &[*root], &mut self.frames[level].asked.squares);
        let done = self.answer(level);
        *root = self.root.squares[0];
        if done.is_err() {
            // Nobody waits any more.
            for frame in &self.frames {
                for &node in &frame.asked.squares {
                    if self.nodes.successor(frame.asked.level, node) == Node::AWAITED {
                        self.nodes.set_successor(frame.asked.level, node, Node::NONE);
                    }
                }
            }
        }
        done.map(|()| self.nodes.successor(level, *root))
    }

    /// Works out all successors that are asked for at a level.
    fn answer(&mut self, level: usize) -> Result<(), Stop> {
        let mut from = 0;
        loop {
            let to = self.frames[level].asked.squares.len().min(from + BATCH);
            if from == to {
                self.frames[level].asked.squares.clear();
                return Ok(());
            }
            self.tell(to - from)?;
            if level == LEAF + 1 {
                self.by_cells(from, to)?;
            } else {
                self.by_nine(level, from, to)?;
            }
            from = to;
        }
    }

    fn tell(&mut self, squares: usize) -> Result<(), Stop> {
        if self.nodes.effort.all() >= self.nodes.most_effort {
            return Err(Stop::Spent);
        }
        self.since += squares;
        if self.since >= BETWEEN_QUESTIONS {
            self.since = 0;
            let squares = Progress::done(self.nodes.len() as u64).counting("squares");
            if self.observer.observe(&squares).is_break() {
                return Err(Stop::Cancelled);
            }
        }
        Ok(())
    }

    /// A batch of squares of four leaves.
    fn by_cells(&mut self, from: usize, to: usize) -> Result<(), Stop> {
        let level = LEAF + 1;
        self.nodes.effort.leaves += (to - from) as u64;
        self.room(LEAF, to - from)?;
        let Self { nodes, frames, lists, .. } = self;
        let asked = &frames[level].asked.squares[from..to];
        nodes.quarters_of(level, asked, &mut lists.quarters);
        nodes.cells_of(lists.quarters.as_flattened(), &mut lists.leaves);
        lists.cells.clear();
        let generations = 1 << self.power.min(3);
        let base = Base { leaves: &lists.leaves, generations, middles: &mut lists.cells };
        compiled_for(self.vectors, self.plan, base);
        lists.found.clear();
        nodes.leaves(&lists.cells, &mut lists.found);
        for (&node, &successor) in asked.iter().zip(&lists.found) {
            nodes.set_successor(level, node, successor);
        }
        Ok(())
    }

    /// A batch of squares of level 6 or higher.
    fn by_nine(&mut self, level: usize, from: usize, to: usize) -> Result<(), Stop> {
        let (below, batch) = (level - 1, to - from);
        self.nodes.effort.squares += batch as u64;
        self.nine(level, from, to)?;
        self.go_on(level, |frame| &mut frame.nine)?;

        if self.power + 2 >= level {
            self.room(below, 4 * batch)?;
            let Self { nodes, frames, lists, .. } = self;
            lists.keys.clear();
            for nine in frames[level].nine.squares.as_chunks::<9>().0 {
                lists.keys.extend(fours(nine));
            }
            let four = &mut frames[level].four;
            four.squares.clear();
            nodes.nodes(below, &lists.keys, &mut four.squares);
            four.level = below;
            self.go_on(level, |frame| &mut frame.four)?;
        } else {
            self.middles(level, batch)?;
        }

        self.room(below, batch)?;
        let Self { nodes, frames, lists, .. } = self;
        lists.found.clear();
        nodes.nodes(below, frames[level].four.squares.as_chunks::<4>().0, &mut lists.found);
        for (&node, &successor) in frames[level].asked.squares[from..to].iter().zip(&lists.found) {
            nodes.set_successor(level, node, successor);
        }
        Ok(())
    }

    /// The nine squares in each of a batch.
    fn nine(&mut self, level: usize, from: usize, to: usize) -> Result<(), Stop> {
        let below = level - 1;
        self.room(below, 5 * (to - from))?;
        let Self { nodes, frames, lists, .. } = self;
        let Frame { asked, nine, .. } = &mut frames[level];
        nodes.quarters_of(level, &asked.squares[from..to], &mut lists.quarters);
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
        nine.squares.clear();
        for (&[nw, ne, sw, se], &[n, w, middle, e, s]) in
            lists.quarters.iter().zip(lists.found.as_chunks::<5>().0)
        {
            nine.squares.extend([nw, n, ne, w, middle, e, sw, s, se]);
        }
        Ok(())
    }

    /// Puts their successors in the place of squares one level lower.
    fn go_on(&mut self, level: usize, list: impl Fn(&mut Frame) -> &mut Roots) -> Result<(), Stop> {
        let below = level - 1;
        let mut squares = std::mem::take(&mut list(&mut self.frames[level]).squares);
        self.nodes.await_successors(below, &squares, &mut self.frames[below].asked.squares);
        list(&mut self.frames[level]).squares = squares;
        self.answer(below)?;
        squares = std::mem::take(&mut list(&mut self.frames[level]).squares);
        self.nodes.take_successors(below, &mut squares);
        *list(&mut self.frames[level]) = Roots { level: below - 1, squares };
        Ok(())
    }

    /// The middles of the four squares that nine successors make, in each of a batch.
    fn middles(&mut self, level: usize, batch: usize) -> Result<(), Stop> {
        let within = level - 2;
        self.room(within, 4 * batch)?;
        let Self { nodes, frames, lists, .. } = self;
        let Frame { nine, four, .. } = &mut frames[level];
        four.level = within;
        four.squares.clear();
        if within == LEAF {
            nodes.cells_of(&nine.squares, &mut lists.leaves);
            lists.cells.clear();
            for nine in lists.leaves.as_chunks::<9>().0 {
                lists.cells.extend(fours(nine).map(Leaf::middle));
            }
            nodes.leaves(&lists.cells, &mut four.squares);
        } else {
            nodes.quarters_of(within, &nine.squares, &mut lists.quarters);
            lists.keys.clear();
            for nine in lists.quarters.as_chunks::<9>().0 {
                lists.keys.extend(fours(nine).map(|[nw, ne, sw, se]| [nw[3], ne[2], sw[1], se[0]]));
            }
            nodes.nodes(within, &lists.keys, &mut four.squares);
        }
        Ok(())
    }

    /// Sees to it that so many squares more of a level may be kept, and gives up what nobody needs if not.
    fn room(&mut self, level: usize, more: usize) -> Result<(), Stop> {
        #[cfg(test)]
        if let Some(with_successors) = self.give_up_always {
            self.give_up(with_successors);
        }
        if self.nodes.room(level, more).is_ok() {
            return Ok(());
        }
        for with_successors in [true, false] {
            self.give_up(with_successors);
            if self.nodes.is_roomy() {
                break;
            }
        }
        // With hardly any room left all would be given up again and again: a shorter step is done sooner.
        if self.power > 0 && !self.nodes.is_roomy() {
            return Err(Stop::Full(self.nodes.full()));
        }
        self.nodes.room(level, more).map_err(Stop::Full)
    }

    /// Gives up all squares but the root, those in all frames and their successors.
    fn give_up(&mut self, with_successors: bool) {
        let mut roots = vec![&mut self.root];
        for frame in &mut self.frames {
            roots.extend([&mut frame.asked, &mut frame.nine, &mut frame.four]);
        }
        self.nodes.keep_only(&mut roots, with_successors);
    }
}

/// The four squares of four that nine make.
fn fours<T: Copy>(nine: &[T; 9]) -> [[T; 4]; 4] {
    [0, 1, 3, 4].map(|at| [nine[at], nine[at + 1], nine[at + 3], nine[at + 4]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Settings;
    use crate::hashlife::HashLife;
    use crate::pattern::Pattern;
    use crate::rule::Rule;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Whatever is given up in the middle of a step, the plane comes to the same cells.
        #[test]
        fn squares_may_be_given_up_at_any_time(
            cells in prop::collection::btree_set((-40..40i64, -40..40i64), 1..600),
            with_successors: bool,
            powers in prop::collection::vec(0..7usize, 1..4),
        ) {
            let pattern = Pattern::from_cells(cells);
            let plane = || HashLife::from_pattern(&pattern, Rule::CONWAY, Settings::default()).unwrap();
            let (mut thrifty, mut plain) = (plane(), plane());
            for power in powers {
                plain.run(&(1u64 << power).into(), &()).unwrap();
                while thrifty.level < power + 3 || thrifty.level < LEAF + 3 || !thrifty.lies_in_the_middle_quarter() {
                    thrifty.grow().unwrap();
                }
                thrifty.nodes.step_is(power);
                let mut work = Work::new(&mut thrifty.nodes, &thrifty.plan, Level::best(), power, &());
                work.give_up_always = Some(with_successors);
                let Ok(root) = work.root(thrifty.level, &mut thrifty.root) else { panic!("it was stopped") };
                thrifty.root = root;
                thrifty.level -= 1;
                prop_assert_eq!(thrifty.to_pattern(), plain.to_pattern());
            }
        }
    }
}
