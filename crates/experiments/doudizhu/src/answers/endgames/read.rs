//! Reads endgames from the values of options.

use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_doudizhu::endgame::Endgame;
use quadrille_doudizhu::endgame::files::HANDS_APART;
use quadrille_doudizhu::game::Position;
use quadrille_doudizhu::{Hand, Move, MoveBuffer, Rules};

use crate::answers::{misread_at, read_hand, read_move_to_beat};

/// The command-line options that describe an endgame.
#[derive(Debug, Clone, Copy, Default)]
pub struct EndgameOptions<'a> {
    /// `--hands`.
    pub hands: &'a str,
    /// `--to-move`.
    pub to_move: u8,
    /// `--on`.
    pub on: Option<&'a str>,
    /// `--on-by`.
    pub on_by: Option<u8>,
    /// `--landlord`.
    pub landlord: u8,
}

/// Reads and validates an endgame.
///
/// # Errors
/// A diagnostic of the invalid option, with the expected value.
pub fn read_endgame(rules: Rules, options: EndgameOptions<'_>) -> Result<(Endgame, Position), Diagnostic> {
    let source = Source::new("--hands", options.hands);
    let mut hands = Vec::new();
    let mut begin = 0;
    for part in options.hands.split_inclusive(HANDS_APART) {
        let text = part.trim_end_matches(HANDS_APART);
        hands.push(text.parse::<Hand>().map_err(|error| misread_at(&source, begin, text, &error))?);
        begin += part.len();
    }
    if options.hands.is_empty() || options.hands.ends_with(HANDS_APART) {
        hands.push(Hand::EMPTY);
    }
    let mut endgame = Endgame::new(hands);
    endgame.on = options.on.map(|on| read_move_to_beat(rules, "--on", on)).transpose()?;
    (endgame.to_move, endgame.on_by, endgame.landlord) = (options.to_move, options.on_by, options.landlord);
    let position = endgame.position().map_err(|error| {
        let text = error.to_string();
        let (message, expected) =
            text.split_once("; expected ").unwrap_or((&text, "hands that together fit into one pack"));
        let whole = 0..options.hands.len();
        Diagnostic::at(&source, whole, message.to_owned()).expected(expected.to_owned())
    })?;
    Ok((endgame, position))
}

/// Reads a first move of a position from a text, which may be `pass`. `name` identifies the text in
/// errors.
///
/// # Errors
/// A diagnostic if the text has invalid cards, or if the cards are not a legal move of the seat to
/// move.
pub fn read_first_move(
    rules: Rules,
    position: &Position,
    name: &str,
    text: &str,
) -> Result<Move, Diagnostic> {
    let pass = text.trim().eq_ignore_ascii_case("pass");
    let cards = if pass { Hand::EMPTY } else { read_hand(name, text)? };
    position.read(rules, cards).map_err(|error| {
        let mut legal = MoveBuffer::new();
        position.moves(rules, &mut legal);
        let example = legal.first().map_or_else(String::new, |mv| format!(", such as `{mv}`"));
        Diagnostic::at(&Source::new(name, text), 0..text.len(), error.to_string())
            .expected(format!("a legal move of {}{example}", position.turn()))
    })
}
