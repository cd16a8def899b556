//! The allowed guesses, as bit planes (one bit per guess; see [`planes`](crate::planes)).
//!
//! **Fewer colours.** Let S be the set of possible secrets. Colours that occur in no secret of S
//! give no information and are interchangeable. If the lowest of these colours replaces the others
//! in a guess, the partition of S does not change. Guesses that become equal by this replacement
//! form a class. The guess that the replacement produces is the lexicographically first of its
//! class. If a class has several guesses, they contain a colour that is in no secret, so none of
//! them is in S. Only the first guess of each class is tried. S and the guesses to be tried are
//! then codewords of a game with fewer colours: the colours of S and at most one more colour. The
//! order of colours is kept, and with it the order of codewords.
//!
//! **Long codewords.** Only the last pins are stored as planes. The guesses are divided into
//! segments; all guesses of a segment have the same first pins, the prefix. For each number of
//! colours, planes of at most 65,536 guesses suffice, in games of any size.

use std::sync::{Mutex, OnceLock, PoisonError};

use quadrille_progress::{Cancelled, Meter};

use crate::codeword::Codeword;
use crate::effort::CODEWORD_EFFORT;
use crate::game::{Game, Repeats};
use crate::planes::{BLOCK, BitPlanes, Picks};
use crate::symmetry;

/// Maximum number of codewords whose planes are stored for each number of colours.
const HELD: u64 = 1 << 16;

/// In games with at most this number of codewords, constructing the planes of guesses with fewer
/// colours can cost more than scanning a few more blocks of [`BLOCK`] guesses.
const FEW: u64 = 4 * BLOCK as u64;

/// Maximum memory for the planes of representatives, in bytes.
const MOST_EXPLICIT: u64 = 1 << 27;

/// Number of guesses between two calls of the observer.
const CHUNK: usize = 1 << 14;

/// An explicit list of guesses.
#[derive(Clone, Debug)]
pub(crate) struct ExplicitGuesses {
    /// The guesses, packed, ascending.
    pub(crate) codes: Vec<u64>,
    pub(crate) planes: BitPlanes,
}

impl ExplicitGuesses {
    /// Returns the maximum memory of [representatives](Self::representatives), in bytes. This is
    /// the memory for half of all codewords: their packed words, and their planes up to
    /// [`MOST_EXPLICIT`]. After a first guess, there are usually fewer representatives.
    pub(crate) fn most_bytes(game: Game) -> u64 {
        let planes = ((game.pins() + game.most_of_a_color()) * game.colors()).div_ceil(8) as u64;
        let codes = game.codewords() / 2;
        codes.saturating_mul(8).saturating_add(codes.saturating_mul(planes).min(MOST_EXPLICIT))
    }

    /// Creates the planes of a sorted list of guesses.
    pub(crate) fn new(game: Game, codes: Vec<u64>, meter: &Meter<'_>) -> Result<Self, Cancelled> {
        let mut planes = BitPlanes::with_capacity(game, codes.len());
        for codes in codes.chunks(CHUNK) {
            meter.effort(codes.len() as u64 * CODEWORD_EFFORT)?;
            planes.extend(codes.iter().map(|&code| Codeword::from_valid_bits(code)));
        }
        Ok(Self { codes, planes })
    }

    /// Returns one guess of every equivalence class under the symmetries of a history; `None` if
    /// there are more than `most` classes, or too many to store. See [`symmetry`].
    pub(crate) fn representatives(
        game: Game,
        history: &[Codeword],
        most: u64,
        meter: &Meter<'_>,
        counts_codewords: bool,
    ) -> Result<Option<Self>, Cancelled> {
        let symmetries = symmetry::symmetries(game, history);
        if symmetries.is_empty() {
            return Ok(None);
        }
        let Some(codes) = symmetry::representatives(game, &symmetries, meter, counts_codewords)? else {
            return Ok(None);
        };
        let planes = ((game.pins() + game.most_of_a_color()) * game.colors()).div_ceil(8);
        let count = codes.len() as u64;
        if count > most || count * planes as u64 > MOST_EXPLICIT {
            return Ok(None);
        }
        Self::new(game, codes, meter).map(Some)
    }
}

/// A value that one of several threads creates on demand. The other threads wait for the value, and
/// one of them creates it if the first thread is cancelled.
#[derive(Debug, Default)]
pub(crate) struct Lazy<T> {
    value: OnceLock<T>,
    making: Mutex<()>,
}

impl<T> Lazy<T> {
    pub(crate) const fn new() -> Self {
        Self { value: OnceLock::new(), making: Mutex::new(()) }
    }

    /// Returns the value, created by `make` if necessary. `make` must not wait for other tasks of
    /// its thread pool: while it waits, its thread might start a task that calls this function,
    /// which would be a deadlock.
    pub(crate) fn get_or_make(&self, make: impl FnOnce() -> Result<T, Cancelled>) -> Result<&T, Cancelled> {
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let made = make()?;
        Ok(self.value.get_or_init(|| made))
    }
}

impl<T: Clone> Clone for Lazy<T> {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), making: Mutex::new(()) }
    }
}

/// All codewords of a game as guesses, created on demand.
#[derive(Clone, Debug)]
pub(crate) struct GuessSet {
    game: Game,
    /// In games with repeats: at index c − 1, the planes of the last pins of all codewords in c
    /// colours.
    tails: Vec<OnceLock<BitPlanes>>,
    /// In games without repeats, all codewords.
    all: Lazy<ExplicitGuesses>,
}

impl GuessSet {
    pub(crate) fn new(game: Game) -> Self {
        Self { game, tails: vec![OnceLock::new(); game.colors()], all: Lazy::new() }
    }

    /// Returns the maximum memory in bytes.
    pub(crate) fn bytes(game: Game) -> u64 {
        let planes = (game.pins() + game.most_of_a_color()) * game.colors();
        match game.repeats() {
            Repeats::Allowed => HELD * planes as u64 / 8 * game.colors() as u64,
            Repeats::Forbidden => game.codewords().saturating_mul(8 + planes.div_ceil(8) as u64),
        }
    }

    /// Returns the planes of the last `pins` pins of all codewords in `colors` colours. Calls with
    /// equal `colors` must have equal `pins`.
    fn tails(&self, pins: usize, colors: usize) -> &BitPlanes {
        // There are at most `HELD` codewords, so creating their planes takes only a few
        // milliseconds.
        self.tails[colors - 1].get_or_init(|| {
            let game = self.game.resized(pins, colors);
            BitPlanes::new(game, game.codes().into_iter().map(Codeword::from_valid_bits))
        })
    }

    /// Returns all codewords of a game without repeats.
    pub(crate) fn explicit(&self, meter: &Meter<'_>) -> Result<&ExplicitGuesses, Cancelled> {
        self.all.get_or_make(|| ExplicitGuesses::new(self.game, self.game.all_codes(meter)?, meter))
    }

    /// Returns the guesses to be tried on `secrets`, in a game with repeats.
    pub(crate) fn for_secrets(&self, secrets: &[u64]) -> ReducedGuesses<'_> {
        let all = (1u16 << self.game.colors()) - 1;
        // The feedback depends only on the colours that guess and secret share. A colour in no
        // secret can therefore be replaced by the lowest such colour without changing any feedback.
        // It is sufficient to try guesses with the colours of the secrets and this lowest colour.
        // The lowest colour is used, because the lexicographically first of equally good guesses is
        // chosen.
        let mut present = 0u16;
        for &code in secrets {
            let mut rest = code;
            while rest != 0 {
                present |= 1 << ((rest & 15) - 1);
                rest >>= 4;
            }
            if present == all {
                break;
            }
        }
        let mut kept = present | lowest(!present & all);
        // In small games, colours are dropped only if this halves the number of blocks. A partly
        // filled block costs as much as a full block, so colours that do not increase the number of
        // blocks are kept.
        let blocks =
            |kept: u16| (u64::from(kept.count_ones())).pow(self.game.pins() as u32).div_ceil(BLOCK as u64);
        if self.game.codewords() <= FEW {
            if 2 * blocks(kept) > blocks(all) {
                kept = all;
            }
            while kept != all && blocks(kept | lowest(!kept & all)) == blocks(kept) {
                kept |= lowest(!kept & all);
            }
        }
        let mut colors = [0; Game::MAX_COLORS];
        let mut to = [0; Game::MAX_COLORS];
        let mut count = 0;
        for color in 0..self.game.colors() as u8 {
            if kept >> color & 1 == 1 {
                colors[count] = color;
                to[usize::from(color)] = count as u8;
                count += 1;
            }
        }
        let mut held = 1;
        let mut tail = 1;
        while tail < self.game.pins() && held * (count as u64) * count as u64 <= HELD {
            held *= count as u64;
            tail += 1;
        }
        let planes = self.tails(tail, count);
        let whole = tail == self.game.pins() && kept == all;
        ReducedGuesses { pins: self.game.pins(), count, colors, to, tail, whole, planes }
    }
}

/// Returns the lowest colour of a set, as a set with this colour alone. Sets are bit masks.
const fn lowest(colors: u16) -> u16 {
    colors & colors.wrapping_neg()
}

/// All codewords in some of the colours of a game, as guesses. They are divided into segments; the
/// codewords of a segment have the same prefix.
pub(crate) struct ReducedGuesses<'a> {
    pins: usize,
    /// Number of colours.
    count: usize,
    /// The colours of the guesses, ascending; the colours of the game are numbered from 0.
    colors: [u8; Game::MAX_COLORS],
    /// Index of each colour in `colors`.
    to: [u8; Game::MAX_COLORS],
    /// Number of last pins that are stored as planes.
    tail: usize,
    /// Whether the planes contain all pins and all colours of the game.
    whole: bool,
    pub(crate) planes: &'a BitPlanes,
}

impl ReducedGuesses<'_> {
    /// Returns the number of guesses.
    pub(crate) fn len(&self) -> u64 {
        (self.count as u64).pow(self.pins as u32)
    }

    /// Returns the number of segments, one for each prefix. The guesses of a segment have the same
    /// prefix and differ in the last pins.
    pub(crate) fn segments(&self) -> usize {
        self.count.pow((self.pins - self.tail) as u32)
    }

    /// Returns the prefix of a segment.
    pub(crate) fn prefix(&self, segment: usize) -> Prefix {
        let mut prefix = Prefix { pins: self.pins - self.tail, colors: [0; 16], counts: [0; 16] };
        let mut rest = segment;
        for pin in (0..prefix.pins).rev() {
            let color = rest % self.count;
            prefix.colors[pin] = color as u8;
            prefix.counts[color] += 1;
            rest /= self.count;
        }
        prefix
    }

    /// Returns the planes selected by a secret, for guesses with the given prefix.
    #[inline]
    pub(crate) fn picks<const P: usize>(&self, prefix: &Prefix, secret: u64) -> Picks<P> {
        if self.whole {
            return self.planes.layout().picks(Codeword::from_valid_bits(secret));
        }
        let colors = Codeword::from_valid_bits(secret)
            .colors()
            .map(|color| usize::from(self.to[usize::from(color) - 1]));
        self.planes.layout().picks_behind(&prefix.colors[..prefix.pins], &prefix.counts, colors)
    }

    /// Returns the index of the guess `code`, which must contain only colours in `colors`.
    pub(crate) fn position(&self, code: u64) -> u64 {
        Codeword::from_valid_bits(code).colors().fold(0, |position, color| {
            position * self.count as u64 + u64::from(self.to[usize::from(color) - 1])
        })
    }

    /// Returns the guess at an index.
    pub(crate) fn code(&self, position: u64) -> u64 {
        let mut rest = position;
        (0..self.pins).fold(0, |code, pin| {
            let color = self.colors[(rest % self.count as u64) as usize];
            rest /= self.count as u64;
            code | u64::from(color + 1) << (4 * pin)
        })
    }
}

/// Guesses as bit planes.
pub(crate) enum GuessPlanes<'a> {
    Explicit(&'a ExplicitGuesses),
    /// The guesses of one segment, with the prefix of the segment and the index of its first guess.
    Reduced(&'a ReducedGuesses<'a>, Prefix, u64),
}

impl GuessPlanes<'_> {
    #[inline]
    pub(crate) fn planes(&self) -> &BitPlanes {
        match self {
            Self::Explicit(guesses) => &guesses.planes,
            Self::Reduced(guesses, ..) => guesses.planes,
        }
    }

    /// Returns the planes selected by a secret.
    #[inline]
    pub(crate) fn picks<const P: usize>(&self, secret: u64) -> Picks<P> {
        match self {
            Self::Explicit(guesses) => guesses.planes.layout().picks(Codeword::from_valid_bits(secret)),
            Self::Reduced(guesses, prefix, _) => guesses.picks(prefix, secret),
        }
    }

    /// Returns the guess at an index.
    #[inline]
    pub(crate) fn code(&self, at: usize) -> u64 {
        match self {
            Self::Explicit(guesses) => guesses.codes[at],
            Self::Reduced(guesses, _, from) => guesses.code(from + at as u64),
        }
    }
}

/// The common prefix of the guesses of a segment.
pub(crate) struct Prefix {
    pins: usize,
    colors: [u8; 16],
    counts: [u8; 16],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;
    use std::collections::BTreeMap;

    /// Every codeword has an equivalent among those with fewer colours, which is not later in
    /// lexicographic order.
    #[test]
    fn fewer_colors_part_alike() {
        let game = Game::new(3, 6, Repeats::Allowed).unwrap();
        let guesses = GuessSet::new(game);
        let codes: Vec<Codeword> = game.iter().collect();
        for step in [1, 5, 11, 43] {
            for size in [1, 2, 3, 6] {
                let secrets: Vec<u64> =
                    codes.iter().skip(size * 9).step_by(step).take(size).map(|c| c.bits()).collect();
                let parting = |guess: Codeword| -> Vec<_> {
                    secrets.iter().map(|&s| plain::score(Codeword::from_valid_bits(s), guess)).collect()
                };
                let fewer = guesses.for_secrets(&secrets);
                let count = (fewer.count as u64).pow(3);
                let mut first = BTreeMap::new();
                for position in 0..count {
                    let code = fewer.code(position);
                    assert_eq!(fewer.position(code), position);
                    first.entry(parting(Codeword::from_valid_bits(code))).or_insert(code);
                }
                for &code in &codes {
                    assert!(first[&parting(code)] <= code.bits());
                }
                for &secret in &secrets {
                    assert_eq!(fewer.code(fewer.position(secret)), secret);
                }
            }
        }
    }
}
