//! The public facts of a position, one by one.

use crate::game::GameError;
use crate::game::state::STUCK;
use crate::melds::{Hand, Kind, Trick};
use crate::rules::{Rule, Rules};

/// What everyone at the table knows, as plain data: what [`PublicState::new`](super::PublicState::new) makes
/// the middle of a game of.
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
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[non_exhaustive]
pub struct Facts {
    /// What the game is played by: rules, players and jokers.
    pub rules: Rules,
    /// How many cards each seat holds, jokers included.
    pub sizes: Vec<u8>,
    /// The cards that are in nobody's hand: played, or never dealt.
    pub gone: Hand,
    /// The number of cards that are in nobody's hand although they are not among those that are
    /// [gone](Self::gone): they lie face down, and which ones they are is unknown. 0 where all
    /// cards are dealt.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_none"))]
    pub undealt: u8,
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
    /// The cards that may be in a hand: as many as the hands' sizes say, and those that are
    /// undealt.
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
            wrong("the hands' sizes and the cards that are gone do not add up to the deck")
        }
    }

    /// The seats that are still in the game, and those that have passed, a bit each.
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
                return wrong("a seat has two classes");
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
            return wrong("a seat that finished holds cards");
        }
        // The last one of all gets a class only by falling.
        if playing == 0 && self.fallen.is_empty() {
            return wrong("everybody has a class, and so the last one has two");
        }
        if playing.count_ones() > 1 {
            if (0..players as u8).any(|seat| playing >> seat & 1 == 1 && !holds(&seat)) {
                return wrong("a seat without cards has no class");
            }
            if playing >> self.turn & 1 == 0 || passed >> self.turn & 1 == 1 {
                return wrong("the seat to move has passed or is out");
            }
        }
        Ok((playing, passed))
    }

    /// Nothing is on that only a rule that is off could have brought about.
    pub(super) fn check_effects(&self) -> Result<(), GameError> {
        if self.idle >= STUCK {
            return wrong("twenty passes in a row end a game or begin a new count");
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
            return wrong("an effect of a rule that is off");
        }
        if self.trick.is_some_and(|trick| !self.gone.holds(trick.meld)) {
            return wrong("what lies on the table is not among the cards that are gone");
        }
        Ok(())
    }
}
