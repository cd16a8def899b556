//! Where in a text the parts of a game stand.

use super::{Fault, RecordError};

/// A part of a game's record. What is listed is counted from 0, and may be one that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The classes of the game before.
    Classes,
    /// Who sits where.
    Seats,
    /// The hands as a whole.
    Hands,
    /// One hand, by player.
    Hand(usize),
    /// One gift.
    Gift(usize),
    /// One play.
    Play(usize),
    /// The places at the end.
    Result,
    /// The points after the game.
    Points,
}

/// A fault, and the part of the game that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The part.
    pub part: Part,
    /// What is wrong with it.
    pub fault: Fault,
}

impl Part {
    /// The fault as one of this part.
    pub fn has(self, fault: impl Into<Fault>) -> Misfit {
        Misfit { part: self, fault: fault.into() }
    }
}

/// A line, and the column of it where that says more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// In bytes, from 1.
    pub column: Option<usize>,
}

impl Place {
    /// A line as a whole.
    pub const fn line(line: usize) -> Self {
        Self { line, column: None }
    }

    /// The error of a fault that is here.
    pub fn has(self, fault: impl Into<Fault>) -> RecordError {
        RecordError { line: self.line, column: self.column, fault: fault.into() }
    }

    /// The error of a text that is not of the format here.
    pub fn is(self, reason: impl Into<String>) -> RecordError {
        self.has(Fault::Format(reason.into()))
    }
}

/// Something listed: where the list stands, and where each entry.
#[derive(Clone, Debug, Default)]
pub struct ListPlaces {
    /// The list as a whole.
    pub list: Place,
    /// Each entry.
    pub entries: Vec<Place>,
}

impl ListPlaces {
    /// The place of an entry; that of the list for one that is missing.
    fn entry(&self, at: usize) -> Place {
        self.entries.get(at).copied().unwrap_or(self.list)
    }
}

/// Where the parts of one game stand.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The classes of the game before.
    pub classes: Place,
    /// Who sits where.
    pub seats: Place,
    /// The hands, by player.
    pub hands: ListPlaces,
    /// The gifts.
    pub gifts: ListPlaces,
    /// The plays.
    pub plays: ListPlaces,
    /// The places at the end.
    pub result: Place,
    /// The points after the game.
    pub points: Place,
}

impl Places {
    /// The error of a fault, at the place of its part.
    pub fn error(&self, Misfit { part, fault }: Misfit) -> RecordError {
        let place = match part {
            Part::Classes => self.classes,
            Part::Seats => self.seats,
            Part::Hands => self.hands.list,
            Part::Hand(at) => self.hands.entry(at),
            Part::Gift(at) => self.gifts.entry(at),
            Part::Play(at) => self.plays.entry(at),
            Part::Result => self.result,
            Part::Points => self.points,
        };
        place.has(fault)
    }
}

/// The words of a text, each with the byte at which it begins.
pub fn words_at(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    text.split_whitespace().map(move |word| {
        // Nothing but white space lies between, and a word has none.
        let begin = end + text[end..].find(word).unwrap_or(0);
        end = begin + word.len();
        (begin, word)
    })
}

#[cfg(test)]
mod tests {
    use super::words_at;

    #[test]
    fn words_begin_where_they_stand() {
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
