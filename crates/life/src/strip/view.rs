//! Methods of a strip that change and list its cells or return a downscaled view, and its
//! implementation of [`Universe`].

use quadrille_progress::Observer;

use super::{Strip, StripError};
use crate::area::Area;
use crate::dots::Dots;
use crate::pattern::{Pattern, Span};
use crate::rule_spec::RuleSpec;
use crate::universe::{Universe, dot_of};

impl Strip {
    /// Sets the cell in column `x` of row `y` to alive or dead.
    ///
    /// # Errors
    /// If the cell lies beyond the strip's edges, or there is not enough memory for a grid that
    /// contains both this cell and all other living cells.
    ///
    /// ```
    /// use quadrille_life::{Rule, EngineSettings, Strip};
    ///
    /// let mut strip = Strip::new(Rule::CONWAY, "0x9".parse()?, EngineSettings::default())?;
    /// for x in -2000..-1997 {
    ///     strip.set(x, 4, true)?;
    /// }
    /// strip.run(1, &())?;
    /// assert!(strip.get(-1999, 3) && !strip.get(-2000, 4));
    /// assert!(strip.set(0, 9, true).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&mut self, x: i64, y: i64, alive: bool) -> Result<(), StripError> {
        let (along, across, side) =
            if self.lies_across() { (x, y, self.bounds.height()) } else { (y, x, self.bounds.width()) };
        if u64::try_from(across).map_or(true, |across| across >= side) {
            return Err(StripError::NoCell { x, y, bounds: self.bounds });
        }
        if !self.reaches(along) {
            if !alive {
                return Ok(());
            }
            self.reach(along)?;
        }
        let (left, top) = self.corner();
        Ok(self.grid.set(x.abs_diff(left), y.abs_diff(top), alive)?)
    }

    /// Returns the length of the grid in the unbounded direction.
    const fn length(&self) -> u64 {
        if self.lies_across() { self.grid.width() } else { self.grid.height() }
    }

    /// Returns whether the grid contains the column or row `along`, counted in the unbounded
    /// direction.
    fn reaches(&self, along: i64) -> bool {
        along >= self.start && along.abs_diff(self.start) < self.length()
    }

    /// Extends the grid to the column or row `along`, keeping all living cells.
    fn reach(&mut self, along: i64) -> Result<(), StripError> {
        let (first, last) = match self.bounding_box() {
            None => (along, along),
            Some(area) => {
                let (from, length) =
                    if self.lies_across() { (area.x, area.width) } else { (area.y, area.height) };
                (from.min(along), from.saturating_add_unsigned(length - 1).max(along))
            }
        };
        let length = last.abs_diff(first).checked_add(1).ok_or(StripError::EndOfStrip)?;
        let spans: Vec<Span> = self.spans().collect();
        self.put(&spans, first, length)
    }

    /// Returns the living cells (x, y) of a rectangle, in reading order. Time is linear in the area
    /// of the grid.
    pub fn cells_in(&self, area: Area<i64>) -> Vec<(i64, i64)> {
        let within = |at: i64, from: i64, length: u64| at >= from && at.abs_diff(from) < length;
        let spans = self.spans().filter(|span| within(span.y, area.y, area.height));
        let cells = spans.flat_map(|Span { y, x, length }| {
            // The sum never saturates, because a span ends at the last 64-bit column at the latest.
            (0..length).map(move |right| (x.saturating_add_unsigned(right), y))
        });
        cells.filter(|&(x, _)| within(x, area.x, area.width)).collect()
    }

    /// Returns a rectangle of dots. `size` is the number of columns and rows of dots; each dot
    /// covers 2^`power` × 2^`power` cells. The first dot contains the cell in column `x` of row
    /// `y`. Time is linear in the area of the grid.
    pub fn dots(&self, x: i64, y: i64, size: (usize, usize), power: u32) -> Dots {
        let mut dots = Dots::new(size);
        if size.0 == 0 || size.1 == 0 {
            return dots;
        }
        let (left, top) = (i128::from(dot_of(x, power)), i128::from(dot_of(y, power)));
        let last = left + size.0 as i128 - 1;
        for Span { y, x, length } in self.spans() {
            let Ok(row) = usize::try_from(i128::from(dot_of(y, power)) - top) else { continue };
            let end = x.saturating_add_unsigned(length - 1);
            let columns = [dot_of(x, power), dot_of(end, power)].map(i128::from);
            for column in columns[0].max(left)..=columns[1].min(last) {
                dots.set((column - left) as usize, row);
            }
        }
        dots
    }
}

impl Universe for Strip {
    type Coordinate = i64;
    type Count = u64;
    type Error = StripError;

    fn rule_spec(&self) -> RuleSpec {
        RuleSpec { rule: self.rule, bounds: Some(self.bounds) }
    }

    fn generation(&self) -> u64 {
        self.generation()
    }

    fn population(&self) -> u64 {
        self.population()
    }

    fn bounding_box(&self) -> Option<Area<i64>> {
        self.bounding_box()
    }

    fn get(&self, &x: &i64, &y: &i64) -> bool {
        self.get(x, y)
    }

    fn set(&mut self, &x: &i64, &y: &i64, alive: bool) -> Result<(), StripError> {
        self.set(x, y, alive)
    }

    fn run(&mut self, &generations: &u64, observer: &dyn Observer) -> Result<(), StripError> {
        self.run(generations, observer)
    }

    fn step_pow2(&mut self, power: u32, observer: &dyn Observer) -> Result<(), StripError> {
        self.run(1u64.checked_shl(power).ok_or(StripError::EndOfCount)?, observer)
    }

    fn cells_in(&self, &area: &Area<i64>) -> Vec<(i64, i64)> {
        self.cells_in(area)
    }

    fn dots(&self, &x: &i64, &y: &i64, size: (usize, usize), power: u32) -> Dots {
        self.dots(x, y, size, power)
    }

    fn hash(&self) -> Result<u64, StripError> {
        Ok(self.hash())
    }

    fn to_pattern(&self) -> Result<Pattern, StripError> {
        Ok(self.to_pattern())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::bounds::Bounds;
    use crate::grid::EngineSettings;
    use crate::rule::Rule;

    proptest! {
        /// Compares random changes and views of a strip with a set of cells.
        #[test]
        fn a_strip_is_written_and_seen_cell_by_cell(
            across: bool,
            written in prop::collection::vec((-200..200i64, -2..9i64, any::<bool>()), 0..40),
            window in (-220..220i64, -9..9i64, 0..300u64, 0..20u64),
            power in 0..9u32,
        ) {
            let bounds: Bounds = if across { "0x7" } else { "7x0" }.parse().unwrap();
            let mut strip = Strip::new(Rule::CONWAY, bounds, EngineSettings::default()).unwrap();
            let mut plain = BTreeSet::new();
            let laid = |(along, side): (i64, i64)| if across { (along, side) } else { (side, along) };
            for (along, side, alive) in written {
                let (x, y) = laid((along, side));
                let inside = (0..7).contains(&side);
                prop_assert_eq!(strip.set(x, y, alive).is_ok(), inside);
                if inside && alive {
                    plain.insert((y, x));
                } else if inside {
                    plain.remove(&(y, x));
                }
            }
            for &(y, x) in &plain {
                prop_assert!(strip.get(x, y));
            }
            let ((x, y), (width, height)) =
                (laid((window.0, window.1)), if across { (window.2, window.3) } else { (window.3, window.2) });
            let within = |at: i64, from: i64, length: u64| (from..from + length as i64).contains(&at);
            let expected: Vec<(i64, i64)> = plain
                .iter()
                .filter(|cell| within(cell.1, x, width) && within(cell.0, y, height))
                .map(|&(y, x)| (x, y))
                .collect();
            prop_assert_eq!(strip.cells_in(Area { x, y, width, height }), expected);
            let size = (width as usize, height as usize);
            let dots = strip.dots(x, y, size, power);
            for row in 0..size.1 {
                for column in 0..size.0 {
                    let at = ((x >> power) + column as i64, (y >> power) + row as i64);
                    let alive = plain.iter().any(|&(y, x)| (x >> power, y >> power) == at);
                    prop_assert_eq!(dots.get(column, row), alive);
                }
            }
        }
    }
}
