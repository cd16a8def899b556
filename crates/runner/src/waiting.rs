//! The kind `test.wait`, for tests. Its shards wait until a file has a certain size, so that a test
//! can stop a run at any chosen shard.
//!
//! ```toml
//! kind = "test.wait"
//! [test]
//! shards = 60
//! gate = "/a/file"   # shard k ends as soon as this file has more than k bytes
//! ```

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::{Conclusion, Experiment, OpenJob, Report, ShardContext, WorkError, open};
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_lanes::Level;
use quadrille_memory::Need;
use quadrille_progress::{Observer, Stopped};
use serde_json::json;

use crate::job::{ForeignResult, Job, Kind, StoredResult};
use crate::keys::{Key, Presence, Shape};

/// The kind `test.wait`, which no list of kinds for users contains.
pub(crate) const WAIT: Kind = Kind {
    name: "test.wait",
    table: "test",
    about: "wait for a file to grow",
    revision: 1,
    keys: &[
        Key::new("shards", "the number of shards", Shape::Whole(1, 1000), Presence::Must, "60"),
        Key::new(
            "gate",
            "a file; shards end when it grows",
            Shape::Text("a file's name"),
            Presence::Must,
            "\"/a/file\"",
        ),
    ],
    result: quadrille_report::figures::Shape::Other,
    read: |table, _, _| Ok(Arc::new(WaitingSettings::read(table)?)),
};

struct WaitingSettings {
    shards: u64,
    gate: PathBuf,
}

impl WaitingSettings {
    fn read(table: &TomlTable<'_>) -> Result<Self, Diagnostic> {
        let shards = table.required("shards")?.integer(1..=1000)?;
        let gate = table.required("gate")?.string("a file's name")?.into();
        Ok(Self { shards, gate })
    }
}

impl Job for WaitingSettings {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Waiting { settings: self, seed })
    }

    fn report(&self, _: &StoredResult<'_>) -> Result<Report, ForeignResult> {
        Ok(Report::default())
    }
}

struct Waiting {
    settings: Arc<WaitingSettings>,
    seed: u64,
}

impl Experiment for Waiting {
    /// A hash that depends on the order in which the shards are merged.
    type Partial = u64;
    type Stage = ();

    fn memory(&self, _: usize) -> Need {
        Need::NONE
    }

    fn shards(&self) -> u64 {
        self.settings.shards
    }

    fn stage(&self, _: Option<&u64>) {}

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<u64, WorkError> {
        let open = || std::fs::metadata(&self.settings.gate).is_ok_and(|gate| gate.len() > shard);
        while !open() {
            context.report(0)?;
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(self.seed ^ shard)
    }

    fn merge(&self, prefix: &mut u64, next: u64) {
        *prefix = prefix.wrapping_mul(31).wrapping_add(next);
    }

    fn conclude(&self, whole: &u64, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        Ok(Conclusion::new(&json!({ "sum": whole.to_string() }), Report::default()))
    }
}
