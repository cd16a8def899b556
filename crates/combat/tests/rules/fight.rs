//! A fight, told.

use quadrille_combat::{Event, Profile, Replay, Simulation};
use quadrille_diagnostics::Source;

pub(crate) fn replay(text: &str) -> Replay {
    match Profile::parse(&Source::new("rule.toml", text)) {
        Ok(profile) => Simulation::new(&profile).replay(1, 0, &()).expect("not cancelled"),
        Err(errors) => panic!("{}\n{text}", errors[0]),
    }
}

/// When an ability took effect, in seconds.
pub(crate) fn uses(replay: &Replay, name: &str) -> Vec<f64> {
    let of = |event: &Event| matches!(event, Event::Use { ability } if ability == name);
    replay.log.iter().filter(|entry| of(&entry.event)).map(|entry| entry.time).collect()
}

/// The ticks of damage over time: when, on which target, for how much.
pub(crate) fn ticks(replay: &Replay, name: &str) -> Vec<(f64, u16, f64)> {
    replay
        .log
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Tick { dot, target, damage, .. } if dot == name => Some((entry.time, *target, *damage)),
            _ => None,
        })
        .collect()
}

/// When something matched, in seconds.
pub(crate) fn when(replay: &Replay, matches: impl Fn(&Event) -> bool) -> Vec<f64> {
    replay.log.iter().filter(|entry| matches(&entry.event)).map(|entry| entry.time).collect()
}
