//! The tests of the public interface, as one program: it is linked once, and all tests share its threads.

mod census;
mod fate;
mod formats;
mod forms;
mod fuzzed;
mod grid;
mod planes;
