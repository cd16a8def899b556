//! Replays of single fights, checks of profiles, and the default stat changes of `combat weights`.

use quadrille_combat::{Check, CheckedLine, LogEntry, Profile, Simulation};
use quadrille_memory::Shortage;
use quadrille_progress::{Cancelled, Observer, Stopped};
use serde::{Deserialize, Serialize};

/// One replayed fight and its log: the answer of `combat replay`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// Damage to targets, in points.
    pub damage: f64,
    /// Damage per second; `None` if the fight ended at time 0.
    pub dps: Option<f64>,
    /// The fight's length in seconds.
    pub length: f64,
    /// The seed of the run.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// The index of the fight in the run, from 0.
    #[serde(with = "quadrille_report::decimal")]
    pub iteration: u64,
    /// The events of the fight, in order.
    pub log: Vec<LogEntry>,
}

/// Error of a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// Neither the caller nor the profile gives the run's seed.
    #[error("the profile has no seed; expected the seed of the run")]
    NoSeed,
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The log does not fit in memory.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
}

impl From<Stopped> for ReplayError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::OutOfMemory(shortage) => Self::OutOfMemory(shortage),
            _ => Self::Cancelled(Cancelled),
        }
    }
}

/// Replays the fight with the index `iteration` of the run with `seed`. If `seed` is `None`, the
/// profile's own seed is used. The observer receives the simulated seconds as progress.
///
/// ```
/// use quadrille_experiments_combat::answers::{ReplayError, replay};
/// use quadrille_combat::Profile;
/// use quadrille_diagnostics::Source;
///
/// let text = include_str!("../../../../examples/combat/fury.toml");
/// let profile = Profile::parse(&Source::new("fury.toml", text)).expect("a profile");
/// let answer = replay(&profile, Some(31459), 17, &())?;
/// assert_eq!(answer.dps, Some(answer.damage / answer.length));
/// # Ok::<(), ReplayError>(())
/// ```
///
/// # Errors
/// There is no seed, the observer asks to stop, or memory is short.
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

/// Usage counts and warnings from a short run of a profile: the answer of `combat check`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckAnswer {
    /// Number of simulated fights.
    #[serde(with = "quadrille_report::decimal")]
    pub fights: u64,
    /// The seed of the simulated fights.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// The lines of the action lists, each with the number of its uses and the events for which it
    /// waits.
    pub lines: Vec<CheckedLine>,
    /// Probable mistakes in the profile, one sentence each.
    pub warnings: Vec<String>,
}

/// The seed of a check if neither the caller nor the profile gives one.
const SEED_OF_CHECKS: u64 = 1;

/// Simulates the first fights of a profile, counts the uses of each line of the action lists, and
/// collects warnings about probable mistakes. The default seed is the profile's own, or 1 if it has
/// none. The observer receives the number of fights as progress.
///
/// ```
/// use quadrille_experiments_combat::answers::check;
/// use quadrille_combat::Profile;
///
/// let text = "actions = [{ use = \"jab\" }]\n[fight]\nlength = 30\n[abilities.jab]\ndamage = 5\n[buffs.fury]";
/// let answer = check(&text.parse::<Profile>()?, None, 10, &())?;
/// assert_eq!((answer.lines[0].uses, answer.seed), (200, 1));
/// assert_eq!(answer.warnings, ["the buff `fury` was never up"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The observer asks to stop.
pub fn check(
    profile: &Profile,
    seed: Option<u64>,
    fights: u64,
    observer: &dyn Observer,
) -> Result<CheckAnswer, Cancelled> {
    let seed = seed.or(profile.seed()).unwrap_or(SEED_OF_CHECKS);
    let check = Check::of(profile, seed, fights, observer)?;
    let warnings = check.warnings.iter().map(ToString::to_string).collect();
    Ok(CheckAnswer { fights: check.fights, seed, lines: check.lines, warnings })
}

/// Returns the default changes for stat weights, as paths and amounts. The changed stats are the
/// actor's power, crit, haste, hit and expertise; a stat that is 0 is left out. Power increases by
/// 1 %, and each other stat by 0.01. If the increased stat would be out of range, the stat
/// decreases by the same amount; if that is out of range too, the stat is left out.
///
/// ```
/// use quadrille_experiments_combat::answers::usual_weights;
/// use quadrille_combat::Profile;
///
/// let text = "[fight]\nlength = 60\n[actor]\npower = 1200\ncrit = 1";
/// let weights = usual_weights(&text.parse::<Profile>()?);
/// assert_eq!(weights, [("actor.power".to_owned(), 12.0), ("actor.crit".to_owned(), -0.01)]);
/// # Ok::<(), quadrille_diagnostics::Diagnostic>(())
/// ```
pub fn usual_weights(profile: &Profile) -> Vec<(String, f64)> {
    let stats = ["power", "crit", "haste", "hit", "expertise"].map(|stat| format!("actor.{stat}"));
    let changed = stats.into_iter().filter_map(|path| {
        let value = profile.number(&path).filter(|&value| value != 0.0)?;
        let by = if path == "actor.power" { value / 100.0 } else { 0.01 };
        let by = [by, -by].into_iter().find(|by| profile.vary(&[(&path, value + by)]).is_ok())?;
        Some((path, by))
    });
    changed.collect()
}
