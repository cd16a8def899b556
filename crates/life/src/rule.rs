//! Rules: how many living neighbours give birth, and how many let a cell survive.

use std::fmt;
use std::str::FromStr;

use quadrille_diagnostics::printable;

/// Counts 0 to 8, one bit each.
const ALL: u16 = (1 << 9) - 1;

/// An outer-totalistic rule: the next state of a cell depends on itself and on how many of its eight
/// neighbours live.
///
/// There are 2¹⁸ of them. Two notations are read, in capitals or not, digits in any order but none twice:
///
/// | notation | Conway's Life | read as |
/// |---|---|---|
/// | B/S | `B3/S23`, `S23/B3`, `b3s23` | born with 3, survives with 2 or 3 |
/// | S/B | `23/3` | the same: survival first, no letters |
///
/// Printed is always the first form, digits ascending.
///
/// ```
/// use quadrille_life::Rule;
///
/// let rule: Rule = "23/3".parse()?;
/// assert_eq!(rule, Rule::CONWAY);
/// assert_eq!(rule.to_string(), "B3/S23");
/// assert!(rule.next(false, 3) && rule.next(true, 2) && !rule.next(true, 4));
///
/// let error = "B3/S29".parse::<Rule>().unwrap_err();
/// assert_eq!(error.to_string(), "rule `B3/S29`, character 6: `9` is no count of neighbours; expected digits from 0 to 8");
/// # Ok::<(), quadrille_life::RuleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    born: u16,
    survive: u16,
}

impl Rule {
    /// J. H. Conway's Life, `B3/S23`.
    pub const CONWAY: Self = Self::new(1 << 3, 1 << 2 | 1 << 3);

    /// The rule with those counts: bit n of `born` is set if a dead cell with n living neighbours is born,
    /// bit n of `survive` if a living one survives. Bits above 8 are ignored.
    pub const fn new(born: u16, survive: u16) -> Self {
        Self { born: born & ALL, survive: survive & ALL }
    }

    /// The counts that give birth: bit n for n neighbours.
    pub const fn born(self) -> u16 {
        self.born
    }

    /// The counts that let survive: bit n for n neighbours.
    pub const fn survive(self) -> u16 {
        self.survive
    }

    /// Whether a cell lives in the next generation; false for more than eight neighbours.
    #[inline]
    pub const fn next(self, alive: bool, neighbours: u32) -> bool {
        let counts = if alive { self.survive } else { self.born };
        neighbours <= 8 && counts >> neighbours & 1 == 1
    }
}

impl Default for Rule {
    /// Conway's.
    fn default() -> Self {
        Self::CONWAY
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |counts: u16| (0..9).filter(move |n| counts >> n & 1 == 1).map(|n| n.to_string());
        let (born, survive): (String, String) = (digits(self.born).collect(), digits(self.survive).collect());
        f.pad(&format!("B{born}/S{survive}"))
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({self})")
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    /// Reads either notation; nothing may stand before or after it.
    ///
    /// # Errors
    /// What is wrong, at which character.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut reader = Reader { text, at: 0 };
        let first = reader.letter();
        let (born, survive) = match first {
            Some('B') => {
                let born = reader.counts()?;
                reader.skip('/');
                reader.expect('S')?;
                (born, reader.counts()?)
            }
            Some('S') => {
                let survive = reader.counts()?;
                reader.skip('/');
                reader.expect('B')?;
                (reader.counts()?, survive)
            }
            _ => {
                let survive = reader.counts()?;
                if !reader.skip('/') {
                    return Err(reader.unexpected(if reader.at == 0 {
                        "a rule such as B3/S23 or 23/3"
                    } else {
                        "a digit from 0 to 8, or `/` and the counts of births"
                    }));
                }
                (reader.counts()?, survive)
            }
        };
        match reader.peek() {
            None => Ok(Self { born, survive }),
            Some(_) => Err(reader.unexpected("a digit from 0 to 8, or the end of the rule")),
        }
    }
}

/// Reads a rule from left to right.
struct Reader<'a> {
    text: &'a str,
    /// In bytes.
    at: usize,
}

impl Reader<'_> {
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

    /// Digits from 0 to 8, as many as there are.
    fn counts(&mut self) -> Result<u16, RuleError> {
        let mut counts = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            if digit > 8 {
                let problem = format!("`{digit}` is no count of neighbours");
                return Err(self.error(problem, "digits from 0 to 8"));
            }
            if counts >> digit & 1 == 1 {
                return Err(self.error(format!("`{digit}` stands there twice"), "each count once"));
            }
            counts |= 1 << digit;
            self.at += 1;
        }
        Ok(counts)
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn both_notations_and_all_their_spellings_are_read() {
        for text in ["B3/S23", "b3/s23", "B3S23", "b3s32", "S23/B3", "s23b3", "23/3", "32/3"] {
            assert_eq!(text.parse(), Ok(Rule::CONWAY), "{text}");
        }
        assert_eq!("B/S".parse(), Ok(Rule::new(0, 0)));
        assert_eq!("/".parse(), Ok(Rule::new(0, 0)));
        assert_eq!("/2".parse(), Ok(Rule::new(4, 0)));
        assert_eq!("012345678/".parse(), Ok(Rule::new(0, 511)));
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        for (text, column, problem) in [
            ("", 1, "it ends here"),
            ("life", 1, "unexpected `l`"),
            ("B3", 3, "it ends here"),
            ("B3/", 4, "it ends here"),
            ("B3/S23 ", 7, "unexpected ` `"),
            (" B3/S23", 1, "unexpected ` `"),
            ("B9/S23", 2, "`9` is no count of neighbours"),
            ("B33/S23", 3, "`3` stands there twice"),
            ("B3//S23", 4, "unexpected `/`"),
            ("23/3/3", 5, "unexpected `/`"),
            ("23", 3, "it ends here"),
            ("B2-a/S12", 3, "unexpected `-`"),
            ("B3/S23:T30,20", 7, "unexpected `:`"),
            ("Bé/S", 2, "unexpected `é`"),
            ("B٣/S23", 2, "unexpected `٣`"),
            ("B3\u{1b}", 3, "unexpected `\\u{1b}`"),
        ] {
            let error = text.parse::<Rule>().unwrap_err();
            assert_eq!((error.column, error.problem.as_str()), (column, problem), "{text:?}");
            assert!(!error.expected.is_empty());
        }
        let long = "B".repeat(10_000).parse::<Rule>().unwrap_err();
        assert!(long.to_string().len() < 200);
    }

    #[test]
    fn counts_above_eight_are_never_alive() {
        let all = Rule::new(u16::MAX, u16::MAX);
        assert_eq!(all.to_string(), "B012345678/S012345678");
        assert!(all.next(false, 8) && !all.next(true, 9) && !all.next(true, 40));
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(born in 0..512u16, survive in 0..512u16) {
            let rule = Rule::new(born, survive);
            prop_assert_eq!(rule.to_string().parse(), Ok(rule));
            for n in 0..9 {
                prop_assert_eq!(rule.next(false, n), born >> n & 1 == 1);
                prop_assert_eq!(rule.next(true, n), survive >> n & 1 == 1);
            }
        }

        #[test]
        fn no_text_makes_it_panic(text in "[bBsS0-9/ é:\\PC]{0,12}") {
            if let Ok(rule) = text.parse::<Rule>() {
                prop_assert_eq!(rule.to_string().parse(), Ok(rule));
            }
        }
    }
}
