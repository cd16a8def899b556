//! Helpers: a fight and its log.

use quadrille_combat::{Profile, Replay, ReplayEvent, Simulation};
use quadrille_diagnostics::Source;

pub(crate) fn replay(text: &str) -> Replay {
    match Profile::parse(&Source::new("rule.toml", text)) {
        Ok(profile) => Simulation::new(&profile).replay(1, 0, &()).expect("not cancelled"),
        Err(errors) => panic!("{}\n{text}", errors[0]),
    }
}

/// Returns when an ability took effect, in seconds.
pub(crate) fn uses(replay: &Replay, name: &str) -> Vec<f64> {
    let of = |event: &ReplayEvent| matches!(event, ReplayEvent::Use { ability } if ability == name);
    replay.log.iter().filter(|entry| of(&entry.event)).map(|entry| entry.time).collect()
}

/// Returns the ticks of damage over time: time, target, damage.
pub(crate) fn ticks(replay: &Replay, name: &str) -> Vec<(f64, u16, f64)> {
    replay
        .log
        .iter()
        .filter_map(|entry| match &entry.event {
            ReplayEvent::Tick { dot, target, damage, .. } if dot == name => {
                Some((entry.time, *target, *damage))
            }
            _ => None,
        })
        .collect()
}

/// Returns when matching events happened, in seconds.
pub(crate) fn when(replay: &Replay, matches: impl Fn(&ReplayEvent) -> bool) -> Vec<f64> {
    replay.log.iter().filter(|entry| matches(&entry.event)).map(|entry| entry.time).collect()
}
