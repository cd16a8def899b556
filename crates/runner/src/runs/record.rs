//! The identity and the sessions of a run, from which `run.json` and `result.json` are written.

use std::sync::OnceLock;
use std::time::Instant;

use crate::directory::Output;
use crate::store::Session;
use crate::{Conclusion, Identity, RunDirectory};
use quadrille_progress::Progress;
use serde_json::Map;

use super::remote::{NodeNote, NodeNotes};
use super::written::{
    Experiment, PROGRAM, ProgressNote, ResultFile, RunFile, SessionConditions, SessionNote,
};
use crate::VERSION;
use crate::experiment_file::ExperimentFile;
use quadrille_report::entries::Entries;

/// The state of a run.
pub(super) enum State<'a> {
    Begun,
    Working { progress: &'a Progress },
    Stopped { finished: u64, shards: Option<u64> },
    Complete { conclusion: &'a Conclusion, shards: u64 },
}

/// The identity and the sessions of a run. The last session may be active.
pub(super) struct RunRecord {
    pub(super) identity: Identity,
    experiment: Experiment,
    sessions: Vec<(Session, Option<SessionConditions>)>,
    begun: Option<Instant>,
    /// The work of each node in the earlier sessions: one list per session.
    earlier_nodes: Vec<Vec<NodeNote>>,
    /// The work of each node in the active session; unset if threads of this process run the
    /// shards.
    nodes: OnceLock<NodeNotes>,
}

impl RunRecord {
    /// Creates the record of a run of `file` with the given identity, and of its earlier sessions.
    pub(super) fn new(file: &ExperimentFile, identity: Identity, earlier: Vec<Session>) -> Self {
        let with_conditions = |session: Session| {
            let conditions = serde_json::from_str(&session.conditions).ok();
            (session, conditions)
        };
        let experiment = Experiment {
            path: file.path.clone(),
            text: file.source.text().to_owned(),
            files: file.files.clone(),
        };
        let sessions = earlier.into_iter().map(with_conditions).collect();
        Self {
            identity,
            experiment,
            sessions,
            begun: None,
            earlier_nodes: Vec::new(),
            nodes: OnceLock::new(),
        }
    }

    /// Reads from `run.json` the work of each node in earlier sessions. No other file contains it.
    pub(super) fn recall_nodes(&mut self, directory: &RunDirectory) {
        let bytes = directory.read(Output::Run).ok().flatten().unwrap_or_default();
        let Ok(run) = serde_json::from_slice::<RunFile>(&bytes) else { return };
        if run.experiment_hash == self.identity.hash() {
            // For sessions that are missing in run.json, the work of the nodes is unknown.
            let known = run.sessions.into_iter().take(self.sessions.len());
            self.earlier_nodes = known.map(|session| session.nodes).collect();
        }
    }

    /// Sets the notes that the executor keeps about its nodes in the active session.
    pub(super) fn follow(&self, nodes: NodeNotes) {
        let _ = self.nodes.set(nodes);
    }

    pub(super) fn begin_session(&mut self, started: i64, conditions: SessionConditions) {
        let session = Session { started, seconds: 0.0, conditions: conditions.to_json() };
        self.sessions.push((session, Some(conditions)));
        self.begun = Some(Instant::now());
    }

    pub(super) fn end_session(&mut self) {
        if let (Some(begun), Some((session, _))) = (self.begun.take(), self.sessions.last_mut()) {
            session.seconds = begun.elapsed().as_secs_f64();
        }
    }

    /// Returns the duration of all sessions in seconds, including the active session.
    pub(super) fn wall_seconds(&self) -> f64 {
        let under_way = self.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        self.sessions.iter().map(|(session, _)| session.seconds).sum::<f64>() + under_way
    }

    /// Returns the duration of the last session in seconds; 0 until the session has ended.
    pub(super) fn session_seconds(&self) -> f64 {
        self.sessions.last().map_or(0.0, |(session, _)| session.seconds)
    }

    /// Returns the contents of `result.json`, which are the same for all runs of the experiment.
    pub(super) fn result(&self, conclusion: &Conclusion, shards: u64) -> ResultFile {
        ResultFile {
            program: PROGRAM.to_owned(),
            kind: self.identity.kind.clone(),
            revision: self.identity.revision,
            seed: self.identity.seed,
            shards,
            result: conclusion.result.clone(),
        }
    }

    /// Returns the contents of `run.json`: the conditions and the state of the run.
    pub(super) fn run(&self, state: &State<'_>) -> RunFile {
        let (shards_finished, shards) = match state {
            State::Begun | State::Working { .. } => (None, None),
            State::Stopped { finished, shards } => (Some(*finished), *shards),
            State::Complete { shards, .. } => (Some(*shards), Some(*shards)),
        };
        let progress = match state {
            State::Working { progress } => Some(ProgressNote::of(progress)),
            _ => None,
        };
        let conclusion = match state {
            State::Complete { conclusion, .. } => Some(*conclusion),
            _ => None,
        };
        // The conditions of the run, which the report shows, are those of its last session.
        let conditions = self.sessions.last().and_then(|(_, conditions)| conditions.clone());
        let note =
            |(number, (session, conditions)): (usize, &(Session, Option<SessionConditions>))| SessionNote {
                started: session.started,
                seconds: session.seconds,
                conditions: conditions.clone(),
                nodes: self.earlier_nodes.get(number).cloned().unwrap_or_default(),
            };
        let mut sessions: Vec<SessionNote> = self.sessions.iter().enumerate().map(note).collect();
        if let (Some(nodes), Some(last)) = (self.nodes.get(), sessions.last_mut()) {
            last.nodes = nodes.to_vec();
        }
        RunFile {
            program: PROGRAM.to_owned(),
            version: VERSION.to_owned(),
            kind: self.identity.kind.clone(),
            revision: self.identity.revision,
            seed: self.identity.seed,
            experiment_hash: self.identity.hash(),
            complete: conclusion.is_some(),
            shards,
            shards_finished,
            progress,
            wall_seconds: self.wall_seconds(),
            rates: conclusion.map(|conclusion| self.rates(conclusion)).unwrap_or_default(),
            machine: conditions.as_ref().map(|conditions| conditions.machine.clone()),
            threads: conditions.as_ref().map(|conditions| conditions.threads),
            vector_level: conditions.map(|conditions| conditions.vector_level),
            sessions,
            experiment: Some(self.experiment.clone()),
            details: conclusion.map_or_else(Map::new, |conclusion| conclusion.details.clone()),
        }
    }

    fn rates(&self, conclusion: &Conclusion) -> Entries<f64> {
        let seconds = self.wall_seconds();
        let rate = |amount: u128| if seconds > 0.0 { amount as f64 / seconds } else { 0.0 };
        let counters = conclusion.counters.iter();
        counters.map(|counter| (RunFile::rate_of(&counter.name), rate(counter.amount))).collect()
    }
}
