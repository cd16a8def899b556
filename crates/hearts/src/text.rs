//! Actions as text.

use quadrille_table::{Text, TextError, View as _};

use crate::{Card, Hearts, View};

/// The text of an action is the card that is passed or played, such as `SQ`.
impl Text for Hearts {
    const NAME: &'static str = "hearts";

    fn action_text(card: Card) -> String {
        card.to_string()
    }

    fn read_action(view: &View<'_>, text: &str) -> Result<Card, TextError> {
        text.parse().map_err(|_| TextError::new(text, view.decision(), "a card, such as `SQ`"))
    }
}
