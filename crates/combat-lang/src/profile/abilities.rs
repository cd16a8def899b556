//! Reads `[abilities]`, and the effects that abilities, procs and reactions share.

use quadrille_diagnostics::Diagnostic;

use super::model::{Ability, Channel, Effects, Every, Side, Spends, Spread, Weapon};
use super::reader::Section;
use crate::names::{Names, in_name};
use crate::units::SHORTEST;

pub(super) fn effects(section: &Section<'_, '_>, names: &Names) -> Result<Effects, Diagnostic> {
    Ok(Effects {
        gain: section.amounts("gain", &names.resources)?,
        buffs: section.names("buff", &names.buffs)?,
        remove: section.names("remove", &names.buffs)?,
        dots: section.names("dot", &names.dots)?,
        uses: section.names("use", &names.abilities)?,
        reset: section.names("reset", &names.abilities)?,
        advance: section.amounts("advance", &names.abilities)?,
    })
}

/// Durations that haste may shorten.
pub(super) const HASTED: [&str; 5] = ["gcd", "cast", "cooldown", "every", "channel"];

/// Keys that an ability which repeats by itself cannot have.
const NOT_IN_REPEATS: [&str; 10] = [
    "cost",
    "spends",
    "cast",
    "cooldown",
    "charges",
    "gcd",
    "off_gcd",
    "while_casting",
    "replaces",
    "channel",
];

/// Keys that an ability of the target cannot have.
const NOT_OF_TARGETS: [&str; 3] = ["targets", "heal", "gain_per_damage"];

pub(super) fn ability(
    section: &Section<'_, '_>,
    [per_spent, channel]: [&Section<'_, '_>; 2],
    names: &Names,
    weapons: &[Weapon],
    gcds: &[f64],
) -> Result<Ability, Diagnostic> {
    let (by, member) = super::fighters::by(section, names)?;
    let (every, repeated) = every(section, names, weapons)?;
    let (weapon, weapon_damage) = weapon(section, names, repeated)?;
    refuse_misplaced(section, by, every.is_some())?;
    let cost = section.amounts("cost", &names.resources)?;
    let spends = spends(section, per_spent, names, &cost)?;
    let cast = section.seconds("cast")?;
    let cooldown = section.seconds("cooldown")?;
    let charges = charges(section, cooldown)?;
    section.at_most_one(&["cast", "channel"])?;
    let channel = self::channel(section, channel)?;
    if section.has("moving") && cast == 0.0 && channel.is_none() {
        let error = section.error_at("moving", "`moving` requires a cast or a channel");
        return Err(error.expected("`cast = …` or `channel = …`"));
    }
    let spread = spread(section, every.is_some() || cast != 0.0)?;
    let hasted = section.subset("hasted")?;
    let replaces = section.name("replaces", &names.abilities)?;
    // If the companion was refused, its error has already been reported.
    let usual = gcds.get(member).copied().unwrap_or(1.5);
    let ability = Ability {
        by,
        member,
        school: school(section)?,
        table: section.name("table", &names.tables)?,
        weapon,
        weapon_damage,
        damage: section.range("damage")?,
        coefficient: section.number("coefficient")?,
        heal: section.range("heal")?,
        crit: section.number("crit")?,
        targets: section.whole("targets")?,
        cost,
        spends,
        gain_per_damage: section.amounts("gain_per_damage", &names.resources)?,
        // An ability that replaces a repetition has no global cooldown of its own.
        gcd: if replaces.is_some() { 0.0 } else { section.seconds_or("gcd", usual)? },
        cast,
        cooldown,
        charges,
        every,
        spread,
        gcd_hasted: hasted.contains(&"gcd"),
        cast_hasted: hasted.contains(&"cast"),
        cooldown_hasted: hasted.contains(&"cooldown"),
        every_hasted: hasted.contains(&"every"),
        triggers: section.flag("triggers")?,
        moving: section.flag("moving")?,
        effects: effects(section, names)?,
        travel: section.seconds("travel")?,
        channel,
        channel_hasted: hasted.contains(&"channel"),
        clip: None,
        off_gcd: section.flag("off_gcd")?,
        while_casting: section.flag("while_casting")?,
        replaces,
        // Conditions are read after all names are resolved.
        condition: None,
    };
    refuse_timing(section, &ability)?;
    Ok(ability)
}

/// Refuses keys that an ability of this side cannot have, and keys that contradict whether the
/// ability repeats by itself.
fn refuse_misplaced(section: &Section<'_, '_>, by: Side, repeats: bool) -> Result<(), Diagnostic> {
    if repeats {
        for key in NOT_IN_REPEATS {
            if section.has(key) {
                return Err(section
                    .error_at(key, format!("`{key}` is not allowed in an ability that repeats by itself"))
                    .expected(format!("no `{key}`, or no `every`")));
            }
        }
    } else if section.has("first") {
        return Err(section.error_at("first", "`first` requires `every`").expected("`every = …`"));
    }
    if by == Side::Target {
        if !repeats {
            return Err(section
                .error_at("by", "an ability of the target must repeat")
                .expected("`every = …`"));
        }
        for key in NOT_OF_TARGETS {
            if section.has(key) {
                return Err(section
                    .error_at(key, format!("`{key}` is not allowed in an ability of the target"))
                    .expected("only keys that apply to attacks on the actor"));
            }
        }
    }
    Ok(())
}

/// Refuses keys about timing that contradict one another.
fn refuse_timing(section: &Section<'_, '_>, ability: &Ability) -> Result<(), Diagnostic> {
    let refused = |key: &str, what: &str, expected: &str| {
        Err(section.error_at(key, format!("`{key}` {what}")).expected(expected))
    };
    let mut times = ["gcd", "cast", "channel"].into_iter();
    if let (Some(_), Some(key)) = (ability.replaces, times.find(|key| section.has(key))) {
        let expected =
            "no `gcd`, `cast` or `channel`: the ability is queued and replaces the next repetition";
        return refused(key, "is not allowed in an ability with `replaces`", expected);
    }
    if ability.off_gcd && (ability.gcd > 0.0 || ability.cast > 0.0 || ability.channel.is_some()) {
        return refused(
            "off_gcd",
            "is not allowed in an ability that takes time",
            "`gcd = 0`, and no `cast` or `channel`",
        );
    }
    if ability.while_casting && !ability.off_gcd {
        return refused("while_casting", "requires `off_gcd`", "`off_gcd = true`");
    }
    if section.has("if") && ability.every.is_none() {
        let expected = "`every = …`, or `if` in the line that uses the ability";
        return refused("if", "is not allowed in an ability that does not repeat", expected);
    }
    Ok(())
}

/// Reads `charges`: the number of uses that can be stored.
fn charges(section: &Section<'_, '_>, cooldown: f64) -> Result<u32, Diagnostic> {
    let charges = section.whole("charges")?;
    if charges > 1 && cooldown == 0.0 {
        return Err(section.error_at("charges", "`charges` requires a cooldown").expected("`cooldown = …`"));
    }
    Ok(charges)
}

/// Reads `channel`: the duration and the number of ticks of a channel.
fn channel(section: &Section<'_, '_>, channel: &Section<'_, '_>) -> Result<Option<Channel>, Diagnostic> {
    if !section.has("channel") {
        if section.has("clip") {
            return Err(section.error_at("clip", "`clip` requires a channel").expected("`channel = …`"));
        }
        return Ok(None);
    }
    let Some(lasts) = channel.positive_seconds("lasts")? else { return Err(channel.missing("lasts")) };
    let Some(ticks) = channel.optional_whole("ticks")? else { return Err(channel.missing("ticks")) };
    if lasts / f64::from(ticks) < SHORTEST {
        return Err(channel
            .error_at("ticks", format!("{lasts} seconds are too short for {ticks} ticks"))
            .expected(format!("at least {SHORTEST} seconds per tick")));
    }
    Ok(Some(Channel { lasts, ticks }))
}

/// Reads `spends`, the resource of which the ability spends all units, and `per_spent`, the effect
/// of each unit spent.
fn spends(
    section: &Section<'_, '_>,
    per_spent: &Section<'_, '_>,
    names: &Names,
    cost: &[(usize, f64)],
) -> Result<Option<Spends>, Diagnostic> {
    let Some((resource, [least, most])) = section.one_amount("spends", &names.resources)? else {
        if section.has("per_spent") {
            return Err(section
                .error_at("per_spent", "`per_spent` requires `spends`")
                .expected("`spends = { NAME = [least, most] }`"));
        }
        return Ok(None);
    };
    if cost.iter().any(|&(of, _)| of == resource) {
        return Err(section
            .error_at("spends", "`spends` names the same resource as `cost`")
            .expected("another resource, or no `cost` of this resource"));
    }
    let of_effects = section.has("buff") || section.has("dot");
    if per_spent.has("duration") && !of_effects {
        return Err(per_spent
            .error_at("duration", "the ability has no buff or damage over time to prolong")
            .expected("`buff` or `dot` in the ability"));
    }
    Ok(Some(Spends {
        resource,
        least,
        most,
        damage: per_spent.number("damage")?,
        coefficient: per_spent.number("coefficient")?,
        heal: per_spent.number("heal")?,
        duration: per_spent.seconds("duration")?,
    }))
}

/// Reads `weapon` and `weapon_damage`, a factor on the damage of the weapon. `repeated` is the
/// weapon whose speed is the interval of repetitions; it is used if the key `weapon` is absent.
fn weapon(
    section: &Section<'_, '_>,
    names: &Names,
    repeated: Option<usize>,
) -> Result<(Option<usize>, f64), Diagnostic> {
    let weapon = match section.name("weapon", &names.weapons)? {
        Some(weapon) => Some(weapon),
        None => repeated,
    };
    if weapon.is_none() && section.has("weapon_damage") {
        return Err(section
            .error_at("weapon_damage", "`weapon_damage` requires a weapon")
            .expected("`weapon = …`"));
    }
    let damage = if weapon.is_some() { section.number("weapon_damage")? } else { 0.0 };
    Ok((weapon, damage))
}

/// Reads `every`: seconds, or the name of a weapon. A weapon named here also becomes the weapon of
/// the ability, unless the key `weapon` names another.
fn every(
    section: &Section<'_, '_>,
    names: &Names,
    weapons: &[Weapon],
) -> Result<(Option<Every>, Option<usize>), Diagnostic> {
    let Some(value) = section.get("every") else { return Ok((None, None)) };
    let first = section.optional_seconds("first")?;
    if value.string("").is_ok() {
        let weapon = names.weapons.find(&value)?;
        // If the weapon was refused, its error has already been reported.
        let seconds = weapons.get(weapon).map_or(1.0, |weapon| weapon.speed);
        return Ok((Some(Every { seconds, first }), Some(weapon)));
    }
    let seconds = section
        .positive_seconds("every")
        .map_err(|error| error.help("or the name of a weapon, to use its speed"))?
        .unwrap_or(1.0);
    Ok((Some(Every { seconds, first }), None))
}

/// Reads `school`: a word that the profile chooses.
fn school(section: &Section<'_, '_>) -> Result<Option<String>, Diagnostic> {
    let Some(value) = section.get("school") else { return Ok(None) };
    let word = value.string("a word in quotes, such as \"fire\"")?;
    if !(1..=40).contains(&word.chars().count()) || !word.chars().all(in_name) {
        return Err(value
            .error("this cannot be the name of a school")
            .expected("letters, digits and `_`, at most 40 characters"));
    }
    Ok(Some(word.to_owned()))
}

/// Reads `spread`: a fraction by which a duration varies, or "exponential". `lasts` is whether the
/// ability has a duration that can vary.
fn spread(section: &Section<'_, '_>, lasts: bool) -> Result<Spread, Diagnostic> {
    let spread = match section.get("spread") {
        None => Spread::None,
        Some(value) if value.string("").is_ok() => {
            value.choice(&["exponential"]).map(|_| Spread::Exponential)?
        }
        Some(_) => match section.number("spread")? {
            0.0 => Spread::None,
            part => Spread::Uniform(part),
        },
    };
    if spread != Spread::None && !lasts {
        return Err(section
            .error_at("spread", "`spread` has nothing to vary")
            .expected("`every` or `cast` in the same table"));
    }
    Ok(spread)
}
