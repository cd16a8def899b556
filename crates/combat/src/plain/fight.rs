//! The state of a fight, its pending events, and the event loop.

use std::collections::BTreeMap;

use quadrille_progress::Cancelled;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use super::list::Evaluation;
use crate::engine::log::{FightEnd, RawEvent};
use crate::profile::model::{self, Model, Side, Spread};
use crate::units::{Micros, NEVER, at_speed, micros, milli, millionths, nearest};

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
    /// Level at the instant `at`, in millionths.
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
    repeats: Vec<Option<Micros>>,
    waiting_repeats: Vec<bool>,

    /// The actor and its companions.
    pub(super) members: Vec<Member>,
    /// For each line of all lists: whether, at its last evaluation, its condition was false and has
    /// to be polled.
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

    /// Draws a time from a range.
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

    /// Returns whether a companion is absent, because the buff on which it depends is down.
    pub(super) fn is_away(&self, member: usize) -> bool {
        let companion = member.checked_sub(1).map(|place| &self.model.companions[place]);
        let with = companion.and_then(|companion| companion.with);
        with.is_some_and(|buff| self.actor_buffs[buff].stacks == 0)
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

    fn phase_due(&mut self, place: usize) {
        let phase = &self.model.phases[place];
        let begins = !self.phases[place].active;
        let Phase { mut begun, mut began, .. } = self.phases[place];
        if begins {
            (begun, began) = (begun + 1, self.now);
        }
        let next = match phase.every {
            _ if begins => {
                let by_clock = phase.until.filter(|_| self.model.foe(0).health.is_none());
                let by_clock = by_clock.map(|part| self.time_at_share(part).max(self.now));
                let at_once = phase.until.filter(|&part| self.has_at_most(part)).map(|_| self.now);
                let lasts = phase.lasts.map(|[least, most]| {
                    let roll = if least < most { self.draw(20, place) } else { 0.0 };
                    self.now + micros(least + (most - least) * roll)
                });
                [by_clock, at_once, lasts].into_iter().flatten().min()
            }
            Some(every) => Some(began + micros(every)),
            None => phase.from.get(begun).map(|&from| micros(from)),
        };
        self.phases[place] = Phase { active: begins, begun, began, next };
        self.note(RawEvent::Phase { phase: place as u16, begins });
        self.update_targets();
        // Stuns and movement interrupt casts and channels.
        for member in 0..self.members.len() {
            if begins
                && (phase.stun || phase.movement)
                && let Some((ability, _, _)) = self.members[member].cast
                && (phase.stun || !self.model.abilities[ability].moving)
            {
                self.break_cast(member);
            }
            if begins
                && (phase.stun || phase.movement)
                && let Some(Channel { ability, .. }) = self.members[member].channel
                && (phase.stun || !self.model.abilities[ability].moving)
            {
                self.break_channel(member);
            }
        }
    }

    /// Interrupts the cast of a member, if there is one. The cast has no effect.
    fn break_cast(&mut self, member: usize) {
        let own = &mut self.members[member];
        if let Some((ability, _, _)) = own.cast.take() {
            own.free_at = Some(own.cast_gcd.max(self.now) + own.cast_lag);
            self.note(RawEvent::Breaks { ability: ability as u16 });
        }
    }

    /// Interrupts the channel of a member, if there is one. The member becomes free at the end of
    /// its global cooldown, plus its latency.
    fn break_channel(&mut self, member: usize) {
        let own = &mut self.members[member];
        if let Some(Channel { ability, .. }) = own.channel.take() {
            own.free_at = Some(own.cast_gcd.max(self.now) + own.cast_lag);
            self.note(RawEvent::Breaks { ability: ability as u16 });
        }
    }

    /// Handles a target's death or departure: removes its auras, and interrupts channels that have
    /// this target.
    fn remove_target(&mut self, target: usize) {
        self.clear_auras(target);
        for member in 0..self.members.len() {
            if self.members[member].channel.is_some_and(|channel| channel.target == target) {
                self.break_channel(member);
            }
        }
    }

    /// Handles the beginning or end of a buff on which companions depend.
    pub(super) fn companions_changed(&mut self, buff: usize) {
        for member in 1..self.members.len() {
            if self.model.companions[member - 1].with != Some(buff) {
                continue;
            }
            if self.is_away(member) {
                self.break_cast(member);
                self.break_channel(member);
            } else {
                for place in 0..self.repeats.len() {
                    if self.model.abilities[place].member == member
                        && std::mem::take(&mut self.waiting_repeats[place])
                    {
                        self.repeats[place] = Some(self.now);
                    }
                }
            }
        }
    }

    /// Returns the time at which the fraction `part` of the fight's length is left.
    fn time_at_share(&self, part: f64) -> Micros {
        self.end - nearest(part * self.end as f64)
    }

    /// Returns whether the first target has at most the fraction `part` of its full health. Returns
    /// false if targets have no health.
    fn has_at_most(&self, part: f64) -> bool {
        let full = self.model.foe(0).health.map(milli);
        full.is_some_and(|full| self.targets[0].health as f64 / full as f64 <= part)
    }

    /// Updates the targets that are present. Leaving targets lose all auras. An additional target
    /// of a phase has full health whenever the phase begins.
    fn update_targets(&mut self) {
        let active = self.active_phases();
        let count = active.filter_map(|phase| phase.targets).max().unwrap_or(self.model.fight.targets);
        let none_present = self.first_target().is_none();
        for number in 0..self.targets.len() {
            let alike = self.model.foes.is_empty();
            let stays = if alike { number < count as usize } else { self.targets[number].present };
            if !stays && self.lives(number) {
                self.remove_target(number);
            }
            let own = number < self.model.fight.targets as usize;
            let target = &mut self.targets[number];
            target.present = stays;
            if !stays && !own {
                target.dead = false;
                target.health = self.model.foe(number).health.map_or(0, milli);
            }
        }
        self.resume_repeats(none_present);
    }

    /// If no target was present before and one is present now, schedules the repetitions that have
    /// waited for a target.
    fn resume_repeats(&mut self, none_present: bool) {
        if none_present && self.first_target().is_some() {
            for place in 0..self.repeats.len() {
                if std::mem::take(&mut self.waiting_repeats[place]) {
                    self.repeats[place] = Some(self.now);
                }
            }
        }
    }

    /// Handles the joining or leaving of a target.
    fn schedule_due(&mut self, number: usize) {
        let none_present = self.first_target().is_none();
        let target = &mut self.targets[number];
        let joins = !target.present;
        target.next_schedule = self.model.foes[number].leaves.map(micros).filter(|_| joins);
        target.gone |= !joins;
        if !target.dead {
            self.note(RawEvent::Comes { target: number as u16, joins });
        }
        if joins {
            self.targets[number].present = true;
            self.resume_repeats(none_present);
        } else if !self.targets[number].dead {
            self.remove_target(number);
            self.targets[number].present = false;
            self.end_without_foes();
        }
    }

    /// Ends the fight if all of its own targets are dead or have left, and at least one of them is
    /// dead. Additional targets of phases do not count.
    fn end_without_foes(&mut self) {
        let own = &self.targets[..self.model.fight.targets as usize];
        if own.iter().all(|target| target.dead || target.gone) && own.iter().any(|target| target.dead) {
            self.end_now(FightEnd::Kill);
        }
    }

    pub(super) fn active_phases(&self) -> impl Iterator<Item = &model::Phase> {
        self.model.phases.iter().zip(&self.phases).filter(|(_, state)| state.active).map(|(phase, _)| phase)
    }

    /// Returns the time until which a side cannot act; `None` if it can act.
    pub(super) fn held(&self, side: Side) -> Option<Micros> {
        let phases = self.model.phases.iter().zip(&self.phases);
        phases
            .filter(|(_, state)| state.active)
            .filter(|(phase, _)| phase.downtime || phase.stun && side == Side::Actor)
            .filter_map(|(_, state)| state.next)
            .max()
    }

    pub(super) fn lives(&self, target: usize) -> bool {
        self.targets[target].present && !self.targets[target].dead
    }

    pub(super) fn first_target(&self) -> Option<usize> {
        (0..self.targets.len()).find(|&target| self.lives(target))
    }

    /// Removes all auras from a target.
    fn clear_auras(&mut self, target: usize) {
        for dot in 0..self.model.dots.len() {
            if self.model.dots[dot].on == Side::Target {
                self.end_dot(dot, target);
            }
        }
        for buff in 0..self.model.buffs.len() {
            if self.model.buffs[buff].on == Side::Target {
                self.end_buff(buff, target);
            }
        }
    }

    pub(super) fn hurt_target(&mut self, number: usize, damage: u64) {
        self.damage += damage;
        if self.model.foe(0).health.is_none() {
            return;
        }
        let target = &mut self.targets[number];
        target.health = target.health.saturating_sub(damage);
        for (place, phase) in self.model.phases.iter().enumerate().filter(|_| number == 0) {
            let state = self.phases[place];
            let begins = state.begun == 0 && phase.below.is_some_and(|part| self.has_at_most(part));
            if begins || state.active && phase.until.is_some_and(|part| self.has_at_most(part)) {
                self.phases[place].next = Some(self.now);
            }
        }
        let target = &self.targets[number];
        if target.health > 0 || !self.lives(number) {
            return;
        }
        self.targets[number].dead = true;
        self.note(RawEvent::Dies { target: number as u16 });
        self.remove_target(number);
        self.end_without_foes();
    }

    /// Returns the damage to the actor that its buffs do not absorb.
    pub(super) fn absorb(&mut self, damage: u64) -> u64 {
        let mut left = damage;
        for (place, rules) in self.model.buffs.iter().enumerate().filter(|(_, rules)| rules.absorb > 0.0) {
            let amount = self.actor_buffs[place].shield.min(left);
            if amount > 0 {
                left -= amount;
                self.actor_buffs[place].shield -= amount;
                self.note(RawEvent::Absorbs { buff: place as u16, amount });
                if self.actor_buffs[place].shield == 0 && rules.on == Side::Actor {
                    self.end_buff(place, 0);
                }
            }
        }
        left
    }

    pub(super) fn hurt_actor(&mut self, damage: u64) {
        if self.model.actor.health.is_some() {
            self.actor_health = self.actor_health.saturating_sub(damage);
            if self.actor_health == 0 {
                self.end_now(FightEnd::Death);
            }
        }
    }

    /// Handles a repetition of an ability. Returns false if the repetition is postponed.
    fn repeat(&mut self, place: usize) -> bool {
        let Some(target) = self.first_target() else {
            self.repeats[place] = None;
            self.waiting_repeats[place] = true;
            return false;
        };
        if self.is_away(self.model.abilities[place].member) {
            self.repeats[place] = None;
            self.waiting_repeats[place] = true;
            return false;
        }
        if let Some(until) = self.held(self.model.abilities[place].by) {
            self.repeats[place] = Some(until);
            return false;
        }
        self.repeats[place] = Some(self.now + self.interval(place));
        if let Some(condition) = &self.model.abilities[place].condition
            && !Evaluation::at(self, self.model.abilities[place].member, target).truth(&condition.truth)
        {
            return true;
        }
        match self.queued[place].take() {
            Some(instead) if self.can_pay(instead) => self.finish_use(instead, target),
            instead => {
                if let Some(instead) = instead {
                    self.note(RawEvent::Unqueues { ability: instead as u16 });
                }
                self.execute(place, target, 0.0);
            }
        }
        true
    }

    /// Returns the time to the next repetition at the current speed.
    fn interval(&mut self, place: usize) -> Micros {
        let ability = &self.model.abilities[place];
        let length = ability.every.as_ref().map_or(0, |every| micros(every.seconds));
        let length = match (ability.every_hasted, ability.by) {
            (false, _) => length,
            (true, Side::Actor) => at_speed(length, self.speed(ability.member)),
            (true, Side::Target) => at_speed(length, self.target_speed(self.first_target().unwrap_or(0))),
        };
        self.vary(place, length)
    }

    /// Returns `length`, randomly varied by the ability's spread.
    pub(super) fn vary(&mut self, place: usize, length: Micros) -> Micros {
        let factor = match self.model.abilities[place].spread {
            Spread::None | Spread::Normal(_) => return length,
            Spread::Uniform(part) => 1.0 - part + 2.0 * part * self.draw(3, place),
            Spread::Exponential => -libm::log(1.0 - self.draw(3, place)),
        };
        nearest(length as f64 * factor).max(1)
    }

    pub(super) fn start_cooldown(&mut self, place: usize) {
        let ability = &self.model.abilities[place];
        if ability.cooldown == 0.0 {
            return;
        }
        let ends = self.now + self.recharge(place);
        let cooldown = &mut self.cooldowns[place];
        if ability.charges == 1 {
            cooldown.ready = ends;
        } else {
            cooldown.next_charge.get_or_insert(ends);
            cooldown.charges -= 1;
        }
    }

    fn recharge(&self, place: usize) -> Micros {
        let ability = &self.model.abilities[place];
        let length = micros(ability.cooldown);
        if ability.cooldown_hasted { at_speed(length, self.speed(ability.member)) } else { length }
    }

    fn charge_due(&mut self, place: usize) {
        self.cooldowns[place].next_charge = Some(self.now + self.recharge(place));
        self.return_charge(place);
    }

    fn return_charge(&mut self, place: usize) {
        let cooldown = &mut self.cooldowns[place];
        cooldown.charges += 1;
        let charges = cooldown.charges;
        if charges == self.model.abilities[place].charges {
            cooldown.next_charge = None;
        }
        self.note(RawEvent::Charge { ability: place as u16, charges });
    }

    pub(super) fn reset_cooldown(&mut self, place: usize) {
        let ability = &self.model.abilities[place];
        if ability.charges > 1 {
            if self.cooldowns[place].charges < ability.charges {
                self.return_charge(place);
            }
        } else if self.cooldowns[place].ready > self.now {
            self.cooldowns[place].ready = self.now;
            self.note(RawEvent::Reset { ability: place as u16 });
        }
    }

    pub(super) fn advance_cooldown(&mut self, place: usize, time: Micros) {
        let now = self.now;
        let cooldown = &mut self.cooldowns[place];
        let sooner = |instant: Micros| instant.saturating_sub(time).max(now);
        cooldown.next_charge = cooldown.next_charge.map(sooner);
        if cooldown.ready > now {
            cooldown.ready = sooner(cooldown.ready);
        }
    }

    pub(super) fn gain(&mut self, place: usize, amount: i64) {
        self.advance_to(place);
        let resource = &mut self.resources[place];
        let after = (resource.level + amount).min(millionths(self.model.resources[place].cap));
        let amount = after - resource.level;
        resource.level = after;
        self.note(RawEvent::Gains { resource: place as u16, amount, level: after });
    }

    /// Spends up to `amount`; returns the amount spent.
    pub(super) fn spend(&mut self, place: usize, amount: i64) -> i64 {
        self.advance_to(place);
        let resource = &mut self.resources[place];
        let amount = amount.min(resource.level);
        resource.level -= amount;
        let level = resource.level;
        self.note(RawEvent::Spends { resource: place as u16, amount, level });
        amount
    }

    /// Adds the regeneration up to now, rounded to the nearest millionth. Called at gains, costs
    /// and changes of the rate.
    pub(super) fn advance_to(&mut self, place: usize) {
        let resource = &mut self.resources[place];
        let grown = nearest(resource.rate * (self.now - resource.at) as f64) as i64;
        resource.level = (resource.level + grown).min(millionths(self.model.resources[place].cap));
        resource.at = self.now;
    }

    /// Returns the current level in millionths.
    pub(super) fn level(&self, place: usize) -> f64 {
        let resource = &self.resources[place];
        let cap = millionths(self.model.resources[place].cap) as f64;
        (resource.level as f64 + resource.rate * (self.now - resource.at) as f64).min(cap)
    }
}
