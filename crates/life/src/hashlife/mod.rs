//! The unbounded plane as a quadtree with memoised results: the HashLife algorithm.
//!
//! A *node* of level n is a square of 2ⁿ × 2ⁿ cells: four nodes of level n − 1, down to *leaves* of
//! 16 × 16 cells. Equal squares are the same node ([`nodes`]), so a plane with repetitions in space
//! or time takes little memory. For 2ⁿ⁻² generations, the centre of a node, a square half as wide,
//! is independent of the node's surroundings, since nothing travels faster than one cell per
//! generation. The centre after a step of at most 2ⁿ⁻² generations is the *successor* of the node.
//! It is computed once and memoised ([`successor`]). So a step of 2ⁿ⁻² generations computes one
//! successor per *distinct* square, however often the square occurs in space and time. For a
//! periodic gun, a million generations cost hardly more than a thousand.
//!
//! The algorithm is R. Wm. Gosper's ("Exploiting regularities in large cellular spaces", Physica D
//! 10, 1984).
//!
//! Generations, coordinates and populations are integers of arbitrary size. A run of N generations
//! is divided into steps by the binary digits of N.

mod leaf;
mod macrocell;
mod nodes;
mod plane;
mod successor;
mod view;

use std::fmt;

use num_bigint::{BigInt, BigUint};
use quadrille_progress::{Cancelled, Observer, Progress};
use thiserror::Error;

use crate::area::Area;
use crate::dots::Dots;
use crate::grid::EngineSettings;
use crate::kernels::formula::Plan;
use crate::macrocell::{MOST_LEVELS, Macrocell};
use crate::memory::MemoryError;
use crate::pattern::Pattern;
use crate::position::PositionError;
use crate::rule::Rule;
use crate::rule_spec::RuleSpec;
use crate::universe::Universe;
pub(crate) use nodes::Effort;
use nodes::{LEAF, NUMBER, Node, Nodes, Roots};
use successor::{Stop, Work};

/// An unbounded plane of cells under a rule; fast for repetitive patterns, for any number of
/// generations.
///
/// Coordinates are signed, x to the right and y down. Soups and other irregular patterns are faster
/// in [`Tiles`](crate::Tiles). Under a rule with `B0` and `S8`, the methods set, read and count the
/// *dead* cells, since all others are alive: see [`Rule::without_bounds`].
///
/// A node takes 20 bytes, a leaf 32 bytes, and each of them 5 to 11 more bytes in the hash table.
/// The time of a step is a few hundred nanoseconds per node without a memoised successor,
/// independent of the length of the step.
///
/// ```
/// use quadrille_life::{HashLife, Pattern, Rule, EngineSettings, Universe};
///
/// let gun: Pattern = "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$\
///                     10bo5bo7bo$11bo3bo$12b2o!".parse()?;
/// let mut plane = HashLife::from_pattern(&gun, Rule::CONWAY, EngineSettings::default())?;
/// // The gun has 36 cells at first, and emits a glider of 5 cells every 30 generations.
/// let generations = 30u32 * num_bigint::BigUint::from(10u32).pow(29);
/// plane.run(&generations, &())?;
/// assert_eq!(plane.population(), &generations / 6u32 + 36u32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct HashLife {
    rule: Rule,
    /// The rule that is applied to the stored cells.
    plan: Plan,
    settings: EngineSettings,
    generation: BigUint,
    nodes: Nodes,
    /// The plane as a node. Its centre is the corner shared by the cells (−1, 0), (0, 0), (−1, 1)
    /// and (0, 1), as in a [`Macrocell`].
    root: Node,
    /// The level of the root.
    level: usize,
}

impl HashLife {
    /// Creates an empty plane.
    ///
    /// # Errors
    /// If the rule has `B0` without `S8`, or the memory limit is too low.
    pub fn new(rule: Rule, settings: EngineSettings) -> Result<Self, HashLifeError> {
        if rule.alternates() {
            return Err(HashLifeError::Rule { rule });
        }
        let nodes = Nodes::new(settings.memory)?;
        Ok(Self {
            rule,
            plan: Plan::new(rule.without_bounds()[0]),
            settings,
            generation: BigUint::ZERO,
            nodes,
            root: Node::EMPTY,
            level: LEAF + 1,
        })
    }

    /// Creates a plane from a pattern. The pattern lies at its declared position or, without one,
    /// at the coordinates of its cells. The pattern's own rule is ignored. Time is linear in the
    /// number of [spans](crate::Span), not in the number of cells.
    ///
    /// # Errors
    /// Those of [`new`](Self::new), lack of memory, or a position 2³⁹⁹ or more columns or rows from
    /// the origin.
    pub fn from_pattern(
        pattern: &Pattern,
        rule: Rule,
        settings: EngineSettings,
    ) -> Result<Self, HashLifeError> {
        let bytes = Macrocell::bytes_of_spans(pattern.spans().len() as u64);
        quadrille_memory::require(bytes)
            .map_err(|_| HashLifeError::Memory(MemoryError::of_system(bytes, settings.memory)))?;
        Self::from_macrocell(&Macrocell::from_pattern(pattern)?, rule, settings)
    }

    /// Returns the rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the settings that the plane was created with.
    pub const fn settings(&self) -> EngineSettings {
        self.settings
    }

    /// Returns the generation count. It begins at 0 unless
    /// [`with_generation`](Self::with_generation) sets another value.
    pub const fn generation(&self) -> &BigUint {
        &self.generation
    }

    /// Returns the same plane with another generation count.
    #[must_use]
    pub fn with_generation(mut self, generation: BigUint) -> Self {
        self.generation = generation;
        self
    }

    /// Returns the number of distinct nodes, including leaves of 16 × 16 cells.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Advances by the given number of generations; `observer` receives the number of generations
    /// done and can cancel the call.
    ///
    /// The number of generations is divided into powers of two, which are run in ascending order.
    /// When memory runs short, unneeded nodes are freed during the step. If that is not enough, the
    /// step is replaced by two steps of half its length. The same happens when a level has its
    /// maximum of 134,217,728 nodes.
    ///
    /// # Errors
    /// Cancellation, or insufficient memory even for a single generation. The plane then remains at
    /// the last completed generation, from which it can continue.
    pub fn run(&mut self, generations: &BigUint, observer: &dyn Observer) -> Result<(), HashLifeError> {
        let mut progress = Done { observer, all: generations, so_far: BigUint::ZERO };
        for power in 0..generations.bits() {
            if generations.bit(power) {
                self.run_power(power as usize, &mut progress).map_err(Unfinished::without_limit)?;
            }
        }
        progress.report()
    }

    /// Advances by 2^`power` generations, but computes at most about `effort` successors; returns
    /// whether all generations were completed. If they were not, the successors computed so far
    /// stay memoised, and the plane remains at the last completed generation.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub(crate) fn run_within(
        &mut self,
        power: usize,
        effort: u64,
        observer: &dyn Observer,
    ) -> Result<bool, HashLifeError> {
        let all = BigUint::from(1u8) << power;
        self.nodes.most_effort = self.nodes.effort.all().saturating_add(effort);
        let ran = self.run_power(power, &mut Done { observer, all: &all, so_far: BigUint::ZERO });
        self.nodes.most_effort = u64::MAX;
        match ran {
            Ok(()) => Ok(true),
            Err(Unfinished::Spent) => Ok(false),
            Err(Unfinished::Error(error)) => Err(error),
        }
    }

    /// Returns the amount of computation since the plane was created.
    pub(crate) const fn effort(&self) -> Effort {
        self.nodes.effort
    }

    /// Frees all nodes that are not part of the plane, and returns the size in bytes of the
    /// remaining nodes.
    pub(crate) fn bytes_without_results(&mut self) -> u64 {
        self.collect_garbage();
        self.nodes.bytes()
    }

    /// Advances by 2^`power` generations, in shorter steps if memory is short.
    fn run_power(&mut self, power: usize, progress: &mut Done<'_>) -> Result<(), Unfinished> {
        match self.step(power, progress) {
            Err(Unfinished::Error(HashLifeError::Memory(_) | HashLifeError::TooManyNodes)) => {
                self.collect_garbage();
                if power == 0 {
                    return self.step(power, progress);
                }
                self.run_power(power - 1, progress)?;
                self.run_power(power - 1, progress)
            }
            other => other,
        }
    }

    /// Advances by 2^`power` generations in one step.
    fn step(&mut self, power: usize, progress: &mut Done<'_>) -> Result<(), Unfinished> {
        // The living cells must lie in the central square that is a quarter as wide as the root.
        // Within 2^power generations they then stay in the central square that is half as wide as
        // the root. The successor is this larger square after the step.
        while self.level < power + 3 || self.level < LEAF + 3 || !self.lies_in_the_middle_quarter() {
            self.grow()?;
        }
        self.nodes.step_is(power);
        let work = Work::new(&mut self.nodes, &self.plan, self.settings.level, power, progress.observer);
        self.root = work.root(self.level, &mut self.root).map_err(|stop| match stop {
            Stop::Full(full) => HashLifeError::from(full).into(),
            Stop::Cancelled => HashLifeError::Cancelled(Cancelled).into(),
            Stop::Spent => Unfinished::Spent,
        })?;
        self.level -= 1;
        self.shrink();
        let generations = BigUint::from(1u8) << power;
        self.generation += &generations;
        progress.so_far += generations;
        Ok(progress.report()?)
    }

    /// Frees all nodes that are not part of the plane.
    fn collect_garbage(&mut self) {
        let mut root = Roots { level: self.level, nodes: vec![self.root] };
        self.nodes.keep_only(&mut [&mut root], false);
        self.root = root.nodes[0];
    }

    /// Replaces the root by a node one level higher with the root in its centre.
    fn grow(&mut self) -> Result<(), HashLifeError> {
        if self.level >= MOST_LEVELS {
            return Err(HashLifeError::TooFar);
        }
        self.root = self.nodes.in_the_middle(self.level, self.root)?;
        self.level += 1;
        Ok(())
    }

    /// Replaces the root by its centre, repeatedly, while everything around the centre is empty.
    fn shrink(&mut self) {
        while self.level > LEAF + 2 {
            let quarters = self.nodes.quarters(self.level, self.root);
            let Some(middle) = self.nodes.only_the_middle(self.level, quarters) else { break };
            // The centre may be a new node; without memory for it, the root keeps its size.
            let Ok(middle) = self.nodes.node(self.level - 1, middle) else { break };
            self.root = middle;
            self.level -= 1;
        }
    }

    fn lies_in_the_middle_quarter(&self) -> bool {
        let quarters = self.nodes.quarters(self.level, self.root);
        self.nodes
            .only_the_middle(self.level, quarters)
            .is_some_and(|half| self.nodes.only_the_middle(self.level - 1, half).is_some())
    }
}

/// The reason for which a step was not completed.
enum Unfinished {
    Error(HashLifeError),
    /// The step computed as many successors as the caller allowed.
    Spent,
}

impl Unfinished {
    /// Converts the reason to an error, for a run whose amount of computation is not limited.
    fn without_limit(self) -> HashLifeError {
        match self {
            Self::Error(error) => error,
            Self::Spent => HashLifeError::Cancelled(Cancelled),
        }
    }
}

impl From<HashLifeError> for Unfinished {
    fn from(error: HashLifeError) -> Self {
        Self::Error(error)
    }
}

/// The progress of a run.
struct Done<'a> {
    observer: &'a dyn Observer,
    all: &'a BigUint,
    so_far: BigUint,
}

impl Done<'_> {
    fn report(&self) -> Result<(), HashLifeError> {
        let (all, done) = (u64::try_from(self.all), u64::try_from(&self.so_far));
        let progress = if let (Ok(done), Ok(all)) = (done, all) {
            Progress::of(done, all).counting("generations")
        } else {
            // Counts above 64 bits are reported as a share of the total, scaled to 2³².
            let share = (&self.so_far << 32u32) / self.all;
            Progress::of(u64::try_from(&share).unwrap_or(1 << 32), 1 << 32)
                .with_message(format!("{} generations done", self.so_far))
        };
        if self.observer.observe(&progress).is_break() {
            return Err(HashLifeError::Cancelled(Cancelled));
        }
        Ok(())
    }
}

impl Universe for HashLife {
    type Coordinate = BigInt;
    type Count = BigUint;
    type Error = HashLifeError;

    fn rule_spec(&self) -> RuleSpec {
        RuleSpec { rule: self.rule, bounds: None }
    }

    fn generation(&self) -> BigUint {
        self.generation.clone()
    }

    fn population(&self) -> BigUint {
        self.population()
    }

    fn bounding_box(&self) -> Option<Area<BigInt, BigUint>> {
        self.bounding_box()
    }

    fn get(&self, x: &BigInt, y: &BigInt) -> bool {
        self.get(x, y)
    }

    fn set(&mut self, x: &BigInt, y: &BigInt, alive: bool) -> Result<(), HashLifeError> {
        self.set(x, y, alive)
    }

    fn run(&mut self, generations: &BigUint, observer: &dyn Observer) -> Result<(), HashLifeError> {
        self.run(generations, observer)
    }

    fn step_pow2(&mut self, power: u32, observer: &dyn Observer) -> Result<(), HashLifeError> {
        if power as usize >= MOST_LEVELS {
            return Err(HashLifeError::TooFar);
        }
        self.run(&(BigUint::from(1u8) << power), observer)
    }

    fn cells_in(&self, area: &Area<BigInt, BigUint>) -> Vec<(BigInt, BigInt)> {
        self.cells_in(area)
    }

    fn dots(&self, x: &BigInt, y: &BigInt, size: (usize, usize), power: u32) -> Dots {
        self.dots(x, y, size, power)
    }

    fn hash(&self) -> Result<u64, HashLifeError> {
        self.hash()
    }

    fn to_pattern(&self) -> Result<Pattern, HashLifeError> {
        self.to_pattern()
    }
}

impl fmt::Debug for HashLife {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HashLife")
            .field("rule", &self.rule)
            .field("generation", &self.generation)
            .field("level", &self.level)
            .field("nodes", &self.node_count())
            .finish_non_exhaustive()
    }
}

/// The error of constructing, filling, reading or running a HashLife plane.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HashLifeError {
    /// The plane exceeds the memory limit.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// A level has the maximum number of nodes.
    #[error("hashlife holds at most 2^{NUMBER} distinct nodes of one size, and more are needed")]
    TooManyNodes,
    /// The rule has `B0` without `S8`.
    #[error(
        "hashlife does not support the rule {rule}: cells without neighbours are born and cells with eight neighbours die, so the background alternates; expected the engine tiles, or bounds"
    )]
    Rule {
        /// The requested rule.
        rule: Rule,
    },
    /// A cell lies outside the largest possible plane.
    #[error(
        "a living cell would lie 2^{} or more columns or rows from the origin, beyond the limit of hashlife",
        MOST_LEVELS - 3
    )]
    TooFar,
    /// The pattern lies outside the largest possible plane.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The cells lie too far apart for the 64-bit coordinates of a pattern.
    #[error("the living cells span 2^63 or more columns or rows, too many for a list of cells")]
    NoPattern,
    /// Coordinates of living cells exceed 64 bits, so the hash is not defined.
    #[error("living cells have coordinates of more than 64 bits, for which no hash is defined")]
    NoHash,
    /// The observer cancelled a long call.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
