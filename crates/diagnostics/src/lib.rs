//! One type for the errors in all texts that Quadrille reads.
//!
//! A text is a [`Source`], such as an experiment file, a profile, a pattern, or a codeword that was
//! typed at the prompt. Every error in a text is a [`Diagnostic`] with a message, a position (name,
//! line, column and an excerpt), a description of the expected input, and the most similar known
//! name if a name was misspelt.
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
//! No feature is on by default. Without features, the crate contains texts, positions, and errors
//! with their one-line form.
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
pub use nearest::{listed, nearest, one_of};
pub use source::{Position, Source, printable, printable_lines};

#[cfg(all(doctest, feature = "excerpts", feature = "toml"))]
#[doc = include_str!("../README.md")]
struct Readme;
