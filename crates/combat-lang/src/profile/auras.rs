//! Reads `[buffs]` and `[dots]`.

use quadrille_diagnostics::Diagnostic;

use super::model::{Ability, Bearer, Buff, Dot, Extension, Modifiers, Overwrite, Refresh, Side};
use super::reader::Section;
use super::shape::words;
use crate::names::Names;
use crate::outcome::AttackOutcome;

/// Refresh rules of buffs. Damage over time has all except the last.
const BUFF_REFRESH: [(&str, Refresh); 5] = [
    ("refresh", Refresh::Renew),
    ("extend", Refresh::Extend),
    ("pandemic", Refresh::Pandemic),
    ("ignore", Refresh::Ignore),
    ("independent", Refresh::Independent),
];
const REFRESH: [(&str, Refresh); 4] = [BUFF_REFRESH[0], BUFF_REFRESH[1], BUFF_REFRESH[2], BUFF_REFRESH[3]];
pub(super) const BUFF_REFRESH_WORDS: [&str; BUFF_REFRESH.len()] = words(&BUFF_REFRESH);
pub(super) const REFRESH_WORDS: [&str; REFRESH.len()] = words(&REFRESH);

/// Values of `on` in damage over time.
const DOT_ON: [(&str, Side); 2] = [("target", Side::Target), ("actor", Side::Actor)];
pub(super) const DOT_ON_WORDS: [&str; DOT_ON.len()] = words(&DOT_ON);

/// Stats that a buff on a companion can change.
const OF_COMPANIONS: &[&str] = &[
    "power",
    "crit",
    "crit_damage",
    "haste",
    "damage",
    "added_damage",
    "hit",
    "expertise",
    "regen",
    "cost",
    "cost_factor",
];

/// Stats that a buff on the target can change.
const OF_TARGETS: &[&str] = &[
    "crit",
    "crit_taken",
    "haste",
    "damage",
    "taken",
    "hit",
    "expertise",
    "miss",
    "dodge",
    "parry",
    "glance",
    "block",
    "crush",
];

/// Properties of abilities that a buff with `only` can change.
const OF_ABILITIES: &[&str] = &["crit", "crit_damage", "damage", "added_damage", "cost", "cost_factor"];

/// Values of `overwrite`, the rule for an application that is weaker than the current snapshot.
const OVERWRITE: [(&str, Overwrite); 3] = [
    ("always", Overwrite::Always),
    ("if_stronger", Overwrite::IfStronger),
    ("keep_stronger", Overwrite::KeepStronger),
];
pub(super) const OVERWRITE_WORDS: [&str; OVERWRITE.len()] = words(&OVERWRITE);

/// Reads the refresh rule, the maximum fraction of the duration that a pandemic refresh carries
/// over, and the parameters of an extending refresh.
fn refresh(
    section: &Section<'_, '_>,
    rules: &[(&str, Refresh)],
) -> Result<(Refresh, f64, Extension), Diagnostic> {
    let rule = section.choice("refresh", rules)?.unwrap_or(Refresh::Renew);
    if rule != Refresh::Pandemic && section.has("pandemic") {
        return Err(section
            .error_at("pandemic", "`pandemic` does not apply to this `refresh`")
            .expected("`refresh = \"pandemic\"` in the same table"));
    }
    let pandemic = if rule == Refresh::Pandemic { section.number("pandemic")? } else { 0.0 };
    if rule != Refresh::Extend {
        for key in ["extend_by", "extend_cap"] {
            if section.has(key) {
                return Err(section
                    .error_at(key, format!("`{key}` does not apply to this `refresh`"))
                    .expected("`refresh = \"extend\"` in the same table"));
            }
        }
    }
    let extension = Extension {
        by: section.positive_seconds("extend_by")?,
        cap: section.positive_seconds("extend_cap")?,
    };
    Ok((rule, pandemic, extension))
}

pub(super) fn buff(
    section: &Section<'_, '_>,
    names: &Names,
    abilities: &[Ability],
) -> Result<Buff, Diagnostic> {
    let (on, bearer) = super::fighters::bearer(section, names)?;
    let duration = section.positive_seconds("duration")?;
    section.at_most_one(&["stacks", "charges"])?;
    let stacks = section.whole("stacks")?;
    let charges = section.optional_whole("charges")?;
    let (refresh, pandemic, extension) = refresh(section, &BUFF_REFRESH)?;
    if refresh == Refresh::Independent && (charges.is_some() || duration.is_none() || on == Side::Target) {
        return Err(section
            .error_at("refresh", "the stacks of this buff cannot end one by one")
            .expected("a buff on the actor's side with a `duration` and no `charges`"));
    }
    let absorb = section.number("absorb")?;
    let alone = on == Side::Actor && bearer == Bearer::One(0);
    if absorb > 0.0 && (!alone || charges.is_some() || refresh == Refresh::Independent) {
        return Err(section
            .error_at("absorb", "this buff cannot absorb damage")
            .expected("a buff on the actor without `charges`, whose stacks end together"));
    }
    let owned = |ability: &Ability| ability.by == Side::Actor && bearer.is(ability.member);
    let only = listed(section, "only", names, abilities, &owned, "an ability of the buff's bearer")?;
    if only.is_empty() && section.has("only") {
        return Err(section.error_at("only", "`only` is empty").expected("abilities, or no `only`"));
    }
    let consumed_by = section.names("consumed_by", &names.abilities)?;
    if !consumed_by.is_empty() && charges.is_none() {
        return Err(section
            .error_at("consumed_by", "`consumed_by` requires `charges`")
            .expected("`charges = …`"));
    }
    if on == Side::Target && !only.is_empty() {
        return Err(section
            .error_at("only", "`only` is not allowed in a buff on the target")
            .expected("a buff on the actor's side"));
    }
    let changed = changed(section, on, bearer, &only)?;
    let start = section.flag("start")?;
    Ok(Buff {
        on,
        bearer,
        duration,
        stacks,
        charges,
        refresh,
        pandemic,
        extension,
        absorb,
        modifiers: modifiers(section, &changed, names)?,
        only,
        consumed_by,
        start,
    })
}

/// The first of the keys of a buff that change stats. It is followed by all others; which of them
/// are allowed depends on the bearer of the buff and on `only`.
const FIRST_CHANGE: &str = "power";

/// Returns the keys of the modifiers that a buff may have, and refuses all others. `only` is empty
/// if the buff is not limited to certain abilities.
fn changed(
    section: &Section<'_, '_>,
    on: Side,
    bearer: Bearer,
    only: &[usize],
) -> Result<Vec<&'static str>, Diagnostic> {
    // A companion is never attacked, so its defensive stats have no effect. A buff with `only`
    // affects certain abilities, but no stats of its bearer.
    let companion = matches!(bearer, Bearer::One(member) if member > 0);
    let changes = section.keys().iter().copied().skip_while(|name| *name != FIRST_CHANGE);
    let changed = match (on, only.is_empty()) {
        (Side::Actor, true) if companion => OF_COMPANIONS.to_vec(),
        (Side::Target, _) => OF_TARGETS.to_vec(),
        (Side::Actor, false) => OF_ABILITIES.to_vec(),
        (Side::Actor, true) => changes.clone().collect(),
    };
    for key in changes {
        if section.has(key) && !changed.contains(&key) {
            let whose = match on {
                Side::Target => "on the target",
                Side::Actor if only.is_empty() => "on a companion, which is never attacked,",
                Side::Actor => "with `only`",
            };
            return Err(section
                .error_at(key, format!("a buff {whose} cannot change `{key}`"))
                .expected(quadrille_diagnostics::toml::one_of(&changed)));
        }
    }
    Ok(changed)
}

/// Reads a list of abilities and schools; a school has the form `school.NAME`. Returns the sorted
/// indices of the abilities, without duplicates. A named ability for which `may_be` is false is an
/// error. A school selects only abilities for which `may_be` is true.
pub(super) fn listed(
    section: &Section<'_, '_>,
    key: &str,
    names: &Names,
    abilities: &[Ability],
    may_be: &dyn Fn(&Ability) -> bool,
    expected: &str,
) -> Result<Vec<usize>, Diagnostic> {
    let mut only = Vec::new();
    for word in section.words(key, &names.abilities.expected())? {
        let read = word.string("")?;
        match read.strip_prefix("school.") {
            None => {
                let place = names.abilities.find(&word)?;
                // If the ability was refused, its error has already been reported.
                if abilities.get(place).is_some_and(|ability| !may_be(ability)) {
                    return Err(word
                        .error(format!("`{read}` belongs to another fighter"))
                        .expected(expected));
                }
                only.push(place);
            }
            Some(school) => {
                let of_it = |place: &usize| {
                    let ability = &abilities[*place];
                    ability.school.as_deref() == Some(school) && may_be(ability)
                };
                let found: Vec<usize> = (0..abilities.len()).filter(of_it).collect();
                if found.is_empty() {
                    let read: String = school.chars().take(40).flat_map(char::escape_debug).collect();
                    return Err(word
                        .error(format!("no ability has the school `{read}`"))
                        .expected(format!("the `school` of {expected}")));
                }
                only.extend(found);
            }
        }
    }
    only.sort_unstable();
    only.dedup();
    Ok(only)
}

fn modifiers(section: &Section<'_, '_>, changed: &[&str], names: &Names) -> Result<Modifiers, Diagnostic> {
    let number = |key: &str| {
        if changed.contains(&key) { section.number(key) } else { Ok(0.0) }
    };
    let mut avoidance = [0.0; AttackOutcome::COUNT];
    for outcome in AttackOutcome::ALL {
        if !matches!(outcome, AttackOutcome::Crit | AttackOutcome::Hit) {
            avoidance[outcome as usize] = number(outcome.name())?;
        }
    }
    let amounts = |key: &str| {
        if changed.contains(&key) { section.amounts(key, &names.resources) } else { Ok(Vec::new()) }
    };
    Ok(Modifiers {
        power: number("power")?,
        crit: number("crit")?,
        crit_damage: number("crit_damage")?,
        haste: number("haste")?,
        damage: number("damage")?,
        taken: number("taken")?,
        added_damage: number("added_damage")?,
        crit_taken: number("crit_taken")?,
        hit: number("hit")?,
        expertise: number("expertise")?,
        avoidance,
        regen: amounts("regen")?,
        cost: amounts("cost")?,
        cost_factor: number("cost_factor")?,
    })
}

/// Durations that haste may shorten.
pub(super) const HASTED: [&str; 2] = ["ticks", "duration"];

pub(super) fn dot(section: &Section<'_, '_>, names: &Names) -> Result<Dot, Diagnostic> {
    let duration = section.positive_seconds("duration")?.ok_or_else(|| section.missing("duration"))?;
    let tick = section.positive_seconds("tick")?.ok_or_else(|| section.missing("tick"))?;
    if tick > duration {
        return Err(section
            .error_at("tick", format!("`tick` is {tick} seconds, but `duration` is {duration} seconds"))
            .expected("at least one tick in the duration"));
    }
    let (refresh, pandemic, extension) = refresh(section, &REFRESH)?;
    let snapshot = section.flag("snapshot")?;
    let overwrite = section.choice("overwrite", &OVERWRITE)?.unwrap_or(Overwrite::Always);
    if section.has("overwrite") && !snapshot {
        return Err(section
            .error_at("overwrite", "`overwrite` requires a snapshot")
            .expected("`snapshot = true` in the same table"));
    }
    let hasted = section.subset("hasted")?;
    let (ticks_hasted, duration_hasted) = (hasted.contains(&"ticks"), hasted.contains(&"duration"));
    if duration_hasted && !ticks_hasted {
        return Err(section
            .error_at("hasted", "the duration is hasted, but the ticks are not")
            .expected("`hasted = [\"ticks\", \"duration\"]`, or ticks alone"));
    }
    if section.has("of") && section.choice("on", &DOT_ON)? == Some(Side::Actor) {
        return Err(section
            .error_at("of", "`of` is not allowed in a table with `on = \"actor\"`")
            .expected("no `of`: ticks on the actor use the stats of the attacking target"));
    }
    let crits = section.flag("crits")?;
    if !crits {
        for key in ["crit", "crit_multiplier"] {
            if section.has(key) {
                return Err(section
                    .error_at(key, format!("`{key}` is set, but ticks never crit"))
                    .expected("`crits = true` in the same table"));
            }
        }
    }
    Ok(Dot {
        on: section.choice("on", &DOT_ON)?.unwrap_or(Side::Target),
        of: super::fighters::member(section, "of", names)?,
        duration,
        tick,
        damage: section.range("damage")?,
        coefficient: section.number("coefficient")?,
        crit: section.number("crit")?,
        crits,
        crit_multiplier: section.number("crit_multiplier")?,
        stacks: section.whole("stacks")?,
        refresh,
        pandemic,
        extension,
        overwrite,
        ticks_hasted,
        duration_hasted,
        partial: section.flag("partial")?,
        at_once: section.flag("at_once")?,
        snapshot,
        gain: section.amounts("gain", &names.resources)?,
    })
}
