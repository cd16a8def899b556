//! Malformed texts are read or refused without a panic, and accepted profiles can be simulated.

use std::path::Path;

use proptest::prelude::*;
use quadrille_combat::{Profile, Simulation};
use quadrille_diagnostics::Source;

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/combat/{name}.toml"));
    std::fs::read_to_string(path).expect("an example")
}

fn read(text: &str) {
    match Profile::parse(&Source::new("any.toml", text)) {
        Ok(profile) => {
            // Runs only short fights, because a mutated length may be years.
            if profile.number("fight.length").is_some_and(|length| length <= 400.0) {
                let block = Simulation::new(&profile).run_block(1, 0, 1, &());
                assert!(block.expect("not cancelled").is_sound());
            }
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            for error in errors {
                assert!(error.headline().starts_with("any.toml:"));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Examples with lines deleted, duplicated or moved, and characters changed.
    #[test]
    fn mangled_examples(
        name in prop::sample::select(vec!["fury", "shadow", "tank", "gacha"]),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<prop::sample::Index>()), 1..4),
    ) {
        let text = example(name);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (line, how, other) in cuts {
            let (line, other) = (line.index(lines.len()), other.index(lines.len()));
            match how {
                0 => drop(lines.remove(line)),
                1 => lines.insert(other, lines[line].clone()),
                2 => lines.swap(line, other),
                _ => lines[line] = lines[line].replacen(['a', '1', '0', '"'], "9", 1),
            }
        }
        read(&lines.join("\n"));
    }
}
