//! Frozen values, which make runs repeatable. A change affects the results of all experiments, and
//! must be noted in the change log.

use quadrille_random::rand_core::Rng;
use quadrille_random::{DETERMINISTIC_SEED, StreamKey};

/// Seed, stream, substream; then the first four draws.
type Golden = ([u64; 3], [u64; 4]);

const GOLDEN: &[Golden] = &[
    ([0, 0, 0], [0xE3772D2E1004CA7E, 0x66BF4E02FFE8FDCD, 0x6BA2A6789C4E347A, 0x2661D4E9B3197EE9]),
    ([1, 0, 0], [0x2BED4AFF17D15F2A, 0x3BCEB26B0AE06B83, 0x13A2D06117A03B3E, 0x8701E3743B8F32C5]),
    ([0, 1, 0], [0xA3DBF315DCDEB23B, 0x6EB8251BBE4BEF5D, 0x92207D70E67724C0, 0x1F9BDA5EE36D3E72]),
    ([0, 0, 1], [0x01127A3703AE1A67, 0xD2B7C565A420B6A5, 0x35B59AFCDE579D7C, 0xE9A5C4C2E1944B64]),
    ([31459, 0, 0], [0x3B447DE736BA6CF7, 0x04A1AD14651F20E9, 0xC99F639CE69C3B1A, 0xE34C602CA95E6042]),
    ([31459, 1, 0], [0xA9A9BD894B0799CA, 0xA4F6CACA1EE35AAB, 0x241B6485E3D43EDF, 0x3886A267E5226C33]),
    ([31459, 7, 1], [0x556EDADCA19D925C, 0xA251DC767992E9ED, 0x4FAEB0FC3FBCB8C9, 0x83C65BFFD7BC7836]),
    (
        [31459, u64::MAX, u64::MAX],
        [0xA033C1712DEB2661, 0xF1D5745560B013D6, 0xED0FF05FD12ECF18, 0x932E6EFA256CAE62],
    ),
    (
        [u64::MAX, u64::MAX, u64::MAX],
        [0x7735D326A29F18F2, 0x289403505968A32A, 0xDF154B9DED774559, 0xC1D951697B21E219],
    ),
    (
        [0x8000000000000000, 4294967296, 3],
        [0xCE763A0D9E84DA82, 0xFA3A7CD9B323CA60, 0xB6522D4F962EAEC6, 0xB288BB8E2F51E017],
    ),
    (
        [3735928559, 123456789, 42],
        [0x43D882D9A352C60E, 0xFE21C71A4E9C4040, 0xFEB94456E10ED389, 0x3A70C16841872E11],
    ),
];

#[test]
fn streams_begin_as_they_always_did() {
    for &([seed, stream, substream], expected) in GOLDEN {
        let mut generator = StreamKey { seed, stream, substream }.rng();
        let drawn = [(); 4].map(|()| generator.next_u64());
        assert_eq!(drawn, expected, "({seed}, {stream}, {substream}) begins {drawn:#018X?}");
    }
}

/// A hash of a long sequence, and one of its doubles.
#[test]
fn a_stream_is_unchanged() {
    let fold = |hash: u64, word: u64| hash.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(word);
    let mut generator = StreamKey::new(DETERMINISTIC_SEED, 0).rng();
    let words = (0..100_000).fold(0, |hash, _| fold(hash, generator.next_u64()));
    let doubles = (0..100_000).fold(0, |hash, _| fold(hash, generator.next_f64().to_bits()));
    assert_eq!((words, doubles), (0x7DEEE0EB28487470, 0xB6EF279DA9B5244C), "{words:#018X} {doubles:#018X}");
}
