//! Lines of action lists.

use super::shared::{flag, joined, key, names, table};
use crate::profile::shape::Default::{Absent, Required};
use crate::profile::shape::Shape::{Either, Name, Number, Text};
use crate::profile::shape::{Key, Table};
use crate::units::{LONGEST, SHORTEST};

const ACTION_KEYS: [Key; 6] = [
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

pub(in crate::profile) const ACTION: Table = table!("actions", ACTION_KEYS, []);
pub(in crate::profile) const LIST: Table = table!("lists.NAME", ACTION_KEYS, []);
