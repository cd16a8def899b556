//! The public facts of a position, one by one.

use crate::melds::{Hand, Trick};
use crate::rules::Rules;

/// What everyone at the table knows, as plain data: what [`PublicState::new`](super::PublicState::new) makes
/// the middle of a game of.
///
/// ```
/// use quadrille_daifugo::game::{Facts, PublicState};
/// use quadrille_daifugo::melds::{Hand, Trick};
/// use quadrille_daifugo::rules::Rules;
///
/// // Three players hold 1, 2 and 2 cards; all but those five are gone. Seat 0 has just played a 9, seat 1 has passed.
/// let held = "C3 D4 H5 S6 SK".parse()?;
/// let mut facts = Facts::new(Rules::UECDA.of(3, 0)?, &[1, 2, 2], Hand::new(!held, 0), 2);
/// facts.trick = Some(Trick::new("C9".parse()?));
/// (facts.owner, facts.passed, facts.idle) = (0, vec![1], 1);
/// let state = PublicState::new(&facts)?;
/// assert_eq!((state.turn(), state.trick_owner(), state.size(1)), (Some(2), Some(0), 2));
/// assert_eq!(state.facts(), facts);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Facts {
    /// The rules.
    pub rules: Rules,
    /// How many cards each seat holds, jokers included.
    pub sizes: Vec<u8>,
    /// The cards that are in nobody's hand: played, or never dealt.
    pub gone: Hand,
    /// What lies on the table.
    pub trick: Option<Trick>,
    /// The seats that have passed since the table was cleared.
    pub passed: Vec<u8>,
    /// The seat to move.
    pub turn: u8,
    /// The seat whose meld lies on the table, or that led last: to it, or to the next one that holds cards,
    /// the lead goes when the table clears.
    pub owner: u8,
    /// Passes in a row, 0 to 19.
    pub idle: u8,
    /// Whether a revolution is on.
    pub revolution: bool,
    /// Whether 11-back is on.
    pub eleven_back: bool,
    /// Whether play goes from higher seats to lower ones.
    pub backwards: bool,
    /// Whether twenty passes in a row have ended the game.
    pub stuck: bool,
    /// The class that each seat had in the game before, 0 the richest; `None` where nobody had one.
    pub classes_before: Option<Vec<u8>>,
    /// The seats whose classes are settled from the top, the richest first.
    pub finished: Vec<u8>,
    /// The seats whose classes are settled from the bottom, the poorest first: by a forbidden finish or
    /// miyako-ochi.
    pub fallen: Vec<u8>,
}

impl Facts {
    /// A table on which nothing lies and nobody has passed; the seat `turn` is to lead. Everything else is
    /// set afterwards, field by field.
    pub fn new(rules: Rules, sizes: &[u8], gone: Hand, turn: u8) -> Self {
        Self {
            rules,
            sizes: sizes.to_vec(),
            gone,
            trick: None,
            passed: Vec::new(),
            turn,
            owner: turn,
            idle: 0,
            revolution: false,
            eleven_back: false,
            backwards: false,
            stuck: false,
            classes_before: None,
            finished: Vec::new(),
            fallen: Vec::new(),
        }
    }
}
