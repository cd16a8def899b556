//! Patterns on fields with one unbounded side.

use std::time::Instant;

use quadrille_life::{Bounds, Engine, Pattern, Rule, Strip, StripError};
use quadrille_progress::Observer;

use super::{LifeError, MOST_HASHED, RunAnswer, RunOptions, Why, bounded, far, first_generation, rate};
use crate::evolution::EvolutionError;

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
/// assert_eq!(answer.bounds.expect("it lives").x, 100.into());
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
) -> Result<(RunAnswer, Strip), LifeError> {
    let mut strip = Strip::from_pattern(pattern, rule, bounds, options.settings).map_err(LifeError::Strip)?;
    let pool = options.pool()?;
    let begun = Instant::now();
    pool.install(|| strip.run(options.generations, observer)).map_err(|error| match error {
        StripError::Cancelled(_) => EvolutionError::Cancelled { generations: strip.generation() }.into(),
        other => LifeError::Strip(other),
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let population = strip.population();
    let answer = RunAnswer {
        generation: first_generation(pattern.generation.as_deref()) + options.generations,
        population: population.into(),
        bounds: strip.bounding_box().map(far::area),
        rule,
        field: Some(bounds),
        engine: bounded(options.settings.engine).to_string(),
        rung: None,
        why: Some(if options.settings.engine == Engine::Auto { Why::OneEnd } else { Why::Asked }),
        seconds,
        generations_per_second: rate(options.generations as f64, seconds),
        hash: (population <= MOST_HASHED).then(|| strip.hash()),
    };
    Ok((answer, strip))
}
