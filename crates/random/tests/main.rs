//! The tests of the public interface, as one program: it is linked once, and all tests share its threads.

mod battery;
mod eight_lanes;
mod fuzzed;
mod generators;
mod kept;
mod oracle;
mod streams;
mod value_stability;
