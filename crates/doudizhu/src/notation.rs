//! Parses all common notations of cards, and writes one of them.
//!
//! | card | read as | written as |
//! |---|---|---|
//! | 3 to 9, J, Q, K, A, 2 | the character, in either case | the character |
//! | ten | `T`, `10`, `0` | `T` |
//! | black joker | `B`, `X`, `Y`, `小王`, `小鬼`, `小` | `B` |
//! | red joker | `R`, `D`, `Z`, `大王`, `大鬼`, `大` | `R` |
//! | both jokers | `王炸`, `王王`, `双王` | `BR` |
//! | one joker | `王`, `鬼`: the joker that the text does not name; if the text names neither joker, the red joker | `B`, `R` |
//!
//! `X` and `D` are `DouZero`'s jokers. Other endgame solvers use `Y`, `Z` and `0`. Full-width
//! characters and the playing cards of Unicode (`🂡`, `🃏`) are accepted as well. Spaces, tabs and
//! commas (`,` `，` `、`) may separate cards. Suits (`♠`, `黑桃`) are ignored: they have no meaning in
//! this game.
//!
//! `1` alone is an error: some programs use it for the ace, others for the ten.

use crate::hand::{Hand, HandError};
use crate::rank::Rank;

const BLACK: &[Rank] = &[Rank::BLACK_JOKER];
const RED: &[Rank] = &[Rank::RED_JOKER];
const BOTH: &[Rank] = &[Rank::BLACK_JOKER, Rank::RED_JOKER];

/// Characters that name a joker of unspecified colour.
const EITHER: [char; 2] = ['王', '鬼'];

/// Names of cards. A name comes before all of its own prefixes.
const WORDS: [(&str, &[Rank]); 11] = [
    ("10", &[Rank::TEN]),
    ("小王", BLACK),
    ("小鬼", BLACK),
    ("大王", RED),
    ("大鬼", RED),
    ("王炸", BOTH),
    ("双王", BOTH),
    ("雙王", BOTH),
    ("小", BLACK),
    ("大", RED),
    ("0", &[Rank::TEN]),
];

/// Names of suits.
const SUITS: [&str; 10] = ["黑桃", "红桃", "红心", "梅花", "草花", "方块", "方片", "紅桃", "紅心", "方塊"];

/// Parses a hand from text in any of the notations, which may be mixed.
pub(crate) fn read(text: &str) -> Result<Hand, HandError> {
    let original: Vec<char> = text.chars().collect();
    let folded: Vec<char> = original.iter().copied().map(fold).collect();
    let mut hand = Hand::EMPTY;
    let mut unnamed = 0;
    let mut at = 0;
    while let Some(&found) = original.get(at) {
        let position = at + 1;
        let (length, ranks) = if EITHER.contains(&found) && folded.get(at + 1) != Some(&'炸') {
            unnamed += 1;
            if jokers(hand) + unnamed > 2 {
                return Err(HandError::Extra { position, rank: Rank::BLACK_JOKER });
            }
            (1, Ranks::Word(&[]))
        } else {
            symbol(&folded[at..]).ok_or(HandError::Unknown { position, found })?
        };
        for &rank in ranks.as_slice() {
            hand = add(hand, rank, position)?;
            if jokers(hand) + unnamed > 2 {
                return Err(HandError::Extra { position, rank });
            }
        }
        at += length;
    }
    for _ in 0..unnamed {
        let red_is_there = hand.count(Rank::RED_JOKER) > 0;
        hand = add(hand, if red_is_there { Rank::BLACK_JOKER } else { Rank::RED_JOKER }, at)?;
    }
    Ok(hand)
}

/// Returns the number of jokers in a hand.
fn jokers(hand: Hand) -> u8 {
    hand.count(Rank::BLACK_JOKER) + hand.count(Rank::RED_JOKER)
}

/// Adds one card to a hand. `position` is the index of the card's character in the text, counted
/// from 1; only the error contains it.
fn add(hand: Hand, rank: Rank, position: usize) -> Result<Hand, HandError> {
    let card = Hand::from_valid_bits(1 << (4 * rank.index()));
    hand.add(card).ok_or(HandError::Extra { position, rank })
}

/// The cards that one symbol of a text denotes. A separator and a suit denote no cards.
enum Ranks {
    One([Rank; 1]),
    Word(&'static [Rank]),
}

impl Ranks {
    fn as_slice(&self) -> &[Rank] {
        match self {
            Self::One(rank) => rank,
            Self::Word(ranks) => ranks,
        }
    }
}

/// Parses the first symbol of a non-empty text. Returns the symbol's length in characters and its
/// cards.
fn symbol(text: &[char]) -> Option<(usize, Ranks)> {
    let begins = |word: &str| {
        let length = word.chars().count();
        (text.len() >= length && word.chars().eq(text[..length].iter().copied())).then_some(length)
    };
    let first = text[0];
    if is_separator(first) || is_suit(first) {
        return Some((1, Ranks::Word(&[])));
    }
    if let Some(found) = WORDS.iter().find_map(|&(word, ranks)| Some((begins(word)?, Ranks::Word(ranks)))) {
        return Some(found);
    }
    if let Some(length) = SUITS.iter().find_map(|suit| begins(suit)) {
        return Some((length, Ranks::Word(&[])));
    }
    let rank = match first.to_ascii_uppercase() {
        'X' | 'Y' => Some(Rank::BLACK_JOKER),
        'D' | 'Z' => Some(Rank::RED_JOKER),
        _ => Rank::from_letter(first).or_else(|| playing_card(first)),
    };
    rank.map(|rank| (1, Ranks::One([rank])))
}

/// Converts a full-width character to its ordinary form.
fn fold(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        '\u{3000}' | '\u{a0}' => ' ',
        other => other,
    }
}

const fn is_separator(character: char) -> bool {
    matches!(character, ' ' | '\t' | ',' | '、')
}

/// Returns whether a character is a suit symbol, or a variation selector that can follow a suit
/// symbol.
const fn is_suit(character: char) -> bool {
    matches!(character, '\u{2660}'..='\u{2667}' | '\u{fe0e}' | '\u{fe0f}')
}

/// Returns the rank of a character in Unicode's block of playing cards.
///
/// The knights and the fool of the tarot have no rank.
fn playing_card(character: char) -> Option<Rank> {
    let code = u32::from(character);
    match character {
        '\u{1f0cf}' => Some(Rank::BLACK_JOKER),
        '\u{1f0bf}' => Some(Rank::RED_JOKER),
        '\u{1f0a1}'..='\u{1f0de}' => match code & 0xf {
            1 => Some(Rank::ACE),
            2 => Some(Rank::TWO),
            number @ 3..=11 => Rank::from_index(number as u8 - 3),
            13 => Rank::from_letter('Q'),
            14 => Rank::from_letter('K'),
            _ => None,
        },
        _ => None,
    }
}

impl Hand {
    /// Returns the cards in Chinese notation, lowest first: 3 to 9, 10, J, Q, K, A, 2, 小, 大.
    ///
    /// ```
    /// use quadrille_doudizhu::Hand;
    ///
    /// let hand: Hand = "9TTJ2BR".parse()?;
    /// assert_eq!(hand.in_chinese(), "91010J2小大");
    /// assert_eq!(hand.in_chinese().parse(), Ok(hand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_chinese(self) -> String {
        let mut text = String::new();
        for (rank, count) in self.iter() {
            for _ in 0..count {
                match rank {
                    Rank::TEN => text.push_str("10"),
                    Rank::BLACK_JOKER => text.push('小'),
                    Rank::RED_JOKER => text.push('大'),
                    other => text.push(other.letter()),
                }
            }
        }
        text
    }
}
