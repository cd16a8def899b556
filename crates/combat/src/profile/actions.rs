//! `[[actions]]`: the priority list.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Value;

use super::conditions::condition;
use super::keys;
use super::model::{Ability, Action, Side};
use crate::condition::Scope;
use crate::names::Names;

/// Most lines in the list.
pub(super) const MOST_ACTIONS: usize = 200;

pub(super) fn action(
    value: &Value<'_>,
    names: &Names,
    abilities: &[Ability],
    scope: &Scope<'_>,
) -> Result<Action, Diagnostic> {
    let table = value.table(keys::ACTION)?;
    let used = table.required("use")?;
    let index = names.abilities.find(&used)?;
    if let Some(ability) = abilities.get(index) {
        let name = &names.abilities.names[index];
        if ability.every.is_some() || ability.by == Side::Target {
            return Err(used
                .error(format!("`{name}` repeats by itself"))
                .expected("an ability of the actor without `every`"));
        }
        let takes_time = ability.gcd > 0.0 || ability.cast > 0.0 || ability.channel.is_some();
        if !takes_time && ability.cooldown == 0.0 {
            return Err(used
                .error(format!(
                    "`{name}` takes no time: it would be used again and again at the same instant"
                ))
                .expected("a `gcd`, a `cast` time or a `cooldown`"));
        }
    }
    let condition = match table.optional("if") {
        None => None,
        Some(value) => Some(condition(&value, scope)?),
    };
    let cycle = table.optional("cycle").map_or(Ok(false), |value| value.boolean())?;
    Ok(Action { ability: index, condition, cycle })
}
