//! Reads game records for advice and reviews.

use quadrille_experiments_cards::reviews::{Records, ReviewedGame, common_records};

use crate::Hearts;

impl ReviewedGame for Hearts {
    fn records(text: &str) -> Result<Records<quadrille_hearts::Hearts>, String> {
        common_records(text)
    }
}
