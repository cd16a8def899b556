//! The unbounded plane as a tree of squares that are never worked out twice.
//!
//! A square of 2ⁿ × 2ⁿ cells is a *node* of level n: four nodes of level n − 1, down to *leaves* of
//! 16 × 16 cells. Equal squares are one node ([`nodes`]), so a plane with much that repeats, in space or in time,
//! is small. What becomes of the centre of a node after 2ⁿ⁻² generations (or fewer) does not depend on what
//! surrounds the node, for nothing travels faster than a cell a generation; it is worked out once and kept
//! with the node ([`successor`]). So a step of 2ⁿ⁻² generations costs as many successors as there are
//! *different* squares in space and time, and a gun that repeats for ever costs hardly more for a million
//! generations than for a thousand.
//!
//! The algorithm is R. Wm. Gosper's ("Exploiting regularities in large cellular spaces", Physica D 10, 1984).
//!
//! Generations, coordinates and populations are integers of any length. A run of N generations is cut into
//! the powers of two that N is the sum of.

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
use crate::grid::Settings;
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

/// An unbounded plane of cells under a rule; quick where things repeat, for any number of generations.
///
/// Coordinates are signed, x to the right and y down. Soups and other disorder are done sooner by
/// [`Tiles`](crate::Tiles). If the rule gives birth without neighbours, the cells kept are those that are dead
/// under it ([`Rule::without_bounds`]).
///
/// A square takes 20 bytes, or 32 if it is a leaf, and 5 to 11 for the table in which it is found. A step takes
/// time for squares that were not there before, some hundred nanoseconds each, whatever its length.
///
/// ```
/// use quadrille_life::{HashLife, Pattern, Rule, Settings, Universe};
///
/// let gun: Pattern = "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$\
///                     10bo5bo7bo$11bo3bo$12b2o!".parse()?;
/// let mut plane = HashLife::from_pattern(&gun, Rule::CONWAY, Settings::default())?;
/// // A glider of five cells every 30 generations, for 10³⁰ of them: the gun itself has 36 in its first phase.
/// let generations = 30u32 * num_bigint::BigUint::from(10u32).pow(29);
/// plane.run(&generations, &())?;
/// assert_eq!(plane.population(), &generations / 6u32 + 36u32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct HashLife {
    rule: Rule,
    /// What is done in its place where nothing is bounded.
    plan: Plan,
    settings: Settings,
    generation: BigUint,
    nodes: Nodes,
    /// The plane: its centre is the corner that cells (−1, 0), (0, 0), (−1, 1) and (0, 1) share, as that of a
    /// [`Macrocell`].
    root: Node,
    /// The level of the root.
    level: usize,
}

impl HashLife {
    /// A plane without life.
    ///
    /// # Errors
    /// If the rule gives birth without neighbours and lets die with eight, or there is hardly any memory.
    pub fn new(rule: Rule, settings: Settings) -> Result<Self, HashLifeError> {
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

    /// The pattern's cells where the pattern has them, or, if it names its position, where that says. The rule
    /// is the one given, not the pattern's. Linear in the pattern's spans, not in its cells.
    ///
    /// # Errors
    /// Those of [`new`](Self::new), and if there is not memory enough, or the position lies 2³⁹⁹ columns or rows away.
    pub fn from_pattern(pattern: &Pattern, rule: Rule, settings: Settings) -> Result<Self, HashLifeError> {
        let bytes = Macrocell::bytes_of_spans(pattern.spans().len() as u64);
        quadrille_memory::require(bytes)
            .map_err(|_| HashLifeError::Memory(MemoryError::of_system(bytes, settings.memory)))?;
        Self::from_macrocell(&Macrocell::from_pattern(pattern)?, rule, settings)
    }

    /// When cells are born and survive.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// How the work is done, as asked for.
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// Generations since the plane was made.
    pub const fn generation(&self) -> &BigUint {
        &self.generation
    }

    /// Returns the same plane with another count of generations since it was made.
    #[must_use]
    pub fn with_generation(mut self, generation: BigUint) -> Self {
        self.generation = generation;
        self
    }

    /// How many different squares are kept, leaves of 16 × 16 cells included.
    pub fn squares(&self) -> usize {
        self.nodes.len()
    }

    /// That many generations; `observer` hears of generations, and may stop the call.
    ///
    /// The powers of two that the number is the sum of are done one after the other, from the least. When memory
    /// runs short, squares that are not needed are given up in the middle of a step; a step for which it is too
    /// small even so is done in two halves. The same holds where a level has its 134,217,728 squares.
    ///
    /// # Errors
    /// Cancellation, or not enough memory even for a single generation. The plane then stands at the
    /// generation it had come to, and can go on.
    pub fn run(&mut self, generations: &BigUint, observer: &dyn Observer) -> Result<(), HashLifeError> {
        let mut progress = Done { observer, all: generations, so_far: BigUint::ZERO };
        for power in 0..generations.bits() {
            if generations.bit(power) {
                self.run_power(power as usize, &mut progress).map_err(Unfinished::without_limit)?;
            }
        }
        progress.tell()
    }

    /// Goes on by 2^`power` generations in at most `effort` results, a batch more or less; returns whether all of
    /// them were done. Where they were not, results that were computed stay known, and the plane stands at the
    /// last generation that was complete.
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

    /// Returns the work done since the plane was made.
    pub(crate) const fn effort(&self) -> Effort {
        self.nodes.effort
    }

    /// Returns the bytes that its squares take once those that the plane is not made of are given up.
    pub(crate) fn bytes_without_results(&mut self) -> u64 {
        self.give_up_the_rest();
        self.nodes.bytes()
    }

    /// Goes on by 2^`power` generations.
    fn run_power(&mut self, power: usize, progress: &mut Done<'_>) -> Result<(), Unfinished> {
        match self.step(power, progress) {
            Err(Unfinished::Error(HashLifeError::Memory(_) | HashLifeError::Squares)) => {
                self.give_up_the_rest();
                if power == 0 {
                    return self.step(power, progress);
                }
                self.run_power(power - 1, progress)?;
                self.run_power(power - 1, progress)
            }
            other => other,
        }
    }

    /// Goes on by 2^`power` generations in one step.
    fn step(&mut self, power: usize, progress: &mut Done<'_>) -> Result<(), Unfinished> {
        // What lives lies in the middle quarter of the root, and within 2^power generations it stays in the
        // half of it that the successor is.
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
        Ok(progress.tell()?)
    }

    /// Gives up all squares but those that the plane is made of.
    fn give_up_the_rest(&mut self) {
        let mut root = Roots { level: self.level, squares: vec![self.root] };
        self.nodes.keep_only(&mut [&mut root], false);
        self.root = root.squares[0];
    }

    /// Puts the root into the middle of one that is a level higher.
    fn grow(&mut self) -> Result<(), HashLifeError> {
        if self.level >= MOST_LEVELS {
            return Err(HashLifeError::TooFar);
        }
        self.root = self.nodes.in_the_middle(self.level, self.root)?;
        self.level += 1;
        Ok(())
    }

    /// Takes the root's middle for the root as long as nothing lives outside it.
    fn shrink(&mut self) {
        while self.level > LEAF + 2 {
            let quarters = self.nodes.quarters(self.level, self.root);
            let Some(middle) = self.nodes.only_the_middle(self.level, quarters) else { break };
            // It may be new; without memory for it, the root stays as large as it is.
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

/// Reason why a step was not completed.
enum Unfinished {
    Error(HashLifeError),
    /// It has taken the effort that it may.
    Spent,
}

impl Unfinished {
    /// The error, of a run without a limit of effort.
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

/// What is told while a run goes on.
struct Done<'a> {
    observer: &'a dyn Observer,
    all: &'a BigUint,
    so_far: BigUint,
}

impl Done<'_> {
    fn tell(&self) -> Result<(), HashLifeError> {
        let (all, done) = (u64::try_from(self.all), u64::try_from(&self.so_far));
        let progress = if let (Ok(done), Ok(all)) = (done, all) {
            Progress::of(done, all).counting("generations")
        } else {
            // More than a bar counts: as a share of 2³².
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
            .field("squares", &self.squares())
            .finish_non_exhaustive()
    }
}

/// Why a plane of squares could not be made, filled, read or gone on with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HashLifeError {
    /// It takes more memory than it may.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// There are more different squares of one size than are numbered.
    #[error("there are more than 2^{NUMBER} different squares of one size, more than hashlife numbers")]
    Squares,
    /// The rule gives birth where nothing lives, and death where all does.
    #[error(
        "hashlife cannot do the rule {rule}: it gives birth without neighbours and lets die with eight, so the plane comes alive and dies in turn; expected the engine tiles, or bounds"
    )]
    Rule {
        /// The rule asked for.
        rule: Rule,
    },
    /// A cell lies farther out than any engine goes.
    #[error("a cell lives, or would live, 2^{} columns or rows away, farther than hashlife goes", MOST_LEVELS - 3)]
    TooFar,
    /// The pattern lies farther out than any square.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A pattern has places for columns and rows of 64 bits, wherever it begins.
    #[error(
        "cells lie farther apart than the columns and rows that 64 bits count, so no list of cells can hold them"
    )]
    NoPattern,
    /// A hash is of cells in columns and rows of 64 bits.
    #[error("cells lie beyond the columns and rows that 64 bits count, so they have no hash")]
    NoHash,
    /// The observer of a long call said stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
