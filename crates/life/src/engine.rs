//! Which engine does the work.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use quadrille_diagnostics::printable;
use quadrille_lanes::Level;

use crate::field::{Field, Shape};
use crate::kernels::banded::{Banded, WORTH_THREADS};
use crate::memory::{Memory, MemoryError};
use crate::rule::Rule;

/// The engine that a caller asks for: `auto`, `grid`, `tiles` or `hashlife`, or an external implementation of bounded fields.
///
/// All give the same results; only speed, memory and, for some forms, the rules they know differ.
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
    /// Whichever suits: the grid where there are bounds; tiles, or [`HashLife`](crate::HashLife), where there
    /// are none.
    #[default]
    Auto,
    /// The fastest form for the size of the field and the threads there are.
    Grid,
    /// The unbounded plane in [`Tiles`](crate::Tiles).
    Tiles,
    /// The unbounded plane in squares that are never worked out twice: [`HashLife`](crate::HashLife).
    HashLife,
    /// An external implementation of bounded fields, such as a rung of the crate `quadrille-ladders`. As text it is its
    /// name, which this type does not read back: its crate does.
    Form(&'static Form),
}

/// Makes a field of dead cells, by a rule that the form [knows](Form::knows).
pub type MakeField = fn(Shape, Rule, Level, &mut Memory) -> Result<Box<dyn Field>, MemoryError>;

/// A form of bounded fields: how their cells lie in memory, and how they go on.
#[derive(Debug)]
pub struct Form {
    /// Its name, which no other form has.
    pub name: &'static str,
    /// Its number among forms of its kind.
    pub number: usize,
    /// Returns the rules that it supports, in words, as an error if the rule is not among them.
    pub knows: fn(Rule) -> Result<(), &'static str>,
    /// Makes a field.
    pub field: MakeField,
    /// Makes the same for one thread, in nearly as much memory.
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

/// Whether the engine `grid` shares a field of this shape out among threads, if there are several.
pub(crate) const fn is_shared_out(shape: Shape) -> bool {
    shape.width.saturating_mul(shape.height) >= WORTH_THREADS
}

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
        match self {
            Self::Auto | Self::Grid => Ok(Box::new(Banded::new(shape, rule, level, memory)?)),
            Self::Form(form) => {
                Self::check(form, rule)?;
                Ok((form.field_in_one_band)(shape, rule, level, memory)?)
            }
            Self::Tiles | Self::HashLife => Err(EngineError::Bounded { engine: self }.into()),
        }
    }

    /// The field that this engine works on, all cells dead.
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

    /// Refuses a rule that the form cannot do.
    fn check(form: &'static Form, rule: Rule) -> Result<(), EngineError> {
        (form.knows)(rule).map_err(|known| EngineError::Rule { form, rule, known })
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

/// Why an engine cannot do it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no such engine.
    #[error("there is no engine `{text}`; expected auto, grid, tiles or hashlife")]
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
    /// The form does not know the rule.
    #[error("{} cannot do the rule {rule}; it knows {known}", .form.name)]
    Rule {
        /// The form asked for.
        form: &'static Form,
        /// The rule asked for.
        rule: Rule,
        /// The rules it knows, in words.
        known: &'static str,
    },
}
