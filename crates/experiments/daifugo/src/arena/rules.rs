//! The rules of an experiment file.

use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;

/// Returns the rules of the `UECda` contest, changed by the lists `on` and `off` of the experiment
/// file.
pub(crate) fn rules(table: &TomlTable<'_>) -> Result<Rules, Diagnostic> {
    let names = Rule::ALL.map(Rule::name);
    let (mut rules, mut switched) = (Rules::UECDA, Vec::new());
    for (key, switch) in [("on", Rules::with as fn(Rules, Rule) -> Rules), ("off", Rules::without)] {
        let Some(value) = table.optional(key) else { continue };
        for element in value.array("rules in brackets, such as [\"eleven-back\"]")? {
            let rule = Rule::ALL[element.choice(&names)?];
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
    Ok(rules)
}
