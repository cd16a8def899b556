//! Rules of a game: number of players, number of jokers, and optional rules.
//!
//! [`Rules::UECDA`] are the rules of the UECda contest. Every rule that varies between tables is a
//! [`Rule`] that can be switched on or off.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Card;

/// Declares the optional rules: for each, the variant, the name in files, whether the contest has
/// it (`contest`) or not (`local`), and its meaning. Everything else about the list of rules is
/// derived from this table.
macro_rules! rules {
    ($($variant:ident = $name:literal, $place:ident: $meaning:literal;)*) => {
        /// An optional rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(
            feature = "serde",
            derive(serde::Serialize, serde::Deserialize),
            serde(rename_all = "kebab-case")
        )]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = $meaning] $variant,)*
        }

        impl Rule {
            /// All rules.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// Returns the name used in files, such as `eight-cut`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Returns the meaning of the rule, in Markdown.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$variant => $meaning,)*
                }
            }
        }

        /// The bits of the rules of the contest.
        const CONTEST: u16 = $(rules!(@$place $variant))|*;
    };
    (@contest $variant:ident) => { Rule::$variant.bit() };
    (@local $variant:ident) => { 0 };
}

rules! {
    Sequences = "sequences", contest:
        "Three or more cards of one suit on consecutive ranks are a meld.";
    EightCut = "eight-cut", contest:
        "A meld that shows an 8 clears the table; its player leads.";
    SuitLock = "suit-lock", contest:
        "Suit lock: if two consecutive melds show the same suits, answers must show these suits until the table is cleared. A single joker ignores the lock and ends it.";
    Revolution = "revolution", contest:
        "Four or more cards of one rank, or a sequence of five or more, reverse the order of the ranks until the game ends or the next revolution.";
    SpadeThree = "spade-three", contest:
        "The single 3 of spades answers a single joker, and clears the table.";
    Exchange = "exchange", contest:
        "From the second game on, the poorest player gives its two best cards to the richest, and the second poorest (of four players or more) its best card to the second richest; the rich players return cards of their choice.";
    Deadlock = "deadlock", contest:
        "Twenty consecutive passes end the game; the open classes are assigned by lot.";
    ElevenBack = "eleven-back", local:
        "11-back: a meld that shows a J reverses the order until the table is cleared or the next such meld.";
    RankLock = "rank-lock", local:
        "Rank lock: if the ranks of a meld directly follow those of the meld before, each answer must directly follow the last meld until the table is cleared. A single joker ignores the lock and ends it.";
    FiveSkip = "five-skip", local:
        "5-skip: a meld that shows a 5 skips the next seat.";
    SixReverse = "six-reverse", local:
        "A meld that shows a 6 reverses the direction of play until the game ends.";
    NineReverse = "nine-reverse", local:
        "A meld that shows a 9 reverses the direction of play until the game ends.";
    MiyakoOchi = "miyako-ochi", local:
        "Miyako-ochi, the fall of the capital: if another player finishes first, the richest player of the previous game is out at once and gets the worst open class.";
    ForbiddenFinish = "forbidden-finish", local:
        "A player who finishes with a meld that shows an 8 (under the eight-cut) or the best rank of the current order, or that contains a joker, gets the worst open class.";
}

impl Rule {
    /// Returns the rule with the given name.
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

    /// Parses the name of a rule.
    ///
    /// # Errors
    /// Fails on an unknown name.
    fn from_str(name: &str) -> Result<Self, RulesError> {
        Self::from_name(name).ok_or_else(|| RulesError::Unknown { found: name.to_owned() })
    }
}

/// Error of constructing or parsing rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The name is not a rule.
    #[error("`{}` is not a rule; expected one of {}", found.escape_debug(), Rule::ALL.map(Rule::name).join(", "))]
    Unknown {
        /// The name.
        found: String,
    },
    /// The text lacks `players=N` or `jokers=N` in the required place.
    #[error(
        "`{}` is not `players=N` or `jokers=N`; expected rules such as `players=5 jokers=1 sequences eight-cut`",
        found.escape_debug()
    )]
    Numbers {
        /// The word found instead.
        found: String,
    },
    /// The number of players is not 3 to 6.
    #[error("{players} player{}; expected 3 to 6", if *players == 1 { "" } else { "s" })]
    Players {
        /// The number of players.
        players: usize,
    },
    /// More than two jokers.
    #[error("{jokers} jokers; expected 0 to 2")]
    Jokers {
        /// The number of jokers.
        jokers: u32,
    },
}

/// The rules of a game.
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
    /// The rules of UECda, with five players and one joker.
    pub const UECDA: Self = Self { players: 5, jokers: 1, on: CONTEST };
    /// Five players, one joker, and all optional rules off.
    pub const NONE: Self = Self { on: 0, ..Self::UECDA };
    /// Maximum number of players.
    pub const MOST_PLAYERS: usize = 6;

    /// Returns these rules for another number of players (3..=6) and jokers (0..=2).
    ///
    /// # Errors
    /// Returns an error for a number outside these ranges.
    pub const fn of(self, players: usize, jokers: u32) -> Result<Self, RulesError> {
        if players < 3 || players > Self::MOST_PLAYERS {
            return Err(RulesError::Players { players });
        }
        if jokers > 2 {
            return Err(RulesError::Jokers { jokers });
        }
        Ok(Self { players: players as u8, jokers: jokers as u8, on: self.on })
    }

    /// Returns these rules with one rule switched on.
    #[must_use]
    pub const fn with(self, rule: Rule) -> Self {
        Self { on: self.on | rule.bit(), ..self }
    }

    /// Returns these rules with one rule switched off.
    #[must_use]
    pub const fn without(self, rule: Rule) -> Self {
        Self { on: self.on & !rule.bit(), ..self }
    }

    /// Returns whether a rule is on.
    #[inline]
    pub const fn has(self, rule: Rule) -> bool {
        self.on & rule.bit() != 0
    }

    /// Returns the number of players, 3..=6.
    #[inline]
    pub const fn players(self) -> usize {
        self.players as usize
    }

    /// Returns the number of jokers, 0..=2.
    #[inline]
    pub const fn jokers(self) -> u32 {
        self.jokers as u32
    }

    /// Returns the number of cards, jokers included.
    pub const fn deck(self) -> usize {
        Card::COUNT + self.jokers as usize
    }

    /// Iterates over the rules that are on.
    pub fn rules(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.into_iter().filter(move |&rule| self.has(rule))
    }

    /// Returns the number of cards that a class exchanges with the opposite class.
    ///
    /// The richest and the poorest class exchange 2 cards. With four or more players, the second
    /// richest and the second poorest exchange 1 card. For all other classes, and without
    /// [`Rule::Exchange`], the number is 0.
    pub const fn gift(self, class: usize) -> u32 {
        let players = self.players();
        if !self.has(Rule::Exchange) || class >= players {
            return 0;
        }
        // Both partners are equally far from their end of the list of classes, so only this
        // distance matters. With an odd number of players, the middle class would exchange with
        // itself: with five players it has distance 2 and gives nothing; with three it has distance
        // 1, which `players > 3` excludes.
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

/// Writes `players=5 jokers=1`, then the names of the rules that are on, separated by spaces.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "players={} jokers={}", self.players, self.jokers)?;
        self.rules().try_for_each(|rule| write!(f, " {rule}"))
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Parses the output of [`Display`](fmt::Display); the rules may be in any order.
    ///
    /// # Errors
    /// Fails on numbers out of range or an unknown rule.
    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut words = text.split_whitespace();
        // The numbers come first and have keys, so a text that starts with a rule gets an error
        // about the missing number.
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

/// Serialised form of rules.
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
