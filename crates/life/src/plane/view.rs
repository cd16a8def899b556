//! What a plane holds: cells read, written and counted, whichever engine has them.

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
    /// How many cells live. Linear in the tiles, or in the squares that the plane is made of.
    pub fn population(&self) -> BigUint {
        match &self.held {
            PlaneEngine::Tiles(tiles) => tiles.population().into(),
            PlaneEngine::HashLife(squares) => squares.population(),
        }
    }

    /// The smallest rectangle that holds all living cells; `None` if there are none.
    pub fn bounding_box(&self) -> Option<Area<BigInt, BigUint>> {
        match &self.held {
            PlaneEngine::Tiles(tiles) => tiles.bounding_box().map(Area::wide),
            PlaneEngine::HashLife(squares) => squares.bounding_box(),
        }
    }

    /// Whether the cell in column `x` of row `y` lives.
    pub fn get(&self, x: &BigInt, y: &BigInt) -> bool {
        match &self.held {
            PlaneEngine::Tiles(tiles) => narrow(x).zip(narrow(y)).is_some_and(|(x, y)| tiles.get(x, y)),
            PlaneEngine::HashLife(squares) => squares.get(x, y),
        }
    }

    /// Gives life to the cell in column `x` of row `y`, or takes it.
    ///
    /// # Errors
    /// If there is not memory enough, or the cell lies farther out than the engine counts.
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
            PlaneEngine::HashLife(squares) => Ok(squares.set(x, y, alive)?),
        }
    }

    /// The living cells (x, y) of a rectangle, in reading order.
    pub fn cells_in(&self, area: &Area<BigInt, BigUint>) -> Vec<(BigInt, BigInt)> {
        match &self.held {
            PlaneEngine::HashLife(squares) => squares.cells_in(area),
            PlaneEngine::Tiles(tiles) => {
                let Some(area) = within_tiles(area) else { return Vec::new() };
                tiles.cells_in(area).into_iter().map(|(x, y)| (x.into(), y.into())).collect()
            }
        }
    }

    /// A rectangle as dots of 2^`power` × 2^`power` cells: `size` columns and rows of them, the first being the one in
    /// which the cell in column `x` of row `y` lies.
    pub fn dots(&self, x: &BigInt, y: &BigInt, size: (usize, usize), power: u32) -> Dots {
        let tiles = match &self.held {
            PlaneEngine::HashLife(squares) => return squares.dots(x, y, size, power),
            PlaneEngine::Tiles(tiles) => tiles,
        };
        // Dots before the first cell of the plane of tiles are dead; and those as large as 64 bits are two a side.
        let least = BigInt::from(i64::MIN) >> power;
        let begin = |at: &BigInt, dots: usize| {
            let first = at >> power;
            let clipped = (&first).max(&least).clone();
            let over = usize::try_from(&clipped - first).unwrap_or(dots).min(dots);
            i64::try_from(clipped << power).ok().map(|at| (over, at))
        };
        let mut dots = Dots::new(size);
        let (Some((right, x)), Some((down, y))) = (begin(x, size.0), begin(y, size.1)) else { return dots };
        let seen = tiles.dots(x, y, (size.0 - right, size.1 - down), power.min(63));
        for row in 0..seen.rows() {
            for column in (0..seen.columns()).filter(|&column| seen.get(column, row)) {
                dots.set(column + right, row + down);
            }
        }
        dots
    }

    /// A 64-bit hash of the living cells and where they are: that of [`Grid::hash`](crate::Grid::hash). Linear in the
    /// living cells.
    ///
    /// # Errors
    /// If cells lie beyond the columns and rows that 64 bits count.
    pub fn hash(&self) -> Result<u64, PlaneError> {
        match &self.held {
            PlaneEngine::Tiles(tiles) => Ok(tiles.hash()),
            PlaneEngine::HashLife(squares) => Ok(squares.hash()?),
        }
    }

    /// The living cells as a pattern, with the rule, and the position that says where they lie. Linear in the living
    /// cells. Cells beyond the columns and rows that 64 bits count are listed from the pattern's own top-left cell on,
    /// whose place is the position.
    ///
    /// # Errors
    /// If cells lie 2⁶³ columns or rows apart.
    pub fn to_pattern(&self) -> Result<Pattern, PlaneError> {
        match &self.held {
            PlaneEngine::Tiles(tiles) => Ok(tiles.to_pattern()),
            PlaneEngine::HashLife(squares) => Ok(squares.to_pattern()?),
        }
    }

    /// Returns an upper bound of the spans that the living cells make.
    pub fn span_count(&self) -> BigUint {
        match &self.held {
            PlaneEngine::Tiles(tiles) => tiles.span_count().into(),
            PlaneEngine::HashLife(squares) => squares.population(),
        }
    }

    /// The plane as a macrocell, with its rule and, unless it is 0, its generation. No cells are listed where `HashLife`
    /// has them.
    ///
    /// # Errors
    /// There is not memory enough.
    pub fn to_macrocell(&self) -> Result<Macrocell, Shortage> {
        let mut macrocell = match &self.held {
            PlaneEngine::Tiles(tiles) => {
                // In a list that doubles, and on their way to squares.
                let spans = tiles.span_count();
                let list = spans.saturating_mul(2 * size_of::<Span>() as u64);
                require(list.saturating_add(Macrocell::bytes_of_spans(spans)))?;
                // Tiles lie within 64 bits.
                Macrocell::from_pattern(&tiles.to_pattern()).unwrap_or_default()
            }
            PlaneEngine::HashLife(squares) => squares.try_to_macrocell()?,
        };
        let generation = self.generation();
        macrocell.generation = (generation.bits() > 0).then(|| generation.to_string());
        Ok(macrocell)
    }
}

/// A column or row that tiles count.
fn narrow(at: &BigInt) -> Option<i64> {
    i64::try_from(at).ok()
}

/// The part of a rectangle that tiles count; `None` if there is none.
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
