//! The contest's rules, case by case, and invariants of every game.

use proptest::prelude::*;
use quadrille_daifugo::game::deal::{Exchange, deal};
use quadrille_daifugo::game::{Action, Ending, Happened, Move, Outcome, Table};
use quadrille_daifugo::melds::{Hand, Melds, Order, Refusal};
use quadrille_daifugo::players::{Match, PlayerKind};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_daifugo::{Card, CardSet};
use quadrille_random::StreamKey;
use quadrille_table::Observer;

use super::{game, hand, meld, play};

const UECDA: Rules = Rules::UECDA;

#[test]
fn the_table_clears_when_all_players_have_passed() {
    let mut game = game(UECDA, &["C3 C4 CK", "D5 D6 DK", "H6 H7 HK"]);
    assert_eq!(play(&mut game, &["C3", "D5", "", ""]), Some(1), "seat 1 decides again on its own 5");
    assert_eq!(game.trick().map(|trick| trick.meld), Some(meld("D5")));
    let mut again = game.clone();
    assert_eq!(play(&mut again, &["D6"]), Some(1), "seat 1 may answer itself, and decides again");
    assert_eq!(play(&mut again, &[""]), Some(1), "after its own pass seat 1 leads");
    assert!(again.trick().is_none());
    assert_eq!(play(&mut game, &["", "DK"]), Some(2));
    assert_eq!(game.order(), Order::Normal);
}

#[test]
fn after_a_finish_the_next_seat_with_cards_leads() {
    let mut game = game(UECDA, &["CK", "D5 D6", "H6 H7"]);
    assert_eq!(play(&mut game, &["CK"]), Some(1));
    assert_eq!(play(&mut game, &["", ""]), Some(1), "the king is not answered, and its player is out");
    assert!(game.trick().is_none());
    assert_eq!(play(&mut game, &["D5", "H6", "", ""]), Some(2));
    assert_eq!(play(&mut game, &["H7"]), None);
    assert_eq!((game.result(), game.ending()), (Some(&[0, 2, 1][..]), Some(Ending::Finished)));
}

#[test]
fn a_player_may_finish_on_the_own_meld() {
    let mut game = game(UECDA, &["C3 C4", "D5 D6", "H6 H7"]);
    assert_eq!(
        play(&mut game, &["C3", "", "", "C4"]),
        Some(1),
        "no other seat can answer: the next seat leads"
    );
    assert!(game.trick().is_none());
}

#[test]
fn an_eight_clears_and_its_player_leads() {
    let mut game = game(UECDA, &["C3 C4 S8 S9", "D8 D9 CK", "H6 H7 HK"]);
    assert_eq!(play(&mut game, &["C4", "D8"]), Some(1));
    assert!(game.trick().is_none());
    let mut game = super::game(UECDA, &["C7 [C8] C9".replace(['[', ']'], "").as_str(), "D3 D4", "H3 H4"]);
    assert_eq!(play(&mut game, &["C7 C8 C9"]), Some(1), "finished with an 8: the next seat leads");
    let mut game = super::game(UECDA, &["C7 C9 C3 JK", "D3 D4", "H3 H4"]);
    assert_eq!(play(&mut game, &["C7 [C8] C9"]), Some(0), "a joker as an 8 clears too");
    let mut game = super::game(UECDA.without(Rule::EightCut), &["C8 C3", "D9 D4", "H3 H4"]);
    assert_eq!(play(&mut game, &["C8"]), Some(1));
}

#[test]
fn equal_suits_twice_lock_the_suits_and_a_lone_joker_ends_the_lock() {
    let mut game = game(UECDA, &["C3 C4 S3 SK", "C5 D6 DK", "C6 D7 HK JK"]);
    assert_eq!(play(&mut game, &["C3", "C5"]), Some(2));
    assert!(game.trick().unwrap().suit_lock);
    assert_eq!(game.check(meld("D7")), Err(Refusal::SuitLock));
    let mut locked = game.clone();
    play(&mut locked, &["C6"]);
    assert!(locked.trick().unwrap().suit_lock, "the lock remains");
    play(&mut game, &["JK"]);
    assert!(!game.trick().unwrap().suit_lock);
    assert_eq!(game.check(meld("SK")), Err(Refusal::OnlySpadeThree));
    assert_eq!(play(&mut game, &["S3"]), Some(0), "the 3 of spades clears");
    assert!(game.trick().is_none());
    // For a pair the whole set of suits counts, including the suit that a joker represents.
    let mut game = super::game(UECDA, &["C3 D3 C9", "C4 D5 JK D9", "C6 D6 H6 D2"]);
    play(&mut game, &["C3 D3", "C4 [D4]"]);
    assert_eq!(game.check(meld("C6 H6")), Err(Refusal::SuitLock));
    assert_eq!(game.check(meld("C6 D6")), Ok(()));
}

#[test]
fn four_of_a_kind_and_five_in_sequence_reverse_the_order_until_the_end() {
    let mut game = game(UECDA, &["C4 D4 H4 S4 C9", "D3 D5 DK", "H6 H7 HK"]);
    play(&mut game, &["C4 D4 H4 S4"]);
    assert_eq!(game.order(), Order::Reversed);
    assert_eq!(play(&mut game, &["", "", ""]), Some(0));
    assert_eq!(game.order(), Order::Reversed, "the reversal outlasts the clearing of the table");
    play(&mut game, &["C9"]);
    assert_eq!(game.check(meld("DK")), Err(Refusal::Rank));
    assert_eq!(game.check(meld("D3")), Ok(()));
    let mut game = super::game(UECDA, &["C3 C4 C5 C6 H2", "D7 D8 D9 DT DJ H9 D3", "H3 H6 HK JK"]);
    play(&mut game, &["C3 C4 C5 C6"]);
    assert_eq!(game.order(), Order::Normal, "four in sequence do not reverse the order");
    play(&mut game, &["", "", "", "H2"]);
    let mut game = super::game(UECDA, &["C3 C4 C5 C6 C7 H2", "D9 DT DJ DQ DK H9 D3", "H3 H6 HK"]);
    play(&mut game, &["C3 C4 C5 C6 C7"]);
    assert_eq!(game.check(meld("D9 DT DJ DQ DK")), Err(Refusal::Rank));
    assert_eq!(game.order(), Order::Reversed);
}

#[test]
fn an_answering_sequence_lies_wholly_above() {
    let mut game = game(UECDA, &["C5 C6 C7 H2", "D6 D7 D9 H9 HT HJ", "H3 H6 HK"]);
    play(&mut game, &["C5 C6 C7"]);
    assert_eq!(game.check(meld("H9 HT HJ")), Ok(()));
    let mut game = super::game(UECDA, &["C5 C6 C7 H2", "D7 D8 D9 H9 HT HJ", "H3 H6 HK"]);
    play(&mut game, &["C5 C6 C7"]);
    assert_eq!(game.check(meld("D7 D8 D9")), Err(Refusal::Rank));
}

#[test]
fn a_refused_play_counts_as_a_pass() {
    let mut game = game(UECDA, &["C5 C6", "D4 D6", "H3 H6"]);
    play(&mut game, &["C5"]);
    assert_eq!(game.submit(Move::Play(meld("D4"))), Happened::Refused(Refusal::Rank));
    assert_eq!(game.turn(), Some(2));
    assert_eq!(game.submit(Move::Play(meld("HK"))), Happened::Refused(Refusal::NotHeld));
    assert_eq!(game.submit(Move::Play(meld("C6"))), Happened::Played);
    assert_eq!(game.submit(Move::Pass), Happened::Passed);
}

#[test]
fn twenty_passes_in_a_row_end_a_game() {
    let mut game = game(UECDA, &["C5 C6", "D4", "H3 H6"]);
    play(&mut game, &["C5", "", "", ""]);
    for passes in 3..20 {
        assert_eq!(game.ending(), None, "{passes}");
        game.pass();
    }
    assert_eq!((game.ending(), game.result()), (Some(Ending::Stuck), None));
    assert_eq!(game.stuck().collect::<Vec<_>>(), [0, 1, 2]);
    assert!(game.settle(&[2, 0]).is_err() && game.settle(&[2, 0, 2]).is_err());
    game.settle(&[2, 0, 1]).unwrap();
    assert_eq!(game.result(), Some(&[2, 0, 1][..]));
    assert_eq!(game.submit(Move::Pass), Happened::Over);
}

#[test]
fn the_exchange_takes_the_best_cards_and_returns_chosen_ones() {
    let deal = ["C3 D4 SK", "C4 D5 H5", "C5 D6 H6 S6", "C7 D7 H7 S7", "CA DA HA JK"].map(hand);
    // Seat 0 is the richest, 1 the second richest, 3 the second poorest, 4 the poorest.
    let mut exchange = Exchange::new(UECDA, &deal, &[0, 1, 2, 3, 4]).unwrap();
    assert_eq!(exchange.hand(0), hand("C3 D4 SK HA JK"));
    assert_eq!(exchange.hand(1), hand("C4 D5 H5 S7"));
    assert_eq!(exchange.due().collect::<Vec<_>>(), [(0, 2), (1, 1)]);
    exchange.give(0, hand("C3 D4"));
    assert_eq!(
        exchange.give(1, hand("S2")).unwrap().cards,
        hand("S7"),
        "not held: the best card is taken instead"
    );
    assert_eq!(exchange.give(2, hand("C5")), None);
    assert_eq!(
        exchange.hands()[..5],
        ["SK HA JK", "C4 D5 H5", "C5 D6 H6 S6", "C7 D7 H7 S7", "C3 D4 CA DA"].map(hand)
    );
}

#[test]
fn a_deal_distributes_the_whole_deck_in_turn() {
    for (players, jokers) in (3..=6).flat_map(|players| (0..=2).map(move |jokers| (players, jokers))) {
        let rules = UECDA.of(players, jokers).unwrap();
        let hands = deal(rules, players - 1, &mut StreamKey::new(7, 0).rng());
        let all = hands.iter().fold(CardSet::EMPTY, |all, hand| {
            assert!(!all.intersects(hand.cards));
            all | hand.cards
        });
        assert_eq!((all, hands.iter().map(|hand| hand.jokers).sum::<u32>()), (CardSet::ALL, jokers));
        let sizes: Vec<u32> = hands[..players].iter().map(|hand| hand.len()).collect();
        let extra = rules.deck() % players;
        for (seat, &size) in sizes.iter().enumerate() {
            let after_the_first = (seat + 1) % players;
            assert_eq!(
                size as usize,
                rules.deck() / players + usize::from(after_the_first < extra),
                "{sizes:?}"
            );
        }
    }
    assert_eq!(UECDA.of(2, 1).unwrap_err().to_string(), "2 players; expected 3 to 6");
    assert_eq!(UECDA.of(5, 3).unwrap_err().to_string(), "3 jokers; expected 0 to 2");
}

/// Checks the invariants of every position of a game.
#[derive(Default)]
struct Invariants {
    melds: Melds,
    moves: u32,
    last: [u32; 6],
}

impl Observer<Table> for Invariants {
    fn acts(&mut self, table: &Table, seat: usize, action: Action) {
        let (Action::Move(chosen), Some(game)) = (action, table.game()) else { return };
        let players = game.rules().players();
        self.moves += 1;
        assert_eq!(game.turn(), Some(seat));
        assert!(game.is_playing(seat) && !game.has_passed(seat) && !game.hand(seat).is_empty());
        game.melds(&mut self.melds);
        for &meld in &self.melds {
            assert_eq!(game.check(meld), Ok(()), "{meld} is generated");
        }
        assert!(chosen.meld().is_none_or(|meld| self.melds.contains(&meld)));
        for (seat, last) in self.last.iter_mut().enumerate().take(players) {
            let now = game.hand(seat).len();
            assert!(now <= *last || *last == 0);
            *last = now;
        }
        let mut seen = CardSet::EMPTY;
        for seat in 0..players {
            assert!(!seen.intersects(game.hand(seat).cards));
            seen |= game.hand(seat).cards;
        }
    }

    fn over(&mut self, table: &Table, outcome: &Outcome) {
        let mut result = outcome.seats().to_vec();
        result.sort_unstable();
        assert!(result.iter().copied().eq(0..table.series().seats().len() as u8), "every seat has a class");
        self.last = [0; 6];
        assert!(self.moves < 2000, "games end");
        self.moves = 0;
    }
}

fn any_rules() -> impl Strategy<Value = Rules> {
    (any::<u16>(), 3..=6usize, 0..=2u32).prop_map(|(switches, players, jokers)| {
        let on = Rule::ALL.into_iter().enumerate().filter(|(at, _)| switches >> at & 1 == 1);
        let none = Rule::ALL.into_iter().fold(Rules::UECDA, Rules::without);
        on.fold(none, |rules, (_, rule)| rules.with(rule)).of(players, jokers).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn invariants_hold_in_every_game_under_all_rules(rules in any_rules(), seed in any::<u64>(), players in prop::collection::vec(0..2usize, 6)) {
        let players: Vec<PlayerKind> = players.into_iter().map(|player| PlayerKind::ALL[player]).collect();
        let mut table = Match::new(rules, players[..rules.players()].iter().copied()).unwrap();
        let (mut deals, mut moves) = (StreamKey::new(seed, 0).rng(), StreamKey::new(seed, 1).rng());
        for _ in 0..4 {
            table.play(&mut deals, &mut moves, &mut Invariants::default());
        }
        let a_game: usize = (1..=rules.players()).sum();
        prop_assert_eq!(table.series().points().iter().sum::<u32>() as usize, 4 * a_game);
    }

    #[test]
    fn the_holder_of_the_diamond_three_leads_first(seed in any::<u64>()) {
        struct First(Option<Hand>);
        impl Observer<Table> for First {
            fn acts(&mut self, table: &Table, seat: usize, action: Action) {
                if let (Action::Move(_), Some(game)) = (action, table.game()) {
                    self.0.get_or_insert(game.hand(seat));
                }
            }
        }
        let mut table = Match::new(UECDA, [PlayerKind::Greedy; 5]).unwrap();
        let (mut deals, mut moves) = (StreamKey::new(seed, 0).rng(), StreamKey::new(seed, 1).rng());
        for _ in 0..3 {
            let mut first = First(None);
            table.play(&mut deals, &mut moves, &mut first);
            prop_assert!(first.0.unwrap().cards.contains(Card::DIAMOND_3));
        }
    }
}
