//! The tests of the public interface, as one program: it is linked once, and all tests share its threads.

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
