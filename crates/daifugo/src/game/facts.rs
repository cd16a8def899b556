//! Public facts of a position, as plain data.

use crate::game::GameError;
use crate::game::state::STUCK;
use crate::melds::{Hand, Kind, Trick};
use crate::rules::{Rule, Rules};

/// Public information of a game position, as plain data.
///
/// [`PublicState::new`](super::PublicState::new) creates the state of a game in progress from these
/// facts.
///
/// ```
/// use quadrille_daifugo::CardSet;
/// use quadrille_daifugo::game::{Facts, PublicState};
/// use quadrille_daifugo::melds::{Hand, Trick};
/// use quadrille_daifugo::rules::Rules;
///
/// // Three players hold 1, 2 and 2 cards; all but those five are gone. Seat 0 has just played a 9, seat 1
/// // has passed.
/// let held: CardSet = "C3 D4 H5 S6 SK".parse()?;
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
#[expect(clippy::struct_excessive_bools, reason = "the fields are independent facts")]
#[non_exhaustive]
pub struct Facts {
    /// Rules, number of players and number of jokers.
    pub rules: Rules,
    /// Number of cards in each seat's hand, jokers included.
    pub sizes: Vec<u8>,
    /// Cards that are in no hand: played cards, and undealt cards whose identity is known.
    pub gone: Hand,
    /// Number of unknown cards that lie face down. Such cards are neither in a hand nor
    /// [gone](Self::gone). 0 if all cards are dealt.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_none"))]
    pub undealt: u8,
    /// The current trick; `None` if the table is empty.
    pub trick: Option<Trick>,
    /// Seats that have passed since the table was last cleared.
    pub passed: Vec<u8>,
    /// The seat to move.
    pub turn: u8,
    /// Seat that played last. Its meld is on the table, unless the table is empty. Before the first
    /// play, this is the seat that leads.
    ///
    /// When the table is cleared, this seat leads; if it has no cards, the next seat that holds
    /// cards leads.
    pub owner: u8,
    /// Number of consecutive passes, 0..=19.
    pub idle: u8,
    /// Whether a revolution is in effect.
    pub revolution: bool,
    /// Whether 11-back is in effect.
    pub eleven_back: bool,
    /// Whether play proceeds in descending order of seats.
    pub backwards: bool,
    /// Whether twenty consecutive passes have ended the game.
    pub stuck: bool,
    /// Class of each seat in the previous game, 0 for the richest; `None` in the first game.
    pub classes_before: Option<Vec<u8>>,
    /// Seats that have finished, richest first. Each got the best class that was still open.
    pub finished: Vec<u8>,
    /// Seats that fell to the worst class still open, by a forbidden finish or by the fall of the
    /// capital (miyako-ochi); poorest first.
    pub fallen: Vec<u8>,
}

impl Facts {
    /// Creates the facts of an empty table with no passes, where seat `turn` leads.
    ///
    /// The other fields get default values and can be changed afterwards.
    pub fn new(rules: Rules, sizes: &[u8], gone: Hand, turn: u8) -> Self {
        Self {
            rules,
            sizes: sizes.to_vec(),
            gone,
            undealt: 0,
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

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_none(number: &u8) -> bool {
    *number == 0
}

fn wrong<T>(what: &'static str) -> Result<T, GameError> {
    Err(GameError::Facts { what })
}

impl Facts {
    /// Returns the cards that are not in `gone`: the cards in hands and the undealt cards.
    ///
    /// Fails if their number is not the sum of the hand sizes and the number of undealt cards.
    pub(super) fn held(&self) -> Result<Hand, GameError> {
        let rules = self.rules;
        if self.sizes.len() != rules.players() {
            return Err(GameError::Hands { found: self.sizes.len(), wanted: rules.players() });
        }
        if self.gone.jokers > rules.jokers() {
            return Err(GameError::Jokers { found: self.gone.jokers, most: rules.jokers() });
        }
        let held = Hand::new(self.gone.cards.complement(), rules.jokers() - self.gone.jokers);
        let dealt = self.sizes.iter().map(|&size| u32::from(size)).sum::<u32>();
        if dealt + u32::from(self.undealt) == held.len() {
            Ok(held)
        } else {
            wrong("the hand sizes and the cards in `gone` and `undealt` do not add up to the deck")
        }
    }

    /// Returns two bit sets: the seats still in the game, and the seats that have passed.
    pub(super) fn seats(&self) -> Result<(u8, u8), GameError> {
        let players = self.rules.players();
        let named = [self.turn, self.owner];
        let all = named.iter().chain(&self.finished).chain(&self.fallen).chain(&self.passed);
        if let Some(&seat) = all.into_iter().find(|&&seat| usize::from(seat) >= players) {
            return Err(GameError::Seat { seat: usize::from(seat), players });
        }
        let mut out = 0u8;
        for &seat in self.finished.iter().chain(&self.fallen) {
            if out >> seat & 1 == 1 {
                return wrong("a seat occurs twice in the lists `finished` and `fallen`");
            }
            out |= 1 << seat;
        }
        let playing = ((1u16 << players) - 1) as u8 & !out;
        let passed = self.passed.iter().fold(0, |passed, &seat| passed | 1 << seat);
        let holds = |seat: &u8| self.sizes[usize::from(*seat)] > 0;
        if self.stuck {
            return Ok((playing, passed));
        }
        if self.finished.iter().any(holds) {
            return wrong("a seat in `finished` still holds cards");
        }
        // The last seat is listed only if it has fallen. Otherwise its class follows from the
        // others, and `finished` omits it.
        if playing == 0 && self.fallen.is_empty() {
            return wrong("all seats are in `finished`; the last seat must be omitted");
        }
        if playing.count_ones() > 1 {
            if (0..players as u8).any(|seat| playing >> seat & 1 == 1 && !holds(&seat)) {
                return wrong("a seat without cards is in neither `finished` nor `fallen`");
            }
            if playing >> self.turn & 1 == 0 || passed >> self.turn & 1 == 1 {
                return wrong("the seat to move has passed or has left the game");
            }
        }
        Ok((playing, passed))
    }

    /// Checks that the rule of every active effect is on, that the number of passes is below
    /// [`STUCK`], and that the meld on the table is among the cards that are gone.
    pub(super) fn check_effects(&self) -> Result<(), GameError> {
        if self.idle >= STUCK {
            return wrong(
                "`idle`, the number of passes in a row, is above 19; the twentieth pass ends the game or resets the count to 0",
            );
        }
        let rules = self.rules;
        let trick = |is: fn(&Trick) -> bool| self.trick.as_ref().is_some_and(is);
        let effects = [
            (self.revolution, rules.has(Rule::Revolution)),
            (self.eleven_back, rules.has(Rule::ElevenBack)),
            (self.backwards, rules.has(Rule::SixReverse) || rules.has(Rule::NineReverse)),
            (self.stuck, rules.has(Rule::Deadlock)),
            (trick(|trick| trick.suit_lock), rules.has(Rule::SuitLock)),
            (trick(|trick| trick.rank_lock), rules.has(Rule::RankLock)),
            (trick(|trick| trick.meld.kind() == Kind::Sequence), rules.has(Rule::Sequences)),
        ];
        if effects.iter().any(|&(on, rule)| on && !rule) {
            return wrong(
                "an effect is active, but its rule is off: `revolution`, `eleven_back`, `backwards`, `stuck`, or a lock or a sequence in `trick`",
            );
        }
        if self.trick.is_some_and(|trick| !self.gone.holds(trick.meld)) {
            return wrong("the meld on the table is not among the cards in `gone`");
        }
        Ok(())
    }
}
