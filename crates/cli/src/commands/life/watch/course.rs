//! The watched evolution: it runs on any engine in time slices, and returns the cells of a window.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use quadrille::answers::life::{LifeError, first_generation, placed};
use quadrille::life::formats::Contents;
use quadrille::life::num_bigint::{BigInt, BigUint};
use quadrille::life::{
    Area, Bounds, Dots, Engine, EngineSettings, Grid, HashLife, HashLifeError, PlaneEngine, Rule, Strip,
    StripError, Tiles, TilesError, Universe as _,
};
use quadrille::progress::{CancelToken, Observer as _, Progress};
use quadrille::report::figure::grouped;

use super::window::Window;

/// If a `HashLife` step takes less time than this, the next step has twice as many generations.
const SHORT: Duration = Duration::from_millis(25);
/// Time limit of a `HashLife` step, which is cancelled after this time.
const LONG: Duration = Duration::from_millis(200);
/// Number of generations that an engine is asked to run if the caller gives no number.
const MANY: u64 = 1 << 40;
/// Maximum exponent n of a `HashLife` step of 2^n generations.
const MOST_POWER: u32 = 300;
/// Maximum number of digits of a generation or population that is printed in full.
const SHOWN_DIGITS: usize = 15;

/// State of the watched evolution.
pub(super) struct Course {
    pattern: Contents,
    rule: Rule,
    bounds: Option<Bounds>,
    settings: EngineSettings,
    universe: Universe,
    /// Generation of the pattern when `universe` was created.
    before: BigUint,
    /// Exponent n of the next `HashLife` step, which has 2^n generations.
    power: u32,
}

/// The engine and its state.
enum Universe {
    Grid(Grid),
    Strip(Strip),
    Tiles(Tiles),
    HashLife(HashLife),
}

/// View of the cells through a window.
pub(super) struct Seen {
    dots: Dots,
    /// Number of columns and of rows of the window that lie before the first dot.
    offset: (usize, usize),
    /// Extent of the field, in columns and rows of the window; `None` on the plane.
    field: Option<Area<i128, i128>>,
}

/// State of a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dot {
    Dead,
    Alive,
    /// Outside the field.
    Outside,
}

impl Seen {
    /// Returns the dot in the given column and row of the window.
    pub(super) fn dot(&self, column: usize, row: usize) -> Dot {
        if let Some(field) = self.field {
            let within = |at: usize, from: i128, length: i128| (from..from + length).contains(&(at as i128));
            if !within(column, field.x, field.width) || !within(row, field.y, field.height) {
                return Dot::Outside;
            }
        }
        let (right, down) = self.offset;
        match (column.checked_sub(right), row.checked_sub(down)) {
            (Some(column), Some(row)) if self.dots.get(column, row) => Dot::Alive,
            _ => Dot::Dead,
        }
    }
}

impl Universe {
    fn new(
        pattern: &Contents,
        rule: Rule,
        bounds: Option<Bounds>,
        settings: EngineSettings,
    ) -> Result<Self, LifeError> {
        match bounds {
            Some(bounds) => {
                let listed = pattern.listed().map_err(|reason| LifeError::Unlisted { reason })?;
                if bounds.is_unlimited() {
                    let strip = Strip::from_pattern(&listed, rule, bounds, settings);
                    return strip.map(Self::Strip).map_err(LifeError::Strip);
                }
                Ok(Self::Grid(Grid::from_pattern(&listed, rule, bounds, settings)?))
            }
            None => Ok(match placed(pattern, rule, settings)?.into_engine() {
                PlaneEngine::Tiles(tiles) => Self::Tiles(tiles),
                PlaneEngine::HashLife(squares) => Self::HashLife(squares),
            }),
        }
    }

    fn generation(&self) -> BigUint {
        match self {
            Self::Grid(grid) => grid.generation().into(),
            Self::Strip(strip) => strip.generation().into(),
            Self::Tiles(tiles) => tiles.generation().into(),
            Self::HashLife(squares) => squares.generation().clone(),
        }
    }
}

impl Course {
    /// Creates the evolution at its first generation.
    pub(super) fn new(
        pattern: Contents,
        rule: Rule,
        bounds: Option<Bounds>,
        settings: EngineSettings,
    ) -> Result<Self, LifeError> {
        let universe = Universe::new(&pattern, rule, bounds, settings)?;
        let before = first_generation(pattern.generation());
        Ok(Self { pattern, rule, bounds, settings, universe, before, power: 0 })
    }

    /// Restarts the evolution.
    pub(super) fn restart(&mut self) -> Result<(), LifeError> {
        self.universe = Universe::new(&self.pattern, self.rule, self.bounds, self.settings)?;
        self.before = first_generation(self.pattern.generation());
        self.power = 0;
        Ok(())
    }

    pub(super) const fn rule(&self) -> Rule {
        self.rule
    }

    pub(super) const fn engine(&self) -> Engine {
        match (&self.universe, self.settings.engine) {
            (Universe::Grid(_) | Universe::Strip(_), named @ Engine::Form(_)) => named,
            (Universe::Grid(_) | Universe::Strip(_), _) => Engine::Grid,
            (Universe::Tiles(_), _) => Engine::Tiles,
            (Universe::HashLife(_), _) => Engine::HashLife,
        }
    }

    /// Runs the given number of generations, or as many as possible, until the deadline; returns
    /// the number completed.
    ///
    /// # Errors
    /// Returns the reason why the evolution cannot continue.
    pub(super) fn go_on(
        &mut self,
        generations: Option<u64>,
        until: Instant,
        token: &CancelToken,
    ) -> Result<f64, String> {
        let before = self.universe.generation();
        let by = |until: Instant| {
            move |progress: &Progress| {
                if Instant::now() >= until { ControlFlow::Break(()) } else { token.observe(progress) }
            }
        };
        let went = match &mut self.universe {
            Universe::Grid(grid) => {
                let left = u64::MAX - grid.generation();
                // The result is ignored, because it is normal that the deadline stops the run.
                let _ = grid.run(generations.unwrap_or(MANY).min(left), &by(until));
                Ok(())
            }
            Universe::Strip(strip) => {
                let left = u64::MAX - strip.generation();
                match strip.run(generations.unwrap_or(MANY).min(left), &by(until)) {
                    Err(StripError::Cancelled(_)) | Ok(()) => Ok(()),
                    Err(error) => Err(error.to_string()),
                }
            }
            Universe::Tiles(tiles) => {
                let left = u64::MAX - tiles.generation();
                match tiles.run(generations.unwrap_or(MANY).min(left), &by(until)) {
                    Err(TilesError::Cancelled(_)) | Ok(()) => Ok(()),
                    Err(error) => Err(error.to_string()),
                }
            }
            Universe::HashLife(squares) => {
                let begun = Instant::now();
                let by = by(begun + LONG);
                let went = match generations {
                    Some(generations) => squares.run(&generations.into(), &by),
                    None => squares.step_pow2(self.power, &by),
                };
                if generations.is_none() {
                    match went {
                        Ok(()) if begun.elapsed() < SHORT => self.power = (self.power + 1).min(MOST_POWER),
                        Err(_) => self.power = self.power.saturating_sub(1),
                        Ok(()) => {}
                    }
                }
                match went {
                    Err(HashLifeError::Cancelled(_)) | Ok(()) => Ok(()),
                    Err(error) => Err(error.to_string()),
                }
            }
        };
        let done = self.universe.generation() - before;
        went.map(|()| done.to_string().parse().unwrap_or(f64::INFINITY))
    }

    /// Continues the evolution on the other engine for the plane: `HashLife` instead of `Tiles`, or
    /// the reverse.
    ///
    /// # Errors
    /// Returns the reason why the engine cannot be changed.
    pub(super) fn change_engine(&mut self) -> Result<(), String> {
        let generation = self.total();
        let settings = self.settings.engine(Engine::Auto);
        let changed = match &self.universe {
            Universe::Grid(_) | Universe::Strip(_) => {
                return Err("the engine can be changed only on the plane".to_owned());
            }
            Universe::Tiles(tiles) => {
                let squares = HashLife::from_pattern(&tiles.to_pattern(), self.rule, settings);
                Universe::HashLife(squares.map_err(|error| error.to_string())?)
            }
            Universe::HashLife(squares) => {
                let macrocell = squares.try_to_macrocell().map_err(|error| error.to_string())?;
                let mut listed = macrocell.to_pattern().map_err(|error| error.to_string())?;
                listed.generation = Some(generation.to_string());
                let tiles = Tiles::from_pattern(&listed, self.rule, settings);
                Universe::Tiles(tiles.map_err(|error| error.to_string())?)
            }
        };
        (self.universe, self.before, self.power) = (changed, generation, 0);
        Ok(())
    }

    fn total(&self) -> BigUint {
        &self.before + self.universe.generation()
    }

    /// Returns the generation as text.
    pub(super) fn generation(&self) -> String {
        short(&self.total())
    }

    /// Returns the population as text.
    pub(super) fn population(&self) -> String {
        short(&match &self.universe {
            Universe::Grid(grid) => grid.population().into(),
            Universe::Strip(strip) => strip.population().into(),
            Universe::Tiles(tiles) => tiles.population().into(),
            Universe::HashLife(squares) => squares.population(),
        })
    }

    /// Returns the area that a picture should show: the field, or on the plane all living cells.
    pub(super) fn area(&self) -> Option<Area<BigInt, BigUint>> {
        match &self.universe {
            Universe::Grid(grid) => {
                Some(Area { x: 0, y: 0, width: grid.width(), height: grid.height() }.wide())
            }
            Universe::Strip(strip) => strip.bounding_box().map(Area::wide),
            Universe::Tiles(tiles) => tiles.bounding_box().map(Area::wide),
            Universe::HashLife(squares) => squares.bounding_box(),
        }
    }

    /// Returns the view through a window.
    pub(super) fn seen(&self, window: &Window) -> Seen {
        let (left, top) = window.corner();
        let (size, power) = (window.size(), window.power());
        match &self.universe {
            Universe::HashLife(squares) => Seen {
                dots: squares.dots(&(&left << power), &(&top << power), size, power),
                offset: (0, 0),
                field: None,
            },
            Universe::Tiles(tiles) => {
                let (dots, offset) = seen_by_i64(window, |x, y, size, power| tiles.dots(x, y, size, power));
                Seen { dots, offset, field: None }
            }
            Universe::Strip(strip) => {
                let (dots, offset) = seen_by_i64(window, |x, y, size, power| strip.dots(x, y, size, power));
                // The ends of an unbounded side are placed far beyond the window in both
                // directions.
                let ends = |side: u64, from: &BigInt| match side {
                    0 => (i128::MIN / 2, i128::MAX),
                    side => (first(from), length(side, power)),
                };
                let ((x, width), (y, height)) =
                    (ends(strip.bounds().width(), &left), ends(strip.bounds().height(), &top));
                Seen { dots, offset, field: Some(Area { x, y, width, height }) }
            }
            Universe::Grid(grid) => {
                let least = BigInt::ZERO;
                let ((right, x), (down, y)) = (clipped(&left, &least, size.0), clipped(&top, &least, size.1));
                let place = |dots: BigInt| u64::try_from(dots << power).ok();
                let dots = match (place(x), place(y)) {
                    (Some(x), Some(y)) => grid.dots(&x, &y, (size.0 - right, size.1 - down), power),
                    // The window is outside the field.
                    _ => grid.dots(&0, &0, (0, 0), power),
                };
                let field = Area {
                    x: first(&left),
                    y: first(&top),
                    width: length(grid.width(), power),
                    height: length(grid.height(), power),
                };
                Seen { dots, offset: (right, down), field: Some(field) }
            }
        }
    }
}

/// Returns the column (or row) of a window at which the field starts. `from` is the first column
/// (or row) of the window, counted in dots from the start of the field.
fn first(from: &BigInt) -> i128 {
    i128::try_from(-from).unwrap_or(i128::MAX / 2)
}

/// Returns the length in dots of a field's side.
fn length(side: u64, power: u32) -> i128 {
    (i128::from(side - 1) >> power.min(64)) + 1
}

/// Returns the dots of a window that show cells with `i64` coordinates. Also returns the number of
/// columns and of rows of the window before the first of these dots.
fn seen_by_i64(
    window: &Window,
    dots: impl Fn(i64, i64, (usize, usize), u32) -> Dots,
) -> (Dots, (usize, usize)) {
    let (left, top) = window.corner();
    let (size, power) = (window.size(), window.power());
    let least = BigInt::from(i64::MIN) >> power;
    let ((right, x), (down, y)) = (clipped(&left, &least, size.0), clipped(&top, &least, size.1));
    // Two dots of 2^63 cells per side cover all coordinates, so larger dots look the same.
    let power = power.min(63);
    let place = |dots: BigInt| i64::try_from(dots << power).ok();
    let seen = match (place(x), place(y)) {
        (Some(x), Some(y)) => dots(x, y, (size.0 - right, size.1 - down), power),
        // The window is beyond the coordinates of cells.
        _ => dots(0, 0, (0, 0), power),
    };
    (seen, (right, down))
}

/// Removes all dots before `least` from a range of `dots` dots that starts at `from`. Returns the
/// number of removed dots and the first remaining dot.
fn clipped(from: &BigInt, least: &BigInt, dots: usize) -> (usize, BigInt) {
    if from >= least {
        return (0, from.clone());
    }
    (usize::try_from(least - from).unwrap_or(dots).min(dots), least.clone())
}

/// Formats a number compactly: grouped digits, or scientific notation.
fn short(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() <= SHOWN_DIGITS {
        return grouped(number);
    }
    format!("{}.{}e{}", &digits[..1], &digits[1..4], digits.len() - 1)
}
