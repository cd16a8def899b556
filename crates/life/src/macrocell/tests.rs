use super::*;
use crate::pattern::{Pattern, Span};
use proptest::prelude::*;

/// Generates spans near one another, and some that are long or far away.
fn spans() -> impl Strategy<Value = Vec<Span>> {
    let near = (-20..20i64, -40..40i64, 1..30u64);
    let far = (-9..9i64, prop_oneof![-1_000_000..1_000_000i64, any::<i64>()], 1..100_000u64);
    let span = |(y, x, length)| Span { y, x, length };
    (prop::collection::vec(near, 0..40), prop::collection::vec(far, 0..4))
        .prop_map(move |(near, far)| near.into_iter().chain(far).map(span).collect())
}

proptest! {
    #[test]
    fn a_pattern_comes_back_as_it_was(spans in spans(), right in -99..99i64) {
        let pattern = Pattern::from_spans(spans);
        prop_assume!(pattern.population() < 1 << 20);
        let macrocell = Macrocell::from_pattern(&pattern).unwrap();
        prop_assert_eq!(macrocell.population(), pattern.population().into());
        let area = pattern.bounding_box();
        prop_assert_eq!(macrocell.bounding_box(), area.map(|Area { x, y, width, height }| Area {
            x: x.into(), y: y.into(), width: width.into(), height: height.into(),
        }));
        let back = macrocell.to_pattern().unwrap();
        prop_assert_eq!(back.spans(), pattern.spans());
        prop_assert_eq!(Macrocell::from_pattern(&back).unwrap(), macrocell.clone());
        // A position moves the cells.
        if let Some(area) = area && area.x > i64::MIN + 999 && area.x < i64::MAX / 2 {
            let mut moved = pattern.clone();
            moved.position = Some((area.x + right, area.y - 5).into());
            let moved = Macrocell::from_pattern(&moved).unwrap().to_pattern().unwrap();
            prop_assert!(moved.cells().eq(pattern.cells().map(|(x, y)| (x + right, y - 5))));
        }
    }

    /// Each node is stored once, is reachable, follows its quarters, and is not empty.
    #[test]
    fn nodes_are_kept_once(spans in spans()) {
        let macrocell = Macrocell::from_pattern(&Pattern::from_spans(spans)).unwrap();
        let mut seen = std::collections::HashSet::new();
        let mut needed = vec![false; macrocell.nodes.len() + 1];
        for (at, node) in macrocell.nodes.iter().enumerate() {
            prop_assert!(seen.insert(node));
            match *node {
                MacrocellNode::Leaf(cells) => prop_assert!(cells != 0),
                MacrocellNode::Inner { level, quarters } => {
                    prop_assert!(quarters != [0; 4]);
                    for quarter in quarters {
                        needed[quarter as usize] = true;
                        prop_assert!(quarter as usize <= at);
                        match macrocell.node(quarter) {
                            Some(MacrocellNode::Inner { level: below, .. }) => prop_assert_eq!(below + 1, level),
                            Some(MacrocellNode::Leaf(_)) => prop_assert_eq!(level, 4),
                            None => {}
                        }
                    }
                }
            }
        }
        let whole = macrocell.nodes.len();
        prop_assert!((1..whole).all(|number| needed[number]) && (whole == 0 || !needed[whole]));
        if let Some(MacrocellNode::Inner { level, .. }) = macrocell.nodes.last() {
            prop_assert_eq!(usize::from(*level), macrocell.level);
        }
    }
}

#[test]
fn the_ends_of_the_plane_are_no_trouble() {
    let corners = [(i64::MIN, i64::MIN), (i64::MAX, i64::MIN), (i64::MIN, i64::MAX), (i64::MAX, i64::MAX)];
    let pattern = Pattern::from_cells(corners);
    let macrocell = Macrocell::from_pattern(&pattern).unwrap();
    // The northern half of the root ends with row 0, not with row −1. So a root of level 64 has the
    // rows from 1 − 2⁶³ to 2⁶³, and the row −2⁶³ needs a root of level 65.
    assert_eq!((macrocell.level(), macrocell.population()), (65, 4u8.into()));
    assert_eq!(macrocell.to_pattern().unwrap().spans(), pattern.spans());
    let whole: BigUint = BigUint::from(1u8) << 64u32;
    assert_eq!(macrocell.bounding_box().map(|area| area.width), Some(whole.clone()));
    // Moved to the right by one cell, the pattern exceeds 64-bit coordinates. Its box is so wide
    // that coordinates relative to the box exceed 64 bits, too.
    let mut moved = pattern;
    moved.position = Some((i64::MIN + 1, i64::MIN).into());
    moved.size = None;
    let moved = Macrocell::from_pattern(&moved).unwrap();
    assert!(moved.level() > 64);
    assert!(matches!(moved.to_pattern(), Err(MacrocellError::TooFar { width, .. }) if width <= whole));
}

#[test]
fn a_wide_pattern_takes_little() {
    // 10⁵ rows of 10⁹ cells, all alike.
    let row = |y| Span { y, x: -3, length: 1_000_000_000 };
    let macrocell = Macrocell::from_pattern(&Pattern::from_spans((0..100_000).map(row))).unwrap();
    assert_eq!(macrocell.population(), BigUint::from(10u8).pow(14));
    assert!(macrocell.nodes().len() < 200_000, "{}", macrocell.nodes().len());
    assert!(matches!(macrocell.to_pattern(), Err(MacrocellError::TooMany { .. })));
    let area = macrocell.bounding_box().unwrap();
    assert_eq!((area.x, area.width, area.height), ((-3).into(), 1_000_000_000u32.into(), 100_000u32.into()));
}

#[test]
fn populations_are_exact_beyond_what_words_hold() {
    // A node with a side of 2⁴⁰⁰ cells, all alive.
    let mut table = NodeTable::default();
    let mut number = table.leaf(u64::MAX);
    for level in LEAF + 1..=MOST_LEVELS {
        number = table.node(level, [number; 4]);
    }
    let all = table.whole(MOST_LEVELS, number);
    let side = BigUint::from(1u8) << MOST_LEVELS;
    assert_eq!(all.population(), side.pow(2));
    assert_eq!(all.bounding_box().unwrap().height, side);
    assert_eq!(Macrocell::default().population(), BigUint::ZERO);
    assert_eq!((Macrocell::default().bounding_box(), Macrocell::default().level()), (None, 4));
}
