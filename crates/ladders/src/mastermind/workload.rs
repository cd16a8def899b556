//! The data of the ladder: guesses and secrets of one size, in every form that a rung works on.

use super::automatic::Bytes;
use super::by_hand::Counted;
use quadrille_mastermind::BitPlanes;
use quadrille_mastermind::CodeSet;
use quadrille_mastermind::Codeword;
use quadrille_mastermind::Game;
use quadrille_mastermind::kernels::packed::Packed;

/// Guesses and secrets, and room for the answers.
#[derive(Clone, Debug)]
pub struct Workload {
    pub(super) game: Game,
    pub(super) guesses: Vec<Codeword>,
    pub(super) secrets: Vec<Codeword>,
    pub(super) packed: Vec<Packed>,
    pub(super) bytes: Vec<Bytes>,
    pub(super) counted: Counted,
    pub(super) set: CodeSet,
    /// The secrets in planes, or the guesses where the secrets are a handful.
    pub(super) planes: BitPlanes,
    pub(super) answers: Vec<u32>,
}

impl Workload {
    /// Random words that make a workload: one a guess, one a secret.
    pub const WORDS: usize = SECRETS + GUESSES;

    /// The workload that `what` names (see [`Rung::what`](crate::Rung::what)), made of uniformly random
    /// words; `None` for a name that is none, or for fewer words than [`WORDS`](Self::WORDS).
    pub fn new(what: &str, words: &[u64]) -> Option<Self> {
        let (size, few) = match what.split_once(' ') {
            None | Some((_, "parts")) => (what.split(' ').next()?, false),
            Some((size, "few")) => (size, true),
            Some(_) => return None,
        };
        let (_, game) = super::sizes().into_iter().find(|&(name, _)| name == size)?;
        let mut codes =
            words.get(..Self::WORDS)?.iter().filter_map(|word| game.codeword_at(word % game.codewords()));
        let (guesses, secrets): (Vec<Codeword>, Vec<Codeword>) = if few {
            let mut secrets: Vec<Codeword> = codes.by_ref().take(FEW).collect();
            secrets.sort_unstable();
            (codes.take(MANY).collect(), secrets)
        } else {
            let guesses = codes.by_ref().take(GUESSES).collect();
            let all = game.codewords() <= SECRETS as u64;
            (guesses, if all { game.iter().collect() } else { codes.take(SECRETS).collect() })
        };
        Some(Self {
            game,
            packed: secrets.iter().copied().map(Packed::new).collect(),
            bytes: secrets.iter().copied().map(Bytes::secret).collect(),
            counted: Counted::new(secrets.iter().copied()),
            set: CodeSet::new(game, secrets.iter().copied()),
            planes: BitPlanes::new(game, if few { guesses.clone() } else { secrets.clone() }),
            answers: vec![0; guesses.len() * if few { 1 } else { game.feedbacks() }],
            guesses,
            secrets,
        })
    }
}

/// Secrets that are scored, or all there are if they are fewer.
const SECRETS: usize = 1 << 15;
/// Guesses: enough to make the secrets' first way into the cache a small part of the job, as it is where all
/// guesses are tried.
const GUESSES: usize = 32;
/// The handful of secrets, and the guesses that it is scored against.
const FEW: usize = 12;
const MANY: usize = 1 << 14;
