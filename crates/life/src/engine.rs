//! The choice of the engine.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use quadrille_diagnostics::printable;
use quadrille_lanes::Level;

use crate::field::{Field, Shape};
use crate::kernels::banded::{Banded, WORTH_THREADS};
use crate::memory::{Memory, MemoryError};
use crate::rule::Rule;

/// The engine that a caller requests: `auto`, `grid`, `tiles`, `hashlife`, or an external
/// implementation of bounded fields.
///
/// All engines give the same results. They differ in speed and memory, and external implementations
/// also in the rules they support.
///
/// ```
/// use quadrille_life::Engine;
///
/// assert_eq!("hashlife".parse(), Ok(Engine::HashLife));
/// assert_eq!(Engine::HashLife.to_string(), "hashlife");
/// assert!("rung:99".parse::<Engine>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// The grid for bounded fields; tiles or [`HashLife`](crate::HashLife), whichever is faster,
    /// for the unbounded plane.
    #[default]
    Auto,
    /// The bounded field, in the fastest implementation for its size and the available threads.
    Grid,
    /// The unbounded plane in [`Tiles`](crate::Tiles).
    Tiles,
    /// The unbounded plane as memoised quadtree nodes: [`HashLife`](crate::HashLife).
    HashLife,
    /// An external implementation of bounded fields, such as a rung of the crate
    /// `quadrille-ladders`. As text, the engine is the name of the implementation. Only the
    /// external crate can find the implementation by this name.
    Form(&'static Form),
}

/// A function that constructs a field of dead cells. The implementation of the field must
/// [support](Form::knows) the rule.
pub type MakeField = fn(Shape, Rule, Level, &mut Memory) -> Result<Box<dyn Field>, MemoryError>;

/// An implementation of bounded fields: its memory layout and its stepping code.
#[derive(Debug)]
pub struct Form {
    /// The name of the implementation, unique among implementations.
    pub name: &'static str,
    /// The index of the implementation in a series, such as the index of a rung in a ladder.
    pub number: usize,
    /// Accepts a rule, or returns a description of the supported rules as the error.
    pub knows: fn(Rule) -> Result<(), &'static str>,
    /// Constructs a field.
    pub field: MakeField,
    /// Constructs a field that one thread runs. The field takes nearly the same memory as one that
    /// [`field`](Self::field) constructs.
    pub field_in_one_band: MakeField,
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Form {}

impl Hash for Form {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// Returns whether the engine `grid` divides a field of this shape among threads, if several are
/// available.
pub(crate) const fn is_shared_out(shape: Shape) -> bool {
    shape.width.saturating_mul(shape.height) >= WORTH_THREADS
}

impl Engine {
    /// Constructs a field like [`field`](Self::field), but for one thread. The field takes nearly
    /// the same memory, and no thread pool is started.
    pub(crate) fn field_in_one_band<E: From<MemoryError> + From<EngineError>>(
        self,
        shape: Shape,
        rule: Rule,
        level: Level,
        memory: &mut Memory,
    ) -> Result<Box<dyn Field>, E> {
        match self {
            Self::Auto | Self::Grid => Ok(Box::new(Banded::new(shape, rule, level, memory)?)),
            Self::Form(form) => {
                Self::check(form, rule)?;
                Ok((form.field_in_one_band)(shape, rule, level, memory)?)
            }
            Self::Tiles | Self::HashLife => Err(EngineError::Bounded { engine: self }.into()),
        }
    }

    /// Constructs a field of dead cells that this engine computes.
    pub(crate) fn field<E: From<MemoryError> + From<EngineError>>(
        self,
        shape: Shape,
        rule: Rule,
        level: Level,
        memory: &mut Memory,
    ) -> Result<Box<dyn Field>, E> {
        match self {
            Self::Auto | Self::Grid => {
                let made = if is_shared_out(shape) { Banded::with_threads } else { Banded::new };
                Ok(Box::new(made(shape, rule, level, memory)?))
            }
            Self::Form(form) => {
                Self::check(form, rule)?;
                Ok((form.field)(shape, rule, level, memory)?)
            }
            Self::Tiles | Self::HashLife => Err(EngineError::Bounded { engine: self }.into()),
        }
    }

    /// Rejects a rule that the implementation `form` does not support.
    fn check(form: &'static Form, rule: Rule) -> Result<(), EngineError> {
        (form.knows)(rule).map_err(|known| EngineError::Rule { form, rule, known })
    }
}

impl Engine {
    /// Returns the engine itself if it works without bounds.
    ///
    /// # Errors
    /// If this engine needs bounds.
    pub const fn unbounded(self) -> Result<Self, EngineError> {
        match self {
            Self::Auto | Self::Tiles | Self::HashLife => Ok(self),
            Self::Grid | Self::Form(_) => Err(EngineError::Unbounded { engine: self }),
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
            Self::Form(form) => f.pad(form.name),
        }
    }
}

impl FromStr for Engine {
    type Err = EngineError;

    /// Reads `auto`, `grid`, `tiles` or `hashlife`.
    ///
    /// # Errors
    /// For any other text.
    fn from_str(text: &str) -> Result<Self, EngineError> {
        match text {
            "auto" => Ok(Self::Auto),
            "grid" => Ok(Self::Grid),
            "tiles" => Ok(Self::Tiles),
            "hashlife" => Ok(Self::HashLife),
            _ => Err(EngineError::Unknown { text: printable(text).chars().take(40).collect() }),
        }
    }
}

/// The error of an engine that does not exist, or that does not support the bounds or the rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No engine has this name.
    #[error("there is no engine `{text}`; expected auto, grid, tiles or hashlife")]
    Unknown {
        /// The name, shortened if long.
        text: String,
    },
    /// The engine works only on the unbounded plane.
    #[error("the engine {engine} works only on the unbounded plane; expected no bounds, or the engine grid")]
    Bounded {
        /// The requested engine.
        engine: Engine,
    },
    /// The engine works only within bounds.
    #[error(
        "the engine {engine} needs bounds, and none are given; expected bounds, or the engine tiles or hashlife"
    )]
    Unbounded {
        /// The requested engine.
        engine: Engine,
    },
    /// The external implementation does not support the rule.
    #[error("{} does not support the rule {rule}; expected {known}", .form.name)]
    Rule {
        /// The requested implementation.
        form: &'static Form,
        /// The requested rule.
        rule: Rule,
        /// A description of the supported rules.
        known: &'static str,
    },
}
