//! Every local rule on its own.

use quadrille_daifugo::game::Game;
use quadrille_daifugo::melds::{Order, Refusal};
use quadrille_daifugo::rules::{Rule, Rules};

use super::{game, hand, meld, play};

fn with(rule: Rule) -> Rules {
    Rules::UECDA.with(rule)
}

#[test]
fn eleven_back_reverses_the_order_until_the_table_clears() {
    let mut game = game(with(Rule::ElevenBack), &["CJ C3 C9", "D9 DK D5", "H6 HQ HJ"]);
    play(&mut game, &["CJ"]);
    assert_eq!(game.order(), Order::Reversed);
    assert_eq!(game.check(meld("DK")), Err(Refusal::Rank));
    play(&mut game, &["D9", "H6", "C3"]);
    assert_eq!(game.turn(), Some(1));
    play(&mut game, &["", "", ""]);
    assert_eq!(game.order(), Order::Normal);
    let mut twice = super::game(with(Rule::ElevenBack), &["C9 CT CJ CQ CK C3", "D9 D4", "H6 H7"]);
    play(&mut twice, &["C9 CT CJ CQ CK"]);
    assert_eq!(twice.order(), Order::Normal, "11-back upon a revolution");
    play(&mut twice, &["", "", ""]);
    assert_eq!(twice.order(), Order::Reversed);
}

#[test]
fn rank_lock_requires_the_next_rank() {
    let mut game = game(with(Rule::RankLock), &["C4 C7 C9", "D5 DK", "H6 H7 HK JK"]);
    play(&mut game, &["C4", "D5"]);
    assert!(game.trick().unwrap().rank_lock);
    assert_eq!(game.check(meld("H7")), Err(Refusal::RankLock));
    assert_eq!(game.check(meld("JK")), Ok(()));
    play(&mut game, &["H6"]);
    assert_eq!(game.check(meld("C9")), Err(Refusal::RankLock));
    play(&mut game, &["C7"]);
    let mut free = super::game(with(Rule::RankLock), &["C4 C7 C9", "D6 DK", "H7 HK"]);
    play(&mut free, &["C4", "D6"]);
    assert!(!free.trick().unwrap().rank_lock, "the ranks are not consecutive");
}

#[test]
fn five_skips_a_seat() {
    let mut game = game(with(Rule::FiveSkip), &["C5 C7", "D6 DK", "H7 HK"]);
    assert_eq!(play(&mut game, &["C5"]), Some(2));
    assert_eq!(play(&mut game, &["H7"]), Some(0));
    assert_eq!(play(&mut game, &[""]), Some(1), "the skipped seat has not passed");
}

#[test]
fn six_and_nine_reverse_the_direction() {
    for (rule, card, other) in [(Rule::SixReverse, "C6", "C9"), (Rule::NineReverse, "C9", "C6")] {
        let mut game = game(with(rule), &["C6 C9 C3", "DK D7", "HK H7"]);
        assert_eq!(play(&mut game.clone(), &[other]), Some(1));
        assert_eq!(play(&mut game, &[card]), Some(2));
        assert_eq!(play(&mut game, &["HK"]), Some(1));
        assert_eq!(play(&mut game, &["", "", ""]), Some(2));
        assert_eq!(play(&mut game, &["H7"]), Some(1), "until the game ends");
    }
}

#[test]
fn the_previous_richest_falls_when_another_player_is_first() {
    let hands = ["C9 CT", "D3", "H6 H7", "S6 S7"].map(hand);
    let rules = with(Rule::MiyakoOchi).of(4, 1).unwrap();
    let mut game = Game::new(rules, &hands, 1, Some(&[0, 1, 2, 3])).unwrap();
    assert_eq!(play(&mut game, &["D3"]), Some(2));
    assert!(!game.is_playing(0));
    play(&mut game, &["H6", "S7", "", ""]);
    assert_eq!(game.turn(), Some(3));
    assert_eq!(play(&mut game, &["S6"]), None);
    assert_eq!(game.result(), Some(&[1, 3, 2, 0][..]));
    let mut safe = Game::new(rules, &hands, 1, Some(&[1, 0, 2, 3])).unwrap();
    play(&mut safe, &["D3"]);
    assert!(safe.is_playing(0), "the richest finished first");
}

#[test]
fn a_forbidden_finish_is_the_last_place() {
    let rules = with(Rule::ForbiddenFinish);
    for (last, order_turned) in [("C2", false), ("C8", false), ("JK", false)] {
        let mut game = game(rules, &[last, "D3 D4", "H6 H7"]);
        assert!(!order_turned);
        assert_eq!(play(&mut game, &[last]), Some(1), "{last}");
        if game.trick().is_some() {
            play(&mut game, &["", ""]);
        }
        play(&mut game, &["D3", "H6", "", "", "H7"]);
        assert_eq!(game.result(), Some(&[2, 1, 0][..]), "{last}");
    }
    let mut turned = game(rules, &["C4 D4 H4 S4 C2", "D5 D3", "H6 H7"]);
    play(&mut turned, &["C4 D4 H4 S4", "", "", "", "C2"]);
    assert_eq!(turned.finished(), [0], "after a revolution a finish with the 2 is allowed");
    play(&mut turned, &["D5", "", "D3"]);
    assert_eq!(turned.result(), Some(&[0, 2, 1][..]), "after a revolution a finish with the 3 is forbidden");
}

#[test]
fn two_jokers_answer_every_pair_and_are_unanswerable() {
    let rules = Rules::UECDA.of(3, 2).unwrap();
    let mut game = game(rules, &["C2 D2 C3", "JK JK D3", "H3 S3 HK"]);
    play(&mut game, &["C2 D2", "JK JK"]);
    assert_eq!(game.check(meld("H3 S3")), Err(Refusal::Unanswerable));
    assert_eq!(play(&mut game, &["", "", ""]), Some(1));
}

#[test]
fn disabled_rules_have_no_effect() {
    let mut melds = quadrille_daifugo::melds::Melds::new();
    let no_sequences = Rules::UECDA.without(Rule::Sequences);
    let game = game(no_sequences, &["C3 C4 C5", "D3 D4", "H6 H7"]);
    game.melds(&mut melds);
    assert_eq!(melds.len(), 3);
    assert_eq!(game.check(meld("C3 C4 C5")), Err(Refusal::NoSequences));
    let mut game = super::game(Rules::UECDA.without(Rule::SpadeThree), &["JK C4", "S3 D4", "H6 H7"]);
    play(&mut game, &["JK"]);
    game.melds(&mut melds);
    assert!(melds.is_empty());
    assert_eq!(game.check(meld("S3")), Err(Refusal::Unanswerable));
    let mut game = super::game(Rules::UECDA.without(Rule::SuitLock), &["C3 C4", "C5 D4", "H6 H7"]);
    play(&mut game, &["C3", "C5"]);
    assert_eq!(game.check(meld("H6")), Ok(()));
    let mut game = super::game(Rules::UECDA.without(Rule::Revolution), &["C3 D3 H3 S3 C4", "C5 D4", "H6 H7"]);
    play(&mut game, &["C3 D3 H3 S3"]);
    assert_eq!(game.order(), Order::Normal);
    assert_eq!(Rules::UECDA.without(Rule::Exchange).gift(0), 0);
    assert_eq!([0, 1, 2, 3, 4].map(|class| Rules::UECDA.gift(class)), [2, 1, 0, 1, 2]);
    assert_eq!([0, 1, 2].map(|class| Rules::UECDA.of(3, 1).unwrap().gift(class)), [2, 0, 2]);
}
