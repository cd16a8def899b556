//! Access to the cells of a plane, whichever engine holds it: reading, changing and counting.

use num_bigint::{BigInt, BigUint};
use quadrille_memory::{Shortage, require};
use quadrille_progress::Observer;

use super::{Plane, PlaneEngine, PlaneError};
use crate::area::Area;
use crate::dots::Dots;
use crate::macrocell::{MOST_LEVELS, Macrocell};
use crate::pattern::{Pattern, Span};
use crate::rule_spec::RuleSpec;
use crate::tiles::TilesError;
use crate::universe::Universe;

impl Plane {
    /// Returns the number of living cells. Time is linear in the tiles, or in the nodes of
    /// `HashLife`.
    pub fn population(&self) -> BigUint {
        match &self.held {
            PlaneEngine::Tiles(tiles) => tiles.population().into(),
            PlaneEngine::HashLife(hashlife) => hashlife.population(),
        }
    }

    /// Returns the smallest rectangle that contains all living cells; `None` if there are none.
    pub fn bounding_box(&self) -> Option<Area<BigInt, BigUint>> {
        match &self.held {
            PlaneEngine::Tiles(tiles) => tiles.bounding_box().map(Area::wide),
            PlaneEngine::HashLife(hashlife) => hashlife.bounding_box(),
        }
    }

    /// Returns whether the cell in column `x` of row `y` lives.
    pub fn get(&self, x: &BigInt, y: &BigInt) -> bool {
        match &self.held {
            PlaneEngine::Tiles(tiles) => narrow(x).zip(narrow(y)).is_some_and(|(x, y)| tiles.get(x, y)),
            PlaneEngine::HashLife(hashlife) => hashlife.get(x, y),
        }
    }

    /// Sets the cell in column `x` of row `y` to alive or dead.
    ///
    /// # Errors
    /// If there is not enough memory, or the engine does not support coordinates as large as those
    /// of the cell.
    pub fn set(&mut self, x: &BigInt, y: &BigInt, alive: bool) -> Result<(), PlaneError> {
        if self.get(x, y) != alive {
            self.set_cell(x, y, alive)?;
            self.count_anew();
        }
        Ok(())
    }

    fn set_cell(&mut self, x: &BigInt, y: &BigInt, alive: bool) -> Result<(), PlaneError> {
        match &mut self.held {
            PlaneEngine::Tiles(tiles) => {
                let set = match narrow(x).zip(narrow(y)) {
                    Some((x, y)) => tiles.set(x, y, alive),
                    None if alive => Err(TilesError::EndOfPlane),
                    None => Ok(()),
                };
                match set {
                    Err(error @ (TilesError::EndOfPlane | TilesError::Memory(_)))
                        if self.choice.is_some() =>
                    {
                        self.leave_tiles(error)?;
                        self.set_cell(x, y, alive)
                    }
                    set => Ok(set?),
                }
            }
            PlaneEngine::HashLife(hashlife) => Ok(hashlife.set(x, y, alive)?),
        }
    }

    /// Returns the living cells (x, y) of a rectangle, in reading order.
    pub fn cells_in(&self, area: &Area<BigInt, BigUint>) -> Vec<(BigInt, BigInt)> {
        match &self.held {
            PlaneEngine::HashLife(hashlife) => hashlife.cells_in(area),
            PlaneEngine::Tiles(tiles) => {
                let Some(area) = within_tiles(area) else { return Vec::new() };
                tiles.cells_in(area).into_iter().map(|(x, y)| (x.into(), y.into())).collect()
            }
        }
    }

    /// Returns a rectangle of dots. `size` is the number of columns and rows of dots; each dot
    /// covers 2^`power` × 2^`power` cells. The first dot contains the cell in column `x` of row
    /// `y`.
    pub fn dots(&self, x: &BigInt, y: &BigInt, size: (usize, usize), power: u32) -> Dots {
        let tiles = match &self.held {
            PlaneEngine::HashLife(hashlife) => return hashlife.dots(x, y, size, power),
            PlaneEngine::Tiles(tiles) => tiles,
        };
        // Dots left of or above the 64-bit coordinates of tiles are empty. If the side of a dot is
        // 2⁶³ cells or more, all cells of the tiles lie in two dots per axis: one for negative
        // coordinates, one for the others. Dots with a side of exactly 2⁶³ cells divide the cells
        // in the same way, so this is the largest side passed to the tiles.
        let side = power.min(63);
        let least = BigInt::from(i64::MIN) >> power;
        let begin = |at: &BigInt, dots: usize| {
            let first = at >> power;
            let clipped = (&first).max(&least).clone();
            let over = usize::try_from(&clipped - first).unwrap_or(dots).min(dots);
            i64::try_from(clipped << side).ok().map(|at| (over, at))
        };
        let mut dots = Dots::new(size);
        let (Some((right, x)), Some((down, y))) = (begin(x, size.0), begin(y, size.1)) else { return dots };
        let seen = tiles.dots(x, y, (size.0 - right, size.1 - down), side);
        for row in 0..seen.rows() {
            for column in (0..seen.columns()).filter(|&column| seen.get(column, row)) {
                dots.set(column + right, row + down);
            }
        }
        dots
    }

    /// Returns a 64-bit hash of the living cells and their coordinates, equal to
    /// [`Grid::hash`](crate::Grid::hash). Time is linear in the population.
    ///
    /// # Errors
    /// If coordinates exceed 64 bits.
    pub fn hash(&self) -> Result<u64, PlaneError> {
        match &self.held {
            PlaneEngine::Tiles(tiles) => Ok(tiles.hash()),
            PlaneEngine::HashLife(hashlife) => Ok(hashlife.hash()?),
        }
    }

    /// Returns the living cells as a pattern, with the rule and the position of the bounding box's
    /// top-left corner. Time is linear in the population. The cells have their own coordinates or,
    /// if these exceed 64 bits, coordinates relative to this corner.
    ///
    /// # Errors
    /// If coordinates exceed 64 bits and the bounding box has 2⁶³ or more columns or rows.
    pub fn to_pattern(&self) -> Result<Pattern, PlaneError> {
        match &self.held {
            PlaneEngine::Tiles(tiles) => Ok(tiles.to_pattern()),
            PlaneEngine::HashLife(hashlife) => Ok(hashlife.to_pattern()?),
        }
    }

    /// Returns an upper bound of the number of spans of living cells.
    pub fn span_count(&self) -> BigUint {
        match &self.held {
            PlaneEngine::Tiles(tiles) => tiles.span_count().into(),
            PlaneEngine::HashLife(hashlife) => hashlife.population(),
        }
    }

    /// Returns the plane as a macrocell, with the rule and the generation of the plane. A
    /// generation of 0 is omitted. The nodes of `HashLife` are converted directly, without a list
    /// of cells.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn to_macrocell(&self) -> Result<Macrocell, Shortage> {
        let mut macrocell = match &self.held {
            PlaneEngine::Tiles(tiles) => {
                // Check the memory for the list of spans, which doubles when it grows, and for the
                // conversion of the spans to nodes.
                let spans = tiles.span_count();
                let list = spans.saturating_mul(2 * size_of::<Span>() as u64);
                require(list.saturating_add(Macrocell::bytes_of_spans(spans)))?;
                // The conversion cannot fail, since tiles have 64-bit coordinates.
                Macrocell::from_pattern(&tiles.to_pattern()).unwrap_or_default()
            }
            PlaneEngine::HashLife(hashlife) => hashlife.try_to_macrocell()?,
        };
        let generation = self.generation();
        macrocell.generation = (generation.bits() > 0).then(|| generation.to_string());
        Ok(macrocell)
    }
}

/// Converts a column or row to 64 bits, the range of tiles.
fn narrow(at: &BigInt) -> Option<i64> {
    i64::try_from(at).ok()
}

/// Returns the part of a rectangle that has 64-bit coordinates; `None` if there is no such part.
fn within_tiles(area: &Area<BigInt, BigUint>) -> Option<Area<i64>> {
    let part = |from: &BigInt, length: &BigUint| {
        let first = from.max(&BigInt::from(i64::MIN)).clone();
        let end: BigInt = from + BigInt::from(length.clone());
        let end = end.min(BigInt::from(i64::MAX) + 1u8);
        let length = u64::try_from(end - &first).ok()?;
        Some((narrow(&first)?, length))
    };
    let ((x, width), (y, height)) = (part(&area.x, &area.width)?, part(&area.y, &area.height)?);
    Some(Area { x, y, width, height })
}

impl Universe for Plane {
    type Coordinate = BigInt;
    type Count = BigUint;
    type Error = PlaneError;

    fn rule_spec(&self) -> RuleSpec {
        RuleSpec { rule: self.rule, bounds: None }
    }

    fn generation(&self) -> BigUint {
        self.generation()
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

    fn set(&mut self, x: &BigInt, y: &BigInt, alive: bool) -> Result<(), PlaneError> {
        self.set(x, y, alive)
    }

    fn run(&mut self, generations: &BigUint, observer: &dyn Observer) -> Result<(), PlaneError> {
        self.run(generations, observer)
    }

    fn step_pow2(&mut self, power: u32, observer: &dyn Observer) -> Result<(), PlaneError> {
        if power as usize >= MOST_LEVELS {
            return Err(PlaneError::HashLife(crate::hashlife::HashLifeError::TooFar));
        }
        self.run(&(BigUint::from(1u8) << power), observer)
    }

    fn cells_in(&self, area: &Area<BigInt, BigUint>) -> Vec<(BigInt, BigInt)> {
        self.cells_in(area)
    }

    fn dots(&self, x: &BigInt, y: &BigInt, size: (usize, usize), power: u32) -> Dots {
        self.dots(x, y, size, power)
    }

    fn hash(&self) -> Result<u64, PlaneError> {
        self.hash()
    }

    fn to_pattern(&self) -> Result<Pattern, PlaneError> {
        self.to_pattern()
    }
}
