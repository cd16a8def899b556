//! The state of one fight, reused for any number of iterations.

use std::collections::VecDeque;

use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use super::attack_state::{Attack, Chances, Figures};
use super::aura_state::{BuffState, DotState, Presence};
use super::channels::Channelling;
use super::cooldown_state::Cooldown;
use super::flights::Flight;
use super::lag::VisibleStacks;
use super::plan::{Member, Plan, Stream};
use super::proc_state::ProcState;
use super::queue::Queue;
use super::resource_state::ResourceState;
use super::waits::Waits;
use crate::units::{Micros, NEVER};

/// State of an inactive member of the actor's side. Except for `notifications`, the fields
/// correspond to those of [`State`] that hold the state of the active member.
#[derive(Clone, Debug)]
pub(crate) struct MemberState {
    pub(crate) idle: bool,
    pub(crate) waiting: u64,
    pub(crate) changed_before: u64,
    pub(crate) waits: Box<[Waits]>,
    pub(crate) casting: Option<(u16, u16)>,
    pub(crate) cast_gcd: Micros,
    pub(crate) cast_lag: Micros,
    pub(crate) channel: Option<Channelling>,
    pub(crate) busy_until: Micros,
    pub(crate) last: Option<u16>,
    pub(crate) figures: Figures,
    pub(crate) speed: f64,
    /// Bits of changes by other members that have not yet been compared with `waiting`.
    /// [`State::switch_to`] does not swap this field.
    pub(crate) notifications: u64,
}

impl MemberState {
    fn of(member: &Member) -> Self {
        Self {
            idle: false,
            waiting: 0,
            changed_before: 0,
            waits: Waits::of(member.actions.iter().map(Vec::len).sum()),
            casting: None,
            cast_gcd: 0,
            cast_lag: 0,
            channel: None,
            busy_until: 0,
            last: None,
            figures: Figures::default(),
            speed: 1.0,
            notifications: 0,
        }
    }

    fn reset(&mut self) {
        (self.idle, self.waiting, self.changed_before, self.notifications) = (false, 0, 0, 0);
        self.waits.iter_mut().for_each(Waits::clear);
        (self.casting, self.channel, self.last, self.busy_until) = (None, None, None, 0);
    }
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) now: Micros,
    /// Time of the end of the fight; the time limit if the end is not known yet.
    pub(crate) end: Micros,
    pub(crate) queue: Queue,
    pub(crate) generators: Vec<Xoshiro256PlusPlus>,

    /// The active member of the actor's side. Its state is in the fields below.
    pub(crate) me: usize,
    /// States of all members. The entry of the active member is unused, except for its
    /// `notifications`.
    pub(crate) others: Box<[MemberState]>,

    /// Whether the active member is idle.
    pub(crate) idle: bool,
    /// Changes that wake the active member, as bits of [`Depends`](crate::condition::Depends); 0
    /// while it is busy, unless it has off-GCD abilities.
    pub(crate) waiting: u64,
    /// Changes by the current event, as bits of [`Depends`](crate::condition::Depends).
    pub(crate) changed: u64,
    /// Changes by earlier events since the active member's last decision, as bits.
    pub(crate) changed_before: u64,
    /// For each group of lines of the action list: the wait conditions of the lines.
    pub(crate) waits: Box<[Waits]>,
    pub(crate) casting: Option<(u16, u16)>,
    pub(crate) channel: Option<Channelling>,
    pub(crate) last: Option<u16>,
    /// For each ability: whether it is queued to replace the next repetition of another ability.
    pub(crate) queued: Vec<bool>,

    pub(crate) figures: Figures,
    pub(crate) speed: f64,
    pub(crate) epoch: u32,
    pub(crate) attacks: Vec<Attack>,
    /// For each ability: the time between repetitions. If haste shortens the time of an ability of
    /// the actor's side, the time is already divided by the speed of the ability's owner. For an
    /// ability of a target, the time is divided by the target's speed at each repetition.
    pub(crate) intervals: Vec<Micros>,
    /// Abilities whose repetition became due but has to wait, because no target is present or the
    /// ability's owner is absent.
    pub(crate) stalled: Vec<u16>,
    pub(crate) target_taken: Vec<f64>,
    /// Speed of each target under its debuffs.
    pub(crate) target_speed: Vec<f64>,
    /// Damage factor of each target under its debuffs.
    pub(crate) target_damage: Vec<f64>,
    /// For each target: the stats that affect attack tables.
    pub(crate) target_chances: Vec<Chances>,

    pub(crate) buffs: Vec<BuffState>,
    pub(crate) buff_presence: Vec<Presence>,
    /// For each buff: the ends of its stacks in order, if every stack has its own end; otherwise
    /// empty.
    pub(crate) stack_ends: Vec<VecDeque<Micros>>,
    /// For each buff instance: its visible stacks over time. The list is empty if there is no
    /// reaction delay.
    pub(crate) seen: Vec<VisibleStacks>,
    pub(crate) dots: Vec<DotState>,
    pub(crate) dot_presence: Vec<Presence>,
    pub(crate) cooldowns: Vec<Cooldown>,
    pub(crate) procs: Vec<ProcState>,
    /// For each reaction: the end of its cooldown.
    pub(crate) reactions_ready: Vec<Micros>,
    pub(crate) resources: Vec<ResourceState>,
    /// For each ability: its flights, in the order of launching. The list is empty if no ability
    /// has a travel time.
    pub(crate) flights: Vec<VecDeque<Flight>>,

    /// Damage that each buff can still absorb, in thousandths of a point.
    pub(crate) shields: Vec<u64>,
    pub(crate) actor_health: u64,
    pub(crate) target_health: Vec<u64>,
    /// Mask of the targets that can be attacked.
    pub(crate) living: u32,
    pub(crate) dead: u32,
    /// Mask of the `[targets]` that are present.
    pub(crate) joined: u32,
    /// Mask of the `[targets]` that have left.
    pub(crate) gone: u32,
    pub(crate) active_phases: Vec<bool>,
    /// For each phase: the number of times it has begun, and the time of its last beginning.
    pub(crate) begun_phases: Vec<(usize, Micros)>,
    /// Whether the actor is moving.
    pub(crate) moving: bool,
    /// Time until which the actor cannot act. If it can act, this time is not later than now.
    pub(crate) held_until: Micros,
    /// End of the global cooldown that started with the current cast or channel.
    pub(crate) cast_gcd: Micros,
    /// Latency of the decision after the current cast or channel.
    pub(crate) cast_lag: Micros,
    /// Time until which a cast, a channel, a global cooldown or latency keeps the member busy. If
    /// none does, this time is not later than now.
    pub(crate) busy_until: Micros,
    pub(crate) phase_taken: f64,
    /// End of the downtime in progress. If there is none, this time is not later than now.
    pub(crate) downtime_until: Micros,

    /// Damage to targets in this iteration, in thousandths of a point.
    pub(crate) damage: u64,
    pub(crate) taken: u64,
}

impl State {
    pub(crate) fn new(plan: &Plan) -> Self {
        let targets = plan.most_targets as usize;
        let generator = StreamKey::new(0, 0).rng();
        let flies = plan.abilities.iter().any(|ability| ability.travel > 0);
        Self {
            now: 0,
            end: 0,
            queue: Queue::new(plan.timers.len()),
            generators: vec![generator.clone(); plan.streams.len()],
            idle: false,
            waiting: 0,
            changed: 0,
            changed_before: 0,
            waits: Waits::of(plan.members[0].actions.iter().map(Vec::len).sum()),
            me: 0,
            others: if plan.team {
                plan.members.iter().map(MemberState::of).collect()
            } else {
                Box::default()
            },
            casting: None,
            channel: None,
            last: None,
            queued: vec![false; plan.abilities.len()],
            figures: Figures::default(),
            speed: 1.0,
            // The current epoch. Attacks start with epoch 0, so they are recomputed when they are
            // first used.
            epoch: 1,
            attacks: vec![Attack::new(&generator); plan.abilities.len()],
            intervals: plan
                .abilities
                .iter()
                .map(|ability| ability.every.map_or(NEVER, |(interval, _)| interval))
                .collect(),
            stalled: Vec::with_capacity(plan.abilities.len()),
            target_taken: vec![1.0; targets],
            target_speed: vec![1.0; targets],
            target_damage: vec![1.0; targets],
            target_chances: plan.foes.iter().map(Chances::of).collect(),
            buffs: vec![BuffState::default(); plan.buff_instances],
            buff_presence: vec![Presence::default(); plan.buffs.len()],
            stack_ends: plan
                .buffs
                .iter()
                .map(|buff| {
                    VecDeque::with_capacity(if buff.is_independent() { buff.stacks as usize } else { 0 })
                })
                .collect(),
            seen: vec![VisibleStacks::new(); if plan.reaction.is_some() { plan.buff_instances } else { 0 }],
            dots: vec![DotState::default(); plan.dot_instances],
            dot_presence: vec![Presence::default(); plan.dots.len()],
            // The last cooldown is an extra one for lines that use no ability. It is always ready.
            cooldowns: vec![Cooldown::default(); plan.abilities.len() + 1],
            procs: vec![ProcState::new(generator.clone()); plan.procs.len()],
            reactions_ready: vec![0; plan.reactions.len()],
            resources: vec![ResourceState::default(); plan.resources.len()],
            flights: vec![VecDeque::new(); if flies { plan.abilities.len() } else { 0 }],
            shields: vec![0; plan.buffs.len()],
            actor_health: 0,
            target_health: vec![0; targets],
            living: 0,
            dead: 0,
            joined: 0,
            gone: 0,
            active_phases: vec![false; plan.phases.len()],
            begun_phases: vec![(0, 0); plan.phases.len()],
            moving: false,
            held_until: 0,
            cast_gcd: 0,
            cast_lag: 0,
            busy_until: 0,
            phase_taken: 1.0,
            downtime_until: 0,
            damage: 0,
            taken: 0,
        }
    }

    /// Returns the size of the state in bytes, including heap storage. The contents of `flights`
    /// and `seen` are not counted; both are empty before each fight.
    pub(crate) fn bytes(&self) -> u64 {
        let others = self.others.iter().map(|own| size_of_val(&*own.waits)).sum::<usize>();
        let stacks = self.stack_ends.iter().map(|ends| ends.capacity() * size_of::<Micros>()).sum::<usize>();
        let bytes = [
            size_of::<Self>(),
            self.queue.bytes(),
            size_of_val(&*self.generators),
            size_of_val(&*self.others) + others,
            size_of_val(&*self.waits),
            size_of_val(&*self.queued),
            size_of_val(&*self.attacks),
            size_of_val(&*self.intervals),
            self.stalled.capacity() * size_of::<u16>(),
            size_of_val(&*self.target_taken) + size_of_val(&*self.target_speed),
            size_of_val(&*self.target_damage) + size_of_val(&*self.target_chances),
            size_of_val(&*self.buffs) + size_of_val(&*self.buff_presence),
            size_of_val(&*self.stack_ends) + stacks,
            size_of_val(&*self.seen),
            size_of_val(&*self.dots) + size_of_val(&*self.dot_presence),
            size_of_val(&*self.cooldowns),
            size_of_val(&*self.procs) + size_of_val(&*self.reactions_ready),
            size_of_val(&*self.resources),
            size_of_val(&*self.flights),
            size_of_val(&*self.shields) + size_of_val(&*self.target_health),
            size_of_val(&*self.active_phases) + size_of_val(&*self.begun_phases),
        ];
        bytes.into_iter().sum::<usize>() as u64
    }

    /// Resets the state to the start of the fight with the random streams of (`seed`, `iteration`).
    pub(crate) fn reset(&mut self, plan: &Plan, seed: u64, iteration: u64) {
        let key = StreamKey::new(seed, iteration);
        for (generator, &substream) in self.generators.iter_mut().zip(&plan.streams) {
            *generator = key.substream(substream).rng();
        }
        self.now = 0;
        if plan.team {
            self.switch_to(0);
            self.others.iter_mut().for_each(MemberState::reset);
        }
        self.queue.clear();
        self.idle = false;
        self.waiting = 0;
        self.changed = 0;
        self.changed_before = 0;
        self.waits.iter_mut().for_each(Waits::clear);
        self.casting = None;
        self.channel = None;
        self.last = None;
        self.queued.fill(false);
        self.stalled.clear();
        self.buffs.fill(BuffState::default());
        self.buff_presence.fill(Presence::default());
        self.stack_ends.iter_mut().for_each(VecDeque::clear);
        self.dots.fill(DotState::default());
        self.flights.iter_mut().for_each(VecDeque::clear);
        self.seen.iter_mut().for_each(VecDeque::clear);
        self.dot_presence.fill(Presence::default());
        for (cooldown, ability) in self.cooldowns.iter_mut().zip(&plan.abilities) {
            *cooldown = Cooldown { ready: 0, charges: ability.charges };
        }
        // The chances and factors of attacks are not reset: a fight begins with a new epoch, which
        // invalidates all of them. Stats, speeds and the targets' factors are recomputed at the
        // beginning of the fight. Random streams are created only for abilities that draw from
        // them.
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
        self.reactions_ready.fill(0);
        for (state, resource) in self.resources.iter_mut().zip(&plan.resources) {
            let (cap, level, rate) = (resource.cap, resource.start, resource.regen);
            *state = ResourceState { cap, level, rate, awaited: i64::MAX, ..ResourceState::default() };
        }
        self.actor_health = plan.actor_health;
        self.target_health.copy_from_slice(&plan.target_health);
        self.joined = 0;
        self.gone = 0;
        self.living = 0;
        self.dead = 0;
        self.active_phases.fill(false);
        self.begun_phases.fill((0, 0));
        self.moving = false;
        self.held_until = 0;
        self.busy_until = 0;
        self.phase_taken = 1.0;
        self.downtime_until = 0;
        self.damage = 0;
        self.taken = 0;
    }

    /// Makes a member of the actor's side the active one.
    pub(crate) fn switch_to(&mut self, member: usize) {
        if member != self.me {
            self.exchange(self.me);
            self.exchange(member);
            self.me = member;
        }
    }

    fn exchange(&mut self, place: usize) {
        let other = &mut self.others[place];
        std::mem::swap(&mut self.idle, &mut other.idle);
        std::mem::swap(&mut self.waiting, &mut other.waiting);
        std::mem::swap(&mut self.changed_before, &mut other.changed_before);
        std::mem::swap(&mut self.waits, &mut other.waits);
        std::mem::swap(&mut self.casting, &mut other.casting);
        std::mem::swap(&mut self.cast_gcd, &mut other.cast_gcd);
        std::mem::swap(&mut self.cast_lag, &mut other.cast_lag);
        std::mem::swap(&mut self.channel, &mut other.channel);
        std::mem::swap(&mut self.busy_until, &mut other.busy_until);
        std::mem::swap(&mut self.last, &mut other.last);
        std::mem::swap(&mut self.figures, &mut other.figures);
        std::mem::swap(&mut self.speed, &mut other.speed);
    }

    /// Draws the next number, in [0, 1), from the generator with the index `source`.
    #[inline]
    pub(crate) fn draw(&mut self, source: u16) -> f64 {
        self.generators[usize::from(source)].next_f64()
    }

    /// Returns the first target that can be attacked.
    #[inline]
    pub(crate) fn first_target(&self) -> Option<usize> {
        (self.living != 0).then(|| self.living.trailing_zeros() as usize)
    }

    #[inline]
    pub(crate) fn lives(&self, target: usize) -> bool {
        self.living & 1 << target != 0
    }
}
