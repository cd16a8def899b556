//! Runs of blocks of fights, and replays of single fights.

use quadrille_combat_lang::Profile;
use quadrille_progress::{Cancelled, Observer, Stopped};
use quadrille_stats::{Moments, Sample};

#[cfg(feature = "oracle")]
use crate::engine::log::ReferenceSink;
use crate::engine::log::{EventSink, FightEnd, Lean, Log, NoLog};
use crate::engine::pace::Pace;
use crate::engine::plan::Plan;
#[cfg(feature = "oracle")]
use crate::engine::queue::Queue;
use crate::engine::{Fight, State};
use crate::model::{self, Side};
use crate::names::{self, Names};
use crate::replay::{self, Replay};
use crate::results::{Block, Totals};
use crate::units::{rate, seconds};

/// A profile compiled for simulation. Can be shared between threads: each call has its own state.
///
/// ```
/// use quadrille_combat::{Profile, Simulation, Source};
///
/// let text = "[fight]\nlength = 60\n[abilities.bolt]\ndamage = [90, 110]\ncast = 2\n[[actions]]\nuse = \"bolt\"";
/// let profile = Profile::parse(&Source::new("bolt.toml", text)).expect("a profile");
/// let simulation = Simulation::new(&profile);
/// let block = simulation.run_block(7, 0, 100, &())?;
/// // 29 casts finish before the end of each fight; the thirtieth would finish exactly at the end.
/// assert_eq!(block.totals.rows[0].casts, 2900);
/// let again = simulation.replay(7, 42, &())?;
/// assert_eq!(again.dps(), Some(block.sample.values()[42]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simulation {
    pub(crate) plan: Plan,
    pub(crate) names: Names,
    certain: bool,
    lean: bool,
}

impl Simulation {
    /// Compiles a profile.
    pub fn new(profile: &Profile) -> Self {
        let certain = model::of(profile).is_certain();
        let plan = Plan::new(model::of(profile));
        let lean = plan.is_lean();
        Self { plan, names: names::of(profile).clone(), certain, lean }
    }

    /// Returns whether the profile is deterministic, so that all its fights are equal. A
    /// deterministic profile has no attack table, no `spread` and no critical ticks. Its damage,
    /// healing, delays and phase lengths are fixed numbers, and every proc has the chance 1.
    ///
    /// ```
    /// use quadrille_combat::{Profile, Simulation};
    ///
    /// let jabs = "[fight]\nlength = 60\n[abilities.jab]\nevery = 1\ndamage = 100".parse::<Profile>()?;
    /// assert!(Simulation::new(&jabs).is_certain());
    /// let bolts = "[fight]\nlength = 60\n[abilities.bolt]\nevery = 1\ndamage = [90, 110]".parse::<Profile>()?;
    /// assert!(!Simulation::new(&bolts).is_certain());
    /// # Ok::<(), quadrille_combat::Diagnostic>(())
    /// ```
    pub const fn is_certain(&self) -> bool {
        self.certain
    }

    /// Runs `count` iterations, starting with the index `first`. Each iteration has its own random
    /// streams (seed, iteration, source).
    ///
    /// The same seed and iterations give the same block on every machine. Consecutive blocks merge
    /// to the result of a single call, except for the last digits of the moments. The call takes 16
    /// bytes of memory per iteration, or 32 bytes if fights can end by a death. Its time is
    /// proportional to the number of events.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels. The observer receives the number of fights done,
    /// usually several times per millisecond.
    pub fn run_block(
        &self,
        seed: u64,
        first: u64,
        count: u64,
        observer: &dyn Observer,
    ) -> Result<Block, Cancelled> {
        if self.lean {
            self.block(Lean, seed, first, count, observer)
        } else {
            self.block(NoLog, seed, first, count, observer)
        }
    }

    fn block<S: EventSink>(
        &self,
        sink: S,
        seed: u64,
        first: u64,
        count: u64,
        observer: &dyn Observer,
    ) -> Result<Block, Cancelled> {
        let mut totals = self.totals();
        let mut state = State::new(&self.plan);
        let (mut dps, mut dtps) = (Moments::new(), Moments::new());
        let mut values = Vec::with_capacity(count.min(1 << 20) as usize);
        let (mut without_length, mut totals_without_length) = (Vec::new(), None);
        let mut kill_times = Vec::new();
        let pace = Pace::of_fights(observer, count)?;
        let mut run = Fight::new(&self.plan, &mut state, &mut totals, sink, pace);
        for iteration in (0..count).map(|done| first.wrapping_add(done)) {
            let fight = run.fight(seed, iteration)?;
            if fight.ending == FightEnd::Kill {
                kill_times.push(seconds(fight.length));
            }
            let rates = rate(fight.damage, fight.length).zip(rate(fight.taken, fight.length));
            let Some((dealt, taken)) = rates else {
                without_length.push(iteration);
                // A fight of length 0 is also added to separate totals. For this, the fight is run
                // again. This is cheap, because the fight takes no simulated time.
                let apart = totals_without_length.get_or_insert_with(|| Box::new(self.totals()));
                let pace = run.pace;
                std::mem::swap(run.totals, &mut **apart);
                run.fight(seed, iteration)?;
                std::mem::swap(run.totals, &mut **apart);
                run.pace = pace;
                continue;
            };
            values.push(dealt);
            // The damage is below 2⁶⁴ thousandths of a point, and the length is at least 1 µs. The
            // rates are thus below 2·10²² points per second, far below the limit of `Moments`.
            let _ = dps.record(dealt);
            let _ = dtps.record(taken);
        }
        let sample = Sample::try_from(values).unwrap_or_default();
        let kill_times = Sample::try_from(kill_times).unwrap_or_default();
        Ok(Block { first, totals, dps, sample, dtps, without_length, totals_without_length, kill_times })
    }

    /// Returns whether a fight may end early, by the death of all targets or of the actor.
    pub const fn can_end_early(&self) -> bool {
        self.plan.health_pool || self.plan.actor_health > 0
    }

    /// Returns the totals of a block, computed by the variant of the engine without optimisations.
    /// After every event, an idle actor evaluates every line of its list, and the engine scans
    /// every timer. Every attack is recomputed. [`run_block`](Self::run_block) omits superfluous
    /// evaluations; tests check that its totals are the same.
    ///
    /// Polled conditions are an exception: both variants of the engine evaluate them at the same
    /// instants. A condition is polled if the time of its change cannot be computed, for example
    /// because of a product of two time-dependent numbers.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels.
    #[cfg(feature = "oracle")]
    pub fn totals_plainly(
        &self,
        seed: u64,
        first: u64,
        count: u64,
        observer: &dyn Observer,
    ) -> Result<Totals, Cancelled> {
        self.totals_with(ReferenceSink::<true>, Queue::plain, seed, first, count, observer)
    }

    /// Returns the totals of a block, run with a given event sink and queue. The event sink selects
    /// the variant of the engine.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels.
    #[cfg(feature = "oracle")]
    fn totals_with<S: EventSink>(
        &self,
        sink: S,
        queue: impl Fn(usize) -> Queue,
        seed: u64,
        first: u64,
        count: u64,
        observer: &dyn Observer,
    ) -> Result<Totals, Cancelled> {
        let mut totals = self.totals();
        let mut state = State::new(&self.plan);
        state.clock.replace_queue(queue(self.plan.timers.len()));
        let pace = Pace::of_fights(observer, count)?;
        let mut run = Fight::new(&self.plan, &mut state, &mut totals, sink, pace);
        for iteration in (0..count).map(|done| first.wrapping_add(done)) {
            run.fight(seed, iteration)?;
        }
        Ok(totals)
    }

    /// Replays one iteration with a complete log. The log takes about 100 bytes of memory per line.
    ///
    /// # Errors
    /// The observer cancels, or the log does not fit in memory. The observer receives the simulated
    /// seconds.
    pub fn replay(&self, seed: u64, iteration: u64, observer: &dyn Observer) -> Result<Replay, Stopped> {
        self.replay_up_to(seed, iteration, usize::MAX, observer)
    }

    /// Replays one iteration and keeps at most the first `lines` lines of its log. This bounds the
    /// memory for profiles with very long fights.
    ///
    /// # Errors
    /// The errors of [`replay`](Self::replay).
    pub fn replay_up_to(
        &self,
        seed: u64,
        iteration: u64,
        lines: usize,
        observer: &dyn Observer,
    ) -> Result<Replay, Stopped> {
        let mut totals = self.totals();
        let mut state = State::new(&self.plan);
        let pace = Pace::of_one_fight(observer)?;
        let mut run = Fight::new(&self.plan, &mut state, &mut totals, Log::new(lines), pace);
        let fight = run.fight(seed, iteration)?;
        if let Some(shortage) = run.sink.short {
            return Err(shortage.into());
        }
        let events = std::mem::take(&mut run.sink.events);
        let lines = run.sink.number;
        let mut pace = run.pace;
        let log = replay::name_events(&events, &self.names, || pace.report(fight.length, fight.length))?;
        Ok(Replay::new(iteration, fight, totals, lines, log))
    }

    /// Returns the DPS of `count` iterations, starting with the index `first`; NaN for a fight of
    /// length 0. This suffices for comparisons, and takes 8 bytes per iteration.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels. The observer receives the number of fights done.
    pub fn rates(
        &self,
        seed: u64,
        first: u64,
        count: u64,
        observer: &dyn Observer,
    ) -> Result<Vec<f64>, Cancelled> {
        self.scratch().rates(seed, first, count, &mut Pace::of_fights(observer, count)?)
    }

    pub(crate) fn scratch(&self) -> Scratch<'_> {
        Scratch { simulation: self, state: State::new(&self.plan), totals: self.totals() }
    }

    /// Returns the number of bytes that [`scratch`](Self::scratch) takes.
    pub(crate) fn scratch_bytes(&self) -> u64 {
        let Scratch { state, totals, .. } = self.scratch();
        state.bytes() + totals.bytes()
    }

    pub(crate) fn totals(&self) -> Totals {
        let plan = &self.plan;
        Totals::new(
            plan.abilities.len() + plan.dots.len(),
            plan.buffs.len(),
            plan.dots.len(),
            plan.resources.len(),
            plan.procs.len(),
            plan.reactions.len(),
            plan.bins.count,
        )
    }

    /// Returns the width of a bin of [`Totals::timeline`], in seconds.
    pub fn timeline_bin(&self) -> f64 {
        crate::units::seconds(self.plan.bins.width)
    }

    /// Returns the names of the rows of [`Totals::rows`]: abilities, then damage over time as
    /// `dot.NAME`.
    pub fn rows(&self) -> Vec<String> {
        let dots = self.names.dots.iter().map(|name| format!("dot.{name}"));
        self.names.abilities.iter().map(str::to_owned).chain(dots).collect()
    }

    /// Returns whether a row of [`Totals::rows`] is damage that the actor takes: by an ability of a
    /// target, or by damage over time on the actor.
    pub fn is_taken(&self, row: usize) -> bool {
        if let Some(ability) = self.plan.abilities.get(row) {
            return ability.by == Side::Target;
        }
        let dot = self.plan.dots.get(row - self.plan.abilities.len());
        dot.is_some_and(|dot| dot.on == Side::Actor)
    }

    /// Iterates over the names of the buffs, in the order of [`Totals::buffs`].
    pub fn buffs(&self) -> impl Iterator<Item = &str> {
        self.names.buffs.iter()
    }

    /// Iterates over the names of the damage over time, in the order of [`Totals::dots`].
    pub fn dots(&self) -> impl Iterator<Item = &str> {
        self.names.dots.iter()
    }

    /// Iterates over the names of the resources, in the order of [`Totals::resources`].
    pub fn resources(&self) -> impl Iterator<Item = &str> {
        self.names.resources.iter()
    }

    /// Iterates over the names of the reactions, in the order of [`Totals::reactions`].
    pub fn reactions(&self) -> impl Iterator<Item = &str> {
        self.names.reactions.iter()
    }

    /// Returns the name of the companion to which a row of [`Totals::rows`] belongs; `None` for the
    /// actor and for targets. The row of an ability belongs to the ability's owner. The row of
    /// damage over time belongs to the fighter whose stats the ticks use.
    pub fn companion(&self, row: usize) -> Option<&str> {
        let abilities = &self.plan.abilities;
        let member = match abilities.get(row) {
            Some(ability) => ability.member,
            None => self.plan.dots.get(row - abilities.len())?.of,
        };
        self.names.actors.iter().nth(usize::from(member).checked_sub(1)?)
    }

    /// Iterates over the names of the procs, in the order of [`Totals::procs`].
    pub fn procs(&self) -> impl Iterator<Item = &str> {
        self.names.procs.iter()
    }
}

/// Variant of the engine. Each variant has one optimisation more than the variant before it.
#[cfg(feature = "oracle")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineVariant {
    /// Scans every timer and evaluates every line of the list after each event.
    EveryLine,
    /// Evaluates only the lines that may have become usable.
    Waits,
    /// Finds the next event with a winner tree of timers.
    Queue,
    /// Caches the chances and factors of an attack until a buff changes.
    KeptFigures,
    /// Omits rarely used rules; only for profiles that use none of them.
    Lean,
}

/// Returns the totals of a block, run with the given variant of the engine.
///
/// # Errors
/// [`Cancelled`] if the observer cancels.
#[cfg(feature = "oracle")]
pub fn totals_by(
    way: EngineVariant,
    simulation: &Simulation,
    seed: u64,
    first: u64,
    count: u64,
    observer: &dyn Observer,
) -> Result<Totals, Cancelled> {
    match way {
        EngineVariant::EveryLine => simulation.totals_plainly(seed, first, count, observer),
        EngineVariant::Waits => {
            simulation.totals_with(ReferenceSink::<false>, Queue::plain, seed, first, count, observer)
        }
        EngineVariant::Queue => {
            simulation.totals_with(ReferenceSink::<false>, Queue::new, seed, first, count, observer)
        }
        EngineVariant::KeptFigures => simulation.totals_with(NoLog, Queue::new, seed, first, count, observer),
        EngineVariant::Lean => simulation.totals_with(Lean, Queue::new, seed, first, count, observer),
    }
}

/// Returns whether the profile uses none of the rules that [`EngineVariant::Lean`] omits.
#[cfg(feature = "oracle")]
pub const fn is_lean(simulation: &Simulation) -> bool {
    simulation.lean
}

/// State and totals that are reused for many fights.
pub(crate) struct Scratch<'a> {
    simulation: &'a Simulation,
    state: State,
    totals: Totals,
}

impl Scratch<'_> {
    /// Returns the DPS of `count` iterations; NaN for a fight of length 0. Progress is reported to
    /// `pace`.
    pub(crate) fn rates(
        &mut self,
        seed: u64,
        first: u64,
        count: u64,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<f64>, Cancelled> {
        if self.simulation.lean {
            self.rates_of(Lean, seed, first, count, pace)
        } else {
            self.rates_of(NoLog, seed, first, count, pace)
        }
    }

    fn rates_of<S: EventSink>(
        &mut self,
        sink: S,
        seed: u64,
        first: u64,
        count: u64,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<f64>, Cancelled> {
        let plan = &self.simulation.plan;
        let mut run = Fight::new(plan, &mut self.state, &mut self.totals, sink, *pace);
        let mut rates = Vec::with_capacity(count.min(1 << 20) as usize);
        for iteration in (0..count).map(|done| first.wrapping_add(done)) {
            let fight = run.fight(seed, iteration)?;
            rates.push(rate(fight.damage, fight.length).unwrap_or(f64::NAN));
        }
        pace.catch_up(&run.pace);
        Ok(rates)
    }
}
