//! Records of games: recording, serialisation, replay and verification against the rules.
//!
//! | item | contents |
//! |---|---|
//! | [`Record`] | consecutive games of the same players |
//! | [`json`] | the record as JSON lines |
//! | [`Recorder`] | an observer that records the games at a [table](crate::game::Table) |
//!
//! JSON lines are read in two steps. The first parses the text and checks the format only. The
//! second, [`Record::verify`], replays every game: deal, exchange, moves, result and points must
//! follow the rules. A refused play is recorded as it was submitted, and counts as a pass.
//!
//! A record may end early, because the program that wrote it was killed or the file was copied
//! while it was written. A game is whole if its last line is present with its line end. The
//! `read_whole_games` functions of the formats return the whole games, and a [`Cut`] that describes
//! the end of the text; the `read` functions return the cut as an error. A fault inside a whole
//! game is an error of both functions. The formats of the UECda contest are in the crate
//! `quadrille-uecda-protocol`.

mod course;
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

/// Consecutive games of the same players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Names of the players, player 0 first.
    pub players: Vec<String>,
    /// Rules of the games, with the numbers of players and jokers.
    pub rules: Rules,
    /// The games.
    pub games: Vec<GameRecord>,
}

/// The record of one game. `classes`, `hands` and `points` are indexed by player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Line of the text on which the game begins, from 1; 0 if it was not read from a text.
    pub line: usize,
    /// Classes after the previous game, 0 the richest; `None` in a game without classes.
    pub classes: Option<Vec<u8>>,
    /// The player in each seat.
    pub seats: Vec<u8>,
    /// The hands as dealt, before the exchange.
    pub hands: Vec<Hand>,
    /// The gifts of the exchange, in their order.
    pub gifts: Vec<GiftRecord>,
    /// The plays, in their order.
    pub plays: Vec<Play>,
    /// The players from the richest to the poorest.
    pub result: Vec<u8>,
    /// Total points after the game, counted from the first game of the record, which may be a later
    /// game of its series.
    pub points: Vec<u32>,
}

/// A gift of cards in the exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GiftRecord {
    /// Player who gave the cards.
    pub from: u8,
    /// Player who received them.
    pub to: u8,
    /// The cards, including jokers.
    pub cards: Hand,
}

/// A submitted play, accepted or refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// Index of the player in the list of players.
    pub player: u8,
    /// The submitted cards.
    pub submitted: Submitted,
    /// Whether the play was refused and counted as a pass. A refused play may look legal, because a
    /// client may have submitted cards that this notation cannot represent.
    pub refused: bool,
    /// Recorded reason of the refusal; `None` if the record has none. The crate
    /// `quadrille-uecda-protocol` can then determine the reason by the rules.
    pub why: Option<Refusal>,
    /// Duration of the decision, in microseconds; `None` if unknown.
    pub time: Option<u64>,
}

/// The cards of a submitted play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// No cards: a pass.
    Pass,
    /// A meld, legal or not.
    Meld(Meld),
    /// Cards that are not a meld, in the notation of the record.
    Cards(String),
}

impl Submitted {
    /// Parses the cards of a play. An empty text is a pass; a text that is not a meld is kept, with
    /// single spaces between its words.
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

/// A fault in a record, with its line and column.
pub type RecordError = quadrille_table::records::RecordError<Fault>;

/// Returns the text without a leading byte-order mark.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
