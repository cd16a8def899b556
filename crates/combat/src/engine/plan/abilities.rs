//! Compiles the abilities of a model, and their attack tables, to those of a plan.

use quadrille_combat_lang::AttackOutcome;

use super::super::queue::Slot;
use super::build::{places, plan_effects};
use super::slots::{Allocator, Stream, Timer};
use super::{Ability, AttackTable, Attempt, Channel, Heal, Price, Spends, Turn};
use crate::condition::Depends;
use crate::model::{self, Modifiers, Side, Spread};
use crate::units::{micros, millionths};

/// Compiles the ability with the index `place`, except the slot of its flights. Allocates its
/// random streams and the slot of its repetitions.
pub(super) fn plan_ability(
    model: &model::Model,
    place: usize,
    charge_slot: Slot,
    allocator: &mut Allocator,
) -> Ability {
    let ability = &model.abilities[place];
    let (low, high, coefficient) = damage_with_weapon(model, ability);
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
    // If the ability does no damage, its healing rolls come from the stream of its damage rolls.
    let healing = if damages { Stream::Heal(place) } else { Stream::Damage(place) };
    let heal = heals.then(|| plan_heal(ability.heal, healing, allocator));
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
        procs: AttackOutcome::ALL.map(|outcome| tried_procs(model, place, outcome)),
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
        channel: plan_channel(ability),
        every_slot: if ability.every.is_some() { allocator.slot(Timer::Every(place as u16)) } else { 0 },
    }
}

/// Returns the lower and the upper end of an ability's damage range, and its damage per point of
/// power. Weapon damage is included.
fn damage_with_weapon(model: &model::Model, ability: &model::Ability) -> (f64, f64, f64) {
    let weapon = ability.weapon.map(|weapon| &model.weapons[weapon]);
    let share = ability.weapon_damage;
    let [low, high] =
        [0, 1].map(|end| ability.damage[end] + weapon.map_or(0.0, |weapon| share * weapon.damage[end]));
    let coefficient = ability.coefficient + weapon.map_or(0.0, |weapon| share * weapon.coefficient);
    (low, high, coefficient)
}

/// Returns the procs to try after an attack of the ability `place` with this outcome, in the order
/// of the file.
fn tried_procs(model: &model::Model, place: usize, outcome: AttackOutcome) -> Vec<Attempt> {
    let ability = &model.abilities[place];
    let tries = |index: &usize| {
        let proc = &model.procs[*index];
        ability.triggers && proc.abilities.contains(&place) && proc.on & outcome.bit() != 0
    };
    let speed = ability.weapon.map_or(0.0, |weapon| model.weapons[weapon].speed);
    let attempt = |index| Attempt::new(model, index, speed);
    (0..model.procs.len()).filter(tries).map(attempt).collect()
}

fn plan_heal([low, high]: [f64; 2], stream: Stream, allocator: &mut Allocator) -> Heal {
    Heal { low, width: high - low, source: (high > low).then(|| allocator.stream(stream)) }
}

fn plan_channel(ability: &model::Ability) -> Option<Box<Channel>> {
    ability.channel.map(|channel| {
        Box::new(Channel {
            length: micros(channel.lasts),
            ticks: channel.ticks,
            hasted: ability.channel_hasted,
            clip: ability.clip.as_ref().map(|clip| clip.program.clone()),
        })
    })
}

/// Returns the variable cost of an ability; `None` if no buff modifies the cost.
pub(super) fn plan_price(model: &model::Model, place: usize) -> Option<Box<Price>> {
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

fn plan_turn(model: &model::Model, place: usize) -> Option<Box<Turn>> {
    let condition = model.abilities[place].condition.as_ref().map(|condition| condition.program.clone());
    let replacing: Vec<u16> = model.replacing(place).map(|ability| ability as u16).collect();
    let turns = condition.is_some() || !replacing.is_empty();
    turns.then(|| Box::new(Turn { condition, replacing }))
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
