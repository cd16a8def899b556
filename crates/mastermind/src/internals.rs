//! Internals for [ladders](https://docs.rs/quadrille-ladders) and tests. Not part of the interface;
//! may change at any time.

pub use crate::optimal::options::SearchOptions;
#[cfg(feature = "oracle")]
pub use crate::optimal::prove_plainly;
pub use crate::optimal::prove_with;

#[cfg(feature = "oracle")]
pub use next_guess::NextGuess;

/// The search for the next guess, with parameters for tests.
#[cfg(feature = "oracle")]
mod next_guess {
    use quadrille_lanes::Level;
    use quadrille_progress::{Cancelled, Meter};

    use crate::codeword::Codeword;
    use crate::game::Game;
    use crate::guess_set::{ExplicitGuesses, GuessSet};
    use crate::search::{Guesses, Search};
    use crate::strategy::{Ranking, Strategy};

    /// The search for the next guess in one game. The caller chooses the task size. The caller also
    /// chooses whether all codewords are examined, or only one of the guesses that differ only in
    /// colours that occur in no secret.
    pub struct NextGuess {
        game: Game,
        every: ExplicitGuesses,
        set: GuessSet,
        rankings: Vec<(Strategy, Ranking)>,
    }

    impl NextGuess {
        /// Creates the search.
        ///
        /// # Errors
        ///
        /// Never: no observer is passed.
        pub fn new(game: Game) -> Result<Self, Cancelled> {
            let codes = game.codes();
            let ranking = |strategy| (strategy, Ranking::new(strategy, codes.len()));
            let rankings = Strategy::ALL.into_iter().map(ranking).collect();
            let every = ExplicitGuesses::new(game, codes, &Meter::new(&()))?;
            Ok(Self { game, every, set: GuessSet::new(game), rankings })
        }

        /// Returns the guess, the number of guesses tried, and whether the guess is known to
        /// distinguish all secrets.
        ///
        /// `task` is the number of comparisons of a guess with a secret per task of a thread. With
        /// `reduced`, one guess represents all guesses that differ from it only in colours that
        /// occur in no secret; otherwise, every codeword is examined.
        ///
        /// # Errors
        ///
        /// Never: no observer is passed.
        pub fn choose(
            &self,
            strategy: Strategy,
            secrets: &[u64],
            (task, level): (usize, Level),
            reduced: bool,
        ) -> Result<(Codeword, u64, bool), Cancelled> {
            let guesses =
                if reduced { Guesses::All(&self.set) } else { Guesses::Representatives(&self.every) };
            let meter = Meter::new(&());
            for (of, ranking) in &self.rankings {
                if *of == strategy {
                    let (game, meter) = (self.game, &meter);
                    let (counts_guesses, seen) = (false, None);
                    let search = Search { game, strategy, ranking, level, meter, counts_guesses, task, seen };
                    let choice = search.next(secrets, guesses)?;
                    return Ok((choice.guess, choice.tried, choice.perfect));
                }
            }
            unreachable!("all strategies have a ranking")
        }
    }
}
