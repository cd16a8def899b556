//! The `[doudizhu]` table of an endgame experiment file.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_doudizhu::Rules;
use quadrille_runner::Header;

/// The default number of deals.
const DEALS: u64 = 1000;
/// The largest number of deals.
const MOST_DEALS: u64 = 1_000_000_000;
/// The default number of puzzles kept.
const PUZZLES: u64 = 20;
/// The default number of hardest deals kept.
const HARDEST: u64 = 10;
/// The largest number of puzzles kept; also the largest number of hardest deals kept.
const MOST_KEPT: u64 = 10_000;
/// The largest size of the landlord's hand; with two hands, of either hand.
const MOST_CARDS: u64 = 20;
/// The largest size of a peasant's hand, if there are three hands.
const MOST_CARDS_OF_PEASANT: u64 = 17;

/// The settings of an endgame experiment.
#[derive(Debug, Clone)]
pub(crate) struct EndgamesSettings {
    /// The sizes of the hands, the landlord's first.
    pub(crate) hands: Vec<u32>,
    pub(crate) deals: u64,
    pub(crate) to_move: u8,
    pub(crate) rules: Rules,
    pub(crate) puzzles: usize,
    pub(crate) hardest: usize,
    /// The number of shards, if the experiment file sets it.
    pub(crate) shards: Option<u64>,
}

impl EndgamesSettings {
    pub(crate) fn read(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        const EXPECTED: &str = "the sizes of two or three hands, such as [8, 8] or [6, 5, 5]";
        let value = table.required("hands")?;
        let listed = value.array(EXPECTED)?;
        if !(2..=3).contains(&listed.len()) {
            return Err(value.error(format!("{} hands", listed.len())).expected(EXPECTED));
        }
        let most =
            |seat: usize| if seat == 0 || listed.len() == 2 { MOST_CARDS } else { MOST_CARDS_OF_PEASANT };
        let sizes = listed.iter().enumerate().map(|(seat, size)| Ok(size.integer(1..=most(seat))? as u32));
        let hands = sizes.collect::<Result<Vec<u32>, Diagnostic>>()?;
        let deals = table.optional("deals").map_or(Ok(DEALS), |value| value.integer(1..=MOST_DEALS))?;
        let last = hands.len() as u64 - 1;
        let to_move = table.optional("to_move").map_or(Ok(0), |value| value.integer(0..=last))?;
        let rules = match table.optional("rules") {
            Some(value) => crate::arena::settings::rules(&value)?,
            None => Rules::default(),
        };
        let kept = |key, usual| table.optional(key).map_or(Ok(usual), |value| value.integer(0..=MOST_KEPT));
        Ok(Self {
            hands,
            deals,
            to_move: to_move as u8,
            rules,
            puzzles: kept("puzzles", PUZZLES)? as usize,
            hardest: kept("hardest", HARDEST)? as usize,
            shards: header.shards,
        })
    }
}
