//! `review`: the cost of each decision of recorded games.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use quadrille::diagnostics::printable;
use quadrille::experiments::cards::reviews::{
    Language, ReviewAnswer, ReviewError, ReviewOptions, ReviewedDecision, report, review, subject,
};
use quadrille::report::figure::{count, counted, shortened};
use quadrille::report::{ReportTable, page_of_answer};
use quadrille::runner::threads::ThreadCount;
use quadrille_files::{Replace, check_writable, write_bytes};

use super::{AdvisedGame, Effort, records, require_memory, sum, unit_of_sum, value};
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, browser, long_job, terminal, threads};

#[derive(Debug, Args)]
#[command(after_help = K::REVIEW)]
pub(crate) struct Review<K: AdvisedGame> {
    /// The record; - for standard input, example:NAME for an example
    file: PathBuf,
    /// Index of the game to review, counted from 0 [default: all games]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    game: Option<usize>,
    /// The player to review, by name or number [default: all players]
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Write the review to this HTML page; an existing file is replaced
    #[arg(long, value_name = "FILE.html", value_parser = page())]
    report: Option<PathBuf>,
    /// Show the page in the browser
    #[arg(long, requires = "report")]
    open: bool,
    /// Language of the page: en, ja or zh
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Language,
    #[command(flatten)]
    effort: Effort,
    /// Number of threads; affects only the time [default: all]
    #[arg(long, value_name = "N", value_parser = long_job::threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    #[arg(skip)]
    kind: std::marker::PhantomData<K>,
}

/// Returns the parser of page file names.
fn page() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| crate::commands::life::read_page(name.into()))
}

impl<K: AdvisedGame> Review<K> {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let page = self.report.as_deref();
        page.map_or(Ok(()), |path| check_writable(path, Replace::RegularFileOrLink))?;
        let games = records::<K>(&self.file)?.games;
        // Without the flag, fewer threads are used if the system cannot start more.
        self.threads.map_or(Ok(()), threads::require)?;
        let threads = self.threads.unwrap_or_else(|| ThreadCount::available().most());
        require_memory::<K>(self.effort.memory, threads.get(), &games)?;
        threads::share_none();
        let Effort { playouts, worlds, seed, .. } = self.effort;
        let (game, player, threads) = (self.game, self.player.clone(), threads.get());
        let options = ReviewOptions { game, player, playouts, worlds, threads, seed };
        let found = watched("decisions", mode, |observer| review(&games, &options, observer))?;
        let found = found.map_err(|error| match error {
            ReviewError::Cancelled(cancelled) => cancelled.into(),
            ReviewError::Game { .. } => Failure::Usage(format!("--game: {error}")),
            error => Failure::Usage(format!("--player: {error}")),
        })?;
        if let Some(path) = page {
            let report = report::<K>(&found, self.language);
            let [record, of_seed] = self.language.condition_labels().map(str::to_owned);
            let conditions =
                [(record, printable(&self.file.display().to_string())), (of_seed, seed.to_string())];
            let (subject, words) = (subject::<K>(self.language), self.language.page_words());
            let page = page_of_answer(&report, &subject, &conditions, words).map_err(Failure::unfinished)?;
            write_bytes(path, Replace::RegularFileOrLink, page.as_bytes())?;
            if self.open {
                browser::open(path);
            }
        }
        if mode.json {
            return answer::json(&found);
        }
        let mut text = text(&found);
        if let Some(path) = page {
            let _ = writeln!(text, "\nreport   {}", printable(&path.display().to_string()));
        }
        answer::text(&text)
    }
}

/// Formats a review in about 24 lines.
pub(crate) fn text(found: &ReviewAnswer) -> String {
    let mut text = format!(
        "{} with a choice in {}\n\n",
        counted(found.reviewed, "decision"),
        counted(found.games, "game")
    );
    let mut players = ReportTable::new(&[
        "player",
        "#decisions",
        "#charged",
        &format!("#loss, {}", unit_of_sum(&found.unit)),
        "#±",
    ]);
    for player in &found.players {
        players.push([
            format!("{} {}", player.player, shortened(&printable(&player.name), 24)),
            count(player.decisions),
            count(player.charged),
            sum(player.loss),
            sum(player.loss_error),
        ]);
    }
    text.push_str(&terminal::table(&players));
    if found.costliest.is_empty() {
        text.push_str("\nNo decision has a significant loss.\n");
        return text;
    }
    let headings = ["#game", "#after", "#player", "played", "best", "#loss", "#±", "found by"];
    let mut costliest = ReportTable::new(&headings);
    for costly in &found.costliest {
        let decision = &found.decisions[costly.decision];
        let ReviewedDecision { game, number, player, taken, best, reason, loss, loss_error, .. } = decision;
        costliest.push([
            game.to_string(),
            number.to_string(),
            player.to_string(),
            taken.clone(),
            best.clone(),
            value(loss.unwrap_or_default(), &found.unit),
            value(loss_error.unwrap_or_default(), &found.unit),
            reason.clone(),
        ]);
    }
    let _ = write!(text, "\nThe costliest decisions\n{}", terminal::table(&costliest));
    let mut patterns = String::new();
    for pattern in found.patterns.iter().take(3) {
        let another = if pattern.taken == pattern.best { "another " } else { "" };
        let proved = if pattern.proved { " despite a proved win" } else { "" };
        let line = format!(
            "  {} instead of {another}{}{proved}: {}, {} {} lost",
            pattern.taken,
            pattern.best,
            counted(pattern.count, "time"),
            sum(pattern.loss),
            unit_of_sum(&found.unit)
        );
        patterns += &(textwrap::fill(&line, 80) + "\n");
    }
    let _ = write!(text, "\nPatterns\n{patterns}");
    text
}
