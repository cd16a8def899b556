//! Tests of the public interface, linked as one program.

mod faces;
mod prefix;
mod runner;
mod stages;
mod store;
