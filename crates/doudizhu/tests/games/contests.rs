//! Contests of the crate `table` with deals that are thrown in.

use quadrille_doudizhu::Rules;
use quadrille_doudizhu::game::{Action, Call, Deal, Decision, Outcome, Scoring, Seat, Setup, Table};
use quadrille_doudizhu::players::{Entrant, Player, PlayerError, PlayerKind, PlayerRng};
use quadrille_table::league::{League, LeagueTally};
use quadrille_table::{Contest, Counter, Game as _, GameResult, Observer};

/// Passes in every auction.
struct Silent;

impl Player<Table> for Silent {
    fn decide(&mut self, view: &Decision<'_>, _: &mut PlayerRng) -> Result<Action, PlayerError> {
        match view {
            Decision::Call(_) => Ok(Call::Pass.into()),
            Decision::Play(view) => Ok(view.fallback().into()),
        }
    }

    fn listens(&self) -> bool {
        false
    }
}

fn setup() -> Setup {
    Setup::new(Rules::RLCARD, Scoring::Classic)
}

#[derive(Default)]
struct Ends {
    deals: u64,
    over: u64,
    rounds: u64,
}

impl Counter<Table> for Ends {
    fn dealt(&mut self) {
        self.deals += 1;
    }

    fn substituted(&mut self, player: usize, why: Option<&PlayerError>) {
        panic!("player {player}: {why:?}");
    }

    fn over(&mut self, _: &GameResult<'_, Table>) {
        self.over += 1;
    }

    fn round_over(&mut self) {
        self.rounds += 1;
    }
}

/// After a hundred throw-ins, a game is played without an auction. The next game of the sitting has
/// an auction again.
#[test]
fn a_contest_of_players_who_never_call_ends() {
    let silent = || Entrant::new("silent", || Box::new(Silent));
    let contest = Contest::<Table>::new(setup(), [silent(), silent(), silent()], 60, 2).expect("a contest");
    let (mut ends, mut seated) = (Ends::default(), contest.seated());
    contest.play_rounds(&mut seated, 5, 0..contest.rounds(), &mut ends, &()).expect("no cancellation");
    assert_eq!((ends.over, ends.deals, ends.rounds), (60, 60 * 101, contest.rounds()));

    let league = League::<Table>::new(setup(), [silent(), silent(), silent(), silent()], None, 24, 1);
    let league = league.expect("a league");
    let (schedule, mut tally) = (league.schedule(5), LeagueTally::default());
    for round in 0..league.rounds() {
        tally.merge(&league.play_round(&schedule, 5, round, &()).expect("no cancellation"));
    }
    assert!(league.is_whole(&schedule, &tally));
}

/// The first deal of each game with the seat that calls first, and the number of further deals
/// after throw-ins.
#[derive(Default)]
struct Deals {
    first: Vec<(Deal, Seat)>,
    calls_first: Option<Seat>,
    goes_on: bool,
    again: u32,
}

impl Observer<Table> for Deals {
    fn dealt(&mut self, table: &Table) {
        let (deal, mut game) = (*table.dealt().expect("a deal"), table.clone());
        let caller = game.view().expect("a call").seat();
        if self.goes_on {
            self.again += 1;
            assert_eq!(Some(caller), self.calls_first, "the same seat calls first");
        } else {
            self.first.push((deal, caller));
            self.calls_first = Some(caller);
        }
        self.goes_on = true;
    }

    fn over(&mut self, _: &Table, _: &Outcome) {
        self.goes_on = false;
    }
}

#[test]
fn games_after_a_throw_in_have_the_same_cards_in_all_series() {
    let silent = Entrant::new("silent", || Box::new(Silent));
    let players = [silent.clone(), silent, PlayerKind::Random.into()];
    let contest = Contest::<Table>::new(setup(), players, 300, 20).expect("a contest");
    let mut again = [0; 3];
    for round in 0..contest.rounds() {
        let of_series = [0, 1, 2].map(|series| {
            let mut deals = Deals::default();
            contest.replay(3, (round, series), u64::MAX, &mut deals, &()).expect("no cancellation");
            again[series] += deals.again;
            deals.first
        });
        assert_eq!(of_series[0].len() as u64, contest.sitting(round));
        assert!(of_series[1] == of_series[0] && of_series[2] == of_series[0], "round {round}");
    }
    assert!(again.iter().all(|&again| again > 10) && again[0] != again[1], "{again:?}");
}
