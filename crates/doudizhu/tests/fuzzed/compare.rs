//! The generator beside the filtered table of all actions, and beside its own counting.

use std::cell::RefCell;

use quadrille_doudizhu::{ActionTable, Hand, Move, MoveBuffer, Rules};

thread_local! {
    /// A list that serves all hands, rules and inputs.
    static KEPT: RefCell<MoveBuffer> = RefCell::default();
}

/// Leads and follows of one hand, generated in a new list and in the kept one, counted and
/// filtered.
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
