//! Fights by the block, and any one of them again.

use std::ops::ControlFlow;

use quadrille_stats::{Moments, Sample};
use thiserror::Error;

use crate::engine::log::{Listener, Silent};
use crate::engine::plan::Plan;
use crate::engine::{Run, State};
use crate::names::Names;
use crate::profile::Profile;
use crate::replay::Replay;
use crate::results::{Block, Totals};
use crate::units::rate;

/// Iterations between two looks at whether to go on.
const WATCH: u64 = 256;

/// The caller said stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the end")]
pub struct Stopped;

/// Who is told how many iterations of a call are done, and says go on or stop.
pub type Report<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// A profile made ready to be simulated. Shared between threads at will: a call keeps its own state.
///
/// ```
/// use std::ops::ControlFlow;
/// use quadrille_combat::{Profile, Simulation};
/// use quadrille_diagnostics::Source;
///
/// let text = "[fight]\nlength = 60\n[abilities.bolt]\ndamage = [90, 110]\ncast = 2\n[[actions]]\nuse = \"bolt\"";
/// let profile = Profile::parse(&Source::new("bolt.toml", text)).expect("a profile");
/// let simulation = Simulation::new(&profile);
/// let block = simulation.run_block(7, 0, 100, &mut |_| ControlFlow::Continue(()))?;
/// // 29 casts finish before the end of each fight; the thirtieth would at its very end.
/// assert_eq!(block.totals.rows[0].casts, 2900);
/// let again = simulation.replay(7, 42);
/// assert_eq!(again.dps(), block.sample.values()[42]);
/// # Ok::<(), quadrille_combat::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simulation {
    pub(crate) plan: Plan,
    pub(crate) names: Names,
}

impl Simulation {
    /// Makes a profile ready.
    pub fn new(profile: &Profile) -> Self {
        Self { plan: Plan::new(&profile.model), names: profile.names.clone() }
    }

    /// Fights `count` iterations from number `first` on, each from its own random streams (seed, iteration, source).
    ///
    /// The same seed and iterations give the same block on every machine; blocks that follow one another merge to
    /// what one call would have given, apart from the last digits of the moments.
    ///
    /// # Errors
    /// [`Stopped`] if `report`, asked every few hundred iterations, says so.
    pub fn run_block(&self, seed: u64, first: u64, count: u64, report: Report<'_>) -> Result<Block, Stopped> {
        let mut totals = self.totals();
        let mut state = State::new(&self.plan);
        let (mut dps, mut dtps) = (Moments::new(), Moments::new());
        let mut values = Vec::with_capacity(count.min(1 << 20) as usize);
        let mut run = Run::new(&self.plan, &mut state, &mut totals, Silent);
        for done in 0..count {
            if done % WATCH == 0 && report(done).is_break() {
                return Err(Stopped);
            }
            let fought = run.fight(seed, first + done);
            values.push(rate(fought.damage, fought.length));
            // Rates are finite and at most 10^19, far below what moments refuse.
            let _ = dps.record(rate(fought.damage, fought.length));
            let _ = dtps.record(rate(fought.taken, fought.length));
        }
        let sample = Sample::try_from(values).unwrap_or_default();
        Ok(Block { first, totals, dps, sample, dtps })
    }

    /// The sums of a block, found the plain way: an actor with nothing to do looks at every line of its list after every
    /// event, where [`run_block`](Self::run_block) looks only at lines for which something has changed. The same sums, slowly.
    ///
    /// (Conditions whose moment cannot be foretold, which are looked at every `poll` seconds, are looked at more often here, and
    /// may hold earlier.)
    pub fn totals_plainly(&self, seed: u64, first: u64, count: u64) -> Totals {
        let mut totals = self.totals();
        let mut state = State::new(&self.plan);
        let mut run = Run::new(&self.plan, &mut state, &mut totals, Silent);
        run.plainly = true;
        for iteration in first..first + count {
            run.fight(seed, iteration);
        }
        totals
    }

    /// Fights one iteration again and tells everything that happens in it.
    pub fn replay(&self, seed: u64, iteration: u64) -> Replay {
        self.replay_up_to(seed, iteration, usize::MAX)
    }

    /// The same, with a log of so many lines at most, the first ones: a fight may be as long as a profile likes.
    pub fn replay_up_to(&self, seed: u64, iteration: u64, lines: usize) -> Replay {
        let mut totals = self.totals();
        let mut state = State::new(&self.plan);
        let mut run = Run::new(&self.plan, &mut state, &mut totals, Listener::new(lines));
        let fought = run.fight(seed, iteration);
        let happenings = std::mem::take(&mut run.observer.happenings);
        let lines = run.observer.number;
        Replay::new(iteration, fought, totals, lines, &happenings, &self.names)
    }

    /// The DPS of `count` iterations from number `first` on, and nothing else: what a comparison needs.
    ///
    /// # Errors
    /// [`Stopped`] if `report`, asked every few hundred iterations, says so.
    pub fn rates(&self, seed: u64, first: u64, count: u64, report: Report<'_>) -> Result<Vec<f64>, Stopped> {
        let mut arena = self.arena();
        let mut rates = Vec::with_capacity(count.min(1 << 20) as usize);
        while (rates.len() as u64) < count {
            let done = rates.len() as u64;
            if report(done).is_break() {
                return Err(Stopped);
            }
            rates.append(&mut arena.rates(seed, first + done, WATCH.min(count - done)));
        }
        Ok(rates)
    }

    pub(crate) fn arena(&self) -> Arena<'_> {
        Arena { simulation: self, state: State::new(&self.plan), totals: self.totals() }
    }

    pub(crate) fn totals(&self) -> Totals {
        let plan = &self.plan;
        Totals::new(
            plan.abilities.len() + plan.dots.len(),
            plan.buffs.len(),
            plan.dots.len(),
            plan.resources.len(),
            plan.procs.len(),
            plan.bins.count,
        )
    }

    /// The width of a bin of [`Totals::timeline`], in seconds.
    pub fn timeline_bin(&self) -> f64 {
        crate::units::seconds(self.plan.bins.width)
    }

    /// The names of the rows of [`Totals::rows`]: abilities, then damage over time as `dot.NAME`.
    pub fn rows(&self) -> Vec<String> {
        let dots = self.names.dots.iter().map(|name| format!("dot.{name}"));
        self.names.abilities.iter().map(str::to_owned).chain(dots).collect()
    }

    /// Whether a row of [`Totals::rows`] is an ability of the target, whose damage the actor takes.
    pub fn is_taken(&self, row: usize) -> bool {
        self.plan.abilities.get(row).is_some_and(|ability| ability.by == crate::profile::model::Side::Target)
    }

    /// The names of the buffs, in the order of [`Totals::buffs`].
    pub fn buffs(&self) -> impl Iterator<Item = &str> {
        self.names.buffs.iter()
    }

    /// The names of the damage over time, in the order of [`Totals::dots`].
    pub fn dots(&self) -> impl Iterator<Item = &str> {
        self.names.dots.iter()
    }

    /// The names of the resources, in the order of [`Totals::resources`].
    pub fn resources(&self) -> impl Iterator<Item = &str> {
        self.names.resources.iter()
    }

    /// The names of the procs, in the order of [`Totals::procs`].
    pub fn procs(&self) -> impl Iterator<Item = &str> {
        self.names.procs.iter()
    }
}

/// A place to fight again and again.
pub(crate) struct Arena<'a> {
    simulation: &'a Simulation,
    state: State,
    totals: Totals,
}

impl Arena<'_> {
    /// The DPS of some iterations.
    pub(crate) fn rates(&mut self, seed: u64, first: u64, count: u64) -> Vec<f64> {
        let mut run = Run::new(&self.simulation.plan, &mut self.state, &mut self.totals, Silent);
        (first..first + count)
            .map(|iteration| {
                let fought = run.fight(seed, iteration);
                rate(fought.damage, fought.length)
            })
            .collect()
    }
}
