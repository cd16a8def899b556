//! Tests of the public interface, linked as one program.

#[cfg(feature = "serde")]
mod counts;
mod critical;
mod histogram;
mod interval;
#[cfg(feature = "serde")]
mod moments;
mod sample;
#[cfg(feature = "serde")]
mod stored;
