//! Reads `[actor]`, `[actors]`, `[target]` and `[targets]`: stats, health, and the times of
//! decisions (global cooldown, polling interval, latency and reaction delay).

use quadrille_diagnostics::Diagnostic;

use super::model::{Bearer, Companion, Foe, Pace, Side, Stats};
use super::reader::Section;
use crate::names::Names;
use crate::outcome::AttackOutcome;

/// Default values of the stats that the profile leaves out.
const PLAIN: Stats = Stats {
    power: 0.0,
    crit: 0.0,
    haste: 0.0,
    hit: 0.0,
    expertise: 0.0,
    damage: 1.0,
    taken: 1.0,
    avoidance: [0.0; AttackOutcome::COUNT],
    health: None,
};

pub(super) fn stats(section: &Section<'_, '_>) -> Result<Stats, Diagnostic> {
    stats_beside(section, &PLAIN)
}

/// Maximum number of companions.
pub(super) const MOST_COMPANIONS: usize = 15;

/// Names that companions cannot have, because these names have another meaning as values of keys.
pub(super) const TAKEN_NAMES: [&str; 3] = ["actor", "target", "team"];

/// Reads one table of `[actors]`: a companion on the actor's side.
pub(super) fn companion(section: &Section<'_, '_>, names: &Names) -> Result<Companion, Diagnostic> {
    Ok(Companion {
        stats: Stats {
            power: section.number("power")?,
            crit: section.number("crit")?,
            haste: section.number("haste")?,
            hit: section.number("hit")?,
            expertise: section.number("expertise")?,
            damage: section.number("damage")?,
            ..PLAIN
        },
        gcd: section.seconds("gcd")?,
        gcd_min: section.seconds("gcd_min")?,
        with: section.name("with", &names.buffs)?,
    })
}

/// Reads a key that names a member of the actor's side, and returns the member's index. The default
/// is 0, the actor.
pub(super) fn member(section: &Section<'_, '_>, key: &str, names: &Names) -> Result<usize, Diagnostic> {
    let Some(value) = section.get(key) else { return Ok(0) };
    let words: Vec<&str> = std::iter::once("actor").chain(names.actors.iter()).collect();
    value.choice(&words)
}

/// Reads the key `by`, the owner of an ability. Returns the owner's side, and its index among the
/// members of the actor's side (0 for the target).
pub(super) fn by(section: &Section<'_, '_>, names: &Names) -> Result<(Side, usize), Diagnostic> {
    let Some(value) = section.get("by") else { return Ok((Side::Actor, 0)) };
    let words: Vec<&str> = ["actor", "target"].into_iter().chain(names.actors.iter()).collect();
    Ok(match value.choice(&words)? {
        0 => (Side::Actor, 0),
        1 => (Side::Target, 0),
        place => (Side::Actor, place - 1),
    })
}

/// Reads the key `on` of a buff. Returns the side and the members that bear the buff. `"team"` is
/// accepted only if there are companions.
pub(super) fn bearer(section: &Section<'_, '_>, names: &Names) -> Result<(Side, Bearer), Diagnostic> {
    let Some(value) = section.get("on") else { return Ok((Side::Actor, Bearer::One(0))) };
    let mut words = vec!["actor", "target"];
    if !names.actors.names.is_empty() {
        words.push("team");
        words.extend(names.actors.iter());
    }
    Ok(match value.choice(&words)? {
        0 => (Side::Actor, Bearer::One(0)),
        1 => (Side::Target, Bearer::One(0)),
        2 => (Side::Actor, Bearer::Team),
        place => (Side::Actor, Bearer::One(place - 2)),
    })
}

/// Reads one table of `[targets]`. Stats that the table leaves out are taken from `[target]`.
pub(super) fn foe(section: &Section<'_, '_>, target: &Stats) -> Result<Foe, Diagnostic> {
    let stats = stats_beside(section, target)?;
    let joins = section.seconds("joins")?;
    let leaves = section.positive_seconds("leaves")?;
    if leaves.is_some_and(|leaves| leaves <= joins) {
        return Err(section
            .error_at("leaves", format!("`leaves` is not later than `joins`, which is {joins} seconds"))
            .expected("`leaves` later than `joins`"));
    }
    Ok(Foe { stats, joins, leaves })
}

fn stats_beside(section: &Section<'_, '_>, usual: &Stats) -> Result<Stats, Diagnostic> {
    let mut avoidance = [0.0; AttackOutcome::COUNT];
    for outcome in AttackOutcome::ALL {
        if !matches!(outcome, AttackOutcome::Crit | AttackOutcome::Hit) {
            let usual = usual.avoidance[outcome as usize];
            avoidance[outcome as usize] = section.number_or(outcome.name(), usual)?;
        }
    }
    let health = section.optional_number("health")?;
    if health == Some(0.0) {
        return Err(section
            .error_at("health", "`health` is 0")
            .expected("more than 0, or no `health` at all"));
    }
    Ok(Stats {
        power: section.number_or("power", usual.power)?,
        crit: section.number_or("crit", usual.crit)?,
        haste: section.number_or("haste", usual.haste)?,
        hit: section.number_or("hit", usual.hit)?,
        expertise: section.number_or("expertise", usual.expertise)?,
        damage: section.number_or("damage", usual.damage)?,
        taken: section.number_or("taken", usual.taken)?,
        avoidance,
        health: health.or(usual.health),
    })
}

pub(super) fn pace(section: &Section<'_, '_>) -> Result<Pace, Diagnostic> {
    let gcd = section.seconds("gcd")?;
    let gcd_min = section.seconds("gcd_min")?;
    let poll = section.seconds("poll")?;
    if poll < 0.001 {
        return Err(section.error_at("poll", "`poll` is 0").expected("at least 0.001 seconds"));
    }
    let (latency, reaction) = (section.range("latency")?, section.range("reaction")?);
    Ok(Pace { gcd, gcd_min, poll, latency, reaction })
}
