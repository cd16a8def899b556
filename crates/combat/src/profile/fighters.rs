//! `[actor]` and `[target]`: figures, pace, health.

use quadrille_diagnostics::Diagnostic;

use super::model::{Pace, Stats};
use super::reader::{LARGE, Section};
use crate::outcome::AttackOutcome;

/// Most haste a profile may ask for, from all sources or one.
pub(super) const MOST_HASTE: f64 = 10.0;

pub(super) fn stats(section: &Section<'_, '_>) -> Result<Stats, Diagnostic> {
    let mut avoidance = [0.0; AttackOutcome::COUNT];
    for outcome in AttackOutcome::ALL {
        if !matches!(outcome, AttackOutcome::Crit | AttackOutcome::Hit) {
            avoidance[outcome as usize] = section.number_or(outcome.name(), 0.0, 0.0..=1.0)?;
        }
    }
    let health = section.number("health", 0.0..=LARGE * 1000.0)?;
    if health == Some(0.0) {
        return Err(section
            .error_at("health", "`health` is 0")
            .expected("more than 0, or no `health` at all"));
    }
    Ok(Stats {
        power: section.number_or("power", 0.0, 0.0..=LARGE)?,
        crit: section.number_or("crit", 0.0, 0.0..=1.0)?,
        haste: section.number_or("haste", 0.0, -0.9..=MOST_HASTE)?,
        hit: section.number_or("hit", 0.0, 0.0..=1.0)?,
        expertise: section.number_or("expertise", 0.0, 0.0..=1.0)?,
        damage: section.number_or("damage", 1.0, 0.0..=1000.0)?,
        taken: section.number_or("taken", 1.0, 0.0..=1000.0)?,
        avoidance,
        health,
    })
}

pub(super) fn pace(section: &Section<'_, '_>) -> Result<Pace, Diagnostic> {
    let gcd = section.seconds_or("gcd", 1.5)?;
    let gcd_min = section.seconds_or("gcd_min", 0.0)?;
    let poll = section.seconds_or("poll", 0.1)?;
    if poll < 0.001 {
        return Err(section.error_at("poll", "`poll` is 0").expected("at least 0.001 seconds"));
    }
    Ok(Pace { gcd, gcd_min, poll })
}
