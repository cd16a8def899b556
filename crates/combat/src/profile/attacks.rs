//! Reads `[resources]`, `[weapons]` and `[tables]`.

use quadrille_diagnostics::Diagnostic;

use super::keys;
use super::model::{AttackTable, Resource, Weapon};
use super::reader::{LARGE, Section, choose};
use crate::names::Names;
use crate::outcome::AttackOutcome;

pub(super) fn resource(section: &Section<'_, '_>, names: &Names) -> Result<Resource, Diagnostic> {
    let cap = section.number("cap", 0.0..=1e6)?.ok_or_else(|| section.missing("cap"))?;
    let start = section.number_or("start", 0.0, 0.0..=1e6)?;
    if start > cap {
        return Err(section
            .error_at("start", format!("`start` is {start}, but `cap` is {cap}"))
            .expected("no more than the cap"));
    }
    let regen = section.number_or("regen", 0.0, 0.0..=1e6)?;
    let of = super::fighters::member(section, "of", names)?;
    let hasted = section.flag("hasted", false)?;
    if section.has("of") && !hasted {
        return Err(section
            .error_at("of", "`of` names the fighter whose haste counts, but `hasted` is not set")
            .expected("`hasted = true` in the same table"));
    }
    Ok(Resource { cap, start, regen, hasted, of })
}

pub(super) fn weapon(section: &Section<'_, '_>) -> Result<Weapon, Diagnostic> {
    Ok(Weapon {
        speed: section.positive_seconds("speed")?.ok_or_else(|| section.missing("speed"))?,
        damage: section.range("damage")?,
        coefficient: section.number_or("coefficient", 0.0, 0.0..=LARGE)?,
    })
}

/// The outcomes that an attack table may list. `hit` is never listed: it has the remaining chance.
const ORDERED: [AttackOutcome; 7] = [
    AttackOutcome::Miss,
    AttackOutcome::Dodge,
    AttackOutcome::Parry,
    AttackOutcome::Glance,
    AttackOutcome::Block,
    AttackOutcome::Crush,
    AttackOutcome::Crit,
];

pub(super) fn table(
    section: &Section<'_, '_>,
    multipliers: &Section<'_, '_>,
) -> Result<AttackTable, Diagnostic> {
    let two_rolls = section.whole_or("rolls", 1, 1..=2)? == 2;
    let mut order = Vec::new();
    let words = section.words("order", "a list of outcomes such as [\"miss\", \"crit\"]")?;
    if words.is_empty() {
        return Err(section.missing("order"));
    }
    for word in words {
        order.push(choose(&word, &ORDERED.map(|outcome| (outcome.name(), outcome)))?);
    }
    let mut chances = [None; AttackOutcome::COUNT];
    let mut factors = [0.0; AttackOutcome::COUNT];
    for outcome in AttackOutcome::ALL {
        let name = outcome.name();
        let listed = outcome == AttackOutcome::Hit || order.contains(&outcome);
        if outcome != AttackOutcome::Hit {
            // The `crit` of an attack table is added to the attacker's crit chance, so it may be
            // negative. Every other chance of the attack table replaces the defender's chance.
            let least = if outcome == AttackOutcome::Crit { -1.0 } else { 0.0 };
            chances[outcome as usize] = section.number(name, least..=1.0)?;
        }
        if !listed && (chances[outcome as usize].is_some() || multipliers.has(name)) {
            let at = if multipliers.has(name) { multipliers } else { section };
            return Err(at
                .error_at(name, format!("`{name}` is not in `order`"))
                .expected(format!("`{name}` in `order`, or no value for it")));
        }
        let usual = match outcome {
            AttackOutcome::Miss | AttackOutcome::Dodge | AttackOutcome::Parry => Some(0.0),
            AttackOutcome::Crit => Some(2.0),
            AttackOutcome::Hit => Some(1.0),
            AttackOutcome::Glance | AttackOutcome::Block | AttackOutcome::Crush => None,
        };
        factors[outcome as usize] = match usual {
            _ if !listed => 0.0,
            Some(usual) => multipliers.number_or(name, usual, 0.0..=1000.0)?,
            None => multipliers.number(name, 0.0..=1000.0)?.ok_or_else(|| {
                section
                    .error_at("order", format!("the multiplier of `{name}` is missing"))
                    .expected(format!("`{name}` in `multipliers`, such as `{{ {name} = 0.7 }}`"))
            })?,
        };
    }
    Ok(AttackTable { two_rolls, order, chances, multipliers: factors })
}

/// Keys of the multipliers within an attack table.
pub(super) const MULTIPLIERS: &[&str] = keys::MULTIPLIERS;
