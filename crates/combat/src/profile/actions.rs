//! `[[actions]]` and the lists that it calls, line by line.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Value;

use super::conditions::condition;
use super::keys;
use super::model::{Ability, Side};
use crate::condition::{Condition, Scope};
use crate::names::Names;

/// Most lines in one list.
pub(super) const MOST_ACTIONS: usize = 200;

/// What a line does: one of them.
const STEPS: [&str; 2] = ["use", "call"];

/// A line as it stands in the file.
pub(super) struct Line<'d> {
    pub(super) value: Value<'d>,
    pub(super) does: Does,
    pub(super) condition: Option<Condition>,
    pub(super) cycle: bool,
}

/// What a line does.
pub(super) enum Does {
    /// Uses an ability.
    Use(usize),
    /// Has the lines of a list looked at in its place.
    Call(usize),
}

pub(super) fn line<'d>(
    value: Value<'d>,
    names: &Names,
    abilities: &[Ability],
    scope: &Scope<'_>,
) -> Result<Line<'d>, Diagnostic> {
    let table = value.table(keys::ACTION)?;
    let mut there = STEPS.into_iter().filter_map(|key| table.optional(key).map(|value| (key, value)));
    let first = there.next();
    if let (Some((first, _)), Some((second, value))) = (&first, there.next()) {
        return Err(value.error(format!("`{second}` beside `{first}`")).expected("a line of its own"));
    }
    let does = match first {
        Some(("call", called)) => Does::Call(names.lists.find(&called)?),
        _ => Does::Use(used(&table.required("use")?, names, abilities)?),
    };
    if let (false, Some(cycle)) = (matches!(does, Does::Use(_)), table.optional("cycle")) {
        return Err(cycle.error("`cycle` in a line that uses no ability").expected("`use` beside it"));
    }
    let condition = match table.optional("if") {
        None => None,
        Some(value) => Some(condition(&value, scope)?),
    };
    let cycle = table.optional("cycle").map_or(Ok(false), |value| value.boolean())?;
    Ok(Line { value, does, condition, cycle })
}

/// An ability that a line can use.
fn used(used: &Value<'_>, names: &Names, abilities: &[Ability]) -> Result<usize, Diagnostic> {
    let index = names.abilities.find(used)?;
    if let Some(ability) = abilities.get(index) {
        let name = &names.abilities.names[index];
        if ability.every.is_some() || ability.by == Side::Target {
            return Err(used
                .error(format!("`{name}` repeats by itself"))
                .expected("an ability of the actor without `every`"));
        }
        if ability.gcd == 0.0 && ability.cast == 0.0 && ability.cooldown == 0.0 {
            return Err(used
                .error(format!(
                    "`{name}` takes no time: it would be used again and again at the same instant"
                ))
                .expected("a `gcd`, a `cast` time or a `cooldown`"));
        }
    }
    Ok(index)
}
