//! The search for the next guess: task sizes and reductions.

use quadrille_mastermind::internals::NextGuess;
use quadrille_mastermind::{Codeword, Game, Level, Repeats, Strategy};

/// The guess and the number of guesses tried do not depend on the task size, nor on the restriction
/// to representatives in fewer colours.
#[test]
fn tasks_and_short_cuts_change_nothing() {
    let game = Game::new(4, 6, Repeats::Allowed).unwrap();
    let all: Vec<u64> = game.iter().map(Codeword::bits).collect();
    let search = NextGuess::new(game).unwrap();
    let pools = [1, 2, 3, 7].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap());
    let mut stopped_early = 0;
    for size in (3..=14).chain([31, 32, 33, 40, 70]) {
        for step in [1, 5, 18] {
            // Small sets, clustered and spread out; some are distinguished by a member.
            let secrets: Vec<u64> =
                all.iter().copied().skip(size * 13 % 100).step_by(step).take(size).collect();
            assert_eq!(secrets.len(), size);
            for strategy in Strategy::ALL {
                let choose =
                    |task, level, reduced| search.choose(strategy, &secrets, (task, level), reduced).unwrap();
                let expected = choose(usize::MAX, Level::scalar(), false);
                let tried = expected.1 as usize;
                stopped_early += usize::from(tried > secrets.len() && tried < all.len());
                for level in Level::available() {
                    for reduced in [false, true] {
                        assert_eq!(choose(usize::MAX, level, reduced), expected, "{strategy} {level}");
                    }
                }
                for pool_of_threads in &pools {
                    for task in [1, 5000, 20_000] {
                        let level = Level::best();
                        let found = pool_of_threads.install(|| choose(task, level, true));
                        assert_eq!(found, expected, "{strategy} {task}");
                    }
                }
            }
        }
    }
    assert!(stopped_early > 10, "{stopped_early}");
}
