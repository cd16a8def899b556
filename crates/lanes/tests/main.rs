//! Tests of the public interface, linked as one program.

mod fuzzed;
mod lanes;
