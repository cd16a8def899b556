//! The guesses allowed, in planes of bits.
//!
//! **All codewords, where some colours are gone.** A colour that no secret of S has tells nothing wherever it
//! stands, and one such colour is as good as another. So a guess parts S as the one does that has the lowest
//! such colour in all these places, which is the lexicographically first of them, and outside of S like all
//! of them. S and the guesses worth a trial are then codewords of a game with fewer colours: those that S has
//! and at most one more. The order of colours is kept, so the order of codewords is.
//!
//! **All codewords, long ones.** Of long codewords only the last pins are held as planes; the first ones, all
//! the same in a stretch of guesses, are put in front. Planes of a few 10 000 guesses serve games of any
//! size.

use std::sync::{Mutex, OnceLock, PoisonError};

use quadrille_progress::{Cancelled, Meter};

use crate::codeword::Codeword;
use crate::effort::CODEWORD_EFFORT;
use crate::game::{Game, Repeats};
use crate::planes::{BLOCK, BitPlanes, Picks};
use crate::symmetry;

/// Most codewords whose planes are held to serve all.
const HELD: u64 = 1 << 16;

/// Codewords of a game so small that making planes takes longer than looking through a few blocks of them
/// more.
const FEW: u64 = 4 * BLOCK as u64;

/// The most memory the planes of representatives may take, in bytes.
const MOST_EXPLICIT: u64 = 1 << 27;

/// Guesses put into planes between two questions whether to go on.
const CHUNK: usize = 1 << 14;

/// Guesses named one by one.
#[derive(Clone, Debug)]
pub(crate) struct ExplicitGuesses {
    /// Packed, ascending.
    pub(crate) codes: Vec<u64>,
    pub(crate) planes: BitPlanes,
}

impl ExplicitGuesses {
    /// The most bytes that [representatives](Self::representatives) take: half of all codewords,
    /// more than most sets of candidates after a guess have, and the limit for planes.
    pub(crate) fn most_bytes(game: Game) -> u64 {
        let planes = ((game.pins() + game.most_of_a_color()) * game.colors()).div_ceil(8) as u64;
        let codes = game.codewords() / 2;
        codes.saturating_mul(8).saturating_add(codes.saturating_mul(planes).min(MOST_EXPLICIT))
    }

    /// Puts guesses, ascending, into planes.
    pub(crate) fn new(game: Game, codes: Vec<u64>, meter: &Meter<'_>) -> Result<Self, Cancelled> {
        let mut planes = BitPlanes::with_capacity(game, codes.len());
        for codes in codes.chunks(CHUNK) {
            meter.effort(codes.len() as u64 * CODEWORD_EFFORT)?;
            planes.extend(codes.iter().map(|&code| Codeword::from_valid_bits(code)));
        }
        Ok(Self { codes, planes })
    }

    /// One guess of every class that a history cannot tell apart, where these are no more than `most` and not
    /// too many to hold; see [`symmetry`].
    pub(crate) fn representatives(
        game: Game,
        history: &[Codeword],
        most: u64,
        meter: &Meter<'_>,
        counts_codewords: bool,
    ) -> Result<Option<Self>, Cancelled> {
        let exchanges = symmetry::exchanges(game, history);
        if exchanges.is_empty() {
            return Ok(None);
        }
        let Some(codes) = symmetry::representatives(game, &exchanges, meter, counts_codewords)? else {
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

/// A value that one of several threads makes when it is first needed; the others wait for it, and make it
/// themselves should that one be stopped.
#[derive(Debug, Default)]
pub(crate) struct Lazy<T> {
    value: OnceLock<T>,
    making: Mutex<()>,
}

impl<T> Lazy<T> {
    pub(crate) const fn new() -> Self {
        Self { value: OnceLock::new(), making: Mutex::new(()) }
    }

    /// The value, made by `make` if nobody has made it yet. `make` must not wait for other tasks of its
    /// thread pool: one of them could be lent to a thread that waits here.
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

/// All codewords of one game as guesses, made as they are needed.
#[derive(Clone, Debug)]
pub(crate) struct GuessSet {
    game: Game,
    /// With repeats: the last pins of all codewords, for every number of colours from 1.
    tails: Vec<OnceLock<BitPlanes>>,
    /// Without: all codewords.
    all: Lazy<ExplicitGuesses>,
}

impl GuessSet {
    pub(crate) fn new(game: Game) -> Self {
        Self { game, tails: vec![OnceLock::new(); game.colors()], all: Lazy::new() }
    }

    /// The memory it may come to, in bytes.
    pub(crate) fn bytes(game: Game) -> u64 {
        let planes = (game.pins() + game.most_of_a_color()) * game.colors();
        match game.repeats() {
            Repeats::Allowed => HELD * planes as u64 / 8 * game.colors() as u64,
            Repeats::Forbidden => game.codewords().saturating_mul(8 + planes.div_ceil(8) as u64),
        }
    }

    /// The last pins of all codewords in so many colours; always the same number of pins for one number of
    /// colours.
    fn tails(&self, pins: usize, colors: usize) -> &BitPlanes {
        // At most `HELD` of them: some milliseconds.
        self.tails[colors - 1].get_or_init(|| {
            let game = self.game.resized(pins, colors);
            BitPlanes::new(game, game.codes().into_iter().map(Codeword::from_valid_bits))
        })
    }

    /// All codewords of a game without repeats.
    pub(crate) fn explicit(&self, meter: &Meter<'_>) -> Result<&ExplicitGuesses, Cancelled> {
        self.all.get_or_make(|| ExplicitGuesses::new(self.game, self.game.all_codes(meter)?, meter))
    }

    /// The guesses worth a trial on `secrets`, of a game with repeats.
    pub(crate) fn for_secrets(&self, secrets: &[u64]) -> ReducedGuesses<'_> {
        let all = (1u16 << self.game.colors()) - 1;
        // A guess is answered by the colours that it shares with the secret. Colours that no secret has can
        // therefore be exchanged for the lowest of them, and every answer stays the same: guesses in the
        // colours present and that one stand for all. The lowest, since of guesses as good as one another the
        // first is taken, and it is the first of its class.
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
        // Planes for one number of colours more must be worth their making, and a block costs the same
        // however full it is.
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

/// The lowest colour of a set, as a set.
const fn lowest(colors: u16) -> u16 {
    colors & colors.wrapping_neg()
}

/// All codewords in fewer colours, in stretches that begin alike.
pub(crate) struct ReducedGuesses<'a> {
    pins: usize,
    /// How many colours there are.
    count: usize,
    /// Which colours they are, from 0.
    colors: [u8; Game::MAX_COLORS],
    /// Which of them a colour is.
    to: [u8; Game::MAX_COLORS],
    /// Pins that are held.
    tail: usize,
    /// Whether they are all pins in all colours.
    whole: bool,
    pub(crate) planes: &'a BitPlanes,
}

impl ReducedGuesses<'_> {
    /// How many guesses there are.
    pub(crate) fn len(&self) -> u64 {
        (self.count as u64).pow(self.pins as u32)
    }

    /// How many stretches there are, each with one beginning put in front of all tails.
    pub(crate) fn stretches(&self) -> usize {
        self.count.pow((self.pins - self.tail) as u32)
    }

    /// A stretch's beginning.
    pub(crate) fn prefix(&self, stretch: usize) -> Prefix {
        let mut prefix = Prefix { pins: self.pins - self.tail, colors: [0; 16], counts: [0; 16] };
        let mut rest = stretch;
        for pin in (0..prefix.pins).rev() {
            let color = rest % self.count;
            prefix.colors[pin] = color as u8;
            prefix.counts[color] += 1;
            rest /= self.count;
        }
        prefix
    }

    /// What a secret picks among the guesses with that beginning.
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

    /// The place of a codeword that has no other colours among all of these.
    pub(crate) fn position(&self, code: u64) -> u64 {
        Codeword::from_valid_bits(code).colors().fold(0, |position, color| {
            position * self.count as u64 + u64::from(self.to[usize::from(color) - 1])
        })
    }

    /// The codeword at a place.
    pub(crate) fn code(&self, position: u64) -> u64 {
        let mut rest = position;
        (0..self.pins).fold(0, |code, pin| {
            let color = self.colors[(rest % self.count as u64) as usize];
            rest /= self.count as u64;
            code | u64::from(color + 1) << (4 * pin)
        })
    }
}

/// Guesses side by side in planes of bits.
pub(crate) enum GuessPlanes<'a> {
    Explicit(&'a ExplicitGuesses),
    /// One stretch, and the place of its first guess.
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

    /// The planes that a secret picks among them.
    #[inline]
    pub(crate) fn picks<const P: usize>(&self, secret: u64) -> Picks<P> {
        match self {
            Self::Explicit(guesses) => guesses.planes.layout().picks(Codeword::from_valid_bits(secret)),
            Self::Reduced(guesses, prefix, _) => guesses.picks(prefix, secret),
        }
    }

    /// The guess at a place.
    #[inline]
    pub(crate) fn code(&self, at: usize) -> u64 {
        match self {
            Self::Explicit(guesses) => guesses.codes[at],
            Self::Reduced(guesses, _, from) => guesses.code(from + at as u64),
        }
    }
}

/// What is put in front of the guesses of a stretch.
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

    /// Every codeword has, among those of fewer colours, one no later that parts the secrets in the same way.
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
