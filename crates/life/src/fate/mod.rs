//! What becomes of a pattern: when it settles and with which period, or how it grows.
//!
//! **On the plane**, a pattern has settled at generation t if from t on it is made of *parts* that have nothing
//! to do with each other, each of which comes back after its period, moved or not. A still life is such a part
//! and so is a glider on its way; the R-pentomino has settled at 1103, though its gliders fly for ever. That
//! this is so is proved, not guessed from how many cells live:
//!
//! 1. Nothing is born without neighbours in what the plane keeps ([`Rule::without_bounds`]), so living cells
//!    more than two columns or two rows apart have no neighbour in common, and neither matters for the other.
//! 2. Parts are looked for by going on for a while: cells that ever have a neighbour in common belong together.
//! 3. Each part goes on alone until it is as it was, d columns and rows away, after p generations: so it is
//!    for ever.
//! 4. Whatever a part is in the course of its period lies in a box that moves by d / p cells a generation. Two
//!    boxes that are never again within two cells of each other hold parts that never meet. Parts that are
//!    too close for this, but move alike, are taken as one.
//! 5. So the plane is its parts, each alone, from here on. Going back from here as long as that is what the
//!    plane was, one comes to the generation at which it settled: the first from which on this is so.
//!
//! **Within bounds** a field has settled at the first generation that ever comes again, cell by cell.
//!
//! **Growth** is shown by evidence alone: if for a long time each period brings the same number of living cells
//! more (linear), or each period brings as many more than the one before did (quadratic), it is said since when
//! and up to when this was seen. A pattern that has settled is proved not to grow.

pub(crate) mod cells;
mod growth;
pub(crate) mod parts;

use quadrille_memory::{Shortage, reserve};
use quadrille_progress::{Cancelled, Observer, Progress};
use thiserror::Error;

pub use growth::{Growth, GrowthKind};

use crate::bounds::Bounds;
use crate::grid::{Grid, GridError, Settings};
use crate::pattern::Pattern;
use crate::rule::Rule;
use crate::tiles::{Tiles, TilesError};
use crate::universe::Universe;
use cells::{Cell, Turns};
use parts::{Parts, Place, least_common_multiple};

/// Generations before the first look, and between two at least.
const BETWEEN_LOOKS: usize = 64;
/// Generations at the end of those seen in which populations repeat themselves, at least.
const REPEATED: usize = 32;
/// Generations that a part is given to come back, at least.
const PATIENCE: u64 = 512;
/// Generations for which cells are followed to see which belong together, at least and, unless populations
/// repeat themselves more slowly, at most.
const TOGETHER: (u64, u64) = (32, 1024);
/// The first generation in which parts are looked for though populations do not repeat themselves, as those of
/// many parts may do late; and how many times farther the next is.
const LOOK_ANYHOW: (u64, u64) = (256, 4);
/// The most living cells that are followed one by one.
pub(crate) const MOST_FOLLOWED: u64 = 1 << 20;
/// Cells times generations for which cells are followed, and parts are given time to come back, where populations
/// repeat themselves and where they do not.
const EFFORT: (u64, u64) = (1 << 26, 1 << 21);
/// The most generations that are looked at.
const MOST_GENERATIONS: u64 = 100_000_000;

/// What has become of a pattern.
///
/// ```
/// use quadrille_life::{Fate, Outcome, Pattern, Rule, Settings};
///
/// let r_pentomino: Pattern = "b2o$2o$bo!".parse()?;
/// let fate = Fate::on_plane(&r_pentomino, Rule::CONWAY, Settings::default(), 5000, &())?;
/// let Outcome::Settled(settled) = &fate.outcome else { panic!("it settles") };
/// assert_eq!((settled.generation, settled.population), (1103, 116));
///
/// let glider: Pattern = "bob$2bo$3o!".parse()?;
/// let fate = Fate::on_plane(&glider, Rule::CONWAY, Settings::default(), 5000, &())?;
/// let Outcome::Settled(settled) = &fate.outcome else { panic!("it settles") };
/// assert_eq!((settled.period, settled.displacement), (Some(4), Some((1, 1))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fate {
    /// How many cells live: number t of them after t generations. There is one more than there are generations
    /// that were looked at.
    pub populations: Vec<u64>,
    /// What they come to.
    pub outcome: Outcome,
}

/// What a pattern comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Outcome {
    /// It settles: proved.
    Settled(Settled),
    /// It grows, by all that was seen.
    Grows(Growth),
    /// Nothing can be said by the last generation that was looked at.
    Open,
}

/// A pattern that has settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settled {
    /// The first generation of the rest: 0 for what is a still life, an oscillator or a spaceship from the start.
    pub generation: u64,
    /// How many cells live in that generation.
    pub population: u64,
    /// After how many generations all parts are as they were, each where it has moved to; `None` if 64 bits do
    /// not count them.
    pub period: Option<u64>,
    /// Columns to the right and rows down by which all of it moves in a period; `None` if its parts fly apart.
    /// Nothing moves within bounds.
    pub displacement: Option<(i64, i64)>,
    /// How many parts there are: 0 if nothing lives, and 1 within bounds. Parts that lie close together may be
    /// taken as one.
    pub parts: usize,
}

/// Why nothing was found out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FateError {
    /// The plane cannot be made, or went out of memory.
    #[error(transparent)]
    Tiles(TilesError),
    /// The field cannot be made.
    #[error(transparent)]
    Grid(GridError),
    /// More cells live than are followed one by one.
    #[error("{0} cells are too many to be told apart one by one; expected at most {MOST_FOLLOWED}")]
    TooMany(u128),
    /// There is not memory enough for what is remembered of each generation.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// The observer said stop.
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
    /// The most generations that are looked at, whatever is asked for: 10⁸, as each is remembered.
    pub const MOST_GENERATIONS: u64 = MOST_GENERATIONS;

    /// What becomes of a pattern on the unbounded plane, looked at for so many generations at most. It takes the
    /// time of [`Tiles`] for single generations, and that of following each cell for some more of them whenever
    /// the population repeats itself; and 8 bytes a generation.
    ///
    /// # Errors
    /// Those of [`Tiles::from_pattern`] and [`Tiles::run`]; cancellation.
    pub fn on_plane(
        pattern: &Pattern,
        rule: Rule,
        settings: Settings,
        generations: u64,
        observer: &dyn Observer,
    ) -> Result<Self, FateError> {
        Ok(Self::with_remains(pattern, rule, settings, generations, observer)?.0)
    }

    /// What becomes of a pattern, and the parts that it has settled to, if it has.
    pub(crate) fn with_remains(
        pattern: &Pattern,
        rule: Rule,
        settings: Settings,
        generations: u64,
        observer: &dyn Observer,
    ) -> Result<(Self, Option<Remains>), FateError> {
        let plane = Tiles::from_pattern(&pattern.at_origin(), rule, settings)?;
        let turns = Turns::new(rule, pattern.is_at_odd_generation());
        Look {
            first: plane.clone(),
            now: plane,
            populations: Vec::new(),
            generations,
            again: 0,
            anyhow: LOOK_ANYHOW.0,
            observer,
        }
        .until(|look, repeats| look.settled_on_plane(&turns, repeats))
    }

    /// What becomes of a pattern in the middle of a field, looked at for so many generations at most, and for up to
    /// twice as many more, 512 at least, to see the last one come again.
    ///
    /// # Errors
    /// Those of [`Grid::from_pattern`]; cancellation.
    ///
    /// ```
    /// use quadrille_life::{Fate, Outcome, Pattern, Rule, Settings};
    ///
    /// let glider: Pattern = "bob$2bo$3o!".parse()?;
    /// let bounds = "16x16:torus".parse()?;
    /// let fate = Fate::within_bounds(&glider, Rule::CONWAY, bounds, Settings::default(), 5000, &())?;
    /// let Outcome::Settled(settled) = &fate.outcome else { panic!("it settles") };
    /// assert_eq!((settled.generation, settled.period), (0, Some(64)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within_bounds(
        pattern: &Pattern,
        rule: Rule,
        bounds: Bounds,
        settings: Settings,
        generations: u64,
        observer: &dyn Observer,
    ) -> Result<Self, FateError> {
        let field = Grid::from_pattern(pattern, rule, bounds, settings)?;
        Look {
            first: field.clone(),
            now: field,
            populations: Vec::new(),
            generations,
            again: 0,
            anyhow: LOOK_ANYHOW.0,
            observer,
        }
        .until(Look::settled_within_bounds)
        .map(|(fate, _)| fate)
    }
}

/// What a pattern has settled to: parts that never meet again, each of which comes back.
pub(crate) struct Remains {
    /// The generation in which they are as they are here.
    pub(crate) generation: u64,
    /// The cells of each part, in order.
    pub(crate) parts: Vec<Vec<Cell>>,
}

/// A pattern that goes on and is looked at.
struct Look<'a, U> {
    /// Generation 0.
    first: U,
    /// The last generation.
    now: U,
    /// How many live, of every generation so far.
    populations: Vec<u64>,
    /// Generations looked at, at most.
    generations: u64,
    /// The generation before which it is of no use to look again.
    again: u64,
    /// The generation in which one looks anyhow.
    anyhow: u64,
    observer: &'a dyn Observer,
}

impl<U> Look<'_, U>
where
    U: Universe<Count = u64> + Clone,
    FateError: From<U::Error>,
{
    /// Goes on until there is something to be said; to what it has settled is what `settled` says.
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
            // Within bounds nothing grows for ever.
            let grows = Growth::seen(&self.populations).filter(|_| unbounded);
            let anyhow = grows.is_none() && (at_the_end || (unbounded && now >= self.anyhow));
            if (repeats.is_some() || anyhow) && (now >= self.again || at_the_end) {
                if let Some((settled, remains)) = settled(&mut self, repeats)? {
                    // Generations that were done only to see it come again are nobody's concern.
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

    /// One generation.
    fn step(&mut self) -> Result<(), FateError> {
        self.now.step()?;
        reserve(&mut self.populations, 1)?;
        self.populations.push(self.now.population());
        let done = self.populations.len() as u64 - 1;
        Ok(self
            .observer
            .notify(&Progress::of(done.min(self.generations), self.generations).counting("generations"))?)
    }

    /// That nothing new is done but looking.
    fn looking(&self) -> Progress {
        let done = (self.populations.len() as u64 - 1).min(self.generations);
        Progress::of(done, self.generations).counting("generations").with_message("looking for parts")
    }

    fn tell_looking(&self) -> Result<(), Cancelled> {
        self.observer.notify(&self.looking())
    }

    /// An observer that tells of nothing but that.
    fn still_looking(&self) -> impl Observer + '_ {
        let (looking, observer) = (self.looking(), self.observer);
        move |_: &Progress| observer.observe(&looking)
    }

    /// The number of the last generation.
    fn generation(&self) -> u64 {
        self.populations.len() as u64 - 1
    }
}

impl Look<'_, Tiles> {
    /// What the plane has settled to, if it has; populations repeat themselves after `repeats` generations, if
    /// they do.
    fn settled_on_plane(
        &mut self,
        turns: &Turns,
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
        let looking = || self.tell_looking();
        let here = Place { turns, generation: now, ask: &looking };
        let cells = cells::of_pattern(&self.now.to_pattern());
        let Some(parts) = Parts::of(&cells, &here, together, patience, effort)? else { return Ok(None) };
        let generation = self.settled_at(&parts, &here)?;
        let settled = Settled {
            generation,
            population: self.populations[generation as usize],
            // Where nothing lives, the plane still takes turns.
            period: parts.period().and_then(|period| least_common_multiple(period, turns.length())),
            displacement: parts.displacement(),
            parts: parts.len(),
        };
        Ok(Some((settled, Remains { generation: now, parts: parts.into_cells() })))
    }

    /// The generation from which on the plane is these parts, which it is here.
    fn settled_at(&self, parts: &Parts, here: &Place<'_>) -> Result<u64, FateError> {
        let counted = parts.populations();
        let mut from = here.generation;
        while from > 0 && counted.at(here.generation, from - 1) == self.populations[from as usize - 1] {
            from -= 1;
        }
        let mut plane = self.first.clone();
        plane.run(from, &self.still_looking())?;
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
            self.tell_looking()?;
            plane.step()?;
            alone.step(here.turns);
        }
        Ok(since.unwrap_or(here.generation))
    }
}

impl Look<'_, Grid> {
    /// What the field has settled to, if it has; populations repeat themselves after `repeats` generations.
    fn settled_within_bounds(&mut self, repeats: Option<u64>) -> Result<Option<(Settled, ())>, FateError> {
        let now = self.generation();
        // Waiting as long as it has gone on already, at least, is not done too often; and where nothing speaks for
        // it, not for long.
        let patience = repeats.map_or(PATIENCE, |repeats| PATIENCE.max(8 * repeats).max(2 * now));
        let Some(period) = self.comes_again(patience)? else { return Ok(None) };
        let mut from = now;
        while from > 0
            && self.populations[from as usize - 1] == self.populations[(from + period) as usize - 1]
        {
            from -= 1;
        }
        let mut earlier = self.first.clone();
        earlier.run(from, &self.still_looking())?;
        let mut later = earlier.clone();
        later.run(period, &self.still_looking())?;
        // What is the same once is so for ever.
        while earlier.population() != later.population() || !earlier.spans().eq(later.spans()) {
            self.tell_looking()?;
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

    /// After how many generations the field is what it is now, if it is so by then. The generations up to that
    /// one are counted.
    fn comes_again(&mut self, patience: u64) -> Result<Option<u64>, FateError> {
        let (begin, length) = (self.now.clone(), self.populations.len());
        let population = self.populations.last().copied();
        for period in 1..=patience {
            self.step()?;
            if self.populations.last().copied() == population && self.now.spans().eq(begin.spans()) {
                return Ok(Some(period));
            }
        }
        // Not yet: back to where it was.
        self.populations.truncate(length);
        self.now = begin;
        Ok(None)
    }
}
