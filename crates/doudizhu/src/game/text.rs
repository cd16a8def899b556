//! Formatting and parsing of actions.

use quadrille_table::{Text, TextError, View as _};

use super::{Action, Decision, Table};

/// The text of a move is its cards or `pass`; the text of a call is its word. The text `3` is a
/// card in some decisions and a bid in others, but never both in one decision. The parser accepts
/// cards in any order and notation.
impl Text for Table {
    const NAME: &'static str = "doudizhu";

    fn action_text(action: Action) -> String {
        action.to_string()
    }

    fn read_action(view: &Decision<'_>, text: &str) -> Result<Action, TextError> {
        let (action, expected) = match view {
            Decision::Call(_) => (
                text.parse().ok().map(Action::Call),
                "`pass`, `1`, `2`, `3`, `call`, `rob`, `open` or `double`",
            ),
            Decision::Play(view) => {
                // A legal move with this text has priority. Otherwise the text is parsed under the
                // rules.
                let legal = view.moves().iter().copied().find(|legal| legal.to_string() == text);
                let read = legal.or_else(|| view.rules().parse_move(text).ok());
                (read.map(Action::Play), "a move under the rules, such as `3`, `44` or `pass`")
            }
        };
        action.ok_or_else(|| TextError::new(text, view.decision(), expected))
    }
}
