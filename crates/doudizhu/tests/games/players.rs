//! Decisions of players, and substituted decisions.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use quadrille_doudizhu::arena::{Entrant, arena, play_deals};
use quadrille_doudizhu::game::{
    Action, Auction, Call, Contract, Deal, Game, Outcome, Phase, Position, Scoring, Seat, Setup,
};
use quadrille_doudizhu::players::{
    CallView, Decision, Event, Faults, PerSeatRng, Player, PlayerError, PlayerKind, PlayerRng, Random, Rule,
    SeatFaults, Start, Table, View, play_on,
};
use quadrille_doudizhu::records::Recorder;
use quadrille_doudizhu::{Hand, Move, MoveBuffer, Rules};
use quadrille_progress::{Cancelled, Meter, Progress};
use quadrille_random::{StreamKey, rand_core::Rng as _};

use super::{hand, setups};

const LANDLORD: Seat = Seat::ALL[0];

fn rngs(number: u64) -> [PlayerRng; 3] {
    [1, 2, 3].map(|substream| StreamKey::new(number, 0).substream(substream).rng())
}

/// A player that never answers, so that the table substitutes all its decisions.
struct Silent;

impl Player<Table> for Silent {
    fn decide(&mut self, _: &Decision<'_>, _: &mut PlayerRng) -> Result<Action, PlayerError> {
        Err(PlayerError::Late)
    }
}

#[test]
fn players_that_never_call_finish_and_can_be_cancelled() {
    let setup = Setup::new(Rules::RLCARD, Scoring::Classic);
    let silent = || Entrant::new("silent", || Box::new(Silent));
    let arena = arena(setup, [silent(), silent(), silent()], 2).unwrap();
    let tally = play_deals(&arena, 3, 0..2, &()).unwrap();
    assert!(tally.is_sound());
    assert_eq!((tally.games, tally.thrown_in), (6, 600));
    let played: Recorder = arena.record_game(3, 5, &()).unwrap().unwrap();
    let game = &played.games()[0];
    assert_eq!((played.deals(), game.setup().auction), (101, Auction::None));
    assert!(matches!(game.phase(), Phase::Won(_)));

    // The observer is called before each decision, not once per game: the 20th call is still in the
    // first deal.
    let asked = std::sync::atomic::AtomicU64::new(0);
    let observer = |_: &Progress| match asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
        ..20 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    assert_eq!(play_deals(&arena, 3, 0..1, &observer), Err(Cancelled));
    assert_eq!(asked.into_inner(), 21);
}

/// Wraps a player, and checks every decision, every view and every notification.
struct Checked {
    player: Box<dyn Player<Table>>,
    seat: Option<Seat>,
    calls: Vec<(Seat, Call)>,
    moves: Vec<(Seat, Move)>,
    hand: Hand,
    over: bool,
}

impl Checked {
    fn new(kind: PlayerKind) -> Self {
        let (calls, moves) = (Vec::new(), Vec::new());
        Self { player: kind.player(), seat: None, calls, moves, hand: Hand::EMPTY, over: true }
    }

    fn check_call(&self, view: &CallView<'_>, call: Call) {
        assert!(view.calls().any(|known| known == call), "{call} cannot be called");
        assert_eq!(
            view.hand().len(),
            if view.bidding().contract().is_some_and(|c| c.landlord == view.seat()) { 20 } else { 17 }
        );
        assert_eq!((Some(view.seat()), view.history()), (self.seat, self.calls.as_slice()));
    }

    fn check_move(&self, view: &View<'_>, chosen: Move) {
        assert!(view.moves().contains(&chosen), "{chosen} from {} on {}", view.hand(), view.on_table());
        // The view contains only public information and the own hand.
        let [_, next, last] = view.seat().round();
        assert_eq!(view.unseen().len(), view.cards_left(next) + view.cards_left(last));
        assert_eq!(view.open_hand().is_some(), view.contract().open);
        // The notifications agree with the view.
        assert_eq!((Some(view.seat()), view.hand()), (self.seat, self.hand));
        assert_eq!((view.calls(), view.history()), (self.calls.as_slice(), self.moves.as_slice()));
        let since = self.moves.iter().rposition(|(_, played)| !played.is_pass());
        let on = since.map_or(Move::PASS, |at| self.moves[at].1);
        let passed = since.map_or(0, |at| self.moves.len() - 1 - at);
        assert_eq!(view.on_table(), if passed == 2 { Move::PASS } else { on });
        assert_eq!(view.may_pass(), !view.on_table().is_pass());
        for seat in Seat::ALL {
            let made = self.moves.iter().filter(|(by, played)| *by == seat && !played.is_pass());
            assert_eq!(usize::from(view.moves_made(seat)), made.count());
            let has_passed = passed == 1 && self.moves.last().is_some_and(|&(by, _)| by == seat);
            assert_eq!(view.has_passed(seat), has_passed);
        }
    }
}

impl Player<Table> for Checked {
    fn begin(&mut self, start: &Start<'_>) {
        assert!(self.over, "the previous game has not ended");
        (self.seat, self.hand, self.over) = (Some(start.seat), start.hand, false);
        self.calls.clear();
        self.moves.clear();
        assert_eq!(start.hand.len(), 17);
    }

    fn decide(&mut self, decision: &Decision<'_>, rng: &mut PlayerRng) -> Result<Action, PlayerError> {
        let action = self.player.decide(decision, rng)?;
        match (decision, action) {
            (Decision::Call(view), Action::Call(call)) => self.check_call(view, call),
            (Decision::Play(view), Action::Play(chosen)) => self.check_move(view, chosen),
            _ => panic!("{action:?} where {decision:?} is due"),
        }
        Ok(action)
    }

    fn observe(&mut self, event: &Event) {
        match *event {
            Event::Called { seat, call } => self.calls.push((seat, call)),
            Event::Played { seat, chosen } => {
                self.moves.push((seat, chosen));
                if Some(seat) == self.seat {
                    self.hand = self.hand.remove(chosen.cards()).expect("its own cards");
                }
            }
            Event::Settled { contract, stock, open_hand } => {
                if Some(contract.landlord) == self.seat {
                    self.hand = self.hand.add(stock).expect("cards of one pack");
                    assert!(open_hand.is_none_or(|open| open == self.hand));
                }
                assert_eq!(open_hand.is_some(), contract.open);
            }
            Event::ThrownIn => self.over = true,
            _ => panic!("unexpected event {event:?}"),
        }
    }

    fn end(&mut self, outcome: &Outcome) {
        assert_eq!(self.moves.last().map(|&(seat, _)| seat), Some(outcome.winner));
        self.over = true;
    }
}

#[test]
fn decisions_are_legal_and_notified_in_every_setup() {
    for (number, setup) in (0..).zip(setups()) {
        for &kind in PlayerKind::ALL {
            // A search takes a hundredth of a second per decision.
            let games = if kind == PlayerKind::Search { 1 } else { 10 };
            if kind == PlayerKind::Search && number % 16 != 0 {
                continue;
            }
            let [mut first, mut second, mut third] = [(); 3].map(|()| Checked::new(kind));
            let mut seats = PerSeatRng::new([&mut first, &mut second, &mut third], rngs(number));
            let (mut table, mut dealer) = (Table::new(&setup), StreamKey::new(number, 0).rng());
            for _ in 0..games {
                let mut faults = SeatFaults::default();
                table.begin(&setup, &Deal::random(&mut dealer), LANDLORD);
                play_on(&mut table, &mut seats, &mut dealer, &mut faults, &Meter::new(&())).unwrap();
                assert_eq!(faults.0, [Faults::NONE; 3]);
            }
            assert!(first.over && second.over && third.over);
        }
    }
}

/// A `Game` driven decision by decision takes the same course as a table that plays to the end.
#[test]
fn a_stepwise_game_equals_the_game_of_a_table() {
    for (number, setup) in (0..).zip(setups()) {
        let deal = Deal::random(&mut StreamKey::new(number, 7).rng());
        let mut players = [PlayerKind::Random, PlayerKind::Rule, PlayerKind::Random].map(PlayerKind::player);
        let mut table = Table::new(&setup);
        let mut seats = PerSeatRng::new(players.each_mut().map(|player| &mut **player), rngs(number));
        table.begin(&setup, &deal, Seat::ALL[1]);
        let mut dealer = StreamKey::new(number, 0).rng();
        let outcome = play_on(&mut table, &mut seats, &mut dealer, &mut (), &Meter::new(&())).unwrap();
        let (mut game, mut rngs) = (Game::new(setup, deal, Seat::ALL[1]), rngs(number));
        let mut moves = MoveBuffer::new();
        while let Some(decision) = game.decision(&mut moves) {
            let at = decision.seat().index();
            match players[at].decide(&decision, &mut rngs[at]).unwrap() {
                Action::Call(call) => game.call(call).unwrap(),
                Action::Play(chosen) => assert_eq!(game.play(chosen.cards()), Ok(chosen)),
            }
        }
        assert_eq!((game.calls(), game.moves(), game.outcome()), (table.calls(), table.moves(), outcome));
    }
}

/// A player that in turn answers late, has ended, sends an unreadable answer, and makes an illegal
/// move. It counts its answers.
struct Broken {
    asked: Arc<Mutex<[u64; 4]>>,
    turn: usize,
}

impl Broken {
    fn answer(&mut self, illegal: Action) -> Result<Action, PlayerError> {
        let at = self.turn % 4;
        self.turn += 1;
        self.asked.lock().unwrap()[at] += 1;
        match at {
            0 => Err(PlayerError::Late),
            1 => Err(PlayerError::Gone("its process has ended".to_owned())),
            2 => Err(PlayerError::Unreadable("3 of diamonds".to_owned())),
            _ => Ok(illegal),
        }
    }
}

impl Player<Table> for Broken {
    fn decide(&mut self, view: &Decision<'_>, _: &mut PlayerRng) -> Result<Action, PlayerError> {
        // Answers with a bid that does not exist, with cards that are not in the hand, or with
        // cards that do not beat the move on the table.
        let cards = |cards| Action::Play(Rules::RLCARD.parse_move(cards).unwrap());
        self.answer(match view {
            Decision::Call(_) => Action::Call(Call::Bid(9)),
            Decision::Play(view) => cards(if view.may_pass() { "3" } else { "333444555666" }),
        })
    }
}

#[test]
fn missing_decisions_are_substituted_and_counted() {
    let asked = Arc::new(Mutex::new([0; 4]));
    let broken = Entrant::new("broken", {
        let asked = Arc::clone(&asked);
        move || Box::new(Broken { asked: Arc::clone(&asked), turn: 0 })
    });
    for setup in [Setup::new(Rules::RLCARD, Scoring::Adp), Setup::new(Rules::RLCARD, Scoring::Classic)] {
        *asked.lock().unwrap() = [0; 4];
        let players = [PlayerKind::Rule.into(), broken.clone(), PlayerKind::Random.into()];
        let arena = arena(setup, players, 40).unwrap();
        let tally = play_deals(&arena, 3, 0..40, &()).unwrap();
        let [rule, broken, random] = tally.players.each_ref().map(|player| player.faults);
        assert_eq!((rule.total(), random.total()), (0, 0));
        let counts @ [late, gone, unreadable, illegal] = *asked.lock().unwrap();
        assert_eq!([broken.late, broken.gone, broken.unreadable, broken.illegal], counts);
        assert_eq!(tally.substituted(1), broken.total());
        assert!([late, gone, unreadable, illegal].iter().all(|&count| count > 100), "{broken:?}");
        assert!(tally.is_sound());
        // The substituted decisions never beat a move, lead the lowest card, and pass in auctions.
        for number in 0..12 {
            let played: Recorder = arena.record_game(3, number, &()).unwrap().unwrap();
            let (game, broken) = (&played.games()[0], (1 + number as usize) % 3);
            let mut position = None;
            for (at, &(seat, chosen)) in game.moves().iter().enumerate() {
                let position = position
                    .get_or_insert_with(|| Position::new(game.deal(), game.contract().unwrap().landlord));
                if seat.index() == broken {
                    let lowest = position.hand(seat).lowest(1).unwrap();
                    let expected = if position.is_lead() { lowest } else { Hand::EMPTY };
                    assert_eq!(chosen.cards(), expected, "move {at} of game {number}");
                }
                position.play(chosen);
            }
            for &(seat, call) in game.calls() {
                assert!(seat.index() != broken || call == Call::Pass);
            }
            assert!(matches!(game.phase(), Phase::Won(_)));
        }
    }
}

/// Each player and game has its own seed, and a repeated run has the same ones.
#[test]
fn listening_players_receive_seeds() {
    struct Seeded(Arc<Mutex<Vec<u64>>>);
    impl Player<Table> for Seeded {
        fn begin(&mut self, start: &Start<'_>) {
            self.0.lock().unwrap().push(start.seed);
        }
        fn decide(&mut self, view: &Decision<'_>, _: &mut PlayerRng) -> Result<Action, PlayerError> {
            let Decision::Play(view) = view else { panic!("there is no auction") };
            Ok(Action::Play(view.moves()[0]))
        }
    }
    let heard = Arc::new(Mutex::new(Vec::new()));
    let entrant = Entrant::new("seeded", {
        let heard = Arc::clone(&heard);
        move || Box::new(Seeded(Arc::clone(&heard)))
    });
    let players = [entrant.clone(), entrant.clone(), entrant];
    let arena = arena(Setup::new(Rules::RLCARD, Scoring::Adp), players, 4).unwrap();
    play_deals(&arena, 5, 0..4, &()).unwrap();
    let first = std::mem::take(&mut *heard.lock().unwrap());
    // Deal d draws the seed of a player in a game from a substream of (5, d).
    let expected = |at: usize| {
        let (deal, game, seat) = (at / 9, at / 3 % 3, at % 3);
        let (player, key) = ((seat + 3 - game) % 3, StreamKey::new(5, deal as u64));
        key.substream((10 + 3 * game + player) as u64).rng().next_u64()
    };
    assert_eq!(first, (0..36).map(expected).collect::<Vec<_>>());
    let distinct: std::collections::HashSet<u64> = first.iter().copied().collect();
    assert_eq!((first.len(), distinct.len()), (36, 36));
    play_deals(&arena, 5, 0..4, &()).unwrap();
    assert_eq!(*heard.lock().unwrap(), first);
}

/// χ² test of the frequencies of a random player's moves against a uniform distribution.
#[test]
fn random_moves_are_equally_frequent() {
    let hands = ["33344455566789TJQ22R", "66777888999TTTJJ", "JQQQKKKKAAAA22B"].map(hand);
    let mut position = Position::endgame(hands, LANDLORD, LANDLORD).unwrap();
    let mut rng = StreamKey::new(31459, 0).rng();
    for turn in 0..4 {
        let mut moves = MoveBuffer::new();
        position.moves(Rules::RLCARD, &mut moves);
        let trials = 200 * moves.len() as u64;
        let mut counts: BTreeMap<Move, u64> = BTreeMap::new();
        for _ in 0..trials {
            *counts.entry(decide(&mut Random, &position, &mut rng)).or_default() += 1;
        }
        assert_eq!(counts.len(), moves.len(), "a move is never made");
        let square = |count: &u64| (*count as f64 - 200.0) * (*count as f64 - 200.0) / 200.0;
        let (chi_square, freedom) = (counts.values().map(square).sum::<f64>(), moves.len() as f64 - 1.0);
        // The limit is about five standard deviations.
        assert!(
            chi_square < freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0,
            "turn {turn}: {chi_square} of {freedom}"
        );
        position.play(*moves.last().unwrap());
    }
}

/// Returns a player's move in a position.
fn decide(player: &mut dyn Player<Table>, position: &Position, rng: &mut PlayerRng) -> Move {
    let setup = Setup::new(Rules::RLCARD, Scoring::Adp);
    let contract = Contract::plain(position.landlord());
    let mut moves = MoveBuffer::new();
    let view = View::of(&setup, &contract, hand("345"), position, &mut moves);
    match player.decide(&view.into(), rng).unwrap() {
        Action::Play(chosen) => chosen,
        call @ Action::Call(_) => panic!("{call} where a move is due"),
    }
}

#[test]
fn the_rule_player_ends_games() {
    let ends = |own: &str, others: [&str; 2], expected: &[&str]| {
        let mut position =
            Position::endgame([own, others[0], others[1]].map(hand), LANDLORD, LANDLORD).unwrap();
        for cards in expected {
            let chosen = decide(&mut Rule, &position, &mut StreamKey::new(0, 0).rng());
            assert_eq!(chosen.to_string(), *cards, "from {}", position.hand(LANDLORD));
            position.play(chosen);
            if position.winner().is_none() {
                position.play(Move::PASS);
                position.play(Move::PASS);
            }
        }
        assert_eq!(position.winner(), Some(LANDLORD));
    };
    // If one move ends the game, it is played.
    ends("33344455", ["6", "77"], &["33344455"]);
    ends("BR", ["6", "77"], &["BR"]);
    // Unbeatable moves come first, then the rest in one move.
    ends("3R", ["66", "77"], &["R", "3"]);
    ends("34567BR", ["89TJQ", "KKKK"], &["BR", "34567"]);
    // A solo that may end the game for an opponent with a single card is led last.
    ends("3355", ["A", "K"], &["33", "55"]);
}

#[test]
fn players_are_read_by_their_names() {
    for &kind in PlayerKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{kind}\""));
    }
    let error = "expert".parse::<PlayerKind>().unwrap_err().to_string();
    assert_eq!(error, "there is no player `expert`; expected `random` or `rule` or `policy` or `search`");
    assert_eq!(Auction::ALL.map(Auction::name), ["none", "bids", "bids-round", "call-rob"]);
}
