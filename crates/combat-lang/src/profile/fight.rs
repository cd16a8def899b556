//! Reads `[fight]` and `[phases]`: length, number of targets, and changes during the fight.

use quadrille_diagnostics::Diagnostic;

use super::model::{Fight, Foe, Phase, Spread, Stats};
use super::reader::Section;
use super::shape::words;

/// Maximum number of targets at once.
pub(super) const MOST_TARGETS: u32 = 32;

/// The distributions of the length, each with whether it is the normal one.
const DISTRIBUTION: [(&str, bool); 2] = [("uniform", false), ("normal", true)];
pub(super) const DISTRIBUTION_WORDS: [&str; DISTRIBUTION.len()] = words(&DISTRIBUTION);

pub(super) fn fight(section: &Section<'_, '_>, target: &Stats, foes: &[Foe]) -> Result<Fight, Diagnostic> {
    let length = section.positive_seconds("length")?;
    let health = foes.first().map_or(target.health, |foe| foe.stats.health);
    if length.is_none() && health.is_none() {
        return Err(section
            .missing("length")
            .help("or give the target `health`, and the fight ends when the target is dead"));
    }
    let normal = section.choice("distribution", &DISTRIBUTION)?.unwrap_or(false);
    // A normal length is truncated at three standard deviations. With a spread of at most 0.3, even
    // the shortest length is a tenth of the mean.
    let spread = if normal { section.number_to("spread", 0.3)? } else { section.number("spread")? };
    if length.is_none() && (section.has("spread") || section.has("distribution")) {
        let key = if section.has("spread") { "spread" } else { "distribution" };
        return Err(section
            .error_at(key, format!("`{key}` requires `length`"))
            .expected("a `length` to vary"));
    }
    let spread = match spread {
        0.0 => Spread::None,
        spread if normal => Spread::Normal(spread),
        spread => Spread::Uniform(spread),
    };
    let limit = section.positive_seconds("limit")?;
    if limit.is_some() && length.is_some() {
        return Err(section
            .error_at("limit", "`limit` and `length` exclude each other")
            .expected("`length` alone: a fight with a length needs no other end"));
    }
    if !foes.is_empty() && section.has("targets") {
        return Err(section
            .error_at("targets", "`targets` and [targets] exclude each other")
            .expected("only one of the two: a number of equal targets, or individual targets"));
    }
    let targets = match foes.len() {
        0 => section.whole("targets")?,
        number => number as u32,
    };
    Ok(Fight { length, spread, limit: limit.unwrap_or(3600.0), targets })
}

pub(super) fn phase(section: &Section<'_, '_>, foes: &[Foe]) -> Result<Phase, Diagnostic> {
    if !foes.is_empty() && section.has("targets") {
        return Err(section
            .error_at("targets", "a phase cannot have `targets` in a profile with [targets]")
            .expected("`joins` and `leaves` in the table of each target"));
    }
    section.at_most_one(&["from", "below"])?;
    let below = section.optional_number("below")?;
    let from = section.numbers("from")?;
    if from.is_empty() && below.is_none() {
        return Err(section.missing("from"));
    }
    let lasts = if section.has("lasts") { Some(section.range("lasts")?) } else { None };
    let until = section.optional_number("until")?;
    if lasts.is_none() && until.is_none() && below.is_none() {
        return Err(section.missing("lasts"));
    }
    let every = section.positive_seconds("every")?;
    if from.len() > 1 && (every.is_some() || until.is_some()) {
        let key = if every.is_some() { "every" } else { "until" };
        return Err(section
            .error_at(key, format!("`{key}` is not allowed in a phase that begins at several times"))
            .expected("one time in `from`, or neither `every` nor `until`"));
    }
    let most = lasts.map_or(0.0, |[_, most]| most);
    let too_near = from.iter().zip(from.iter().skip(1)).find(|&(&first, &next)| next <= first + most);
    if let Some((first, next)) = too_near {
        return Err(section
            .error_at(
                "from",
                format!("the phase begins at {first}, lasts up to {most} seconds and begins again at {next}"),
            )
            .expected("times that are more than `lasts` apart"));
    }
    if every.is_some() && (below.is_some() || until.is_some()) {
        return Err(section
            .error_at("every", "a phase triggered by health cannot repeat")
            .expected("no `every`: the health of targets only falls"));
    }
    if let (Some(below), Some(until)) = (below, until)
        && until >= below
    {
        return Err(section
            .error_at("until", format!("the phase begins at {below} of the health, but ends at {until}"))
            .expected("`until` less than `below`"));
    }
    if let Some(every) = every
        && every <= most
    {
        return Err(section
            .error_at("every", format!("the phase lasts {most} seconds, but begins every {every} seconds"))
            .expected("`every` longer than `lasts`"));
    }
    let targets = section.optional_whole("targets")?;
    section.at_most_one(&["taken", "invulnerable"])?;
    let invulnerable = section.flag("invulnerable")?;
    let taken = if invulnerable { 0.0 } else { section.number("taken")? };
    for key in ["downtime", "stun"] {
        if section.flag(key)? && (lasts.is_none() || until.is_some()) {
            return Err(section
                .error_at(key, format!("`{key}` is not allowed in a phase that ends at a health threshold: the threshold may never be reached"))
                .expected("`lasts`, and no `until`"));
        }
    }
    let [downtime, movement, stun] =
        [section.flag("downtime")?, section.flag("movement")?, section.flag("stun")?];
    Ok(Phase { from, below, lasts, until, every, targets, taken, downtime, movement, stun })
}
