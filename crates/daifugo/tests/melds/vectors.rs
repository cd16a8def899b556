//! Numbers of melds of the published card sets.

use quadrille_daifugo::CardSet;
use quadrille_daifugo::melds::{Hand, Kind, Meld, Melds, Order, leads};
use serde_json::Value;

fn melds(cards: CardSet, jokers: u32, order: Order) -> Vec<Meld> {
    let mut melds = Melds::new();
    leads(Hand::new(cards, jokers), order, &mut melds);
    melds.to_vec()
}

#[test]
fn numbers_of_melds_match_the_published_ones() {
    let mut cases = 0;
    for line in include_str!("../data/cardset.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let cards: CardSet = case["cards"].as_str().unwrap().parse().unwrap();
        for order in [Order::Normal, Order::Reversed] {
            let plain = melds(cards, 0, order);
            let with_joker = melds(cards, 1, order);
            let takes_joker = |meld: &&Meld| meld.jokers() == 1;
            let count = |kind: &dyn Fn(&Meld) -> bool| {
                with_joker.iter().filter(takes_joker).filter(|meld| kind(meld)).count()
            };
            let sequence = |meld: &Meld| meld.kind() == Kind::Sequence;
            let reduced = |meld: &Meld| !meld.stands_for_one_of(cards);
            let imaginary = |meld: &Meld| meld.low() < 0 || meld.high() > 12;
            let groups = plain.iter().filter(|meld| meld.kind() == Kind::Group).count();
            let found = [
                ("groups", groups),
                ("seqs", plain.len() - groups),
                ("melds_no_joker", plain.len()),
                ("joker_groups_full", count(&|meld| !sequence(meld))),
                ("joker_groups_reduced", count(&|meld| !sequence(meld) && reduced(meld))),
                ("joker_seqs_full", count(&|meld| sequence(meld))),
                ("joker_seqs_reduced", count(&|meld| sequence(meld) && reduced(meld))),
                (
                    "joker_seqs_reduced_no_imaginary",
                    count(&|meld| sequence(meld) && reduced(meld) && !imaginary(meld)),
                ),
                ("melds_with_joker_reduced", plain.len() + count(&|meld| reduced(meld))),
            ];
            for (name, found) in found {
                assert_eq!(case[name], found, "{name} of {cards:#x}");
            }
        }
        cases += 1;
    }
    assert_eq!(cases, 500);
}
