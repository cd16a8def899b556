//! Lookup keys of positions.

use crate::game::state::PublicState;
use crate::melds::Hand;
use crate::rules::{Rule, Rules};

/// Key of a position for transposition tables: the state that determines the rest of the game.
///
/// The key covers the hands, the trick, the seat to move, the passes, the order of ranks, the
/// direction of play and the classes still open. It omits the order in which seats left the game,
/// and the number of consecutive passes. Positions with equal keys therefore continue in the same
/// way however they arose. There is one exception. Under [`Rule::Deadlock`], a game ends after
/// twenty consecutive passes, so a search with a transposition table must count the passes
/// separately. Keys of games with different rules are not comparable.
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
/// // All seats pass on an empty table: only the count of passes changes.
/// let mut again = game.clone();
/// (0..3).for_each(|_| again.pass());
/// assert!(again != game && !seen.insert(again.key()));
/// game.submit(Move::Play("C3".parse()?));
/// assert!(seen.insert(game.key()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey {
    /// Hands by seat, each packed with its jokers into one word.
    hands: [u64; Rules::MOST_PLAYERS],
    /// The meld on the table, 0 for none.
    trick: u32,
    locks: u8,
    playing: u8,
    passed: u8,
    turn: u8,
    owner: u8,
    /// Bit set of active effects. The bits are, from the lowest: revolution, 11-back, reversed
    /// direction of play.
    effects: u8,
    top: u8,
    bottom: u8,
    /// The richest seat of the previous game if it can still suffer the fall of the capital
    /// (miyako-ochi), otherwise 255.
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
