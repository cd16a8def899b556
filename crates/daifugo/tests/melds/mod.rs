//! Melds: their text, and all of them that a hand has.

mod generation;
mod sample;
mod text;
mod vectors;
