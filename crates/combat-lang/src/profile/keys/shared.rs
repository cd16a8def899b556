//! What several tables share: functions that declare keys, limits, and the keys of effects.

use crate::profile::shape::Default::{self, Absent, Required};
use crate::profile::shape::Key;
use crate::profile::shape::Shape::{self, Amounts, Flag, Names, Number, Seconds, Whole};
use crate::units::LONGEST;

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
pub(super) const fn joined<const COUNT: usize>(first: &[Key], rest: &[Key]) -> [Key; COUNT] {
    let mut keys = [key("", Flag, REQUIRED, ""); COUNT];
    keys.split_at_mut(first.len()).0.copy_from_slice(first);
    keys.split_at_mut(first.len()).1.copy_from_slice(rest);
    keys
}

/// Returns the names of keys.
pub(super) const fn names<const COUNT: usize>(keys: &[Key]) -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let mut at = 0;
    while at < COUNT {
        names[at] = keys[at].name;
        at += 1;
    }
    names
}

/// Upper limit of most numbers, such as power, points of damage and coefficients.
pub(super) const LARGE: f64 = 1e9;
/// Highest haste of a fighter's own stats, and of one stack of a buff.
pub(super) const MOST_HASTE: f64 = 10.0;

pub(super) const REQUIRED: Default = Required("required");
pub(super) const NOTHING: Default = Absent("nothing");
pub(super) const NONE: Default = Absent("none");

pub(super) const fn key(name: &'static str, shape: Shape, default: Default, what: &'static str) -> Key {
    Key { name, shape, default, what }
}

/// A number with a default.
pub(super) const fn number(name: &'static str, low: f64, high: f64, default: f64, what: &'static str) -> Key {
    key(name, Number(low, high), Default::Number(default), what)
}

/// A whole number with a default.
pub(super) const fn whole(name: &'static str, low: u32, high: u32, default: u32, what: &'static str) -> Key {
    key(name, Whole(low, high), Default::Number(default as f64), what)
}

/// A duration with a default.
pub(super) const fn seconds(name: &'static str, default: f64, what: &'static str) -> Key {
    key(name, Seconds(LONGEST), Default::Number(default), what)
}

pub(super) const fn flag(name: &'static str, default: bool, what: &'static str) -> Key {
    key(name, Flag, Default::Flag(default), what)
}

/// The largest level of a resource, and the largest amount of it that is spent or gained.
pub(super) const MOST_AMOUNT: f64 = 1e6;

pub(super) const GAIN: Key =
    key("gain", Amounts("resource", 0.0, MOST_AMOUNT), NOTHING, "`{ rage = 5 }`: gained if it lands");
pub(super) const BUFF_EFFECT: Key = key(
    "buff",
    Names("buff"),
    NONE,
    "buffs to apply. On the actor once if it lands; on a target for every target on which it lands",
);
pub(super) const REMOVE: Key =
    key("remove", Names("buff"), NONE, "buffs to remove; a debuff from every target");
pub(super) const DOT_EFFECT: Key = key(
    "dot",
    Names("damage over time"),
    NONE,
    "damage over time to apply to every target on which it lands",
);
pub(super) const USE: Key =
    key("use", Names("ability"), NONE, "abilities used immediately, free of cost, cooldown and time");
pub(super) const RESET: Key = key(
    "reset",
    Names("ability"),
    NONE,
    "abilities whose cooldown ends immediately (with several charges, one charge returns, and the running cooldown continues)",
);
pub(super) const ADVANCE: Key = key(
    "advance",
    Amounts("ability", 0.0, LONGEST),
    NONE,
    "`{ bolt = 2 }`: shortens a running cooldown by this many seconds; any excess is lost",
);

pub(super) use table;
