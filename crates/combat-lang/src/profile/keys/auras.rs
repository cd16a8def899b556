//! Buffs and damage over time.

use super::shared::{
    LARGE, MOST_AMOUNT, MOST_HASTE, NONE, NOTHING, REQUIRED, flag, joined, key, names, number, table, whole,
};
use crate::profile::auras;
use crate::profile::shape::Default::{self, Absent, Word};
use crate::profile::shape::Shape::{Amounts, Choice, Choices, Names, Positive, Range, Text, Texts, Whole};
use crate::profile::shape::{Key, Table};

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

pub(in crate::profile) const BUFF: Table = table!(
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

pub(in crate::profile) const DOT: Table = table!(
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
