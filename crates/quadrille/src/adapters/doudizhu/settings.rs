//! The `[doudizhu]` table of an experiment file.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Table, Value};
use quadrille_doudizhu::Rules;
use quadrille_doudizhu::arena::GAMES_A_DEAL;
use quadrille_doudizhu::game::{Auction, Scoring, Setup};
use quadrille_doudizhu::players::PlayerKind;
use quadrille_experiment::Header;

/// Games where the file names no number.
const GAMES: u64 = 3000;
/// The most games that may be asked for.
const MOST_GAMES: u64 = 3_000_000_000;

/// What an experiment file asks for.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) setup: Setup,
    pub(super) players: [PlayerKind; 3],
    /// Each is played three times.
    pub(super) deals: u64,
    /// Into how many shards the work is to be cut, if the file says so.
    pub(super) shards: Option<u64>,
}

impl Settings {
    pub(super) fn read(table: &Table<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let players = players(&table.required("players")?)?;
        let games = table.optional("games").map_or(Ok(GAMES), |value| value.integer(1..=MOST_GAMES))?;
        let rules = match table.optional("rules") {
            Some(value) => rules(&value)?,
            None => Rules::default(),
        };
        let scoring = match table.optional("scoring") {
            Some(value) => Scoring::ALL[value.choice(&Scoring::ALL.map(Scoring::name))?],
            None => Scoring::Adp,
        };
        let mut setup = Setup::new(rules, scoring);
        if let Some(value) = table.optional("auction") {
            setup.auction = Auction::ALL[value.choice(&Auction::ALL.map(Auction::name))?];
        }
        for (key, flag) in [("open_hand", &mut setup.open_hand), ("doubling", &mut setup.doubling)] {
            if let Some(value) = table.optional(key) {
                *flag = value.boolean()?;
                if *flag && scoring != Scoring::Classic {
                    return Err(value
                        .error(format!("`{key}` with `{scoring}` scoring, which knows no stakes"))
                        .expected("`scoring = \"classic\"`"));
                }
            }
        }
        Ok(Self { setup, players, deals: games.div_ceil(GAMES_A_DEAL), shards: header.shards })
    }
}

fn players(value: &Value<'_>) -> Result<[PlayerKind; 3], Diagnostic> {
    const EXPECTED: &str = "three players in brackets, such as [\"rule\", \"random\", \"random\"]";
    let names = value.array(EXPECTED)?;
    let kinds = names
        .iter()
        .map(|name| Ok(PlayerKind::ALL[name.choice(&PlayerKind::ALL.map(PlayerKind::name))?]))
        .collect::<Result<Vec<_>, Diagnostic>>()?;
    let number = kinds.len();
    kinds
        .try_into()
        .map_err(|_| value.error(format!("{number} players at a table for three")).expected(EXPECTED))
}

fn rules(value: &Value<'_>) -> Result<Rules, Diagnostic> {
    let name = value.string("rules in quotes, such as \"rlcard\"")?;
    name.parse::<Rules>().map_err(|error| {
        let presets = Rules::PRESETS.map(|preset| preset.to_string());
        value.error(error.to_string()).suggest(name, presets.iter().map(String::as_str))
    })
}
