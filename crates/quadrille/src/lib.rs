//! Exact, reproducible game simulation at machine speed.
