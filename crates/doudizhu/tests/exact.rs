//! Compares the exact judge of decisions with the reference solver.

use quadrille_doudizhu::endgame::PlainSolver;
use quadrille_doudizhu::game::{Action, Contract, Position, Scoring, Seat, Setup, Table};
use quadrille_doudizhu::players::{PerSeatRng, Random, Rule};
use quadrille_doudizhu::{Hand, Move, MoveBuffer, Rules};
use quadrille_lanes::Level;
use quadrille_players::{ExactChecks, Learnable, measure, measure_and_check, read, unpacked};
use quadrille_progress::Meter;
use quadrille_random::StreamKey;
use quadrille_table::{ExactJudge, Observer, play};

/// The largest number of cards in all hands of positions for the reference solver.
const FEW: u32 = 11;

fn cards(position: &Position) -> u32 {
    Seat::ALL.iter().map(|&seat| position.hand(seat).len()).sum()
}

/// The reference judge, which searches every move of every position.
#[derive(Debug)]
struct Plain {
    rules: Rules,
    solver: PlainSolver,
}

impl Plain {
    fn new(rules: Rules) -> Self {
        Self { rules, solver: PlainSolver::new(rules) }
    }
}

impl ExactJudge<Table> for Plain {
    fn most_cards(&self) -> u32 {
        FEW
    }

    fn memory(&self) -> u64 {
        0
    }

    fn gives_away(&mut self, game: &Table, action: Action) -> Option<bool> {
        let (Action::Play(chosen), Some(position)) = (action, game.position()) else { return None };
        if cards(position) > FEW {
            return None;
        }
        let mut legal = MoveBuffer::new();
        position.moves(self.rules, &mut legal);
        let winning = self.solver.winning_moves(position);
        let depends = !winning.is_empty() && winning.len() < legal.len();
        depends.then(|| !winning.contains(&chosen))
    }
}

/// The game's judge, limited to positions for the reference solver.
#[derive(Debug)]
struct Few(Box<dyn ExactJudge<Table>>);

impl ExactJudge<Table> for Few {
    fn most_cards(&self) -> u32 {
        FEW
    }

    fn memory(&self) -> u64 {
        self.0.memory()
    }

    fn gives_away(&mut self, game: &Table, action: Action) -> Option<bool> {
        let few = game.position().is_some_and(|position| cards(position) <= FEW);
        few.then(|| self.0.gives_away(game, action)).flatten()
    }
}

/// Compares both judges at every decision.
struct Both {
    exact: Box<dyn ExactJudge<Table>>,
    plain: Plain,
    found: [u64; 2],
}

impl Observer<Table> for Both {
    fn acts(&mut self, game: &Table, _: usize, action: Action) {
        let Some(position) = game.position() else { return };
        if cards(position) <= FEW {
            let exact = self.exact.gives_away(game, action);
            assert_eq!(exact, self.plain.gives_away(game, action), "{position:?} {action:?}");
            if let Some(wrong) = exact {
                self.found[usize::from(wrong)] += 1;
            }
        } else if cards(position) > self.exact.most_cards() {
            assert_eq!(self.exact.gives_away(game, action), None);
        }
    }
}

#[test]
fn judgements_equal_those_of_the_reference_solver() {
    for rules in [Rules::RLCARD, Rules::PAGAT] {
        let setup = Setup::new(rules, Scoring::Wp);
        let exact = Table::exact_judge(&setup).expect("a game with a solver");
        let mut both = Both { exact, plain: Plain::new(rules), found: [0; 2] };
        let mut table = Table::new(&setup);
        for number in 0..300 {
            let key = StreamKey::new(11, number);
            let (mut a, mut b, mut c) = (Random, Random, Random);
            let rngs = [1, 2, 3].map(|source| key.substream(source).rng());
            let mut seats = PerSeatRng::new([&mut a, &mut b, &mut c], rngs);
            play(&mut table, &mut seats, &mut key.rng(), &mut both);
            let (mut a, mut b, mut c) = (Rule, Rule, Rule);
            let rngs = [4, 5, 6].map(|source| key.substream(source).rng());
            let mut seats = PerSeatRng::new([&mut a, &mut b, &mut c], rngs);
            play(&mut table, &mut seats, &mut key.substream(7).rng(), &mut both);
        }
        assert!(both.found.iter().all(|&found| found > 20), "{:?}", both.found);
    }
}

#[test]
fn measured_counts_equal_those_of_the_reference_solver() {
    let setup = Setup::default();
    // Untrained networks lose while the other hands are still large, so no position would be
    // checked.
    let judges = read::<Table>(&unpacked(include_bytes!("../weights/policy.safetensors.gz")))
        .expect("a policy of the game");
    let exact = Few(Table::exact_judge(&setup).expect("a game with a solver"));
    let mut fast = ExactChecks::<Table>::with_judge(Box::new(exact));
    let mut plain = ExactChecks::<Table>::with_judge(Box::new(Plain::new(setup.rules)));
    for number in 0..300 {
        let key = StreamKey::new(17, number);
        let meter = Meter::new(&());
        let scores = measure::<Table, _>(Level::best(), &setup, &judges, key, &meter).unwrap();
        for checks in [&mut fast, &mut plain] {
            let level = Level::best();
            let checked =
                measure_and_check::<Table, _>(level, &setup, &judges, key, &meter, Some(checks)).unwrap();
            assert_eq!(scores, checked, "checks change nothing");
        }
    }
    assert_eq!((fast.policy, fast.house), (plain.policy, plain.house));
    let [policy, house] = [fast.policy, fast.house];
    assert!(policy.checked > 10 && policy.wrong > 0 && house.checked > 10, "{policy:?} {house:?}");
}

/// The landlord has 3 and the red joker and leads; each peasant has one card. The joker wins, the 3
/// loses.
#[test]
fn a_move_that_gives_the_win_away_is_judged_wrong() {
    let setup = Setup::default();
    let [landlord, ..] = Seat::ALL;
    let judged = |hands: [&str; 3], cards: &str| {
        let hands = hands.map(|hand| hand.parse::<Hand>().unwrap());
        let position = Position::endgame(hands, landlord, landlord).unwrap();
        let mut table = Table::new(&setup);
        table.begin_at(&setup, Contract::plain(landlord), Hand::EMPTY, position);
        let chosen: Move = setup.rules.parse_move(cards).unwrap();
        Table::exact_judge(&setup).unwrap().gives_away(&table, Action::Play(chosen))
    };
    assert_eq!(judged(["3R", "5", "6"], "R"), Some(false));
    assert_eq!(judged(["3R", "5", "6"], "3"), Some(true));
    // No other card beats either card: every move wins.
    assert_eq!(judged(["KA", "5", "6"], "K"), None);
    // Both peasants beat both cards: every move loses.
    assert_eq!(judged(["34", "5", "6"], "4"), None);
    // The hands have too many cards.
    assert_eq!(judged(["3R", "5556667778889", "6"], "3"), None);
}
