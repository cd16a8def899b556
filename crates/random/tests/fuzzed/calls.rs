//! Calls of a generator, and eight interleaved streams, which define the eight-lane generator.

use quadrille_random::bulk::{Bulk, Plain};
use quadrille_random::rand_core::{Infallible, Rng, TryRng, utils};
use quadrille_random::{Chance, StreamKey, Xoshiro256PlusPlus, f64_53};

/// The definition: eight streams, with one output of each in turn.
#[derive(Clone)]
pub(crate) struct InTurn {
    lanes: [Xoshiro256PlusPlus; 8],
    next: usize,
}

impl InTurn {
    pub(crate) fn new(key: StreamKey) -> Plain<Self> {
        let first = key.stream.wrapping_mul(8);
        let lane = |lane| StreamKey { stream: first.wrapping_add(lane), ..key }.rng();
        Self::from_lanes([0, 1, 2, 3, 4, 5, 6, 7].map(lane))
    }

    pub(crate) fn from_lanes(lanes: [Xoshiro256PlusPlus; 8]) -> Plain<Self> {
        Plain(Self { lanes, next: 0 })
    }
}

impl TryRng for InTurn {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next_u64() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let lane = self.next % 8;
        self.next += 1;
        self.lanes[lane].try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

/// A call of a generator; the numbers are lengths of lists and masks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Call {
    U32,
    U64,
    F64,
    Bytes(usize),
    FillU32(usize),
    FillU64(usize),
    FillF64(usize),
    Roll(Chance, usize),
}

impl Call {
    /// Returns the result as words.
    pub(crate) fn answer(self, rng: &mut dyn Bulk) -> Vec<u64> {
        match self {
            Call::U32 => vec![rng.next_u32().into()],
            Call::U64 => vec![rng.next_u64()],
            Call::F64 => vec![f64_53(rng.next_u64()).to_bits()],
            Call::Bytes(n) => {
                let mut bytes = vec![0; n];
                rng.fill_bytes(&mut bytes);
                bytes.into_iter().map(u64::from).collect()
            }
            Call::FillU32(n) => {
                let mut words = vec![0; n];
                rng.fill_u32(&mut words);
                words.into_iter().map(u64::from).collect()
            }
            Call::FillU64(n) => {
                let mut words = vec![0; n];
                rng.fill_u64(&mut words);
                words
            }
            Call::FillF64(n) => {
                let mut numbers = vec![0.0; n];
                rng.fill_f64(&mut numbers);
                numbers.into_iter().map(f64::to_bits).collect()
            }
            Call::Roll(chance, n) => {
                // The previous contents must not affect the result.
                let mut masks = vec![0xDEAD_BEEF_DEAD_BEEF; n.div_ceil(64)];
                rng.roll(chance, &mut masks, n);
                masks
            }
        }
    }
}
