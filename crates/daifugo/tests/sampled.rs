//! Sampling of hidden hands that are consistent with a view.

use proptest::prelude::*;
use quadrille_daifugo::CardSet;
use quadrille_daifugo::game::deal::{Exchange, Gift};
use quadrille_daifugo::game::{Decision, Facts, PublicState, Table, View};
use quadrille_daifugo::melds::{Hand, Melds};
use quadrille_daifugo::rules::Rules;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use quadrille_table::{Game, Sample, SampleError, View as _, draw};

use crate::encodings::rules;

/// The whole content of a view.
fn shown(view: &Decision<'_>) -> String {
    format!("{view:?}")
}

/// Applies a random action; returns `false` if the game is over.
fn step(table: &mut Table, rng: &mut Xoshiro256PlusPlus) -> bool {
    let Some(view) = table.view() else { return false };
    let action = view.choice(draw(rng, view.choices())).expect("a choice");
    table.apply(action, |_| ());
    true
}

/// Checks that the gifts of a table follow from its deal.
fn check_exchange(table: &Table, rules: Rules) {
    let (Some(classes), false) = (table.classes_before(), table.gifts().is_empty()) else { return };
    let mut exchange = Exchange::new(rules, table.dealt(), classes).expect("an exchange");
    let mut gifts: Vec<Gift> = exchange.forced().collect();
    let returned: Vec<Gift> = table.gifts()[gifts.len()..].to_vec();
    for gift in returned {
        gifts.extend(exchange.give(gift.from, gift.cards));
    }
    assert_eq!(gifts, table.gifts());
}

/// Checks a sampled game against the table: same view, same public facts, same own gifts, playable
/// to the end.
fn check_sample(table: &Table, rules: Rules, rng: &mut Xoshiro256PlusPlus) {
    let mut real = table.clone();
    let view = real.view().expect("a decision");
    let seat = view.seat();
    let mut sampled = Table::sample(&view, rng).expect("the real deal fits");
    assert_eq!(
        shown(&sampled.view().expect("a decision")),
        shown(&view),
        "the sampled game has another view"
    );
    // The seat's dealt hand, and its own gifts in the exchange.
    assert_eq!(sampled.dealt()[seat], table.dealt()[seat]);
    let own = |table: &Table| -> Vec<Gift> {
        table.gifts().iter().copied().filter(|gift| [gift.from, gift.to].contains(&seat)).collect()
    };
    assert_eq!(own(&sampled), own(table));
    assert_eq!(format!("{:?}", sampled.series()), format!("{:?}", table.series()));
    assert_eq!((sampled.history(), sampled.classes_before()), (table.history(), table.classes_before()));
    check_exchange(&sampled, rules);
    let cards = |table: &Table| {
        let mut all = Hand::EMPTY;
        table.dealt().iter().for_each(|&hand| all.take(hand));
        (all, table.dealt().map(Hand::len))
    };
    assert_eq!(cards(&sampled), cards(table));
    // The sampled game can be played to its end.
    while step(&mut sampled, rng) {}
    assert!(sampled.close(rng).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn sampled_games_have_the_same_view_and_are_playable(seed: u64, rules in rules()) {
        let mut rng = StreamKey::new(seed, 0).rng();
        let mut table = Table::new(rules);
        for _ in 0..3 {
            Game::deal(&mut table, &mut rng);
            while table.view().is_some() {
                check_sample(&table, rules, &mut rng);
                step(&mut table, &mut rng);
            }
            table.close(&mut rng).expect("the game is over");
        }
    }
}

/// Cards that a seat knows from its exchange are in the same hand in every sampled game; unknown
/// cards vary.
#[test]
fn known_cards_stay_and_unknown_cards_vary() {
    let (mut rng, mut known, mut moved) = (StreamKey::new(4, 0).rng(), 0, 0);
    let mut table = Table::new(Rules::UECDA);
    for _ in 0..40 {
        Game::deal(&mut table, &mut rng);
        while let Some(Decision::Give(_)) = table.decision() {
            step(&mut table, &mut rng);
        }
        let gifts = table.gifts().to_vec();
        let (real, seat) = (table.clone(), table.view().expect("a decision").seat());
        let hands = real.game().expect("a game").hands().to_vec();
        for gift in gifts.iter().filter(|gift| gift.from == seat) {
            for _ in 0..20 {
                let sampled = Table::sample(&table.view().expect("a decision"), &mut rng).expect("a deal");
                let sampled = sampled.game().expect("a game").hand(gift.to);
                let back = real.gifts().iter().find(|back| back.from == gift.to).expect("both give").cards;
                let mut kept = gift.cards;
                let rich = gifts[..2].iter().all(|forced| forced.from != seat);
                if !rich {
                    kept.give(back);
                }
                assert!(sampled.cards.is_superset(kept.cards) && sampled.jokers >= kept.jokers);
                if rich && let Some(worst) = back.cards.lowest() {
                    let mut others = sampled;
                    others.give(gift.cards);
                    assert!(others.jokers == 0 && others.cards.highest().is_none_or(|best| best < worst));
                }
                known += 1;
                moved += usize::from(sampled != hands[gift.to]);
            }
        }
        while step(&mut table, &mut rng) {}
        table.close(&mut rng).expect("the game is over");
    }
    assert!(known > 300 && moved > known / 2, "{known} {moved}");
}

/// Views constructed without a table: one in play without a series, and one in the exchange that is
/// inconsistent.
#[test]
fn constructed_views_are_sampled_or_rejected() {
    let rules = Rules::UECDA.of(3, 0).expect("rules");
    let held: CardSet = "C3 D4 H5 S6 SK".parse().expect("cards");
    let facts = Facts::new(rules, &[1, 2, 2], Hand::new(!held, 0), 1);
    let (state, mut melds) = (PublicState::new(&facts).expect("a position"), Melds::new());
    let view = View::new(&state, 1, "D4 SK".parse().expect("cards"), &mut melds, &[]).expect("a view");
    let mut rng = StreamKey::new(1, 0).rng();
    let mut sampled = Table::sample(&Decision::Play(view), &mut rng).expect("a deal");
    assert_eq!(sampled.game().expect("a game").hand(1), view.hand());
    while step(&mut sampled, &mut rng) {}
    assert!(sampled.close(&mut rng).is_ok());
    let series = quadrille_daifugo::game::Series::new(rules);
    let few = quadrille_daifugo::game::ExchangeView::new(&series, 0, "C3 D4".parse().expect("cards"), 2, &[]);
    assert!(matches!(Table::sample(&Decision::Give(few), &mut rng), Err(SampleError)));
}
