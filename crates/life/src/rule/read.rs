//! A parser of rules.

use quadrille_diagnostics::printable;

use super::arrangements::{self, CENTRE, NEIGHBOURHOODS};
use super::{Rule, States, families, map, names};

/// The result of reading: the rule, its cell states, and the problems that do not prevent reading.
pub(super) type Reading = (Rule, States, Vec<RuleError>);

/// Reads a rule: counts, a table or a name, each with an optional suffix, such as `History`, that
/// selects the cell states.
pub(super) fn rule(text: &str) -> Result<Reading, RuleError> {
    let error = match two_states(text) {
        Ok((rule, complaints)) => return Ok((rule, States::Two, complaints)),
        Err(error) => error,
    };
    let suffixed = States::suffix_of(text);
    if let Some((stem, states)) = suffixed
        && let Ok((rule, complaints)) = two_states(stem)
    {
        return Ok((rule, states, complaints));
    }
    let stem = suffixed.map_or(text, |(stem, _)| stem);
    let Some(family) = families::family(stem).or_else(|| families::family(text)) else { return Err(error) };
    let problem = match names::nearest(text) {
        Some(near) if family == families::NAMED => {
            format!("there is no rule of this name (did you mean `{near}`?)")
        }
        None if family == families::NAMED => {
            let start: String = text.chars().take(40).collect();
            format!("`{}` is not a known rule name", printable(&start))
        }
        _ => format!("{family} are not supported"),
    };
    Err(Reader { text, at: 0, complaints: Vec::new() }.error(problem, RULES))
}

/// Reads a two-state rule: counts, a table, or a name.
fn two_states(text: &str) -> Result<(Rule, Vec<RuleError>), RuleError> {
    let mut reader = Reader { text, at: 0, complaints: Vec::new() };
    match reader.rule() {
        Ok(rule) => Ok((rule, reader.complaints)),
        Err(error) => names::rule(text).map(|rule| (rule, Vec::new())).ok_or(error),
    }
}

/// Reads counts or a table.
pub(super) fn notation(text: &str) -> Result<Rule, RuleError> {
    Reader { text, at: 0, complaints: Vec::new() }.rule()
}

/// The expected texts in errors about unsupported families and unknown names.
const RULES: &str = "a rule such as B3/S23, B2-a/S12 or HighLife, or MAP and 86 letters";

/// For each count of neighbours, the arrangements included: one bit per letter of the alphabet, or
/// [`ONLY`] for a count with a single arrangement.
type Counts = [u32; 9];

/// The bit for a count with a single arrangement: zero neighbours or eight neighbours.
const ONLY: u32 = 1 << 26;

/// Returns the bit of an arrangement's letter.
const fn bit(letter: u8) -> u32 {
    1 << (letter - b'a')
}

/// Returns the bits of all arrangements of the given number of neighbours.
fn all(count: usize) -> u32 {
    let letters = arrangements::letters(count as u32).fold(0, |all, letter| all | bit(letter));
    if letters == 0 { ONLY } else { letters }
}

struct Reader<'a> {
    text: &'a str,
    /// The position in bytes.
    at: usize,
    complaints: Vec<RuleError>,
}

impl Reader<'_> {
    fn rule(&mut self) -> Result<Rule, RuleError> {
        if self.text.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("MAP")) {
            return self.map();
        }
        let first = self.letter();
        let counts = self.counts()?;
        let divided = self.skip('/') || self.skip('_');
        // If `B` or `S` precedes the counts on one side of the `/`, the letter on the other side
        // may be omitted.
        let (born, survive) = match first {
            Some('B') if self.skip('S') || divided => (counts, self.counts()?),
            Some('B') if self.peek().is_none() => (counts, [0; 9]),
            Some('B') => return Err(self.unexpected("a digit from 0 to 8, or `S`")),
            Some(_) if self.skip('B') || divided => (self.counts()?, counts),
            Some(_) if self.peek().is_none() => ([0; 9], counts),
            Some(_) => return Err(self.unexpected("a digit from 0 to 8, or `B`")),
            None if divided && self.skip('S') => (counts, self.counts()?),
            None if divided => {
                self.skip('B');
                (self.counts()?, counts)
            }
            None => {
                return Err(self.unexpected(if self.at == 0 {
                    "a rule such as B3/S23, 23/3 or HighLife"
                } else {
                    "a digit from 0 to 8, or `/` and the counts of births"
                }));
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
        // Two `=` pad the last group of four letters.
        if count != map::LETTERS || !matches!(&letters[count..], b"" | b"==") {
            return Err(self.unexpected("86 letters of base64 after MAP, optionally followed by `==`"));
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

    /// Reads digits from 0 to 8, each with optional letters of arrangements.
    fn counts(&mut self) -> Result<Counts, RuleError> {
        let mut counts = [0; 9];
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            if digit > 8 {
                let problem = format!("`{digit}` is not a count of neighbours");
                return Err(self.error(problem, "digits from 0 to 8"));
            }
            if counts[digit as usize] != 0 {
                let complaint = self.error(format!("`{digit}` is repeated"), "each count once");
                self.complaints.push(complaint);
            }
            self.at += 1;
            counts[digit as usize] |= self.arrangements(digit)?;
        }
        Ok(counts)
    }

    /// Reads the letters after a count; without letters all arrangements are included.
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
                // The letter may begin a suffix of another family of rules, such as `H` for a
                // hexagonal grid. The caller checks for other families after this error.
                let problem = format!("`{letter}` is not an arrangement of {count} neighbours");
                return Err(self.error(problem, expected(count)));
            }
            if named & bit(letter as u8) != 0 {
                let complaint = self.error(format!("`{letter}` is repeated"), "each letter once");
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
            None => "unexpected end".to_owned(),
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

/// Describes the letters that may follow a count.
const fn expected(count: u32) -> &'static str {
    match count {
        0 | 8 => "no letter, since there is a single arrangement",
        1 | 7 => "c or e",
        2 | 6 => "one of a c e i k n",
        3 | 5 => "one of a c e i j k n q r y",
        _ => "one of a c e i j k n q r t w y z",
    }
}

/// Creates the rule with these arrangements for birth and survival, per number of neighbours.
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

/// The number of characters of a text that an error repeats.
const SHOWN: usize = 40;

/// The error of a text that is not a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("rule `{text}`, character {column}: {problem}; expected {expected}")]
pub struct RuleError {
    /// The text, shortened if long.
    pub text: String,
    /// The position in bytes from the start of the text.
    pub offset: usize,
    /// The position in characters, from 1.
    pub column: usize,
    /// The problem at this position.
    pub problem: String,
    /// The expected text.
    pub expected: &'static str,
}
