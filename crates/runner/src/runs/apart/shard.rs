//! Some shards of a run, worked out into a file of partials.
//!
//! Whoever works out shards writes nothing but that file: the run's folder is only read, so any number of processes
//! may begin from it at a time. What may be begun is a round: where a kind has stages or a stop rule, later shards need
//! what earlier ones came to, and only merging tells that. A file holds its shards in ascending order and each of them
//! is worked out from its number and the seed alone; so the bytes are the same for any number of threads, and a file that
//! was cut off is gone on with from the first shard that is not whole.

use std::ops::Range;
use std::path::Path;

use crate::{Apart, Identity};
use quadrille_progress::Observer;

use super::checkpoints::Checkpoints;
use super::partials::{Head, Reader, Writer};
use crate::experiment_file::ExperimentFile;
use crate::runs::{RunFailure, RunOptions, threads};

/// What became of shards that were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShardSummary {
    /// The seed of the run they belong to.
    pub seed: u64,
    /// Their numbers.
    pub shards: Range<u64>,
    /// How many of them are in the file.
    pub finished: u64,
    /// How many of them an earlier call had left there.
    pub resumed: u64,
    /// Bytes of the finished file; `None` if it was stopped before.
    pub bytes: Option<u64>,
}

/// Which shards may be begun now, and how many there are in all: all of them where a kind has neither stages nor a
/// stop rule, otherwise those of the round after what the run in the folder `after` has merged. Empty when that run is
/// complete. `None` if the observer said stop.
///
/// # Errors
/// No seed is named, `after` holds no such run, or the job cannot begin.
pub fn next_round(
    file: &ExperimentFile,
    after: Option<&Path>,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<Option<(Range<u64>, u64)>, RunFailure> {
    let prepared = prepare(file, after, options, observer)?;
    Ok(prepared.map(|(_, apart)| (apart.round(), apart.shards())))
}

/// Works out the shards of a range into the file `to`, which has `.part` after its name until all are there. Called
/// again after a kill, it goes on where the file ends; if all are there already, nothing is done.
///
/// The bytes of the file are the same for any number of threads and any interruption.
///
/// # Errors
/// The shards may not be begun yet, no seed is named, `after` holds no such run, or `to` is something else
/// ([`RunFailure::Refused`]: nothing was changed); or the work could not go on ([`RunFailure::Failed`]).
pub fn work_out(
    file: &ExperimentFile,
    shards: Range<u64>,
    after: Option<&Path>,
    to: &Path,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<ShardSummary, RunFailure> {
    let stopped = |seed| ShardSummary { seed, shards: shards.clone(), finished: 0, resumed: 0, bytes: None };
    let Some((identity, apart)) = prepare(file, after, options, observer)? else {
        return Ok(stopped(options.seed.or(file.header.seed).unwrap_or(0)));
    };
    allow(&apart, &shards, after)?;
    let (seed, all) = (identity.seed, shards.end - shards.start);
    let head = Head::new(&identity, shards.clone());
    let (mut writer, resumed) = loop {
        if std::fs::symlink_metadata(to).is_ok() {
            let there = Reader::open(to)?;
            if there.head != head {
                return Err(RunFailure::Refused(format!(
                    "{} holds other shards, or another run's; name another file with --to",
                    to.display()
                )));
            }
            there.all(&identity)?;
            let bytes = std::fs::metadata(to).map(|data| data.len()).ok();
            return Ok(ShardSummary { finished: all, resumed: all, bytes, ..stopped(seed) });
        }
        // Another call may finish the file between the look and the lock: then the look finds it.
        if let Some(begun) = Writer::begin(to, &identity, &head)? {
            break begun;
        }
    };
    let mut finished = resumed;
    let complete = apart.run(shards.start + resumed..shards.end, observer, |sealed| {
        writer.append(sealed)?;
        finished += 1;
        Ok::<(), RunFailure>(())
    })?;
    let bytes = if complete { Some(writer.finish()?) } else { None };
    Ok(ShardSummary { finished, resumed, bytes, ..stopped(seed) })
}

/// Refuses shards that there are not, and those of another round.
fn allow(apart: &Apart, asked: &Range<u64>, after: Option<&Path>) -> Result<(), RunFailure> {
    let (round, all) = (apart.round(), apart.shards());
    let refused = |reason: String| Err(RunFailure::Refused(reason));
    let Range { start, end } = asked;
    if asked.is_empty() {
        return refused(format!(
            "{start}..{end} holds no shards: the second number is the one after the last"
        ));
    }
    if *end > all {
        return refused(format!("shards {start}..{end} are asked for, but there are {all}: 0..{all}"));
    }
    if apart.is_complete() {
        return refused(match after {
            Some(after) => format!("the run in {} is complete: it needs no more shards", after.display()),
            None => "this run needs no shards".to_owned(),
        });
    }
    if *start < round.start {
        return refused(format!("shards below {} are merged already; the next are {round:?}", round.start));
    }
    if *end > round.end {
        let first = match after {
            Some(_) => "",
            None => ", merge those, and name the folder with --after",
        };
        return refused(format!(
            "shards {start}..{end} cannot all be begun yet: what they need to know, or whether they are needed, \
             depends on those before; begin with {round:?}{first}"
        ));
    }
    Ok(())
}

/// Returns the job with what is merged of it.
fn prepare(
    file: &ExperimentFile,
    after: Option<&Path>,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<Option<(Identity, Apart)>, RunFailure> {
    let there = after.map(Checkpoints::look).transpose()?;
    let seed = seed(file, options, there.as_ref().map(Checkpoints::seed))?;
    let identity = file.identity(seed);
    let mut merged = there.map(|there| there.of(&identity)).transpose()?;
    let job = file.open(seed, options.level);
    let apart = Apart::new(job, &identity, merged.as_mut(), threads(file, options), observer)?;
    Ok(apart.map(|apart| (identity, apart)))
}

/// Returns the seed of a run that several processes share: somebody has to name it.
fn seed(file: &ExperimentFile, options: RunOptions, recorded: Option<u64>) -> Result<u64, RunFailure> {
    let named = options.seed.or(recorded).or(file.header.seed);
    named.or_else(|| (!file.job.draws()).then_some(0)).ok_or_else(|| {
        RunFailure::Refused(
            "all shards of a run have the same seed: name it with --seed, or in the file".to_owned(),
        )
    })
}
