//! Reads a rule from left to right.

use quadrille_diagnostics::printable;

use super::arrangements::{self, CENTRE, NEIGHBOURHOODS};
use super::{Rule, families, map};

/// Reads a rule, and what is wrong with it but can be read.
pub(super) fn rule(text: &str) -> Result<(Rule, Vec<RuleError>), RuleError> {
    let mut reader = Reader { text, at: 0, complaints: Vec::new() };
    let rule = reader.rule().map_err(|error| match families::family(text) {
        None => error,
        Some(family) => {
            reader.at = 0;
            reader.error(format!("{family} are not supported"), RULES)
        }
    })?;
    Ok((rule, reader.complaints))
}

/// What is expected where a rule of another kind stands.
const RULES: &str = "a rule such as B3/S23, B2-a/S12, or MAP and 86 letters";

/// The arrangements that count, for each count of neighbours: a bit for each letter of the alphabet, or [`ONLY`]
/// where there is but one.
type Counts = [u32; 9];

/// The arrangement of no neighbour, and that of eight.
const ONLY: u32 = 1 << 26;

const fn bit(letter: u8) -> u32 {
    1 << (letter - b'a')
}

/// All arrangements of so many neighbours.
fn all(count: usize) -> u32 {
    let letters = arrangements::letters(count as u32).fold(0, |all, letter| all | bit(letter));
    if letters == 0 { ONLY } else { letters }
}

struct Reader<'a> {
    text: &'a str,
    /// In bytes.
    at: usize,
    complaints: Vec<RuleError>,
}

impl Reader<'_> {
    fn rule(&mut self) -> Result<Rule, RuleError> {
        if self.text.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("MAP")) {
            return self.map();
        }
        let first = self.letter();
        let (born, survive) = match first {
            Some('B') => {
                let born = self.counts()?;
                self.skip('/');
                self.expect('S')?;
                (born, self.counts()?)
            }
            Some('S') => {
                let survive = self.counts()?;
                self.skip('/');
                self.expect('B')?;
                (self.counts()?, survive)
            }
            _ => {
                let survive = self.counts()?;
                if !self.skip('/') {
                    return Err(self.unexpected(if self.at == 0 {
                        "a rule such as B3/S23 or 23/3"
                    } else {
                        "a digit from 0 to 8, or `/` and the counts of births"
                    }));
                }
                (self.counts()?, survive)
            }
        };
        match self.peek() {
            None => Ok(with(&born, &survive)),
            Some(_) => Err(self.unexpected("a digit from 0 to 8, or the end of the rule")),
        }
    }

    fn map(&mut self) -> Result<Rule, RuleError> {
        self.at = 3;
        let letters = &self.text.as_bytes()[3..];
        let count = letters.iter().take_while(|&&letter| map::value(letter).is_some()).count();
        self.at += count.min(map::LETTERS);
        // Two `=` fill the last four letters.
        if count != map::LETTERS || !matches!(&letters[count..], b"" | b"==") {
            return Err(self.unexpected("86 letters of base64 after MAP, and perhaps `==`"));
        }
        let table = map::table(&letters[..count]).unwrap_or_default();
        Ok(Rule::from_table(table))
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self, wanted: char) -> bool {
        let found = self.peek().is_some_and(|c| c.eq_ignore_ascii_case(&wanted));
        self.at += usize::from(found);
        found
    }

    fn letter(&mut self) -> Option<char> {
        ['B', 'S'].into_iter().find(|&letter| self.skip(letter))
    }

    fn expect(&mut self, letter: char) -> Result<(), RuleError> {
        let expected =
            if letter == 'S' { "a digit from 0 to 8, or `S`" } else { "a digit from 0 to 8, or `B`" };
        if self.skip(letter) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Digits from 0 to 8, as many as there are, with the letters of arrangements behind them.
    fn counts(&mut self) -> Result<Counts, RuleError> {
        let mut counts = [0; 9];
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            if digit > 8 {
                let problem = format!("`{digit}` is no count of neighbours");
                return Err(self.error(problem, "digits from 0 to 8"));
            }
            if counts[digit as usize] != 0 {
                let complaint = self.error(format!("`{digit}` stands there twice"), "each count once");
                self.complaints.push(complaint);
            }
            self.at += 1;
            counts[digit as usize] |= self.arrangements(digit)?;
        }
        Ok(counts)
    }

    /// The arrangements of so many neighbours that letters name: all if there are no letters.
    fn arrangements(&mut self, count: u32) -> Result<u32, RuleError> {
        let all = all(count as usize);
        let but = all != ONLY && self.skip('-');
        let mut named = 0;
        while let Some(letter) = self.peek().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase())
        {
            if matches!(letter, 'b' | 's') {
                break;
            }
            if all & bit(letter as u8) == 0 {
                // What follows the counts of other families is none of ours, and families are asked about later.
                let problem = format!("`{letter}` is no arrangement of {count} neighbours");
                return Err(self.error(problem, expected(count)));
            }
            if named & bit(letter as u8) != 0 {
                let complaint = self.error(format!("`{letter}` stands there twice"), "each letter once");
                self.complaints.push(complaint);
            }
            named |= bit(letter as u8);
            self.at += 1;
        }
        if but && named == 0 {
            let complaint = self.error("no letter follows `-`".to_owned(), expected(count));
            self.complaints.push(complaint);
        }
        Ok(match (but, named) {
            (_, 0) => all,
            (false, named) => named,
            (true, named) => all & !named,
        })
    }

    fn unexpected(&self, expected: &'static str) -> RuleError {
        let problem = match self.peek() {
            None => "it ends here".to_owned(),
            Some(c) => format!("unexpected `{}`", printable(&c.to_string())),
        };
        self.error(problem, expected)
    }

    fn error(&self, problem: String, expected: &'static str) -> RuleError {
        let column = self.text[..self.at].chars().count() + 1;
        let mut text: String = printable(self.text).chars().take(SHOWN).collect();
        if self.text.chars().nth(SHOWN).is_some() {
            text.push('…');
        }
        RuleError { text, offset: self.at, column, problem, expected }
    }
}

/// The letters that may stand behind a count, in words.
const fn expected(count: u32) -> &'static str {
    match count {
        0 | 8 => "no letter: there is one arrangement of them",
        1 | 7 => "c or e",
        2 | 6 => "one of a c e i k n",
        3 | 5 => "one of a c e i j k n q r y",
        _ => "one of a c e i j k n q r t w y z",
    }
}

/// The rule with those arrangements.
fn with(born: &Counts, survive: &Counts) -> Rule {
    let mut table = [0; 8];
    for n in 0..NEIGHBOURHOODS {
        let counts = if n & CENTRE != 0 { survive } else { born };
        let arrangement = arrangements::letter(n).map_or(ONLY, bit);
        if counts[(n & !CENTRE).count_ones() as usize] & arrangement != 0 {
            table[n / 64] |= 1 << (n % 64);
        }
    }
    Rule::from_table(table)
}

/// Characters of a text that an error repeats.
const SHOWN: usize = 40;

/// Why a text is no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("rule `{text}`, character {column}: {problem}; expected {expected}")]
pub struct RuleError {
    /// The text, shortened if long.
    pub text: String,
    /// Where, in bytes from the start of the text.
    pub offset: usize,
    /// Where, in characters, from 1.
    pub column: usize,
    /// What is there.
    pub problem: String,
    /// What should be.
    pub expected: &'static str,
}
