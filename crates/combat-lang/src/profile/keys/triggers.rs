//! Procs and reactions.

use super::shared::{
    ADVANCE, BUFF_EFFECT, DOT_EFFECT, GAIN, REMOVE, REQUIRED, RESET, USE, flag, joined, key, names, number,
    seconds, table, whole,
};
use crate::profile::procs;
use crate::profile::shape::Default::{self, Absent, Word};
use crate::profile::shape::Shape::{self, Choice, Choices, Either, Name, Number, Text, Texts, Whole};
use crate::profile::shape::{Key, Table};

/// The highest number of procs per minute.
const MOST_PER_MINUTE: f64 = 6000.0;
/// The largest number of cards of a deck.
const MOST_CARDS: u32 = 10_000;

pub(in crate::profile) const PROC: Table = table!(
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

pub(in crate::profile) const REACTION: Table = table!(
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

pub(in crate::profile) const DECK: Table = table!(
    "procs.NAME.deck",
    [
        whole("hits", 0, MOST_CARDS, 1, "the number of cards that are successes"),
        key("cards", Whole(1, MOST_CARDS), REQUIRED, "the number of cards"),
    ]
);
