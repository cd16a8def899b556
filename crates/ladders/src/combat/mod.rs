//! The ladder of the fights: the same fights by the plain rules, and by the engine with one idea after another.
//!
//! Every rung fights the same iterations of one profile and comes to the same damage, so each is the oracle of the
//! next one. (Events of the log, one by one, are compared in `crates/combat/tests/plain.rs`, on profiles drawn at random.)
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

/// One way of fighting; see [`Rung`](crate::Rung).
pub type Rung = crate::Rung<Workload>;

/// Fights in a run.
const FIGHTS: u64 = 16;

/// A profile, the seed of its fights, and the damage done in them.
#[derive(Debug)]
pub struct Workload {
    profile: Profile,
    simulation: Simulation,
    seed: u64,
    /// Events in all fights of the seed: they are what is counted.
    events: u64,
    /// Thousandths of a point.
    damage: u128,
}

impl Workload {
    /// The fights of a seed.
    ///
    /// # Panics
    /// Never: the profile is a part of the ladder.
    pub fn new(seed: u64) -> Self {
        let profile =
            Profile::parse(&Source::new("duel.toml", include_str!("duel.toml"))).expect("a profile");
        let simulation = Simulation::new(&profile);
        let mut workload = Self { profile, simulation, seed, events: 0, damage: 0 };
        workload.refill(seed);
        workload
    }

    /// Other fights.
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

/// The engine with some of its ideas left out.
fn without(w: &mut Workload, way: EngineVariant) {
    let totals = totals_by(way, &w.simulation, w.seed, 0, FIGHTS, &());
    w.damage = totals.map_or(0, |totals| totals.damage);
}

const DUEL: Measure<Workload> =
    Measure::new("duel", "event", |w| w.events as usize, |w| (w.damage as u64) ^ (w.damage >> 64) as u64);

/// All rungs, from the plain rules upward.
pub fn rungs() -> [Rung; 6] {
    [
        DUEL.rung("plain", "walk through every microsecond, and look at all that can be pending", |_, w| {
            plain(w);
        }),
        DUEL.rung(
            "every line",
            "jump from event to event, and look at every timer and every line of the list",
            |_, w| without(w, EngineVariant::EveryLine),
        ),
        DUEL.rung("waits", "look only at lines for which something has changed", |_, w| {
            without(w, EngineVariant::Waits);
        }),
        DUEL.rung("queue", "find the next event by a tournament of timers", |_, w| {
            without(w, EngineVariant::Queue);
        }),
        DUEL.rung(
            "kept figures",
            "work out what an attack comes to when buffs change, not when it is used",
            |_, w| {
                without(w, EngineVariant::KeptFigures);
            },
        ),
        DUEL.rung("lean plan", "leave out rules that the profile has no use for", |_, w| {
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
