//! Records in the contest's formats: logs of the official server, `FujiGokoro`'s, and records cut anywhere.

mod cuts;
mod fujigokoro;
mod official;
#[expect(clippy::module_inception, reason = "records of one's own games")]
mod records;
mod transcripts;
