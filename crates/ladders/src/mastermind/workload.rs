//! Data of the ladder: guesses and secrets of one size, in every representation that a rung uses.

use super::automatic::Bytes;
use super::by_hand::Counted;
use quadrille_mastermind::BitPlanes;
use quadrille_mastermind::CodeSet;
use quadrille_mastermind::Codeword;
use quadrille_mastermind::Game;
use quadrille_mastermind::kernels::packed::Packed;

/// Guesses and secrets, and output buffers.
#[derive(Clone, Debug)]
pub struct Workload {
    pub(super) game: Game,
    pub(super) guesses: Vec<Codeword>,
    pub(super) secrets: Vec<Codeword>,
    pub(super) packed: Vec<Packed>,
    pub(super) bytes: Vec<Bytes>,
    pub(super) counted: Counted,
    pub(super) set: CodeSet,
    /// Bit planes of the secrets. In the workloads with few secrets (`4p6c few`), bit planes of
    /// the guesses.
    pub(super) planes: BitPlanes,
    pub(super) answers: Vec<u32>,
}

impl Workload {
    /// Number of random words that suffice for a workload: each guess and each secret takes at most
    /// one word.
    pub const WORDS: usize = SECRETS + GUESSES;

    /// Creates the workload `what` (see [`Rung::what`](crate::Rung::what)) from uniformly random
    /// words.
    ///
    /// Returns `None` for an unknown name, or for fewer words than [`WORDS`](Self::WORDS).
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

/// Maximum number of secrets of a workload. In games with fewer codewords, all codewords are
/// secrets.
const SECRETS: usize = 1 << 15;
/// Number of guesses in the workloads with many secrets. With this number, most of the time is
/// spent on scoring and little on loading the secrets into the cache. The same is true in a search
/// over all guesses.
const GUESSES: usize = 32;
/// Number of secrets in the workloads with few secrets, such as `4p6c few`.
const FEW: usize = 12;
/// Number of guesses in the workloads with few secrets. These workloads have many guesses.
const MANY: usize = 1 << 14;
