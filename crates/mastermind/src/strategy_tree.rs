//! The decision tree of a strategy.

use quadrille_lanes::Level;
use quadrille_memory::require;
use quadrille_progress::{Cancelled, Observer};

use crate::codeword::Codeword;
use crate::effort;
use crate::evaluate::Play;
use crate::feedback::Feedback;
use crate::game::Game;
use crate::guess_set::GuessSet;
use crate::kernels::packed::score;
use crate::limits::{EvaluateError, fits};
use crate::optimal::{Node, Tree};
use crate::search::{self, Guesses, Search, TASK};
use crate::strategy::Ranking;

/// Number of bytes per codeword for a tree: for a node, which holds a guess and a list of its
/// children; for the packed codeword; and for its index in a partition.
const BYTES: u64 = 144;

/// Returns the strategy as a decision tree: the guesses that [`evaluate`](crate::evaluate()) makes.
///
/// The observer receives the number of secrets whose path in the tree is complete.
///
/// For each guess of the tree, takes at most O(codewords · secrets) comparisons, where the secrets
/// are those that are possible before the guess.
///
/// # Errors
/// A game that is too large, a first guess of another game, or cancellation by the observer.
///
/// ```
/// use quadrille_mastermind::{Game, Level, Play, Repeats, Strategy, strategy_tree};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let tree = strategy_tree(game, Play::new(Strategy::Knuth), Level::best(), &())?;
/// assert_eq!(tree.walk()?.total_turns(), 5801);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn strategy_tree(
    game: Game,
    play: Play,
    level: Level,
    observer: &dyn Observer,
) -> Result<Tree, EvaluateError> {
    fits(game, BYTES + GuessSet::bytes(game) / game.codewords())?;
    if let Some(first) = play.first {
        game.check(first)?;
    }
    require(game.codewords().saturating_mul(BYTES))?;
    let meter = effort::meter(observer, game.codewords(), "secrets");
    let ranking = Ranking::new(play.strategy, game.codewords() as usize);
    let set = GuessSet::new(game);
    let search = Search {
        game,
        strategy: play.strategy,
        ranking: &ranking,
        level,
        meter: &meter,
        counts_guesses: false,
        task: TASK,
        seen: None,
    };
    let first = play.first.unwrap_or_else(|| search::opening(game, play.strategy, &ranking).guess);
    let guesses = if play.possible_only { Guesses::Possible } else { Guesses::All(&set) };
    let root = node(&search, guesses, first, &game.all_codes(&meter)?)?;
    Ok(Tree { game, root })
}

fn node(
    search: &Search<'_>,
    guesses: Guesses<'_>,
    guess: Codeword,
    secrets: &[u64],
) -> Result<Node, Cancelled> {
    let mut parts: Vec<Vec<u64>> = vec![Vec::new(); search.game.feedbacks()];
    for &secret in secrets {
        parts[score(Codeword::from_valid_bits(secret), guess).index()].push(secret);
    }
    search.meter.advance(parts[search.game.feedbacks() - 1].len() as u64)?;
    parts[search.game.feedbacks() - 1].clear();
    let mut then = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        if !part.is_empty() {
            let next = search.next(part, guesses)?.guess;
            then.push((Feedback::from_index(index), node(search, guesses, next, part)?));
        }
    }
    then.sort_by_key(|&(feedback, _)| feedback);
    Ok(Node { guess, then })
}
