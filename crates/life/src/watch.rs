//! Long calls: what they report, and how they are stopped.

use std::ops::ControlFlow;

use thiserror::Error;

/// How far a long call has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Generations done in this call.
    pub done: u64,
    /// Generations asked for.
    pub generations: u64,
}

/// A long call's answer when the caller told it to stop. The grid stands at the generation it had come to, and can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the end")]
pub struct Stopped;

/// Who is told how far a long call has come, and says go on or stop. Called about every 2³² cells, tens of milliseconds at full
/// speed, on the caller's thread.
pub type Report<'a> = &'a mut dyn FnMut(Snapshot) -> ControlFlow<()>;

/// Cells whose next state is computed between two reports.
const INTERVAL: u64 = 1 << 32;

/// Generations between two reports of a field of so many cells: a multiple of 64, unless a single one is long enough.
pub(crate) const fn generations_between_reports(cells: u64) -> u64 {
    match INTERVAL / if cells == 0 { 1 } else { cells } {
        0 => 1,
        few @ 1..64 => few,
        many => many / 64 * 64,
    }
}
