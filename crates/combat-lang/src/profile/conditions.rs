//! Reads conditions and formulas in quotes, wherever a profile has them.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Value;

use crate::condition::{self, Condition, Fault, Formula, Scope, Term};

/// Reads a condition.
pub(super) fn condition(value: &Value<'_>, scope: &Scope<'_>) -> Result<Condition, Diagnostic> {
    let text = value.string("a condition in quotes, such as \"resource.rage >= 30\"")?;
    condition::read(text, scope).map_err(|fault| explain(value, fault))
}

/// Reads the definition of a variable.
pub(super) fn variable(value: &Value<'_>, scope: &Scope<'_>) -> Result<Term, Diagnostic> {
    let text = value.string("a condition or a formula in quotes, such as \"resource.rage >= 30\"")?;
    condition::read_variable(text, scope).map_err(|fault| explain(value, fault))
}

/// Reads a formula, which is evaluated during the fight.
pub(super) fn formula(value: &Value<'_>, scope: &Scope<'_>) -> Result<Formula, Diagnostic> {
    let text = value.string("a formula in quotes, such as \"0.1 * buff.fury.stacks\"")?;
    condition::read_formula(text, scope).map_err(|fault| explain(value, fault))
}

fn explain(value: &Value<'_>, fault: Fault) -> Diagnostic {
    let mut error = value.error_within(fault.span, fault.message);
    if let Some(expected) = fault.expected {
        error = error.expected(expected);
    }
    match fault.help {
        Some(help) => error.help(help),
        None => error,
    }
}
