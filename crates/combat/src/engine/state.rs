//! The state of one fight. Made once, used for any number of iterations.

use std::collections::VecDeque;

use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use super::plan::{Plan, Stream};
use super::queue::Queue;
use super::waits::Waits;
use crate::outcome::Outcome;
use crate::results::ResourceTotals;
use crate::units::{Micros, NEVER};

/// Figures of the actor as its buffs make them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) power: f64,
    pub(crate) crit: f64,
    pub(crate) crit_damage: f64,
    pub(crate) damage: f64,
    pub(crate) taken: f64,
    pub(crate) avoidance: [f64; Outcome::COUNT],
}

/// An ability's attack: its rolls, and what it comes to under the present buffs.
#[derive(Clone, Debug)]
pub(crate) struct Attack {
    pub(crate) rolls: Xoshiro256PlusPlus,
    pub(crate) damage_rolls: Xoshiro256PlusPlus,
    /// The state of the figures this was computed for.
    pub(crate) epoch: u32,
    /// The thresholds of chances summed in the order of the table; beyond its end, above any roll.
    pub(crate) sums: [u64; Outcome::COUNT],
    /// The chance of a crit that the thresholds are of; not a number before the first.
    pub(crate) chance: f64,
    /// The threshold of the second of two rolls.
    pub(crate) crit: u64,
    pub(crate) bonus: f64,
    /// Factor on damage, by outcome.
    pub(crate) factors: [f64; Outcome::COUNT],
}

impl Attack {
    fn new(rolls: &Xoshiro256PlusPlus) -> Self {
        Self {
            rolls: rolls.clone(),
            damage_rolls: rolls.clone(),
            epoch: 0,
            sums: [0; Outcome::COUNT],
            chance: f64::NAN,
            crit: 0,
            bonus: 0.0,
            factors: [0.0; Outcome::COUNT],
        }
    }
}

/// A buff on one bearer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BuffState {
    /// Stacks or charges; 0 is down.
    pub(crate) stacks: u32,
    pub(crate) ends: Micros,
}

/// What a tick does, apart from the target.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TickPower {
    pub(crate) bonus: f64,
    pub(crate) factor: f64,
    pub(crate) crit: f64,
    pub(crate) crit_damage: f64,
}

/// Damage over time on one target.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DotState {
    pub(crate) stacks: u32,
    pub(crate) ends: Micros,
    pub(crate) next: Micros,
    /// The last tick, or the beginning.
    pub(crate) last: Micros,
    /// The length of the tick under way.
    pub(crate) length: Micros,
    pub(crate) power: TickPower,
}

/// How many bearers something has, for uptimes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Presence {
    pub(crate) bearers: u32,
    pub(crate) stacks: u64,
    /// Counted up to here.
    pub(crate) since: Micros,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cooldown {
    /// When it can be used: of an ability with several charges, never if there is none and always if there is one.
    pub(crate) ready: Micros,
    /// Charges, of an ability with several.
    pub(crate) charges: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct ProcState {
    pub(crate) rolls: Xoshiro256PlusPlus,
    pub(crate) ready: Micros,
    pub(crate) last_attempt: Micros,
    pub(crate) last_success: Micros,
    /// Cards left, or failures in a row.
    pub(crate) count: u32,
    pub(crate) hits: u32,
    /// Of this iteration.
    pub(crate) attempts: u64,
    pub(crate) successes: u64,
}

impl ProcState {
    fn new(rolls: Xoshiro256PlusPlus) -> Self {
        let (ready, last_attempt, last_success) = (0, 0, 0);
        Self { rolls, ready, last_attempt, last_success, count: 0, hits: 0, attempts: 0, successes: 0 }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ResourceState {
    pub(crate) cap: i64,
    pub(crate) level: i64,
    /// Millionths a microsecond, at the present speed.
    pub(crate) rate: f64,
    /// The lowest level that someone waits for.
    pub(crate) awaited: i64,
    /// The level is that of this instant.
    pub(crate) at: Micros,
    /// Of this iteration.
    pub(crate) totals: ResourceTotals,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) now: Micros,
    /// The end, as far as it is known.
    pub(crate) end: Micros,
    pub(crate) queue: Queue,
    pub(crate) generators: Vec<Xoshiro256PlusPlus>,

    /// Whether the actor waits for something to do, and for what: for nothing, while it does not.
    pub(crate) idle: bool,
    pub(crate) waiting: u64,
    /// What has changed in this event, and since the last decision.
    pub(crate) changed: u64,
    pub(crate) changed_before: u64,
    /// What the lines of the action list wait for.
    pub(crate) waits: Box<[Waits]>,
    pub(crate) casting: Option<(u16, u16)>,
    pub(crate) last: Option<u16>,

    pub(crate) figures: Figures,
    pub(crate) speed: f64,
    pub(crate) epoch: u32,
    pub(crate) attacks: Vec<Attack>,
    /// The time from one repetition of an ability to the next at the actor's speed, if that bears on it.
    pub(crate) intervals: Vec<Micros>,
    pub(crate) target_taken: Vec<f64>,
    /// The targets' own speed and damage factor, as debuffs make them.
    pub(crate) target_speed: Vec<f64>,
    pub(crate) target_damage: Vec<f64>,

    pub(crate) buffs: Vec<BuffState>,
    pub(crate) buff_presence: Vec<Presence>,
    /// The ends of independent stacks, by buff; others have none.
    pub(crate) stack_ends: Vec<VecDeque<Micros>>,
    pub(crate) dots: Vec<DotState>,
    pub(crate) dot_presence: Vec<Presence>,
    pub(crate) cooldowns: Vec<Cooldown>,
    pub(crate) procs: Vec<ProcState>,
    pub(crate) resources: Vec<ResourceState>,

    pub(crate) actor_health: u64,
    pub(crate) target_health: Vec<u64>,
    /// Targets that can be attacked, a bit each.
    pub(crate) living: u32,
    pub(crate) dead: u32,
    pub(crate) active_phases: Vec<bool>,
    pub(crate) phase_taken: f64,
    /// The end of the downtime under way; not later than now if there is none.
    pub(crate) downtime_until: Micros,

    /// Of this iteration, in thousandths.
    pub(crate) damage: u64,
    pub(crate) taken: u64,
}

impl State {
    pub(crate) fn new(plan: &Plan) -> Self {
        let targets = plan.most_targets as usize;
        let generator = StreamKey::new(0, 0).rng();
        Self {
            now: 0,
            end: 0,
            queue: Queue::new(plan.timers.len()),
            generators: vec![generator.clone(); plan.streams.len()],
            idle: false,
            waiting: 0,
            changed: 0,
            changed_before: 0,
            waits: Waits::of(plan.actions.iter().map(Vec::len).sum()),
            casting: None,
            last: None,
            figures: Figures::default(),
            speed: 1.0,
            epoch: 1,
            attacks: vec![Attack::new(&generator); plan.abilities.len()],
            intervals: plan
                .abilities
                .iter()
                .map(|ability| ability.every.map_or(NEVER, |(interval, _)| interval))
                .collect(),
            target_taken: vec![1.0; targets],
            target_speed: vec![1.0; targets],
            target_damage: vec![1.0; targets],
            buffs: vec![BuffState::default(); plan.buff_instances],
            buff_presence: vec![Presence::default(); plan.buffs.len()],
            stack_ends: plan
                .buffs
                .iter()
                .map(|buff| {
                    VecDeque::with_capacity(if buff.is_independent() { buff.stacks as usize } else { 0 })
                })
                .collect(),
            dots: vec![DotState::default(); plan.dot_instances],
            dot_presence: vec![Presence::default(); plan.dots.len()],
            cooldowns: vec![Cooldown::default(); plan.abilities.len()],
            procs: vec![ProcState::new(generator.clone()); plan.procs.len()],
            resources: vec![ResourceState::default(); plan.resources.len()],
            actor_health: 0,
            target_health: vec![0; targets],
            living: 0,
            dead: 0,
            active_phases: vec![false; plan.phases.len()],
            phase_taken: 1.0,
            downtime_until: 0,
            damage: 0,
            taken: 0,
        }
    }

    /// Back to the start of iteration `iteration`.
    pub(crate) fn reset(&mut self, plan: &Plan, seed: u64, iteration: u64) {
        let key = StreamKey::new(seed, iteration);
        for (generator, &substream) in self.generators.iter_mut().zip(&plan.streams) {
            *generator = key.substream(substream).rng();
        }
        self.now = 0;
        self.queue.clear();
        self.idle = false;
        self.waiting = 0;
        self.changed = 0;
        self.changed_before = 0;
        self.waits.iter_mut().for_each(Waits::clear);
        self.casting = None;
        self.last = None;
        self.buffs.fill(BuffState::default());
        self.buff_presence.fill(Presence::default());
        self.stack_ends.iter_mut().for_each(VecDeque::clear);
        self.dots.fill(DotState::default());
        self.dot_presence.fill(Presence::default());
        for (cooldown, ability) in self.cooldowns.iter_mut().zip(&plan.abilities) {
            *cooldown = Cooldown { ready: 0, charges: ability.charges };
        }
        for (place, (attack, ability)) in self.attacks.iter_mut().zip(&plan.abilities).enumerate() {
            if ability.table.is_some() {
                attack.rolls = key.substream(Stream::Attack(place).substream()).rng();
            }
            if ability.rolls_damage {
                attack.damage_rolls = key.substream(Stream::Damage(place).substream()).rng();
            }
        }
        for (place, proc) in self.procs.iter_mut().enumerate() {
            *proc = ProcState::new(key.substream(Stream::Proc(place).substream()).rng());
        }
        for (state, resource) in self.resources.iter_mut().zip(&plan.resources) {
            let (cap, level, rate) = (resource.cap, resource.start, resource.regen);
            *state = ResourceState { cap, level, rate, awaited: i64::MAX, ..ResourceState::default() };
        }
        self.actor_health = plan.actor_health;
        self.target_health.fill(plan.target_health);
        self.living = 0;
        self.dead = 0;
        self.active_phases.fill(false);
        self.phase_taken = 1.0;
        self.downtime_until = 0;
        self.damage = 0;
        self.taken = 0;
    }

    /// The next draw of a source, in [0, 1).
    #[inline]
    pub(crate) fn draw(&mut self, source: u16) -> f64 {
        self.generators[usize::from(source)].next_f64()
    }

    /// The first target that can be attacked.
    #[inline]
    pub(crate) fn first_target(&self) -> Option<usize> {
        (self.living != 0).then(|| self.living.trailing_zeros() as usize)
    }

    #[inline]
    pub(crate) fn lives(&self, target: usize) -> bool {
        self.living & 1 << target != 0
    }
}
