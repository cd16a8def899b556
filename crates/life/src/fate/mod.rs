//! The long-term behaviour of a pattern: when it settles and with which period, or how it grows.
//!
//! **On the plane**, a pattern has settled at generation t if from t on it consists of *parts* that
//! never interact, each of which recurs after its period, displaced or not. A still life is such a
//! part, and so is an escaping glider; the R-pentomino has settled at generation 1103, although its
//! gliders move forever. This is proved, not inferred from populations:
//!
//! 1. No cell is born without living neighbours. (Under a rule with `B0`, this holds for the rules
//!    by which the plane replaces it: see [`Rule::without_bounds`].) So living cells more than two
//!    columns or two rows apart have no common neighbour, and do not affect each other.
//! 2. Candidate parts are found by following cells for a while: cells that ever have a common
//!    neighbour belong together.
//! 3. Each part is run in isolation until it recurs after p generations, displaced by d columns and
//!    rows; from then on it does so forever.
//! 4. All phases of a part lie in a box that moves by d / p cells per generation. If two boxes
//!    never come within two cells of each other again, their parts never interact. Parts that are
//!    too close for this, but have equal velocity, are combined.
//! 5. So from the generation examined on, the plane consists of its parts, each in isolation. The
//!    parts are traced back in time as long as their cells equal those of the plane; the earliest
//!    such generation is the one at which the pattern settled.
//!
//! **Within bounds**, a field has settled at the first generation that recurs, cell by cell.
//!
//! **Growth** is inferred from evidence only. It is linear if many consecutive periods each add the
//! same number of living cells. It is quadratic if the added number increases by a constant from
//! period to period. The result states the first and the last generation of the regular growth. A
//! settled pattern is proved not to grow.

pub(crate) mod cells;
mod growth;
pub(crate) mod parts;

use quadrille_memory::{Shortage, reserve};
use quadrille_progress::{Cancelled, Observer, Progress};
use thiserror::Error;

pub use growth::{Growth, GrowthKind};

use crate::bounds::Bounds;
use crate::grid::{EngineSettings, Grid, GridError};
use crate::pattern::Pattern;
use crate::rule::Rule;
use crate::tiles::{Tiles, TilesError};
use crate::universe::Universe;
use cells::{Cell, RuleCycle};
use parts::{Context, RecurringParts, least_common_multiple};

/// The generation at which the pattern is first examined for settling, and the minimum number of
/// generations between two examinations.
const BETWEEN_LOOKS: usize = 64;
/// Populations count as periodic only if they repeat over at least this number of generations, up
/// to the current one.
const REPEATED: usize = 32;
/// The minimum number of generations for which a part is run to find whether it recurs. On the
/// plane, it is run for at least as many generations as were run so far. If the populations are
/// periodic, it is run for at least eight of their periods and, within bounds, at least twice the
/// generations run so far.
const PATIENCE: u64 = 512;
/// The minimum and the maximum number of generations for which cells are followed to find
/// interactions. Between these limits, the number is an eighth of the current generation. If the
/// populations are periodic, the number is at least twice their period, even above the maximum.
const TOGETHER: (u64, u64) = (32, 1024);
/// The first generation at which parts are searched for even if the populations are not periodic,
/// and the factor by which this generation is multiplied after each such search. With many parts,
/// the populations may become periodic late.
const LOOK_ANYHOW: (u64, u64) = (256, 4);
/// The maximum population for which cells are followed individually.
pub(crate) const MOST_FOLLOWED: u64 = 1 << 20;
/// The maximum effort for following cells and running parts: the sum of the populations of all
/// generations that are run. The first limit applies if the populations are periodic, the second if
/// they are not.
const EFFORT: (u64, u64) = (1 << 26, 1 << 21);
/// The maximum number of generations.
const MOST_GENERATIONS: u64 = 100_000_000;

/// The long-term behaviour of a pattern.
///
/// ```
/// use quadrille_life::{Fate, Outcome, Pattern, Rule, EngineSettings};
///
/// let r_pentomino: Pattern = "b2o$2o$bo!".parse()?;
/// let fate = Fate::on_plane(&r_pentomino, Rule::CONWAY, EngineSettings::default(), 5000, &())?;
/// let Outcome::Settled(settled) = &fate.outcome else { panic!("it settles") };
/// assert_eq!((settled.generation, settled.population), (1103, 116));
///
/// let glider: Pattern = "bob$2bo$3o!".parse()?;
/// let fate = Fate::on_plane(&glider, Rule::CONWAY, EngineSettings::default(), 5000, &())?;
/// let Outcome::Settled(settled) = &fate.outcome else { panic!("it settles") };
/// assert_eq!((settled.period, settled.displacement), (Some(4), Some((1, 1))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fate {
    /// The populations: item t is the population after t generations. The number of items is one
    /// more than the number of generations observed.
    pub populations: Vec<u64>,
    /// The outcome.
    pub outcome: Outcome,
}

/// The outcome of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Outcome {
    /// The pattern settles; this is proved.
    Settled(Settled),
    /// The pattern grows, as far as it was observed.
    Grows(Growth),
    /// The outcome is undecided at the last generation observed.
    Open,
}

/// A pattern that has settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settled {
    /// The first settled generation: 0 for a pattern that is a still life, an oscillator or a
    /// spaceship from the start.
    pub generation: u64,
    /// The population at the first settled generation.
    pub population: u64,
    /// The number of generations after which all parts recur, each displaced by its own amount;
    /// `None` if it exceeds 64 bits.
    pub period: Option<u64>,
    /// The displacement per period, columns to the right and rows down; `None` if it differs
    /// between parts. Within bounds it is always (0, 0).
    pub displacement: Option<(i64, i64)>,
    /// The number of parts: 0 if no cell lives, otherwise at least 1. Within bounds, all cells are
    /// one part. On the plane, parts that are close together may be counted as one.
    pub parts: usize,
}

/// The error of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FateError {
    /// The plane cannot be created, or ran out of memory.
    #[error(transparent)]
    Tiles(TilesError),
    /// The field cannot be created.
    #[error(transparent)]
    Grid(GridError),
    /// The population is too large for following cells individually.
    #[error("{0} living cells are too many to be followed individually; expected at most {MOST_FOLLOWED}")]
    TooMany(u128),
    /// There is not enough memory for the list of populations.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// The observer cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<TilesError> for FateError {
    fn from(error: TilesError) -> Self {
        match error {
            TilesError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            other => Self::Tiles(other),
        }
    }
}

impl From<GridError> for FateError {
    fn from(error: GridError) -> Self {
        match error {
            GridError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            other => Self::Grid(other),
        }
    }
}

impl Fate {
    /// The upper limit of the number of generations observed: 10⁸. The number is limited because
    /// the population of each generation is stored.
    pub const MOST_GENERATIONS: u64 = MOST_GENERATIONS;

    /// Analyses a pattern on the unbounded plane for at most `generations`. The plane is run in
    /// [`Tiles`], one generation at a time. When the populations have become periodic, and at a few
    /// generations before that, the living cells are also followed individually, for at least 32
    /// generations, to find the parts. The populations take 8 bytes of memory per generation.
    ///
    /// # Errors
    /// The errors of [`Tiles::from_pattern`] and [`Tiles::run`], which include cancellation. Also
    /// fails if there is not enough memory for the populations.
    pub fn on_plane(
        pattern: &Pattern,
        rule: Rule,
        settings: EngineSettings,
        generations: u64,
        observer: &dyn Observer,
    ) -> Result<Self, FateError> {
        Ok(Self::with_remains(pattern, rule, settings, generations, observer)?.0)
    }

    /// Analyses a pattern, and also returns the parts of which it consists, if it has settled.
    pub(crate) fn with_remains(
        pattern: &Pattern,
        rule: Rule,
        settings: EngineSettings,
        generations: u64,
        observer: &dyn Observer,
    ) -> Result<(Self, Option<Remains>), FateError> {
        let plane = Tiles::from_pattern(&pattern.at_origin(), rule, settings)?;
        let rules = RuleCycle::new(rule, pattern.is_at_odd_generation());
        Analysis {
            first: plane.clone(),
            now: plane,
            populations: Vec::new(),
            generations,
            again: 0,
            anyhow: LOOK_ANYHOW.0,
            observer,
        }
        .until(|analysis, repeats| analysis.settled_on_plane(&rules, repeats))
    }

    /// Analyses a pattern in the middle of a bounded field for at most `generations`. To find
    /// whether a state recurs, the field is run further. The number of further generations is at
    /// most four times the number run before, or 512 if that is more.
    ///
    /// # Errors
    /// The errors of [`Grid::from_pattern`]. Also fails if the observer cancels.
    ///
    /// ```
    /// use quadrille_life::{Fate, Outcome, Pattern, Rule, EngineSettings};
    ///
    /// let glider: Pattern = "bob$2bo$3o!".parse()?;
    /// let bounds = "16x16:torus".parse()?;
    /// let fate = Fate::within_bounds(&glider, Rule::CONWAY, bounds, EngineSettings::default(), 5000, &())?;
    /// let Outcome::Settled(settled) = &fate.outcome else { panic!("it settles") };
    /// assert_eq!((settled.generation, settled.period), (0, Some(64)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within_bounds(
        pattern: &Pattern,
        rule: Rule,
        bounds: Bounds,
        settings: EngineSettings,
        generations: u64,
        observer: &dyn Observer,
    ) -> Result<Self, FateError> {
        let field = Grid::from_pattern(pattern, rule, bounds, settings)?;
        Analysis {
            first: field.clone(),
            now: field,
            populations: Vec::new(),
            generations,
            again: 0,
            anyhow: LOOK_ANYHOW.0,
            observer,
        }
        .until(Analysis::settled_within_bounds)
        .map(|(fate, _)| fate)
    }
}

/// The parts of a settled pattern, which never interact again.
pub(crate) struct Remains {
    /// The generation at which the parts have the cells in `parts`.
    pub(crate) generation: u64,
    /// The sorted cells of each part.
    pub(crate) parts: Vec<Vec<Cell>>,
}

/// A pattern under observation.
struct Analysis<'a, U> {
    /// The plane or field at generation 0.
    first: U,
    /// The plane or field at the last generation run.
    now: U,
    /// The populations of all generations so far.
    populations: Vec<u64>,
    /// The maximum number of generations.
    generations: u64,
    /// The pattern is not examined before this generation, except at the end of the observation.
    again: u64,
    /// The generation from which the pattern is examined even if the populations are not periodic.
    anyhow: u64,
    observer: &'a dyn Observer,
}

impl<U> Analysis<'_, U>
where
    U: Universe<Count = u64> + Clone,
    FateError: From<U::Error>,
{
    /// Runs until the outcome is known; `settled` examines whether the pattern has settled. The
    /// second argument of `settled` is the period of the populations, or `None` if they are not
    /// periodic.
    fn until<R>(
        mut self,
        settled: impl Fn(&mut Self, Option<u64>) -> Result<Option<(Settled, R)>, FateError>,
    ) -> Result<(Fate, Option<R>), FateError> {
        let last = self.generations.min(MOST_GENERATIONS) as usize;
        self.populations.push(self.now.population());
        let mut next_look = BETWEEN_LOOKS.min(last);
        loop {
            while self.populations.len() <= next_look {
                self.step()?;
            }
            let (now, at_the_end) = (next_look as u64, next_look == last);
            let unbounded = self.now.rule_spec().bounds.is_none();
            let repeats = growth::repeats(&self.populations, REPEATED);
            // A bounded field does not grow forever.
            let grows = Growth::seen(&self.populations).filter(|_| unbounded);
            let anyhow = grows.is_none() && (at_the_end || (unbounded && now >= self.anyhow));
            if (repeats.is_some() || anyhow) && (now >= self.again || at_the_end) {
                if let Some((settled, remains)) = settled(&mut self, repeats)? {
                    // Drop the generations that were run only to find a state that recurs.
                    self.populations.truncate(next_look + 1);
                    let fate = Fate { populations: self.populations, outcome: Outcome::Settled(settled) };
                    return Ok((fate, Some(remains)));
                }
                self.again = now + now / 2;
                if anyhow {
                    self.anyhow = now.saturating_mul(LOOK_ANYHOW.1);
                }
            }
            if let Some(growth) = grows.filter(|growth| growth.is_plain() || at_the_end) {
                return Ok((Fate { populations: self.populations, outcome: Outcome::Grows(growth) }, None));
            }
            if at_the_end {
                return Ok((Fate { populations: self.populations, outcome: Outcome::Open }, None));
            }
            next_look = (next_look + BETWEEN_LOOKS.max(next_look / 8)).min(last);
        }
    }

    /// Advances by one generation.
    fn step(&mut self) -> Result<(), FateError> {
        self.now.step()?;
        reserve(&mut self.populations, 1)?;
        self.populations.push(self.now.population());
        let done = self.populations.len() as u64 - 1;
        Ok(self
            .observer
            .notify(&Progress::of(done.min(self.generations), self.generations).counting("generations"))?)
    }

    /// Returns the progress of an examination, during which the generation does not advance.
    fn analysing(&self) -> Progress {
        let done = (self.populations.len() as u64 - 1).min(self.generations);
        Progress::of(done, self.generations).counting("generations").with_message("searching for parts")
    }

    fn report_analysis(&self) -> Result<(), Cancelled> {
        self.observer.notify(&self.analysing())
    }

    /// Returns an observer that ignores the progress it receives, and reports the progress of the
    /// examination instead.
    fn quiet_observer(&self) -> impl Observer + '_ {
        let (looking, observer) = (self.analysing(), self.observer);
        move |_: &Progress| observer.observe(&looking)
    }

    /// Returns the number of the last generation.
    fn generation(&self) -> u64 {
        self.populations.len() as u64 - 1
    }
}

impl Analysis<'_, Tiles> {
    /// Returns the settled state of the plane, if it has settled. `repeats` is the period of the
    /// populations, or `None` if they are not periodic.
    fn settled_on_plane(
        &mut self,
        rules: &RuleCycle,
        repeats: Option<u64>,
    ) -> Result<Option<(Settled, Remains)>, FateError> {
        if *self.populations.last().unwrap_or(&0) > MOST_FOLLOWED {
            return Ok(None);
        }
        let now = self.generation();
        let effort = if repeats.is_some() { EFFORT.0 } else { EFFORT.1 };
        let repeats = repeats.unwrap_or(1);
        let (least, most) = TOGETHER;
        let together = (2 * repeats).max(least).max(most.min(now / 8));
        let patience = PATIENCE.max(8 * repeats).max(now);
        let check = || self.report_analysis();
        let here = Context { rules, generation: now, ask: &check };
        let cells = cells::of_pattern(&self.now.to_pattern());
        let Some(parts) = RecurringParts::of(&cells, &here, together, patience, effort)? else {
            return Ok(None);
        };
        let generation = self.settled_at(&parts, &here)?;
        let settled = Settled {
            generation,
            population: self.populations[generation as usize],
            // Alternating rules have period 2 even on an empty plane.
            period: parts.period().and_then(|period| least_common_multiple(period, rules.period())),
            displacement: parts.displacement(),
            parts: parts.len(),
        };
        Ok(Some((settled, Remains { generation: now, parts: parts.into_cells() })))
    }

    /// Returns the first generation since which the plane has consisted of these parts, each in
    /// isolation.
    fn settled_at(&self, parts: &RecurringParts, here: &Context<'_>) -> Result<u64, FateError> {
        let counted = parts.populations();
        let mut from = here.generation;
        while from > 0 && counted.at(here.generation, from - 1) == self.populations[from as usize - 1] {
            from -= 1;
        }
        let mut plane = self.first.clone();
        plane.run(from, &self.quiet_observer())?;
        let mut alone = parts.back_at(from, here)?;
        let mut since = None;
        for generation in from..here.generation {
            if cells::of_pattern(&plane.to_pattern()) == alone.together() {
                let since = *since.get_or_insert(generation);
                if parts.stay_apart(here.generation - generation, here)? {
                    return Ok(since);
                }
            } else {
                since = None;
            }
            self.report_analysis()?;
            plane.step()?;
            alone.step(here.rules);
        }
        Ok(since.unwrap_or(here.generation))
    }
}

impl Analysis<'_, Grid> {
    /// Returns the settled state of the field, if it has settled. `repeats` is the period of the
    /// populations, or `None` if they are not periodic.
    fn settled_within_bounds(&mut self, repeats: Option<u64>) -> Result<Option<(Settled, ())>, FateError> {
        let now = self.generation();
        // If the populations are periodic, the field is likely to recur, so this attempt may run
        // twice as many generations as were run so far, or more. If the populations are not
        // periodic, the attempt is short.
        let patience = repeats.map_or(PATIENCE, |repeats| PATIENCE.max(8 * repeats).max(2 * now));
        let Some(period) = self.comes_again(patience)? else { return Ok(None) };
        let mut from = now;
        while from > 0
            && self.populations[from as usize - 1] == self.populations[(from + period) as usize - 1]
        {
            from -= 1;
        }
        let mut earlier = self.first.clone();
        earlier.run(from, &self.quiet_observer())?;
        let mut later = earlier.clone();
        later.run(period, &self.quiet_observer())?;
        // Once both fields are equal, they remain equal.
        while earlier.population() != later.population() || !earlier.spans().eq(later.spans()) {
            self.report_analysis()?;
            earlier.step();
            later.step();
            from += 1;
        }
        let settled = Settled {
            generation: from,
            population: self.populations[from as usize],
            period: Some(period),
            displacement: Some((0, 0)),
            parts: usize::from(self.populations[from as usize] > 0),
        };
        Ok(Some((settled, ())))
    }

    /// Returns the number of generations after which the field recurs; `None` if it does not recur
    /// within `patience` generations. If it recurs, the generations run are added to the
    /// observation; otherwise they are dropped.
    fn comes_again(&mut self, patience: u64) -> Result<Option<u64>, FateError> {
        let (begin, length) = (self.now.clone(), self.populations.len());
        let population = self.populations.last().copied();
        for period in 1..=patience {
            self.step()?;
            if self.populations.last().copied() == population && self.now.spans().eq(begin.spans()) {
                return Ok(Some(period));
            }
        }
        // The pattern has not repeated: restore the state.
        self.populations.truncate(length);
        self.now = begin;
        Ok(None)
    }
}
