//! A game played line by line: the commands that can be typed, and the rows so far.
//!
//! There are three modes: the player guesses a random secret, the program guesses the player's
//! secret, or the program advises the player of a game elsewhere. [`Side`] selects the mode,
//! [`Line::read`] parses typed lines, and [`PlayHistory`] keeps the rows, which can be removed and
//! edited.

use std::num::NonZeroU64;

use quadrille_diagnostics::{nearest, printable};
use quadrille_mastermind::{Codeword, CodewordError, FeedbackError, Game, PartialFeedback, Row, RowProblem};
use quadrille_random::{StreamKey, bounded};
use thiserror::Error;

use super::letters::Letters;
use quadrille_report::figure::shortened;

/// The roles of player and program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The player guesses a random secret: the player types guesses.
    Break,
    /// The program guesses the player's secret: the player types feedback.
    Make,
    /// The player guesses elsewhere and receives advice: the player types guesses with their
    /// feedback.
    Assist,
}

/// A parsed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// Only spaces.
    Empty,
    /// A guess.
    Guess(Codeword),
    /// The feedback for the proposed guess.
    Feedback(PartialFeedback),
    /// A guess and its feedback.
    Row(Row),
    /// `edit ROW B,W` or `edit ROW GUESS:B,W`: replaces a row.
    Edit {
        /// The row number, from 1.
        row: usize,
        /// The new guess; `None` to keep the guess.
        guess: Option<Codeword>,
        /// The new feedback.
        feedback: PartialFeedback,
    },
    /// `drop ROW`: removes the row with this number, from 1.
    Drop(usize),
    /// `undo`: reverts the last change of the rows.
    Undo,
    /// `hint`: suggests a guess.
    Hint,
    /// `candidates`: lists the possible secrets.
    Candidates,
    /// `rows`: lists the rows so far.
    Rows,
    /// `resign`: gives up the game.
    Resign,
    /// `quit`: ends the program.
    Quit,
    /// `help` or `?`: lists the commands.
    Help,
}

/// The reason why a line is not a valid command. The message is one printable sentence for any
/// input.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineError {
    /// Neither a command nor the input that the mode expects.
    #[error("`{}` is {}; {}", short(text), .side.neither(), remedy(*near))]
    Unknown {
        /// The typed text.
        text: String,
        /// The mode.
        side: Side,
        /// The most similar command.
        near: Option<&'static str>,
    },
    /// Additional text after a command without arguments.
    #[error("`{command}` takes no arguments")]
    Alone {
        /// The command.
        command: &'static str,
    },
    /// A command that is not available in this mode.
    #[error("`{command}` is not available here; {why}")]
    Elsewhere {
        /// The command.
        command: &'static str,
        /// The command to use instead, such as “`undo` removes the last guess”.
        why: &'static str,
    },
    /// Missing or malformed arguments.
    #[error("expected {expected}")]
    Form {
        /// The expected form.
        expected: &'static str,
    },
    /// Not a codeword of the game.
    #[error("`{}` is not a valid guess: {error}", short(text))]
    Codeword {
        /// The typed text.
        text: String,
        /// The reason.
        error: CodewordError,
    },
    /// Neither a guess with its feedback nor feedback alone.
    #[error(
        "`{}` is not a row; expected a guess with its pegs, such as GUESS:1,2, or the pegs of the suggested guess, such as 1,2",
        short(text)
    )]
    NoRow {
        /// The typed text.
        text: String,
    },
    /// Not a feedback of the game.
    #[error("{}", feedback_error(.0))]
    Feedback(FeedbackError),
}

/// Error for a row number that is too large or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("there is no row {row}; {}", rows_there(*.rows))]
pub struct NoSuchRow {
    /// The requested number.
    pub row: usize,
    /// The number of rows.
    pub rows: usize,
}

fn rows_there(rows: usize) -> String {
    match rows {
        0 => "there are no rows yet".to_owned(),
        1 => "there is only row 1".to_owned(),
        rows => format!("there are rows 1 to {rows}"),
    }
}

fn remedy(near: Option<&'static str>) -> String {
    match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`help` lists the commands".to_owned(),
    }
}

/// The maximum number of characters of the typed text that an error message shows.
const SHOWN: usize = 24;

/// Returns the typed text for an error message: printable and shortened.
fn short(text: &str) -> String {
    shortened(&printable(text), SHOWN)
}

fn feedback_error(error: &FeedbackError) -> String {
    match error {
        FeedbackError::Form { text } => {
            format!("`{}` is not valid feedback; expected black and white pegs, such as 1,2", short(text))
        }
        error => error.to_string(),
    }
}

/// The commands without arguments.
const WORDS: [(&str, Line); 8] = [
    ("undo", Line::Undo),
    ("hint", Line::Hint),
    ("candidates", Line::Candidates),
    ("rows", Line::Rows),
    ("resign", Line::Resign),
    ("quit", Line::Quit),
    ("help", Line::Help),
    ("?", Line::Help),
];

impl Side {
    /// Returns the end of the error message “`LINE` is …” for a line that is not valid in this
    /// mode.
    const fn neither(self) -> &'static str {
        match self {
            Self::Break => "neither a guess nor a command",
            Self::Make => "neither feedback nor a command",
            Self::Assist => "neither a row nor a command",
        }
    }
}

impl Line {
    /// Parses a line. Guesses are codewords; feedback has any form that [`PartialFeedback::parse`]
    /// accepts, such as `B,W`; with [`Side::Assist`], a line is `GUESS:B,W`, `GUESS B W`, or `B,W`
    /// for the suggested guess. Commands can be in upper or lower case.
    ///
    /// # Errors
    /// The line is not valid in this mode. Row numbers are not checked here.
    ///
    /// ```
    /// use quadrille_experiments_mastermind::answers::play::{Line, Side};
    /// use quadrille_mastermind::{Feedback, Game, Repeats};
    ///
    /// let game = Game::new(4, 6, Repeats::Allowed)?;
    /// assert_eq!(Line::read(game, Side::Break, " 1122 ")?, Line::Guess(game.parse("1122")?));
    /// assert_eq!(Line::read(game, Side::Make, "2 1")?, Line::Feedback(Feedback { black: 2, white: 1 }.into()));
    /// let error = Line::read(game, Side::Break, "hnit").unwrap_err();
    /// assert_eq!(error.to_string(), "`hnit` is neither a guess nor a command; did you mean `hint`?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(game: Game, side: Side, text: &str) -> Result<Self, LineError> {
        Self::read_in(&Letters::of(game), side, text)
    }

    /// Does the same as [`read`](Self::read), with colours in the user's own [letters](Letters). A
    /// word that is a command is never read as a guess; [`command_among`] detects letters that can
    /// spell a command.
    ///
    /// # Errors
    /// The errors of [`read`](Self::read).
    pub fn read_in(letters: &Letters, side: Side, text: &str) -> Result<Self, LineError> {
        let text = text.trim();
        // Try commands without arguments, then commands with arguments, then guesses and feedback.
        let Some(word) = text.split_whitespace().next() else { return Ok(Self::Empty) };
        let behind = text[word.len()..].trim();
        let lower = word.to_ascii_lowercase();
        if let Some(&(command, line)) = WORDS.iter().find(|&&(name, _)| name == lower) {
            return if behind.is_empty() { Ok(line) } else { Err(LineError::Alone { command }) };
        }
        match lower.as_str() {
            "edit" => return edit(letters, side, behind),
            "drop" => return drop(side, behind),
            _ => {}
        }
        // A text is read as a guess, feedback or a row only if all its characters can occur in the
        // input of this mode. Otherwise it is reported as a mistyped command.
        let is_color = |sign: char| match (letters.are_own(), side) {
            (true, Side::Break | Side::Assist) => letters.color(sign).is_some() || sign.is_ascii_digit(),
            _ => sign.is_ascii_hexdigit(),
        };
        let speaks = |allowed: &str| {
            text.chars().all(|sign| is_color(sign) || sign.is_whitespace() || allowed.contains(sign))
        };
        // The characters that guesses, feedback or rows can contain in each mode.
        let fits = match side {
            Side::Break => speaks(""),
            Side::Make => speaks(",?+-"),
            Side::Assist => speaks(",?:+-"),
        };
        if !fits {
            let names = WORDS.iter().map(|&(name, _)| name).chain(["edit", "drop"]);
            let near = nearest(&lower, names.filter(|name| name.len() > 1));
            return Err(LineError::Unknown { text: text.to_owned(), side, near });
        }
        match side {
            Side::Break => codeword(letters, text).map(Self::Guess),
            Side::Assist if is_row(letters, text) => row(letters, text).map(Self::Row),
            Side::Make => feedback(letters.game(), text).map(Self::Feedback),
            Side::Assist => match feedback(letters.game(), text) {
                Err(LineError::Feedback(FeedbackError::Form { text })) => Err(LineError::NoRow { text }),
                read => read.map(Self::Feedback),
            },
        }
    }
}

/// Returns the first command that is also a codeword in these letters. This codeword could not be
/// typed as a guess.
pub fn command_among(letters: &Letters) -> Option<&'static str> {
    let names = WORDS.iter().map(|&(name, _)| name).chain(["edit", "drop"]);
    let mut spelt = names.filter(|name| name.len() == letters.game().pins());
    spelt.find(|name| name.chars().all(|sign| letters.color(sign).is_some()))
}

fn codeword(letters: &Letters, text: &str) -> Result<Codeword, LineError> {
    letters.parse(text).map_err(|error| LineError::Codeword { text: text.to_owned(), error })
}

fn feedback(game: Game, text: &str) -> Result<PartialFeedback, LineError> {
    PartialFeedback::parse(game, text).map_err(LineError::Feedback)
}

/// Returns whether a text is a guess with its feedback; feedback alone has at most two words.
fn is_row(letters: &Letters, text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (first, more) = (words.next().unwrap_or_default(), words.next().is_some());
    let guess_first = more && letters.game().pins() > 2 && !Row::is_number(first);
    // Commas separate numbers, as white space does.
    let parts = text.split(|sign: char| sign == ',' || sign.is_whitespace()).filter(|part| !part.is_empty());
    text.contains(':') || guess_first || parts.count() > 2
}

/// Parses `GUESS:B,W` or `GUESS B W`.
fn row(letters: &Letters, text: &str) -> Result<Row, LineError> {
    letters.read_row(text).map_err(|problem| match (problem, Row::split(text)) {
        (RowProblem::Guess(error), Some((guess, _))) => {
            LineError::Codeword { text: text[guess].to_owned(), error }
        }
        (RowProblem::Feedback(error), _) => LineError::Feedback(error),
        _ => LineError::Form { expected: "a guess and its pegs, such as `1122:1,0`" },
    })
}

/// Parses the arguments of `edit`.
fn edit(letters: &Letters, side: Side, text: &str) -> Result<Line, LineError> {
    let expected = match side {
        Side::Break => {
            return Err(LineError::Elsewhere { command: "edit", why: "`undo` removes the last guess" });
        }
        Side::Make => "`edit ROW B,W`, such as `edit 2 1,0`",
        Side::Assist => "`edit ROW B,W` or `edit ROW GUESS:B,W`, such as `edit 2 1,0`",
    };
    let form = || LineError::Form { expected };
    let (number, pegs) = text.split_once(char::is_whitespace).ok_or_else(form)?;
    let number = number.parse().map_err(|_| form())?;
    if !is_row(letters, pegs) {
        return Ok(Line::Edit { row: number, guess: None, feedback: feedback(letters.game(), pegs.trim())? });
    }
    if side == Side::Make {
        return Err(form());
    }
    let row = row(letters, pegs.trim())?;
    Ok(Line::Edit { row: number, guess: Some(row.guess), feedback: row.feedback })
}

/// Parses the arguments of `drop`.
fn drop(side: Side, text: &str) -> Result<Line, LineError> {
    if side == Side::Break {
        return Err(LineError::Elsewhere { command: "drop", why: "`undo` removes the last guess" });
    }
    let form = |_| LineError::Form { expected: "`drop ROW`, such as `drop 2`" };
    text.parse().map(Line::Drop).map_err(form)
}

/// Draws a codeword uniformly at random. The result depends only on the game and the seed.
///
/// # Panics
/// Never: a number below the number of codewords is a valid index.
///
/// ```
/// use quadrille_experiments_mastermind::answers::play::draw_secret;
/// use quadrille_mastermind::{Game, Repeats};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// assert_eq!(draw_secret(game, 7), draw_secret(game, 7));
/// # Ok::<(), quadrille_mastermind::GameError>(())
/// ```
pub fn draw_secret(game: Game, seed: u64) -> Codeword {
    let codewords = NonZeroU64::new(game.codewords()).expect("every game has a codeword");
    let place = bounded::below_u64(&mut StreamKey::new(seed, 0).rng(), codewords);
    game.codeword_at(place).expect("the index is below the number of codewords")
}

/// The rows of a game and the history of their changes, for undo.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayHistory {
    rows: Vec<Row>,
    changes: Vec<Change>,
}

/// A change of the rows, with the data to undo it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A row was added at the end.
    Added,
    /// A row was replaced.
    Edited {
        /// The row number, from 1.
        row: usize,
        /// The previous row.
        was: Row,
    },
    /// A row was removed.
    Dropped {
        /// The row number, from 1.
        row: usize,
        /// The removed row.
        was: Row,
    },
}

impl PlayHistory {
    /// Creates an empty history.
    pub const fn new() -> Self {
        Self { rows: Vec::new(), changes: Vec::new() }
    }

    /// Returns the rows, in the order of play.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the index of a row, given its number from 1.
    fn place(&self, row: usize) -> Result<usize, NoSuchRow> {
        let rows = self.rows.len();
        if (1..=rows).contains(&row) { Ok(row - 1) } else { Err(NoSuchRow { row, rows }) }
    }

    /// Appends a row.
    pub fn add(&mut self, row: Row) {
        self.rows.push(row);
        self.changes.push(Change::Added);
    }

    /// Replaces the feedback of a row, numbered from 1, and the guess if `guess` is not `None`.
    ///
    /// # Errors
    /// The row does not exist.
    pub fn edit(
        &mut self,
        row: usize,
        guess: Option<Codeword>,
        feedback: impl Into<PartialFeedback>,
    ) -> Result<(), NoSuchRow> {
        let place = self.place(row)?;
        let was = self.rows[place];
        self.rows[place] = Row { guess: guess.unwrap_or(was.guess), feedback: feedback.into() };
        self.changes.push(Change::Edited { row, was });
        Ok(())
    }

    /// Removes a row, numbered from 1; later rows move up.
    ///
    /// # Errors
    /// The row does not exist.
    pub fn drop(&mut self, row: usize) -> Result<(), NoSuchRow> {
        let was = self.rows.remove(self.place(row)?);
        self.changes.push(Change::Dropped { row, was });
        Ok(())
    }

    /// Reverts the last change and returns it; `None` without an earlier change.
    pub fn undo(&mut self) -> Option<Change> {
        let change = self.changes.pop()?;
        match change {
            Change::Added => {
                self.rows.pop();
            }
            Change::Edited { row, was } => self.rows[row - 1] = was,
            Change::Dropped { row, was } => self.rows.insert(row - 1, was),
        }
        Some(change)
    }

    /// Returns the row number, from 1, of the first row whose feedback shows that the secret was
    /// found.
    pub fn found(&self, game: Game) -> Option<usize> {
        self.rows.iter().position(|row| row.feedback.is_solved(game)).map(|place| place + 1)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_mastermind::{Feedback, Repeats};

    use super::*;

    fn game() -> Game {
        Game::new(4, 6, Repeats::Allowed).unwrap()
    }

    fn says(side: Side, text: &str) -> String {
        Line::read(game(), side, text).unwrap_err().to_string()
    }

    #[test]
    fn lines_are_read_as_the_game_takes_them() {
        let read = |side, text| Line::read(game(), side, text).unwrap();
        let row = |text| Row::parse(game(), text).unwrap();
        let pegs = |black, white| PartialFeedback::from(Feedback { black, white });
        for side in [Side::Break, Side::Make, Side::Assist] {
            assert_eq!(read(side, " \t"), Line::Empty);
            assert_eq!(read(side, "  UNDO "), Line::Undo);
            assert_eq!(read(side, "?"), Line::Help);
        }
        for text in ["2,1", "2 1", " 2 , 1 ", "2,\t1", "21"] {
            assert_eq!(read(Side::Make, text), Line::Feedback(pegs(2, 1)), "{text}");
            assert_eq!(read(Side::Assist, text), Line::Feedback(pegs(2, 1)), "{text}");
        }
        let black = PartialFeedback { black: Some(2), white: None };
        for text in ["2", "2,?", "2 ?", "2?"] {
            assert_eq!(read(Side::Make, text), Line::Feedback(black), "{text}");
            assert_eq!(read(Side::Assist, text), Line::Feedback(black), "{text}");
            let edited = Line::Edit { row: 1, guess: None, feedback: black };
            let line = format!("edit 1 {text}");
            assert_eq!(Line::read(game(), Side::Assist, &line), Ok(edited), "{text}");
        }
        for text in ["1122: 1 0", "1122 1 0", "1122 1,0", "1122 10", "1122:10"] {
            assert_eq!(read(Side::Assist, text), Line::Row(row("1122:1,0")), "{text}");
        }
        assert_eq!(read(Side::Assist, "1122 ?,1"), Line::Row(row("1122:?,1")));
        assert_eq!(read(Side::Assist, "1122 1"), Line::Row(row("1122:1,?")));
        assert_eq!(read(Side::Make, "drop 3"), Line::Drop(3));
        let edited = Line::Edit { row: 2, guess: None, feedback: pegs(0, 3) };
        assert_eq!(read(Side::Make, "Edit 2 0 3"), edited);
        let edited = Line::Edit { row: 2, guess: Some(row("1346:0,3").guess), feedback: pegs(0, 3) };
        assert_eq!(read(Side::Assist, "edit 2 1346:0,3"), edited);
        assert_eq!(read(Side::Assist, "edit 2 1346 0 3"), edited);
    }

    #[test]
    fn lines_in_letters_of_ones_own() {
        let letters = Letters::new(game(), Some("RGBYOP")).unwrap();
        let read = |side, text| Line::read_in(&letters, side, text);
        let code = game().parse("1126").unwrap();
        assert_eq!(read(Side::Break, "rrgp"), Ok(Line::Guess(code)));
        let row = Row { guess: code, feedback: Feedback { black: 1, white: 0 }.into() };
        assert_eq!(read(Side::Assist, "RRGP: 1 0"), Ok(Line::Row(row)));
        assert_eq!(read(Side::Assist, "1 0"), Ok(Line::Feedback(row.feedback)));
        assert_eq!(read(Side::Make, "1,0"), Ok(Line::Feedback(row.feedback)));
        let edited = Line::Edit { row: 2, guess: Some(code), feedback: row.feedback };
        assert_eq!(read(Side::Assist, "edit 2 RRGP:1,0"), Ok(edited));
        assert_eq!(read(Side::Break, "undo"), Ok(Line::Undo));
        for (side, text, expected) in [
            (Side::Break, "1126", "pin 1: `1` is not a colour; expected one of `RGBYOP`"),
            (Side::Break, "rrg", "3 pins; expected 4"),
            (Side::Break, "rrgx", "neither a guess nor a command"),
            (Side::Make, "rrgp", "neither feedback nor a command"),
        ] {
            let stated = read(side, text).unwrap_err().to_string();
            assert!(stated.contains(expected), "{text}: {stated}");
        }
        // A command can be mistaken for a guess only if it is as long as a codeword.
        assert_eq!(command_among(&letters), None);
        for (own, pins, command) in
            [("TINH", 4, Some("hint")), ("TINH", 5, None), ("dropit", 4, Some("drop")), ("?a", 1, Some("?"))]
        {
            let game = Game::new(pins, own.len() as u32, Repeats::Allowed).unwrap();
            assert_eq!(command_among(&Letters::new(game, Some(own)).unwrap()), command, "{own}");
            assert_eq!(command_among(&Letters::of(game)), None);
        }
    }

    #[test]
    fn errors_of_lines_are_one_sentence() {
        for (side, text, expected) in [
            (Side::Break, "112", "`112` is not a valid guess: 3 pins; expected 4"),
            (Side::Break, "1127", "`1127` is not a valid guess: pin 4: colour `7` is beyond"),
            (Side::Break, "1,0", "neither a guess nor a command"),
            (Side::Break, "edit 1 1,0", "`undo` removes the last guess"),
            (Side::Break, "drop 1", "`undo` removes the last guess"),
            (Side::Break, "quit now", "`quit` takes no arguments"),
            (Side::Break, "\u{1b}[31m", "`\\u{1b}[31m` is neither"),
            (Side::Make, "1122", "`1122` is not valid feedback"),
            (Side::Make, "3,1", "cannot occur"),
            (Side::Make, "3,2", "more pegs than"),
            (Side::Make, "-1,2", "is not valid feedback"),
            (Side::Make, "1 2 3", "is not valid feedback"),
            (Side::Make, "99999999999999999999999,1", "is not valid feedback"),
            (Side::Make, "edit", "expected `edit ROW B,W`"),
            (Side::Make, "edit one 1,0", "expected `edit ROW B,W`"),
            (Side::Make, "edit 1 1122:1,0", "expected `edit ROW B,W`"),
            (Side::Make, "drop", "expected `drop ROW`"),
            (Side::Make, "canidates", "did you mean `candidates`?"),
            (Side::Assist, "1122:", "expected a guess and its pegs, such as `1122:1,0`"),
            (Side::Assist, ":1,0", "is not a valid guess"),
            (Side::Assist, "1344", "`1344` is not a row; expected a guess with its pegs, such as GUESS:1,2"),
            (Side::Assist, "wörter", "`wörter` is neither a row nor a command"),
        ] {
            let stated = says(side, text);
            assert!(stated.contains(expected), "{text}: {stated}");
            assert!(!stated.contains('\n') && !stated.contains('\u{1b}'));
        }
        assert!(says(Side::Break, &"z".repeat(10_000)).chars().count() < 110);
        assert!(says(Side::Break, &"1".repeat(10_000)).chars().count() < 110);
    }

    #[test]
    fn every_change_can_be_taken_back() {
        let row = |text| Row::parse(game(), text).unwrap();
        let mut record = PlayHistory::new();
        let mut before = vec![record.clone()];
        record.add(row("1122:1,0"));
        before.push(record.clone());
        record.add(row("1344:0,1"));
        before.push(record.clone());
        record.edit(1, None, Feedback { black: 2, white: 0 }).unwrap();
        assert_eq!(record.rows(), [row("1122:2,0"), row("1344:0,1")]);
        before.push(record.clone());
        record.drop(1).unwrap();
        assert_eq!(record.rows(), [row("1344:0,1")]);
        before.push(record.clone());
        record.edit(1, Some(row("5566:4,0").guess), Feedback { black: 4, white: 0 }).unwrap();
        assert_eq!(record.found(game()), Some(1));
        for earlier in before.iter().rev() {
            assert!(record.undo().is_some());
            assert_eq!(&record, earlier);
        }
        assert_eq!(record.undo(), None);
        let none = record.drop(1).unwrap_err();
        assert_eq!(none.to_string(), "there is no row 1; there are no rows yet");
        record.add(row("1122:1,0"));
        assert_eq!(record.drop(0).unwrap_err().to_string(), "there is no row 0; there is only row 1");
        assert!(record.edit(usize::MAX, None, Feedback { black: 0, white: 0 }).is_err());
    }

    /// All codewords of a small game are drawn about equally often.
    #[test]
    fn secrets_are_drawn_evenly() {
        for repeats in [Repeats::Allowed, Repeats::Forbidden] {
            let game = Game::new(2, 3, repeats).unwrap();
            let mut drawn = std::collections::BTreeMap::new();
            for seed in 0..9000 {
                *drawn.entry(game.show(draw_secret(game, seed)).to_string()).or_insert(0u64) += 1;
            }
            assert_eq!(drawn.len() as u64, game.codewords());
            let expected = 9000 / game.codewords();
            assert!(drawn.values().all(|&count| count.abs_diff(expected) < expected / 5), "{drawn:?}");
        }
        let largest = Game::new(16, 15, Repeats::Allowed).unwrap();
        assert_ne!(draw_secret(largest, 1), draw_secret(largest, 2));
    }
}
