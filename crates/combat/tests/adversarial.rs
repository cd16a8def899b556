//! Malformed texts are read or refused without a panic, and accepted profiles can be simulated.

use std::path::Path;

use proptest::prelude::*;
use quadrille_combat::{Profile, Simulation, fuzz_condition};
use quadrille_diagnostics::Source;

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/combat/{name}.toml"));
    std::fs::read_to_string(path).expect("an example")
}

/// Long chains and deep nesting fit in the small stack of a pool thread.
#[test]
fn long_conditions_need_little_stack() {
    let conditions = [
        format!("0 < 1{}", " + 1".repeat(1000)),
        format!("time < 1{}", "*time".repeat(800)),
        format!("buff.b.up{}", "||buff.b.up".repeat(370)),
        format!("buff.b.up{}", "&&!buff.b.up".repeat(340)),
        format!("{}time{} < 1", "(".repeat(60), ")".repeat(60)),
        format!("{}buff.b.up", "!".repeat(60)),
        // Chains inside of parentheses, inside of other chains.
        format!("{}time{} > 0", "(1+2*".repeat(7), "+1/2)".repeat(7)),
        format!("{}time > 0{}", "(buff.b.up&&time<1||".repeat(60), "&&buff.fury.up||time>2)".repeat(60)),
    ];
    let small = std::thread::Builder::new().stack_size(256 << 10);
    let all_read = move || conditions.iter().all(|condition| fuzz_condition(condition));
    assert!(small.spawn(all_read).expect("a thread").join().expect("no overflow"));
    // Texts above the limits are refused.
    assert!(!fuzz_condition(&format!("{}time{} < 1", "(".repeat(64), ")".repeat(64))));
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

    #[test]
    fn any_condition(text in "((resource|buff|dot|cooldown|last|phase|actor|target)\\.?(rage|mana|fury|pain|bolt|adds|crit|health|up|stacks|remaining|missing)?\\.?|time|targets|constant\\.c|[0-9]{1,3}(\\.5)?|&&|\\|\\||[!<>=()+*/ -]|<=|>=|==){0,14}") {
        fuzz_condition(&text);
    }

    /// Well-formed conditions: joined comparisons of sums.
    #[test]
    fn sound_conditions(
        parts in prop::collection::vec(
            ("(time|resource\\.rage|buff\\.fury\\.remaining|2\\.5|constant\\.c)( [-+*/] (time|targets|3)){0,3}", "(<|<=|>|>=|==|!=)", "(1|dot\\.pain\\.stacks|-remaining)", "(&&|\\|\\|)", any::<bool>()),
            1..6,
        ),
    ) {
        let joined: Vec<String> = parts
            .iter()
            .map(|(left, compare, right, join, not)| format!("{}({left} {compare} {right}) {join} ", if *not { "!" } else { "" }))
            .collect();
        let text = format!("{}buff.b.up", joined.concat());
        prop_assert!(fuzz_condition(&text), "{}", text);
    }
}
