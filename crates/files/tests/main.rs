//! Tests of the public interface, linked as one program.

mod reading;
mod writing;
