//! Records of games: written down, read, played again, and held against the rules.
//!
//! | module | what is in it |
//! |---|---|
//! | [`Record`] | games of the same players in a row, as they were played |
//! | [`json`] | the record as JSON lines |
//! | [`Recorder`] | writes down what happens at a [table](crate::game::Table) |
//!
//! JSON lines are read in two steps. The first takes the text apart and knows the format alone; the second,
//! [`Record::verify`], plays every game again: deal, exchange, every move, result and points must be what the
//! rules make of them. A play that was refused stands in the record as it was submitted, and counts as a pass.
//!
//! A record may end early, because the program that wrote it was killed or the file was copied
//! while it was written. A game is whole if its last line is there with its line end.
//! The functions `read_whole_games` of the formats return the whole games and describe the end of
//! the text by a [`Cut`]; their functions `read` return it as an error. A fault inside a whole game is
//! an error in all of them. The contest's formats are in the crate `quadrille-uecda-protocol`.

mod cut;
#[cfg(feature = "json")]
pub mod json;
mod places;
#[doc(hidden)]
pub mod reading;
mod recorder;
mod verify;

use std::fmt;

use crate::melds::{Hand, Meld, Refusal};
use crate::rules::Rules;

pub use cut::{Cut, Missing};
pub use recorder::Recorder;
pub use verify::Fault;

/// Games of the same players in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Their names, player 0 first.
    pub players: Vec<String>,
    /// What the games were played by: rules, players and jokers.
    pub rules: Rules,
    /// The games.
    pub games: Vec<GameRecord>,
}

/// One game. All lists but `seats`, `gifts` and `plays` are by player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The line of the text on which it begins, from 1; 0 if it was not read.
    pub line: usize,
    /// The classes of the game before, 0 the richest; `None` in a game without.
    pub classes: Option<Vec<u8>>,
    /// The player in each seat.
    pub seats: Vec<u8>,
    /// The hands as they were dealt.
    pub hands: Vec<Hand>,
    /// Cards that were given, in the order of giving.
    pub gifts: Vec<GiftRecord>,
    /// What was submitted.
    pub plays: Vec<Play>,
    /// The players from the richest to the poorest.
    pub result: Vec<u8>,
    /// Everybody's points after the game, those of all games before included.
    pub points: Vec<u32>,
}

/// Cards that went from one player to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GiftRecord {
    /// Who gave.
    pub from: u8,
    /// Who got.
    pub to: u8,
    /// The cards that changed hands, jokers among them.
    pub cards: Hand,
}

/// What a player submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The player, by its place in the list of players.
    pub player: u8,
    /// What lay on the table.
    pub submitted: Submitted,
    /// Whether it was refused, and so counted as a pass. That a play looks as if it were allowed does not
    /// prove the contrary: a client may have submitted what no text here can say.
    pub refused: bool,
    /// The recorded reason why it was refused; `None` where the record has none.
    /// The crate `quadrille-uecda-protocol` finds one by the rules.
    pub why: Option<Refusal>,
    /// How long the player took, in microseconds; `None` where nobody knows.
    pub time: Option<u64>,
}

/// What lay in a player's hand when it was put on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// Nothing: a pass.
    Pass,
    /// A meld, allowed or not.
    Meld(Meld),
    /// Cards that are no meld, as they are written.
    Cards(String),
}

impl Submitted {
    /// What a text says: nothing is a pass, and what is no meld is kept as it is, its words one space apart.
    pub fn read(text: &str) -> Self {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match words.parse() {
            Ok(meld) => Self::Meld(meld),
            Err(_) if words.is_empty() => Self::Pass,
            Err(_) => Self::Cards(words),
        }
    }
}

impl fmt::Display for Submitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.pad(""),
            Self::Meld(meld) => f.pad(&meld.to_string()),
            Self::Cards(text) => f.pad(text),
        }
    }
}

/// What is wrong with a record, and where.
pub type RecordError = quadrille_table::records::RecordError<Fault>;

/// The text without the byte-order mark that some editors put before it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
