//! A profile made ready for the event loop: durations in microseconds, slots and streams dealt out, who triggers whom
//! written down.

use super::bins::Bins;
use super::queue::Slot;
use super::rolls;
use super::waits::Waits;
use crate::condition::Program;
use crate::outcome::Outcome;
use crate::profile::Profile;
use crate::profile::model::{self, Chance, Modifiers, Refresh, Side, Spread, Stats};
use crate::units::{Micros, NEVER, SECOND, micros, milli, millionths};

/// What the timer in a slot is for. Slots are dealt out in this order, which is the order at the same instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timer {
    /// The fight is over: a fight is all that happens before its end.
    End,
    /// A phase begins or ends.
    Phase(u16),
    /// A buff (its place, the target or 0) runs out.
    Buff(u16, u16),
    /// Damage over time (its place, the target) ticks or ends.
    Dot(u16, u16),
    /// A charge of an ability returns.
    Charge(u16),
    /// The cast under way is finished.
    Cast,
    /// An ability repeats.
    Every(u16),
    /// The actor is free, or looks again.
    Ready,
}

/// A random stream of an iteration: its substream is `kind << 32 | place`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// The length of the fight.
    Length,
    /// The attack rolls of an ability: two draws each under two rolls, one under one.
    Attack(usize),
    /// The damage rolls of an ability.
    Damage(usize),
    /// The times between the repetitions of an ability, or its cast times.
    Spread(usize),
    /// The attempts of a proc.
    Proc(usize),
    /// The critical ticks of damage over time.
    TickCrit(usize),
    /// The damage rolls of ticks.
    TickDamage(usize),
}

impl Stream {
    pub(crate) const fn substream(self) -> u64 {
        let (kind, place) = match self {
            Self::Length => (0, 0),
            Self::Attack(place) => (1, place),
            Self::Damage(place) => (2, place),
            Self::Spread(place) => (3, place),
            Self::Proc(place) => (4, place),
            Self::TickCrit(place) => (5, place),
            Self::TickDamage(place) => (6, place),
        };
        (kind << 32) | place as u64
    }
}

/// The place of a generator in the state; none if nothing is ever drawn.
pub(crate) type Source = Option<u16>;

#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) two_rolls: bool,
    /// The outcomes in order; a hit from the end on.
    pub(crate) order: [Outcome; Outcome::COUNT],
    pub(crate) length: usize,
    /// Whether attacks on this table can crit at all.
    pub(crate) crits: bool,
    /// The chance of each of the outcomes in order, as far as buffs do not change it.
    pub(crate) chances: [f64; Outcome::COUNT],
    /// The places of those that buffs change: the crit, and what the actor avoids by itself.
    pub(crate) moving: Vec<u8>,
    /// What the table adds to crit.
    pub(crate) crit: f64,
    pub(crate) multipliers: [f64; Outcome::COUNT],
}

/// Something left on a target that was struck.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    Buff(u16),
    Dot(u16),
}

/// Something else that happens besides damage.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effect {
    Remove(u16),
    /// On the actor.
    Buff(u16),
    /// Millionths.
    Gain(u16, i64),
    Reset(u16),
    Advance(u16, Micros),
    Use(u16),
}

/// What happens besides damage, in this order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    pub(crate) marks: Vec<Mark>,
    pub(crate) others: Vec<Effect>,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the profile, independent of the others")]
pub(crate) struct Ability {
    pub(crate) by: Side,
    pub(crate) table: Option<Table>,
    /// Damage roll, weapon included.
    pub(crate) low: f64,
    pub(crate) width: f64,
    /// How much power adds, weapon included.
    pub(crate) coefficient: f64,
    pub(crate) damages: bool,
    pub(crate) heal: Option<[f64; 2]>,
    pub(crate) crit: f64,
    pub(crate) targets: u32,
    pub(crate) cost: Vec<(u16, i64)>,
    /// Millionths a thousandth of damage.
    pub(crate) gain_per_damage: Vec<(u16, f64)>,
    pub(crate) gcd: Micros,
    pub(crate) cast: Micros,
    pub(crate) cooldown: Micros,
    pub(crate) charges: u32,
    /// The interval, and the first time if it is fixed.
    pub(crate) every: Option<(Micros, Option<Micros>)>,
    pub(crate) spread: Spread,
    pub(crate) gcd_hasted: bool,
    pub(crate) cast_hasted: bool,
    pub(crate) cooldown_hasted: bool,
    pub(crate) every_hasted: bool,
    pub(crate) effects: Effects,
    /// The procs to try after each outcome.
    pub(crate) procs: [Vec<Attempt>; Outcome::COUNT],
    /// Buffs that bear on this ability alone.
    pub(crate) own_modifiers: Vec<u16>,
    /// Buffs of which it uses up a charge.
    pub(crate) consumes: Vec<u16>,
    pub(crate) rolls_damage: bool,
    pub(crate) vary: Source,
    pub(crate) charge_slot: Slot,
    pub(crate) every_slot: Slot,
}

#[derive(Clone, Debug)]
pub(crate) struct Buff {
    pub(crate) on: Side,
    pub(crate) duration: Micros,
    pub(crate) stacks: u32,
    pub(crate) charges: Option<u32>,
    pub(crate) refresh: Refresh,
    /// Most of what is left that a pandemic refresh keeps.
    pub(crate) carried: Micros,
    pub(crate) modifiers: Modifiers,
    /// Whether a change of it changes attacks, or the actor's speed.
    pub(crate) changes_attacks: bool,
    pub(crate) changes_speed: bool,
    pub(crate) start: bool,
    /// The first of its slots: one on the actor, or one a target.
    pub(crate) slot: Slot,
    /// The first of its instances.
    pub(crate) instance: usize,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the profile, independent of the others")]
pub(crate) struct Dot {
    pub(crate) duration: Micros,
    pub(crate) tick: Micros,
    pub(crate) low: f64,
    pub(crate) width: f64,
    pub(crate) coefficient: f64,
    pub(crate) crit: f64,
    pub(crate) crit_multiplier: f64,
    pub(crate) stacks: u32,
    pub(crate) refresh: Refresh,
    pub(crate) pandemic: f64,
    pub(crate) ticks_hasted: bool,
    pub(crate) duration_hasted: bool,
    pub(crate) partial: bool,
    pub(crate) at_once: bool,
    pub(crate) snapshot: bool,
    pub(crate) gain: Vec<(u16, i64)>,
    /// The procs to try after a hit, and after a crit.
    pub(crate) procs: [Vec<Attempt>; 2],
    pub(crate) crit_source: Source,
    pub(crate) damage_source: Source,
    pub(crate) slot: Slot,
    pub(crate) instance: usize,
}

/// One try of a proc after an attack or a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt {
    pub(crate) proc: u16,
    pub(crate) needs: Needs,
}

/// What an attempt needs in order to succeed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Needs {
    /// Nothing: what is certain needs no roll.
    Nothing,
    /// A roll below this, always the same.
    Roll(u64),
    /// A roll below a chance that changes: see [`Odds`].
    Odds,
}

impl Attempt {
    fn new(place: usize, proc: &model::Proc, weapon_speed: f64) -> Self {
        let chance = match proc.chance {
            Chance::Flat(chance) => Some(chance),
            Chance::PerMinute(rate) => Some(rate * weapon_speed / 60.0),
            Chance::Real { .. } | Chance::Deck { .. } | Chance::Accumulates(_) => None,
        };
        let needs = match chance {
            Some(chance) if chance >= 1.0 => Needs::Nothing,
            Some(chance) => Needs::Roll(rolls::threshold(chance)),
            None => Needs::Odds,
        };
        Self { proc: place as u16, needs }
    }
}

/// How likely an attempt is to succeed, where that changes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Odds {
    /// Each attempt has its own chance.
    Fixed,
    /// A microsecond since the last attempt.
    Real {
        rate: f64,
        hasted: bool,
        bad_luck_protection: bool,
        longest_gap: Micros,
    },
    Deck {
        hits: u32,
        cards: u32,
    },
    Accumulates(f64),
}

#[derive(Clone, Debug)]
pub(crate) struct Proc {
    pub(crate) odds: Odds,
    pub(crate) cooldown: Micros,
    pub(crate) effects: Effects,
}

#[derive(Clone, Debug)]
pub(crate) struct Resource {
    pub(crate) cap: i64,
    pub(crate) start: i64,
    /// Millionths a microsecond, which is units a second.
    pub(crate) regen: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Phase {
    pub(crate) from: Micros,
    pub(crate) lasts: Micros,
    pub(crate) every: Option<Micros>,
    pub(crate) targets: Option<u32>,
    pub(crate) taken: f64,
    pub(crate) downtime: bool,
    pub(crate) slot: Slot,
}

#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub(crate) ability: u16,
    /// What the ability costs.
    pub(crate) cost: Vec<(u16, i64)>,
    pub(crate) condition: Option<Program>,
    pub(crate) cycle: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) actor: Stats,
    pub(crate) target: Stats,
    pub(crate) gcd_min: Micros,
    pub(crate) poll: Micros,
    pub(crate) length: Option<f64>,
    pub(crate) spread: Spread,
    /// Health of the actor, 0 if it cannot die, and of each target.
    pub(crate) actor_health: u64,
    pub(crate) target_health: u64,
    /// The end of a fight that has no length.
    pub(crate) limit: Micros,
    pub(crate) targets: u32,
    pub(crate) most_targets: u32,
    pub(crate) phases: Vec<Phase>,
    pub(crate) resources: Vec<Resource>,
    pub(crate) abilities: Vec<Ability>,
    pub(crate) buffs: Vec<Buff>,
    pub(crate) buff_instances: usize,
    /// Buffs with figures for the actor, those with haste, and those for a target.
    pub(crate) actor_modifiers: Vec<u16>,
    pub(crate) speed_modifiers: Vec<u16>,
    /// Abilities that the actor repeats at its own speed, and resources that regenerate at it.
    pub(crate) hasted_repeats: Vec<u16>,
    pub(crate) hasted_resources: Vec<u16>,
    pub(crate) target_modifiers: Vec<u16>,
    pub(crate) dots: Vec<Dot>,
    pub(crate) dot_instances: usize,
    pub(crate) procs: Vec<Proc>,
    /// The lines of the action list, in groups as they wait together.
    pub(crate) actions: Vec<Vec<Action>>,
    pub(crate) timers: Vec<Timer>,
    pub(crate) cast_slot: Slot,
    pub(crate) ready_slot: Slot,
    /// The substream of each generator.
    pub(crate) streams: Vec<u64>,
    pub(crate) length_source: Source,
    pub(crate) bins: Bins,
}

impl Plan {
    pub(crate) fn new(profile: &Profile) -> Self {
        let model = &profile.model;
        let most_targets =
            model.phases.iter().filter_map(|phase| phase.targets).fold(model.fight.targets, u32::max);
        let mut dealer = Dealer::default();
        dealer.slot(Timer::End);
        let phases =
            (0..).zip(&model.phases).map(|(place, phase)| plan_phase(place, phase, &mut dealer)).collect();
        let mut buff_instances = 0;
        let buffs: Vec<Buff> = (0..)
            .zip(&model.buffs)
            .map(|(place, buff)| {
                let copies = if buff.on == Side::Target { most_targets } else { 1 };
                let instance = buff_instances;
                buff_instances += copies as usize;
                let slot = dealer.slots((0..copies).map(|target| Timer::Buff(place, target as u16)));
                plan_buff(buff, slot, instance)
            })
            .collect();
        let mut dot_instances = 0;
        let dots = (0..)
            .zip(&model.dots)
            .map(|(place, dot)| {
                let instance = dot_instances;
                dot_instances += most_targets as usize;
                let slot = dealer.slots((0..most_targets).map(|target| Timer::Dot(place, target as u16)));
                plan_dot(model, usize::from(place), dot, slot, instance, &mut dealer)
            })
            .collect();
        let charge_slots: Vec<Slot> = (0..)
            .zip(&model.abilities)
            .map(|(place, ability)| if ability.charges > 1 { dealer.slot(Timer::Charge(place)) } else { 0 })
            .collect();
        let cast_slot = dealer.slot(Timer::Cast);
        let abilities = (0..)
            .zip(&model.abilities)
            .map(|(place, _)| plan_ability(model, place, charge_slots[place], &mut dealer))
            .collect();
        let ready_slot = dealer.slot(Timer::Ready);
        let procs = model.procs.iter().map(|proc| plan_proc(model, proc)).collect();
        let fight = &model.fight;
        let length_source = (fight.spread != Spread::None).then(|| dealer.stream(Stream::Length));
        let longest = fight.length.map_or(fight.limit, |length| match fight.spread {
            Spread::Uniform(part) => length * (1.0 + part),
            Spread::Normal(part) => length * (1.0 + 3.0 * part),
            Spread::None | Spread::Exponential => length,
        });
        // An end on the edge of two bins belongs to the first.
        let latest = micros(longest) + 1;
        Self {
            actor: model.actor.clone(),
            target: model.target.clone(),
            gcd_min: micros(model.pace.gcd_min),
            poll: micros(model.pace.poll),
            length: fight.length,
            spread: fight.spread,
            actor_health: model.actor.health.map_or(0, milli),
            target_health: model.target.health.map_or(0, milli),
            limit: micros(fight.limit),
            targets: fight.targets,
            most_targets,
            phases,
            resources: model.resources.iter().map(plan_resource).collect(),
            actor_modifiers: modifying(model, Side::Actor, changes_attacks),
            speed_modifiers: modifying(model, Side::Actor, |modifiers| modifiers.haste != 0.0),
            target_modifiers: modifying(model, Side::Target, |_| true),
            hasted_repeats: (0..)
                .zip(&model.abilities)
                .filter(|(_, ability)| {
                    ability.every.is_some() && ability.every_hasted && ability.by == Side::Actor
                })
                .map(|(place, _)| place)
                .collect(),
            hasted_resources: (0..)
                .zip(&model.resources)
                .filter(|(_, resource)| resource.hasted)
                .map(|(place, _)| place)
                .collect(),
            abilities,
            buffs,
            buff_instances,
            dots,
            dot_instances,
            procs,
            actions: model
                .actions
                .chunks(Waits::WIDTH)
                .map(|lines| lines.iter().map(|action| plan_action(model, action)).collect())
                .collect(),
            timers: dealer.timers,
            cast_slot,
            ready_slot,
            length_source,
            streams: dealer.streams,
            bins: Bins::new(latest),
        }
    }
}

/// Hands out slots and generators.
#[derive(Default)]
struct Dealer {
    timers: Vec<Timer>,
    streams: Vec<u64>,
}

impl Dealer {
    fn slot(&mut self, timer: Timer) -> Slot {
        self.timers.push(timer);
        (self.timers.len() - 1) as Slot
    }

    fn slots(&mut self, timers: impl Iterator<Item = Timer>) -> Slot {
        let first = self.timers.len() as Slot;
        self.timers.extend(timers);
        first
    }

    fn stream(&mut self, stream: Stream) -> u16 {
        self.streams.push(stream.substream());
        (self.streams.len() - 1) as u16
    }
}

fn places<T: Copy, U>(amounts: &[(usize, T)], convert: impl Fn(T) -> U) -> Vec<(u16, U)> {
    amounts.iter().map(|&(place, amount)| (place as u16, convert(amount))).collect()
}

fn modifying(model: &model::Model, side: Side, changes: fn(&Modifiers) -> bool) -> Vec<u16> {
    let places = (0..model.buffs.len()).filter(|&place| {
        let buff = &model.buffs[place];
        buff.on == side && buff.only.is_empty() && changes(&buff.modifiers)
    });
    places.map(|place| place as u16).collect()
}

fn changes_attacks(modifiers: &Modifiers) -> bool {
    let Modifiers { power, crit, crit_damage, haste: _, damage, taken, avoidance } = modifiers;
    [power, crit, crit_damage, damage, taken].into_iter().chain(avoidance).any(|&change| change != 0.0)
}

fn plan_phase(place: u16, phase: &model::Phase, dealer: &mut Dealer) -> Phase {
    Phase {
        from: micros(phase.from),
        lasts: micros(phase.lasts),
        every: phase.every.map(micros),
        targets: phase.targets,
        taken: phase.taken,
        downtime: phase.downtime,
        slot: dealer.slot(Timer::Phase(place)),
    }
}

fn plan_resource(resource: &model::Resource) -> Resource {
    Resource { cap: millionths(resource.cap), start: millionths(resource.start), regen: resource.regen }
}

fn plan_effects(model: &model::Model, effects: &model::Effects) -> Effects {
    let model::Effects { gain, buffs, remove, dots, uses, reset, advance } = effects;
    let buffs = |side| {
        let bears = move |buff: &&usize| model.buffs[**buff].on == side;
        buffs.iter().filter(bears).map(|&buff| buff as u16)
    };
    let short = |places: &[usize]| places.iter().map(|&place| place as u16).collect::<Vec<_>>();
    let marks = buffs(Side::Target).map(Mark::Buff).chain(short(dots).into_iter().map(Mark::Dot));
    let others = short(remove).into_iter().map(Effect::Remove);
    let others = others.chain(buffs(Side::Actor).map(Effect::Buff));
    let others =
        others.chain(gain.iter().map(|&(place, amount)| Effect::Gain(place as u16, millionths(amount))));
    let others = others.chain(short(reset).into_iter().map(Effect::Reset));
    let others =
        others.chain(advance.iter().map(|&(place, time)| Effect::Advance(place as u16, micros(time))));
    let others = others.chain(short(uses).into_iter().map(Effect::Use));
    Effects { marks: marks.collect(), others: others.collect() }
}

fn plan_table(model: &model::Model, by: Side, table: &model::AttackTable) -> Table {
    // Under two rolls the crit has a roll of its own.
    let crits = table.order.contains(&Outcome::Crit);
    let first: Vec<Outcome> = table
        .order
        .iter()
        .copied()
        .filter(|&outcome| !(table.two_rolls && outcome == Outcome::Crit))
        .collect();
    let mut order = [Outcome::Hit; Outcome::COUNT];
    order[..first.len()].copy_from_slice(&first);
    let (attacker, defender) = match by {
        Side::Actor => (&model.actor, &model.target),
        Side::Target => (&model.target, &model.actor),
    };
    let chance = |outcome: Outcome| {
        let reduced = match outcome {
            Outcome::Miss => attacker.hit,
            Outcome::Dodge | Outcome::Parry => attacker.expertise,
            _ => 0.0,
        };
        table.chances[outcome as usize].unwrap_or(defender.avoidance[outcome as usize]) - reduced
    };
    let moves = |outcome: Outcome| {
        outcome == Outcome::Crit || by == Side::Target && table.chances[outcome as usize].is_none()
    };
    Table {
        two_rolls: table.two_rolls,
        order,
        length: first.len(),
        crits,
        chances: order.map(chance),
        moving: (0..first.len()).filter(|&place| moves(first[place])).map(|place| place as u8).collect(),
        crit: table.chances[Outcome::Crit as usize].unwrap_or(0.0),
        multipliers: table.multipliers,
    }
}

fn plan_ability(model: &model::Model, place: usize, charge_slot: Slot, dealer: &mut Dealer) -> Ability {
    let ability = &model.abilities[place];
    let weapon = ability.weapon.map(|weapon| &model.weapons[weapon]);
    let share = ability.weapon_damage;
    let [low, high] =
        [0, 1].map(|end| ability.damage[end] + weapon.map_or(0.0, |weapon| share * weapon.damage[end]));
    let coefficient = ability.coefficient + weapon.map_or(0.0, |weapon| share * weapon.coefficient);
    let procs = Outcome::ALL.map(|outcome| {
        let tries = |index: &usize| {
            let proc = &model.procs[*index];
            ability.triggers && proc.abilities.contains(&place) && proc.on & outcome.bit() != 0
        };
        let attempt = |index| {
            let speed = weapon.map_or(0.0, |weapon| weapon.speed);
            Attempt::new(index, &model.procs[index], speed)
        };
        (0..model.procs.len()).filter(tries).map(attempt).collect::<Vec<_>>()
    });
    let with = |list: fn(&model::Buff) -> &[usize]| {
        let bears = |index: &usize| list(&model.buffs[*index]).contains(&place);
        (0..model.buffs.len()).filter(bears).map(|index| index as u16).collect::<Vec<_>>()
    };
    let table = ability.table.map(|table| plan_table(model, ability.by, &model.tables[table]));
    let rolls_damage = high > low || ability.heal[1] > ability.heal[0];
    Ability {
        by: ability.by,
        rolls_damage,
        vary: (ability.spread != Spread::None).then(|| dealer.stream(Stream::Spread(place))),
        table,
        low,
        width: high - low,
        coefficient,
        damages: high > 0.0 || coefficient > 0.0,
        heal: (ability.heal[1] > 0.0).then_some(ability.heal),
        crit: ability.crit,
        targets: ability.targets,
        cost: places(&ability.cost, millionths),
        gain_per_damage: places(&ability.gain_per_damage, |gain| gain * 1000.0),
        gcd: micros(ability.gcd),
        cast: micros(ability.cast),
        cooldown: micros(ability.cooldown),
        charges: ability.charges,
        every: ability.every.as_ref().map(|every| (micros(every.seconds), every.first.map(micros))),
        spread: ability.spread,
        gcd_hasted: ability.gcd_hasted,
        cast_hasted: ability.cast_hasted,
        cooldown_hasted: ability.cooldown_hasted,
        every_hasted: ability.every_hasted,
        effects: plan_effects(model, &ability.effects),
        procs,
        own_modifiers: with(|buff| &buff.only),
        consumes: with(|buff| &buff.consumed_by),
        charge_slot,
        every_slot: if ability.every.is_some() { dealer.slot(Timer::Every(place as u16)) } else { 0 },
    }
}

fn plan_buff(buff: &model::Buff, slot: Slot, instance: usize) -> Buff {
    let duration = buff.duration.map_or(NEVER, micros);
    Buff {
        on: buff.on,
        duration,
        stacks: buff.stacks,
        charges: buff.charges,
        refresh: buff.refresh,
        carried: if duration == NEVER { 0 } else { micros(buff.pandemic * buff.duration.unwrap_or(0.0)) },
        modifiers: buff.modifiers.clone(),
        changes_attacks: changes_attacks(&buff.modifiers),
        changes_speed: buff.modifiers.haste != 0.0,
        start: buff.start,
        slot,
        instance,
    }
}

fn plan_dot(
    model: &model::Model,
    place: usize,
    dot: &model::Dot,
    slot: Slot,
    instance: usize,
    dealer: &mut Dealer,
) -> Dot {
    let procs = |outcome: Outcome| {
        let tries = |index: &usize| {
            model.procs[*index].dots.contains(&place) && model.procs[*index].on & outcome.bit() != 0
        };
        (0..model.procs.len())
            .filter(tries)
            .map(|index| Attempt::new(index, &model.procs[index], 0.0))
            .collect::<Vec<_>>()
    };
    Dot {
        duration: micros(dot.duration),
        tick: micros(dot.tick),
        low: dot.damage[0],
        width: dot.damage[1] - dot.damage[0],
        coefficient: dot.coefficient,
        crit: dot.crit,
        crit_multiplier: dot.crit_multiplier,
        stacks: dot.stacks,
        refresh: dot.refresh,
        pandemic: dot.pandemic,
        ticks_hasted: dot.ticks_hasted,
        duration_hasted: dot.duration_hasted,
        partial: dot.partial,
        at_once: dot.at_once,
        snapshot: dot.snapshot,
        gain: places(&dot.gain, millionths),
        procs: [Outcome::Hit, Outcome::Crit].map(procs),
        crit_source: dot.crits.then(|| dealer.stream(Stream::TickCrit(place))),
        damage_source: (dot.damage[1] > dot.damage[0]).then(|| dealer.stream(Stream::TickDamage(place))),
        slot,
        instance,
    }
}

fn plan_proc(model: &model::Model, proc: &model::Proc) -> Proc {
    let odds = match proc.chance {
        Chance::Flat(_) | Chance::PerMinute(_) => Odds::Fixed,
        Chance::Real { per_minute, hasted, bad_luck_protection, longest_gap } => Odds::Real {
            rate: per_minute / (60.0 * SECOND as f64),
            hasted,
            bad_luck_protection,
            longest_gap: micros(longest_gap),
        },
        Chance::Deck { hits, cards } => Odds::Deck { hits, cards },
        Chance::Accumulates(step) => Odds::Accumulates(step),
    };
    Proc { odds, cooldown: micros(proc.cooldown), effects: plan_effects(model, &proc.effects) }
}

fn plan_action(model: &model::Model, action: &model::Action) -> Action {
    Action {
        ability: action.ability as u16,
        cost: places(&model.abilities[action.ability].cost, millionths),
        condition: action.condition.clone(),
        cycle: action.cycle,
    }
}
