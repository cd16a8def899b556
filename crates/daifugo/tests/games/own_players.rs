//! Custom players: the events that they receive, and the substitution of faulty decisions.

use std::sync::{Arc, Mutex};

use quadrille_daifugo::arena::{Arena, play_round, play_rounds};
use quadrille_daifugo::game::{Action, Decision, Event, Move, Outcome, Table, TableError, View};
use quadrille_daifugo::melds::{Hand, Meld};
use quadrille_daifugo::players::{
    BoxedPlayer, Entrant, Match, Player, PlayerError, PlayerKind, PlayerRng, Start,
};
use quadrille_daifugo::progress::{Cancelled, Progress};
use quadrille_daifugo::rules::Rules;
use quadrille_random::StreamKey;
use quadrille_table::Observer;

/// Plays like a built-in player, and records the events that it receives.
struct Listener {
    heard: Arc<Mutex<Vec<String>>>,
    kind: PlayerKind,
}

impl Listener {
    fn hear(&self, what: String) {
        self.heard.lock().unwrap().push(what);
    }
}

impl Player<Table> for Listener {
    fn begin(&mut self, start: &Start<'_>) {
        self.hear(format!("begin {} {} {:?}", start.game, start.hand.len(), start.classes));
    }

    fn decide(&mut self, decision: &Decision<'_>, rng: &mut PlayerRng) -> Result<Action, PlayerError> {
        let view = match decision {
            Decision::Play(view) => view,
            Decision::Give(view) => {
                self.hear(format!("give {}", view.number()));
                return Ok(Action::Give(self.kind.give(view.hand(), view.number(), rng)));
            }
            _ => panic!("another decision"),
        };
        assert_eq!(view.state().turn(), Some(view.seat()));
        assert!(view.moves().count() > 0 && view.moves().any(|legal| legal == view.fallback()));
        let said =
            self.heard.lock().unwrap().iter().rev().take_while(|line| !line.starts_with("begin")).count();
        assert!(said >= view.history().len());
        Ok(self.kind.choose(view, rng).into())
    }

    fn observe(&mut self, event: &Event) {
        self.hear(format!("{event:?}"));
    }

    fn end(&mut self, outcome: &Outcome) {
        self.hear(format!("end {:?}", outcome.seats()));
    }
}

/// Fails at every decision, in different ways.
struct Broken(u32);

impl Player<Table> for Broken {
    fn decide(&mut self, decision: &Decision<'_>, _: &mut PlayerRng) -> Result<Action, PlayerError> {
        let view = match decision {
            Decision::Give(view) => return Ok(Action::Give(view.hand())),
            Decision::Play(view) => view,
            _ => panic!("another decision"),
        };
        self.0 += 1;
        match self.0 % 3 {
            0 => Err(PlayerError::Late),
            1 if view.may_pass() => {
                Ok(Move::Play("C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA C2".parse().unwrap()).into())
            }
            1 => Ok(Move::Pass.into()),
            _ => Err(PlayerError::Gone("closed".to_owned())),
        }
    }
}

#[derive(Default)]
struct Substitutes(Vec<(usize, String)>);

impl Observer<Table> for Substitutes {
    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        self.0.push((seat, why.map_or("illegal".to_owned(), ToString::to_string)));
    }

    fn over(&mut self, table: &Table, _: &Outcome) {
        assert!(table.series().games() > 0);
    }
}

#[test]
fn observing_players_receive_all_events_and_change_nothing() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    for &kind in PlayerKind::ALL {
        // A search takes about 10 ms per decision.
        let games = if kind == PlayerKind::Search { 2 } else { 30 };
        heard.lock().unwrap().clear();
        let ears = heard.clone();
        let listener =
            Entrant::new("listener", move || Box::new(Listener { heard: ears.clone(), kind }) as BoxedPlayer);
        let mut own = Match::new(
            Rules::UECDA,
            [listener].into_iter().chain([kind.into(), kind.into(), kind.into(), kind.into()]),
        )
        .unwrap();
        let mut built_in = Match::new(Rules::UECDA, [kind; 5]).unwrap();
        for table in [&mut own, &mut built_in] {
            let (mut deals, mut moves) = (StreamKey::new(3, 0).rng(), StreamKey::new(3, 1).rng());
            (0..games).for_each(|_| table.play(&mut deals, &mut moves, &mut ()));
        }
        assert_eq!(own.series().points(), built_in.series().points());
        let heard = heard.lock().unwrap();
        let count = |what: &str| heard.iter().filter(|line| line.starts_with(what)).count();
        assert_eq!((count("begin"), count("end")), (games, games));
        assert_eq!(count("Given"), (games - 1) * 4, "four gifts per game from the second on");
        assert!(count("give") > 0 && count("Played") > games * 20 && count("Passed") > games * 20);
        assert!(heard[0].starts_with("begin 0 1") && heard[0].ends_with("None"));
    }
}

#[test]
fn faults_are_substituted_and_counted() {
    let broken = Entrant::new("broken", || Box::new(Broken(0)));
    let players = [broken.clone(), PlayerKind::Greedy.into(), PlayerKind::Greedy.into()];
    let rules = Rules::UECDA.of(3, 1).unwrap();
    let mut table = Match::new(rules, &players).unwrap();
    let mut substitutes = Substitutes::default();
    let (mut deals, mut moves) = (StreamKey::new(3, 0).rng(), StreamKey::new(3, 1).rng());
    (0..20).for_each(|_| table.play(&mut deals, &mut moves, &mut substitutes));
    assert_eq!(table.series().points().iter().sum::<u32>(), 20 * 6);
    assert!(table.series().points()[0] < 30, "{:?}", table.series().points());
    for why in ["the player did not answer in time", "the player is gone: closed", "illegal"] {
        assert!(substitutes.0.iter().any(|(_, said)| said.contains(why)), "{why}");
    }

    let arena = Arena::new(rules, &players, 60, 10).unwrap();
    let mut seated = arena.seated();
    let tally = play_rounds(&arena, &mut seated, 1, 0..1, &()).unwrap();
    let faults = tally.faults(0);
    assert!(
        faults.total() > 100 && faults.late > 10 && faults.gone > 10 && faults.illegal > 10,
        "{faults:?}"
    );
    assert_eq!(faults.unreadable, 0);
    assert_eq!((tally.faults(1).total(), tally.faults(2).total()), (0, 0));
    assert_eq!(arena.players()[0].name(), "broken");
}

/// Leads the lowest single card and passes otherwise: the substitute for a missing decision.
struct Fallback;

impl Player<Table> for Fallback {
    fn decide(&mut self, decision: &Decision<'_>, _: &mut PlayerRng) -> Result<Action, PlayerError> {
        let Decision::Play(view) = decision else { return Ok(decision.fallback()) };
        let chosen = view.fallback();
        if let Move::Play(meld) = chosen {
            assert!(view.trick().is_none() && meld.size() == 1);
            let worse = |other: &Meld| {
                other.size() == 1 && other.jokers() == 0 && {
                    let ranks = (other.low(), meld.low());
                    if view.state().revolution() { ranks.0 > ranks.1 } else { ranks.0 < ranks.1 }
                }
            };
            assert!(meld.jokers() == 0 || view.hand().cards.is_empty());
            assert!(!view.melds().iter().any(worse), "{meld} of {}", view.hand());
        }
        Ok(chosen.into())
    }
}

#[test]
fn the_fallback_is_legal_in_every_position() {
    let fallback = || Entrant::new("fallback", || Box::new(Fallback));
    let players = [
        fallback(),
        PlayerKind::Random.into(),
        fallback(),
        PlayerKind::Greedy.into(),
        PlayerKind::Random.into(),
    ];
    let mut table = Match::new(Rules::UECDA, &players).unwrap();
    let mut substitutes = Substitutes::default();
    let (mut deals, mut moves) = (StreamKey::new(4, 0).rng(), StreamKey::new(4, 1).rng());
    (0..200).for_each(|_| table.play(&mut deals, &mut moves, &mut substitutes));
    assert_eq!(substitutes.0, []);
}

#[test]
fn contests_can_be_cancelled_between_and_within_games() {
    let rules = Rules::UECDA;
    let stop_at = |most: u64| {
        move |progress: &Progress| {
            assert_eq!(progress.total, Some(50));
            if progress.done >= most {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        }
    };
    let arena = Arena::new(rules, [PlayerKind::Greedy; 5], 50, 10).unwrap();
    assert_eq!(play_round(&arena, 1, 0, &stop_at(7)), Err(Cancelled));
    assert!(play_round(&arena, 1, 0, &stop_at(51)).is_ok());
    let slow = Entrant::new("slow", || Box::new(Fallback));
    let arena = Arena::new(rules, std::iter::repeat_n(slow, 5), 50, 10).unwrap();
    assert_eq!(play_round(&arena, 1, 0, &stop_at(0)), Err(Cancelled), "before the first game is over");
}

/// The caller owns the loop: decisions become due one at a time, and other calls are rejected.
#[test]
fn a_table_takes_one_decision_at_a_time() {
    let mut table = Table::new(Rules::UECDA);
    let mut rng = StreamKey::new(5, 0).rng();
    assert!(table.decision().is_none());
    assert_eq!(table.close(&mut rng), Err(TableError::NotOver));
    let mut decisions = 0;
    for game in 0..10 {
        table.deal(&mut rng).unwrap();
        assert_eq!(table.deal(&mut rng), Err(TableError::InPlay));
        let mut given = 0;
        while let Some(decision) = table.decision() {
            decisions += 1;
            match decision {
                Decision::Give(view) => {
                    assert_eq!(view.number(), 2 - given);
                    let cards = view.fallback();
                    table.give(cards).unwrap();
                    given += 1;
                }
                Decision::Play(view) => {
                    assert_eq!(view.history().len(), table_events(&view));
                    let chosen = PlayerKind::Greedy.choose(&view, &mut rng);
                    table.submit(chosen);
                }
                _ => panic!("another decision"),
            }
        }
        assert_eq!(given, if game == 0 { 0 } else { 2 });
        assert_eq!(table.give(Hand::EMPTY), Err(TableError::NothingDue));
        table.close(&mut rng).unwrap();
    }
    assert!(decisions > 300 && table.series().games() == 10);
}

/// Returns the number of events, after a check that the played cards are those that are gone.
fn table_events(view: &View<'_>) -> usize {
    let played: u32 = view
        .history()
        .iter()
        .map(|event| match event {
            Event::Played { meld, .. } => meld.size(),
            _ => 0,
        })
        .sum();
    assert_eq!(played, view.state().gone().len());
    view.history().len()
}
