//! Reads `[procs]`.

use quadrille_diagnostics::Diagnostic;

use super::abilities::effects;
use super::conditions::{condition, formula};
use super::keys;
use super::model::{Ability, Chance, Proc, Side};
use super::reader::{Section, choose};
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
        cooldown: section.seconds_or("cooldown", 0.0)?,
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
        if !deck.has("cards") {
            return Err(deck.missing("cards"));
        }
        let cards = deck.whole_or("cards", 1, 1..=10_000)?;
        let hits = deck.whole_or("hits", 1, 0..=10_000)?;
        if hits > cards {
            return Err(deck
                .error_at("hits", format!("the deck has {hits} hits, but only {cards} cards"))
                .expected("no more hits than cards"));
        }
        return Ok(Chance::Deck { hits, cards });
    }
    if section.has("ppm") {
        return Ok(Chance::PerMinute(section.number_or("ppm", 0.0, 0.0..=6000.0)?));
    }
    if section.has("rppm") {
        return Ok(Chance::Real {
            per_minute: section.number_or("rppm", 0.0, 0.0..=6000.0)?,
            hasted: section.flag("hasted", false)?,
            bad_luck_protection: section.flag("bad_luck_protection", true)?,
            longest_gap: section.seconds_or("longest_gap", 10.0)?,
        });
    }
    if section.has("accumulates") {
        return Ok(Chance::Accumulates(section.number_or("accumulates", 0.0, 0.0..=1.0)?));
    }
    if let Some(value) = section.get("chance")
        && value.string("").is_ok()
    {
        return Ok(Chance::Computed(formula(&value, scope)?));
    }
    Ok(Chance::Flat(section.number_or("chance", 1.0, 0.0..=1.0)?))
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

/// Reads `on`: a list of outcomes, in which `land` means all outcomes that land, and `any` all
/// outcomes.
fn on(section: &Section<'_, '_>) -> Result<u8, Diagnostic> {
    if !section.has("on") {
        return Ok(LANDED);
    }
    let groups = [("land", LANDED), ("any", u8::MAX)];
    let choices: Vec<(&str, u8)> =
        AttackOutcome::ALL.iter().map(|outcome| (outcome.name(), outcome.bit())).chain(groups).collect();
    let mut mask = 0;
    for word in section.words("on", "outcomes such as [\"crit\"]")? {
        mask |= choose(&word, &choices)?;
    }
    if mask == 0 {
        return Err(section.error_at("on", "`on` is empty").expected("one outcome or more"));
    }
    Ok(mask)
}

/// Keys of a deck.
pub(super) const DECK: &[&str] = keys::DECK;
