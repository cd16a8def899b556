//! The plain simulator: a direct implementation of the rules in `docs/combat-profile.md`, without
//! optimisations. Tests compare the engine with it, event by event.
//!
//! | | engine | plain simulator |
//! |---|---|---|
//! | time | jumps from timer to timer | advances by a microsecond while the actor waits |
//! | next event | a winner tree of slots | a scan of all pending events |
//! | action list | evaluates only lines whose wait conditions are met | evaluates every line from the top |
//! | conditions | compiled programs with a computed wake time | a walk over the tree |
//! | power, crit, speed, chances | cached until a buff changes | computed for each use |
//! | random numbers | generators in slots | a map from source to generator |
//!
//! The engine and the plain simulator share the parsed profile, the units, the generators and the
//! events of the log.
//!
//! | module | content |
//! |---|---|
//! | `fight` | the state, pending events, the event loop |
//! | `phases` | phases of the fight |
//! | `fighters` | presence of targets and companions, damage, deaths, interruptions |
//! | `repeats` | abilities that repeat by themselves |
//! | `cooldowns` | cooldowns and charges |
//! | `resources` | gains, costs and regeneration |
//! | `list` | decisions and conditions |
//! | `attack` | attacks, effects, procs |
//! | `auras` | buffs and damage over time |
//! | `figures` | stats under buffs |
//! | `random_profile` | random profiles with every key of the format |

mod attack;
mod auras;
mod cooldowns;
mod fight;
mod fighters;
mod figures;
mod list;
mod phases;
mod random_profile;
mod repeats;
mod resources;

use quadrille_combat_lang::Profile;
use quadrille_diagnostics::Source;
use quadrille_progress::{Cancelled, Observer, Progress, Stopped};

use self::fight::Fight;
pub use self::random_profile::random_profile;
use crate::model;
use crate::names;
use crate::replay::{self, LogEntry};
use crate::simulation::Simulation;
use crate::units::Micros;

/// Runs one iteration with the plain simulator and returns its log, which must equal the log of
/// [`Simulation::replay`].
///
/// While the actor waits, the whole action list is evaluated in every simulated microsecond. A
/// simulated second of waiting takes at least 0.1 s of real time, so this function is for short
/// fights only.
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
/// The observer cancels, or memory is short. The observer receives the simulated microseconds.
pub fn log_plainly(
    profile: &Profile,
    seed: u64,
    iteration: u64,
    observer: &dyn Observer,
) -> Result<Vec<LogEntry>, Stopped> {
    let mut fight = Fight::new(model::of(profile), seed, iteration);
    let check = |now: Micros, end: Micros| {
        let progress = Progress::of(now, end).counting("microseconds of the fight");
        if observer.observe(&progress).is_break() { Err(Cancelled) } else { Ok(()) }
    };
    fight.run(&check)?;
    replay::name_events(&fight.log, names::of(profile), || check(fight.now, fight.end))
}

/// Returns the damage of one iteration, in thousandths of a point, computed by the plain simulator.
/// This function is the slowest rung of a [ladder](https://docs.rs/quadrille-ladders).
pub fn damage_plainly(profile: &Profile, seed: u64, iteration: u64) -> u64 {
    let mut fight = Fight::new(model::of(profile), seed, iteration);
    // The fight cannot be cancelled, because there is no observer.
    let _ = fight.run(&|_, _| Ok(()));
    fight.damage
}

/// Generates a profile from bytes and runs it with both simulators, for the fuzzer; returns whether
/// the profile was valid.
///
/// # Panics
/// If the logs differ. The fuzzer looks for this failure.
#[doc(hidden)]
pub fn fuzz_fight(bytes: &[u8]) -> bool {
    let text = random_profile(bytes);
    let Ok(profile) = Profile::parse(&Source::new("random.toml", text.as_str())) else { return false };
    let simulation = Simulation::new(&profile);
    for iteration in 0..2 {
        let plain = log_plainly(&profile, 1, iteration, &()).expect("not cancelled");
        let found = simulation.replay(1, iteration, &()).expect("not cancelled");
        if let Some(at) = (0..plain.len().max(found.log.len())).find(|&at| plain.get(at) != found.log.get(at))
        {
            let show = |log: &[LogEntry]| {
                let lines = log[at.saturating_sub(12).min(log.len())..].iter().take(16);
                let line = |entry: &LogEntry| format!("{:.6} {}", entry.time, entry.event);
                lines.map(line).collect::<Vec<_>>().join("\n")
            };
            panic!(
                "the logs of iteration {iteration} differ at line {at}; plain simulator:\n{}\nengine:\n{}\n{text}",
                show(&plain),
                show(&found.log)
            );
        }
    }
    true
}
