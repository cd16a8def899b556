//! The plain simulator: the rules of a fight, written down as they are told in `docs/combat-profile.md`, and
//! nothing done to make them quick. It is what the engine is held against, event by event.
//!
//! | | the engine | the plain simulator |
//! |---|---|---|
//! | time | jumps from timer to timer | walks microsecond by microsecond while the actor waits |
//! | what is next | a tournament of slots | a look at everything that can be pending |
//! | the action list | the lines for which something has changed | every line, from the top, at every look |
//! | conditions | compiled programs with a moment to wake at | a walk over the tree |
//! | power, crit, speed, chances | kept, and renewed when a buff changes | worked out where they are needed |
//! | random numbers | generators in slots | a map from source to generator |
//!
//! What both share: the profile as it was read, the units, the generators and the events of the log.
//!
//! | room | what is in it |
//! |---|---|
//! | `fight` | the state, what is pending, what comes next |
//! | `list` | the actor's decisions, and what conditions see |
//! | `attack` | attacks, effects, procs |
//! | `auras` | buffs and damage over time |
//! | `figures` | what buffs make of the fighters |
//! | `random_profile` | profiles drawn at random, over every key of the format |

mod attack;
mod auras;
mod fight;
mod figures;
mod list;
mod random_profile;

use quadrille_diagnostics::Source;
use quadrille_progress::{Cancelled, Observer, Progress, Stopped};

use self::fight::Fight;
pub use self::random_profile::random_profile;
use crate::profile::Profile;
use crate::replay::{self, LogEntry};
use crate::simulation::Simulation;
use crate::units::Micros;

/// Fights one iteration the plain way and tells everything that happens in it: the log that
/// [`Simulation::replay`] must give.
///
/// Takes a look at the whole action list in every microsecond in which the actor waits: a second of waiting
/// takes a tenth of a second and more, so this is for short fights.
///
/// ```
/// use quadrille_combat::{Profile, Simulation, Source, log_plainly};
///
/// let text = "[fight]\nlength = 0.02\n[abilities.jab]\nevery = 0.003\nspread = 0.2\ndamage = [90, 110]";
/// let profile = Profile::parse(&Source::new("jab.toml", text)).expect("a profile");
/// let replay = Simulation::new(&profile).replay(7, 3, &())?;
/// assert_eq!(log_plainly(&profile, 7, 3, &())?, replay.log);
/// # Ok::<(), quadrille_combat::Stopped>(())
/// ```
///
/// # Errors
/// The observer, which receives microseconds of the fight, asks to stop; or memory is short.
pub fn log_plainly(
    profile: &Profile,
    seed: u64,
    iteration: u64,
    observer: &dyn Observer,
) -> Result<Vec<LogEntry>, Stopped> {
    let mut fight = Fight::new(&profile.model, seed, iteration);
    let ask = |now: Micros, end: Micros| {
        let progress = Progress::of(now, end).counting("microseconds of the fight");
        if observer.observe(&progress).is_break() { Err(Cancelled) } else { Ok(()) }
    };
    fight.run(&ask)?;
    replay::tell(&fight.log, &profile.names, || ask(fight.now, fight.end))
}

/// The damage of one iteration, thousandths of a point, by the plain rules: the first rung of the ladder.
pub fn damage_plainly(profile: &Profile, seed: u64, iteration: u64) -> u64 {
    let mut fight = Fight::new(&profile.model, seed, iteration);
    // Nobody says stop.
    let _ = fight.run(&|_, _| Ok(()));
    fight.damage
}

/// Draws a profile from these bytes and fights it both ways, for the fuzzer; answers whether the profile was
/// one.
///
/// # Panics
/// If the logs differ, which is the fuzzer's find.
#[doc(hidden)]
pub fn fuzz_fight(bytes: &[u8]) -> bool {
    let text = random_profile(bytes);
    let Ok(profile) = Profile::parse(&Source::new("random.toml", text.as_str())) else { return false };
    let simulation = Simulation::new(&profile);
    for iteration in 0..2 {
        let plain = log_plainly(&profile, 1, iteration, &()).expect("nobody says stop");
        let found = simulation.replay(1, iteration, &()).expect("nobody says stop");
        if let Some(at) = (0..plain.len().max(found.log.len())).find(|&at| plain.get(at) != found.log.get(at))
        {
            let show = |log: &[LogEntry]| {
                let lines = log[at.saturating_sub(12).min(log.len())..].iter().take(16);
                let line = |entry: &LogEntry| format!("{:.6} {}", entry.time, entry.event);
                lines.map(line).collect::<Vec<_>>().join("\n")
            };
            panic!(
                "iteration {iteration}, line {at} of the log; the rules say\n{}\nthe engine\n{}\n{text}",
                show(&plain),
                show(&found.log)
            );
        }
    }
    true
}
