//! The number of generations of a run without a requested number.

use quadrille_life::formats::Contents;
use quadrille_life::{Bounds, EngineSettings, Fate, FateError, Outcome, Rule};
use quadrille_progress::{Cancelled, Observer};

/// The maximum that [`default_generations`] returns.
pub const MOST_BY_DEFAULT: u64 = 10_000;

/// Returns the number of generations for a run without a requested number. The run ends when the
/// pattern is settled, but not before the first period is over, and not after more than
/// [`MOST_BY_DEFAULT`] generations.
///
/// Returns the maximum if the pattern does not settle, or if its fate cannot be determined, for
/// example because it has too many cells. The pattern is run to determine its [`Fate`], so this
/// function can take as long as the run.
///
/// ```
/// use quadrille_experiments_life::answers::default_generations;
/// use quadrille_life::{EngineSettings, Pattern, Rule};
///
/// let default = |pattern: Pattern| {
///     default_generations(&pattern.into(), Rule::CONWAY, None, EngineSettings::default(), &())
/// };
/// assert_eq!(default("bo5b$3bo3b$2o2b3o!".parse()?)?, 5206); // the acorn
/// assert_eq!(default("bob$2bo$3o!".parse()?)?, 4); // a glider, after one period
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the observer cancels.
pub fn default_generations(
    contents: &Contents,
    rule: Rule,
    bounds: Option<Bounds>,
    settings: EngineSettings,
    observer: &dyn Observer,
) -> Result<u64, Cancelled> {
    let Ok(pattern) = contents.listed() else { return Ok(MOST_BY_DEFAULT) };
    let fate = match bounds {
        Some(bounds) => Fate::within_bounds(&pattern, rule, bounds, settings, MOST_BY_DEFAULT, observer),
        None => Fate::on_plane(&pattern, rule, settings, MOST_BY_DEFAULT, observer),
    };
    match fate {
        Err(FateError::Cancelled(cancelled)) => Err(cancelled),
        Ok(Fate { outcome: Outcome::Settled(settled), .. }) => {
            let period = settled.period.unwrap_or(0);
            Ok(settled.generation.max(period).min(MOST_BY_DEFAULT))
        }
        Ok(_) | Err(_) => Ok(MOST_BY_DEFAULT),
    }
}
