//! One kind of error for every text that Quadrille reads.
//!
//! An experiment file, a profile, a pattern, a codeword typed at the prompt: each is a [`Source`], and whatever is
//! wrong with it is a [`Diagnostic`] that says *what*, *where* (name, line, column and an excerpt) and *what was
//! expected*, with the nearest known name where a name was misspelt.
//!
//! | room | its one concern |
//! |---|---|
//! | [`source`] | a named text, and where in it a byte stands |
//! | [`diagnostic`] | the error itself and how it looks |
//! | [`mod@nearest`] | "did you mean …" |
//! | [`toml`] | TOML read key by key, every refusal a diagnostic |
//!
//! ```
//! use quadrille_diagnostics::{Diagnostic, Source};
//!
//! let source = Source::new("guess", "11x2");
//! let error = Diagnostic::at(&source, 2..3, "`x` is not a colour").expected("1 to 6");
//! assert_eq!(error.headline(), "guess:1:3: `x` is not a colour (expected 1 to 6)");
//! ```

pub mod diagnostic;
pub mod nearest;
pub mod source;
pub mod toml;

pub use diagnostic::{Diagnostic, Palette};
pub use nearest::nearest;
pub use source::{Position, Source, printable};
