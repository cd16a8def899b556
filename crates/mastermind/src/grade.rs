//! Grading of a played game: each guess compared with the best guess.

use quadrille_lanes::Level;
use quadrille_memory::{of, require};
use quadrille_progress::{Cancelled, Observer};

use crate::advise::{AdviseError, remaining};
use crate::codeword::Codeword;
use crate::conflict::Conflict;
use crate::effort;
use crate::evaluate::Play;
use crate::game::Game;
use crate::guess_set::GuessSet;
use crate::kernels::packed::score;
use crate::limits::fits;
use crate::optimal::{is_quick, turns_after};
use crate::row::Row;
use crate::search::{self, Guesses, Search, TASK};
use crate::strategy::Ranking;

/// Grade of the guesses of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// The grade of each guess, in order.
    pub rows: Vec<GradedRow>,
    /// Sum of the expected turns lost by all guesses.
    pub turns_lost: f64,
    /// Whether every guess is compared with optimal play; otherwise some guesses are compared with
    /// the given strategy.
    pub exact: bool,
}

/// Grade of one guess.
#[derive(Clone, Debug, PartialEq)]
pub struct GradedRow {
    /// The guess.
    pub guess: Codeword,
    /// Expected turns lost by this guess: the turns from this guess on, minus the turns from the
    /// best guess on, as a mean over all secrets that are possible before the guess. Never negative
    /// if `exact` is true.
    pub turns_lost: f64,
    /// Number of codewords possible after the feedback of the guess.
    pub left: u64,
    /// The best guess.
    pub best: Codeword,
    /// Number of codewords possible after the best guess, on average over the secrets consistent
    /// with all rows of the game.
    pub best_left: f64,
    /// Whether `best` is proven optimal; otherwise it is the strategy's choice.
    pub exact: bool,
}

/// Grades the guesses of a game. Each guess is compared with the best guess; optimal play is
/// assumed after both. If too many secrets are possible for an optimal search, the strategy of
/// `play` is used instead.
///
/// The observer receives the number of codewords tested. Takes a few tenths of a second for 4 pins
/// and 6 colours.
///
/// # Errors
/// As for [`advise`](crate::advise()).
///
/// ```
/// use quadrille_mastermind::{Game, Level, Play, Repeats, Row, Strategy, grade};
///
/// let game = Game::new(2, 3, Repeats::Allowed)?;
/// let rows = Row::parse_all(game, &["11:0,0", "11:0,0", "23:2,0"])?;
/// let grade = grade(game, Play::new(Strategy::Entropy), &rows, Level::best(), &())?;
/// // The second guess repeated the first and gave no information.
/// assert!(grade.exact && grade.rows[1].turns_lost == 1.0 && grade.rows[1].left == 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grade(
    game: Game,
    play: Play,
    rows: &[Row],
    level: Level,
    observer: &dyn Observer,
) -> Result<Grade, AdviseError> {
    let meter = effort::meter(observer, game.codewords(), "secrets");
    fits(game, 128)?;
    // Memory for all codewords, and for their partition by a guess.
    require(of::<[u64; 3]>(game.codewords()))?;
    // The secrets consistent with the whole game, over which `best_left` is averaged.
    let ends = remaining(game, rows, &meter)?;
    if ends.is_empty() {
        let conflict = Conflict::among(game, rows, observer)?;
        return Err(AdviseError::Contradiction { game, rows: rows.len(), conflict });
    }
    let mut secrets = game.all_codes(&meter)?;
    let ranking = Ranking::new(play.strategy, secrets.len());
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
    // Play by the strategy replaces optimal play where optimal play is too slow to compute.
    let by_rule =
        ByRule { search, guesses: if play.possible_only { Guesses::Possible } else { Guesses::All(&set) } };
    let mut graded = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let history: Vec<Codeword> = rows[..at].iter().map(|row| row.guess).collect();
        let whole = secrets.len() as u64 == game.codewords();
        // If few secrets are possible, they are solved exactly. The result is the total turns from
        // the played guess on, the best guess, and the total turns from the best guess on.
        let exact = if is_quick(game, secrets.len()) {
            turns_after(game, level, &history, &secrets, play.possible_only, row.guess, observer)?
        } else {
            None
        };
        let (turns, best, best_turns) = if let Some(found) = exact {
            found
        } else {
            let best = if whole {
                let rule = search::opening(game, play.strategy, &ranking).guess;
                play.first.unwrap_or(rule)
            } else {
                by_rule.search.next(&secrets, by_rule.guesses)?.guess
            };
            (by_rule.turns(row.guess, &secrets)?, best, by_rule.turns(best, &secrets)?)
        };
        // For each secret consistent with the whole game, the number of codewords possible after
        // the best guess.
        let answers = |code: u64| score(Codeword::from_valid_bits(code), best);
        let with_best: usize = ends
            .iter()
            .map(|&end| secrets.iter().filter(|&&secret| answers(secret) == answers(end)).count())
            .sum();
        let possible = secrets.len();
        secrets.retain(|&secret| row.agrees(Codeword::from_valid_bits(secret)));
        graded.push(GradedRow {
            guess: row.guess,
            turns_lost: (turns as f64 - best_turns as f64) / possible as f64,
            left: secrets.len() as u64,
            best,
            best_left: with_best as f64 / ends.len() as f64,
            exact: exact.is_some(),
        });
    }
    Ok(Grade {
        turns_lost: graded.iter().map(|row| row.turns_lost).sum(),
        exact: graded.iter().all(|row| row.exact),
        rows: graded,
    })
}

/// Play by a strategy, as a substitute for optimal play.
struct ByRule<'a> {
    search: Search<'a>,
    guesses: Guesses<'a>,
}

impl ByRule<'_> {
    /// Returns the total turns over all secrets, from the guess `guess` on.
    fn turns(&self, guess: Codeword, secrets: &[u64]) -> Result<u64, Cancelled> {
        let feedbacks = self.search.game.feedbacks();
        let mut parts: Vec<Vec<u64>> = vec![Vec::new(); feedbacks];
        for &secret in secrets {
            parts[score(Codeword::from_valid_bits(secret), guess).index()].push(secret);
        }
        self.search.meter.effort(secrets.len() as u64)?;
        let mut turns = secrets.len() as u64;
        for part in parts[..feedbacks - 1].iter().filter(|part| !part.is_empty()) {
            // The recursion ends, because the strategy's own guesses always give information.
            turns += self.turns(self.search.next(part, self.guesses)?.guess, part)?;
        }
        Ok(turns)
    }
}
