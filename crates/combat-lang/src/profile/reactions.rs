//! Reads `[reactions]`: effects of certain attacks on targets that bear a certain debuff.

use quadrille_diagnostics::Diagnostic;

use super::abilities::effects;
use super::auras::listed;
use super::model::{Ability, Buff, Reaction, Side};
use super::reader::Section;
use crate::names::Names;

pub(super) fn reaction(
    section: &Section<'_, '_>,
    names: &Names,
    abilities: &[Ability],
    buffs: &[Buff],
) -> Result<Reaction, Diagnostic> {
    let aura = section.name("aura", &names.buffs)?.ok_or_else(|| section.missing("aura"))?;
    // If the buff was refused, its error has already been reported.
    if buffs.get(aura).is_some_and(|buff| buff.on == Side::Actor) {
        return Err(section
            .error_at("aura", format!("the buff `{}` is not on targets", names.buffs.names[aura]))
            .expected("a buff with `on = \"target\"`"));
    }
    let by = listed(section, "by", names, abilities, &|_| true, "an ability")?;
    if by.is_empty() {
        return Err(section
            .missing("by")
            .expected("names of abilities, or \"school.NAME\" for all abilities of a school"));
    }
    let is_theirs = |&&it: &&usize| abilities.get(it).is_some_and(|ability| ability.by == Side::Target);
    if let Some(&theirs) = by.iter().find(is_theirs) {
        return Err(section
            .error_at("by", format!("`{}` is an ability of the target", names.abilities.names[theirs]))
            .expected("abilities of the actor's side"));
    }
    let takes = match section.get("takes") {
        Some(value) if value.string("").is_ok() => {
            value.choice(&["all"]).map_err(|error| error.help("or a whole number")).map(|_| None)?
        }
        _ => section.optional_whole("takes")?,
    };
    Ok(Reaction {
        aura,
        by,
        damage: section.number("damage")?,
        takes,
        cooldown: section.seconds("cooldown")?,
        effects: effects(section, names)?,
    })
}
