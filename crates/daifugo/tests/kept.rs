//! Reuse of lists, tables and matches: after many unrelated hands and games, each behaves like a
//! new one.
//!
//! `KEPT_INPUTS=100000 cargo test --release -p quadrille-daifugo kept` runs more inputs.

use std::num::NonZeroU64;

use quadrille_daifugo::CardSet;
use quadrille_daifugo::encodings::{MOVE, OBSERVATION};
use quadrille_daifugo::game::{Action, Decision, Event, Move, Outcome, Table};
use quadrille_daifugo::melds::{Hand, Melds, Order, Trick, follows, leads};
use quadrille_daifugo::players::{Entrant, Match, Player, PlayerError, PlayerKind, PlayerRng, Start};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_daifugo::tables::{Autoreset, Classes, Options, Reward, Tables};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus, bounded};
use quadrille_table::Observer;

/// Number of inputs: `KEPT_INPUTS`, or `usual` by default.
fn inputs(usual: u64) -> u64 {
    std::env::var("KEPT_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The source of random choices of a test.
struct Draws(Xoshiro256PlusPlus);

impl Draws {
    fn new(test: u64) -> Self {
        Self(StreamKey::new(2026, test).rng())
    }

    /// Draws a number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        NonZeroU64::new(n).map_or(0, |n| bounded::below_u64(&mut self.0, n))
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    fn rules(&mut self) -> Rules {
        let mut rules = if self.below(3) == 0 { Rules::UECDA } else { Rules::NONE };
        if rules == Rules::NONE {
            for rule in Rule::ALL {
                rules = if self.below(2) == 0 { rules.with(rule) } else { rules };
            }
        }
        // `Deadlock` ends games that are stuck.
        let players = 3 + self.below(4) as usize;
        rules
            .with(Rule::Deadlock)
            .of(players, self.below(3) as u32)
            .expect("players and jokers within bounds")
    }

    fn hand(&mut self) -> Hand {
        let one_in = 1 + self.below(6);
        let cards = CardSet::ALL.iter().filter(|_| self.below(one_in) == 0);
        let cards = cards.fold(CardSet::EMPTY, |set, card| set | card.into());
        Hand::new(cards, self.below(3) as u32)
    }
}

/// One list is filled for all hands, orders and tricks.
#[test]
fn a_reused_list_equals_a_new_one() {
    let mut draws = Draws::new(1);
    let mut kept = Melds::new();
    let mut most = 0;
    for input in 0..inputs(20_000) {
        match draws.below(8) {
            0 => kept.clear(),
            1 => kept.reverse(),
            2 => kept.retain(|meld| meld.size() > 1),
            3 => kept = kept.clone(),
            _ => {}
        }
        let (hand, order) = (draws.hand(), draws.pick(&[Order::Normal, Order::Reversed]));
        let mut fresh = Melds::new();
        let mut other = Melds::new();
        leads(draws.hand(), order, &mut other);
        if other.is_empty() || draws.below(3) == 0 {
            leads(hand, order, &mut kept);
            leads(hand, order, &mut fresh);
        } else {
            let trick = Trick::new(draws.pick(&other));
            follows(hand, trick, order, &mut kept);
            follows(hand, trick, order, &mut fresh);
        }
        assert_eq!(kept, fresh, "input {input}: {hand}");
        most = most.max(kept.len());
    }
    assert!(most > 256, "the longest list has {most} melds");
}

/// A player that makes mistakes and records the events of the current game.
struct Mixed {
    kind: PlayerKind,
    heard: Vec<String>,
}

impl Player<Table> for Mixed {
    fn begin(&mut self, start: &Start<'_>) {
        self.heard = vec![format!("{start:?}")];
    }

    fn decide(&mut self, view: &Decision<'_>, rng: &mut PlayerRng) -> Result<Action, PlayerError> {
        match (view, self.heard.len()) {
            (Decision::Give(_), heard) if heard % 5 == 2 => Err(PlayerError::Late),
            (Decision::Play(_), heard) if heard % 11 == 3 => Err(PlayerError::Late),
            (Decision::Play(_), heard) if heard % 11 == 7 => Ok(Move::Pass.into()),
            _ => self.kind.player().decide(view, rng),
        }
    }

    fn observe(&mut self, event: &Event) {
        self.heard.push(format!("{event:?}"));
    }

    fn end(&mut self, outcome: &Outcome) {
        assert!(!self.heard.is_empty());
        self.heard = vec![format!("{:?}", outcome.seats())];
    }
}

/// All observable events of a game, as text.
#[derive(Default, PartialEq, Debug)]
struct EventLog(Vec<String>);

impl Observer<Table> for EventLog {
    fn dealt(&mut self, table: &Table) {
        self.0.push(format!("{:?} {:?}", table.series().seats(), table.dealt()));
    }

    fn acts(&mut self, _: &Table, seat: usize, action: Action) {
        self.0.push(format!("{seat} {action}"));
    }

    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        self.0.push(format!("for {seat}: {why:?}"));
    }

    fn over(&mut self, table: &Table, outcome: &Outcome) {
        let series = table.series();
        self.0.push(format!("{:?} {:?} {:?} {outcome:?}", series.points(), series.classes(), table.gifts()));
    }
}

/// One match per choice of rules plays many series of random lengths.
#[test]
fn reused_matches_equal_new_ones() {
    let mut draws = Draws::new(2);
    let new = |rules: Rules| {
        let entrant = |kind| Entrant::new("mixed", move || Box::new(Mixed { kind, heard: Vec::new() }));
        let kinds = [PlayerKind::Greedy, PlayerKind::Random].into_iter().cycle();
        Match::new(rules, kinds.take(rules.players()).map(entrant))
            .expect("the players of the rules")
            .with_seed(5)
    };
    let rules: Vec<Rules> = (0..12).map(|_| draws.rules()).collect();
    let mut kept: Vec<Match> = rules.iter().map(|&rules| new(rules)).collect();
    let mut substituted = 0;
    for input in 0..inputs(200) {
        let place = draws.below(kept.len() as u64) as usize;
        let (kept, mut fresh) = (&mut kept[place], new(rules[place]));
        kept.begin_again();
        let seed = draws.below(1 << 40);
        let rngs = || (StreamKey::new(seed, 0).rng(), StreamKey::new(seed, 1).rng());
        let ((mut deals, mut moves), (mut same_deals, mut same_moves)) = (rngs(), rngs());
        for game in 0..=draws.below(7) {
            let (mut log, mut expected) = (EventLog::default(), EventLog::default());
            kept.play(&mut deals, &mut moves, &mut log);
            fresh.play(&mut same_deals, &mut same_moves, &mut expected);
            assert_eq!(log, expected, "input {input}, game {game}");
            substituted += log.0.iter().filter(|line| line.starts_with("for")).count();
        }
        let series =
            |of: &Match| (of.series().games(), of.series().points().to_vec(), of.series().seats().to_vec());
        assert_eq!(series(kept), series(&fresh), "input {input}");
    }
    assert!(substituted > 0, "no decision was substituted");
}

/// Checks that two batches of tables are in the same state.
fn same(kept: &Tables, fresh: &Tables, what: &str) {
    assert_eq!(kept.rewards(), fresh.rewards(), "{what}");
    assert_eq!((kept.terminated(), kept.ended()), (fresh.terminated(), fresh.ended()), "{what}");
    for table in 0..kept.len() {
        assert_eq!(kept.game_number(table), fresh.game_number(table), "{what}");
        let series = |of: &Tables| of.series(table).map(|series| format!("{series:?}"));
        assert_eq!(series(kept), series(fresh), "{what}");
        assert_eq!(kept.game(table), fresh.game(table), "{what}");
        let hands = |of: &Tables| of.exchange(table).map(|exchange| (*exchange.dealt(), *exchange.hands()));
        assert_eq!(hands(kept), hands(fresh), "{what}");
        assert_eq!((kept.seat(table), kept.hand(table)), (fresh.seat(table), fresh.hand(table)), "{what}");
        assert_eq!(kept.played(table), fresh.played(table), "{what}");
        assert_eq!(kept.melds(table), fresh.melds(table), "{what}");
        assert!(kept.legal_ids(table).eq(fresh.legal_ids(table)), "{what}");
    }
    let [mut a, mut b] = [3i8, 5].map(|cell| vec![cell; kept.len() * OBSERVATION]);
    kept.fill_observations(&mut a).unwrap();
    fresh.fill_observations(&mut b).unwrap();
    assert_eq!(a, b, "{what}");
    for table in 0..kept.len() {
        let [mut a, mut b] = [3i8, 5].map(|cell| vec![cell; kept.choices(table) * MOVE]);
        kept.fill_moves(table, &mut a).unwrap();
        fresh.fill_moves(table, &mut b).unwrap();
        assert_eq!(a, b, "{what}");
    }
}

/// Tables with every kind of options are reseeded repeatedly, with steps, refused steps and
/// abandoned games.
#[test]
fn reused_tables_equal_new_ones() {
    let mut draws = Draws::new(3);
    let mut kept: Vec<Tables> = Vec::new();
    for autoreset in Autoreset::ALL {
        for classes in Classes::ALL {
            let options =
                Options { rules: draws.rules(), classes, reward: draws.pick(&Reward::ALL), autoreset };
            kept.push(Tables::new(1 + draws.below(4) as usize, 0, options).unwrap());
        }
    }
    let (mut ended, mut refused, mut abandoned) = (0, 0, 0);
    for input in 0..inputs(200) {
        let place = draws.below(kept.len() as u64) as usize;
        let kept = &mut kept[place];
        let (n, seed) = (kept.len(), draws.below(1 << 40));
        let mut fresh = Tables::new(n, seed, *kept.options()).unwrap();
        kept.reseed(seed);
        same(kept, &fresh, &format!("input {input}, dealt"));
        let (mut choices, mut again) = (vec![0; n], vec![0; n]);
        for step in 0..draws.below(160) {
            let what = format!("input {input}, step {step}");
            kept.random_choices(&mut choices).unwrap();
            fresh.random_choices(&mut again).unwrap();
            assert_eq!(choices, again, "{what}");
            if draws.below(6) == 0 {
                let mut wrong = choices.clone();
                wrong[n - 1] = 99_999;
                // A table whose game is over accepts any number and deals the next game.
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
            if (0..n).all(|table| kept.seat(table).is_none())
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
