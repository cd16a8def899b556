//! The tests of the public interface, as one program: it is linked once, and all tests share its
//! threads.

mod carried;
mod crew;
mod example_patterns;
mod examples;
mod golly_collection;
mod keys;
mod offline;
mod profile_schema;
mod results;
mod saved;
mod settings;
mod sweep;
