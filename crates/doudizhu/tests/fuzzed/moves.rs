//! Compares generated and counted moves with the filtered action table.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use arbitrary::{Result, Unstructured};
use quadrille_doudizhu::{ActionTable, Hand, Move, MoveBuffer, Rank, Rules};

thread_local! {
    /// The action table of each set of rules, built once.
    static TABLES: RefCell<HashMap<Rules, Rc<ActionTable>>> = RefCell::default();
}

/// Decodes rules, a hand and moves on the table, and compares the generator with the filtered
/// table.
///
/// # Panics
/// If they differ.
pub(crate) fn doudizhu_generation(bytes: &[u8]) {
    // Decoding fails only for an empty range, and there is none.
    let _ = run(&mut Unstructured::new(bytes));
}

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let rules = super::rules::rules(u)?;
    let table = TABLES.with_borrow_mut(|tables| {
        Rc::clone(tables.entry(rules).or_insert_with(|| Rc::new(ActionTable::new(rules))))
    });
    let mut lanes = [0; 15];
    for (count, rank) in lanes.iter_mut().zip(Rank::all()) {
        *count = u.int_in_range(0..=rank.in_pack())?;
    }
    let hand = Hand::from_lanes(&lanes).expect("counts within the pack");
    let mut own = MoveBuffer::new();
    rules.leads(hand, &mut own);
    let mut ons = Vec::new();
    for _ in 0..4 {
        // Any move of the table, or one of the hand.
        let on = if u.arbitrary()? && !own.is_empty() {
            own[u.choose_index(own.len())?]
        } else {
            table.get(u.int_in_range(0..=table.len() as u32 - 1)?).expect("a move")
        };
        let classified = if on.is_pass() { Some(Move::PASS) } else { rules.classify(on.cards()) };
        assert_eq!(classified, Some(on), "{rules}");
        ons.push(on);
    }
    super::compare::check(rules, &table, hand, &ons);
    Ok(())
}
