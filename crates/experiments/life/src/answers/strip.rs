//! Patterns run where one direction alone has an end.

use std::time::Instant;

use num_bigint::{BigInt, BigUint};
use quadrille_life::{Area, Bounds, Engine, Pattern, Rule, Strip, StripError};
use quadrille_progress::Observer;
use serde::{Deserialize, Serialize};

use super::{Going, LifeError, MOST_HASHED, PlaneRun, Why, bounded, first_generation};
use crate::evolution::EvolutionError;

/// A pattern that has gone on in a field with a side that has no end: the answer of `life run` there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StripRun {
    /// What is told of the plane too. Columns and rows are counted from the field's first where there is one.
    #[serde(flatten)]
    pub run: PlaneRun,
    /// The field; its length is 0 in the direction without an end.
    pub field: Bounds,
}

/// Runs a pattern in a field with a [side without an end](Bounds::is_unlimited). The field itself comes with the
/// answer. The observer hears of generations.
///
/// ```
/// use quadrille_experiments_life::answers::{Going, run_on_strip};
/// use quadrille_life::{Pattern, Rule};
///
/// let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
/// let (answer, _) = run_on_strip(&glider, Rule::CONWAY, "0x5:torus".parse()?, Going::new(400), &())?;
/// assert_eq!((answer.run.bounds.expect("it lives").x, answer.field.height()), (100.into(), 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The pattern does not fit, it grows beyond the memory there is, the engine needs ends or none at all, or the
/// observer says stop.
pub fn run_on_strip(
    pattern: &Pattern,
    rule: Rule,
    bounds: Bounds,
    going: Going,
    observer: &dyn Observer,
) -> Result<(StripRun, Strip), LifeError> {
    let mut strip = Strip::from_pattern(pattern, rule, bounds, going.settings).map_err(LifeError::Strip)?;
    let pool = going.pool()?;
    let begun = Instant::now();
    pool.install(|| strip.run(going.generations, observer)).map_err(|error| match error {
        StripError::Cancelled(_) => EvolutionError::Cancelled { generations: strip.generation() }.into(),
        other => LifeError::Strip(other),
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let population = strip.population();
    let measured = seconds > 0.0 && going.generations > 0;
    let run = PlaneRun {
        generation: first_generation(pattern.generation.as_deref()) + going.generations,
        population: population.into(),
        bounds: strip.bounding_box().map(|Area { x, y, width, height }| Area {
            x: BigInt::from(x),
            y: BigInt::from(y),
            width: BigUint::from(width),
            height: BigUint::from(height),
        }),
        rule,
        engine: bounded(going.settings.engine).to_string(),
        why: if going.settings.engine == Engine::Auto { Why::OneEnd } else { Why::Asked },
        seconds,
        generations_per_second: measured.then(|| going.generations as f64 / seconds),
        hash: (population <= MOST_HASHED).then(|| strip.hash()),
    };
    Ok((StripRun { run, field: bounds }, strip))
}
