//! Compares the move generator with the filtered action table and with its own counts.

use std::cell::RefCell;

use quadrille_doudizhu::{ActionTable, Hand, Move, MoveBuffer, Rules};

thread_local! {
    /// A buffer reused for all hands, rules and inputs.
    static KEPT: RefCell<MoveBuffer> = RefCell::default();
}

/// Compares the leads and answers of one hand: generated into a new buffer and into the reused one,
/// counted, and filtered from the table.
pub(crate) fn check(rules: Rules, table: &ActionTable, hand: Hand, ons: &[Move]) {
    for on in std::iter::once(None).chain(ons.iter().copied().map(Some)) {
        let generate = |moves: &mut MoveBuffer| match on {
            Some(on) => rules.follows(hand, on, moves),
            None => rules.leads(hand, moves),
        };
        let mut fresh = MoveBuffer::new();
        generate(&mut fresh);
        KEPT.with_borrow_mut(|kept| {
            generate(kept);
            assert_eq!(kept.as_slice(), fresh.as_slice(), "{rules}: {hand} on {on:?}");
        });
        fresh.as_mut_slice().sort_unstable();
        let expected: Vec<Move> = table.filter(hand, on).collect();
        assert_eq!(fresh.as_slice(), expected, "{rules}: {hand} on {on:?}");
        let counted = match on {
            Some(on) => rules.count_follows(hand, on),
            None => rules.count_leads(hand),
        };
        assert_eq!(counted, expected.len(), "{rules}: {hand} on {on:?}");
    }
}
