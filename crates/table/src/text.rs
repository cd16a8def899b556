//! Actions as text.

use quadrille_diagnostics::printable;

use crate::{Decision, Game};

/// Text of actions, both ways: for protocols, files and people.
pub trait Text: Game {
    /// The game's name in files, commands and questions: one word in lower case.
    const NAME: &'static str;

    /// An action as text. Two actions of the same kind of decision never share a text.
    fn action_text(action: Self::Action) -> String;

    /// Reads the action that a text means at the decision that is due. It need not be legal.
    ///
    /// # Errors
    /// The text is no action of this kind of decision.
    fn read_action(view: &Self::View<'_>, text: &str) -> Result<Self::Action, TextError>;
}

/// A text that is no action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no {}; expected {expected}", printable(found), decision.noun())]
#[non_exhaustive]
pub struct TextError {
    /// The text.
    pub found: String,
    /// What is to be decided.
    pub decision: Decision,
    /// What was expected, in words.
    pub expected: &'static str,
}

impl TextError {
    /// This text is no action of such a decision.
    pub fn new(found: &str, decision: Decision, expected: &'static str) -> Self {
        Self { found: found.to_owned(), decision, expected }
    }
}

/// The suits' letters and symbols, in the order C D H S.
const SUITS: [&str; 4] = ["Cc♣♧", "Dd♦♢", "Hh♥♡", "Ss♠♤"];

/// The suit of a letter, in either case, or of a symbol: 0 to 3 for clubs, diamonds, hearts and spades.
pub fn suit_of(letter: char) -> Option<usize> {
    SUITS.iter().position(|letters| letters.contains(letter))
}

/// The letters of a playing card's text: the suit's and the rank's. The rank may come first, the suit may be a symbol
/// and the ten `10`. `None` if there are not two.
///
/// ```
/// use quadrille_table::{card_letters, suit_of};
///
/// assert_eq!(["ST", "10s", "♠\u{fe0f}10"].map(card_letters), [Some(('S', 'T')), Some(('s', 'T')), Some(('♠', 'T'))]);
/// assert_eq!((suit_of('♤'), card_letters("10")), (Some(3), None));
/// ```
pub fn card_letters(text: &str) -> Option<(char, char)> {
    // The variation selectors after a symbol only choose between a picture in colour and a letter.
    let plain = text.replace("10", "T").replace(['\u{fe0e}', '\u{fe0f}'], "");
    let mut letters = plain.chars();
    let (first, second) = letters.next().zip(letters.next()).filter(|_| letters.next().is_none())?;
    let rank_first = suit_of(first).is_none() && suit_of(second).is_some();
    Some(if rank_first { (second, first) } else { (first, second) })
}
