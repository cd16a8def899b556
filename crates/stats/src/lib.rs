//! Moments, quantiles, histograms and intervals with exact merging.
