//! Ladder of the combat engine: the plain rules, then the engine with one optimization after
//! another.
//!
//! Every rung simulates the same fights of one profile, and computes the same total damage.
//! (`crates/combat/tests/plain.rs` compares the individual log events on random profiles.)
//!
//! ```
//! use quadrille_ladders::combat::{Workload, rungs};
//! use quadrille_lanes::Level;
//!
//! let mut workload = Workload::new(7);
//! let checksums = rungs().map(|rung| {
//!     rung.run(Level::best(), &mut workload);
//!     rung.checksum(&workload)
//! });
//! assert!(checksums.iter().all(|&sum| sum == checksums[0]));
//! ```

use crate::Measure;

use quadrille_combat::internals::{EngineVariant, damage_plainly, totals_by};
use quadrille_combat::{Profile, Simulation, Source};

/// A rung of the combat ladder; see [`Rung`](crate::Rung).
pub type Rung = crate::Rung<Workload>;

/// Number of fights per run.
const FIGHTS: u64 = 16;

/// A profile, the seed of its fights, and the resulting damage.
#[derive(Debug)]
pub struct Workload {
    profile: Profile,
    simulation: Simulation,
    seed: u64,
    /// Number of events in all fights of the seed. The events are the items of the workload.
    events: u64,
    /// Total damage in thousandths of a point.
    damage: u128,
}

impl Workload {
    /// Creates the fights of a seed.
    ///
    /// # Panics
    /// Never: the profile is part of this crate.
    pub fn new(seed: u64) -> Self {
        let profile =
            Profile::parse(&Source::new("duel.toml", include_str!("duel.toml"))).expect("a profile");
        let simulation = Simulation::new(&profile);
        let mut workload = Self { profile, simulation, seed, events: 0, damage: 0 };
        workload.refill(seed);
        workload
    }

    /// Switches to the fights of another seed.
    pub fn refill(&mut self, seed: u64) {
        self.seed = seed;
        self.events = self.simulation.run_block(seed, 0, FIGHTS, &()).map_or(0, |block| block.totals.events);
        self.damage = 0;
    }
}

fn plain(w: &mut Workload) {
    let fights = (0..FIGHTS).map(|fight| damage_plainly(&w.profile, w.seed, fight));
    w.damage = fights.map(u128::from).sum();
}

/// Runs a variant of the engine that lacks some optimizations.
fn without(w: &mut Workload, way: EngineVariant) {
    let totals = totals_by(way, &w.simulation, w.seed, 0, FIGHTS, &());
    w.damage = totals.map_or(0, |totals| totals.damage);
}

const DUEL: Measure<Workload> =
    Measure::new("duel", "event", |w| w.events as usize, |w| (w.damage as u64) ^ (w.damage >> 64) as u64);

/// Returns all rungs, from the plain rules upward.
pub fn rungs() -> [Rung; 6] {
    [
        DUEL.rung("plain", "step through every microsecond, and check all pending events", |_, w| {
            plain(w);
        }),
        DUEL.rung(
            "every line",
            "advance from event to event, and check every timer and every line of the action list",
            |_, w| without(w, EngineVariant::EveryLine),
        ),
        DUEL.rung("waits", "check only lines of the action list whose inputs have changed", |_, w| {
            without(w, EngineVariant::Waits);
        }),
        DUEL.rung("queue", "use a winner tree of timers to find the next event", |_, w| {
            without(w, EngineVariant::Queue);
        }),
        DUEL.rung(
            "kept figures",
            "compute attack values when buffs change instead of at each use",
            |_, w| {
                without(w, EngineVariant::KeptFigures);
            },
        ),
        DUEL.rung("lean plan", "omit rules that the profile does not use", |_, w| {
            without(w, EngineVariant::Lean);
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_something_of_everything() {
        let simulation = Simulation::new(&Workload::new(1).profile);
        let totals = simulation.run_block(1, 0, 200, &()).unwrap().totals;
        for (row, name) in totals.rows.iter().zip(simulation.rows()) {
            assert!(row.casts > 0 || row.damage() > 0, "{name} is never seen");
        }
        assert!(totals.kills > 0 && totals.kills < 200, "{} of 200 fights end by a kill", totals.kills);
    }
}
