//! Splits a text into words.

use quadrille_daifugo::records::RecordError;
use quadrille_daifugo::records::reading::TextPosition;

/// A word with its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) place: TextPosition,
    pub(super) text: &'a str,
}

impl Word<'_> {
    /// Returns the error that this word was found where `what` was expected.
    pub(super) fn expected(self, what: &str) -> RecordError {
        self.place.is(format!("`{}`; expected {what}", self.text.escape_debug()))
    }
}

/// The remaining words of a text.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
    ran_out: bool,
}

impl<'a> Words<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1, column: 1, ran_out: false }
    }

    /// Returns the next word, delimited by white space.
    pub(super) fn next(&mut self) -> Option<Word<'a>> {
        self.skip(char::is_whitespace);
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// Returns the next word without consuming it.
    pub(super) fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// Returns the next word of a hand. A brace is a word even without white space around it, and a
    /// comma counts as white space.
    fn next_of_hand(&mut self) -> Option<Word<'a>> {
        let between = |letter: char| letter.is_whitespace() || letter == ',';
        self.skip(between);
        let ends = |letter: char| between(letter) || "{}".contains(letter);
        let end = match self.rest.find(ends) {
            Some(0) => 1,
            Some(end) => end,
            None => self.rest.len(),
        };
        self.take(end)
    }

    /// Returns the next word; at the end of the text, an error that names `what` as expected.
    pub(super) fn due(&mut self, what: &str) -> Result<Word<'a>, RecordError> {
        match self.next() {
            Some(word) => Ok(word),
            None => Err(self.at_end(what)),
        }
    }

    /// Returns the next word of a hand; at the end of the text, an error that names `what` as
    /// expected.
    pub(super) fn due_of_hand(&mut self, what: &str) -> Result<Word<'a>, RecordError> {
        match self.next_of_hand() {
            Some(word) => Ok(word),
            None => Err(self.at_end(what)),
        }
    }

    /// Returns `true` if a word was expected after the last word of the text.
    pub(super) const fn ran_out(&self) -> bool {
        self.ran_out
    }

    fn at_end(&mut self, what: &str) -> RecordError {
        self.ran_out = true;
        // After the last line end there is no further line, so report the line before.
        let line = if self.column == 1 { (self.line - 1).max(1) } else { self.line };
        TextPosition::line(line).is(format!("the record ends; expected {what}"))
    }

    fn take(&mut self, end: usize) -> Option<Word<'a>> {
        let (text, rest) = self.rest.split_at(end);
        let place = TextPosition { line: self.line, column: Some(self.column) };
        (self.rest, self.column) = (rest, self.column + end);
        (!text.is_empty()).then_some(Word { place, text })
    }

    fn skip(&mut self, passed: impl Fn(char) -> bool) {
        while let Some(letter) = self.rest.chars().next().filter(|&letter| passed(letter)) {
            self.rest = &self.rest[letter.len_utf8()..];
            (self.line, self.column) = match letter {
                '\n' => (self.line + 1, 1),
                _ => (self.line, self.column + letter.len_utf8()),
            };
        }
    }
}
