//! Actions as text, both ways.

use quadrille_table::{Text, TextError};

use super::{Action, Setup, Table};

/// What a call begins with: `pass` and `3` alone are moves.
const CALL: &str = "call:";

/// A move is its cards or `pass`, a call is `call:` and its word: so `3` is a card and `call:3` a bid, and
/// `pass` a move and `call:pass` a call. Cards are read in any order and notation.
impl Text for Table {
    const NAME: &'static str = "doudizhu";

    fn action_text(_: &Setup, action: Action) -> String {
        match action {
            Action::Call(call) => format!("{CALL}{call}"),
            Action::Play(chosen) => chosen.to_string(),
        }
    }

    fn read_action(setup: &Setup, text: &str) -> Result<Action, TextError> {
        let wrong = |expected: String| TextError { found: text.to_owned(), expected };
        match text.strip_prefix(CALL) {
            Some(word) => match word.parse() {
                Ok(call) => Ok(Action::Call(call)),
                Err(_) => Err(wrong(
                    "`call:` and one of `pass`, `1`, `2`, `3`, `call`, `rob`, `open` or `double`".to_owned(),
                )),
            },
            None => match setup.rules.parse_move(text) {
                Ok(chosen) => Ok(Action::Play(chosen)),
                Err(_) => Err(wrong(format!(
                    "a move under the rules `{}`, such as `3`, `44` or `pass`, or a call, such as `call:pass`",
                    setup.rules
                ))),
            },
        }
    }
}
