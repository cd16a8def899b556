//! Fights by the block, and any one of them again.

use quadrille_progress::{Cancelled, Observer, Stopped};
use quadrille_stats::{Moments, Sample};

#[cfg(feature = "oracle")]
use crate::engine::log::Plainer;
use crate::engine::log::{EventSink, FightEnd, Lean, Log, NoLog};
use crate::engine::pace::Pace;
use crate::engine::plan::Plan;
#[cfg(feature = "oracle")]
use crate::engine::queue::Queue;
use crate::engine::{Run, State};
use crate::names::Names;
use crate::profile::Profile;
use crate::profile::model::Side;
use crate::replay::{self, Replay};
use crate::results::{Block, Totals};
use crate::units::{rate, seconds};

/// A profile made ready to be simulated. Shared between threads at will: a call keeps its own state.
///
/// ```
/// use quadrille_combat::{Profile, Simulation, Source};
///
/// let text = "[fight]\nlength = 60\n[abilities.bolt]\ndamage = [90, 110]\ncast = 2\n[[actions]]\nuse = \"bolt\"";
/// let profile = Profile::parse(&Source::new("bolt.toml", text)).expect("a profile");
/// let simulation = Simulation::new(&profile);
/// let block = simulation.run_block(7, 0, 100, &())?;
/// // 29 casts finish before the end of each fight; the thirtieth would at its very end.
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
    /// Makes a profile ready.
    pub fn new(profile: &Profile) -> Self {
        let certain = profile.model.is_certain();
        let plan = Plan::new(&profile.model);
        let lean = plan.is_lean();
        Self { plan, names: profile.names.clone(), certain, lean }
    }

    /// Whether nothing in the profile is left to chance, so that all its fights are alike: it has no attack table,
    /// no range, no `spread`, no critical ticks, and no proc that is not certain.
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

    /// Fights `count` iterations from number `first` on, each from its own random streams (seed, iteration,
    /// source).
    ///
    /// The same seed and iterations give the same block on every machine; blocks that follow one another
    /// merge to what one call would have given, apart from the last digits of the moments. Takes 16 bytes of
    /// memory an iteration, twice that where fights end with a death, and time in proportion to the events in them.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer, who hears of fights done several times in any millisecond, says so.
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
        let mut run = Run::new(&self.plan, &mut state, &mut totals, sink, pace);
        for iteration in (0..count).map(|done| first.wrapping_add(done)) {
            let fight = run.fight(seed, iteration)?;
            if fight.ending == FightEnd::Kill {
                kill_times.push(seconds(fight.length));
            }
            let rates = rate(fight.damage, fight.length).zip(rate(fight.taken, fight.length));
            let Some((dealt, taken)) = rates else {
                without_length.push(iteration);
                // Fought once more for the sums of such fights, which are over in an instant.
                let apart = totals_without_length.get_or_insert_with(|| Box::new(self.totals()));
                let pace = run.pace;
                std::mem::swap(run.totals, &mut **apart);
                run.fight(seed, iteration)?;
                std::mem::swap(run.totals, &mut **apart);
                run.pace = pace;
                continue;
            };
            values.push(dealt);
            // Rates are finite and at most 10^19, far below what moments refuse.
            let _ = dps.record(dealt);
            let _ = dtps.record(taken);
        }
        let sample = Sample::try_from(values).unwrap_or_default();
        let kill_times = Sample::try_from(kill_times).unwrap_or_default();
        Ok(Block { first, totals, dps, sample, dtps, without_length, totals_without_length, kill_times })
    }

    /// Whether fights may end before their time, with the death of the targets or of the actor.
    pub const fn can_end_early(&self) -> bool {
        self.plan.health_pool || self.plan.actor_health > 0
    }

    /// The sums of a block, found the plain way: after every event an actor with nothing to do looks at every
    /// line of its list and the engine at every timer, and every attack is worked out anew, where
    /// [`run_block`](Self::run_block) looks only at what has changed. The same sums, slowly: the specification
    /// of the waiting, the queue and the kept figures, for tests.
    ///
    /// (Conditions that are polled, such as a product of two numbers that the clock moves, are looked at more
    /// often here, and may hold earlier.)
    ///
    /// # Errors
    /// [`Cancelled`] if the observer says so.
    #[cfg(feature = "oracle")]
    pub fn totals_plainly(
        &self,
        seed: u64,
        first: u64,
        count: u64,
        observer: &dyn Observer,
    ) -> Result<Totals, Cancelled> {
        self.totals_plainer(Plainer::<true>, Queue::plain, seed, first, count, observer)
    }

    /// The sums of a block by a plainer way of the engine's and one of its queues.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer says so.
    #[cfg(feature = "oracle")]
    fn totals_plainer<S: EventSink>(
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
        state.queue = queue(self.plan.timers.len());
        let pace = Pace::of_fights(observer, count)?;
        let mut run = Run::new(&self.plan, &mut state, &mut totals, sink, pace);
        for iteration in (0..count).map(|done| first.wrapping_add(done)) {
            run.fight(seed, iteration)?;
        }
        Ok(totals)
    }

    /// Fights one iteration again and tells everything that happens in it: some 100 bytes a line of the log.
    ///
    /// # Errors
    /// The observer, which receives seconds of the fight, asks to stop; or there is not memory
    /// enough for the log.
    pub fn replay(&self, seed: u64, iteration: u64, observer: &dyn Observer) -> Result<Replay, Stopped> {
        self.replay_up_to(seed, iteration, usize::MAX, observer)
    }

    /// The same, with a log of so many lines at most, the first ones: a fight may be as long as a profile
    /// likes.
    ///
    /// # Errors
    /// As [`replay`](Self::replay).
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
        let mut run = Run::new(&self.plan, &mut state, &mut totals, Log::new(lines), pace);
        let fight = run.fight(seed, iteration)?;
        if let Some(shortage) = run.sink.short {
            return Err(shortage.into());
        }
        let events = std::mem::take(&mut run.sink.events);
        let lines = run.sink.number;
        let mut pace = run.pace;
        let log = replay::tell(&events, &self.names, || pace.ask(fight.length, fight.length))?;
        Ok(Replay::new(iteration, fight, totals, lines, log))
    }

    /// The DPS of `count` iterations from number `first` on, and nothing else: what a comparison needs; NaN for a
    /// fight that ended as it began. Takes 8 bytes of memory an iteration.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer, who hears of fights done, says so.
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

    /// Returns the bytes that [`scratch`](Self::scratch) takes.
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

    /// The width of a bin of [`Totals::timeline`], in seconds.
    pub fn timeline_bin(&self) -> f64 {
        crate::units::seconds(self.plan.bins.width)
    }

    /// The names of the rows of [`Totals::rows`]: abilities, then damage over time as `dot.NAME`.
    pub fn rows(&self) -> Vec<String> {
        let dots = self.names.dots.iter().map(|name| format!("dot.{name}"));
        self.names.abilities.iter().map(str::to_owned).chain(dots).collect()
    }

    /// Whether a row of [`Totals::rows`] is an ability of the target or damage over time on the actor, whose
    /// damage the actor takes.
    pub fn is_taken(&self, row: usize) -> bool {
        if let Some(ability) = self.plan.abilities.get(row) {
            return ability.by == Side::Target;
        }
        let dot = self.plan.dots.get(row - self.plan.abilities.len());
        dot.is_some_and(|dot| dot.on == Side::Actor)
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

    /// The names of the reactions, in the order of [`Totals::reactions`].
    pub fn reactions(&self) -> impl Iterator<Item = &str> {
        self.names.reactions.iter()
    }

    /// Whose the ability of a row of [`Totals::rows`] is, or whose figures its damage over time has: the name of a
    /// companion, and nothing for the actor and for targets.
    pub fn companion(&self, row: usize) -> Option<&str> {
        let abilities = &self.plan.abilities;
        let member = match abilities.get(row) {
            Some(ability) => ability.member,
            None => self.plan.dots.get(row - abilities.len())?.of,
        };
        self.names.actors.iter().nth(usize::from(member).checked_sub(1)?)
    }

    /// The names of the procs, in the order of [`Totals::procs`].
    pub fn procs(&self) -> impl Iterator<Item = &str> {
        self.names.procs.iter()
    }
}

/// How a block is fought: a rung of the ladder of fights.
#[cfg(feature = "oracle")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From event to event, with a look at every timer and every line of the list.
    EveryLine,
    /// A look at those lines alone for which something has changed.
    Waits,
    /// The next event by a tournament of timers.
    Queue,
    /// What an attack comes to is kept until a buff changes.
    KeptFigures,
    /// Rules are left out that the profile has no use for; for lean plans alone.
    Lean,
}

/// Returns the sums of a block, fought in one of these ways.
///
/// # Errors
/// [`Cancelled`] if the observer says so.
#[cfg(feature = "oracle")]
pub fn totals_by(
    way: Way,
    simulation: &Simulation,
    seed: u64,
    first: u64,
    count: u64,
    observer: &dyn Observer,
) -> Result<Totals, Cancelled> {
    match way {
        Way::EveryLine => simulation.totals_plainly(seed, first, count, observer),
        Way::Waits => simulation.totals_plainer(Plainer::<false>, Queue::plain, seed, first, count, observer),
        Way::Queue => simulation.totals_plainer(Plainer::<false>, Queue::new, seed, first, count, observer),
        Way::KeptFigures => simulation.totals_plainer(NoLog, Queue::new, seed, first, count, observer),
        Way::Lean => simulation.totals_plainer(Lean, Queue::new, seed, first, count, observer),
    }
}

/// Whether a profile needs none of the rules that lean plans leave out.
#[cfg(feature = "oracle")]
pub const fn is_lean(simulation: &Simulation) -> bool {
    simulation.lean
}

/// A place to fight again and again.
pub(crate) struct Scratch<'a> {
    simulation: &'a Simulation,
    state: State,
    totals: Totals,
}

impl Scratch<'_> {
    /// The DPS of some iterations, NaN for one without a length, at the pace of the call that they are a part of.
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
        let mut run = Run::new(plan, &mut self.state, &mut self.totals, sink, *pace);
        let mut rates = Vec::with_capacity(count.min(1 << 20) as usize);
        for iteration in (0..count).map(|done| first.wrapping_add(done)) {
            let fight = run.fight(seed, iteration)?;
            rates.push(rate(fight.damage, fight.length).unwrap_or(f64::NAN));
        }
        pace.catch_up(&run.pace);
        Ok(rates)
    }
}
