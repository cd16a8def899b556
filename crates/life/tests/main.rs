//! The tests of the public interface form one program: it is linked once, and the tests share its
//! threads.

mod census;
mod fate;
mod formats;
mod forms;
mod fuzzed;
mod grid;
mod planes;
