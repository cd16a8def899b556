//! The rules of an experiment file.

use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_runner::settings::{Chosen, Keys as _};

use crate::settings::RuleSettings;

/// Returns the rules of the `UECda` contest, changed by the lists `on` and `off` of the experiment
/// file, and the number of jokers.
pub(crate) fn rules(table: &TomlTable<'_>) -> Result<(Rules, u32), Diagnostic> {
    let given = RuleSettings::read(table)?;
    let (mut rules, mut switched) = (Rules::UECDA, Vec::new());
    let on = ("on", given.on, Rules::with as fn(Rules, Rule) -> Rules);
    for (key, listed, switch) in [on, ("off", given.off, Rules::without)] {
        let Some(value) = table.optional(key) else { continue };
        for (element, Chosen(rule)) in value.array("")?.into_iter().zip(listed) {
            let wrong = if switched.contains(&rule) {
                Some("named twice".to_owned())
            } else if rules.has(rule) == (key == "on") {
                Some(format!("{key} already"))
            } else {
                None
            };
            if let Some(wrong) = wrong {
                return Err(element
                    .error(format!("`{rule}` is {wrong}"))
                    .expected("each rule at most once: a rule of UECda in `off`, any other rule in `on`"));
            }
            switched.push(rule);
            rules = switch(rules, rule);
        }
    }
    Ok((rules, given.jokers))
}
