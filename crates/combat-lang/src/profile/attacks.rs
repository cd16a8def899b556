//! Reads `[resources]`, `[weapons]` and `[tables]`.

use quadrille_diagnostics::Diagnostic;

use super::model::{AttackTable, Resource, Weapon};
use super::reader::{Section, choose};
use super::shape::words;
use crate::names::Names;
use crate::outcome::AttackOutcome;

pub(super) fn resource(section: &Section<'_, '_>, names: &Names) -> Result<Resource, Diagnostic> {
    let cap = section.optional_number("cap")?.ok_or_else(|| section.missing("cap"))?;
    let start = section.number("start")?;
    if start > cap {
        return Err(section
            .error_at("start", format!("`start` is {start}, but `cap` is {cap}"))
            .expected("no more than the cap"));
    }
    let regen = section.number("regen")?;
    let of = super::fighters::member(section, "of", names)?;
    let hasted = section.flag("hasted")?;
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
        coefficient: section.number("coefficient")?,
    })
}

/// The outcomes that an attack table may list. `hit` is never listed: it has the remaining chance.
const ORDERED: [(&str, AttackOutcome); 7] = [
    (AttackOutcome::Miss.name(), AttackOutcome::Miss),
    (AttackOutcome::Dodge.name(), AttackOutcome::Dodge),
    (AttackOutcome::Parry.name(), AttackOutcome::Parry),
    (AttackOutcome::Glance.name(), AttackOutcome::Glance),
    (AttackOutcome::Block.name(), AttackOutcome::Block),
    (AttackOutcome::Crush.name(), AttackOutcome::Crush),
    (AttackOutcome::Crit.name(), AttackOutcome::Crit),
];
pub(super) const ORDERED_WORDS: [&str; ORDERED.len()] = words(&ORDERED);

pub(super) fn table(
    section: &Section<'_, '_>,
    multipliers: &Section<'_, '_>,
) -> Result<AttackTable, Diagnostic> {
    let two_rolls = section.whole("rolls")? == 2;
    let mut order = Vec::new();
    let words = section.words("order", "a list of outcomes such as [\"miss\", \"crit\"]")?;
    if words.is_empty() {
        return Err(section.missing("order"));
    }
    for word in words {
        order.push(choose(&word, &ORDERED)?);
    }
    let mut chances = [None; AttackOutcome::COUNT];
    let mut factors = [0.0; AttackOutcome::COUNT];
    for outcome in AttackOutcome::ALL {
        let name = outcome.name();
        let listed = outcome == AttackOutcome::Hit || order.contains(&outcome);
        // The `crit` of an attack table is added to the attacker's crit chance, so it has a
        // default. Every other chance of the attack table replaces that of the defender.
        chances[outcome as usize] = match outcome {
            AttackOutcome::Hit => None,
            AttackOutcome::Crit if listed => Some(section.number(name)?),
            _ => section.optional_number(name)?,
        };
        if !listed && (chances[outcome as usize].is_some() || multipliers.has(name)) {
            let at = if multipliers.has(name) { multipliers } else { section };
            return Err(at
                .error_at(name, format!("`{name}` is not in `order`"))
                .expected(format!("`{name}` in `order`, or no value for it")));
        }
        factors[outcome as usize] = match multipliers.usual(name) {
            _ if !listed => 0.0,
            Some(_) => multipliers.number(name)?,
            None => multipliers.optional_number(name)?.ok_or_else(|| {
                section
                    .error_at("order", format!("the multiplier of `{name}` is missing"))
                    .expected(format!("`{name}` in `multipliers`, such as `{{ {name} = 0.7 }}`"))
            })?,
        };
    }
    Ok(AttackTable { two_rolls, order, chances, multipliers: factors })
}
