//! The rules of a table: who plays with how many jokers, and which rules are on.
//!
//! [`Rules::UECDA`] are those of the contest UECda; every rule that tables differ in is a [`Rule`] that can
//! be switched.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Card;

/// A rule that some tables play by and others do not.
///
/// The first seven are on under [`Rules::UECDA`], the others off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Rule {
    /// Three cards or more of a suit whose ranks follow one another are a meld.
    Sequences,
    /// A meld that shows an 8 clears the table; whoever played it leads.
    EightCut,
    /// The same suits shown twice running lock them until the table is cleared. A joker alone ignores the
    /// lock and ends it.
    SuitLock,
    /// Four or more of a rank, or a sequence of five or more, reverse the order of the ranks until the game
    /// ends, or until the next of them.
    Revolution,
    /// The 3 of spades alone answers a joker alone, and clears the table.
    SpadeThree,
    /// From the second game on, the poorest give their best cards to the richest, who return cards of their
    /// choice.
    Exchange,
    /// Twenty passes in a row end a game that is stuck; the classes left are drawn.
    Deadlock,
    /// 11-back: a meld that shows a J turns the order until the table is cleared, or until the next of them.
    ElevenBack,
    /// A rank right after the one before it locks the ranks: until the table is cleared each answer comes
    /// right after the last. A joker alone ignores the lock and ends it.
    RankLock,
    /// 5-skip: a meld that shows a 5 skips the seat that would be next.
    FiveSkip,
    /// A meld that shows a 6 reverses the direction of play until the game ends.
    SixReverse,
    /// A meld that shows a 9 reverses the direction of play until the game ends.
    NineReverse,
    /// Miyako-ochi, the fall of the capital: when another one finishes first, the richest of the game before
    /// is out at once, and poorest.
    MiyakoOchi,
    /// Whoever finishes with a meld that shows an 8 (under 8-cut), the best rank of the current order, or has
    /// a joker, is poorest; the second one to do so gets the place above.
    ForbiddenFinish,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 14] = [
        Self::Sequences,
        Self::EightCut,
        Self::SuitLock,
        Self::Revolution,
        Self::SpadeThree,
        Self::Exchange,
        Self::Deadlock,
        Self::ElevenBack,
        Self::RankLock,
        Self::FiveSkip,
        Self::SixReverse,
        Self::NineReverse,
        Self::MiyakoOchi,
        Self::ForbiddenFinish,
    ];

    /// Its name in files: `eight-cut`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sequences => "sequences",
            Self::EightCut => "eight-cut",
            Self::SuitLock => "suit-lock",
            Self::Revolution => "revolution",
            Self::SpadeThree => "spade-three",
            Self::Exchange => "exchange",
            Self::Deadlock => "deadlock",
            Self::ElevenBack => "eleven-back",
            Self::RankLock => "rank-lock",
            Self::FiveSkip => "five-skip",
            Self::SixReverse => "six-reverse",
            Self::NineReverse => "nine-reverse",
            Self::MiyakoOchi => "miyako-ochi",
            Self::ForbiddenFinish => "forbidden-finish",
        }
    }

    /// The rule of that name.
    ///
    /// ```
    /// use quadrille_daifugo::rules::Rule;
    /// assert_eq!(Rule::from_name("eight-cut"), Some(Rule::EightCut));
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = RulesError;

    /// Reads a rule's name.
    ///
    /// # Errors
    /// A name that no rule has.
    fn from_str(name: &str) -> Result<Self, RulesError> {
        Self::from_name(name).ok_or_else(|| RulesError::Unknown { found: name.to_owned() })
    }
}

/// Why there are no such rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A name that no rule has.
    #[error("`{}` is no rule; expected one of {}", found.escape_debug(), Rule::ALL.map(Rule::name).join(", "))]
    Unknown {
        /// The name.
        found: String,
    },
    /// Text that is not `players=N` or `jokers=N` where these are due.
    #[error("`{}`; expected rules such as `players=5 jokers=1 sequences eight-cut`", found.escape_debug())]
    Numbers {
        /// What stands there.
        found: String,
    },
    /// Not 3 to 6 players.
    #[error("{players} player{}; expected 3 to 6", if *players == 1 { "" } else { "s" })]
    Players {
        /// How many.
        players: usize,
    },
    /// More than two jokers.
    #[error("{jokers} jokers; expected 0 to 2")]
    Jokers {
        /// How many.
        jokers: u32,
    },
}

/// The rules of a table.
///
/// ```
/// use quadrille_daifugo::rules::{Rule, Rules};
///
/// let local = Rules::UECDA.with(Rule::ElevenBack).without(Rule::Exchange).of(4, 2)?;
/// assert_eq!((local.players(), local.deck()), (4, 54));
/// assert!(local.has(Rule::ElevenBack) && !local.has(Rule::Exchange));
/// assert_eq!(Rules::NONE.with(Rule::EightCut).to_string(), "players=5 jokers=1 eight-cut");
/// assert_eq!(local.to_string().parse(), Ok(local));
/// # Ok::<(), quadrille_daifugo::rules::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Listed", into = "Listed"))]
pub struct Rules {
    players: u8,
    jokers: u8,
    on: u16,
}

impl Rules {
    /// Those of UECda: five players, one joker.
    pub const UECDA: Self = Self { players: 5, jokers: 1, on: (1 << 7) - 1 };
    /// Five players, one joker, and no rule on.
    pub const NONE: Self = Self { on: 0, ..Self::UECDA };
    /// Players at most.
    pub const MOST_PLAYERS: usize = 6;

    /// The same rules for so many players (3 to 6) and jokers (0 to 2).
    ///
    /// # Errors
    /// Other numbers.
    pub const fn of(self, players: usize, jokers: u32) -> Result<Self, RulesError> {
        if players < 3 || players > Self::MOST_PLAYERS {
            return Err(RulesError::Players { players });
        }
        if jokers > 2 {
            return Err(RulesError::Jokers { jokers });
        }
        Ok(Self { players: players as u8, jokers: jokers as u8, on: self.on })
    }

    /// The same with a rule switched on.
    #[must_use]
    pub const fn with(self, rule: Rule) -> Self {
        Self { on: self.on | rule.bit(), ..self }
    }

    /// The same with a rule switched off.
    #[must_use]
    pub const fn without(self, rule: Rule) -> Self {
        Self { on: self.on & !rule.bit(), ..self }
    }

    /// Whether a rule is on.
    #[inline]
    pub const fn has(self, rule: Rule) -> bool {
        self.on & rule.bit() != 0
    }

    /// How many players: 3 to 6.
    #[inline]
    pub const fn players(self) -> usize {
        self.players as usize
    }

    /// How many jokers: 0 to 2.
    #[inline]
    pub const fn jokers(self) -> u32 {
        self.jokers as u32
    }

    /// How many cards there are, jokers included.
    pub const fn deck(self) -> usize {
        Card::COUNT + self.jokers as usize
    }

    /// The rules that are on.
    pub fn rules(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.into_iter().filter(move |&rule| self.has(rule))
    }

    /// How many cards the player of a class gives to the one of the opposite class: 2 between the richest and
    /// the poorest, 1 between the second of each, where there are four players or more; 0 to all others, and
    /// where nothing is exchanged.
    pub const fn gift(self, class: usize) -> u32 {
        let players = self.players();
        if !self.has(Rule::Exchange) || class >= players {
            return 0;
        }
        // Both partners of an exchange are equally far from their end of the list, so that distance alone decides.
        // With an odd number of players the one in the middle would be his own partner: of five that one has
        // distance 2 and gives nothing anyway, of three it is the second from either end.
        let from_the_end = if class < players - 1 - class { class } else { players - 1 - class };
        match from_the_end {
            0 => 2,
            1 if players > 3 => 1,
            _ => 0,
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::UECDA
    }
}

/// `players=5 jokers=1`, then the names of the rules that are on, a space between.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "players={} jokers={}", self.players, self.jokers)?;
        self.rules().try_for_each(|rule| write!(f, " {rule}"))
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads what [`Display`](fmt::Display) writes; the rules may stand in any order.
    ///
    /// # Errors
    /// Other numbers than there may be, or a name that no rule has.
    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut words = text.split_whitespace();
        // The numbers come first and are called by name, so a text that begins with a rule is told what is missing
        // and not that some rule is no number.
        let mut number = |key: &str| {
            let word = words.next().unwrap_or_default();
            let number = word.strip_prefix(key).and_then(|rest| rest.strip_prefix('=')?.parse().ok());
            number.ok_or_else(|| RulesError::Numbers { found: word.to_owned() })
        };
        let (players, jokers): (u32, u32) = (number("players")?, number("jokers")?);
        let rules = words.try_fold(Self::NONE, |rules, name| Ok(rules.with(name.parse()?)))?;
        rules.of(players as usize, jokers)
    }
}

quadrille_table::debug_by_text!(Rules);

/// Rules as they are serialised.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    players: usize,
    jokers: u32,
    on: Vec<Rule>,
}

#[cfg(feature = "serde")]
impl From<Rules> for Listed {
    fn from(rules: Rules) -> Self {
        Self { players: rules.players(), jokers: rules.jokers(), on: rules.rules().collect() }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Listed> for Rules {
    type Error = RulesError;

    fn try_from(listed: Listed) -> Result<Self, RulesError> {
        let on = listed.on.into_iter().fold(Self::NONE, Self::with);
        on.of(listed.players, listed.jokers)
    }
}
