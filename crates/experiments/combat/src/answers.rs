//! Fights: one iteration again, what a profile's lines wait for, and which stats are usually weighed.

use quadrille_combat::{Check, CheckedLine, LogEntry, Profile, Simulation};
use quadrille_memory::Shortage;
use quadrille_progress::{Cancelled, Observer, Stopped};
use serde::{Deserialize, Serialize};

/// One fight again, with everything that happened in it: the answer of `combat replay`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// Damage to targets, in points.
    pub damage: f64,
    /// The same a second; `None` if the fight ended as it began.
    pub dps: Option<f64>,
    /// The fight's length in seconds.
    pub length: f64,
    /// The seed of the run.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// Which of its fights, from 0.
    #[serde(with = "quadrille_report::decimal")]
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
    /// There is not memory enough for the log.
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

/// Fights iteration number `iteration` of a run again; without a seed, of the one under the profile's own.
/// The observer hears of seconds of the fight.
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

/// What a short run of a profile shows: the answer of `combat check`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckAnswer {
    /// How many fights were fought.
    #[serde(with = "quadrille_report::decimal")]
    pub fights: u64,
    /// Under which seed.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// The action list, line by line.
    pub lines: Vec<CheckedLine>,
    /// What may not be meant, a sentence each.
    pub warnings: Vec<String>,
}

/// The seed of a check where nobody names one.
const SEED_OF_CHECKS: u64 = 1;

/// Fights a profile's first iterations and says what its lines wait for, and what was never used. Without a seed,
/// under the profile's own, or 1. The observer hears of fights.
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
/// The observer says stop.
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

/// The stats that are weighed where nobody names any, and by how much each is changed: the actor's power, crit,
/// haste, hit and expertise, those that are not 0; the power by a hundredth of itself, the others by 0.01, or by as
/// much less where there cannot be more.
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
