//! The `[daifugo]` table of an experiment file.

use quadrille_daifugo::arena::Arena;
use quadrille_daifugo::players::{Entrant, PlayerKind};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Table, Value};
use quadrille_experiment::Header;

use crate::files::NamedFiles;
use crate::foreign::{self, Crew};

/// Games in a row between which cards are exchanged, where the file says nothing.
const SITTING: u64 = 10;
const LONGEST_SITTING: u64 = 1_000_000;

/// What an experiment file asks for.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) arena: Arena,
    /// Programs that play, if some do.
    pub(super) programs: Option<Crew>,
    /// Games of a sitting, at most.
    pub(super) sitting: u64,
    /// Into how many shards the work is to be cut, if the file says so.
    pub(super) shards: Option<u64>,
}

impl Settings {
    pub(super) fn read(table: &Table<'_>, header: &Header, files: &NamedFiles) -> Result<Self, Diagnostic> {
        let seats = table.required("players")?;
        let (players, programs) = players(&seats, table, files)?;
        let jokers = table.optional("jokers").map_or(Ok(1), |value| value.integer(0..=2))?;
        let rules =
            rules(table)?.of(players.len(), jokers as u32).map_err(|error| seats.error(error.to_string()))?;
        let games = table.required("games")?;
        let number = games.integer(1..=Arena::MOST_GAMES)?;
        let sitting =
            table.optional("sitting").map_or(Ok(SITTING), |value| value.integer(1..=LONGEST_SITTING))?;
        let arena = Arena::new(rules, players, number, sitting as u32)
            .map_err(|error| games.error(error.to_string()))?;
        Ok(Self { arena, programs, sitting, shards: header.shards })
    }
}

/// Who plays, the same one in several seats or not, and the programs among them.
fn players(
    value: &Value<'_>,
    table: &Table<'_>,
    files: &NamedFiles,
) -> Result<(Vec<Entrant>, Option<Crew>), Diagnostic> {
    const EXPECTED: &str = "players in brackets, such as [\"greedy\", \"greedy\", \"random\"]";
    let kinds = (&PlayerKind::ALL.map(PlayerKind::name)[..], &PlayerKind::ALL[..]);
    let named = foreign::players(value, EXPECTED, kinds, table, files)?;
    let crew = Crew::default();
    let entrants = named.iter().map(|player| foreign::daifugo::entrant(player, &crew)).collect();
    Ok((entrants, foreign::any(&named).then_some(crew)))
}

/// The contest's rules, with some switched.
fn rules(table: &Table<'_>) -> Result<Rules, Diagnostic> {
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
