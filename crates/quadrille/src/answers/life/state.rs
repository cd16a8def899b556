//! Planes as values that can be kept and made planes again.

use num_bigint::BigUint;
use quadrille_life::{Engine, HashLife, Macrocell, Rule, Settings, Tiles};
use quadrille_memory::Shortage;

use super::{LifeError, Plane};

/// The state of a plane: all that decides how it goes on. What is memoised or asleep is not part of it.
///
/// ```
/// use quadrille::answers::life::{Plane, PlaneState, placed};
/// use quadrille::life::{Engine, Pattern, Rule, Settings};
///
/// let glider: Pattern = "bob$2bo$3o!".parse()?;
/// let plane = placed(&glider.into(), Rule::CONWAY, Settings::default().engine(Engine::HashLife))?;
/// let state: PlaneState = plane.state()?;
/// assert_eq!(Plane::from_state(&state, plane.settings().level)?.hash(), plane.hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlaneState {
    /// The engine: tiles or hashlife.
    pub engine: Engine,
    /// When cells are born and survive.
    pub rule: Rule,
    /// How much memory the plane may take, in bytes.
    pub memory: u64,
    /// Generations since the plane was made.
    pub generation: BigUint,
    /// Whether of two rules in turn the second applies to generations of even number.
    pub turned: bool,
    /// The cells, where they lie.
    pub cells: Macrocell,
}

impl PlaneState {
    /// The state of those parts.
    pub const fn new(
        engine: Engine,
        rule: Rule,
        memory: u64,
        generation: BigUint,
        turned: bool,
        cells: Macrocell,
    ) -> Self {
        Self { engine, rule, memory, generation, turned, cells }
    }
}

impl Plane {
    /// How the work is done, as asked for.
    pub const fn settings(&self) -> Settings {
        match self {
            Self::Tiles(tiles) => tiles.settings(),
            Self::HashLife(squares) => squares.settings(),
        }
    }

    /// Returns the state of the plane. Linear in the living cells, or in the squares.
    ///
    /// # Errors
    /// There is not memory enough.
    pub fn state(&self) -> Result<PlaneState, Shortage> {
        let (engine, rule, turned) = match self {
            Self::Tiles(tiles) => (Engine::Tiles, tiles.rule(), tiles.is_turned()),
            Self::HashLife(squares) => (Engine::HashLife, squares.rule(), false),
        };
        let mut cells = self.to_macrocell()?;
        (cells.rule, cells.generation) = (None, None);
        Ok(PlaneState {
            engine,
            rule,
            memory: self.settings().memory,
            generation: self.generation(),
            turned,
            cells,
        })
    }

    /// Makes a plane of a state.
    ///
    /// # Errors
    /// There is not memory enough, or the state is none of a plane: more cells or generations than tiles
    /// count, or a rule or an engine that does not fit.
    pub fn from_state(state: &PlaneState, level: quadrille_lanes::Level) -> Result<Self, LifeError> {
        let engine = state.engine.unbounded()?;
        let settings = Settings::default().engine(engine).level(level).memory(state.memory);
        if engine == Engine::HashLife {
            let squares = HashLife::from_macrocell(&state.cells, state.rule, settings);
            let squares = squares.map_err(LifeError::HashLife)?;
            return Ok(Self::HashLife(squares.with_generation(state.generation.clone())));
        }
        let mut listed = state.cells.to_pattern().map_err(|reason| LifeError::Unlisted { reason })?;
        listed.generation = state.turned.then(|| "1".to_owned());
        let generation =
            u64::try_from(&state.generation).map_err(|_| LifeError::Generations { engine: Engine::Tiles })?;
        let tiles = Tiles::from_pattern(&listed, state.rule, settings).map_err(LifeError::Tiles)?;
        Ok(Self::Tiles(tiles.with_generation(generation)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::life::placed;
    use quadrille_life::formats::Contents;
    use quadrille_life::{Level, Pattern};

    fn run(plane: &mut Plane, generations: u64) {
        match plane {
            Plane::Tiles(tiles) => tiles.run(generations, &()).unwrap(),
            Plane::HashLife(squares) => squares.run(&generations.into(), &()).unwrap(),
        }
    }

    /// Planes that are kept half way and made again go on as those that were not, at any generation and
    /// under two rules in turn.
    #[test]
    fn a_state_goes_on_as_the_plane_does() {
        let mut seed = 1u64;
        for round in 0..60 {
            let mut random = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                seed >> 33
            };
            let cells: Vec<(i64, i64)> =
                (0..60).map(|_| ((random() % 20) as i64 - 7, (random() % 20) as i64 - 12)).collect();
            let mut pattern = Pattern::from_cells(cells);
            pattern.generation = (round % 3 == 0).then(|| (random() % 9).to_string());
            let rule = ["B3/S23", "B36/S23", "B03/S23", "B03/S238", "B2-a/S12", "B0/S"][round % 6];
            let rule: Rule = rule.parse().unwrap();
            let engine = if round % 2 == 0 || rule.alternates() { Engine::Tiles } else { Engine::HashLife };
            let settings = Settings::default().engine(engine).memory(1 << 30);
            let mut plane = placed(&Contents::from(pattern), rule, settings).unwrap();
            run(&mut plane, random() % 12);
            let state = plane.state().unwrap();
            assert_eq!((state.engine, state.memory, state.rule), (engine, 1 << 30, rule));
            let mut again = Plane::from_state(&state, Level::best()).unwrap();
            assert_eq!(again.state().unwrap(), state);
            for more in [0, 1, 5, 8] {
                run(&mut plane, more);
                run(&mut again, more);
                assert_eq!((again.hash(), again.generation()), (plane.hash(), plane.generation()), "{rule}");
            }
            assert_eq!(again.state().unwrap(), plane.state().unwrap());
        }
    }
}
