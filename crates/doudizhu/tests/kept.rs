//! Reused buffers, tables and players: each serves many unrelated hands and games, and gives the
//! same results as a new one.
//!
//! `KEPT_INPUTS=100000 cargo test --release -p quadrille-doudizhu kept` tests more inputs.

use std::num::NonZeroU64;

use quadrille_doudizhu::encodings::{Role, rlcard};
use quadrille_doudizhu::game::{
    Action, Auction, Call, Contract, Deal, Outcome, Position, Scoring, Seat, Setup,
};
use quadrille_doudizhu::players::{
    Decision, Event, Faults, PerSeatRng, Player, PlayerError, PlayerKind, PlayerRng, SeatFaults, Start,
    Table, play_on,
};
use quadrille_doudizhu::tables::{Autoreset, Options, Reward, Tables};
use quadrille_doudizhu::{Hand, Move, MoveBuffer, Rules};
use quadrille_progress::Meter;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus, bounded};

fn inputs(usual: u64) -> u64 {
    std::env::var("KEPT_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The random choices of a test.
struct Draws(Xoshiro256PlusPlus);

impl Draws {
    fn new(test: u64) -> Self {
        Self(StreamKey::new(2026, test).rng())
    }

    /// Returns a number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        NonZeroU64::new(n).map_or(0, |n| bounded::below_u64(&mut self.0, n))
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    fn rules(&mut self) -> Rules {
        let rules = self.pick(&Rules::PRESETS);
        match self.below(6) {
            0 => rules.with_space_shuttle(),
            1 => rules.without_trio_pair(),
            2 => rules.without_four_two(),
            _ => rules,
        }
    }

    fn seat(&mut self) -> Seat {
        self.pick(&Seat::ALL)
    }

    fn setup(&mut self, rules: Rules) -> Setup {
        let mut setup = Setup::new(rules, self.pick(&Scoring::ALL)).with_auction(self.pick(&Auction::ALL));
        (setup.open_hand, setup.doubling) = (self.below(2) == 0, self.below(2) == 0);
        setup
    }

    fn deal(&mut self) -> Deal {
        Deal::random(&mut self.0)
    }

    /// Draws a hand of any size; sometimes one with many cards of equal rank, which has many moves.
    fn hand(&mut self) -> Hand {
        let cards = self.below(21) as u32;
        let deal = self.deal();
        let twenty = deal.hands()[0].add(deal.stock()).expect("other cards");
        if self.below(2) == 0 {
            twenty.lowest(cards).expect("enough cards")
        } else {
            let full = Hand::from_mask(u64::MAX);
            let held = full.remove(full.lowest(self.below(30) as u32).expect("enough cards"));
            held.and_then(|held| held.lowest(cards.min(held.len()))).expect("enough cards")
        }
    }
}

/// One buffer for all hands and rules: leads and answers, after various operations on the previous
/// list.
#[test]
fn a_reused_buffer_serves_many_hands() {
    let mut draws = Draws::new(1);
    let mut kept = MoveBuffer::new();
    let mut most = 0;
    for input in 0..inputs(20_000) {
        match draws.below(8) {
            0 => kept.clear(),
            1 => kept.as_mut_slice().reverse(),
            2 => kept = kept.clone(),
            _ => {}
        }
        let (rules, hand) = (draws.rules(), draws.hand());
        let mut fresh = MoveBuffer::new();
        let mut leads = MoveBuffer::new();
        rules.leads(draws.hand(), &mut leads);
        if leads.is_empty() || draws.below(3) == 0 {
            rules.leads(hand, &mut kept);
            rules.leads(hand, &mut fresh);
        } else {
            let on_table = draws.pick(&leads);
            rules.follows(hand, on_table, &mut kept);
            rules.follows(hand, on_table, &mut fresh);
        }
        assert_eq!(kept.as_slice(), fresh.as_slice(), "input {input}: {hand}");
        most = most.max(kept.len());
    }
    assert!(most > 100, "the longest list has {most} moves");
}

/// A player that makes mistakes, and records the notifications of the game.
struct Mixed {
    kind: PlayerKind,
    heard: Vec<String>,
}

impl Player<Table> for Mixed {
    fn begin(&mut self, start: &Start<'_>) {
        self.heard = vec![format!("{:?} {} {}", start.seat, start.hand, start.seed)];
    }

    fn decide(&mut self, view: &Decision<'_>, rng: &mut PlayerRng) -> Result<Action, PlayerError> {
        match (self.heard.len() % 11, view) {
            (3, Decision::Play(_)) => Err(PlayerError::Late),
            (7, Decision::Play(_)) => Ok(Action::Play(Move::PASS)),
            _ => self.kind.player().decide(view, rng),
        }
    }

    fn observe(&mut self, event: &Event) {
        self.heard.push(format!("{event:?}"));
    }

    fn end(&mut self, outcome: &Outcome) {
        self.heard.push(format!("{outcome:?}"));
    }
}

/// All observable results of a game.
type Told = (Option<Outcome>, Vec<(Seat, Call)>, Vec<(Seat, Move)>, [Faults; 3], Vec<Vec<String>>);

/// The parameters of a game.
struct Asked {
    setup: Setup,
    deal: Deal,
    first: Seat,
    /// If present, play begins without an auction.
    landlord: Option<Seat>,
    seed: u64,
}

fn play(table: &mut Table, players: &mut [Mixed; 3], asked: &Asked) -> Told {
    let rngs = [0, 1, 2].map(|seat| StreamKey::new(asked.seed, seat).rng());
    let [a, b, c] = &mut *players;
    let mut seats = PerSeatRng::new([a, b, c], rngs);
    match asked.landlord {
        Some(landlord) => {
            let position = Position::new(&asked.deal, landlord);
            table.begin_at(&asked.setup, Contract::plain(landlord), asked.deal.stock(), position);
        }
        None => table.begin(&asked.setup, &asked.deal, asked.first),
    }
    let (mut faults, mut dealer) = (SeatFaults::default(), StreamKey::new(asked.seed, 3).rng());
    let outcome = play_on(table, &mut seats, &mut dealer, &mut faults, &Meter::new(&())).unwrap();
    let heard = players.iter().map(|player| player.heard.clone()).collect();
    (outcome, table.calls().to_vec(), table.moves().to_vec(), faults.0, heard)
}

/// One table and three players for games of all rules and auctions.
#[test]
fn a_reused_table_serves_many_games() {
    let mut draws = Draws::new(2);
    let players = |kinds: [PlayerKind; 3]| kinds.map(|kind| Mixed { kind, heard: Vec::new() });
    let kinds = [PlayerKind::Random, PlayerKind::Rule, PlayerKind::Random];
    let (mut table, mut kept) = (Table::default(), players(kinds));
    let (mut thrown_in, mut faults) = (0, 0);
    for input in 0..inputs(1500) {
        let asked = Asked {
            setup: {
                let rules = draws.rules();
                draws.setup(rules)
            },
            deal: draws.deal(),
            first: draws.seat(),
            landlord: (draws.below(4) == 0).then(|| draws.seat()),
            seed: draws.below(1 << 40),
        };
        let found = play(&mut table, &mut kept, &asked);
        let expected = play(&mut Table::default(), &mut players(kinds), &asked);
        assert_eq!(found, expected, "input {input}");
        thrown_in += u64::from(found.0.is_none());
        faults += found.3.iter().map(|faults| faults.late + faults.illegal).sum::<u64>();
    }
    assert!(thrown_in > 0 && faults > 0, "{thrown_in} {faults}");
}

fn same(kept: &Tables, fresh: &Tables, what: &str) {
    assert_eq!(kept.rewards(), fresh.rewards(), "{what}");
    assert_eq!((kept.terminated(), kept.ended()), (fresh.terminated(), fresh.ended()), "{what}");
    for table in 0..kept.len() {
        assert_eq!(kept.game_number(table), fresh.game_number(table), "{what}");
        assert_eq!((kept.turn(table), kept.role(table)), (fresh.turn(table), fresh.role(table)), "{what}");
        assert_eq!(kept.hand(table), fresh.hand(table), "{what}");
        assert_eq!(kept.position(table), fresh.position(table), "{what}");
        assert_eq!(kept.contract(table), fresh.contract(table), "{what}");
        assert_eq!(kept.course(table), fresh.course(table), "{what}");
        assert_eq!(
            (kept.dealt(table), kept.bidding(table)),
            (fresh.dealt(table), fresh.bidding(table)),
            "{what}"
        );
        assert!(kept.legal_ids(table).eq(fresh.legal_ids(table)), "{what}");
        assert_eq!(kept.choices(table), fresh.choices(table), "{what}");
    }
    for role in Role::ALL {
        let [mut a, mut b] = [kept, fresh].map(|tables| vec![7i8; tables.x_len_of(role)]);
        kept.fill_x_of(role, &mut a).unwrap();
        fresh.fill_x_of(role, &mut b).unwrap();
        assert_eq!(a, b, "{what}");
    }
    let [mut a, mut b] = [3i8, 5].map(|cell| vec![cell; kept.len() * rlcard::PEASANT]);
    kept.fill_observations(&mut a).unwrap();
    fresh.fill_observations(&mut b).unwrap();
    assert_eq!(a, b, "{what}");
}

/// Reseeded batches of each kind: steps, rejected steps, and abandoned games.
#[test]
fn reused_batches_serve_many_seeds() {
    let mut draws = Draws::new(3);
    let mut kept: Vec<Tables> = Vec::new();
    for autoreset in Autoreset::ALL {
        for auction in Auction::ALL {
            let rules = draws.pick(&[Rules::RLCARD, Rules::PAGAT, Rules::RLCARD.without_four_two()]);
            let setup = draws.setup(rules).with_auction(auction);
            let options = Options { setup, reward: draws.pick(&Reward::ALL), autoreset };
            kept.push(Tables::new(1 + draws.below(4) as usize, 0, options).unwrap());
        }
    }
    let (mut ended, mut refused, mut abandoned) = (0, 0, 0);
    for input in 0..inputs(300) {
        let place = draws.below(kept.len() as u64) as usize;
        let kept = &mut kept[place];
        let (n, seed) = (kept.len(), draws.below(1 << 40));
        let mut fresh = Tables::new(n, seed, *kept.options()).unwrap();
        kept.reseed(seed);
        same(kept, &fresh, &format!("input {input}, dealt"));
        let (mut choices, mut again) = (vec![0; n], vec![0; n]);
        for step in 0..draws.below(90) {
            let what = format!("input {input}, step {step}");
            kept.random_choices(&mut choices).unwrap();
            fresh.random_choices(&mut again).unwrap();
            assert_eq!(choices, again, "{what}");
            if draws.below(6) == 0 {
                let mut wrong = choices.clone();
                wrong[n - 1] = 99_999;
                // After the end of a game, any number deals the next one.
                let answer = kept.step_choices(&wrong);
                assert_eq!(answer, fresh.step_choices(&wrong), "{what}");
                refused += u64::from(answer.is_err());
                same(kept, &fresh, &what);
                if answer.is_ok() {
                    continue;
                }
            }
            if draws.below(30) == 0 {
                let mask: Vec<bool> = (0..n).map(|_| draws.below(2) == 0).collect();
                abandoned += mask.iter().filter(|&&reset| reset).count();
                kept.reset(&mask).unwrap();
                fresh.reset(&mask).unwrap();
            } else {
                assert_eq!(kept.step_choices(&choices), fresh.step_choices(&choices), "{what}");
            }
            if (0..n).all(|table| kept.turn(table).is_none())
                && kept.options().autoreset == Autoreset::Disabled
            {
                kept.reset(&vec![true; n]).unwrap();
                fresh.reset(&vec![true; n]).unwrap();
            }
            ended += kept.ended().len();
            same(kept, &fresh, &what);
        }
    }
    assert!(ended > 0 && refused > 0 && abandoned > 0, "{ended} {refused} {abandoned}");
}
