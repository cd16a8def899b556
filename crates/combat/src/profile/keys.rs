//! Every key a profile may have, table by table.

pub(super) const ROOT: &[&str] = &[
    "name",
    "seed",
    "deterministic",
    "deterministic_rng",
    "actor",
    "target",
    "fight",
    "phases",
    "constants",
    "resources",
    "weapons",
    "tables",
    "abilities",
    "buffs",
    "dots",
    "procs",
    "actions",
    "variants",
];
pub(super) const ACTOR: &[&str] = &[
    "power",
    "crit",
    "haste",
    "hit",
    "expertise",
    "damage",
    "taken",
    "miss",
    "dodge",
    "parry",
    "glance",
    "block",
    "crush",
    "health",
    "gcd",
    "gcd_min",
    "poll",
];
pub(super) const TARGET: &[&str] = &[
    "power",
    "crit",
    "haste",
    "hit",
    "expertise",
    "damage",
    "taken",
    "miss",
    "dodge",
    "parry",
    "glance",
    "block",
    "crush",
    "health",
];
pub(super) const FIGHT: &[&str] = &["length", "spread", "distribution", "limit", "targets"];
pub(super) const PHASE: &[&str] = &["from", "lasts", "every", "targets", "taken", "downtime"];
pub(super) const RESOURCE: &[&str] = &["cap", "start", "regen", "hasted"];
pub(super) const WEAPON: &[&str] = &["speed", "damage", "coefficient"];
pub(super) const TABLE: &[&str] =
    &["rolls", "order", "miss", "dodge", "parry", "glance", "block", "crush", "crit", "multipliers"];
pub(super) const MULTIPLIERS: &[&str] =
    &["miss", "dodge", "parry", "glance", "block", "crush", "crit", "hit"];
pub(super) const ABILITY: &[&str] = &[
    "by",
    "table",
    "weapon",
    "weapon_damage",
    "damage",
    "coefficient",
    "heal",
    "crit",
    "targets",
    "cost",
    "gain",
    "gain_per_damage",
    "gcd",
    "cast",
    "cooldown",
    "charges",
    "every",
    "first",
    "spread",
    "hasted",
    "triggers",
    "buff",
    "remove",
    "dot",
    "use",
    "reset",
    "advance",
];
pub(super) const BUFF: &[&str] = &[
    "on",
    "duration",
    "stacks",
    "charges",
    "refresh",
    "pandemic",
    "extend_by",
    "extend_cap",
    "start",
    "only",
    "consumed_by",
    "power",
    "crit",
    "crit_damage",
    "haste",
    "damage",
    "taken",
    "miss",
    "dodge",
    "parry",
    "block",
];
/// Those keys of a buff that say what it changes; which of them it may have depends on whose it is.
pub(super) const BUFF_CHANGES: &[&str] =
    &["power", "crit", "crit_damage", "haste", "damage", "taken", "miss", "dodge", "parry", "block"];
pub(super) const DOT: &[&str] = &[
    "duration",
    "tick",
    "damage",
    "coefficient",
    "crit",
    "crits",
    "crit_multiplier",
    "stacks",
    "refresh",
    "pandemic",
    "extend_by",
    "extend_cap",
    "hasted",
    "partial",
    "at_once",
    "snapshot",
    "overwrite",
    "gain",
];
pub(super) const PROC: &[&str] = &[
    "from",
    "on",
    "chance",
    "ppm",
    "rppm",
    "hasted",
    "bad_luck_protection",
    "longest_gap",
    "deck",
    "accumulates",
    "cooldown",
    "gain",
    "buff",
    "remove",
    "dot",
    "use",
    "reset",
    "advance",
];
pub(super) const DECK: &[&str] = &["hits", "cards"];
pub(super) const ACTION: &[&str] = &["use", "if", "cycle"];

/// Every table of a profile with its keys, for whoever documents them.
///
/// ```
/// let (table, keys) = quadrille_combat::KEYS[0];
/// assert_eq!(table, "");
/// assert!(keys.contains(&"actions"));
/// ```
pub const KEYS: &[(&str, &[&str])] = &[
    ("", ROOT),
    ("actor", ACTOR),
    ("target", TARGET),
    ("fight", FIGHT),
    ("phases.NAME", PHASE),
    ("resources.NAME", RESOURCE),
    ("weapons.NAME", WEAPON),
    ("tables.NAME", TABLE),
    ("tables.NAME.multipliers", MULTIPLIERS),
    ("abilities.NAME", ABILITY),
    ("buffs.NAME", BUFF),
    ("dots.NAME", DOT),
    ("procs.NAME", PROC),
    ("procs.NAME.deck", DECK),
    ("actions", ACTION),
];
