//! Inputs of a fuzz target for an ordinary test: the stored corpus, and random bytes from a fixed
//! seed.

/// Runs the target on its stored corpus, then on random bytes. The number of random inputs is
/// `usual`, or `FUZZ_INPUTS` if it is set.
pub(crate) fn replay(target: &str, usual: u64, run: fn(&[u8])) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut inputs = 0;
    for entry in std::fs::read_dir(&folder).expect("a folder of inputs") {
        run(&std::fs::read(entry.expect("a file").path()).expect("its bytes"));
        inputs += 1;
    }
    assert!(inputs >= 10, "only {inputs} inputs in {}", folder.display());
    let random = std::env::var("FUZZ_INPUTS").map_or(usual, |text| text.parse().expect("a number of inputs"));
    for number in 0..random {
        run(&random_bytes(number));
    }
}

/// Returns up to 255 bytes. In half of the inputs most bytes are small.
fn random_bytes(number: u64) -> Vec<u8> {
    // SplitMix64.
    let mut state = number.wrapping_mul(0xd134_2543_de82_ef95);
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    let length = next() % 256;
    let small = next() % 2 == 0;
    let byte = |word: u64| if small && word >> 60 > 0 { (word >> 8) as u8 % 16 } else { (word >> 8) as u8 };
    (0..length).map(|_| byte(next())).collect()
}
