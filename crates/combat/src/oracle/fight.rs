//! The state of a fight, its pending events, and the event loop.

use std::collections::BTreeMap;

use quadrille_progress::Cancelled;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use crate::engine::log::{FightEnd, RawEvent};
use crate::model::{self, Model, Side, Spread};
use crate::units::{Micros, NEVER, micros, milli, millionths, nearest};

/// Simulated microseconds between two calls of the observer while members of the actor's side wait.
/// The observer is also called before each event.
const STRETCH: Micros = 10_000;

/// A pending event. Events at the same instant occur in the order of these variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    End,
    Phase(usize),
    Schedule(usize),
    Buff(usize, usize),
    Dot(usize, usize),
    Charge(usize),
    Flight(usize),
    Cast(usize),
    Channel(usize),
    Every(usize),
    /// A member of the actor's side becomes free.
    Free(usize),
}

/// A buff on one bearer.
#[derive(Clone, Debug, Default)]
pub(super) struct Buff {
    pub(super) stacks: u32,
    pub(super) ends: Micros,
    /// Ends of independent stacks, in order.
    pub(super) stack_ends: Vec<Micros>,
    /// Damage that the buff can still absorb, in thousandths of a point.
    pub(super) shield: u64,
    /// Time at which each stack becomes visible.
    pub(super) seen_from: Vec<Micros>,
}

/// Damage over time on one bearer.
#[derive(Clone, Debug)]
pub(super) struct Dot {
    pub(super) stacks: u32,
    pub(super) ends: Micros,
    pub(super) next_tick: Micros,
    pub(super) last_tick: Micros,
    /// Length of the current tick interval.
    pub(super) length: Micros,
    /// The target that bears the damage over time; for damage over time on the actor, the target
    /// that applied it.
    pub(super) by: usize,
    /// Snapshot of the last application.
    pub(super) snapshot: Snapshot,
}

/// Values from which the damage and interval of a tick are computed, without the factors of the
/// target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Snapshot {
    pub(super) power: f64,
    pub(super) damage: f64,
    pub(super) crit: f64,
    pub(super) crit_damage: f64,
    pub(super) length: Micros,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Cooldown {
    /// Time from which an ability with a single charge can be used.
    pub(super) ready: Micros,
    /// Number of available charges.
    pub(super) charges: u32,
    /// Time at which the next charge returns; `None` if all charges are available.
    pub(super) next_charge: Option<Micros>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Proc {
    pub(super) ready: Micros,
    pub(super) last_attempt: Micros,
    pub(super) last_success: Micros,
    pub(super) cards: u32,
    pub(super) hits: u32,
    pub(super) failures: u32,
    /// Attempts since the last success.
    pub(super) tries: u32,
}

/// A launched ability.
#[derive(Clone, Debug)]
pub(super) struct Flight {
    pub(super) lands: Micros,
    /// The targets of the flight. The first is the target at which the ability was launched.
    pub(super) targets: Vec<usize>,
    pub(super) spent: f64,
}

/// A channel in progress.
#[derive(Clone, Copy, Debug)]
pub(super) struct Channel {
    pub(super) ability: usize,
    pub(super) target: usize,
    pub(super) began: Micros,
    pub(super) length: Micros,
    /// Number of ticks so far.
    pub(super) ticks: u32,
    /// Total number of ticks.
    pub(super) of: u32,
    pub(super) spent: f64,
}

#[derive(Clone, Debug)]
pub(super) struct Resource {
    /// Level at the instant `at`, in millionths of a unit.
    pub(super) level: i64,
    pub(super) at: Micros,
    /// Regeneration after the instant `at`, in millionths per microsecond.
    pub(super) rate: f64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Target {
    pub(super) health: u64,
    pub(super) present: bool,
    pub(super) dead: bool,
    pub(super) gone: bool,
    /// For an individual target of `[targets]`: time at which it next joins or leaves.
    pub(super) next_schedule: Option<Micros>,
    pub(super) buffs: Vec<Buff>,
    pub(super) dots: Vec<Option<Dot>>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Phase {
    pub(super) active: bool,
    pub(super) begun: usize,
    pub(super) began: Micros,
    pub(super) next: Option<Micros>,
}

/// State of a member of the actor's side.
#[derive(Clone, Debug, Default)]
pub(super) struct Member {
    /// End of the global cooldown that started with the current cast or channel.
    pub(super) cast_gcd: Micros,
    /// Latency of the decision after the current cast or channel.
    pub(super) cast_lag: Micros,
    /// The cast in progress: the ability, the target, and the time at which the cast ends.
    pub(super) cast: Option<(usize, usize, Micros)>,
    pub(super) channel: Option<Channel>,
    /// Time at which the member becomes free; `None` if it is free already.
    pub(super) free_at: Option<Micros>,
    /// Whether the member is busy with a `wait`.
    pub(super) rests: bool,
    /// The last ability used by the member's list.
    pub(super) last: Option<usize>,
    /// Whether an event has happened since the member's last decision.
    pub(super) notified: bool,
}

/// A fight in progress.
pub(super) struct Fight<'a> {
    pub(super) model: &'a Model,
    key: StreamKey,
    streams: BTreeMap<(u64, usize), Xoshiro256PlusPlus>,
    pub(super) log: Vec<(Micros, RawEvent)>,
    pub(super) now: Micros,
    pub(super) end: Micros,
    ending: FightEnd,

    pub(super) actor_health: u64,
    pub(super) actor_buffs: Vec<Buff>,
    pub(super) actor_dots: Vec<Option<Dot>>,
    pub(super) cooldowns: Vec<Cooldown>,
    pub(super) procs: Vec<Proc>,
    /// For each reaction: the end of its cooldown.
    pub(super) reactions: Vec<Micros>,
    pub(super) resources: Vec<Resource>,
    pub(super) targets: Vec<Target>,
    pub(super) phases: Vec<Phase>,
    /// For each ability: its flights, in the order of launching.
    pub(super) flights: Vec<Vec<Flight>>,
    /// For each ability: the time of its next repetition. `None` if it does not repeat, or waits
    /// for a target or for the return of its owner.
    pub(super) repeats: Vec<Option<Micros>>,
    pub(super) waiting_repeats: Vec<bool>,

    /// The actor and its companions.
    pub(super) members: Vec<Member>,
    /// For each line of all lists: whether its condition was false at the last evaluation and must
    /// be polled.
    pub(super) polled: Vec<bool>,
    /// For each ability: the ability that is queued to replace its next repetition.
    pub(super) queued: Vec<Option<usize>>,
    /// Damage to targets, in thousandths of a point.
    pub(super) damage: u64,
}

impl<'a> Fight<'a> {
    pub(super) fn new(model: &'a Model, seed: u64, iteration: u64) -> Self {
        let target = |number: u32| Target {
            health: model.foe(number as usize).health.map_or(0, milli),
            buffs: vec![Buff::default(); model.buffs.len()],
            dots: vec![None; model.dots.len()],
            ..Target::default()
        };
        let cooldown =
            |ability: &model::Ability| Cooldown { charges: ability.charges, ..Cooldown::default() };
        let resource =
            |resource: &model::Resource| Resource { level: millionths(resource.start), at: 0, rate: 0.0 };
        Self {
            model,
            key: StreamKey::new(seed, iteration),
            streams: BTreeMap::new(),
            log: Vec::new(),
            now: 0,
            end: 0,
            ending: FightEnd::Time,
            actor_health: model.actor.health.map_or(0, milli),
            actor_buffs: vec![Buff::default(); model.buffs.len()],
            actor_dots: vec![None; model.dots.len()],
            cooldowns: model.abilities.iter().map(cooldown).collect(),
            procs: vec![Proc::default(); model.procs.len()],
            reactions: vec![0; model.reactions.len()],
            resources: model.resources.iter().map(resource).collect(),
            targets: (0..model.most_targets()).map(target).collect(),
            phases: vec![Phase::default(); model.phases.len()],
            flights: vec![Vec::new(); model.abilities.len()],
            repeats: vec![None; model.abilities.len()],
            waiting_repeats: vec![false; model.abilities.len()],
            members: vec![Member::default(); model.members()],
            polled: vec![false; model.actions.len()],
            queued: vec![None; model.abilities.len()],
            damage: 0,
        }
    }

    /// Draws the next number, in [0, 1), of the source (`kind`, `place`). See "Randomness" in
    /// `docs/combat-profile.md`.
    pub(super) fn draw(&mut self, kind: u64, place: usize) -> f64 {
        let key = self.key.substream((kind << 32) | place as u64);
        self.streams.entry((kind, place)).or_insert_with(|| key.rng()).next_f64()
    }

    /// Draws the latency of a decision. Only the actor has a latency; for companions it is 0.
    pub(super) fn draw_latency(&mut self, member: usize) -> Micros {
        if member == 0 { self.draw_delay(self.model.pace.latency, 30, 0) } else { 0 }
    }

    /// Draws a time uniformly from a range in seconds. If the ends are equal, no random number is
    /// drawn.
    pub(super) fn draw_delay(&mut self, [least, most]: [f64; 2], kind: u64, place: usize) -> Micros {
        let roll = if least < most { self.draw(kind, place) } else { 0.0 };
        micros(least + (most - least) * roll)
    }

    pub(super) fn note(&mut self, event: RawEvent) {
        self.log.push((self.now, event));
    }

    /// Runs the fight.
    pub(super) fn run(
        &mut self,
        check: &dyn Fn(Micros, Micros) -> Result<(), Cancelled>,
    ) -> Result<(), Cancelled> {
        self.begin();
        loop {
            check(self.now, self.end)?;
            let (time, due) = self.next();
            // Idle members evaluate their lists in every microsecond up to the next event.
            let mut acted = false;
            while !acted && self.any_waiting() && self.now + 1 < time {
                self.now += 1;
                if self.now.is_multiple_of(STRETCH) {
                    check(self.now, self.end)?;
                }
                acted = self.decide_all();
            }
            if acted {
                // The action may have scheduled an event before `time`.
                continue;
            }
            self.now = time;
            // Some timers cause no event: a repetition that is only postponed, a member that
            // becomes free, and the departure of a dead target.
            let mut happened = !matches!(due, Due::Schedule(target) if self.targets[target].dead);
            match due {
                Due::End => break,
                Due::Phase(phase) => self.phase_due(phase),
                Due::Schedule(target) => self.schedule_due(target),
                Due::Buff(buff, target) => self.buff_due(buff, target),
                Due::Dot(dot, target) => self.dot_due(dot, target),
                Due::Charge(ability) => self.charge_due(ability),
                Due::Flight(ability) => self.arrive(ability),
                Due::Cast(member) => self.finish_cast(member),
                Due::Channel(member) => self.tick_channel(member),
                Due::Every(ability) => happened = self.repeat(ability),
                Due::Free(member) => {
                    let own = &mut self.members[member];
                    (own.free_at, own.rests, own.notified) = (None, false, true);
                    happened = false;
                }
            }
            if happened {
                self.notify_all();
            }
            // Decisions come last at an instant.
            if self.next().0 > self.now {
                self.decide_all();
            }
        }
        self.note(RawEvent::Ends(self.ending));
        Ok(())
    }

    /// Returns whether a member evaluates its list. An idle member does so if it has any lines, and
    /// a busy member if it has lines that it may use while busy.
    fn is_waiting(&self, member: usize) -> bool {
        let mut actions = self.model.actions.iter().filter(|action| action.member == member);
        match self.members[member].free_at {
            None => actions.next().is_some(),
            Some(_) => actions.any(|action| self.can_use_beside(action)),
        }
    }

    fn any_waiting(&self) -> bool {
        (0..self.members.len()).any(|member| self.is_waiting(member))
    }

    /// Lets waiting members decide, the actor first. After each action, starts again with the
    /// actor. Stops if another event is due at this instant. Returns whether any member acted.
    fn decide_all(&mut self) -> bool {
        let mut acted = false;
        let mut member = 0;
        while member < self.members.len() {
            if self.is_waiting(member) && self.decide(member) {
                acted = true;
                if self.next().0 <= self.now {
                    return true;
                }
                member = 0;
            } else {
                member += 1;
            }
        }
        acted
    }

    /// Records for all members that an event has happened.
    pub(super) fn notify_all(&mut self) {
        self.members.iter_mut().for_each(|member| member.notified = true);
    }

    /// Returns the next of all pending events.
    fn next(&self) -> (Micros, Due) {
        // All pending events as pairs (time, event). The least pair is the next event.
        let mut all = vec![(self.end, Due::End)];
        let mut pending = |time: Option<Micros>, due: Due| {
            all.extend(time.filter(|&time| time < NEVER).map(|time| (time, due)));
        };
        for (place, phase) in self.phases.iter().enumerate() {
            pending(phase.next, Due::Phase(place));
        }
        for (number, target) in self.targets.iter().enumerate() {
            pending(target.next_schedule, Due::Schedule(number));
        }
        // If the stacks of a buff end independently, returns their first end. Otherwise, returns
        // their common end.
        let buff_ends = |buff: &Buff| match buff.stack_ends.first() {
            Some(&first) => Some(first),
            None => (buff.stacks > 0).then_some(buff.ends),
        };
        for place in 0..self.model.buffs.len() {
            pending(buff_ends(&self.actor_buffs[place]), Due::Buff(place, 0));
            for (number, target) in self.targets.iter().enumerate() {
                pending(buff_ends(&target.buffs[place]), Due::Buff(place, number));
            }
        }
        for (number, target) in self.targets.iter().enumerate() {
            for (place, dot) in target.dots.iter().enumerate() {
                pending(dot.as_ref().map(|dot| dot.next_tick.min(dot.ends)), Due::Dot(place, number));
            }
        }
        for (place, dot) in self.actor_dots.iter().enumerate() {
            pending(dot.as_ref().map(|dot| dot.next_tick.min(dot.ends)), Due::Dot(place, 0));
        }
        for (place, cooldown) in self.cooldowns.iter().enumerate() {
            pending(cooldown.next_charge, Due::Charge(place));
        }
        for (place, flights) in self.flights.iter().enumerate() {
            pending(flights.first().map(|flight| flight.lands), Due::Flight(place));
        }
        // Tick number n comes after n · `length` / `of`, rounded. Because each time is computed
        // from the beginning, rounding errors do not accumulate.
        let ticks = |channel: Channel| {
            let part = f64::from(channel.ticks + 1) * channel.length as f64 / f64::from(channel.of);
            channel.began + nearest(part)
        };
        for (member, own) in self.members.iter().enumerate() {
            pending(own.cast.map(|(_, _, finishes)| finishes), Due::Cast(member));
            pending(own.channel.map(ticks), Due::Channel(member));
        }
        for (place, &repeats) in self.repeats.iter().enumerate() {
            pending(repeats, Due::Every(place));
        }
        for (member, own) in self.members.iter().enumerate() {
            pending(own.free_at, Due::Free(member));
        }
        all.into_iter().min().unwrap_or((self.end, Due::End))
    }

    fn begin(&mut self) {
        let fight = &self.model.fight;
        let length = fight.length.map(|length| {
            let factor = match fight.spread {
                Spread::Uniform(part) => 1.0 - part + 2.0 * part * self.draw(0, 0),
                Spread::Normal(deviation) => 1.0 + deviation * self.draw_normal(),
                Spread::None | Spread::Exponential => 1.0,
            };
            micros(length * factor).max(1)
        });
        self.end = length.unwrap_or(micros(fight.limit));
        self.note(RawEvent::Starts { length });
        for place in 0..self.model.resources.len() {
            self.resources[place].rate = self.rate(place);
        }
        for target in 0..fight.targets as usize {
            let foe = self.model.foes.get(target);
            self.targets[target].present = foe.is_none_or(|foe| foe.joins == 0.0);
            self.targets[target].next_schedule =
                foe.and_then(|foe| if foe.joins > 0.0 { Some(foe.joins) } else { foe.leaves }).map(micros);
        }
        for (place, phase) in self.model.phases.iter().enumerate() {
            let by_clock = phase.below.filter(|_| self.model.foe(0).health.is_none());
            self.phases[place].next = phase
                .from
                .first()
                .map(|&from| micros(from))
                .or(by_clock.map(|part| self.time_at_share(part)));
        }
        for (place, buff) in self.model.buffs.iter().enumerate() {
            if buff.start {
                let bearers = if buff.on == Side::Target { fight.targets as usize } else { 1 };
                let there = |&bearer: &usize| buff.on == Side::Actor || self.lives(bearer);
                let bearers: Vec<usize> = (0..bearers).filter(there).collect();
                for bearer in bearers {
                    self.apply_buff(place, bearer, 0);
                }
            }
        }
        for (place, ability) in self.model.abilities.iter().enumerate() {
            let Some(every) = &ability.every else { continue };
            // Without `first`, the first repetition comes at time 0 or, with `spread`, after a
            // random interval.
            self.repeats[place] = Some(match every.first {
                Some(first) => micros(first),
                None if ability.spread == Spread::None => 0,
                None => self.interval(place),
            });
        }
        for action in &self.model.actions {
            self.members[action.member].free_at = Some(0);
        }
    }

    /// Draws a standard normal number truncated to ±3, by the Box–Muller transform with rejection.
    fn draw_normal(&mut self) -> f64 {
        loop {
            let radius = (-2.0 * libm::log(1.0 - self.draw(0, 0))).sqrt();
            let normal = radius * libm::cos(core::f64::consts::TAU * self.draw(0, 0));
            if normal.abs() <= 3.0 {
                return normal;
            }
        }
    }

    pub(super) fn end_now(&mut self, ending: FightEnd) {
        self.ending = ending;
        self.end = self.now;
    }
}
