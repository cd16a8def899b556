//! Actions as text.

use quadrille_diagnostics::printable;

use crate::{Decision, Game};

/// Conversion of actions to and from text, for protocols, files and people.
pub trait Text: Game {
    /// The name of the game in files, commands and questions, which is one word in lower case.
    const NAME: &'static str;

    /// Returns the text of an action. Different actions of the same kind of decision have different
    /// texts.
    fn action_text(action: Self::Action) -> String;

    /// Reads an action for the decision of this view. The action need not be legal.
    ///
    /// # Errors
    /// The text is not an action of this kind of decision.
    fn read_action(view: &Self::View<'_>, text: &str) -> Result<Self::Action, TextError>;
}

/// The error of reading an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a {}; expected {expected}", printable(found), decision.noun())]
#[non_exhaustive]
pub struct TextError {
    /// The text.
    pub found: String,
    /// The kind of decision.
    pub decision: Decision,
    /// A description of the expected text.
    pub expected: &'static str,
}

impl TextError {
    /// Creates the error for a text.
    pub fn new(found: &str, decision: Decision, expected: &'static str) -> Self {
        Self { found: found.to_owned(), decision, expected }
    }
}

/// The letters and symbols of each suit, in the order C, D, H, S.
const SUITS: [&str; 4] = ["Cc♣♧", "Dd♦♢", "Hh♥♡", "Ss♠♤"];

/// Returns the suit for a letter in upper or lower case or for a symbol; `None` for other
/// characters. Clubs, diamonds, hearts and spades are 0 to 3.
pub fn suit_of(letter: char) -> Option<usize> {
    SUITS.iter().position(|letters| letters.contains(letter))
}

/// Splits the text of a card into two characters, the suit and the rank. In the text, the rank may
/// be first, the suit may be a symbol, and the ten may be `10`. Returns `None` if the text does not
/// consist of two characters.
///
/// ```
/// use quadrille_table::{card_letters, suit_of};
///
/// assert_eq!(["ST", "10s", "♠\u{fe0f}10"].map(card_letters), [Some(('S', 'T')), Some(('s', 'T')), Some(('♠', 'T'))]);
/// assert_eq!((suit_of('♤'), card_letters("10")), (Some(3), None));
/// ```
pub fn card_letters(text: &str) -> Option<(char, char)> {
    // Variation selectors after a symbol are removed; they only select an emoji style or a text
    // style.
    let plain = text.replace("10", "T").replace(['\u{fe0e}', '\u{fe0f}'], "");
    let mut letters = plain.chars();
    let (first, second) = letters.next().zip(letters.next()).filter(|_| letters.next().is_none())?;
    let rank_first = suit_of(first).is_none() && suit_of(second).is_some();
    Some(if rank_first { (second, first) } else { (first, second) })
}

/// Returns the displayed form of a card that is written as the letters of its suit and rank. The
/// letter of the suit becomes a symbol, and `T` becomes `10`. Brackets are kept. Other texts, such
/// as `JK`, are returned unchanged.
///
/// ```
/// use quadrille_table::card_face;
///
/// assert_eq!(["SK", "HT", "[S4]", "JK", "[4]"].map(card_face), ["♠K", "♥10", "[♠4]", "JK", "[4]"]);
/// ```
pub fn card_face(text: &str) -> String {
    let inner = text.trim_matches(['[', ']']);
    let mut letters = inner.chars();
    let (Some(suit), Some(rank), None) = (letters.next(), letters.next(), letters.next()) else {
        return text.to_owned();
    };
    let Some(suit) = suit_of(suit) else { return text.to_owned() };
    let symbol = SUITS[suit].chars().nth(2).unwrap_or(' ');
    let rank = if rank == 'T' { "10".to_owned() } else { rank.to_string() };
    text.replace(inner, &format!("{symbol}{rank}"))
}
