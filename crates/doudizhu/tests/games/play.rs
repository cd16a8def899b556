//! Compares the course of a game with a reference implementation of the rules.

use proptest::prelude::*;
use quadrille_doudizhu::game::{
    Auction, Call, Deal, Game, IllegalMove, Phase, Position, Scoring, Seat, Setup, Spring,
};
use quadrille_doudizhu::{Hand, Kind, Move, MoveBuffer, Rules};
use quadrille_random::rand_core::Rng;
use quadrille_random::{StreamKey, bounded};

use super::hand;

const LANDLORD: Seat = Seat::ALL[0];

fn deal(seed: u64) -> Deal {
    Deal::random(&mut StreamKey::new(seed, 0).rng())
}

/// A reference game: cards in lists, the seat to move as a number, the move on the table and its
/// owner.
struct Plain {
    hands: [Vec<char>; 3],
    turn: usize,
    table: Option<(usize, Move)>,
    passes: u32,
    plays: [u32; 3],
    bombs: u32,
}

impl Plain {
    fn new(deal: &Deal, landlord: usize) -> Self {
        let mut hands = deal.hands().map(|hand| hand.to_string().chars().collect::<Vec<_>>());
        hands[landlord].extend(deal.stock().to_string().chars());
        Self { hands, turn: landlord, table: None, passes: 0, plays: [0; 3], bombs: 0 }
    }

    /// Plays a legal move; panics if the course of the game does not allow it.
    fn play(&mut self, played: Move) {
        if played.is_pass() {
            assert!(self.table.is_some(), "a lead that is a pass");
            self.passes += 1;
            if self.passes == 2 {
                self.table = None;
            }
        } else {
            assert!(self.table.is_none_or(|(_, on)| played.beats(on)));
            for card in played.cards().to_string().chars() {
                let place = self.hands[self.turn].iter().position(|held| *held == card);
                self.hands[self.turn].remove(place.expect("a card of the hand"));
            }
            self.table = Some((self.turn, played));
            self.passes = 0;
            self.plays[self.turn] += 1;
            self.bombs += u32::from(matches!(played.kind(), Kind::Bomb | Kind::Rocket));
        }
        self.turn = (self.turn + 1) % 3;
    }
}

fn sorted(hand: Hand) -> Vec<char> {
    let mut cards: Vec<char> = hand.to_string().chars().collect();
    cards.sort_unstable();
    cards
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// After each random move of random games, the position equals the reference game.
    #[test]
    fn a_position_equals_the_reference_game(seed in any::<u64>(), landlord in 0..3u8, preset in 0..4usize) {
        let (rules, landlord) = (Rules::PRESETS[preset], Seat::new(landlord).unwrap());
        let deal = deal(seed);
        let (mut position, mut plain) = (Position::new(&deal, landlord), Plain::new(&deal, landlord.index()));
        let mut rng = StreamKey::new(seed, 1).rng();
        let mut moves = MoveBuffer::new();
        while position.winner().is_none() {
            prop_assert_eq!(position.turn().index(), plain.turn);
            prop_assert_eq!(position.is_lead(), plain.table.is_none());
            position.moves(rules, &mut moves);
            prop_assert!(!moves.is_empty());
            prop_assert_eq!(moves[0].is_pass(), !position.is_lead());
            let chosen = moves[bounded::within_u32(&mut rng, 0..=moves.len() as u32 - 1).unwrap() as usize];
            position.play(chosen);
            plain.play(chosen);
            for seat in Seat::ALL {
                let mut cards = plain.hands[seat.index()].clone();
                cards.sort_unstable();
                prop_assert_eq!(sorted(position.hand(seat)), cards);
            }
        }
        let winner = position.winner().unwrap().index();
        prop_assert!(plain.hands[winner].is_empty());
        prop_assert!((0..3).all(|seat| seat == winner || !plain.hands[seat].is_empty()));
        prop_assert_eq!(u32::from(position.bombs()), plain.bombs);
        let peasants: u32 = (0..3).filter(|&seat| seat != landlord.index()).map(|seat| plain.plays[seat]).sum();
        let spring = match (winner == landlord.index(), plain.plays[landlord.index()], peasants) {
            (true, _, 0) => Spring::Spring,
            (false, 1, _) => Spring::AntiSpring,
            _ => Spring::None,
        };
        prop_assert_eq!(position.spring(), spring);
        position.moves(rules, &mut moves);
        prop_assert!(moves.is_empty(), "a game that is over has no moves");
    }

    /// Cards are accepted exactly if they are one of the listed moves; reading them changes
    /// nothing.
    #[test]
    fn accepted_cards_are_the_listed_moves(seed in any::<u64>(), plies in 0..30usize, preset in 0..4usize) {
        let rules = Rules::PRESETS[preset];
        let mut position = Position::new(&deal(seed), LANDLORD);
        let mut rng = StreamKey::new(seed, 1).rng();
        let mut moves = MoveBuffer::new();
        for _ in 0..plies {
            position.moves(rules, &mut moves);
            if moves.is_empty() { break; }
            position.play(moves[rng.next_u32() as usize % moves.len()]);
        }
        position.moves(rules, &mut moves);
        let listed: Vec<Hand> = moves.iter().map(|listed| listed.cards()).collect();
        for &listed in &moves {
            prop_assert!(position.read(rules, listed.cards()).is_ok(), "{} is listed", listed);
        }
        // Cards that are no listed move: listed moves with changed cards, and arbitrary cards.
        for _ in 0..200 {
            let near = listed.get(rng.next_u32() as usize % listed.len().max(1)).copied().unwrap_or(Hand::EMPTY);
            let mut lanes: Vec<u8> = near.iter().fold(vec![0; 15], |mut lanes, (rank, count)| {
                lanes[rank.index() as usize] = count;
                lanes
            });
            for _ in 0..rng.next_u32() % 3 {
                lanes[rng.next_u32() as usize % 15] = (rng.next_u32() % 5) as u8;
            }
            let Ok(cards) = Hand::from_lanes(&lanes) else { continue };
            prop_assert_eq!(position.read(rules, cards).is_ok(), listed.contains(&cards), "{}", cards);
        }
    }

    #[test]
    fn a_random_deal_is_a_deal(seed in any::<u64>()) {
        let random = deal(seed);
        prop_assert_eq!(Deal::new(random.hands(), random.stock()), Ok(random));
    }
}

#[test]
fn illegal_moves_have_specific_messages() {
    let deal = Deal::new(
        [hand("33334444555566667"), hand("7778888999TTTJJJQ"), hand("9TJQQQKKKKAAAA222")],
        hand("2BR"),
    )
    .unwrap();
    let setup = Setup::new(Rules::RLCARD, Scoring::Adp);
    let mut game = Game::new(setup, deal, LANDLORD);
    let refused = |game: &mut Game, cards: &str, says: &str| {
        let before = game.clone();
        let error = game.play(hand(cards)).unwrap_err().to_string();
        assert_eq!(error, says);
        assert_eq!(*game, before);
    };
    refused(&mut game, "", "seat 0 leads and cannot pass");
    refused(&mut game, "99", "seat 0 does not hold 99; its hand is 333344445555666672BR");
    refused(&mut game, "34", "34 is not a move under these rules");
    game.play(hand("7")).unwrap();
    refused(&mut game, "7", "7 does not beat 7");
    refused(&mut game, "88", "88 does not beat 7");
    game.play(hand("8")).unwrap();
    for cards in ["", "BR", "", "", "3333", "", "", "4444", "", "", "5555", "", "", "6666", "", ""] {
        game.play(hand(cards)).unwrap();
    }
    game.play(hand("2")).unwrap();
    refused(&mut game, "", "the game is over");
    let Phase::Won(outcome) = game.phase() else { panic!("not over") };
    assert_eq!((outcome.winner, outcome.bombs, outcome.spring), (LANDLORD, 5, Spring::None));
    assert_eq!(outcome.points(Scoring::Adp), [64, -32, -32]);
    assert_eq!(IllegalMove::Over.to_string(), "the game is over");
}

#[test]
fn a_game_waits_for_its_landlord() {
    let setup = Setup::new(Rules::RLCARD, Scoring::Classic);
    let mut game = Game::new(setup, deal(1), Seat::ALL[2]);
    assert_eq!(game.phase(), Phase::Call(Seat::ALL[2]));
    assert!(game.play(hand("3")).is_err());
    game.call(Call::Pass).unwrap();
    game.call(Call::Pass).unwrap();
    let mut thrown_in = game.clone();
    thrown_in.call(Call::Pass).unwrap();
    assert_eq!(thrown_in.phase(), Phase::ThrownIn);
    assert!(thrown_in.play(hand("3")).is_err() && thrown_in.call(Call::Pass).is_err());
    game.call(Call::Bid(1)).unwrap();
    assert_eq!(game.phase(), Phase::Play(Seat::ALL[1]));
    assert_eq!(game.position().unwrap().hand(Seat::ALL[1]).len(), 20);
    assert_eq!(game.calls().len(), 3);
    let none = setup.with_auction(Auction::None);
    assert_eq!(Game::new(none, deal(1), Seat::ALL[2]).phase(), Phase::Play(LANDLORD));
}

#[test]
fn invalid_deals_are_rejected() {
    let good = deal(7);
    let [a, b, c] = good.hands();
    let says = |hands, stock: Hand| Deal::new(hands, stock).unwrap_err().to_string();
    assert_eq!(
        says([a.remove(hand(&a.to_string()[..1])).unwrap(), b, c], good.stock()),
        "seat 0 has 16 cards; expected 17"
    );
    assert_eq!(says([a, b, c], hand("34")), "the stock has 2 cards; expected 3");
    assert_eq!(
        says([a, b, a], good.stock()),
        "the hands and the stock together are not the pack of 54 cards"
    );
}

/// Each seat and the stock receive each rank equally often: every deviation is below five standard
/// deviations.
#[test]
fn no_seat_is_favoured() {
    let mut rng = StreamKey::new(31459, 0).rng();
    let mut counts = [[0u32; 15]; 4];
    let deals = 20_000;
    for _ in 0..deals {
        let deal = Deal::random(&mut rng);
        for (counts, part) in counts.iter_mut().zip(deal.hands().into_iter().chain([deal.stock()])) {
            for (rank, count) in part.iter() {
                counts[rank.index() as usize] += u32::from(count);
            }
        }
    }
    for (place, counts) in counts.into_iter().enumerate() {
        let share = if place == 3 { 3.0 } else { 17.0 } / 54.0;
        for (rank, count) in counts.into_iter().enumerate() {
            let cards = f64::from(deals) * if rank < 13 { 4.0 } else { 1.0 };
            let deviation = (f64::from(count) - cards * share) / (cards * share * (1.0 - share)).sqrt();
            assert!(deviation.abs() < 5.0, "place {place}, rank {rank}: {deviation} standard deviations");
        }
    }
}

/// Frozen results: a change affects every game of every experiment.
#[test]
fn deals_are_frozen() {
    let deal = Deal::random(&mut StreamKey::new(31459, 0).rng());
    let shown = deal.hands().map(|hand| hand.to_string());
    assert_eq!(shown, ["35667789TTQKA222R", "33344455789TJKA2B", "4566789JJJQQQKKAA"]);
    assert_eq!(deal.stock().to_string(), "89T");
}

#[test]
fn a_spring_needs_a_side_that_never_played() {
    for (hands, course, expected) in [
        (["3", "55", "6"], "3", Spring::Spring),
        (["34", "5", "6"], "3 5", Spring::AntiSpring),
        (["34", "5", "6"], "3 pass 6", Spring::AntiSpring),
        (["37", "56", "9"], "3 5 pass 7", Spring::None),
        (["347", "58", "69"], "3 5 pass 7 8", Spring::None),
        // The landlord has made two moves, the second a lead: not an anti-spring either.
        (["345", "6", "7"], "3 pass pass 4 6", Spring::None),
    ] {
        let mut position = Position::endgame(hands.map(hand), LANDLORD, LANDLORD).unwrap();
        for played in course.split(' ') {
            let cards = if played == "pass" { Hand::EMPTY } else { hand(played) };
            position.play(position.read(Rules::RLCARD, cards).unwrap());
        }
        assert!(position.winner().is_some(), "{course}");
        assert_eq!(position.spring(), expected, "{course}");
    }
}
