//! Conditions of any text are read or refused without a panic, and the compiled program agrees with
//! the walk over the tree.

use proptest::prelude::*;
use quadrille_combat_lang::fuzz_condition;

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

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
