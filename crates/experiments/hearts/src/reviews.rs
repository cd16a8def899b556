//! Records for advice and reviews.

use quadrille_experiments_cards::reviews::{RecordedGame, Records, ReviewedGame};
use quadrille_players::GameCourse;
use quadrille_table::records::read_unfinished;

use crate::Hearts;

impl ReviewedGame for Hearts {
    /// Reads the common format. The last game may be unfinished.
    fn records(text: &str) -> Result<Records<quadrille_hearts::Hearts>, String> {
        // A truncated last line is not a game.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let cut = (!text[whole.len()..].trim().is_empty()).then(|| "the text ends inside a line".to_owned());
        let replayed = read_unfinished(whole.as_bytes()).map_err(|error| error.to_string())?;
        let game = |(names, game): (Vec<String>, quadrille_hearts::Hearts)| {
            Some(RecordedGame { names, course: GameCourse::of(&game)? })
        };
        Ok(Records { games: replayed.into_iter().filter_map(game).collect(), cut })
    }
}
