//! Advice for decisions and reviews of recorded games, by search.
//!
//! | module | contents |
//! |---|---|
//! | `advice` | the answer of `advise`: the moves of a decision, the best first |
//! | `review` | the answer of `review`: the loss by each decision, common mistakes |
//! | `report` | the page of a review |
//! | `language` | the words of the page: English, Japanese, Chinese |

mod advice;
mod language;
mod report;
mod review;

use quadrille_table::records::{LineFault, Recorded, read_unfinished};
use quadrille_table::{BuiltIn, Present};

use crate::{CardGame, GameOf};

pub use quadrille_players::search::Budget;
pub use quadrille_players::{GameCourse, Searchable};

pub use advice::{AdviceAnswer, AdvisedMove, advise};
pub use language::Language;
pub use report::{report, subject};
pub use review::{
    Costly, Pattern, PlayerReview, ReviewAnswer, ReviewError, ReviewOptions, ReviewedDecision, review,
};

/// A card game whose decisions can be searched, and whose records can be read.
pub trait ReviewedGame: CardGame<Player: BuiltIn<Game: Searchable + Present>> {
    /// Reads the games in a text, which may have any of the game's record formats.
    ///
    /// # Errors
    /// The first fault of the text, with its place.
    fn records(text: &str) -> Result<Records<GameOf<Self>>, String>;

    /// Returns the translation of a word of the game: its title, a [kind](Present::kind) of action,
    /// or a part, state or fact of a [scene](quadrille_table::Scene). The default is `None`: the
    /// English word is used.
    fn word_in(language: Language, word: &str) -> Option<String> {
        let _ = (language, word);
        None
    }
}

/// The games in the text of a record.
#[derive(Debug)]
pub struct Records<G: Searchable> {
    /// The games that were read.
    pub games: Vec<RecordedGame<G>>,
    /// The place and the reason, if the text ends inside a game; otherwise `None`. The incomplete
    /// game is not in `games`.
    pub cut: Option<String>,
}

/// Reads the games in a text of the common record format. Games may be unfinished; a truncated last
/// line is omitted.
///
/// # Errors
/// The first fault of the text, with its place.
pub fn common_records<G: Recorded + Searchable>(text: &str) -> Result<Records<G>, String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let is_cut = !text[whole.len()..].trim().is_empty();
    let cut = is_cut.then(|| format!("line {}: {}", text.lines().count(), LineFault::Cut));
    let replayed = read_unfinished::<G>(whole.as_bytes()).map_err(|error| error.to_string())?;
    let recorded =
        |(names, game): (Vec<String>, G)| Some(RecordedGame { names, course: GameCourse::of(&game)? });
    Ok(Records { games: replayed.into_iter().filter_map(recorded).collect(), cut })
}

/// A recorded game.
#[derive(Debug)]
pub struct RecordedGame<G: Searchable> {
    /// The names of the players, player 0 first; empty if unknown.
    pub names: Vec<String>,
    /// The cards and the actions of the game, which may be unfinished.
    pub course: GameCourse<G>,
}

/// The default number of playouts of a search.
pub(crate) const PLAYOUTS: u32 = 1000;
/// The default number of worlds in which the values and losses of actions are estimated.
pub(crate) const WORLDS: u32 = 384;
