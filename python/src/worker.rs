//! The worker's side of a distributed run. A worker prepares an experiment once. Then it runs
//! shards, which are independent of each other.

use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadrille::diagnostics::Source;
use quadrille::files::{InMemory, NamedFile, NamedFiles};
use quadrille::kinds::REGISTRY;
use quadrille::runner::{self, Task};

use crate::error::{at, error};
use crate::experiments::level;
use crate::watch::watched;

/// Runs shards of one experiment. Each shard is independent of the others.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct Worker {
    prepared: runner::Worker,
    pool: rayon::ThreadPool,
    kind: &'static str,
    revision: u32,
}

#[pymethods]
impl Worker {
    /// Reads the experiment and prepares it.
    #[new]
    #[pyo3(signature = (text, files, seed, threads = 1, identity = None, revision = None))]
    fn new(
        py: Python<'_>,
        text: &str,
        files: Vec<(String, String)>,
        seed: u64,
        threads: usize,
        identity: Option<&str>,
        revision: Option<u32>,
    ) -> PyResult<Self> {
        let files = files.into_iter().map(|(name, text)| NamedFile {
            name,
            text,
            base64: false,
            path: String::new(),
        });
        let named = NamedFiles::new(InMemory::from(files.collect::<Vec<_>>()));
        let file = REGISTRY.read_with(Source::new("experiment", text), named).map_err(at)?;
        let (kind, ours) = (file.kind.name, file.kind.revision);
        if let Some(theirs) = revision.filter(|&theirs| theirs != ours) {
            return Err(error(format!(
                "the worker has quadrille {} with results revision {ours} of {kind}; expected revision {theirs}, \
                 that of the coordinator",
                quadrille::VERSION
            )));
        }
        let known = file.identity(seed);
        if identity.is_some_and(|identity| identity != known.hash()) {
            return Err(error(
                "the worker's experiment differs from the coordinator's; expected the same text, files and seed",
            ));
        }
        let job = file.open(seed, level()?);
        let threads = threads.max(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(error)?;
        let prepare = |observer: &dyn quadrille::progress::Observer| {
            pool.install(|| runner::Worker::new(job, known, threads, observer))
        };
        let prepared = watched(py, None, prepare)?.map_err(error)?;
        Ok(Self { prepared, pool, kind, revision: ours })
    }

    /// Runs a shard. Returns the partial result as bytes for `Coordinator.take`, the amount of work
    /// in `work_unit`s, and the time in seconds.
    #[pyo3(signature = (shard, stage, snapshot = None))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        shard: u64,
        stage: &[u8],
        snapshot: Option<Vec<u8>>,
    ) -> PyResult<(Bound<'py, PyBytes>, u64, f64)> {
        let (begun, task) = (Instant::now(), Task { shard, stage: stage.into(), snapshot });
        let run = |observer: &dyn quadrille::progress::Observer| {
            self.pool.install(|| self.prepared.run(&task, observer, &|_| ()))
        };
        let partial = watched(py, None, run)?.map_err(error)?;
        Ok((PyBytes::new(py, &partial), self.prepared.job().work(shard), begun.elapsed().as_secs_f64()))
    }

    /// The number of shards.
    #[getter]
    fn shards(&self) -> u64 {
        self.prepared.job().shards()
    }

    /// The unit of work.
    #[getter]
    fn work_unit(&self) -> &'static str {
        self.prepared.job().work_unit()
    }

    /// The kind of experiment.
    #[getter]
    fn kind(&self) -> &'static str {
        self.kind
    }

    /// The results revision of this kind of experiment.
    #[getter]
    fn revision(&self) -> u32 {
        self.revision
    }

    /// SHA-256 of all data on which the result depends, in hexadecimal.
    #[getter]
    fn identity(&self) -> String {
        self.prepared.identity().hash()
    }
}
