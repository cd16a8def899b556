//! The state of a plane, as a value that can be stored and restored.

use num_bigint::BigUint;
use quadrille_life::{Engine, EngineSettings, Macrocell, Rule};
use quadrille_memory::Shortage;

use super::{LifeError, Plane};

/// The state of a plane: everything that its future depends on. The state contains neither memoised
/// results nor the list of the tiles that are skipped because their cells recur.
///
/// ```
/// use quadrille_experiments_life::answers::{Plane, PlaneState, placed};
/// use quadrille_life::{Engine, Pattern, Rule, EngineSettings};
///
/// let glider: Pattern = "bob$2bo$3o!".parse()?;
/// let plane = placed(&glider.into(), Rule::CONWAY, EngineSettings::default().engine(Engine::HashLife))?;
/// let state: PlaneState = plane.state()?;
/// assert_eq!(Plane::from_state(&state, plane.settings().level)?.hash(), plane.hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlaneState {
    /// The requested engine.
    pub engine: Engine,
    /// The rule.
    pub rule: Rule,
    /// The memory limit in bytes.
    pub memory: u64,
    /// The number of generations since the plane was created.
    pub generation: BigUint,
    /// Whether the second of two alternating rules applies at even generations. It has no effect on
    /// a rule that does not alternate.
    pub turned: bool,
    /// The cells, with their position.
    pub cells: Macrocell,
}

impl PlaneState {
    /// Creates a state.
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
    /// Returns the settings of the plane.
    pub const fn settings(&self) -> EngineSettings {
        self.0.settings()
    }

    /// Returns the state of the plane. The time is linear in the number of living cells for the
    /// engine `tiles`, or of nodes for `HashLife`.
    ///
    /// # Errors
    /// Fails if there is not enough memory.
    pub fn state(&self) -> Result<PlaneState, Shortage> {
        let mut cells = self.to_macrocell()?;
        (cells.rule, cells.generation) = (None, None);
        let EngineSettings { engine, memory, .. } = self.settings();
        Ok(PlaneState {
            engine,
            rule: self.0.rule(),
            memory,
            generation: self.generation(),
            turned: self.0.is_turned(),
            cells,
        })
    }

    /// Restores a plane. With the engine `auto`, the choice of the engine begins anew.
    ///
    /// # Errors
    /// Fails if there is not enough memory, or if the state is inconsistent: if its cells or
    /// generations exceed the range of tiles, or if its engine does not support the rule.
    pub fn from_state(state: &PlaneState, level: quadrille_lanes::Level) -> Result<Self, LifeError> {
        let settings = EngineSettings::default().engine(state.engine).level(level).memory(state.memory);
        let mut cells = state.cells.clone();
        cells.generation = state.turned.then(|| "1".to_owned());
        let plane = quadrille_life::Plane::from_macrocell(&cells, state.rule, settings)?;
        if state.engine == Engine::Tiles && u64::try_from(&state.generation).is_err() {
            return Err(LifeError::Generations { engine: Engine::Tiles });
        }
        Ok(Self(plane.with_generation(state.generation.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::placed;
    use quadrille_life::formats::Contents;
    use quadrille_life::{Level, Pattern};

    fn run(plane: &mut Plane, generations: u64) {
        plane.inner_mut().run(&generations.into(), &()).unwrap();
    }

    /// A restored plane runs like the original, at any generation and with an alternating
    /// background.
    #[test]
    fn a_restored_plane_runs_like_the_original() {
        let mut seed = 1u64;
        for round in 0..60 {
            let mut random = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                seed >> 33
            };
            let cells: Vec<(i64, i64)> =
                (0..60).map(|_| ((random() % 20) as i64 - 7, (random() % 20) as i64 - 12)).collect();
            let mut pattern = Pattern::from_cells(cells);
            pattern.generation = (round % 2 == 0).then(|| (random() % 9).to_string());
            let rule = ["B3/S23", "B36/S23", "B03/S23", "B03/S238", "B2-a/S12", "B0/S"][round / 3 % 6];
            let rule: Rule = rule.parse().unwrap();
            let engine = match round % 3 {
                0 => Engine::Auto,
                1 if !rule.alternates() => Engine::HashLife,
                _ => Engine::Tiles,
            };
            let settings = EngineSettings::default().engine(engine).memory(1 << 30);
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
