//! What evolves: the face that every engine shows, whatever it is inside.

use std::error::Error;
use std::fmt::{Debug, Display};

use quadrille_progress::{Cancelled, Observer};

use crate::area::Area;
use crate::dots::Dots;
use crate::grid::{Grid, GridError};
use crate::pattern::Pattern;
use crate::rule_spec::RuleSpec;

/// Cells that live by a rule and go on from generation to generation.
///
/// The trait asks for nothing that only one kind of engine has: no rows, no edges, no number that fits 64
/// bits. A bounded [`Grid`] counts in `u64`; an engine on the unbounded plane may count generations, cells
/// and coordinates in integers of any length, and may run out of memory in the middle of a run.
///
/// ```
/// use quadrille_life::{Grid, Pattern, Rule, Settings, Universe};
///
/// /// How many cells live some generations from now.
/// fn later<U: Universe>(universe: &mut U, generations: u64) -> Result<U::Count, U::Error> {
///     universe.run(&generations.into(), &())?;
///     Ok(universe.population())
/// }
///
/// let blinker: Pattern = "3o!".parse()?;
/// let mut grid = Grid::from_pattern(&blinker, Rule::CONWAY, "9x9".parse()?, Settings::default())?;
/// assert_eq!(later(&mut grid, 15)?, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Universe {
    /// Columns and rows: to the right and down. On a bounded field they count from its top-left cell and have
    /// no sign.
    type Coordinate: Clone + Ord + Debug + Display;

    /// Generations, cells, and sides of rectangles: never negative, as long as the engine can count.
    type Count: Clone + Ord + Debug + Display + From<u64>;

    /// Why a call came to nothing, cancellation among the reasons.
    type Error: Error + From<Cancelled>;

    /// The rule, and the bounds if there are any.
    fn rule_spec(&self) -> RuleSpec;

    /// Generations since the beginning.
    fn generation(&self) -> Self::Count;

    /// How many cells live.
    fn population(&self) -> Self::Count;

    /// The bounds of what lives, the smallest rectangle that holds all living cells; `None` if there are none.
    fn bounding_box(&self) -> Option<Area<Self::Coordinate, Self::Count>>;

    /// Whether the cell in column `x` of row `y` lives; there is no life outside a bounded field.
    fn get(&self, x: &Self::Coordinate, y: &Self::Coordinate) -> bool;

    /// Gives life to the cell in column `x` of row `y`, or takes it.
    ///
    /// # Errors
    /// If there is no such cell, or no memory for it.
    fn set(&mut self, x: &Self::Coordinate, y: &Self::Coordinate, alive: bool) -> Result<(), Self::Error>;

    /// Goes on by so many generations; `observer` hears of them and may stop the call.
    ///
    /// # Errors
    /// Cancellation, or no memory. The universe then stands at the generation it had come to, and can go on.
    fn run(&mut self, generations: &Self::Count, observer: &dyn Observer) -> Result<(), Self::Error>;

    /// One generation.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    fn step(&mut self) -> Result<(), Self::Error> {
        self.run(&1.into(), &())
    }

    /// Goes on by 2^`power` generations: the step that squares do best, since all of it is remembered.
    ///
    /// # Errors
    /// Those of [`run`](Self::run), and if the engine does not count so far.
    fn step_pow2(&mut self, power: u32, observer: &dyn Observer) -> Result<(), Self::Error>;

    /// The living cells (x, y) of a rectangle, in reading order. What lies outside it costs hardly anything,
    /// except in a [`Grid`](crate::Grid), whose rows are read as a whole.
    fn cells_in(
        &self,
        area: &Area<Self::Coordinate, Self::Count>,
    ) -> Vec<(Self::Coordinate, Self::Coordinate)>;

    /// A rectangle as dots, each of which stands for 2^`power` × 2^`power` cells: `columns` × `rows` of them,
    /// the first being the one in which the cell in column `x` of row `y` lies.
    fn dots(&self, x: &Self::Coordinate, y: &Self::Coordinate, size: (usize, usize), power: u32) -> Dots;

    /// A 64-bit hash of the living cells and where they are, the same whatever the engine: a sum over cells, with
    /// coordinates in two's complement. Linear in the living cells.
    ///
    /// # Errors
    /// If cells lie farther out than 64 bits count.
    fn hash(&self) -> Result<u64, Self::Error>;

    /// The living cells as a pattern, with the rule and the bounds.
    ///
    /// # Errors
    /// If cells lie farther out than a pattern reaches, 2⁶³ columns or rows.
    fn to_pattern(&self) -> Result<Pattern, Self::Error>;
}

/// Which dot a cell belongs to, however large dots are.
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
        // A dot of 2⁶⁴ cells a side holds any field.
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
