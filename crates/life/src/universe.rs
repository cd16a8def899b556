//! The interface that all engines implement.

use std::error::Error;
use std::fmt::{Debug, Display};

use quadrille_progress::{Cancelled, Observer};

use crate::area::Area;
use crate::dots::Dots;
use crate::grid::{Grid, GridError};
use crate::pattern::Pattern;
use crate::rule_spec::RuleSpec;

/// A universe of cells that evolves by a rule.
///
/// The trait is independent of the engine: it assumes neither edges nor 64-bit limits. A bounded
/// [`Grid`] counts in `u64`; an engine on the unbounded plane may count generations, cells and
/// coordinates in integers of arbitrary size, and may run out of memory during a run.
///
/// ```
/// use quadrille_life::{Grid, Pattern, Rule, EngineSettings, Universe};
///
/// /// Returns the population after some generations.
/// fn later<U: Universe>(universe: &mut U, generations: u64) -> Result<U::Count, U::Error> {
///     universe.run(&generations.into(), &())?;
///     Ok(universe.population())
/// }
///
/// let blinker: Pattern = "3o!".parse()?;
/// let mut grid = Grid::from_pattern(&blinker, Rule::CONWAY, "9x9".parse()?, EngineSettings::default())?;
/// assert_eq!(later(&mut grid, 15)?, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Universe {
    /// The type of coordinates: columns to the right and rows down. On a bounded field they are
    /// unsigned and count from the top-left cell.
    type Coordinate: Clone + Ord + Debug + Display;

    /// The type of generations, populations and sides of rectangles.
    type Count: Clone + Ord + Debug + Display + From<u64>;

    /// The error of a call, cancellation included.
    type Error: Error + From<Cancelled>;

    /// Returns the rule, with the bounds if there are any.
    fn rule_spec(&self) -> RuleSpec;

    /// Returns the number of generations since the start.
    fn generation(&self) -> Self::Count;

    /// Returns the number of living cells.
    fn population(&self) -> Self::Count;

    /// Returns the smallest rectangle that contains all living cells; `None` if there are none.
    fn bounding_box(&self) -> Option<Area<Self::Coordinate, Self::Count>>;

    /// Returns whether the cell in column `x` of row `y` lives; `false` outside a bounded field.
    fn get(&self, x: &Self::Coordinate, y: &Self::Coordinate) -> bool;

    /// Sets the cell in column `x` of row `y` to alive or dead.
    ///
    /// # Errors
    /// If there is no such cell, or no memory for it.
    fn set(&mut self, x: &Self::Coordinate, y: &Self::Coordinate, alive: bool) -> Result<(), Self::Error>;

    /// Advances by the given number of generations; `observer` receives progress and can cancel the
    /// call.
    ///
    /// # Errors
    /// Cancellation, or lack of memory. The universe then remains at the last completed generation,
    /// from which it can continue.
    fn run(&mut self, generations: &Self::Count, observer: &dyn Observer) -> Result<(), Self::Error>;

    /// Advances by one generation.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    fn step(&mut self) -> Result<(), Self::Error> {
        self.run(&1.into(), &())
    }

    /// Advances by 2^`power` generations. This is the most efficient step of HashLife, which
    /// memoises the whole step.
    ///
    /// # Errors
    /// Those of [`run`](Self::run). Also fails if the engine's generation counter is too small.
    fn step_pow2(&mut self, power: u32, observer: &dyn Observer) -> Result<(), Self::Error>;

    /// Returns the living cells (x, y) of a rectangle, in reading order. The time hardly depends on
    /// cells outside the rectangle, except that a [`Grid`](crate::Grid) reads whole rows.
    fn cells_in(
        &self,
        area: &Area<Self::Coordinate, Self::Count>,
    ) -> Vec<(Self::Coordinate, Self::Coordinate)>;

    /// Returns a rectangle of dots. `size` is the number of columns and rows of dots; each dot
    /// covers 2^`power` × 2^`power` cells. The first dot contains the cell in column `x` of row
    /// `y`.
    fn dots(&self, x: &Self::Coordinate, y: &Self::Coordinate, size: (usize, usize), power: u32) -> Dots;

    /// Returns a 64-bit hash of the living cells and their coordinates, the same for every engine.
    /// Like [`Grid::hash`](crate::Grid::hash), it is a sum with one term for each living cell;
    /// negative coordinates are in two's complement. Time is linear in the population.
    ///
    /// # Errors
    /// If coordinates exceed 64 bits.
    fn hash(&self) -> Result<u64, Self::Error>;

    /// Returns the living cells as a pattern, with the rule and the bounds.
    ///
    /// # Errors
    /// If living cells lie about 2⁶³ columns or rows apart, too far for the coordinates of a
    /// pattern.
    fn to_pattern(&self) -> Result<Pattern, Self::Error>;
}

/// Returns the index of the column (or row) of dots that contains the column (or row) `cell` of
/// cells. A dot has a side of 2^`power` cells; `power` can be 64 or more.
pub(crate) const fn dot_of(cell: i64, power: u32) -> i64 {
    if power < 64 {
        cell >> power
    } else if cell < 0 {
        -1
    } else {
        0
    }
}

impl Universe for Grid {
    type Coordinate = u64;
    type Count = u64;
    type Error = GridError;

    fn rule_spec(&self) -> RuleSpec {
        RuleSpec { rule: self.rule(), bounds: Some(self.bounds()) }
    }

    fn generation(&self) -> u64 {
        self.generation()
    }

    fn population(&self) -> u64 {
        self.population()
    }

    fn bounding_box(&self) -> Option<Area> {
        self.bounding_box()
    }

    fn get(&self, &x: &u64, &y: &u64) -> bool {
        self.get(x, y)
    }

    fn set(&mut self, &x: &u64, &y: &u64, alive: bool) -> Result<(), GridError> {
        self.set(x, y, alive)
    }

    fn run(&mut self, &generations: &u64, observer: &dyn Observer) -> Result<(), GridError> {
        Ok(self.run(generations, observer)?)
    }

    fn step(&mut self) -> Result<(), GridError> {
        self.step();
        Ok(())
    }

    fn step_pow2(&mut self, power: u32, observer: &dyn Observer) -> Result<(), GridError> {
        let generations = 1u64.checked_shl(power).ok_or(GridError::EndOfCount)?;
        Ok(self.run(generations, observer)?)
    }

    fn cells_in(&self, &area: &Area) -> Vec<(u64, u64)> {
        self.view(area).live_cells().collect()
    }

    fn dots(&self, &x: &u64, &y: &u64, size: (usize, usize), power: u32) -> Dots {
        let mut dots = Dots::new(size);
        // A dot of 2⁶⁴ × 2⁶⁴ cells contains any field.
        let power = power.min(64);
        let begin = |at: u64| (u128::from(at) >> power << power) as u64;
        let (x, y) = (begin(x), begin(y));
        let side = |dots: usize| u64::try_from((dots as u128) << power).unwrap_or(u64::MAX);
        let area = Area { x, y, width: side(size.0), height: side(size.1) };
        for span in self.view(area).spans() {
            let at = |cell: u64, from: u64| (u128::from(cell - from) >> power) as usize;
            let (first, row) = (span.x as u64, at(span.y as u64, y));
            for column in at(first, x)..=at(first + span.length - 1, x) {
                dots.set(column, row);
            }
        }
        dots
    }

    fn hash(&self) -> Result<u64, GridError> {
        Ok(self.hash())
    }

    fn to_pattern(&self) -> Result<Pattern, GridError> {
        Ok(self.to_pattern())
    }
}
