//! Compiles the model of a profile to a plan.

use quadrille_combat_lang::AttackOutcome;

use super::super::auras::Renewal;
use super::super::bins::Bins;
use super::super::queue::Slot;
use super::super::rolls;
use super::super::waits::Waits;
use super::abilities::{plan_ability, plan_price};
use super::slots::{Allocator, Stream, Timer};
use super::{
    Ability, Action, Attempt, Buff, Delay, Dot, Effect, Effects, Mark, Member, Needs, Odds, Phase, Plan,
    Proc, Reaction, Resource, Schedule, SpecialStep,
};
use crate::condition::Condition;
use crate::condition::reads_tries;
use crate::model::{self, Chance, Modifiers, Side, Spread, Step, Wait};
use crate::units::{Micros, NEVER, SECOND, micros, milli, millionths};

impl Plan {
    pub(crate) fn new(model: &model::Model) -> Self {
        let foes: Vec<model::Stats> =
            (0..model.most_targets() as usize).map(|target| model.foe(target).clone()).collect();
        let mut allocator = Allocator::default();
        // The order in which slots are allocated is the order of events at the same instant: of two
        // timers with the same time, the one with the lower slot comes first.
        allocator.slot(Timer::End);
        let phases =
            (0..).zip(&model.phases).map(|(place, phase)| plan_phase(place, phase, &mut allocator)).collect();
        let schedules = plan_schedules(model, &mut allocator);
        let (buffs, buff_instances) = plan_buffs(model, &mut allocator);
        let (dots, dot_instances) = plan_dots(model, &mut allocator);
        let charge_slots = charge_slots(model, &mut allocator);
        let flight_slots = flight_slots(model, &mut allocator);
        let members = model.members() as u8;
        let cast_slots: Vec<Slot> = (0..members).map(|member| allocator.slot(Timer::Cast(member))).collect();
        let channel_slots = channel_slots(model, &mut allocator);
        let abilities = (0..model.abilities.len())
            .map(|place| Ability {
                flight_slot: flight_slots[place],
                ..plan_ability(model, place, charge_slots[place], &mut allocator)
            })
            .collect();
        // Decisions come last at every instant, so their slots are allocated last.
        let ready_slots: Vec<Slot> =
            (0..members).map(|member| allocator.slot(Timer::Ready(member))).collect();
        let fight = &model.fight;
        let length_source = (fight.spread != Spread::None).then(|| allocator.stream(Stream::Length));
        let latency = plan_delay(model.pace.latency, Stream::Latency, &mut allocator);
        let reaction = (0..model.buffs.len())
            .map(|place| plan_delay(model.pace.reaction, Stream::Reaction(place), &mut allocator))
            .collect();
        Self {
            members: (0..model.members())
                .map(|member| {
                    let slots = [cast_slots[member], channel_slots[member], ready_slots[member]];
                    plan_member(model, member, slots)
                })
                .collect(),
            team: members > 1,
            schedules,
            shields: shields(model),
            poll: micros(model.pace.poll),
            latency,
            reaction,
            length: fight.length,
            spread: fight.spread,
            actor_health: model.actor.health.map_or(0, milli),
            target_health: foes.iter().map(|foe| foe.health.map_or(0, milli)).collect(),
            health_pool: model.foe(0).health.is_some(),
            limit: micros(fight.limit),
            foes,
            targets: fight.targets,
            most_targets: model.most_targets(),
            phases_by_health: phases_by_health(model),
            phases,
            resources: (0..model.resources.len()).map(|place| plan_resource(model, place)).collect(),
            // The next fields list the buffs that modify targets, and the resources that buffs
            // modify, so that the engine can skip all other buffs and resources.
            target_modifiers: modifying(model, on_targets, |_| true),
            target_chances: !modifying(model, on_targets, changes_chances).is_empty(),
            buffed_resources: buffed_resources(model),
            abilities,
            buffs,
            buff_instances,
            dots,
            dot_instances,
            procs: model.procs.iter().map(|proc| plan_proc(model, proc)).collect(),
            reactions: model.reactions.iter().map(|reaction| plan_reaction(model, reaction)).collect(),
            length_source,
            bins: Bins::new(latest_end(fight)),
            reset_turns: reset_turns(model, allocator.timers.len()),
            timers: allocator.timers,
            streams: allocator.streams,
        }
    }
}

fn plan_schedules(model: &model::Model, allocator: &mut Allocator) -> Vec<Schedule> {
    (0..)
        .zip(&model.foes)
        .map(|(target, foe)| Schedule {
            joins: micros(foe.joins),
            leaves: foe.leaves.map_or(NEVER, micros),
            slot: allocator.slot(Timer::Schedule(target)),
        })
        .collect()
}

/// Returns the number of timers and states of an aura on this side.
///
/// An aura on targets has a timer and a state for each target. The slots of these timers are
/// consecutive, and so are the indices (instances) of these states.
fn copies(model: &model::Model, on: Side) -> u32 {
    if on == Side::Target { model.most_targets() } else { 1 }
}

/// Returns the buffs, and the number of their instances.
fn plan_buffs(model: &model::Model, allocator: &mut Allocator) -> (Vec<Buff>, usize) {
    let mut instances = 0;
    let buffs = (0..)
        .zip(&model.buffs)
        .map(|(place, buff)| {
            let copies = copies(model, buff.on);
            let instance = instances;
            instances += copies as usize;
            let slot = allocator.slots((0..copies).map(|target| Timer::Buff(place, target as u16)));
            plan_buff(buff, slot, instance)
        })
        .collect();
    (buffs, instances)
}

/// Returns all damage over time of the profile, and the total number of its instances.
fn plan_dots(model: &model::Model, allocator: &mut Allocator) -> (Vec<Dot>, usize) {
    let mut instances = 0;
    let dots = (0..)
        .zip(&model.dots)
        .map(|(place, dot)| {
            let copies = copies(model, dot.on);
            let instance = instances;
            instances += copies as usize;
            let slot = allocator.slots((0..copies).map(|target| Timer::Dot(place, target as u16)));
            plan_dot(model, usize::from(place), dot, slot, instance, allocator)
        })
        .collect();
    (dots, instances)
}

/// Returns, for each ability, the slot of the timer that returns a charge; 0 for an ability with a
/// single charge.
fn charge_slots(model: &model::Model, allocator: &mut Allocator) -> Vec<Slot> {
    (0..)
        .zip(&model.abilities)
        .map(|(place, ability)| if ability.charges > 1 { allocator.slot(Timer::Charge(place)) } else { 0 })
        .collect()
}

/// Returns, for each ability, the slot of its flights; 0 for an ability without a travel time.
fn flight_slots(model: &model::Model, allocator: &mut Allocator) -> Vec<Slot> {
    (0..)
        .zip(&model.abilities)
        .map(|(place, ability)| if ability.travel > 0.0 { allocator.slot(Timer::Flight(place)) } else { 0 })
        .collect()
}

/// Returns, for each member, the slot of its channels; 0 for a member without channelled abilities.
fn channel_slots(model: &model::Model, allocator: &mut Allocator) -> Vec<Slot> {
    (0..model.members())
        .map(|member| {
            let channels = |it: &model::Ability| it.member == member && it.channel.is_some();
            let channels = model.abilities.iter().any(channels);
            if channels { allocator.slot(Timer::Channel(member as u8)) } else { 0 }
        })
        .collect()
}

/// Returns the buffs that absorb damage.
fn shields(model: &model::Model) -> Vec<u16> {
    let buffs = (0..).zip(&model.buffs);
    buffs.filter(|(_, buff)| buff.absorb > 0.0).map(|(place, _)| place).collect()
}

/// Returns whether any phase begins or ends because of the first target's health.
fn phases_by_health(model: &model::Model) -> bool {
    model.foe(0).health.is_some() && model.phases.iter().any(|phase| phase.below.or(phase.until).is_some())
}

/// Returns the resources whose regeneration is modified by buffs.
fn buffed_resources(model: &model::Model) -> Vec<u16> {
    (0..model.resources.len())
        .filter(|&place| !regenerating_buffs(model, place).is_empty())
        .map(|place| place as u16)
        .collect()
}

/// Returns an instant after the end of every fight. It determines the number of bins of the
/// timeline.
fn latest_end(fight: &model::Fight) -> Micros {
    let longest = fight.length.map_or(fight.limit, |length| match fight.spread {
        Spread::Uniform(part) => length * (1.0 + part),
        Spread::Normal(part) => length * (1.0 + 3.0 * part),
        Spread::None | Spread::Exponential => length,
    });
    // The added microsecond ensures that the end itself also lies in a bin, even if it is on the
    // edge of two bins.
    micros(longest) + 1
}

/// Returns the approximate cost of setting up and finishing a fight, in loop iterations.
fn reset_turns(model: &model::Model, slots: usize) -> u32 {
    // Resetting a slot takes a few nanoseconds, and a loop iteration takes some tens of
    // nanoseconds. Resetting an ability or a proc takes about as long as resetting eight slots.
    16 + (slots + 8 * model.abilities.len() + 8 * model.procs.len()) as u32 / 16
}

pub(super) fn places<T: Copy, U>(amounts: &[(usize, T)], convert: impl Fn(T) -> U) -> Vec<(u16, U)> {
    amounts.iter().map(|&(place, amount)| (place as u16, convert(amount))).collect()
}

fn plan_member(
    model: &model::Model,
    member: usize,
    [cast_slot, channel_slot, ready_slot]: [Slot; 3],
) -> Member {
    let bears = |buff: &model::Buff| buff.on == Side::Actor && buff.bearer.is(member);
    let of_list = |action: &&model::Action| action.member == member;
    let lines: Vec<&model::Action> = model.actions.iter().filter(of_list).collect();
    // Returns one mask for each group of lines: the lines whose ability satisfies `such`.
    let with = |such: fn(&model::Ability) -> bool| -> Vec<u64> {
        let uses = |action: &model::Action| {
            action.step.ability().is_some_and(|ability| such(&model.abilities[ability]))
        };
        let group = |lines: &[&model::Action]| {
            let bits = lines.iter().enumerate().map(|(line, action)| u64::from(uses(action)) << line);
            bits.fold(0, |all, bit| all | bit)
        };
        lines.chunks(Waits::WIDTH).map(group).collect()
    };
    let in_gcd = with(|ability| ability.off_gcd);
    let companion = member.checked_sub(1).map(|place| &model.companions[place]);
    Member {
        stats: model.member(member).clone(),
        gcd_min: micros(companion.map_or(model.pace.gcd_min, |companion| companion.gcd_min)),
        with: companion.and_then(|companion| companion.with).map(|buff| buff as u16),
        actions: lines
            .chunks(Waits::WIDTH)
            .map(|lines| lines.iter().map(|action| plan_action(model, action)).collect())
            .collect(),
        first_line: model.actions.iter().take_while(|action| action.member < member).count(),
        casting: with(|ability| (ability.cast > 0.0 || ability.channel.is_some()) && !ability.moving),
        in_cast: with(|ability| ability.while_casting),
        weaves: in_gcd.iter().any(|&lines| lines != 0),
        in_gcd,
        cast_slot,
        channel_slot,
        ready_slot,
        modifiers: modifying(model, bears, changes_attacks),
        speed_modifiers: modifying(model, bears, |modifiers| modifiers.haste != 0.0),
        hasted_repeats: (0..)
            .zip(&model.abilities)
            .filter(|(_, ability)| ability.by == Side::Actor && ability.member == member)
            .filter(|(_, ability)| ability.every.is_some() && ability.every_hasted)
            .map(|(place, _)| place)
            .collect(),
        hasted_resources: (0..)
            .zip(&model.resources)
            .filter(|(_, resource)| resource.hasted && resource.of == member)
            .map(|(place, _)| place)
            .collect(),
    }
}

fn on_targets(buff: &model::Buff) -> bool {
    buff.on == Side::Target
}

/// Returns the buffs for which `bears` and `changes` are true. Buffs that affect only certain
/// abilities are left out.
fn modifying(
    model: &model::Model,
    bears: impl Fn(&model::Buff) -> bool,
    changes: fn(&Modifiers) -> bool,
) -> Vec<u16> {
    let places = (0..model.buffs.len()).filter(|&place| {
        let buff = &model.buffs[place];
        bears(buff) && buff.only.is_empty() && changes(&buff.modifiers)
    });
    places.map(|place| place as u16).collect()
}

fn changes_attacks(modifiers: &Modifiers) -> bool {
    let Modifiers { power, crit_damage, haste: _, damage, taken, added_damage, .. } = modifiers;
    let figures = [power, crit_damage, damage, taken, added_damage];
    figures.into_iter().any(|&change| change != 0.0) || changes_chances(modifiers)
}

/// Returns whether the modifiers change an attack table.
fn changes_chances(modifiers: &Modifiers) -> bool {
    let Modifiers { crit, crit_taken, hit, expertise, avoidance, .. } = modifiers;
    [crit, crit_taken, hit, expertise].into_iter().chain(avoidance).any(|&change| change != 0.0)
}

/// Returns the buffs that add to the regeneration of a resource, each with the amount that it adds.
fn regenerating_buffs(model: &model::Model, resource: usize) -> Vec<(u16, f64)> {
    let added = |(place, buff): (usize, &model::Buff)| {
        let of_it = buff.modifiers.regen.iter().filter(move |&&(of, added)| of == resource && added > 0.0);
        of_it.map(move |&(_, added)| (place as u16, added)).collect::<Vec<_>>()
    };
    model.buffs.iter().enumerate().flat_map(added).collect()
}

fn plan_phase(place: u16, phase: &model::Phase, allocator: &mut Allocator) -> Phase {
    Phase {
        from: phase.from.iter().map(|&from| micros(from)).collect(),
        below: phase.below,
        until: phase.until,
        lasts: phase.lasts,
        source: phase
            .lasts
            .filter(|[least, most]| least < most)
            .map(|_| allocator.stream(Stream::Phase(usize::from(place)))),
        every: phase.every.map(micros),
        targets: phase.targets,
        taken: phase.taken,
        downtime: phase.downtime,
        movement: phase.movement,
        stun: phase.stun,
        slot: allocator.slot(Timer::Phase(place)),
    }
}

/// Returns the description of a random delay between `least` and `most` seconds; `None` if the
/// delay is always 0.
fn plan_delay([least, most]: [f64; 2], stream: Stream, allocator: &mut Allocator) -> Option<Delay> {
    let source = (least < most).then(|| allocator.stream(stream));
    (most > 0.0).then_some(Delay { least, width: most - least, source })
}

fn plan_resource(model: &model::Model, place: usize) -> Resource {
    let resource = &model.resources[place];
    let added = regenerating_buffs(model, place);
    Resource {
        cap: millionths(resource.cap),
        start: millionths(resource.start),
        regen: resource.regen,
        regenerates: resource.regen > 0.0 || !added.is_empty(),
        hasted: resource.hasted,
        of: resource.of as u8,
        added,
    }
}

pub(super) fn plan_effects(model: &model::Model, effects: &model::Effects) -> Effects {
    let model::Effects { gain, buffs, remove, dots, uses, reset, advance } = effects;
    let buffs = |side| {
        let bears = move |buff: &&usize| model.buffs[**buff].on == side;
        buffs.iter().filter(bears).map(|&buff| buff as u16)
    };
    let short = |places: &[usize]| places.iter().map(|&place| place as u16).collect::<Vec<_>>();
    let dots = |side| {
        let bears = move |dot: &&usize| model.dots[**dot].on == side;
        dots.iter().filter(bears).map(|&dot| dot as u16)
    };
    let marks = buffs(Side::Target).map(Mark::Buff).chain(dots(Side::Target).map(Mark::Dot));
    let others = short(remove).into_iter().map(Effect::Remove);
    let others = others.chain(buffs(Side::Actor).map(Effect::Buff));
    let others = others.chain(dots(Side::Actor).map(Effect::Dot));
    let others =
        others.chain(gain.iter().map(|&(place, amount)| Effect::Gain(place as u16, millionths(amount))));
    let others = others.chain(short(reset).into_iter().map(Effect::Reset));
    let others =
        others.chain(advance.iter().map(|&(place, time)| Effect::Advance(place as u16, micros(time))));
    let others = others.chain(short(uses).into_iter().map(Effect::Use));
    Effects { marks: marks.collect(), others: others.collect() }
}

fn plan_buff(buff: &model::Buff, slot: Slot, instance: usize) -> Buff {
    let duration = buff.duration.map_or(NEVER, micros);
    Buff {
        on: buff.on,
        bearer: buff.bearer,
        stacks: buff.stacks,
        charges: buff.charges,
        renewal: Renewal {
            refresh: buff.refresh,
            duration,
            carried: if duration == NEVER { 0 } else { micros(buff.pandemic * buff.duration.unwrap_or(0.0)) },
            added: buff.extension.by.map_or(duration, micros),
            longest: buff.extension.cap.map_or(NEVER, micros),
        },
        pandemic: buff.pandemic,
        extend_by: buff.extension.by.map(micros),
        modifiers: buff.modifiers.clone(),
        changes_attacks: changes_attacks(&buff.modifiers),
        changes_speed: buff.modifiers.haste != 0.0,
        absorb: buff.absorb,
        changes_regeneration: buff.modifiers.regen.iter().any(|&(_, added)| added > 0.0),
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
    allocator: &mut Allocator,
) -> Dot {
    let procs = |outcome: AttackOutcome| {
        let tries = |index: &usize| {
            model.procs[*index].dots.contains(&place) && model.procs[*index].on & outcome.bit() != 0
        };
        (0..model.procs.len()).filter(tries).map(|index| Attempt::new(model, index, 0.0)).collect::<Vec<_>>()
    };
    Dot {
        on: dot.on,
        of: dot.of as u8,
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
        added: dot.extension.by.map(micros),
        longest: dot.extension.cap.map_or(NEVER, micros),
        overwrite: dot.overwrite,
        ticks_hasted: dot.ticks_hasted,
        duration_hasted: dot.duration_hasted,
        partial: dot.partial,
        at_once: dot.at_once,
        snapshot: dot.snapshot,
        gain: places(&dot.gain, millionths),
        procs: [AttackOutcome::Hit, AttackOutcome::Crit].map(procs),
        crit_source: dot.crits.then(|| allocator.stream(Stream::TickCrit(place))),
        damage_source: (dot.damage[1] > dot.damage[0]).then(|| allocator.stream(Stream::TickDamage(place))),
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
        Chance::Computed(_) => Odds::Computed,
    };
    let condition = proc.condition.as_ref().map(|condition| condition.program.clone());
    let chance = match &proc.chance {
        Chance::Computed(formula) => Some(formula.number.clone()),
        _ => None,
    };
    Proc {
        condition,
        chance,
        odds,
        cooldown: micros(proc.cooldown),
        effects: plan_effects(model, &proc.effects),
    }
}

fn plan_action(model: &model::Model, action: &model::Action) -> Action {
    let special = match &action.step {
        Step::Use(ability) => {
            model.abilities[*ability].replaces.is_some().then_some(SpecialStep::Queue(*ability as u16))
        }
        Step::CancelBuff(buff) => Some(SpecialStep::CancelBuff(*buff as u16)),
        Step::Wait(Wait::Seconds(seconds)) => Some(SpecialStep::Wait(micros(*seconds))),
        Step::Wait(Wait::Computed(formula, _)) => Some(SpecialStep::WaitFor(formula.number.clone())),
    };
    let used = action.step.ability();
    let price = used.and_then(|used| plan_price(model, used));
    let ability = used.map(|used| &model.abilities[used]);
    let mut cost = match (&price, ability) {
        (None, Some(ability)) => places(&ability.cost, millionths),
        _ => Vec::new(),
    };
    let spends = ability.and_then(|ability| ability.spends);
    cost.extend(spends.map(|spends| (spends.resource as u16, millionths(spends.least))));
    Action {
        ability: used.unwrap_or(model.abilities.len()) as u16,
        special: special.map(Box::new),
        cost,
        price,
        condition: action.whole.as_ref().map(|condition| condition.program.clone()),
        // A line without a condition of its own always uses the first target.
        cycle: action.cycle && action.condition.is_some(),
        gated: action
            .gate
            .as_ref()
            .zip(action.condition.as_ref())
            .map(|(gate, own)| Box::new((gate.program.clone(), own.program.clone()))),
    }
}

fn plan_reaction(model: &model::Model, reaction: &model::Reaction) -> Reaction {
    Reaction {
        aura: reaction.aura as u16,
        damage: reaction.damage,
        takes: reaction.takes,
        cooldown: micros(reaction.cooldown),
        effects: plan_effects(model, &reaction.effects),
    }
}

impl Attempt {
    pub(super) fn new(model: &model::Model, place: usize, weapon_speed: f64) -> Self {
        let proc = &model.procs[place];
        let chance = match proc.chance {
            Chance::Flat(chance) => Some(chance),
            Chance::PerMinute(rate) => Some(rate * weapon_speed / 60.0),
            Chance::Real { .. } | Chance::Deck { .. } | Chance::Accumulates(_) | Chance::Computed(_) => None,
        };
        let asks = |condition: &Condition| reads_tries(&condition.truth, place);
        let asked = model.actions.iter().any(|action| action.whole.as_ref().is_some_and(asks));
        let evaluated = asked || proc.condition.is_some() || matches!(proc.chance, Chance::Computed(_));
        let needs = match chance {
            Some(chance) if evaluated && chance < 1.0 => Needs::EvaluationAndRoll(rolls::threshold(chance)),
            _ if evaluated => Needs::Evaluation,
            Some(chance) if chance >= 1.0 => Needs::Nothing,
            Some(chance) => Needs::Roll(rolls::threshold(chance)),
            None => Needs::Odds,
        };
        Self { proc: place as u16, needs }
    }
}
