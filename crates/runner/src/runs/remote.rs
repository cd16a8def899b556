//! Executors that run shards outside of this process. The machines whose processes run the shards
//! are the *nodes* of an executor.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::Identity;
use crate::executor::ShardExecutor;
use serde::{Deserialize, Serialize};

/// An executor that runs shards outside of this process. It receives the identity of the run, and
/// counts the work of each of its nodes.
pub trait RemoteExecutor: ShardExecutor {
    /// Passes the identity of the run to the executor. All workers of the executor must prepare the
    /// run with this identity. This method is called once per run, before the first task.
    fn begin(&mut self, identity: &Identity);

    /// Returns the work of each node in this session. The executor updates the returned value
    /// during the run.
    fn nodes(&self) -> NodeNotes;
}

/// The work of a node in a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeNote {
    /// The node's name, such as an address.
    pub node: String,
    /// Number of shards run by the node.
    pub shards: u64,
    /// Total working time of the node's workers, in seconds.
    pub seconds: f64,
}

/// The number of shards and the working time in seconds of each node in a session, by the node's
/// name. Clones share their contents.
#[derive(Debug, Clone, Default)]
pub struct NodeNotes(Arc<Mutex<BTreeMap<String, (u64, f64)>>>);

impl NodeNotes {
    /// Records that a node has run `shards` further shards in `seconds` seconds.
    pub fn add(&self, node: &str, shards: u64, seconds: f64) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let note = notes.entry(node.to_owned()).or_default();
        *note = (note.0 + shards, note.1 + seconds);
    }

    /// Returns the current work of all nodes, ordered by name.
    pub fn to_vec(&self) -> Vec<NodeNote> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let note = |(node, &(shards, seconds)): (&String, &(u64, f64))| NodeNote {
            node: node.clone(),
            shards,
            seconds,
        };
        notes.iter().map(note).collect()
    }
}
