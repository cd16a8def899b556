//! All keys of a profile, table by table: the one declaration of their values, ranges, defaults and
//! purposes.
//!
//! The reader, the JSON Schema, the tables of `docs/combat-profile.md`, and the generator of random
//! profiles take them from here. Conditions on several keys are in the functions that read the
//! tables.
//!
//! | module | tables |
//! |---|---|
//! | `fight` | the file, `[actor]`, `[actors]`, `[target]`, `[targets]`, `[fight]`, `[phases]` |
//! | `abilities` | `[resources]`, `[weapons]`, `[tables]`, `[abilities]` |
//! | `auras` | `[buffs]`, `[dots]` |
//! | `triggers` | `[procs]`, `[reactions]` |
//! | `actions` | the lines of `actions` and `[lists]` |
//! | `shared` | what several tables share: functions that declare keys, limits, effects |

mod abilities;
mod actions;
mod auras;
mod fight;
mod shared;
mod triggers;

pub(super) use abilities::{ABILITY, CHANNEL, MULTIPLIERS, PER_SPENT, RESOURCE, TABLE, WEAPON};
pub(super) use actions::{ACTION, LIST};
pub(super) use auras::{BUFF, DOT};
pub(super) use fight::{ACTOR, COMPANION, FIGHT, OF_TARGETS, PHASE, ROOT, TARGET};
pub(super) use triggers::{DECK, PROC, REACTION};

pub use super::shape::{Default, Key, Shape, Table};

/// All tables of a profile.
///
/// ```
/// let table = &quadrille_combat_lang::keys::TABLES[0];
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
/// use quadrille_combat_lang::keys::{Shape, of_path};
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
