//! One kind of error for every text that Quadrille reads.
//!
//! An experiment file, a profile, a pattern, a codeword typed at the prompt: each is a [`Source`], and
//! whatever is wrong with it is a [`Diagnostic`] that says *what*, *where* (name, line, column and an
//! excerpt) and *what was expected*, with the nearest known name where a name was misspelt.
//!
//! | module | its one concern |
//! |---|---|
//! | [`source`] | a named text, and where in it a byte stands |
//! | [`diagnostic`] | the error itself |
#![cfg_attr(feature = "excerpts", doc = "| [`excerpt`] | how it looks on a terminal |")]
//! | [`mod@nearest`] | "did you mean …" |
#![cfg_attr(feature = "toml", doc = "| [`toml`] | TOML read key by key, every refusal a diagnostic |")]
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
//! None is on by default; without any, the crate is the place of an error and its one-line form.
//!
//! | feature | what it adds |
//! |---|---|
//! | `excerpts` | `Diagnostic::render` and `Palette`: errors drawn with the lines they are about |
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
