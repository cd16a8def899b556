//! Patterns on fields with one unbounded side.

use std::time::Instant;

use num_bigint::{BigInt, BigUint};
use quadrille_life::{Area, Bounds, Engine, Pattern, Rule, Strip, StripError};
use quadrille_progress::Observer;
use serde::{Deserialize, Serialize};

use super::{LifeError, MOST_HASHED, PlaneRun, RunOptions, Why, bounded, first_generation};
use crate::evolution::EvolutionError;

/// The final state of a field with one unbounded side: the answer of `life run` for such a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StripRun {
    /// The final state, with the same keys as for a plane. In a bounded direction, coordinates
    /// are counted from the first column or row of the field.
    #[serde(flatten)]
    pub run: PlaneRun,
    /// The field; the unbounded side has length 0.
    pub field: Bounds,
}

/// Runs a pattern on a field with an [unbounded side](Bounds::is_unlimited).
///
/// Returns the answer together with the final field. The observer receives the number of
/// generations.
///
/// ```
/// use quadrille_experiments_life::answers::{RunOptions, run_on_strip};
/// use quadrille_life::{Pattern, Rule};
///
/// let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
/// let (answer, _) = run_on_strip(&glider, Rule::CONWAY, "0x5:torus".parse()?, RunOptions::new(400), &())?;
/// assert_eq!((answer.run.bounds.expect("it lives").x, answer.field.height()), (100.into(), 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the pattern does not fit, if the field outgrows the memory, if the engine does not
/// support a single unbounded side, or if the observer cancels.
pub fn run_on_strip(
    pattern: &Pattern,
    rule: Rule,
    bounds: Bounds,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<(StripRun, Strip), LifeError> {
    let mut strip = Strip::from_pattern(pattern, rule, bounds, options.settings).map_err(LifeError::Strip)?;
    let pool = options.pool()?;
    let begun = Instant::now();
    pool.install(|| strip.run(options.generations, observer)).map_err(|error| match error {
        StripError::Cancelled(_) => EvolutionError::Cancelled { generations: strip.generation() }.into(),
        other => LifeError::Strip(other),
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let population = strip.population();
    let measured = seconds > 0.0 && options.generations > 0;
    let run = PlaneRun {
        generation: first_generation(pattern.generation.as_deref()) + options.generations,
        population: population.into(),
        bounds: strip.bounding_box().map(|Area { x, y, width, height }| Area {
            x: BigInt::from(x),
            y: BigInt::from(y),
            width: BigUint::from(width),
            height: BigUint::from(height),
        }),
        rule,
        engine: bounded(options.settings.engine).to_string(),
        why: if options.settings.engine == Engine::Auto { Why::OneEnd } else { Why::Asked },
        seconds,
        generations_per_second: measured.then(|| options.generations as f64 / seconds),
        hash: (population <= MOST_HASHED).then(|| strip.hash()),
    };
    Ok((StripRun { run, field: bounds }, strip))
}
