//! What is written down of a run: `result.json`, `run.json` and the report.

use std::time::Instant;

use quadrille_experiment::store::Session;
use quadrille_experiment::{Conclusion, Identity};
use quadrille_progress::Progress;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::VERSION;
use crate::experiment_file::ExperimentFile;
use crate::machine::Machine;
use crate::report::plot::PlotError;
use crate::report::{self, Provenance};

/// What a session worked under; kept with it in the store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SessionConditions {
    pub(super) machine: Machine,
    pub(super) threads: usize,
    pub(super) vector_level: String,
}

impl SessionConditions {
    pub(super) fn to_json(&self) -> String {
        json!(self).to_string()
    }
}

/// How far a run is.
pub(super) enum State<'a> {
    Begun,
    Working { progress: &'a Progress },
    Stopped { finished: u64, shards: Option<u64> },
    Complete { conclusion: &'a Conclusion, shards: u64 },
}

/// A run's identity and its sessions, the last of which may be under way.
pub(super) struct Record {
    pub(super) identity: Identity,
    sessions: Vec<(Session, Option<SessionConditions>)>,
    begun: Option<Instant>,
}

impl Record {
    pub(super) fn new(identity: Identity, earlier: Vec<Session>) -> Self {
        let with_conditions = |session: Session| {
            let conditions = serde_json::from_str(&session.conditions).ok();
            (session, conditions)
        };
        Self { identity, sessions: earlier.into_iter().map(with_conditions).collect(), begun: None }
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

    /// Seconds worked in all sessions, the one under way included.
    pub(super) fn wall_seconds(&self) -> f64 {
        let under_way = self.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        self.sessions.iter().map(|(session, _)| session.seconds).sum::<f64>() + under_way
    }

    /// Seconds worked in the last session, once it has ended.
    pub(super) fn session_seconds(&self) -> f64 {
        self.sessions.last().map_or(0.0, |(session, _)| session.seconds)
    }

    /// The conditions of the last session: the ones a report speaks of.
    fn conditions(&self) -> Option<&SessionConditions> {
        self.sessions.last().and_then(|(_, conditions)| conditions.as_ref())
    }

    /// `result.json`: nothing in it depends on how it was found.
    pub(super) fn result_json(&self, conclusion: &Conclusion, shards: u64) -> Vec<u8> {
        text(&json!({
            "program": "quadrille",
            "kind": self.identity.kind,
            "revision": self.identity.revision,
            "seed": self.identity.seed.to_string(),
            "shards": shards,
            "result": conclusion.result,
        }))
    }

    /// `run.json`: how it was found, and how far it is.
    pub(super) fn run_json(&self, state: &State<'_>) -> Vec<u8> {
        let (finished, shards) = match state {
            State::Begun | State::Working { .. } => (None, None),
            State::Stopped { finished, shards } => (Some(*finished), *shards),
            State::Complete { shards, .. } => (Some(*shards), Some(*shards)),
        };
        let progress = match state {
            State::Working { progress } => {
                let total = progress.total.unwrap_or_default().to_string();
                json!({ "unit": progress.unit, "done": progress.done.to_string(), "total": total })
            }
            _ => Value::Null,
        };
        let rates = match state {
            State::Complete { conclusion, .. } => self.rates(conclusion),
            _ => Vec::new(),
        };
        let rates: Map<String, Value> =
            rates.into_iter().map(|(name, rate)| (format!("{name}_per_second"), json!(rate))).collect();
        let session = |(session, conditions): &(Session, Option<SessionConditions>)| json!({ "started": session.started, "seconds": session.seconds, "conditions": conditions });
        text(&json!({
            "program": "quadrille",
            "version": VERSION,
            "kind": self.identity.kind,
            "revision": self.identity.revision,
            "seed": self.identity.seed.to_string(),
            "experiment_hash": self.identity.hash(),
            "complete": matches!(state, State::Complete { .. }),
            "shards": shards,
            "shards_finished": finished,
            "progress": progress,
            "wall_seconds": self.wall_seconds(),
            "rates": rates,
            "machine": self.conditions().map(|conditions| &conditions.machine),
            "threads": self.conditions().map(|conditions| conditions.threads),
            "vector_level": self.conditions().map(|conditions| &conditions.vector_level),
            "sessions": self.sessions.iter().map(session).collect::<Vec<_>>(),
        }))
    }

    /// `report.html`.
    pub(super) fn report_page(
        &self,
        file: &ExperimentFile,
        conclusion: &Conclusion,
        shards: u64,
    ) -> Result<String, PlotError> {
        let mut conditions = Vec::new();
        let mut tell = |label: &str, value: String| conditions.push((label.to_owned(), value));
        if let Some(SessionConditions { machine, threads, vector_level }) = self.conditions() {
            tell("machine", machine.describe());
            tell("threads", threads.to_string());
            tell("vector level", vector_level.clone());
        }
        tell("wall time", duration(self.wall_seconds()));
        if self.sessions.len() > 1 {
            tell("sessions", format!("{}: stopped and resumed", self.sessions.len()));
        }
        for (name, rate) in self.rates(conclusion) {
            tell(&format!("{name} a second"), rounded(rate));
        }
        let provenance = Provenance {
            version: VERSION.to_owned(),
            revision: self.identity.revision,
            kind: self.identity.kind.clone(),
            text: file.source.text().to_owned(),
            files: file.files.clone(),
            hash: self.identity.hash(),
            seed: self.identity.seed,
            shards,
            conditions,
        };
        report::page(&conclusion.report, &provenance)
    }

    fn rates<'a>(&self, conclusion: &'a Conclusion) -> Vec<(&'a str, f64)> {
        let seconds = self.wall_seconds();
        let rate = |amount: u128| if seconds > 0.0 { amount as f64 / seconds } else { 0.0 };
        conclusion.counters.iter().map(|counter| (&*counter.name, rate(counter.amount))).collect()
    }
}

/// JSON as a file: indented, with a newline at its end.
fn text(value: &Value) -> Vec<u8> {
    format!("{value:#}\n").into_bytes()
}

/// `3.2 ms`, `4.7 s`, `2 h 5 min`.
fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1.0 => format!("{:.3} ms", seconds * 1e3),
        _ if seconds < 60.0 => format!("{seconds:.2} s"),
        _ if seconds < 3600.0 => format!("{} min {} s", seconds as u64 / 60, seconds as u64 % 60),
        _ => format!("{} h {} min", seconds as u64 / 3600, seconds as u64 % 3600 / 60),
    }
}

/// `871.2 million`: three or four figures that mean something.
fn rounded(rate: f64) -> String {
    let (scaled, unit) = match rate {
        _ if rate >= 1e9 => (rate / 1e9, " billion"),
        _ if rate >= 1e6 => (rate / 1e6, " million"),
        _ if rate >= 1e3 => (rate / 1e3, " thousand"),
        _ => (rate, ""),
    };
    format!("{scaled:.1}{unit}")
}
