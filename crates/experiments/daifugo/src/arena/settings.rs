//! The `[daifugo]` table of an experiment file.

use std::sync::Arc;

use quadrille_daifugo::arena::{Arena, MOST_GAMES};
use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Table;
use quadrille_experiments_cards::{CardGame as _, entrants, players, sitting};
use quadrille_runner::Header;

use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::{self, Named};

use crate::league::Daifugo;

/// What an experiment file asks for.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// The contest, as far as no program plays in it.
    pub(crate) arena: Arena,
    pub(crate) players: Vec<Named<PlayerKind>>,
    /// Games of a sitting, at most.
    pub(crate) sitting: u64,
    /// Into how many shards the work is to be cut, if the file says so.
    pub(crate) shards: Option<u64>,
}

impl Settings {
    pub(crate) fn read(table: &Table<'_>, header: &Header, files: &NamedFiles) -> Result<Self, Diagnostic> {
        let seats = table.required("players")?;
        let players = players::<Daifugo>(&seats, table, files)?;
        let rules = Daifugo::setup(table, players.len(), &|wrong| seats.error(wrong))?;
        let games = table.required("games")?;
        let number = games.integer(1..=MOST_GAMES)?;
        let sitting = sitting(table)?;
        let entrants = entrants::<Daifugo>(&players, &Arc::default());
        let arena = Arena::new(rules, entrants, number, sitting as u32)
            .map_err(|error| games.error(error.to_string()))?;
        Ok(Self { arena, players, sitting, shards: header.shards })
    }

    /// Whether programs play.
    pub(crate) fn has_programs(&self) -> bool {
        foreign::any(&self.players)
    }
}

/// The contest's rules, with some switched.
pub(crate) fn rules(table: &Table<'_>) -> Result<Rules, Diagnostic> {
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
                    .expected("each rule switched once"));
            }
            switched.push(rule);
            rules = switch(rules, rule);
        }
    }
    Ok(rules)
}
