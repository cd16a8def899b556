//! A finished experiment as one self-contained HTML page.
//!
//! [`page()`] lays out the report model of [`quadrille_experiment::report`]; [`plot`] draws its plots as
//! inline SVG, [`squares`] the small pictures in its tables. The page needs no network, follows the reader's light or dark setting and reads well on a
//! phone.

pub mod figure;
#[cfg(feature = "reports")]
pub mod page;
#[cfg(feature = "reports")]
pub mod plot;
#[cfg(feature = "reports")]
pub mod squares;
pub mod tables;

#[cfg(feature = "reports")]
pub use page::{Provenance, page, page_of_answer};
