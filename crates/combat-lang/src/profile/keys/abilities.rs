//! Resources, weapons, attack tables and abilities.

use super::shared::{
    ADVANCE, BUFF_EFFECT, DOT_EFFECT, GAIN, LARGE, MOST_AMOUNT, NONE, NOTHING, REMOVE, REQUIRED, RESET, USE,
    flag, joined, key, names, number, seconds, table, whole,
};
use crate::profile::fight::MOST_TARGETS;
use crate::profile::shape::Default::{self, Absent, Required, Word};
use crate::profile::shape::Shape::{
    self, Amount, Amounts, Choice, Choices, Either, Name, Number, Positive, Range, Seconds, Text, Whole,
};
use crate::profile::shape::{Key, Table};
use crate::profile::{abilities, attacks};
use crate::units::LONGEST;

/// Longest time of travel in seconds. This limit bounds the memory of abilities in flight.
const LONGEST_FLIGHT: f64 = 60.0;

pub(in crate::profile) const RESOURCE: Table = table!(
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

pub(in crate::profile) const WEAPON: Table = table!(
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

pub(in crate::profile) const TABLE: Table = table!(
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

pub(in crate::profile) const MULTIPLIERS: Table = table!(
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

pub(in crate::profile) const ABILITY: Table = table!(
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

pub(in crate::profile) const CHANNEL: Table = table!(
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

pub(in crate::profile) const PER_SPENT: Table = table!(
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
