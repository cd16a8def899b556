//! The reports of `mastermind.evaluate` and `mastermind.compare`.

use quadrille_mastermind::Strategy;
use quadrille_report::{Bars, Block, Cell, Pegs, RangeRow, Ranges, ReportTable, Section, Series};
use quadrille_runner::Report;

use super::job::EvaluationJob;
use super::result::{
    EvaluateResult, GamePlayed, GameResult, MastermindCompareResult, PartCount, SizesResult, StrategyScore,
};
use crate::text::symbols;
use quadrille_report::figure::{count, counted, listed};
use quadrille_report::figures::Columns;
use quadrille_report::format::{metric, to_digits};

/// Returns the report of one strategy. `settings` determine whether the first sentence names the
/// first guess.
pub(crate) fn evaluated(result: &EvaluateResult, settings: &EvaluationJob) -> Report {
    let EvaluateResult { game, score, opening } = result;
    let first = &score.first_guess;
    let average = average(score);
    let most = score.max_turns;

    let split = Columns::of(opening)
        .column("feedback", |part| symbols(part.feedback(), game.pins))
        .figure(&PartCount::count)
        .table();
    Report {
        title: format!(
            "Mastermind: {} needs {average} turns on {}",
            sentence_name(score.strategy),
            size(game)
        ),
        lead: format!(
            "Over {}, {}{} finds every secret within {}, and needs {average} on average.",
            counted(score.secrets(), "secret"),
            sentence_name(score.strategy),
            conditions(game, score, is_first_given(settings)),
            counted(most as u64, "turn"),
        ),
        metrics: vec![
            metric("turns on average", average.clone()),
            metric("turns at most", most.to_string()),
            metric("turns in all", count(score.total_turns)),
            metric("secrets", count(score.secrets())),
            metric("first guess", first.clone()),
        ],
        sections: vec![
            Section::new(
                "Turns needed",
                [
                    Block::Bars(
                        Bars::new(
                            "Secrets found at each turn",
                            ["turns", "secrets"],
                            (1..=score.histogram.len()).map(|turn| turn.to_string()).collect(),
                        )
                        .with(series(score)),
                    ),
                    Block::Table(by_turns(&score.histogram)),
                ],
            ),
            Section::new(
                format!("Partition by the first guess {first}"),
                [
                    Block::Text(format!(
                        "The feedback to the first guess divides the {} into parts; the chart shows their sizes. \
                         ● (filled) is a black peg, ○ (open) a white one, and · a pin without a peg.",
                        counted(score.secrets(), "secret")
                    )),
                    Block::Bars(
                        Bars::new(
                            format!("Secrets left by each feedback to {first}"),
                            ["feedback", "secrets left"],
                            opening.iter().map(|part| symbols(part.feedback(), result.game.pins)).collect(),
                        )
                        .named()
                        .with(Series::new(
                            first.clone(),
                            opening.iter().map(|part| part.count as f64).collect(),
                        )),
                    ),
                    Block::Table(split),
                ],
            ),
            counting(score.scores),
        ],
    }
}

/// Returns the report of several strategies. `settings` determine whether the first sentence names
/// the first guess.
pub(crate) fn compared(result: &MastermindCompareResult, settings: &EvaluationJob) -> Report {
    match result {
        MastermindCompareResult::Game(game) => one_game(game, is_first_given(settings)),
        MastermindCompareResult::Sizes(sizes) => all_sizes(sizes),
    }
}

fn is_first_given(settings: &EvaluationJob) -> bool {
    settings.contests.first().and_then(|contest| contest.plays.first()?.first).is_some()
}

/// Returns the report of several games: one table of all sizes and strategies, then the sections
/// of each size.
fn all_sizes(result: &SizesResult) -> Report {
    let games = &result.games;
    let sizes = games.iter().flat_map(|game| game.strategies.iter().map(|_| size(&game.game)));
    let scores = games.iter().flat_map(|game| &game.strategies);
    let table = turns(Columns::of(scores).cells("size", sizes)).table();
    let strategies = games.first().map_or(0, |game| game.strategies.len()) as u64;
    let blocks = vec![Block::Ranges(above_fewest(games)), Block::Table(table)];
    let mut sections = vec![Section::new("All sizes", blocks)];
    for game in games {
        let [strategies, turns] = game_sections(game);
        // The text separates the first table from the chart.
        let between = [Block::Text(format!("{}:", turns.title))];
        let blocks = strategies.blocks.into_iter().chain(between).chain(turns.blocks);
        sections.push(Section::new(size(&game.game), blocks));
    }
    sections.push(counting(result.scores));
    let firsts = firsts(games);
    let best = match firsts.as_slice() {
        [(best, sizes), rest @ ..] if rest.iter().all(|(_, others)| others < sizes) => Some((*best, *sizes)),
        _ => None,
    };
    let all = counted(games.len() as u64, "size");
    Report {
        title: match best {
            Some((best, sizes)) => {
                format!("Mastermind: {} needs the fewest turns on {sizes} of {all}", sentence_name(best))
            }
            None => format!("Mastermind: {} on {all}", counted(strategies, "strategy")),
        },
        lead: format!(
            "{} of Mastermind with {}; every secret of each size was played. {}",
            counted(games.len() as u64, "size"),
            counted(strategies, "strategy"),
            fewest_turns(games, &firsts)
        ),
        metrics: best
            .map(|(best, sizes)| metric(&format!("fewest turns on {sizes} of {all}"), name(best).to_owned()))
            .into_iter()
            .chain([metric("sizes", games.len().to_string()), metric("strategies", strategies.to_string())])
            .collect(),
        sections,
    }
}

/// Returns the fewest total turns that any of the strategies needs on a size.
fn fewest(game: &GameResult) -> u64 {
    game.strategies.iter().map(|score| score.total_turns).min().unwrap_or(0)
}

/// Returns the strategies that need the fewest turns on some size. Each is returned with the number
/// of sizes on which it needs the fewest turns; the largest number comes first.
fn firsts(games: &[GameResult]) -> Vec<(Strategy, usize)> {
    let Some(first) = games.first() else { return Vec::new() };
    let first_on = |at: usize| {
        let is_first = |game: &&GameResult| {
            game.strategies.get(at).is_some_and(|score| score.total_turns == fewest(game))
        };
        games.iter().filter(is_first).count()
    };
    let mut firsts: Vec<(Strategy, usize)> = (first.strategies.iter().enumerate())
        .map(|(at, score)| (score.strategy, first_on(at)))
        .filter(|&(_, sizes)| sizes > 0)
        .collect();
    firsts.sort_by_key(|&(_, sizes)| std::cmp::Reverse(sizes));
    firsts
}

/// Returns a sentence that says on how many sizes each strategy needs the fewest turns.
fn fewest_turns(games: &[GameResult], firsts: &[(Strategy, usize)]) -> String {
    if firsts.is_empty() {
        return String::new();
    }
    let sizes = |&(strategy, sizes): &(Strategy, usize)| {
        let name = sentence_name(strategy);
        match sizes {
            all if all == games.len() => format!("{name} on all sizes"),
            some => format!("{name} on {some} of {}", counted(games.len() as u64, "size")),
        }
    };
    let named: Vec<String> = firsts.iter().map(sizes).collect();
    let ties = firsts.iter().map(|&(_, sizes)| sizes).sum::<usize>() > games.len();
    let ties = if ties { "; a tie counts for each of its strategies" } else { "" };
    format!("The fewest turns are needed by {}{ties}.", named.join(", "))
}

/// Returns a dot plot. For each size, it compares every strategy with the strategy that needs the
/// fewest turns, and shows the additional turns in percent. The best strategy has 0.
fn above_fewest(games: &[GameResult]) -> Ranges {
    let row = |game: &GameResult, score: &StrategyScore| RangeRow {
        name: format!("{} · {}", size(&game.game), name(score.strategy)),
        value: to_digits(100.0 * (score.total_turns as f64 / fewest(game).max(1) as f64 - 1.0), 2),
        interval: None,
    };
    Ranges {
        title: "Additional turns compared with the best strategy on the same size, in percent".to_owned(),
        value_axis: "percent more turns".to_owned(),
        rows: games
            .iter()
            .flat_map(|game| game.strategies.iter().map(move |score| row(game, score)))
            .collect(),
    }
}

fn one_game(result: &GameResult, first_given: bool) -> Report {
    let GameResult { game, strategies, .. } = result;
    let best = strategies.iter().min_by_key(|score| score.total_turns);
    let lead = best.map_or_else(String::new, |best| {
        format!(
            "Over {}{}, {} needs the fewest turns: {} on average{}.",
            counted(best.secrets(), "secret"),
            conditions(game, best, first_given),
            sentence_name(best.strategy),
            average(best),
            longest_games(strategies, best),
        )
    });
    let mut sections = game_sections(result).to_vec();
    sections.push(counting(result.scores));
    Report {
        title: best.map_or_else(
            || title(result),
            |best| {
                format!(
                    "Mastermind: {} needs the fewest turns on {}, {} on average",
                    sentence_name(best.strategy),
                    size(game),
                    average(best)
                )
            },
        ),
        lead,
        metrics: best.map_or_else(Vec::new, |best| {
            vec![
                metric("fewest turns", name(best.strategy).to_owned()),
                metric("its average", average(best)),
                metric("its longest game", best.max_turns.to_string()),
                metric("secrets", count(best.secrets())),
            ]
        }),
        sections,
    }
}

fn title(result: &GameResult) -> String {
    format!("Mastermind: {} on {}", counted(result.strategies.len() as u64, "strategy"), size(&result.game))
}

/// Returns the sections with the total and the distribution of turns of each strategy.
fn game_sections(result: &GameResult) -> [Section; 2] {
    let strategies = &result.strategies;
    let longest = strategies.iter().map(|score| score.histogram.len()).max().unwrap_or(0);
    let table = turns(Columns::of(strategies)).figure(&StrategyScore::scores).table();
    let by_turn = Columns::of(strategies).column("strategy", |score| name(score.strategy).to_owned());
    let by_turn = (0..longest).fold(by_turn, |table, turn| {
        let found = |score: &StrategyScore| count(score.histogram.get(turn).copied().unwrap_or(0));
        table.column(&format!("#turn {}", turn + 1), found)
    });
    let series = |score| {
        let mut series = series(score);
        series.values.resize(longest, 0.0);
        series
    };
    [
        Section::new("Strategies", [Block::Table(table)]),
        Section::new(
            "Secrets found at each turn",
            [
                Block::Bars(
                    Bars::new(
                        "Secrets found at each turn by each strategy",
                        ["turns", "secrets"],
                        (1..=longest).map(|turn| turn.to_string()).collect(),
                    )
                    .with_all(strategies.iter().map(series)),
                ),
                Block::Table(by_turn.table()),
            ],
        ),
    ]
}

/// Adds columns with the name, the first guess and the turns of each strategy.
fn turns(table: Columns<'_, StrategyScore>) -> Columns<'_, StrategyScore> {
    table
        .column("strategy", |score| name(score.strategy).to_owned())
        .column("first guess", |score| codeword(&score.first_guess))
        .figure(&StrategyScore::average)
        .figure(&StrategyScore::max_turns)
        .figure(&StrategyScore::total_turns)
}

/// Returns a table of the number of secrets found at each turn.
pub(crate) fn by_turns(histogram: &[u64]) -> ReportTable {
    Columns::of(histogram)
        .cells("#turns", (1..=histogram.len() as u64).map(count))
        .column("#secrets", |&secrets| count(secrets))
        .table()
}

/// Returns a table cell that draws a codeword as pegs.
pub(crate) fn codeword(codeword: &str) -> Cell {
    Cell::Pegs(Pegs { pegs: codeword.to_owned() })
}

/// Returns the section about the number of comparisons.
fn counting(scores: u64) -> Section {
    Section::new(
        "Comparisons",
        [Block::Text(format!(
            "{} of a guess with a secret were required. The count depends only on the algorithm: it is the same for \
             every number of threads and every vector level.",
            counted(scores, "comparison")
        ))],
    )
}

fn series(score: &StrategyScore) -> Series {
    Series::new(
        name(score.strategy).to_owned(),
        score.histogram.iter().map(|&secrets| secrets as f64).collect(),
    )
}

fn average(score: &StrategyScore) -> String {
    score.average.map_or_else(String::new, |average| format!("{average:.4}"))
}

/// Returns the game's size: `4 pins, 6 colours`.
pub(crate) fn size(game: &GamePlayed) -> String {
    let repeats = if game.no_repeats { ", no repeats" } else { "" };
    format!("{}, {}{repeats}", counted(game.pins as u64, "pin"), counted(game.colors as u64, "colour"))
}

/// Returns the end of a sentence about `fewest`, the strategy with the fewest total turns. It gives
/// the smallest maximum number of turns of any strategy, and names the strategies with this
/// maximum.
fn longest_games(strategies: &[StrategyScore], fewest: &StrategyScore) -> String {
    let shortest = strategies.iter().map(|score| score.max_turns).min().unwrap_or(0);
    if fewest.max_turns == shortest {
        return format!(" and at most {shortest}");
    }
    let steady = strategies.iter().filter(|score| score.max_turns == shortest);
    let names: Vec<&str> = steady.map(|score| sentence_name(score.strategy)).collect();
    let keep = if names.len() == 1 { "needs" } else { "need" };
    let named = listed(&names, "and");
    let others = if names.len() + 1 == strategies.len() { "the other" } else { "the others" };
    format!("; {named} {keep} at most {shortest} turns, fewer than {others}")
}

/// Returns the given first guess and the restriction on guesses, in parentheses, for the middle of
/// a sentence. Empty if there are none.
fn conditions(game: &GamePlayed, score: &StrategyScore, first_given: bool) -> String {
    let mut conditions = Vec::new();
    if first_given {
        conditions.push(format!("beginning with {}", score.first_guess));
    }
    if game.possible_only {
        conditions.push("guessing only codewords that are still possible".to_owned());
    }
    if conditions.is_empty() { String::new() } else { format!(" ({})", conditions.join(", ")) }
}

/// Returns a strategy's name with a capital letter, for titles and tables.
fn name(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Knuth => "Knuth",
        Strategy::ExpectedSize => "Expected size",
        Strategy::Entropy => "Entropy",
        Strategy::MostParts => "Most parts",
        Strategy::FirstConsistent => "First consistent",
    }
}

/// Returns a strategy's name within a sentence.
fn sentence_name(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Knuth => "Knuth's strategy",
        Strategy::ExpectedSize => "the expected-size strategy",
        Strategy::Entropy => "the entropy strategy",
        Strategy::MostParts => "the most-parts strategy",
        Strategy::FirstConsistent => "the first-consistent strategy",
    }
}
