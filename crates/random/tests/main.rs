//! Tests of the public interface, linked as one program.

mod battery;
mod eight_lanes;
mod fuzzed;
mod generators;
mod kept;
mod oracle;
mod streams;
mod value_stability;
