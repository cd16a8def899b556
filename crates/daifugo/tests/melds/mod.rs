//! Melds: their text, and the generation of all melds of a hand.

mod generation;
mod sample;
mod text;
mod vectors;
