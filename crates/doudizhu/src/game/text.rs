//! Formatting and parsing of actions.

use quadrille_table::{Text, TextError, View as _};

use super::{Action, Decision, Table};

/// The text of a move is its cards or `pass`, that of a call is its word. At any one decision `3`
/// is either a card or a bid, so that the text is unambiguous. Cards are accepted in any order and
/// notation.
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
                // Look for a legal move with this text first; otherwise parse it by the rules.
                let legal = view.moves().iter().copied().find(|legal| legal.to_string() == text);
                let read = legal.or_else(|| view.rules().parse_move(text).ok());
                (read.map(Action::Play), "a move under the rules, such as `3`, `44` or `pass`")
            }
        };
        action.ok_or_else(|| TextError::new(text, view.decision(), expected))
    }
}
