//! All keys of a profile, table by table: the one declaration of their values, ranges, defaults and
//! purposes.
//!
//! The reader, the JSON Schema, the tables of `docs/combat-profile.md`, and the generator of random
//! profiles take them from here. Conditions on several keys are in the functions that read the
//! tables.

use super::fight::MOST_TARGETS;
use super::{abilities, attacks, auras, fight, procs};
use crate::units::{LONGEST, SHORTEST};

pub use super::shape::{Default, Key, Shape, Table};
use Default::{Absent, Required, Word};
use Shape::{
    Above0, Amount, Amounts, ByPath, Choice, Choices, Either, Flag, Lines, Name, Named, Names, Number,
    Numbers, Positive, Range, Seconds, Seed, Text, Texts, Whole,
};

/// Declares a table: its path and its keys. Keys that the table shares with others can precede its
/// own.
macro_rules! table {
    ($path:literal, [$($key:expr),* $(,)?]) => { table!($path, [], [$($key),*]) };
    ($path:literal, $shared:expr, [$($key:expr),* $(,)?]) => {{
        const SHARED: &[Key] = &$shared;
        const OWN: &[Key] = &[$($key),*];
        const KEYS: &[Key] = &joined::<{ SHARED.len() + OWN.len() }>(SHARED, OWN);
        const NAMES: [&str; KEYS.len()] = names(KEYS);
        Table { path: $path, keys: KEYS, names: &NAMES }
    }};
}

/// Returns the keys of both lists, in order.
const fn joined<const COUNT: usize>(first: &[Key], rest: &[Key]) -> [Key; COUNT] {
    let mut keys = [POWER; COUNT];
    keys.split_at_mut(first.len()).0.copy_from_slice(first);
    keys.split_at_mut(first.len()).1.copy_from_slice(rest);
    keys
}

/// Returns the names of keys.
const fn names<const COUNT: usize>(keys: &[Key]) -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let mut at = 0;
    while at < COUNT {
        names[at] = keys[at].name;
        at += 1;
    }
    names
}

/// Upper limit of most numbers, such as power, points of damage and coefficients.
const LARGE: f64 = 1e9;
/// Highest haste of a fighter's own stats, and of one stack of a buff.
const MOST_HASTE: f64 = 10.0;
/// Longest time of travel in seconds. This limit bounds the memory of abilities in flight.
const LONGEST_FLIGHT: f64 = 60.0;

const REQUIRED: Default = Required("required");

const fn key(name: &'static str, shape: Shape, default: Default, what: &'static str) -> Key {
    Key { name, shape, default, what }
}

/// A number with a default.
const fn number(name: &'static str, low: f64, high: f64, default: f64, what: &'static str) -> Key {
    key(name, Number(low, high), Default::Number(default), what)
}

/// A whole number with a default.
const fn whole(name: &'static str, low: u32, high: u32, default: u32, what: &'static str) -> Key {
    key(name, Whole(low, high), Default::Number(default as f64), what)
}

/// A duration with a default.
const fn seconds(name: &'static str, default: f64, what: &'static str) -> Key {
    key(name, Seconds(LONGEST), Default::Number(default), what)
}

const fn flag(name: &'static str, default: bool, what: &'static str) -> Key {
    key(name, Flag, Default::Flag(default), what)
}

/// The keys of the file outside tables, and its tables.
pub(super) const ROOT: Table = table!(
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

pub(super) const ACTOR: Table = table!(
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

pub(super) const COMPANION: Table = table!(
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

pub(super) const TARGET: Table = table!("target", STATS, []);

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

pub(super) const OF_TARGETS: Table = table!(
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

pub(super) const FIGHT: Table = table!(
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

pub(super) const PHASE: Table = table!(
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

/// The largest level of a resource, and the largest amount of it that is spent or gained.
const MOST_AMOUNT: f64 = 1e6;

pub(super) const RESOURCE: Table = table!(
    "resources.NAME",
    [
        key(
            "cap",
            Number(0.0, MOST_AMOUNT),
            REQUIRED,
            "the maximum; any excess is lost and counted as waste"
        ),
        number("start", 0.0, MOST_AMOUNT, 0.0, "the initial level, not above `cap`"),
        number("regen", 0.0, MOST_AMOUNT, 0.0, "continuous regeneration, in units per second"),
        flag("hasted", false, "`true`: regeneration is multiplied by the speed"),
        key("of", Text("`\"actor\"`, or a companion's name"), Word("actor"), "with `hasted`: whose speed",),
    ]
);

const COEFFICIENT: Key = number("coefficient", 0.0, LARGE, 0.0, "the multiple of power that is added");

pub(super) const WEAPON: Table = table!(
    "weapons.NAME",
    [
        key("speed", Positive, REQUIRED, "between swings, without haste"),
        key(
            "damage",
            Range(0.0, LARGE),
            Default::Number(0.0),
            "points; `[least, most]` is a uniform distribution",
        ),
        COEFFICIENT,
    ]
);

/// The chance of an outcome on an attack table.
const fn own_chance(name: &'static str) -> Key {
    let what = "the chance on this table, instead of the defender's";
    key(name, Number(0.0, 1.0), Absent("the defender's"), what)
}

pub(super) const TABLE: Table = table!(
    "tables.NAME",
    [
        whole(
            "rolls",
            1,
            2,
            1,
            "`1`: one roll decides between all outcomes; outcomes beyond a total of 100 % are pushed off the table. `2`: a first roll decides between all outcomes except a crit; after a hit, a second one decides whether it is a crit",
        ),
        key("order", Choices(&attacks::ORDERED_WORDS), REQUIRED, "the possible outcomes, in order"),
        own_chance("miss"),
        own_chance("dodge"),
        own_chance("parry"),
        own_chance("glance"),
        own_chance("block"),
        own_chance("crush"),
        number("crit", -1.0, 1.0, 0.0, "added to the attacker's chance"),
        key(
            "multipliers",
            Shape::Table("tables.NAME.multipliers"),
            Absent("all defaults"),
            "the damage of each outcome"
        ),
    ]
);

/// The damage multiplier of an outcome.
const fn multiplier(name: &'static str, default: Default) -> Key {
    key(name, Number(0.0, 1000.0), default, "the damage multiplier of this outcome")
}

const IN_ORDER: Default = Required("required if it is in `order`");

pub(super) const MULTIPLIERS: Table = table!(
    "tables.NAME.multipliers",
    [
        multiplier("miss", Default::Number(0.0)),
        multiplier("dodge", Default::Number(0.0)),
        multiplier("parry", Default::Number(0.0)),
        multiplier("glance", IN_ORDER),
        multiplier("block", IN_ORDER),
        multiplier("crush", IN_ORDER),
        multiplier("crit", Default::Number(2.0)),
        multiplier("hit", Default::Number(1.0)),
    ]
);

const NOTHING: Default = Absent("nothing");
const NONE: Default = Absent("none");

const GAIN: Key =
    key("gain", Amounts("resource", 0.0, MOST_AMOUNT), NOTHING, "`{ rage = 5 }`: gained if it lands");
const BUFF_EFFECT: Key = key(
    "buff",
    Names("buff"),
    NONE,
    "buffs to apply. On the actor once if it lands; on a target for every target on which it lands",
);
const REMOVE: Key = key("remove", Names("buff"), NONE, "buffs to remove; a debuff from every target");
const DOT_EFFECT: Key = key(
    "dot",
    Names("damage over time"),
    NONE,
    "damage over time to apply to every target on which it lands",
);
const USE: Key =
    key("use", Names("ability"), NONE, "abilities used immediately, free of cost, cooldown and time");
const RESET: Key = key(
    "reset",
    Names("ability"),
    NONE,
    "abilities whose cooldown ends immediately (with several charges, one charge returns, and the running cooldown continues)",
);
const ADVANCE: Key = key(
    "advance",
    Amounts("ability", 0.0, LONGEST),
    NONE,
    "`{ bolt = 2 }`: shortens a running cooldown by this many seconds; any excess is lost",
);

pub(super) const ABILITY: Table = table!(
    "abilities.NAME",
    [
        key(
            "by",
            Text("`\"actor\"`, `\"target\"`, or a companion's name"),
            Word("actor"),
            "the owner. `\"target\"`: the first target that is present attacks the actor (needs `every`)",
        ),
        key(
            "school",
            Text("letters, digits and `_`, at most 40"),
            NONE,
            "a freely chosen word, such as `\"fire\"`, for the `only` of buffs",
        ),
        key("table", Name("attack table"), Absent("none: it always hits"), "the attack table"),
        key(
            "weapon",
            Name("weapon"),
            Absent("that of `every`"),
            "a weapon, whose damage and coefficient are added, and whose speed is used for `ppm`",
        ),
        number("weapon_damage", 0.0, 1000.0, 1.0, "the fraction of the weapon's damage and coefficient"),
        key(
            "damage",
            Range(0.0, LARGE),
            Default::Number(0.0),
            "points; one roll determines the damage, weapon included",
        ),
        COEFFICIENT,
        key(
            "heal",
            Range(0.0, LARGE),
            Default::Number(0.0),
            "health restored to the actor, once per use if it lands; a range has a roll of its own",
        ),
        number("crit", -1.0, 1.0, 0.0, "added to the critical strike chance"),
        whole(
            "targets",
            1,
            MOST_TARGETS,
            1,
            "number of targets attacked, each with a roll of its own: the target of the use, then the next in the order of the file, cyclically",
        ),
        key(
            "cost",
            Amounts("resource", 0.0, MOST_AMOUNT),
            NOTHING,
            "`{ rage = 30 }`: required to begin, paid when it takes effect",
        ),
        key(
            "spends",
            Amount("resource", 0.0, MOST_AMOUNT),
            NOTHING,
            "`{ combo = [1, 5] }`: spends the whole level of one resource, up to the second number; the first is required to begin. It is spent when the ability takes effect, after `cost`, which must name other resources; buffs do not change it",
        ),
        key(
            "per_spent",
            Shape::Table("abilities.NAME.per_spent"),
            NOTHING,
            "the effect of each unit spent: a [table](#abilitiesnameper_spent-effects-per-unit-spent)",
        ),
        GAIN,
        key(
            "gain_per_damage",
            Amounts("resource", 0.0, MOST_AMOUNT),
            NOTHING,
            "`{ rage = 0.02 }`: gained per point of damage",
        ),
        key("gcd", Seconds(LONGEST), Absent("that of its fighter"), "its global cooldown; 0 for none"),
        seconds("cast", 0.0, "until it takes effect"),
        seconds("cooldown", 0.0, "from taking effect until it is ready again"),
        whole("charges", 1, 100, 1, "the maximum number of stored uses; they return one at a time"),
        key(
            "every",
            Either(&Positive, &Name("weapon")),
            Absent("not at all"),
            "it repeats by itself, at this interval or at the speed of a weapon. Such an ability has no cost, cast, channel, cooldown or global cooldown",
        ),
        key("first", Seconds(LONGEST), Absent("0; random with `spread`"), "the time of the first repetition"),
        key(
            "spread",
            Either(&Number(0.0, 0.9), &Choice(&["exponential"])),
            Default::Number(0.0),
            "variation of `every` or `cast`: 0.1 for ± 10 %, or an exponential distribution with that mean",
        ),
        key("hasted", Choices(&abilities::HASTED), NONE, "the times that haste shortens"),
        flag("triggers", true, "`false`: it triggers no procs"),
        flag("moving", false, "`true`: its cast or channel can begin and continue during a `movement`"),
        BUFF_EFFECT,
        REMOVE,
        DOT_EFFECT,
        USE,
        RESET,
        ADVANCE,
        key(
            "travel",
            Seconds(LONGEST_FLIGHT),
            Default::Number(0.0),
            "from its [launch](#travel-time) to its impact; not shortened by haste",
        ),
        flag(
            "off_gcd",
            false,
            "`true`: the action list may also use it during a global cooldown. It has no global cooldown itself (`gcd = 0`), and no `cast` or `channel`",
        ),
        flag(
            "while_casting",
            false,
            "`true`, with `off_gcd`: it may also be used during a cast or a channel"
        ),
        key(
            "replaces",
            Name("ability"),
            NONE,
            "an ability of the actor with `every`, such as a swing: when the action list uses this one, it is *queued* and takes the place of the next repetition of the other. It has no `gcd`, `cast` or `channel`; see [below](#abilities-that-replace-a-swing)",
        ),
        key(
            "if",
            Text("a [condition](#conditions)"),
            Absent("always"),
            "of an ability with `every`: evaluated with the first target when the ability is due. If it does not hold, that repetition is skipped, and the next one follows an interval later",
        ),
        key(
            "channel",
            Shape::Table("abilities.NAME.channel"),
            Absent("not at all"),
            "it takes effect several times over a period: a [table](#abilitiesnamechannel-channels)",
        ),
        key(
            "clip",
            Text("a [condition](#conditions)"),
            Absent("never"),
            "evaluated after every tick of the channel except the last: if it holds, the channel ends immediately, and the actor decides",
        ),
    ]
);

pub(super) const CHANNEL: Table = table!(
    "abilities.NAME.channel",
    [
        key(
            "lasts",
            Positive,
            REQUIRED,
            "its duration at a speed of 1; `hasted = \"channel\"` shortens it and the intervals between ticks",
        ),
        key(
            "ticks",
            Whole(1, 1000),
            REQUIRED,
            "number of ticks, each at least 0.001 seconds long. The n-th tick comes at n / `ticks` of the duration, the last one at the end",
        ),
    ]
);

pub(super) const PER_SPENT: Table = table!(
    "abilities.NAME.per_spent",
    [
        number("damage", 0.0, LARGE, 0.0, "points, to each attack"),
        number("coefficient", 0.0, LARGE, 0.0, "the multiple of power that is added to each attack"),
        number("heal", 0.0, LARGE, 0.0, "points, if it lands"),
        seconds(
            "duration",
            0.0,
            "of the buffs and damage over time that the ability itself applies, in addition: to 500,000 in total. Haste shortens them if it shortens the duration; `\"pandemic\"` keeps a fraction of the longer duration; `\"extend\"` adds them unless there is `extend_by`",
        ),
    ]
);

/// A change of a number of the bearer, per stack of a buff.
const fn change(name: &'static str, low: f64, high: f64, what: &'static str) -> Key {
    number(name, low, high, 0.0, what)
}

/// A change of the chance of an outcome of attacks on the bearer.
const fn changed_chance(name: &'static str) -> Key {
    change(
        name,
        -1.0,
        1.0,
        "added to the bearer's own chance; a chance given by an attack table does not change",
    )
}

const PANDEMIC: Key = number("pandemic", 0.0, 1.0, 0.3, "that fraction");
const EXTEND_BY: Key = key(
    "extend_by",
    Positive,
    Absent("the full duration"),
    "with `\"extend\"`: the seconds that an application adds",
);
const EXTEND_CAP: Key = key(
    "extend_cap",
    Positive,
    NONE,
    "with `\"extend\"`: the maximum remaining time after an application that extends. A longer remaining time is not shortened",
);

pub(super) const BUFF: Table = table!(
    "buffs.NAME",
    [
        key(
            "on",
            Text("`\"actor\"`, `\"target\"`, `\"team\"`, or a companion's name"),
            Word("actor"),
            "the bearer. `\"team\"`, if there are companions: one buff shared by the whole side; `\"target\"`: a debuff, one on each target",
        ),
        key("duration", Positive, Absent("until removed or used up"), "of an application"),
        whole("stacks", 1, 1000, 1, "the maximum number of stacks; every application adds one"),
        key("charges", Whole(1, 1000), NONE, "instead of stacks: every application sets this number"),
        key(
            "refresh",
            Choice(&auras::BUFF_REFRESH_WORDS),
            Word("refresh"),
            "the effect of an application while it is up: `\"refresh\"`: the full duration from now; `\"extend\"`: adds the duration to the remaining time; `\"pandemic\"`: the full duration plus the remaining time, up to a fraction of the full duration; `\"ignore\"`: nothing; `\"independent\"`: every stack has its own end, and an application at the maximum is refused; for stacks on the actor's side with a duration",
        ),
        PANDEMIC,
        EXTEND_BY,
        EXTEND_CAP,
        flag("start", false, "`true`: up from the beginning; a debuff on every target that is present"),
        key(
            "only",
            Texts("names of abilities, or `\"school.NAME\"` for all of a school"),
            Absent("all of them"),
            "the abilities of its bearer (with `\"team\"`, of any member) to which its modifiers apply",
        ),
        key(
            "consumed_by",
            Names("ability"),
            NONE,
            "abilities that use up a charge, whether or not they land: one per use (of a channel, one per tick); of a debuff, that on each attacked target",
        ),
        number(
            "absorb",
            0.0,
            LARGE,
            0.0,
            "points of damage to the actor absorbed by each stack; on the actor, without `charges`. Every application restores the full amount; the buff ends when it is used up",
        ),
        change("power", -LARGE, LARGE, "added"),
        change("crit", -1.0, 1.0, "added"),
        change("crit_damage", -1.0, 100.0, "added to the multiplier of crits"),
        change(
            "crit_taken",
            -1.0,
            1.0,
            "added to the critical strike chance of attacks and ticks on the bearer",
        ),
        change("haste", -0.9, MOST_HASTE, "0.2 multiplies the speed by 1.2"),
        change("damage", -1.0, 1000.0, "0.2 multiplies damage done by 1.2"),
        change(
            "added_damage",
            0.0,
            LARGE,
            "points added to the damage of each attack of an ability with damage, besides the part from power. An ability has damage if it has `damage`, that of a weapon, a `coefficient` or damage in `per_spent`, even if the roll or the amount spent makes it 0 this time. Not added to ticks",
        ),
        change("taken", -1.0, 1000.0, "0.2 multiplies damage taken by 1.2"),
        change("hit", -1.0, 1.0, "added to the bearer's own"),
        change("expertise", -1.0, 1.0, "added to the bearer's own"),
        changed_chance("miss"),
        changed_chance("dodge"),
        changed_chance("parry"),
        changed_chance("glance"),
        changed_chance("block"),
        changed_chance("crush"),
        key(
            "regen",
            Amounts("resource", 0.0, MOST_AMOUNT),
            NOTHING,
            "`{ mana = 5 }`: additional units per second; haste multiplies them if it multiplies the resource's own",
        ),
        key(
            "cost",
            Amounts("resource", -MOST_AMOUNT, MOST_AMOUNT),
            NOTHING,
            "`{ mana = -20 }`: added to the cost of abilities that cost any of it",
        ),
        change("cost_factor", -1.0, 1000.0, "−0.5 halves the cost of abilities"),
    ]
);

/// The first of the keys of a buff that change stats. It is followed by all others; which of them
/// are allowed depends on the bearer of the buff and on `only`.
const FIRST_CHANGE: &str = "power";

/// Returns the keys of a buff that change stats.
pub(super) fn buff_changes() -> impl Iterator<Item = &'static str> {
    BUFF.keys.iter().map(|key| key.name).skip_while(|name| *name != FIRST_CHANGE)
}

pub(super) const DOT: Table = table!(
    "dots.NAME",
    [
        key(
            "on",
            Choice(&auras::DOT_ON_WORDS),
            Word("target"),
            "`\"actor\"`: it damages the actor, with power, crit, haste and damage of the target from which it came (of an ability or proc of the actor: the target concerned), and counts as damage taken. An ability of a target can apply it",
        ),
        key(
            "of",
            Text("`\"actor\"`, or a companion's name"),
            Word("actor"),
            "the fighter whose power, crit, haste and damage its ticks have, and whose proc attempts they are, regardless of who applied it",
        ),
        key("duration", Positive, REQUIRED, "from the first application to the end"),
        key("tick", Positive, REQUIRED, "between ticks, not more than `duration`"),
        key("damage", Range(0.0, LARGE), Default::Number(0.0), "points of a tick"),
        number("coefficient", 0.0, LARGE, 0.0, "the multiple of power that is added to a tick"),
        number("crit", -1.0, 1.0, 0.0, "added to that chance"),
        flag(
            "crits",
            false,
            "`true`: ticks can crit, with the critical strike chance of the fighter in `of`"
        ),
        number("crit_multiplier", 0.0, 1000.0, 2.0, "the multiplier of a crit"),
        whole("stacks", 1, 1000, 1, "the maximum number of stacks; damage is multiplied by their number"),
        key(
            "refresh",
            Choice(&auras::REFRESH_WORDS),
            Word("refresh"),
            "as for buffs. The tick in progress is never disturbed; haste does not shorten the added time and its cap",
        ),
        PANDEMIC,
        EXTEND_BY,
        EXTEND_CAP,
        key(
            "hasted",
            Choices(&auras::HASTED),
            Absent("not at all"),
            "`\"ticks\"`: haste shortens the intervals; `[\"ticks\", \"duration\"]`: also the duration, so that the number of ticks stays the same",
        ),
        flag("partial", true, "`true`: at the end, the fraction of a tick since the last one takes effect"),
        flag("at_once", false, "`true`: a first tick at the beginning"),
        flag(
            "snapshot",
            false,
            "`true`: power, crit, damage and haste of the last application; otherwise, the current ones at each tick. Modifiers of the target are always the current ones",
        ),
        key(
            "overwrite",
            Choice(&auras::OVERWRITE_WORDS),
            Word("always"),
            "with `snapshot`: the effect of an application that is weaker than the current snapshot. `\"always\"`: it replaces the snapshot; `\"if_stronger\"`: the application has no effect; `\"keep_stronger\"`: the application takes effect, but the stronger snapshot stays. Strength is the expected damage per second of a stack, crits included, `taken` of the target excluded; an equally strong application is not weaker",
        ),
        key("gain", Amounts("resource", 0.0, MOST_AMOUNT), NOTHING, "`{ rage = 1 }`: gained with each tick"),
    ]
);

/// The highest number of procs per minute.
const MOST_PER_MINUTE: f64 = 6000.0;
/// The largest number of cards of a deck.
const MOST_CARDS: u32 = 10_000;

pub(super) const PROC: Table = table!(
    "procs.NAME",
    [
        key(
            "from",
            Texts("names of abilities, and damage over time as `\"dot.NAME\"`"),
            Absent("all abilities of the actor and its companions"),
            "the attacks and ticks that try it",
        ),
        key(
            "on",
            Choices(&procs::ON_WORDS),
            Word("land"),
            "the outcomes that try it: `\"land\"` for all that land, `\"any\"` for all",
        ),
        key(
            "if",
            Text("a [condition](#conditions)"),
            Absent("always"),
            "if it does not hold, there is no attempt: no random number or card is drawn, and nothing accumulates",
        ),
        key(
            "chance",
            Either(&Number(0.0, 1.0), &Text("a formula with all values of [conditions](#conditions)")),
            Default::Number(1.0),
            "a formula is evaluated at each attempt: `\"0.02 + 0.01 * proc.ember.tries\"`. Values of 1 or more succeed; values of 0 or less, and results that are not a number, fail",
        ),
        key(
            "ppm",
            Number(0.0, MOST_PER_MINUTE),
            Absent(""),
            "procs per minute, by weapon speed: each attempt has a chance of ppm · speed / 60, speed without haste",
        ),
        key(
            "rppm",
            Number(0.0, MOST_PER_MINUTE),
            Absent(""),
            "real procs per minute: each attempt has a chance of rppm · (seconds since the last attempt) / 60",
        ),
        flag("hasted", false, "`true`: multiplied by the speed"),
        flag(
            "bad_luck_protection",
            true,
            "the chance is multiplied by 1 + 3 · (t · rppm / 60 − 1.5) if that is above 1, with t seconds since the last success",
        ),
        seconds("longest_gap", 10.0, "upper limit of the time since the last attempt"),
        key("deck", Shape::Table("procs.NAME.deck"), Absent(""), "see below"),
        key(
            "accumulates",
            Number(0.0, 1.0),
            Absent(""),
            "the n-th attempt since the last success has n times this chance",
        ),
        seconds("cooldown", 0.0, "internal cooldown; attempts during it do not count"),
        GAIN,
        BUFF_EFFECT,
        REMOVE,
        DOT_EFFECT,
        USE,
        RESET,
        ADVANCE,
    ]
);

pub(super) const REACTION: Table = table!(
    "reactions.NAME",
    [
        key("aura", Name("buff"), REQUIRED, "a buff with `on = \"target\"`, which the target must bear"),
        key(
            "by",
            Texts("names of abilities, or `\"school.NAME\"` for all of a school"),
            REQUIRED,
            "abilities of the actor's side",
        ),
        number("damage", -1.0, 1000.0, 0.0, "0.5 multiplies the damage of the attack by 1.5"),
        key(
            "takes",
            Either(&Whole(1, 1000), &Choice(&["all"])),
            Word("all"),
            "the number of stacks or charges of the aura that are removed",
        ),
        seconds("cooldown", 0.0, "until it is possible again, on any target"),
        GAIN,
        BUFF_EFFECT,
        REMOVE,
        DOT_EFFECT,
        USE,
        RESET,
        ADVANCE,
    ]
);

pub(super) const DECK: Table = table!(
    "procs.NAME.deck",
    [
        whole("hits", 0, MOST_CARDS, 1, "the number of cards that are successes"),
        key("cards", Whole(1, MOST_CARDS), REQUIRED, "the number of cards"),
    ]
);

const ACTION_KEYS: &[Key] = &[
    key("use", Name("ability"), Required("required, or one of the next"), "an ability of the list's fighter"),
    key("if", Text("a [condition](#conditions)"), Absent("always"), "when the line can be used"),
    flag(
        "cycle",
        false,
        "`true`, with `use`: evaluates the condition for every target, and uses the ability on the first for which it holds; otherwise, only for the first target",
    ),
    key("call", Name("list"), Absent(""), "a list whose lines are inserted in place of this one"),
    key(
        "cancel_buff",
        Name("buff"),
        Absent(""),
        "a buff on the actor's side, of which all stacks are removed. It takes no time; while the buff is down, the line cannot be used",
    ),
    key(
        "wait",
        Either(&Number(SHORTEST, LONGEST), &Text("a formula with all values of [conditions](#conditions)")),
        Absent(""),
        "seconds in which the list's fighter does nothing. A formula is evaluated when the line is about to be used: `\"cooldown.slam.remaining\"`. If the result is not above 0, or not a number, the line cannot be used; otherwise it is limited to 0.001 to 500,000",
    ),
];

pub(super) const ACTION: Table = Table { path: "actions", keys: ACTION_KEYS, names: &ACTION_NAMES };
pub(super) const LIST: Table = Table { path: "lists.NAME", keys: ACTION_KEYS, names: &ACTION_NAMES };

const ACTION_NAMES: [&str; ACTION_KEYS.len()] = names(ACTION_KEYS);

/// All tables of a profile.
///
/// ```
/// let table = &quadrille_combat::keys::TABLES[0];
/// assert_eq!(table.path, "");
/// assert!(table.key("actions").is_some());
/// ```
pub const TABLES: &[Table] = &[
    ROOT,
    ACTOR,
    COMPANION,
    TARGET,
    OF_TARGETS,
    FIGHT,
    PHASE,
    RESOURCE,
    WEAPON,
    TABLE,
    MULTIPLIERS,
    ABILITY,
    PER_SPENT,
    CHANNEL,
    BUFF,
    DOT,
    PROC,
    DECK,
    REACTION,
    ACTION,
    LIST,
];

/// Returns the declaration of the number at a path, such as `abilities.bolt.damage.0`; `None` for
/// constants, and if there is no such number.
///
/// ```
/// use quadrille_combat::keys::{Shape, of_path};
/// assert_eq!(of_path("actor.crit").map(|key| key.shape), Some(Shape::Number(0.0, 1.0)));
/// assert_eq!(of_path("actors.wolf.actions.1.wait").map(|key| key.name), Some("wait"));
/// assert!(of_path("constants.dump").is_none());
/// ```
pub fn of_path(path: &str) -> Option<&'static Key> {
    // The lines of a list, and the ends of a range, are numbers in the path.
    let mut parts: Vec<&str> = path.split('.').filter(|part| part.parse::<u32>().is_err()).collect();
    // The lines of a companion's list have the keys of all lines.
    if let ["actors", _, "actions", ..] = parts[..] {
        parts.drain(..2);
    }
    // The table with the most parts is the innermost one: `abilities.NAME.channel`.
    let within = |table: &&Table| {
        let own: Vec<&str> = table.path.split('.').filter(|part| !part.is_empty()).collect();
        own.len() < parts.len() && own.iter().zip(&parts).all(|(own, part)| *own == "NAME" || own == part)
    };
    let tables = TABLES.iter().filter(within);
    let found = tables.filter_map(|table| {
        let depth = table.path.split('.').filter(|part| !part.is_empty()).count();
        Some((depth, table.key(parts[depth])?))
    });
    found.max_by_key(|(depth, _)| *depth).map(|(_, key)| key).filter(|key| key.shape.numbers().is_some())
}
