//! A crew: whoever works out a run's shards outside of this process, and what is noted of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::Identity;
use crate::executor::ShardExecutor;
use serde::{Deserialize, Serialize};

/// An executor of shards that is told whose they are, and tells which of its nodes did what.
pub trait Crew: ShardExecutor {
    /// The run begins: its seed and all else that its workers must agree on. Called once, before the first task.
    fn begin(&mut self, identity: &Identity);

    /// What the nodes have done in this session; the crew goes on writing it.
    fn nodes(&self) -> NodeNotes;
}

/// What one node did in a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeNote {
    /// Its name: an address, say.
    pub node: String,
    /// Shards that it worked out.
    pub shards: u64,
    /// Seconds that its workers spent on them, all together.
    pub seconds: f64,
}

/// Notes of all nodes of a session, by name; clones share them.
#[derive(Debug, Clone, Default)]
pub struct NodeNotes(Arc<Mutex<BTreeMap<String, (u64, f64)>>>);

impl NodeNotes {
    /// The node has worked out so many shards more, in so many seconds.
    pub fn add(&self, node: &str, shards: u64, seconds: f64) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let note = notes.entry(node.to_owned()).or_default();
        *note = (note.0 + shards, note.1 + seconds);
    }

    /// Returns the notes as they stand, by the nodes' names.
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
