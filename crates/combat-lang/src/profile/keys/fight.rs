//! The file, the fighters, and the fight.

use super::shared::{LARGE, MOST_HASTE, flag, joined, key, names, number, seconds, table, whole};
use crate::profile::fight;
use crate::profile::fight::MOST_TARGETS;
use crate::profile::shape::Default::{self, Absent, Required, Word};
use crate::profile::shape::Shape::{
    self, Above0, ByPath, Choice, Lines, Name, Named, Number, Numbers, Positive, Range, Seed, Text, Whole,
};
use crate::profile::shape::{Key, Table};
use crate::units::{LONGEST, SHORTEST};

/// The keys of the file outside tables, and its tables.
pub(in crate::profile) const ROOT: Table = table!(
    "",
    [
        key(
            "name",
            Text("at most 100 characters, without control characters"),
            Absent("the file's name"),
            "the name in reports",
        ),
        key("seed", Seed, Absent("drawn at random, printed and recorded"), "the seed of all random numbers"),
        flag("deterministic", false, "`true` is equivalent to `seed = 31459`"),
        key("deterministic_rng", Whole(0, 1), Default::Number(0.0), "the same in SimulationCraft's spelling",),
        key("actor", Shape::Table("actor"), Absent("all defaults"), "the fighter"),
        key("actors", Shape::Table("actors.NAME"), Absent("none"), "companions of the actor"),
        key("target", Shape::Table("target"), Absent("all defaults"), "the targets, which are equal"),
        key("targets", Shape::Table("targets.NAME"), Absent("none"), "individual targets"),
        key("fight", Shape::Table("fight"), Absent("all defaults"), "the length and the number of targets"),
        key("phases", Shape::Table("phases.NAME"), Absent("none"), "periods with different conditions"),
        key(
            "constants",
            Named("numbers", &Number(-1e12, 1e12)),
            Absent("none"),
            "named numbers, `constant.NAME` in conditions",
        ),
        key(
            "variables",
            Named("texts", &Text("a condition or a formula")),
            Absent("none"),
            "[named conditions and formulas](#conditions), `variable.NAME` in later variables and all conditions",
        ),
        key("resources", Shape::Table("resources.NAME"), Absent("none"), "such as rage and energy"),
        key("weapons", Shape::Table("weapons.NAME"), Absent("none"), "weapons of any fighter"),
        key("tables", Shape::Table("tables.NAME"), Absent("none"), "attack tables"),
        key("abilities", Shape::Table("abilities.NAME"), Absent("none"), "abilities of any fighter"),
        key("buffs", Shape::Table("buffs.NAME"), Absent("none"), "buffs and debuffs"),
        key("dots", Shape::Table("dots.NAME"), Absent("none"), "damage over time"),
        key("procs", Shape::Table("procs.NAME"), Absent("none"), "random effects of attacks and ticks"),
        key(
            "reactions",
            Shape::Table("reactions.NAME"),
            Absent("none"),
            "effects of attacks on targets with a debuff",
        ),
        key(
            "actions",
            Lines("actions"),
            Absent("empty: only repeating abilities are used"),
            "the [action list](#actions-and-listsname)",
        ),
        key(
            "variants",
            ByPath("lists of numbers"),
            Absent("none"),
            "[alternative values](#variants) for any number",
        ),
        key(
            "sets",
            ByPath("groups of sets of numbers"),
            Absent("none"),
            "[named groups of alternative values](#setsgroupname)",
        ),
        key(
            "lists",
            Named("lists of lines", &Lines("actions")),
            Absent("none"),
            "[lists](#actions-and-listsname) called from the action list",
        ),
    ]
);

const POWER: Key = number("power", 0.0, LARGE, 0.0, "the factor of all coefficients");
const CRIT: Key = number("crit", 0.0, 1.0, 0.0, "critical strike chance");
const HASTE: Key = number("haste", -0.9, MOST_HASTE, 0.0, "0.2 is a speed of 1.2");
const HIT: Key = number("hit", 0.0, 1.0, 0.0, "subtracted from the opponent's `miss`");
const EXPERTISE: Key =
    number("expertise", 0.0, 1.0, 0.0, "subtracted from the opponent's `dodge` and `parry`");
const DAMAGE: Key = number("damage", 0.0, 1000.0, 1.0, "factor of all damage done");
const TAKEN: Key = number("taken", 0.0, 1000.0, 1.0, "factor of all damage taken, such as 0.68 for armour");
const HEALTH: Key = key(
    "health",
    Above0(LARGE * 1000.0),
    Absent("none: it cannot die"),
    "points. At 0 a target dies; at 0 the actor dies and the fight ends",
);
const GCD: Key = seconds("gcd", 1.5, "global cooldown of its abilities");
const GCD_MIN: Key = seconds("gcd_min", 0.0, "minimum of the global cooldown under haste");

/// The chance of an outcome of an attack on a fighter.
const fn avoidance(name: &'static str) -> Key {
    number(name, 0.0, 1.0, 0.0, "chance of this outcome of an attack **on** it")
}

const MISS: Key = avoidance("miss");
const DODGE: Key = avoidance("dodge");
const PARRY: Key = avoidance("parry");
const GLANCE: Key = avoidance("glance");
const BLOCK: Key = avoidance("block");
const CRUSH: Key = avoidance("crush");

/// The stats of the actor and of targets.
const STATS: [Key; 14] =
    [POWER, CRIT, HASTE, HIT, EXPERTISE, DAMAGE, TAKEN, MISS, DODGE, PARRY, GLANCE, BLOCK, CRUSH, HEALTH];

pub(in crate::profile) const ACTOR: Table = table!(
    "actor",
    STATS,
    [
        GCD,
        GCD_MIN,
        key(
            "poll",
            Positive,
            Default::Number(0.1),
            "interval at which an idle actor checks [polled](#decisions-of-the-actor) conditions: at every whole multiple, and after every event",
        ),
        key(
            "latency",
            Range(0.0, LONGEST_DELAY),
            Default::Number(0.0),
            "delay in seconds of the actor's (not a companion's) decision after each cast and global cooldown; `[least, most]` is a uniform distribution",
        ),
        key(
            "reaction",
            Range(0.0, LONGEST_DELAY),
            Default::Number(0.0),
            "delay in seconds until it sees a new buff, for [`buff.NAME.react`](#conditions)",
        ),
    ]
);

/// Longest latency and longest reaction delay, in seconds.
const LONGEST_DELAY: f64 = 10.0;

pub(in crate::profile) const COMPANION: Table = table!(
    "actors.NAME",
    [
        POWER,
        CRIT,
        HASTE,
        HIT,
        EXPERTISE,
        DAMAGE,
        GCD,
        GCD_MIN,
        key(
            "with",
            Name("buff"),
            Absent("always present"),
            "a buff on the actor's side: the companion is present only while it is up. When it ends, a cast in progress is interrupted. Repetitions that were due during the absence happen when it returns; others continue on schedule; abilities of it that others trigger during the absence have no effect. Its damage over time continues",
        ),
        key(
            "actions",
            Lines("actions"),
            Absent("empty: only repeating abilities are used"),
            "its [list](#actions-and-listsname)",
        ),
    ]
);

pub(in crate::profile) const TARGET: Table = table!("target", STATS, []);

/// The stats of an individual target. A missing stat has its value in `[target]`.
const INHERITED_STATS: [Key; STATS.len()] = {
    let mut stats = STATS;
    let mut at = 0;
    while at < stats.len() {
        stats[at].default = Absent("that of `[target]`");
        at += 1;
    }
    stats
};

pub(in crate::profile) const OF_TARGETS: Table = table!(
    "targets.NAME",
    INHERITED_STATS,
    [
        seconds("joins", 0.0, "when it arrives"),
        key(
            "leaves",
            Positive,
            Absent("never"),
            "when it leaves, if it is alive. It then loses all auras and does not return",
        ),
    ]
);

pub(in crate::profile) const FIGHT: Table = table!(
    "fight",
    [
        key(
            "length",
            Positive,
            Absent(""),
            "without it, the fight ends when every target is dead (they need `health`); with both, it ends at whichever comes first",
        ),
        number("spread", 0.0, 0.9, 0.0, "variation of the length, as a fraction (normal: to 0.3)"),
        key(
            "distribution",
            Choice(&fight::DISTRIBUTION_WORDS),
            Word("uniform"),
            "`\"uniform\"`: length · (1 ± spread); `\"normal\"`: spread is the standard deviation; values beyond three of them are drawn again",
        ),
        key("limit", Positive, Absent("3600"), "latest end of a fight without `length`"),
        whole("targets", 1, MOST_TARGETS, 1, "number of targets"),
    ]
);

pub(in crate::profile) const PHASE: Table = table!(
    "phases.NAME",
    [
        key(
            "from",
            Numbers(0.0, LONGEST),
            Required("required, or `below`"),
            "when it begins, in seconds; a list is increasing, and each time more than `lasts` after the one before",
        ),
        key(
            "below",
            Number(0.0, 1.0),
            Absent(""),
            "instead of `from`: it begins when the first target has at most this fraction of its health; of the time, if it has no `health`",
        ),
        key(
            "lasts",
            Range(SHORTEST, LONGEST),
            Required("required, unless there is `below` or `until`"),
            "its duration in seconds; `[least, most]` is drawn uniformly each time",
        ),
        key(
            "until",
            Number(0.0, 1.0),
            Absent(""),
            "it ends when the first target has at most this fraction of its health, or after `lasts` if that is sooner",
        ),
        flag(
            "movement",
            false,
            "`true`: the actor moves. Abilities with a `cast` or a `channel` cannot begin, except those with `moving = true`; all others can, and repetitions continue",
        ),
        flag(
            "stun",
            false,
            "`true`: the actor uses no abilities, and its repetitions wait until the end. Targets continue to act",
        ),
        flag("invulnerable", false, "`true`: damage to targets is 0. Instead of `taken`"),
        key(
            "every",
            Positive,
            Absent("once"),
            "with `from`, without `until`: it begins again this many seconds after it began",
        ),
        key(
            "targets",
            Whole(1, MOST_TARGETS),
            Absent("as in `[fight]`"),
            "the number of targets during the phase (with several phases, the maximum). Targets that leave lose all auras; additional targets arrive with full health, and those of the fight return with the health that they had",
        ),
        number("taken", 0.0, 1000.0, 1.0, "factor of damage to targets"),
        flag(
            "downtime",
            false,
            "`true`: the two sides cannot reach each other. Nothing new begins, and swings wait until the end; casts and channels in progress are finished, damage over time continues",
        ),
    ]
);
