//! What the rest of a game depends on.

use crate::game::state::PublicState;
use crate::melds::Hand;
use crate::rules::{Rule, Rules};

/// What the rest of a game depends on, to look positions up by: the hands, the trick, whose move it is, who
/// has passed, the order of ranks and the direction of play, and which places are left.
///
/// Positions with equal keys go on in the same way, whichever way they came about: counters are left out.
/// That is who got which of the places that are gone, and the number of passes in a row: under
/// [`Rule::Deadlock`] a game ends after twenty of them, which a search that looks positions up has to see to
/// by itself. Keys of games by different rules are not to be compared.
///
/// ```
/// use std::collections::HashSet;
/// use quadrille_daifugo::game::{Game, Move};
/// use quadrille_daifugo::melds::Hand;
/// use quadrille_daifugo::rules::Rules;
///
/// let hands = ["C3 D9", "C4 D4", "C5 D5"].map(|cards| Hand::new(cards.parse().unwrap(), 0));
/// let mut game = Game::new(Rules::UECDA.of(3, 0)?, &hands, 0, None)?;
/// let mut seen = HashSet::from([game.key()]);
/// // Everybody passes on an empty table: as before, but for the passes.
/// let mut again = game.clone();
/// (0..3).for_each(|_| again.pass());
/// assert!(again != game && !seen.insert(again.key()));
/// game.submit(Move::Play("C3".parse()?));
/// assert!(seen.insert(game.key()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey {
    /// A hand with its jokers a word.
    hands: [u64; Rules::MOST_PLAYERS],
    /// The meld on the table, 0 for none, and its locks.
    trick: u32,
    locks: u8,
    playing: u8,
    passed: u8,
    turn: u8,
    owner: u8,
    /// Revolution, 11-back, direction, stuck.
    effects: u8,
    top: u8,
    bottom: u8,
    /// Who falls if somebody else is first; 255 for nobody.
    capital: u8,
}

impl PositionKey {
    pub(super) fn new(state: &PublicState, hands: &[Hand; Rules::MOST_PLAYERS]) -> Self {
        let trick = state.trick();
        let (playing, passed) = state.seats();
        let (top, bottom) = state.settled();
        let falls = state.rules().has(Rule::MiyakoOchi) && top == 0;
        Self {
            hands: hands.map(Hand::packed),
            trick: trick.map_or(0, |trick| trick.meld.bits()),
            locks: trick.map_or(0, |trick| u8::from(trick.suit_lock) | u8::from(trick.rank_lock) << 1),
            playing,
            passed,
            turn: state.turn().map_or(u8::MAX, |seat| seat as u8),
            owner: state.owner(),
            effects: u8::from(state.revolution())
                | u8::from(state.eleven_back()) << 1
                | u8::from(state.backwards()) << 2,
            top,
            bottom,
            capital: state.capital().filter(|_| falls).unwrap_or(u8::MAX),
        }
    }
}
