//! Compiles the model of a profile to a plan.

use super::super::aura_state::Renewal;
use super::super::bins::Bins;
use super::super::queue::Slot;
use super::super::rolls;
use super::super::waits::Waits;
use super::slots::{Allocator, Stream, Timer};
use super::{
    Ability, Action, AttackTable, Attempt, Buff, Channel, Delay, Dot, Effect, Effects, Heal, Mark, Member,
    Needs, Odds, Phase, Plan, Price, Proc, Reaction, Resource, Schedule, SpecialStep, Spends, Turn,
};
use crate::condition::reading::reads_tries;
use crate::condition::{Condition, Depends};
use crate::outcome::AttackOutcome;
use crate::profile::model::{self, Chance, Modifiers, Side, Spread, Step, Wait};
use crate::units::{NEVER, SECOND, micros, milli, millionths};

impl Plan {
    #[expect(clippy::too_many_lines, reason = "a sequence of steps, one per part of the profile")]
    pub(crate) fn new(model: &model::Model) -> Self {
        let most_targets = model.most_targets();
        let foes: Vec<model::Stats> =
            (0..most_targets as usize).map(|target| model.foe(target).clone()).collect();
        let mut allocator = Allocator::default();
        // The order in which slots are allocated is the order of events at the same instant: of two
        // timers with the same time, the one with the lower slot comes first.
        allocator.slot(Timer::End);
        let phases =
            (0..).zip(&model.phases).map(|(place, phase)| plan_phase(place, phase, &mut allocator)).collect();
        let schedules = (0..)
            .zip(&model.foes)
            .map(|(target, foe)| Schedule {
                joins: micros(foe.joins),
                leaves: foe.leaves.map_or(NEVER, micros),
                slot: allocator.slot(Timer::Schedule(target)),
            })
            .collect();
        let mut buff_instances = 0;
        let buffs: Vec<Buff> = (0..)
            .zip(&model.buffs)
            .map(|(place, buff)| {
                // A debuff has a timer and a state for each target. The slots of these timers are
                // consecutive, and so are the indices (instances) of these states.
                let copies = if buff.on == Side::Target { most_targets } else { 1 };
                let instance = buff_instances;
                buff_instances += copies as usize;
                let slot = allocator.slots((0..copies).map(|target| Timer::Buff(place, target as u16)));
                plan_buff(buff, slot, instance)
            })
            .collect();
        let mut dot_instances = 0;
        let dots = (0..)
            .zip(&model.dots)
            .map(|(place, dot)| {
                let instance = dot_instances;
                let copies = if dot.on == Side::Target { most_targets } else { 1 };
                dot_instances += copies as usize;
                let slot = allocator.slots((0..copies).map(|target| Timer::Dot(place, target as u16)));
                plan_dot(model, usize::from(place), dot, slot, instance, &mut allocator)
            })
            .collect();
        // Only abilities with several charges need a timer for the return of a charge.
        let charge_slots: Vec<Slot> = (0..)
            .zip(&model.abilities)
            .map(
                |(place, ability)| if ability.charges > 1 { allocator.slot(Timer::Charge(place)) } else { 0 },
            )
            .collect();
        let flight_slots: Vec<Slot> = (0..)
            .zip(&model.abilities)
            .map(
                |(place, ability)| {
                    if ability.travel > 0.0 { allocator.slot(Timer::Flight(place)) } else { 0 }
                },
            )
            .collect();
        let members = model.members() as u8;
        let cast_slots: Vec<Slot> = (0..members).map(|member| allocator.slot(Timer::Cast(member))).collect();
        // A member without channelled abilities needs no timer for channels.
        let channels: Vec<bool> = (0..model.members())
            .map(|member| {
                let channels = |it: &model::Ability| it.member == member && it.channel.is_some();
                model.abilities.iter().any(channels)
            })
            .collect();
        let channel_slots: Vec<Slot> = (0..members)
            .zip(channels)
            .map(|(member, channels)| if channels { allocator.slot(Timer::Channel(member)) } else { 0 })
            .collect();
        let abilities = (0..)
            .zip(&model.abilities)
            .map(|(place, _)| Ability {
                flight_slot: flight_slots[place],
                ..plan_ability(model, place, charge_slots[place], &mut allocator)
            })
            .collect();
        // Decisions come last at every instant, so their slots are allocated last.
        let ready_slots: Vec<Slot> =
            (0..members).map(|member| allocator.slot(Timer::Ready(member))).collect();
        let procs = model.procs.iter().map(|proc| plan_proc(model, proc)).collect();
        let reactions = model.reactions.iter().map(|reaction| Reaction {
            aura: reaction.aura as u16,
            damage: reaction.damage,
            takes: reaction.takes,
            cooldown: micros(reaction.cooldown),
            effects: plan_effects(model, &reaction.effects),
        });
        let fight = &model.fight;
        let length_source = (fight.spread != Spread::None).then(|| allocator.stream(Stream::Length));
        let latency = plan_delay(model.pace.latency, Stream::Latency, &mut allocator);
        let reaction = (0..model.buffs.len())
            .map(|place| plan_delay(model.pace.reaction, Stream::Reaction(place), &mut allocator))
            .collect();
        // The longest possible fight determines the number of bins of the timeline.
        let longest = fight.length.map_or(fight.limit, |length| match fight.spread {
            Spread::Uniform(part) => length * (1.0 + part),
            Spread::Normal(part) => length * (1.0 + 3.0 * part),
            Spread::None | Spread::Exponential => length,
        });
        // The added microsecond ensures that the end itself also lies in a bin, even if it is on
        // the edge of two bins.
        let latest = micros(longest) + 1;
        let slots = allocator.timers.len();
        Self {
            members: (0..model.members())
                .map(|member| {
                    let slots = [cast_slots[member], channel_slots[member], ready_slots[member]];
                    plan_member(model, member, slots)
                })
                .collect(),
            team: members > 1,
            schedules,
            shields: (0..)
                .zip(&model.buffs)
                .filter(|(_, buff)| buff.absorb > 0.0)
                .map(|(place, _)| place)
                .collect(),
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
            most_targets,
            phases_by_health: model.foe(0).health.is_some()
                && model.phases.iter().any(|phase| phase.below.or(phase.until).is_some()),
            phases,
            resources: (0..model.resources.len()).map(|place| plan_resource(model, place)).collect(),
            // The next fields list the buffs that modify targets, and the resources that buffs
            // modify, so that the engine can skip all other buffs and resources.
            target_modifiers: modifying(model, on_targets, |_| true),
            target_chances: !modifying(model, on_targets, changes_chances).is_empty(),
            buffed_resources: (0..model.resources.len())
                .filter(|&place| !regenerating_buffs(model, place).is_empty())
                .map(|place| place as u16)
                .collect(),
            abilities,
            buffs,
            buff_instances,
            dots,
            dot_instances,
            procs,
            reactions: reactions.collect(),
            timers: allocator.timers,
            length_source,
            streams: allocator.streams,
            bins: Bins::new(latest),
            // Resetting a slot takes a few nanoseconds, and a loop iteration takes some tens of
            // nanoseconds. Resetting an ability or a proc takes about as long as resetting eight
            // slots.
            reset_turns: 16 + (slots + 8 * model.abilities.len() + 8 * model.procs.len()) as u32 / 16,
        }
    }
}

fn places<T: Copy, U>(amounts: &[(usize, T)], convert: impl Fn(T) -> U) -> Vec<(u16, U)> {
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

/// Returns the variable cost of an ability; `None` if no buff modifies the cost.
fn plan_price(model: &model::Model, place: usize) -> Option<Box<Price>> {
    let (cost, member) = (&model.abilities[place].cost, model.abilities[place].member);
    let bears = |buff: &model::Buff| {
        let on_it = buff.only.is_empty() && buff.bearer.is(member) || buff.only.contains(&place);
        buff.on == Side::Actor && on_it && buff.modifiers.change_cost(cost)
    };
    let buffs: Vec<usize> = (0..model.buffs.len()).filter(|&buff| bears(&model.buffs[buff])).collect();
    (!buffs.is_empty()).then(|| {
        Box::new(Price {
            base: places(cost, |units| units),
            depends: buffs.iter().fold(0, |bits, &buff| bits | Depends::buff(buff)),
            buffs: buffs.into_iter().map(|buff| buff as u16).collect(),
        })
    })
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

fn plan_effects(model: &model::Model, effects: &model::Effects) -> Effects {
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

fn plan_table(model: &model::Model, by: Side, member: usize, table: &model::AttackTable) -> AttackTable {
    // In an attack table with two rolls, the crit has a roll of its own and is left out of the
    // order.
    let crits = table.order.contains(&AttackOutcome::Crit);
    let first: Vec<AttackOutcome> = table
        .order
        .iter()
        .copied()
        .filter(|&outcome| !(table.two_rolls && outcome == AttackOutcome::Crit))
        .collect();
    let mut order = [AttackOutcome::Hit; AttackOutcome::COUNT];
    order[..first.len()].copy_from_slice(&first);
    let (attacker, defender) = match by {
        Side::Actor => (model.member(member), &model.target),
        Side::Target => (&model.target, &model.actor),
    };
    let chance = |outcome: AttackOutcome| {
        let reduced = match outcome {
            AttackOutcome::Miss => attacker.hit,
            AttackOutcome::Dodge | AttackOutcome::Parry => attacker.expertise,
            _ => 0.0,
        };
        table.chances[outcome as usize].unwrap_or(defender.avoidance[outcome as usize]) - reduced
    };
    // Buffs of the attacker change the chance of an outcome through hit and expertise, and buffs of
    // the defender through avoidance.
    let changed = |side: Side, changes: &dyn Fn(&Modifiers) -> bool| {
        let of_it = |buff: &model::Buff| buff.on == side && (side == Side::Target || buff.bearer.is(member));
        let bears = |buff: &model::Buff| of_it(buff) && buff.only.is_empty() && changes(&buff.modifiers);
        model.buffs.iter().any(bears)
    };
    let (attacking, defending) = match by {
        Side::Actor => (Side::Actor, Side::Target),
        Side::Target => (Side::Target, Side::Actor),
    };
    let reduced = |outcome: AttackOutcome, side: Side| match outcome {
        AttackOutcome::Miss => side == attacking && changed(side, &|modifiers| modifiers.hit != 0.0),
        AttackOutcome::Dodge | AttackOutcome::Parry => {
            side == attacking && changed(side, &|modifiers| modifiers.expertise != 0.0)
        }
        _ => false,
    };
    let avoided = |outcome: AttackOutcome, side: Side| {
        side == defending
            && table.chances[outcome as usize].is_none()
            && changed(side, &|modifiers| modifiers.avoidance[outcome as usize] != 0.0)
    };
    let with = |outcome: AttackOutcome, side: Side| reduced(outcome, side) || avoided(outcome, side);
    let moves = |outcome: AttackOutcome| {
        outcome == AttackOutcome::Crit
            || by == Side::Target && table.chances[outcome as usize].is_none()
            || !model.foes.is_empty()
            || with(outcome, Side::Actor)
            || with(outcome, Side::Target)
    };
    let others = || first.iter().filter(|&&outcome| outcome != AttackOutcome::Crit);
    let crit_by_target = crits
        && changed(Side::Target, &|modifiers| match by {
            Side::Actor => modifiers.crit_taken != 0.0,
            Side::Target => modifiers.crit != 0.0,
        });
    AttackTable {
        own: table.chances,
        moves: others().any(|&outcome| moves(outcome)),
        by_target: crit_by_target || others().any(|&outcome| with(outcome, Side::Target)),
        two_rolls: table.two_rolls,
        order,
        length: first.len(),
        crits,
        chances: order.map(chance),
        moving: (0..first.len()).filter(|&place| moves(first[place])).map(|place| place as u8).collect(),
        crit: table.chances[AttackOutcome::Crit as usize].unwrap_or(0.0),
        multipliers: table.multipliers,
    }
}

fn plan_ability(model: &model::Model, place: usize, charge_slot: Slot, allocator: &mut Allocator) -> Ability {
    let ability = &model.abilities[place];
    let weapon = ability.weapon.map(|weapon| &model.weapons[weapon]);
    let share = ability.weapon_damage;
    let [low, high] =
        [0, 1].map(|end| ability.damage[end] + weapon.map_or(0.0, |weapon| share * weapon.damage[end]));
    let coefficient = ability.coefficient + weapon.map_or(0.0, |weapon| share * weapon.coefficient);
    // For each outcome of an attack of this ability: the procs to try, in the order of the file.
    let procs = AttackOutcome::ALL.map(|outcome| {
        let tries = |index: &usize| {
            let proc = &model.procs[*index];
            ability.triggers && proc.abilities.contains(&place) && proc.on & outcome.bit() != 0
        };
        let attempt = |index| {
            let speed = weapon.map_or(0.0, |weapon| weapon.speed);
            Attempt::new(model, index, speed)
        };
        (0..model.procs.len()).filter(tries).map(attempt).collect::<Vec<_>>()
    });
    // Returns the buffs whose list of abilities, selected by `list`, contains this ability.
    let with = |list: fn(&model::Buff) -> &[usize]| {
        let bears = |index: &usize| list(&model.buffs[*index]).contains(&place);
        (0..model.buffs.len()).filter(bears).map(|index| index as u16).collect::<Vec<_>>()
    };
    let consumes = |side: Side| {
        let mut consumed = with(|buff| &buff.consumed_by);
        consumed.retain(|&buff| model.buffs[usize::from(buff)].on == side);
        consumed
    };
    let table =
        ability.table.map(|table| plan_table(model, ability.by, ability.member, &model.tables[table]));
    let spends = ability.spends.map(plan_spends).map(Box::new);
    let by_spent = spends.as_ref().is_some_and(|spends| spends.damage > 0.0 || spends.coefficient > 0.0);
    let damages = high > 0.0 || coefficient > 0.0 || by_spent;
    let price = plan_price(model, place);
    let heals = ability.heal[1] > 0.0 || spends.as_ref().is_some_and(|spends| spends.heal > 0.0);
    let heal = heals.then(|| Heal {
        low: ability.heal[0],
        width: ability.heal[1] - ability.heal[0],
        source: (ability.heal[1] > ability.heal[0])
            // If the ability does no damage, its healing rolls come from the stream of its damage
            // rolls.
            .then(|| allocator.stream(if damages { Stream::Heal(place) } else { Stream::Damage(place) })),
    });
    Ability {
        by: ability.by,
        member: ability.member as u8,
        rolls_damage: high > low,
        moving: ability.moving,
        by_target: !model.foes.is_empty() || table.as_ref().is_some_and(|table| table.by_target),
        vary: (ability.spread != Spread::None).then(|| allocator.stream(Stream::Spread(place))),
        table,
        low,
        width: high - low,
        coefficient,
        damages,
        heal,
        crit: ability.crit,
        targets: ability.targets.min(model.most_targets()),
        cost: if price.is_some() { Vec::new() } else { places(&ability.cost, millionths) },
        price,
        spends,
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
        reactions: (0..)
            .zip(&model.reactions)
            .filter(|(_, reaction)| reaction.by.contains(&place))
            .map(|(index, _)| index)
            .collect(),
        // Buffs that affect only certain abilities are listed for each ability, because their
        // modifiers are not part of the member's stats.
        own_modifiers: with(|buff| &buff.only),
        consumes: consumes(Side::Actor),
        consumes_on_targets: consumes(Side::Target),
        charge_slot,
        travel: micros(ability.travel),
        flight_slot: 0,
        turn: plan_turn(model, place),
        instant: ability.cast == 0.0 && ability.channel.is_none(),
        channel: ability.channel.map(|channel| {
            Box::new(Channel {
                length: micros(channel.lasts),
                ticks: channel.ticks,
                hasted: ability.channel_hasted,
                clip: ability.clip.as_ref().map(|clip| clip.program.clone()),
            })
        }),
        every_slot: if ability.every.is_some() { allocator.slot(Timer::Every(place as u16)) } else { 0 },
    }
}

fn plan_turn(model: &model::Model, place: usize) -> Option<Box<Turn>> {
    let condition = model.abilities[place].condition.as_ref().map(|condition| condition.program.clone());
    let replacing: Vec<u16> = model.replacing(place).map(|ability| ability as u16).collect();
    let turns = condition.is_some() || !replacing.is_empty();
    turns.then(|| Box::new(Turn { condition, replacing }))
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

fn plan_spends(spends: model::Spends) -> Spends {
    Spends {
        resource: spends.resource as u16,
        least: millionths(spends.least),
        most: millionths(spends.most),
        damage: spends.damage,
        coefficient: spends.coefficient,
        heal: spends.heal,
        duration: spends.duration,
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

impl Attempt {
    fn new(model: &model::Model, place: usize, weapon_speed: f64) -> Self {
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
