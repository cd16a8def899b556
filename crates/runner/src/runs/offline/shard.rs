//! Computation of some shards of a run, whose partials are written to a file.
//!
//! A process that computes shards writes only its file and reads the run's folder, so any number of
//! processes may share the folder. The shards that are available at the same time are a *round*:
//! with stages or a stop rule, later shards become available only after the partials of earlier
//! shards were merged. A file contains its partials in the order of the shards, and each partial
//! depends only on the run and the shard's number. Therefore the bytes of the file are the same for
//! any number of threads, and an incomplete file is continued with its first missing shard.

use std::ops::Range;
use std::path::Path;

use crate::{Identity, OfflineShards};
use quadrille_progress::Observer;

use super::checkpoints::Checkpoints;
use super::partials::{Head, Reader, Writer};
use crate::experiment_file::ExperimentFile;
use crate::runs::{RunFailure, RunOptions, threads};

/// The outcome of computing shards.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShardSummary {
    /// The seed of the run.
    pub seed: u64,
    /// The range of the requested shards.
    pub shards: Range<u64>,
    /// Number of the requested shards that the file contains.
    pub finished: u64,
    /// Number of the requested shards that an earlier call had computed.
    pub resumed: u64,
    /// Size of the finished file in bytes; `None` if the call was stopped before the file was
    /// finished.
    pub bytes: Option<u64>,
}

/// Returns the range of the shards that are available now, and the total number of shards. Without
/// stages and stop rules, all shards are available. Otherwise, the shards of the next round are
/// available. This round begins after the shards that are merged in the run's folder `after`. The
/// range is empty if the run is complete. Returns `None` if the observer cancelled.
///
/// # Errors
/// The seed is not given, `after` does not contain this run, or the job cannot begin.
pub fn next_round(
    file: &ExperimentFile,
    after: Option<&Path>,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<Option<(Range<u64>, u64)>, RunFailure> {
    let prepared = prepare(file, after, options, observer)?;
    Ok(prepared.map(|(_, offline)| (offline.round(), offline.shards())))
}

/// Computes a range of shards, and writes their partials to the file `to`. The file's name has the
/// suffix `.part` until the file is complete. If the process was killed, another call continues the
/// file. If the file is already complete, nothing is done.
///
/// The bytes of the file are the same for any number of threads and after any interruptions.
///
/// # Errors
/// [`RunFailure::Refused`] if the shards are not available yet, the seed is not given, `after` does
/// not contain this run, or `to` has other contents; nothing was changed. [`RunFailure::Failed`] if
/// the computation failed.
pub fn run_shards(
    file: &ExperimentFile,
    shards: Range<u64>,
    after: Option<&Path>,
    to: &Path,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<ShardSummary, RunFailure> {
    let stopped = |seed| ShardSummary { seed, shards: shards.clone(), finished: 0, resumed: 0, bytes: None };
    let Some((identity, offline)) = prepare(file, after, options, observer)? else {
        return Ok(stopped(options.seed.or(file.seed()).unwrap_or(0)));
    };
    allow(&offline, &shards, after)?;
    let (seed, all) = (identity.seed, shards.end - shards.start);
    let head = Head::new(&identity, shards.clone());
    let (mut writer, resumed) = loop {
        if std::fs::symlink_metadata(to).is_ok() {
            let there = Reader::open(to)?;
            if there.head != head {
                return Err(RunFailure::Refused(format!(
                    "{} holds other shards, or shards of another run; name another file with --to",
                    to.display()
                )));
            }
            there.all(&identity)?;
            let bytes = std::fs::metadata(to).map(|data| data.len()).ok();
            return Ok(ShardSummary { finished: all, resumed: all, bytes, ..stopped(seed) });
        }
        // If another process finishes the file between this check and the lock, `begin` returns
        // `None`, and the next check finds the file.
        if let Some(begun) = Writer::begin(to, &identity, &head)? {
            break begun;
        }
    };
    let mut finished = resumed;
    let complete = offline.run(shards.start + resumed..shards.end, observer, |sealed| {
        writer.append(sealed)?;
        finished += 1;
        Ok::<(), RunFailure>(())
    })?;
    let bytes = if complete { Some(writer.finish()?) } else { None };
    Ok(ShardSummary { finished, resumed, bytes, ..stopped(seed) })
}

/// Checks that the requested shards exist and are available now.
fn allow(offline: &OfflineShards, asked: &Range<u64>, after: Option<&Path>) -> Result<(), RunFailure> {
    let (round, all) = (offline.round(), offline.shards());
    let refused = |reason: String| Err(RunFailure::Refused(reason));
    let Range { start, end } = asked;
    if asked.is_empty() {
        return refused(format!(
            "{start}..{end} contains no shards: the second number is excluded, so it must be larger than the first"
        ));
    }
    if *end > all {
        return refused(format!("shards {start}..{end} were requested, but the run has only 0..{all}"));
    }
    if offline.is_complete() {
        return refused(match after {
            Some(after) => format!("the run in {} is complete: it needs no more shards", after.display()),
            None => "this run needs no shards".to_owned(),
        });
    }
    if *start < round.start {
        return refused(format!("shards below {} are merged; the next shards are {round:?}", round.start));
    }
    if *end > round.end {
        let first = match after {
            Some(_) => "",
            None => ", merge these shards, and name the folder of the run with --after",
        };
        return refused(format!(
            "shards {start}..{end} cannot all start yet, because some depend on the results of earlier shards; \
             begin with {round:?}{first}"
        ));
    }
    Ok(())
}

/// Prepares the job, which absorbs the shards merged in the folder `after`. Returns the identity of
/// the run and the prepared job; `None` if the observer cancelled.
fn prepare(
    file: &ExperimentFile,
    after: Option<&Path>,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<Option<(Identity, OfflineShards)>, RunFailure> {
    let there = after.map(Checkpoints::open).transpose()?;
    let seed = seed(file, options, there.as_ref().map(Checkpoints::seed))?;
    let identity = file.identity(seed);
    let mut merged = there.map(|there| there.of(&identity)).transpose()?;
    let job = file.open(seed, options.level);
    let offline = OfflineShards::new(job, &identity, merged.as_mut(), threads(file, options), observer)?;
    Ok(offline.map(|offline| (identity, offline)))
}

/// Returns the seed of the run. It must be given, because several processes work on the run and
/// need the same seed.
fn seed(file: &ExperimentFile, options: RunOptions, recorded: Option<u64>) -> Result<u64, RunFailure> {
    let named = options.seed.or(recorded).or(file.seed());
    named.or_else(|| (!file.job.draws()).then_some(0)).ok_or_else(|| {
        RunFailure::Refused(
            "all shards of a run must have the same seed: give the seed with --seed, or in the experiment file".to_owned(),
        )
    })
}
