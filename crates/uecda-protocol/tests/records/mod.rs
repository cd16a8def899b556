//! Tests of records in the contest's formats: logs of the official server, `FujiGokoro`'s records,
//! and records that end early.

mod cuts;
mod fujigokoro;
mod official;
#[expect(clippy::module_inception, reason = "records of the crate's own games")]
mod records;
mod transcripts;
