//! Actions as text.

use quadrille_table::{Text, TextError};

use crate::{Card, CardError, Hearts, Rules};

/// An action is a card, whether given or played: `SQ`.
impl Text for Hearts {
    const NAME: &'static str = "hearts";

    fn action_text(_: &Rules, card: Card) -> String {
        card.to_string()
    }

    fn read_action(_: &Rules, text: &str) -> Result<Card, TextError> {
        text.parse().map_err(|CardError(found)| TextError { found, expected: "a card, such as `SQ`".into() })
    }
}
