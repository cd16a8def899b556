//! Fights: one iteration again.

use quadrille_combat::{LogEntry, Profile, Simulation};
use quadrille_progress::{Cancelled, Observer};
use serde::{Deserialize, Serialize};

/// One fight again, with everything that happened in it: the answer of `combat replay`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// Damage to targets, in points.
    pub damage: f64,
    /// The same a second.
    pub dps: f64,
    /// The fight's length in seconds.
    pub length: f64,
    /// The seed of the run.
    #[serde(with = "quadrille_experiment::decimal")]
    pub seed: u64,
    /// Which of its fights, from 0.
    #[serde(with = "quadrille_experiment::decimal")]
    pub iteration: u64,
    /// What happened, in order.
    pub log: Vec<LogEntry>,
}

/// Why a fight was not fought again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// Nobody says which run the fight is of.
    #[error("the profile has no seed; expected that of the run")]
    NoSeed,
    /// The observer said stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Fights iteration number `iteration` of a run again; without a seed, of the one under the profile's own.
/// The observer hears of seconds of the fight.
///
/// ```
/// use quadrille::answers::combat::{ReplayError, replay};
/// use quadrille::combat::Profile;
/// use quadrille::diagnostics::Source;
///
/// let text = include_str!("../../../../examples/combat/fury.toml");
/// let profile = Profile::parse(&Source::new("fury.toml", text)).expect("a profile");
/// let answer = replay(&profile, Some(31459), 17, &())?;
/// assert_eq!(answer.dps, answer.damage / answer.length);
/// # Ok::<(), ReplayError>(())
/// ```
///
/// # Errors
/// There is no seed, or the observer says stop.
pub fn replay(
    profile: &Profile,
    seed: Option<u64>,
    iteration: u64,
    observer: &dyn Observer,
) -> Result<Replay, ReplayError> {
    let seed = seed.or(profile.seed()).ok_or(ReplayError::NoSeed)?;
    let replay = Simulation::new(profile).replay(seed, iteration, observer)?;
    Ok(Replay {
        damage: replay.damage(),
        dps: replay.dps(),
        length: replay.length(),
        seed,
        iteration: replay.iteration,
        log: replay.log,
    })
}
