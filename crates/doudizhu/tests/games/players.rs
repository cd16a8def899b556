//! What players decide.

use std::collections::BTreeMap;

use quadrille_doudizhu::game::{Auction, Call, Contract, Deal, Position, Scoring, Seat, Setup};
use quadrille_doudizhu::players::{Player, Playing, Random, Rule, Style, Table};
use quadrille_doudizhu::{Move, MoveBuffer, Rules};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use super::{hand, setups};

const LANDLORD: Seat = Seat::ALL[0];

/// A player that asks another, and checks every answer.
struct Checked<P>(P);

impl<P: Player> Player for Checked<P> {
    fn call(
        &mut self,
        table: &quadrille_doudizhu::players::Calling<'_>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Call {
        let call = self.0.call(table, rng);
        assert!(table.calls().any(|known| known == call), "{call} cannot be called");
        assert_eq!(
            table.hand().len(),
            if table.bidding().contract().is_some_and(|c| c.landlord == table.seat()) { 20 } else { 17 }
        );
        call
    }

    fn play(&mut self, table: &Playing<'_>, rng: &mut Xoshiro256PlusPlus) -> Move {
        let chosen = self.0.play(table, rng);
        let mut moves = MoveBuffer::new();
        table.moves(&mut moves);
        assert!(moves.contains(&chosen), "{chosen} from {} on {}", table.hand(), table.on_table());
        // Nothing is seen that is not open.
        let [_, next, last] = table.seat().round();
        assert_eq!(table.unseen().len(), table.cards_left(next) + table.cards_left(last));
        assert_eq!(table.open_hand().is_some(), table.contract().open);
        chosen
    }
}

#[test]
fn every_decision_is_legal_in_every_setup() {
    for (number, setup) in (0..).zip(setups()) {
        for style in Style::ALL {
            let mut checked = [(); 3].map(|()| match style {
                Style::Random => Box::new(Checked(Random::default())) as Box<dyn Player>,
                Style::Rule => Box::new(Checked(Rule::default())),
            });
            let [first, second, third] = checked.each_mut().map(|player| &mut **player);
            let luck = [1, 2, 3].map(|substream| StreamKey::new(number, 0).substream(substream).rng());
            let mut table = Table { players: [first, second, third], luck };
            let mut dealer = StreamKey::new(number, 0).rng();
            for _ in 0..10 {
                let deal = Deal::random(&mut dealer);
                if let Some(contract) = table.settle(&setup, &deal, LANDLORD, |_, _| ()) {
                    let mut position = Position::new(&deal, contract.landlord);
                    table.play(&setup, &contract, deal.stock(), &mut position, |_, _| ());
                }
            }
        }
    }
}

/// How often a random player makes each move of a position, in χ² from equally often.
#[test]
fn random_moves_are_equally_frequent() {
    let hands = ["33344455566789TJQ22R", "66777888999TTTJJ", "JQQQKKKKAAAA22B"].map(hand);
    let mut position = Position::endgame(hands, LANDLORD, LANDLORD).unwrap();
    let mut player = Random::default();
    let mut rng = StreamKey::new(31459, 0).rng();
    for turn in 0..4 {
        let mut moves = MoveBuffer::new();
        position.moves(Rules::RLCARD, &mut moves);
        let trials = 200 * moves.len() as u64;
        let mut counts: BTreeMap<Move, u64> = BTreeMap::new();
        for _ in 0..trials {
            *counts.entry(decide(&mut player, &position, &mut rng)).or_default() += 1;
        }
        assert_eq!(counts.len(), moves.len(), "a move is never made");
        let square = |count: &u64| (*count as f64 - 200.0) * (*count as f64 - 200.0) / 200.0;
        let (chi_square, freedom) = (counts.values().map(square).sum::<f64>(), moves.len() as f64 - 1.0);
        // Five standard deviations, roughly.
        assert!(
            chi_square < freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0,
            "turn {turn}: {chi_square} of {freedom}"
        );
        position.play(*moves.last().unwrap());
    }
}

/// What a player does in a position: seen through a table of which only the first decision counts.
fn decide<P: Player>(player: &mut P, position: &Position, rng: &mut Xoshiro256PlusPlus) -> Move {
    struct Once<'a, P>(&'a mut P, &'a mut Xoshiro256PlusPlus, Option<Move>);
    impl<P: Player> Player for Once<'_, P> {
        fn call(&mut self, _: &quadrille_doudizhu::players::Calling<'_>, _: &mut Xoshiro256PlusPlus) -> Call {
            Call::Pass
        }
        fn play(&mut self, table: &Playing<'_>, _: &mut Xoshiro256PlusPlus) -> Move {
            let mut moves = MoveBuffer::new();
            table.moves(&mut moves);
            match self.2 {
                None => {
                    let chosen = self.0.play(table, self.1);
                    self.2 = Some(chosen);
                    chosen
                }
                Some(_) => moves[0],
            }
        }
    }
    let mut first = Once(player, rng, None);
    // Whoever is not to move first plays whatever comes first.
    let (mut second, mut third) = (First, First);
    let mut seats: [&mut dyn Player; 3] = [&mut first, &mut second, &mut third];
    seats.rotate_right(position.turn().index());
    let luck = [(); 3].map(|()| StreamKey::new(0, 0).rng());
    let mut table = Table { players: seats, luck };
    let setup = Setup::new(Rules::RLCARD, Scoring::Adp);
    let contract = Contract::plain(position.landlord());
    let mut chosen = None;
    table.play(&setup, &contract, hand("345"), &mut position.clone(), |_, played| {
        chosen.get_or_insert(played);
    });
    chosen.unwrap()
}

/// Plays the first of all moves.
struct First;

impl Player for First {
    fn call(&mut self, _: &quadrille_doudizhu::players::Calling<'_>, _: &mut Xoshiro256PlusPlus) -> Call {
        Call::Pass
    }
    fn play(&mut self, table: &Playing<'_>, _: &mut Xoshiro256PlusPlus) -> Move {
        let mut moves = MoveBuffer::new();
        table.moves(&mut moves);
        moves[0]
    }
}

#[test]
fn the_rule_player_knows_how_to_end_a_game() {
    let ends = |own: &str, others: [&str; 2], expected: &[&str]| {
        let mut position =
            Position::endgame([own, others[0], others[1]].map(hand), LANDLORD, LANDLORD).unwrap();
        for cards in expected {
            let chosen = decide(&mut Rule::default(), &position, &mut StreamKey::new(0, 0).rng());
            assert_eq!(chosen.to_string(), *cards, "from {}", position.hand(LANDLORD));
            position.play(chosen);
            if position.winner().is_none() {
                position.play(Move::PASS);
                position.play(Move::PASS);
            }
        }
        assert_eq!(position.winner(), Some(LANDLORD));
    };
    // One move is enough, whatever else it could be.
    ends("33344455", ["6", "77"], &["33344455"]);
    ends("BR", ["6", "77"], &["BR"]);
    // What nobody can beat comes first, then the rest in one move.
    ends("3R", ["66", "77"], &["R", "3"]);
    ends("34567BR", ["89TJQ", "KKKK"], &["BR", "34567"]);
    // A solo that ends the game for somebody with a single card is led last.
    ends("3355", ["A", "K"], &["33", "55"]);
}

#[test]
fn styles_are_read_by_their_names() {
    for style in Style::ALL {
        assert_eq!(style.name().parse(), Ok(style));
    }
    let error = "expert".parse::<Style>().unwrap_err().to_string();
    assert_eq!(error, "there is no player `expert`; expected `random` or `rule`");
    assert_eq!(Auction::ALL.map(Auction::name), ["none", "bids", "call-rob"]);
}
