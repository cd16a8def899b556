//! The parts of a recorded game, and their positions in a text.

use super::{Fault, RecordError};

/// A part of a game's record. Indices count from 0; the index of a missing entry may be one past
/// the end of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePart {
    /// The classes after the previous game.
    Classes,
    /// The player in each seat.
    Seats,
    /// The hands as a whole.
    Hands,
    /// One hand, by player.
    Hand(usize),
    /// One gift.
    Gift(usize),
    /// One play.
    Play(usize),
    /// The result.
    Result,
    /// The points after the game.
    Points,
}

/// A fault, and the part of the game that contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The part.
    pub part: GamePart,
    /// The fault.
    pub fault: Fault,
}

impl GamePart {
    /// Returns the [`Misfit`] of a fault in this part of the game.
    pub fn has(self, fault: impl Into<Fault>) -> Misfit {
        Misfit { part: self, fault: fault.into() }
    }
}

/// A position in a text: a line and, where known, a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextPosition {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1; `None` for the whole line.
    pub column: Option<usize>,
}

impl TextPosition {
    /// Returns the position of a whole line.
    pub const fn line(line: usize) -> Self {
        Self { line, column: None }
    }

    /// Returns the error for a fault at this position.
    pub fn has(self, fault: impl Into<Fault>) -> RecordError {
        RecordError { line: self.line, column: self.column, fault: fault.into() }
    }

    /// Returns the error for a text that violates the format at this position.
    pub fn is(self, reason: impl Into<String>) -> RecordError {
        self.has(Fault::Format(reason.into()))
    }
}

/// Positions of a list and its entries.
#[derive(Clone, Debug, Default)]
pub struct ListPlaces {
    /// Position of the whole list.
    pub list: TextPosition,
    /// Position of each entry.
    pub entries: Vec<TextPosition>,
}

impl ListPlaces {
    /// Returns the position of an entry. If the entry is missing, returns the position of the list.
    fn entry(&self, at: usize) -> TextPosition {
        self.entries.get(at).copied().unwrap_or(self.list)
    }
}

/// Positions of the parts of one game.
#[derive(Clone, Debug, Default)]
pub struct GamePositions {
    /// The classes after the previous game.
    pub classes: TextPosition,
    /// The player in each seat.
    pub seats: TextPosition,
    /// The hands, by player.
    pub hands: ListPlaces,
    /// The gifts.
    pub gifts: ListPlaces,
    /// The plays.
    pub plays: ListPlaces,
    /// The result.
    pub result: TextPosition,
    /// The points after the game.
    pub points: TextPosition,
}

impl GamePositions {
    /// Returns the error for a fault. The error has the position of the part that contains the
    /// fault.
    pub fn error(&self, Misfit { part, fault }: Misfit) -> RecordError {
        let place = match part {
            GamePart::Classes => self.classes,
            GamePart::Seats => self.seats,
            GamePart::Hands => self.hands.list,
            GamePart::Hand(at) => self.hands.entry(at),
            GamePart::Gift(at) => self.gifts.entry(at),
            GamePart::Play(at) => self.plays.entry(at),
            GamePart::Result => self.result,
            GamePart::Points => self.points,
        };
        place.has(fault)
    }
}

/// Returns the words of a text, each with its byte offset.
pub fn words_at(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    text.split_whitespace().map(move |word| {
        // Only white space lies between `end` and the word, so the first match is the word itself.
        let begin = end + text[end..].find(word).unwrap_or(0);
        end = begin + word.len();
        (begin, word)
    })
}

#[cfg(test)]
mod tests {
    use super::words_at;

    #[test]
    fn words_have_their_byte_offsets() {
        let text = "  1EE 1EE\t0ä 1E\u{3000}E 1EE ";
        let words: Vec<_> = words_at(text).collect();
        assert_eq!(
            words.iter().map(|&(_, word)| word).collect::<Vec<_>>(),
            ["1EE", "1EE", "0ä", "1E", "E", "1EE"]
        );
        for (begin, word) in words {
            assert!(text[begin..].starts_with(word));
            assert!(text[..begin].ends_with(char::is_whitespace));
        }
        assert_eq!(words_at(" ").count(), 0);
    }
}
