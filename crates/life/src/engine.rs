//! Which engine does the work.

use std::fmt;
use std::str::FromStr;

use quadrille_diagnostics::printable;

use crate::ladder;
use crate::rule::Rule;

/// The engine that a caller asks for: `auto`, `grid` or `rung:N`.
///
/// All give the same results; only speed, memory and, for some rungs, the rules they know differ.
///
/// ```
/// use quadrille_life::Engine;
///
/// assert_eq!("rung:10".parse(), Ok(Engine::Rung(10)));
/// assert_eq!(Engine::Rung(10).to_string(), "rung:10");
/// assert!("rung:99".parse::<Engine>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Whichever suits: so far always the grid.
    #[default]
    Auto,
    /// The fastest rung for the size of the field and the threads there are.
    Grid,
    /// One rung of the [`ladder`], from 1.
    Rung(usize),
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.pad("auto"),
            Self::Grid => f.pad("grid"),
            Self::Rung(number) => f.pad(&format!("rung:{number}")),
        }
    }
}

impl FromStr for Engine {
    type Err = EngineError;

    /// Reads `auto`, `grid` or `rung:N`.
    ///
    /// # Errors
    /// For any other text, or a rung that is none.
    fn from_str(text: &str) -> Result<Self, EngineError> {
        let rung =
            |number: &str| number.bytes().all(|b| b.is_ascii_digit()).then(|| number.parse().ok()).flatten();
        match (text, text.strip_prefix("rung:").map(rung)) {
            ("auto", _) => Ok(Self::Auto),
            ("grid", _) => Ok(Self::Grid),
            (_, Some(Some(number))) if (1..=ladder::RUNGS).contains(&number) => Ok(Self::Rung(number)),
            _ => Err(EngineError::Unknown { text: printable(text).chars().take(40).collect() }),
        }
    }
}

/// Why an engine cannot do it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no such engine.
    #[error("there is no engine `{text}`; expected auto, grid, or rung:1 to rung:{}", ladder::RUNGS)]
    Unknown {
        /// The name, shortened if long.
        text: String,
    },
    /// The rung does not know the rule.
    #[error("rung {rung} cannot do the rule {rule}; it knows {known}")]
    Rule {
        /// The rung's number.
        rung: usize,
        /// The rule asked for.
        rule: Rule,
        /// The rules it knows, in words.
        known: &'static str,
    },
}
