//! Ranks.

use std::fmt;
use std::str::FromStr;

use crate::card::CardError;

/// Letters of the ranks, lowest rank first.
const RANK_LETTERS: [char; Rank::COUNT] = ['3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2'];

/// A rank; in the normal order 3 is the lowest and 2 the highest.
///
/// ```text
/// index    0 1 2 3 4 5 6 7 8 9 10 11 12
/// letter   3 4 5 6 7 8 9 T J Q  K  A  2
/// ```
/// ```
/// use quadrille_daifugo::Rank;
///
/// assert!(Rank::THREE < Rank::TWO);
/// assert_eq!("8".parse(), Ok(Rank::EIGHT));
/// assert_eq!(Rank::new(7).unwrap().to_string(), "T");
/// assert_eq!(Rank::new(13), None);
/// // The text is the rank printed on the card, never an index: `9` is a nine and `10` a ten.
/// assert_eq!(["9", "10", "t", "2"].map(|text| text.parse().ok()), [6, 7, 7, 12].map(Rank::new));
/// let error = "11".parse::<Rank>().unwrap_err();
/// assert!(error.to_string().contains("write `A` for the rank with index 11"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// Number of ranks.
    pub const COUNT: usize = 13;
    /// The lowest rank of the normal order.
    pub const THREE: Self = Self(0);
    /// The rank that clears the table under the eight-cut.
    pub const EIGHT: Self = Self(5);
    /// The ten, written `T` and parsed from `T` or `10`.
    pub(crate) const TEN: Self = Self(7);
    /// The texts accepted as a rank, as listed in error messages.
    pub(crate) const EXPECTED: &str = "3 to 9, 10 or T, J, Q, K, A or 2";
    /// The rank that reverses the order for the rest of the trick under 11-back.
    pub const JACK: Self = Self(8);
    /// The highest rank of the normal order.
    pub const TWO: Self = Self(12);

    /// Returns the rank with the index; `None` above 12.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT as u8 { Some(Self(index)) } else { None }
    }

    /// Returns the rank of the card with the index, 0..=51.
    #[inline]
    pub(crate) const fn of_card(index: u8) -> Self {
        Self(index / 4)
    }

    /// Returns the index, 0..=12.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// Returns the letter, one of `3456789TJQKA2`.
    pub const fn letter(self) -> char {
        RANK_LETTERS[self.0 as usize]
    }

    /// Returns the rank of a letter, in upper or lower case; `None` if the letter is not a rank.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        RANK_LETTERS.iter().position(|&known| known == letter).map(|index| Self(index as u8))
    }

    /// Iterates over all ranks, lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl FromStr for Rank {
    type Err = CardError;

    /// Parses `3` to `9`, `10` or `T`, `J`, `Q`, `K`, `A` or `2`, in upper or lower case.
    ///
    /// # Errors
    /// Fails on any other text. The numbers 0, 1, 11 and 12 are not ranks but indices of ranks. For
    /// these numbers, the error names the rank with the index.
    fn from_str(text: &str) -> Result<Self, CardError> {
        if text == "10" {
            return Ok(Self::TEN);
        }
        one_letter(text, Self::from_letter).ok_or_else(|| {
            let found = text.to_owned();
            let old = matches!(text, "0" | "1" | "11" | "12");
            let index = if old { text.parse().ok().and_then(Self::new) } else { None };
            match index {
                Some(meant) => CardError::RankIndex { found, meant },
                None => CardError::Rank { found },
            }
        })
    }
}

/// Applies `read` to the character of a text with exactly one character; returns `None` for other
/// texts.
pub(crate) fn one_letter<T>(text: &str, read: impl Fn(char) -> Option<T>) -> Option<T> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => read(letter),
        _ => None,
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter().encode_utf8(&mut [0; 4]))
    }
}

quadrille_table::debug_by_text!(Rank);

#[cfg(feature = "serde")]
quadrille_table::serde_by_text!(Rank);

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses every text of up to three characters from an alphabet. Texts of ranks must parse, and
    /// all others must fail. The error for an index must name the rank with that index.
    #[test]
    fn every_short_text_of_a_rank() {
        let signs: Vec<char> = "0123456789tjqkaTJQKAx-+ .".chars().collect();
        let mut texts = vec![String::new()];
        let mut last = texts.clone();
        for _ in 0..3 {
            last =
                last.iter().flat_map(|text| signs.iter().map(move |sign| format!("{text}{sign}"))).collect();
            texts.extend(last.iter().cloned());
        }
        let (mut read, mut indices) = (0, 0);
        for text in texts {
            let upper = text.to_uppercase();
            let expected = match upper.as_str() {
                "10" => Some(7),
                "" => None,
                one => "3456789TJQKA2".split("").filter(|part| !part.is_empty()).position(|part| part == one),
            };
            match (text.parse::<Rank>(), expected) {
                (Ok(rank), Some(index)) => {
                    read += 1;
                    assert_eq!(rank.index() as usize, index, "{text}");
                }
                (Err(CardError::RankIndex { found, meant }), None) => {
                    indices += 1;
                    assert_eq!(found, text);
                    let number: u32 = text.parse().unwrap();
                    assert_eq!(meant.index(), number);
                    let said = CardError::RankIndex { found, meant }.to_string();
                    assert!(said.contains(&format!("write `{meant}`")), "{said}");
                }
                (Err(CardError::Rank { found }), None) => assert_eq!(found, text),
                (found, expected) => panic!("{text}: {found:?}, {expected:?}"),
            }
        }
        assert_eq!(read, 19, "13 ranks, of which five in two cases, and `10`");
        // The texts that are indices but not ranks: 0, 1, 11 and 12.
        assert_eq!(indices, 4);
        for rank in Rank::all() {
            assert_eq!(rank.to_string().parse(), Ok(rank));
        }
        for text in ["x", "12"] {
            let said = text.parse::<Rank>().unwrap_err().to_string();
            assert!(said.contains("expected 3 to 9, 10 or T, J, Q, K, A or 2"), "{said}");
        }
    }
}
