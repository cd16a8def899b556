//! All integration tests as one program, which is linked once and shares its threads.

mod conditions;
mod refusals;
mod sets;
