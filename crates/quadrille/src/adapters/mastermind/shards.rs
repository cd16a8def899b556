//! Whole evaluations cut into shards.
//!
//! After the first guess a game falls apart into independent parts, one a feedback. Parts differ a hundredfold in size, so
//! the large ones are sliced further, by the feedback of the second guess. A *piece* is one slice of one part of one
//! evaluation; a shard is every n-th piece.

use quadrille_experiment::{Conclusion, Experiment, Shard, Stopped, Watch};
use quadrille_mastermind::{Evaluation, Slice, Tally};

use super::findings;
use super::settings::Settings;

/// A part is sliced so that a slice holds about this share of all secrets: small enough to share out among many threads
/// and to lose little when killed, large enough that finding the second guess anew is rarely worth a thought.
const SLICES_OF_A_WHOLE: u64 = 64;

/// Evaluations side by side, as one experiment.
pub(super) struct Evaluations<'a> {
    settings: &'a Settings,
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

impl<'a> Evaluations<'a> {
    pub(super) fn new(settings: &'a Settings, evaluations: Vec<Evaluation>) -> Self {
        let mut pieces = Vec::new();
        for (index, evaluation) in evaluations.iter().enumerate() {
            for (part, &quadrille_mastermind::Part { count, .. }) in evaluation.parts().iter().enumerate() {
                let feedbacks = evaluation.game().feedbacks() as u64;
                let of = (count * SLICES_OF_A_WHOLE / evaluation.game().codewords()).clamp(1, feedbacks);
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
        Self { settings, opened: evaluations, pieces }
    }

    /// The pieces of a shard: every n-th, where there are n shards.
    fn pieces(&self, shard: u64) -> impl Iterator<Item = Piece> {
        self.pieces.iter().copied().skip(shard as usize).step_by(self.shards() as usize)
    }
}

impl Experiment for Evaluations<'_> {
    /// A tally for each evaluation.
    type Partial = Vec<Tally>;

    fn shards(&self) -> u64 {
        self.settings.shards.unwrap_or(self.pieces.len() as u64).max(1)
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
            let report = |snapshot: quadrille_mastermind::Snapshot| {
                watch.report(before + snapshot.solved.min(piece.secrets))
            };
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

    fn conclude(&self, whole: &Vec<Tally>) -> Conclusion {
        let with_opening = |(evaluation, tally): (&Evaluation, &Tally)| {
            let mut all = evaluation.opening();
            all.merge(tally);
            all
        };
        let tallies: Vec<Tally> = self.opened.iter().zip(whole).map(with_opening).collect();
        findings::conclusion(self.settings, &self.opened, &tallies)
    }
}
