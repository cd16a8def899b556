//! Executors that run shards outside of this process, and notes about their nodes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::Identity;
use crate::executor::ShardExecutor;
use serde::{Deserialize, Serialize};

/// An executor outside of this process, which receives the run's identity and reports the work of
/// its nodes.
pub trait RemoteExecutor: ShardExecutor {
    /// Called once at the beginning of the run, before the first task, with the identity that all
    /// workers must share.
    fn begin(&mut self, identity: &Identity);

    /// Returns the notes about the nodes of this session, which the executor updates.
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

/// Notes about all nodes of a session, by name; clones share them.
#[derive(Debug, Clone, Default)]
pub struct NodeNotes(Arc<Mutex<BTreeMap<String, (u64, f64)>>>);

impl NodeNotes {
    /// Adds `shards` shards run by the node in `seconds` seconds.
    pub fn add(&self, node: &str, shards: u64, seconds: f64) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let note = notes.entry(node.to_owned()).or_default();
        *note = (note.0 + shards, note.1 + seconds);
    }

    /// Returns the current notes, ordered by the nodes' names.
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
