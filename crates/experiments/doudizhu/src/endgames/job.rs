//! The deals of an endgame experiment.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_doudizhu::Rules;
use quadrille_runner::Header;
use quadrille_runner::settings::Keys as _;

use crate::settings::EndgamesSettings;

/// The largest size of the landlord's hand; with two hands, of either hand.
const MOST_CARDS: u64 = 20;
/// The largest size of a peasant's hand, if there are three hands.
const MOST_CARDS_OF_PEASANT: u64 = 17;

/// The deals of an endgame experiment.
#[derive(Debug, Clone)]
pub(crate) struct EndgamesJob {
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

impl EndgamesJob {
    pub(crate) fn read(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        const EXPECTED: &str = "the sizes of two or three hands, such as [8, 8] or [6, 5, 5]";
        let given = EndgamesSettings::read(table)?;
        let value = table.required("hands")?;
        let listed = value.array(EXPECTED)?;
        if !(2..=3).contains(&listed.len()) {
            return Err(value.error(format!("{} hands", listed.len())).expected(EXPECTED));
        }
        let most =
            |seat: usize| if seat == 0 || listed.len() == 2 { MOST_CARDS } else { MOST_CARDS_OF_PEASANT };
        let sizes = listed.iter().enumerate().map(|(seat, size)| Ok(size.integer(1..=most(seat))? as u32));
        let hands = sizes.collect::<Result<Vec<u32>, Diagnostic>>()?;
        let last = hands.len() as u64 - 1;
        let to_move = table.optional("to_move").map_or(Ok(0), |value| value.integer(0..=last))?;
        Ok(Self {
            hands,
            deals: given.deals,
            to_move: to_move as u8,
            rules: given.moves.rules.0,
            puzzles: given.puzzles as usize,
            hardest: given.hardest as usize,
            shards: header.shards,
        })
    }
}
