//! Reports as data, and their conversion to HTML, CSV and Markdown.
//!
//! | module | concern |
//! |---|---|
//! | [`model`] | reports as data: title, metrics, sections, tables and plots; re-exported here |
//! | [`page()`] | a report as one self-contained HTML page, for light and dark displays and for phones |
//! | [`plot`] | plots as inline SVG |
//! | [`squares`] | small pictures of patterns, for tables |
//! | [`pictures`] | pictures of cells as PNG, GIF and animated PNG |
//! | [`tables`] | the tables of a report as CSV and as Markdown |
//! | [`figures`] | the keys and figures of a result, declared once; tables and metrics from them |
//! | [`figure`], [`mod@format`] | numbers formatted for people |
//! | [`ranks`] | ranks of estimates whose intervals overlap |
//! | [`decimal`], [`hex`], [`as_text`], [`entries`] | the JSON form of counts, of bit patterns, of values with a text form, and of ordered named values |
//! | [`intervals`] | the confidence intervals that results contain |
//!
//! The page loads nothing from a network. The feature `html` adds [`page()`], [`plot`] and
//! [`squares`]; the feature `pictures` adds [`pictures`].

pub mod as_text;
pub mod decimal;
pub mod entries;
pub mod figure;
pub mod figures;
pub mod format;
pub mod hex;
pub mod intervals;
pub mod model;
#[cfg(feature = "html")]
pub mod page;
mod page_words;
#[cfg(feature = "pictures")]
pub mod pictures;
#[cfg(feature = "html")]
pub mod plot;
mod printable;
pub mod ranks;
#[cfg(feature = "html")]
pub mod squares;
pub mod tables;

pub use model::{
    Bars, Block, Board, BoardRow, BoardSeat, Cards, Cell, Column, Command, Folded, Heat, Lines, Mark, Metric,
    Pegs, RangeRow, Ranges, Report, ReportTable, Section, Series, SpanRow, Spans, Squares, Strip, StripRow,
};
#[cfg(feature = "html")]
pub use page::{Provenance, SCRIPT as PAGE_SCRIPT, page, page_of_answer};
pub use page_words::PageWords;
