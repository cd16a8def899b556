//! One error type for every text that Quadrille reads.
//!
//! An experiment file, a profile, a pattern and a codeword typed at the prompt are each a
//! [`Source`]. Every error in them is a [`Diagnostic`] with a message, a position (name, line,
//! column and an excerpt), the expectation, and the nearest known name where a name was misspelt.
//!
//! | module | concern |
//! |---|---|
//! | [`source`] | a named text, and the line and column of a byte |
//! | [`diagnostic`] | the error type |
#![cfg_attr(feature = "excerpts", doc = "| [`excerpt`] | errors drawn over an excerpt of the text |")]
//! | [`mod@nearest`] | "did you mean …" |
#![cfg_attr(feature = "toml", doc = "| [`toml`] | a TOML reader whose errors are diagnostics |")]
//!
//! ```
//! use quadrille_diagnostics::{Diagnostic, Source};
//!
//! let source = Source::new("guess", "11x2");
//! let error = Diagnostic::at(&source, 2..3, "`x` is not a colour").expected("1 to 6");
//! assert_eq!(error.headline(), "guess:1:3: `x` is not a colour (expected 1 to 6)");
//! ```
//!
//! # Features
//! None is on by default. Without features the crate has positions, messages and their one-line
//! form.
//!
//! | feature | adds |
//! |---|---|
//! | `excerpts` | `Diagnostic::render` and `Palette`: errors drawn with the lines they refer to |
//! | `serde` | `Serialize` and `Deserialize` for [`Diagnostic`], [`Source`] and [`Position`] |
//! | `toml` | the module `toml` |

#![doc(html_root_url = "https://docs.rs/quadrille-diagnostics")]

pub mod diagnostic;
#[cfg(feature = "excerpts")]
pub mod excerpt;
pub mod nearest;
pub mod source;
#[cfg(feature = "toml")]
pub mod toml;

pub use diagnostic::Diagnostic;
#[cfg(feature = "excerpts")]
pub use excerpt::Palette;
pub use nearest::{nearest, one_of};
pub use source::{Position, Source, printable, printable_lines};

#[cfg(all(doctest, feature = "excerpts", feature = "toml"))]
#[doc = include_str!("../README.md")]
struct Readme;
