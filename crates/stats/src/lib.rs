//! Counts, moments, quantiles, histograms and confidence intervals that can be computed in parts
//! and merged.
//!
//! An experiment is divided into shards. Each shard computes a partial summary, which is stored and
//! later merged. All summaries in this crate can be merged, with different guarantees:
//!
//! | summary | observations | merging |
//! |---|---|---|
//! | [`Counts`] | whole numbers | exact, in any order and grouping |
//! | [`Histogram`] | floats, in fixed bins | exact, in any order and grouping |
//! | [`Sample`] | floats, all kept | exact; quantiles do not depend on the order |
//! | [`RatioEstimate`] | whole numbers, summed within each cluster of units | exact, in any order and grouping |
//! | [`Moments`] | floats, in constant space | rounded: the same bits for the same parts **in the same order** |
//!
//! Summaries provide means, sample variances (divisor n − 1), nearest-rank quantiles ([`Quantile`])
//! and confidence intervals ([`Interval`]). Transcendental functions are computed by the crate
//! `libm`, so that results have the same bits on every machine. With the feature `serde` all
//! summaries can be stored; deserialisation checks the same conditions as recording.
//!
//! ```
//! use quadrille_stats::{Confidence, Counts, Quantile};
//!
//! // Turns needed in eight games, counted by two shards.
//! let mut turns = Counts::of([4, 5, 4, 3])?;
//! turns.merge(&Counts::of([5, 5, 2, 4])?)?;
//!
//! assert_eq!(turns.total(), 8);
//! assert_eq!(turns.mean(), Some(4.0));
//! assert_eq!(turns.variance(), Some(8.0 / 7.0));
//! assert_eq!(turns.quantile(Quantile::MEDIAN), Some(4));
//! let interval = turns.mean_interval(Confidence::new(0.95)?).expect("more than one game");
//! assert_eq!(format!("{:.2} to {:.2}", interval.low, interval.high), "3.11 to 4.89");
//! # Ok::<(), quadrille_stats::StatsError>(())
//! ```

#![doc(html_root_url = "https://docs.rs/quadrille-stats")]

mod counts;
mod critical;
mod error;
mod histogram;
mod interval;
mod moments;
mod quantile;
mod ratio;
mod ratio_estimate;
mod sample;

pub use counts::Counts;
pub use critical::{Confidence, normal_critical, t_critical};
pub use error::StatsError;
pub use histogram::{Bins, Histogram};
pub use interval::Interval;
pub use moments::Moments;
pub use quantile::Quantile;
pub use ratio_estimate::RatioEstimate;
pub use sample::Sample;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
