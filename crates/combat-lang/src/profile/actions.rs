//! Reads the lines of action lists and of the lists in `[lists]`.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Value;

use super::conditions::{condition, formula};
use super::keys;
use super::model::{Ability, Buff, Side, Step, Wait};
use super::reader::Ledger;
use crate::condition::{self, Condition, Scope};
use crate::names::Names;
use crate::units::{LONGEST, SHORTEST};

/// The keys that define the step of a line. Exactly one of them must be present.
const STEPS: [&str; 4] = ["use", "call", "cancel_buff", "wait"];

/// A line as written in the file, before calls are inlined.
pub(super) struct Line<'d> {
    pub(super) value: Value<'d>,
    pub(super) does: Does,
    pub(super) condition: Option<Condition>,
    /// Implicit condition that is evaluated before the conditions of the calls and of the line.
    pub(super) before: Option<Condition>,
    /// Implicit condition that is evaluated after the conditions of the calls and of the line.
    pub(super) after: Option<Condition>,
    pub(super) cycle: bool,
}

/// The step of a line.
pub(super) enum Does {
    Step(Step),
    /// Evaluates the lines of a list in place of this line.
    Call(usize),
}

/// Parts of the profile to which lines may refer. After an error, `abilities` and `buffs` are
/// empty.
pub(super) struct Known<'k> {
    pub(super) names: &'k Names,
    pub(super) abilities: &'k [Ability],
    pub(super) buffs: &'k [Buff],
    pub(super) ledger: &'k Ledger<'k>,
}

/// Reads a line of a list. `path` is the path of the line, such as `actions.0`.
pub(super) fn line<'d>(
    value: Value<'d>,
    path: &str,
    known: &Known<'_>,
    scope: &Scope<'_>,
) -> Result<Line<'d>, Diagnostic> {
    let table = value.table(keys::ACTION.names)?;
    let mut there = STEPS.into_iter().filter_map(|key| table.optional(key).map(|value| (key, value)));
    let first = there.next();
    if let (Some((first, _)), Some((second, value))) = (&first, there.next()) {
        return Err(value
            .error(format!("`{second}` and `{first}` are in the same line"))
            .expected("a separate line for each key"));
    }
    let (mut before, mut after) = (None, None);
    let does = match first {
        Some(("call", called)) => Does::Call(known.names.lists.find(&called)?),
        Some(("cancel_buff", buff)) => {
            let buff = cancelled(&buff, known)?;
            before = condition::buff_up(buff, scope);
            Does::Step(Step::CancelBuff(buff))
        }
        Some(("wait", length)) => {
            let wait = wait(&length, &format!("{path}.wait"), known, scope)?;
            if let Wait::Computed(formula, _) = &wait {
                after = condition::above_zero(&formula.number, scope);
                if after.is_none() {
                    let error = length.error("the arithmetic is nested too deeply");
                    return Err(error.expected("a simpler expression"));
                }
            }
            Does::Step(Step::Wait(wait))
        }
        _ => {
            let ability = used(&table.required("use")?, known)?;
            let replaced = known.abilities.get(ability).and_then(|ability| ability.replaces);
            if let Some(replaced) = replaced {
                if let Some(cycle) = table.optional("cycle") {
                    let error = "`cycle` is not allowed in a line whose ability has `replaces`";
                    return Err(cycle
                        .error(error)
                        .expected("no `cycle`: the queued ability hits the first target"));
                }
                let others = known.abilities.iter().enumerate();
                let others = others.filter(|(_, other)| other.replaces == Some(replaced));
                before = condition::none_queued(others.map(|(place, _)| place), scope);
            }
            Does::Step(Step::Use(ability))
        }
    };
    if let (false, Some(cycle)) = (matches!(does, Does::Step(Step::Use(_))), table.optional("cycle")) {
        return Err(cycle
            .error("`cycle` is not allowed in a line that uses no ability")
            .expected("`use` in the same line"));
    }
    let condition = match table.optional("if") {
        None => None,
        Some(value) => Some(condition(&value, scope)?),
    };
    let cycle = table.optional("cycle").map_or(Ok(false), |value| value.boolean())?;
    Ok(Line { value, does, condition, before, after, cycle })
}

/// Resolves the buff that a line cancels.
fn cancelled(value: &Value<'_>, known: &Known<'_>) -> Result<usize, Diagnostic> {
    let index = known.names.buffs.find(value)?;
    if known.buffs.get(index).is_some_and(|buff| buff.on == Side::Target) {
        let name = &known.names.buffs.names[index];
        return Err(value
            .error(format!("the buff `{name}` is on targets"))
            .expected("a buff on the actor's side"));
    }
    Ok(index)
}

/// Reads `wait`: seconds, or a formula in quotes.
fn wait(value: &Value<'_>, path: &str, known: &Known<'_>, scope: &Scope<'_>) -> Result<Wait, Diagnostic> {
    if let Ok(text) = value.string("") {
        return Ok(Wait::Computed(formula(value, scope)?, text.to_owned()));
    }
    let range = SHORTEST..=LONGEST;
    let seconds = value.number(range.clone()).map_err(|error| error.help("or a formula in quotes"))?;
    known.ledger.register(path, seconds, &range).map(Wait::Seconds).map_err(|text| value.error(text))
}

/// Resolves the ability that a line uses.
fn used(used: &Value<'_>, known: &Known<'_>) -> Result<usize, Diagnostic> {
    let Known { names, abilities, .. } = known;
    let index = names.abilities.find(used)?;
    if let Some(ability) = abilities.get(index) {
        let name = &names.abilities.names[index];
        if ability.every.is_some() || ability.by == Side::Target {
            return Err(used
                .error(format!("`{name}` repeats by itself"))
                .expected("an ability without `every`"));
        }
        let takes_time = ability.gcd > 0.0 || ability.cast > 0.0 || ability.channel.is_some();
        if !takes_time && ability.replaces.is_none() && ability.cooldown == 0.0 {
            return Err(used
                .error(format!(
                    "`{name}` takes no time and has no cooldown: it would be used endlessly at the same instant"
                ))
                .expected("a `gcd`, a `cast` time or a `cooldown`"));
        }
    }
    Ok(index)
}
