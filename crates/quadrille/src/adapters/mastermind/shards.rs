//! Whole evaluations cut into shards.
//!
//! After the first guess a game falls apart into independent parts, one a feedback. Parts differ a hundredfold in size, so
//! the large ones are sliced further, by the feedback of the second guess. A *piece* is one slice of one part of one
//! evaluation; a shard is every n-th piece.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_experiment::{Conclusion, Experiment, RunError, Shard, Stopped, Unready, Watch};
use quadrille_lanes::Level;
use quadrille_mastermind::{EvaluateError, Evaluation, Part, Report, Slice, Snapshot, Tally};

use super::findings;
use super::settings::Settings;
use crate::job::Outcome;

/// A part is sliced so that a slice holds about this share of all secrets: small enough to share out among many threads
/// and to lose little when killed, large enough that finding the second guess anew is rarely worth a thought.
const SLICES_OF_A_WHOLE: u64 = 64;

/// Secrets from which on a slice is one class of the second guess: there a class alone takes minutes.
const LARGE: u64 = 1 << 20;

/// Evaluations side by side, as one experiment.
pub(super) struct Evaluations<'a> {
    settings: &'a Settings,
    level: Level,
    /// One for each way to play, once prepared.
    opened: Vec<Evaluation>,
    /// In the order they are dealt to the shards.
    pieces: Vec<Piece>,
}

/// One slice of one part of one evaluation.
#[derive(Debug, Clone, Copy)]
struct Piece {
    evaluation: usize,
    part: usize,
    slice: Slice,
    /// About how many secrets are played in it.
    secrets: u64,
}

/// Plays it all on the calling thread: what takes a moment is not worth starting another one for.
pub(super) fn at_once(settings: &Settings, level: Level, stop: &AtomicBool) -> Result<Outcome, RunError> {
    let report = |_| {
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut evaluations = Evaluations::new(settings, level);
    let stopped = |shards| Ok(Outcome::Stopped { finished: 0, shards });
    match evaluations.open(&report) {
        Ok(()) => {}
        Err(Unready::Impossible(reason)) => return Err(RunError::Unready(reason)),
        Err(Unready::Stopped) => return stopped(None),
    }
    let shards = evaluations.shards();
    let mut tallies = Vec::new();
    for evaluation in &evaluations.opened {
        match evaluation.play_parts(&report) {
            Ok(tally) => tallies.push(tally),
            Err(_) => return stopped(Some(shards)),
        }
    }
    evaluations.verify(&tallies).map_err(RunError::Unsound)?;
    Ok(Outcome::Complete { conclusion: evaluations.conclude(&tallies), shards })
}

impl<'a> Evaluations<'a> {
    pub(super) fn new(settings: &'a Settings, level: Level) -> Self {
        Self { settings, level, opened: Vec::new(), pieces: Vec::new() }
    }

    /// Makes the first guess of every way to play, and cuts what is to be played into pieces.
    fn open(&mut self, report: Report<'_>) -> Result<(), Unready> {
        for contest in &self.settings.contests {
            let mut first: Option<usize> = None;
            for &play in &contest.plays {
                let evaluation = match first {
                    None => Evaluation::open(contest.game, play, self.level, report),
                    Some(first) => self.opened[first].open_beside(play, report),
                };
                first.get_or_insert(self.opened.len());
                self.opened.push(evaluation.map_err(|error| match error {
                    EvaluateError::Stopped(_) => Unready::Stopped,
                    error => Unready::Impossible(error.to_string()),
                })?);
            }
        }
        self.pieces = Self::cut(&self.opened);
        Ok(())
    }

    fn cut(evaluations: &[Evaluation]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (index, evaluation) in evaluations.iter().enumerate() {
            for (part, &Part { count, .. }) in evaluation.parts().iter().enumerate() {
                let feedbacks = evaluation.game().feedbacks() as u64;
                let of = match evaluation.game().codewords() {
                    LARGE.. if count > feedbacks => feedbacks,
                    codewords => (count * SLICES_OF_A_WHOLE / codewords).clamp(1, feedbacks),
                };
                for number in 0..of {
                    // The slices' shares of the part add up to the part.
                    let secrets = count * (number + 1) / of - count * number / of;
                    let slice = Slice { number: number as usize, of: of as usize };
                    pieces.push(Piece { evaluation: index, part, slice, secrets });
                }
            }
        }
        // First slices first: threads that begin together begin with different parts, and find different second guesses.
        pieces.sort_by_key(|piece| piece.slice.number);
        pieces
    }

    /// The pieces of a shard: every n-th, where there are n shards.
    fn pieces(&self, shard: u64) -> impl Iterator<Item = Piece> {
        self.pieces.iter().copied().skip(shard as usize).step_by(self.shards() as usize)
    }
}

impl Experiment for Evaluations<'_> {
    /// A tally for each evaluation.
    type Partial = Vec<Tally>;

    fn prepare(&mut self, watch: &Watch<'_>) -> Result<(), Unready> {
        self.open(&|_| watch.report(0))
    }

    fn shards(&self) -> u64 {
        let pieces = self.pieces.len() as u64;
        self.settings.shards.unwrap_or(pieces).min(pieces).max(1)
    }

    fn work(&self, shard: u64) -> u64 {
        self.pieces(shard).map(|piece| piece.secrets).sum()
    }

    fn work_unit(&self) -> &'static str {
        "secrets"
    }

    fn run_shard(&self, shard: Shard, watch: &Watch<'_>) -> Result<Vec<Tally>, Stopped> {
        let mut tallies = vec![Tally::default(); self.opened.len()];
        let mut before = 0;
        for piece in self.pieces(shard.number) {
            let report = |snapshot: Snapshot| watch.report(before + snapshot.solved.min(piece.secrets));
            let evaluation = &self.opened[piece.evaluation];
            let tally = evaluation.play_slice(piece.part, piece.slice, &report).map_err(|_| Stopped)?;
            tallies[piece.evaluation].merge(&tally);
            before += piece.secrets;
        }
        Ok(tallies)
    }

    fn merge(&self, prefix: &mut Vec<Tally>, next: Vec<Tally>) {
        for (tally, next) in prefix.iter_mut().zip(&next) {
            tally.merge(next);
        }
    }

    fn verify(&self, whole: &Vec<Tally>) -> Result<(), String> {
        let secrets: Vec<u64> = self.opened.iter().map(|evaluation| evaluation.game().codewords()).collect();
        let found: Vec<u64> = self.tallies(whole).iter().map(Tally::secrets).collect();
        if found == secrets {
            Ok(())
        } else {
            Err(format!("they play {found:?} secrets where the games have {secrets:?}"))
        }
    }

    fn conclude(&self, whole: &Vec<Tally>) -> Conclusion {
        findings::conclusion(self.settings, &self.opened, &self.tallies(whole))
    }
}

impl Evaluations<'_> {
    /// Each evaluation's tally, the opening included.
    fn tallies(&self, whole: &[Tally]) -> Vec<Tally> {
        let with_opening = |(evaluation, tally): (&Evaluation, &Tally)| {
            let mut all = evaluation.opening();
            all.merge(tally);
            all
        };
        self.opened.iter().zip(whole).map(with_opening).collect()
    }
}
