//! Which engine does the work.

use std::fmt;
use std::str::FromStr;

use quadrille_diagnostics::printable;
use quadrille_lanes::Level;

use crate::field::{Field, Shape};
use crate::kernels::banded::{Banded, WORTH_THREADS};
#[cfg(feature = "ladder")]
use crate::ladder::{self, RUNGS};
use crate::memory::{Memory, MemoryError};
use crate::rule::Rule;

/// The engine that a caller asks for: `auto`, `grid`, `tiles`, `hashlife` or `rung:N`.
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
#[non_exhaustive]
pub enum Engine {
    /// Whichever suits: the grid where there are bounds; tiles, or [`HashLife`](crate::HashLife), where there
    /// are none.
    #[default]
    Auto,
    /// The fastest rung for the size of the field and the threads there are.
    Grid,
    /// The unbounded plane in [`Tiles`](crate::Tiles).
    Tiles,
    /// The unbounded plane in squares that are never worked out twice: [`HashLife`](crate::HashLife).
    HashLife,
    /// One rung of the [`ladder`], from 1.
    Rung(usize),
}

/// Without the ladder there are no rungs.
#[cfg(not(feature = "ladder"))]
const RUNGS: usize = 0;

/// What the engine `grid` is called on the ladder: with one band, and with one for every thread.
const BANDED: [usize; 2] = [11, 12];

impl Engine {
    /// As [`field`](Self::field), with one band where that has several: nearly as much memory, and
    /// no thread is asked for.
    pub(crate) fn field_in_one_band<E: From<MemoryError> + From<EngineError>>(
        self,
        shape: Shape,
        rule: Rule,
        level: Level,
        memory: &mut Memory,
    ) -> Result<Box<dyn Field>, E> {
        if matches!(self, Self::Auto | Self::Grid) || self == Self::Rung(BANDED[1]) {
            return Ok(Box::new(Banded::new(shape, rule, level, memory)?));
        }
        self.field(shape, rule, level, memory).map(|(_, field)| field)
    }

    /// The field that this engine works on, all cells dead, and its number on the ladder.
    ///
    /// Only a rung asked for by its number is made by the ladder: the engines themselves know nothing of it.
    pub(crate) fn field<E: From<MemoryError> + From<EngineError>>(
        self,
        shape: Shape,
        rule: Rule,
        level: Level,
        memory: &mut Memory,
    ) -> Result<(usize, Box<dyn Field>), E> {
        match self {
            Self::Auto | Self::Grid => {
                let threads = shape.width.saturating_mul(shape.height) >= WORTH_THREADS;
                let made = if threads { Banded::with_threads } else { Banded::new };
                Ok((BANDED[usize::from(threads)], Box::new(made(shape, rule, level, memory)?)))
            }
            #[cfg(feature = "ladder")]
            Self::Rung(rung @ 1..=RUNGS) => {
                ladder::knows(rung, rule).map_err(|known| EngineError::Rule { rung, rule, known })?;
                Ok((rung, ladder::field(rung, shape, rule, level, memory)?))
            }
            Self::Rung(_) => Err(EngineError::Unknown { text: self.to_string() }.into()),
            Self::Tiles | Self::HashLife => Err(EngineError::Bounded { engine: self }.into()),
        }
    }
}

impl Engine {
    /// The engine itself, if it can do without bounds.
    ///
    /// # Errors
    /// If this one needs bounds.
    pub const fn unbounded(self) -> Result<Self, EngineError> {
        match self {
            Self::Auto | Self::Tiles | Self::HashLife => Ok(self),
            Self::Grid | Self::Rung(_) => Err(EngineError::Unbounded { engine: self }),
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.pad("auto"),
            Self::Grid => f.pad("grid"),
            Self::Tiles => f.pad("tiles"),
            Self::HashLife => f.pad("hashlife"),
            Self::Rung(number) => f.pad(&format!("rung:{number}")),
        }
    }
}

impl FromStr for Engine {
    type Err = EngineError;

    /// Reads `auto`, `grid`, `tiles`, `hashlife` or `rung:N`.
    ///
    /// # Errors
    /// For any other text, or a rung that is none.
    fn from_str(text: &str) -> Result<Self, EngineError> {
        let rung =
            |number: &str| number.bytes().all(|b| b.is_ascii_digit()).then(|| number.parse().ok()).flatten();
        match (text, text.strip_prefix("rung:").map(rung)) {
            ("auto", _) => Ok(Self::Auto),
            ("grid", _) => Ok(Self::Grid),
            ("tiles", _) => Ok(Self::Tiles),
            ("hashlife", _) => Ok(Self::HashLife),
            (_, Some(Some(number))) if (1..=RUNGS).contains(&number) => Ok(Self::Rung(number)),
            _ => Err(EngineError::Unknown { text: printable(text).chars().take(40).collect() }),
        }
    }
}

/// Why an engine cannot do it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no such engine.
    #[error("there is no engine `{text}`; expected auto, grid, tiles, hashlife, or rung:1 to rung:{}", RUNGS)]
    Unknown {
        /// The name, shortened if long.
        text: String,
    },
    /// The engine works on the unbounded plane alone.
    #[error("the engine {engine} works on the unbounded plane; expected no bounds, or the engine grid")]
    Bounded {
        /// The engine asked for.
        engine: Engine,
    },
    /// The engine works within bounds alone.
    #[error(
        "the engine {engine} works within bounds, and no bounds are named; expected bounds, or the engine tiles or hashlife"
    )]
    Unbounded {
        /// The engine asked for.
        engine: Engine,
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
