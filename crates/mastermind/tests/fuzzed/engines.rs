//! Scores, candidates, play and optimal strategies of small games, compared with plain loops over
//! all codewords.

use std::cell::RefCell;
use std::collections::HashMap;

use arbitrary::{Result, Unstructured};
use quadrille_mastermind::{
    AdviseError, CodeSet, Codeword, Evaluation, Feedback, Game, Goal, Level, OptimalError, PartialFeedback,
    Play, Repeats, Row, Strategy, advise, candidates, evaluate, evaluate_plainly, is_consistent, optimal,
    plain, strategy_tree,
};

use super::scores;

thread_local! {
    /// Evaluations that have been used before.
    static KEPT: RefCell<Vec<(Game, Play, Evaluation)>> = const { RefCell::new(Vec::new()) };
}

/// Decodes a game and a query, and compares the results with plain loops.
///
/// # Panics
/// If they differ.
pub(crate) fn mastermind_engines(bytes: &[u8]) {
    // Decoding fails only for empty ranges, and there are none.
    let _ = run(&mut Unstructured::new(bytes));
}

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=4u8)? {
        0 | 1 => scores_of(u),
        2 => candidates_of(u),
        3 => played(u),
        _ => best(u),
    }
}

/// Reads a game with at most `most` codewords; one pin and one colour if none fits.
fn game(u: &mut Unstructured<'_>, most: u64) -> Result<Game> {
    let repeats = if u.arbitrary()? { Repeats::Forbidden } else { Repeats::Allowed };
    let (pins, colors) = (u.int_in_range(1..=16)?, u.int_in_range(1..=15)?);
    let made = |pins| Game::new(pins, colors, repeats).ok().filter(|game| game.codewords() <= most);
    let fits = (1..=pins).rev().find_map(made);
    Ok(fits.unwrap_or_else(|| Game::new(1, 1, Repeats::Allowed).expect("a game")))
}

/// Reads a codeword: by its index or, with repeats, by its colours.
fn codeword(u: &mut Unstructured<'_>, game: Game) -> Result<Codeword> {
    if game.repeats() == Repeats::Allowed && u.arbitrary()? {
        let few = u.int_in_range(1..=15u8)?;
        let colors: [u8; 16] = u.arbitrary()?;
        return Ok(scores::code(game, &colors.map(|color| color % few)));
    }
    Ok(game.codeword_at(u.int_in_range(0..=game.codewords() - 1)?).expect("a codeword"))
}

/// Compares one guess against a set of secrets, and the largest partitions of many guesses.
fn scores_of(u: &mut Unstructured<'_>) -> Result<()> {
    let game = game(u, u64::MAX)?;
    let guess = codeword(u, game)?;
    let mut secrets = Vec::new();
    // The set's length matters as much as its codewords.
    let length = u.int_in_range(0..=150u64)?;
    for _ in 0..u.int_in_range(0..=8u64)?.min(length) {
        secrets.push(codeword(u, game)?);
    }
    let first = u.int_in_range(0..=game.codewords() - 1)?;
    let step = u.int_in_range(1..=1000u64)?;
    let place =
        |at: u64| (u128::from(first) + u128::from(at) * u128::from(step)) % u128::from(game.codewords());
    let more =
        (secrets.len() as u64..length).map(|at| game.codeword_at(place(at) as u64).expect("a codeword"));
    secrets.extend(more);
    scores::check(game, guess, &CodeSet::new(game, secrets.iter().copied()));
    let few = u.int_in_range(0..=40usize)?.min(secrets.len());
    scores::check_largest(game, &secrets[..secrets.len().min(80)], &secrets[..few]);
    Ok(())
}

/// Reads rows with true feedback, and one that may be wrong.
fn rows(u: &mut Unstructured<'_>, game: Game, most: u8) -> Result<Vec<Row>> {
    let secret = codeword(u, game)?;
    let mut rows = Vec::new();
    for _ in 0..u.int_in_range(0..=most)? {
        let guess = codeword(u, game)?;
        let mut feedback = plain::score(secret, guess);
        if u.int_in_range(0..=15u8)? == 15 {
            feedback = Feedback::from_index(u.choose_index(game.feedbacks())?);
        }
        let mut feedback = PartialFeedback::from(feedback);
        match u.int_in_range(0..=7u8)? {
            6 => feedback.black = None,
            7 => feedback.white = None,
            _ => {}
        }
        rows.push(Row { guess, feedback });
    }
    Ok(rows)
}

/// Compares the candidates after some rows, and the advice at every level.
fn candidates_of(u: &mut Unstructured<'_>) -> Result<()> {
    let game = game(u, 300)?;
    let rows = rows(u, game, 4)?;
    let agrees = |code: &Codeword| rows.iter().all(|row| row.feedback.agrees(plain::score(*code, row.guess)));
    let remaining: Vec<Codeword> = game.iter().filter(agrees).collect();
    let show = u.int_in_range(0..=20usize)?;
    let found = candidates(game, &rows, show, &()).expect("few codewords");
    assert_eq!(found.count, remaining.len() as u64, "{game} {rows:?}");
    assert_eq!(found.first, remaining[..show.min(remaining.len())], "{game} {rows:?}");
    assert!(game.iter().all(|code| is_consistent(code, &rows) == agrees(&code)), "{game} {rows:?}");

    let play = Play::new(*u.choose(&Strategy::ALL)?).only_possible(u.arbitrary()?);
    let mut guess = None;
    for level in Level::available() {
        let advice = match advise(game, play, &rows, level, &()) {
            Ok(advice) => advice,
            Err(error) => {
                assert!(
                    matches!(error, AdviseError::Contradiction { .. }) && remaining.is_empty(),
                    "{error}"
                );
                continue;
            }
        };
        assert_eq!(*guess.get_or_insert(advice.guess), advice.guess, "{game} {rows:?} {play:?} {level}");
        assert_eq!(advice.remaining, remaining.len() as u64);
        assert_eq!(advice.possible, remaining.contains(&advice.guess));
        let mut counts = vec![0; game.feedbacks()];
        for &code in &remaining {
            counts[plain::score(code, advice.guess).index()] += 1;
        }
        let mut totals = vec![0; game.feedbacks()];
        for part in &advice.partitions {
            totals[part.feedback.index()] += part.count;
        }
        assert_eq!(totals, counts, "{game} {rows:?} {play:?} {level}");
    }
    assert_eq!(guess.is_none(), remaining.is_empty());
    Ok(())
}

/// Compares the play of all secrets of a small game: at every level, by a reused evaluation, and as
/// a tree.
fn played(u: &mut Unstructured<'_>) -> Result<()> {
    let game = game(u, 27)?;
    let first = if u.arbitrary()? { Some(codeword(u, game)?) } else { None };
    let play = Play::new(*u.choose(&Strategy::ALL)?).with_first(first).only_possible(u.arbitrary()?);
    let expected = evaluate_plainly(game, play);
    for level in Level::available() {
        assert_eq!(evaluate(game, play, level, &()), Ok(expected.clone()), "{game} {play:?} {level}");
        let tree = strategy_tree(game, play, level, &()).expect("a small game");
        let walk = tree.walk().expect("a whole strategy");
        assert_eq!(walk.total_turns(), expected.total_turns(), "{game} {play:?} {level}");
        assert_eq!(walk.max_turns() as usize, expected.max_turns() as usize, "{game} {play:?} {level}");
    }
    KEPT.with_borrow_mut(|kept| {
        let at = kept.iter().position(|known| (known.0, known.1) == (game, play)).unwrap_or_else(|| {
            kept.truncate(31);
            let evaluation = Evaluation::open(game, play, Level::best(), &()).expect("a small game");
            kept.insert(0, (game, play, evaluation));
            0
        });
        let evaluation = &kept[at].2;
        let mut tally = evaluation.opening();
        for part in (0..evaluation.parts().len()).rev() {
            tally.merge(&evaluation.play_part(part, &()).expect("never stopped"));
        }
        assert_eq!(tally, expected, "{game} {play:?}");
    });
    Ok(())
}

/// Compares the fewest turns of all strategies of a very small game, with or without a limit on the
/// turns.
fn best(u: &mut Unstructured<'_>) -> Result<()> {
    let game = game(u, 16)?;
    let possible_only = u.arbitrary()?;
    let max_turns = if u.arbitrary()? { Some(u.int_in_range(1..=6u32)?) } else { None };
    let goal = Goal::new().only_possible(possible_only).with_max_turns(max_turns);
    let codes: Vec<Codeword> = game.iter().collect();
    let scores = codes.iter().map(|&a| codes.iter().map(|&b| plain::score(a, b).index()).collect()).collect();
    let mut least =
        Least { scores, solved: Feedback::solved(game).index(), possible_only, known: HashMap::new() };
    let expected = least.turns((1 << codes.len()) - 1, max_turns.unwrap_or(codes.len() as u32));
    for level in Level::available() {
        match optimal(game, &goal, level, &()) {
            Ok(found) => {
                assert_eq!(Some(found.walk.total_turns()), expected, "{game} {goal:?} {level}");
                assert!(found.proved && max_turns.is_none_or(|turns| found.walk.max_turns() <= turns));
            }
            // Optimal play is limited to eight pins.
            Err(OptimalError::TooLarge { .. }) => assert!(game.pins() > 8, "{game}"),
            Err(error) => {
                assert!(expected.is_none(), "{game} {goal:?}: {error}");
            }
        }
    }
    Ok(())
}

/// The least total turns of any strategy over a set of secrets.
struct Least {
    scores: Vec<Vec<usize>>,
    solved: usize,
    possible_only: bool,
    known: HashMap<(u16, u32), Option<u64>>,
}

impl Least {
    /// `None` if there are not enough turns. A set is a bit mask of codewords.
    fn turns(&mut self, set: u32, turns: u32) -> Option<u64> {
        if set == 0 {
            return Some(0);
        }
        if turns == 0 {
            return None;
        }
        let turns = turns.min(set.count_ones() + 1);
        if let Some(&known) = self.known.get(&(set as u16, turns)) {
            return known;
        }
        let members: Vec<usize> = (0..self.scores.len()).filter(|at| set >> at & 1 == 1).collect();
        let mut best: Option<u64> = None;
        for guess in 0..self.scores.len() {
            if self.possible_only && !members.contains(&guess) {
                continue;
            }
            let mut parts: HashMap<usize, u32> = HashMap::new();
            for &at in &members {
                *parts.entry(self.scores[guess][at]).or_default() |= 1 << at;
            }
            parts.remove(&self.solved);
            let mut cost = Some(members.len() as u64);
            for part in parts.into_values() {
                // A guess that splits nothing is never better than another.
                let rest = if part == set { None } else { self.turns(part, turns - 1) };
                cost = cost.zip(rest).map(|(cost, rest)| cost + rest);
                if cost.is_none() {
                    break;
                }
            }
            best = best.into_iter().chain(cost).min();
        }
        self.known.insert((set as u16, turns), best);
        best
    }
}
