//! Reads `[procs]`.

use quadrille_diagnostics::Diagnostic;

use super::abilities::effects;
use super::conditions::{condition, formula};
use super::model::{Ability, Chance, Proc, Side};
use super::reader::{Section, choose};
use super::shape::words;
use crate::condition::Scope;
use crate::names::Names;
use crate::outcome::{AttackOutcome, LANDED};

/// The keys that define the chance; at most one may be present.
const CHANCES: [&str; 5] = ["chance", "ppm", "rppm", "deck", "accumulates"];

pub(super) fn proc(
    section: &Section<'_, '_>,
    deck: &Section<'_, '_>,
    names: &Names,
    abilities: &[Ability],
    scope: &Scope<'_>,
) -> Result<Proc, Diagnostic> {
    let chance = chance(section, deck, scope)?;
    let (from_abilities, dots) = from(section, names, abilities, &chance)?;
    Ok(Proc {
        abilities: from_abilities,
        dots,
        on: on(section)?,
        condition: section.get("if").map(|value| condition(&value, scope)).transpose()?,
        chance,
        cooldown: section.seconds("cooldown")?,
        effects: effects(section, names)?,
    })
}

fn chance(
    section: &Section<'_, '_>,
    deck: &Section<'_, '_>,
    scope: &Scope<'_>,
) -> Result<Chance, Diagnostic> {
    section.at_most_one(&CHANCES)?;
    if !section.has("rppm") {
        for key in ["hasted", "bad_luck_protection", "longest_gap"] {
            if section.has(key) {
                return Err(section.error_at(key, format!("`{key}` requires `rppm`")).expected("`rppm = …`"));
            }
        }
    }
    if section.has("deck") {
        let cards = deck.optional_whole("cards")?.ok_or_else(|| deck.missing("cards"))?;
        let hits = deck.whole("hits")?;
        if hits > cards {
            return Err(deck
                .error_at("hits", format!("the deck has {hits} hits, but only {cards} cards"))
                .expected("no more hits than cards"));
        }
        return Ok(Chance::Deck { hits, cards });
    }
    if let Some(per_minute) = section.optional_number("ppm")? {
        return Ok(Chance::PerMinute(per_minute));
    }
    if let Some(per_minute) = section.optional_number("rppm")? {
        return Ok(Chance::Real {
            per_minute,
            hasted: section.flag("hasted")?,
            bad_luck_protection: section.flag("bad_luck_protection")?,
            longest_gap: section.seconds("longest_gap")?,
        });
    }
    if let Some(chance) = section.optional_number("accumulates")? {
        return Ok(Chance::Accumulates(chance));
    }
    if let Some(value) = section.get("chance")
        && value.string("").is_ok()
    {
        return Ok(Chance::Computed(formula(&value, scope)?));
    }
    Ok(Chance::Flat(section.number("chance")?))
}

/// Reads `from`: abilities, and damage over time as `dot.NAME`; by default all abilities of the
/// actor's side.
fn from(
    section: &Section<'_, '_>,
    names: &Names,
    abilities: &[Ability],
    chance: &Chance,
) -> Result<(Vec<usize>, Vec<usize>), Diagnostic> {
    let by_weapon = matches!(chance, Chance::PerMinute(_));
    let (mut found, mut dots) = (Vec::new(), Vec::new());
    let words = section.words("from", "abilities, or damage over time as \"dot.NAME\"")?;
    if words.is_empty() {
        if section.has("from") {
            return Err(section.error_at("from", "`from` is empty").expected("one name or more"));
        }
        let all = (0..abilities.len()).filter(|&index| {
            abilities[index].by == Side::Actor && (abilities[index].weapon.is_some() || !by_weapon)
        });
        return Ok((all.collect(), dots));
    }
    for word in words {
        let read = word.string("")?;
        let dot = read.strip_prefix("dot.");
        let Some(index) = dot.map_or_else(|| names.abilities.position(read), |dot| names.dots.position(dot))
        else {
            let known: Vec<String> = names
                .abilities
                .iter()
                .map(str::to_owned)
                .chain(names.dots.iter().map(|dot| format!("dot.{dot}")))
                .collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            return Err(word
                .error(format!(
                    "there is no ability or damage over time `{}`",
                    read.chars().take(40).flat_map(char::escape_debug).collect::<String>()
                ))
                .expected(quadrille_diagnostics::toml::one_of(&known))
                .suggest(read, known.iter().copied()));
        };
        let weaponless =
            dot.is_some() || abilities.get(index).is_some_and(|ability| ability.weapon.is_none());
        if by_weapon && weaponless {
            return Err(word
                .error(format!("`{read}` has no weapon, but `ppm` needs the speed of a weapon"))
                .expected("abilities with a weapon"));
        }
        if dot.is_some() { dots.push(index) } else { found.push(index) }
    }
    Ok((found, dots))
}

/// The words of `on`, each with a bit for each of its outcomes.
const ON: [(&str, u8); 10] = [
    (AttackOutcome::Miss.name(), AttackOutcome::Miss.bit()),
    (AttackOutcome::Dodge.name(), AttackOutcome::Dodge.bit()),
    (AttackOutcome::Parry.name(), AttackOutcome::Parry.bit()),
    (AttackOutcome::Glance.name(), AttackOutcome::Glance.bit()),
    (AttackOutcome::Block.name(), AttackOutcome::Block.bit()),
    (AttackOutcome::Crush.name(), AttackOutcome::Crush.bit()),
    (AttackOutcome::Crit.name(), AttackOutcome::Crit.bit()),
    (AttackOutcome::Hit.name(), AttackOutcome::Hit.bit()),
    ("land", LANDED),
    ("any", u8::MAX),
];
pub(super) const ON_WORDS: [&str; ON.len()] = words(&ON);

/// Reads `on`: a list of outcomes, in which `land` means all outcomes that land, and `any` all
/// outcomes.
fn on(section: &Section<'_, '_>) -> Result<u8, Diagnostic> {
    if !section.has("on") {
        return Ok(LANDED);
    }
    let mut mask = 0;
    for word in section.words("on", "outcomes such as [\"crit\"]")? {
        mask |= choose(&word, &ON)?;
    }
    if mask == 0 {
        return Err(section.error_at("on", "`on` is empty").expected("one outcome or more"));
    }
    Ok(mask)
}
