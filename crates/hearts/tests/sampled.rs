//! Deals of the hidden cards that are consistent with a view.

use std::collections::HashMap;

use proptest::prelude::*;
use quadrille_hearts::{Card, Cards, Direction, Hearts, Rules, View};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use quadrille_table::{Decision, Game, Sample, View as _, draw};

use crate::games::{hands_of, public_of, rules_of};

/// The cards played so far, in order.
type Line = Vec<Card>;

/// Returns the game after a line of play from these hands; `None` if the hands or a card are
/// illegal.
fn replayed(rules: Rules, hands: [Cards; 4], line: &[Card]) -> Option<Hearts> {
    // The pass is over: the remainder is a game without a pass.
    let mut game = Hearts::new(&Rules { pass_cards: false, ..rules });
    game.deal_hands(hands).ok()?;
    for card in line {
        if !game.view()?.permits(card) {
            return None;
        }
        game.apply(*card, |_| ());
    }
    Some(game)
}

/// Returns the hand of each seat before the first play.
fn before_play(game: &Hearts) -> [Cards; 4] {
    [0, 1, 2, 3].map(|seat| hands_of(game)[seat] | public_of(game).played[seat])
}

fn step(game: &mut Hearts, rng: &mut Xoshiro256PlusPlus, line: &mut Line) {
    let view = game.view().expect("a decision");
    let card = view.choice(draw(rng, view.choices())).expect("a choice");
    if view.decision() == Decision::Play {
        line.push(card);
    }
    game.apply(card, |_| ());
}

/// Returns a deal in which one seat has nearly all hearts, so that the rules of hands with only
/// hearts apply.
fn hearts_for_one(rng: &mut Xoshiro256PlusPlus) -> [Cards; 4] {
    let mut cards: Vec<Card> = Cards::ALL.iter().collect();
    quadrille_random::shuffle::shuffle(rng, &mut cards);
    cards.sort_by_key(|card| !Cards::PENALTIES.contains(*card));
    // One of these cards is replaced: in a third of the deals by another card, in a third by the
    // ace of clubs, which takes the first trick.
    match draw(rng, 3) {
        0 => cards.swap(0, 20),
        1 => {
            let ace = cards.iter().position(|card| card.id() == 12).expect("the ace");
            cards.swap(0, ace);
        }
        _ => {}
    }
    let mut hands = [0, 1, 2, 3].map(|hand| cards[13 * hand..][..13].iter().copied().collect::<Cards>());
    hands.rotate_left(draw(rng, 4));
    hands
}

fn check_samples(real: &Hearts, seat: usize, rng: &mut Xoshiro256PlusPlus, line: &[Card]) {
    let view = View::of(real, seat);
    let mut sampled = Hearts::sample(&view, rng).expect("the real deal fits");
    assert_eq!(View::of(&sampled, seat), view, "the seat can distinguish the sampled game");
    if view.decision() == Decision::Play {
        assert!(replayed(*view.rules, before_play(real), line).is_some(), "the real one");
        let hands = before_play(&sampled);
        assert!(replayed(*view.rules, hands, line).is_some(), "{hands:?} could not have played {line:?}");
    }
    // All seats can play the sampled game to its end.
    let mut rest = Line::new();
    while sampled.view().is_some() {
        step(&mut sampled, rng, &mut rest);
    }
    assert!(sampled.close(rng).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn sampled_games_look_the_same_and_could_have_been_played(
        switches: [bool; 8],
        seed: u64,
        number in 0u64..4,
        uneven: bool,
    ) {
        let mut game = Hearts::starting_with(rules_of(switches), number);
        let mut rng = StreamKey::new(seed, 0).rng();
        if uneven {
            game.deal_hands(hearts_for_one(&mut rng)).expect("a deal");
        } else {
            game.deal(&mut rng);
        }
        let mut line = Line::new();
        while game.view().is_some() {
            for seat in 0..4 {
                check_samples(&game, seat, &mut rng, &line);
            }
            step(&mut game, &mut rng, &mut line);
        }
    }
}

/// Returns all deals of the unseen cards under which the line of play was legal, by exhaustive
/// search.
fn all_deals(game: &mut Hearts, line: &[Card]) -> Vec<[Cards; 4]> {
    let rules = *game.setup();
    let public = public_of(game);
    let view = game.view().expect("a decision");
    let receiver = (view.seat() + public.direction as usize) % 4;
    let mut deals = vec![[Cards::NONE; 4]];
    deals[0][view.seat()] = view.hand;
    for card in view.unseen().iter() {
        deals = deals
            .into_iter()
            .flat_map(|deal| (0..4).map(move |seat| (deal, seat)))
            .filter(|(deal, seat)| {
                let room = deal[*seat].len() + public.played[*seat].len() < 13;
                *seat != view.seat() && room && (!view.given.contains(card) || *seat == receiver)
            })
            .map(|(mut deal, seat)| {
                deal[seat] |= Cards::of(card);
                deal
            })
            .collect();
    }
    deals.retain(|deal| {
        let hands = [0, 1, 2, 3].map(|seat| deal[seat] | public.played[seat]);
        replayed(rules, hands, line).is_some()
    });
    deals
}

#[test]
fn all_consistent_deals_are_sampled_equally_often() {
    let (mut positions, mut restricted) = (0, 0);
    for seed in 0..60 {
        let mut rng = StreamKey::new(seed, 1).rng();
        let rules = rules_of([1, 2, 4, 8, 16, 32, 64, 128].map(|bit| seed & bit != 0 || bit == 1));
        let mut game = Hearts::starting_with(rules, seed % 4);
        if seed % 2 == 0 {
            game.deal(&mut rng);
        } else {
            game.deal_hands(hearts_for_one(&mut rng)).expect("a deal");
        }
        let mut line = Line::new();
        while public_of(&game).plays() < 41 {
            step(&mut game, &mut rng, &mut line);
        }
        let deals = all_deals(&mut game, &line);
        if deals.len() > 200 || deals.len() < 2 {
            continue;
        }
        let draws = 200 * deals.len();
        let mut counts: HashMap<[Cards; 4], usize> = HashMap::new();
        for _ in 0..draws {
            let view = game.view().expect("a decision");
            let sampled = Hearts::sample(&view, &mut rng).expect("a deal");
            *counts.entry(hands_of(&sampled)).or_default() += 1;
        }
        assert!(counts.keys().all(|deal| deals.contains(deal)), "seed {seed}: a deal that does not fit");
        // χ² has the mean n and the standard deviation √(2 n); it practically never exceeds the
        // mean by six standard deviations.
        let freedom = (deals.len() - 1) as f64;
        let square = |deal| (counts.get(deal).copied().unwrap_or(0) as f64 - 200.0).powi(2) / 200.0;
        let chi: f64 = deals.iter().map(square).sum();
        assert!(chi < freedom + 6.0 * (2.0 * freedom).sqrt(), "seed {seed}: χ² {chi} of {freedom}");
        positions += 1;
        restricted += usize::from((0..4).any(|seat| public_of(&game).may_hold[seat].len() < 35));
    }
    assert!(positions >= 20 && restricted >= 10, "{positions} positions, {restricted} with a void");
}

#[test]
fn cards_passed_by_others_are_sampled_uniformly() {
    // The view of seat 2 during the pass. Seats 0 and 1 have chosen three of 13 cards each, which
    // seat 2 does not see.
    let mut rng = StreamKey::new(9, 0).rng();
    let mut game = Hearts::new(&Rules::default());
    game.deal(&mut rng);
    for _ in 0..7 {
        step(&mut game, &mut rng, &mut Line::new());
    }
    assert_eq!(public_of(&game).direction, Direction::Left);
    let mut held = [0; 52];
    for _ in 0..3900 {
        let view = game.view().expect("a decision");
        let sampled = Hearts::sample(&view, &mut rng).expect("a deal");
        assert_eq!(hands_of(&sampled).map(Cards::len), [10, 10, 12, 13]);
        for card in hands_of(&sampled)[0].iter() {
            held[card.id()] += 1;
        }
    }
    let view = game.view().expect("a decision");
    // Each of the 39 other cards is in this hand of 10 cards in 1000 ± 27 of the 3900 samples.
    for card in view.unseen().iter() {
        assert!((840..1160).contains(&held[card.id()]), "{card}: {}", held[card.id()]);
    }
}
