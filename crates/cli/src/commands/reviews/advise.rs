//! `advise`: the moves of a decision, ranked.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use quadrille::experiments::cards::reviews::{AdviceAnswer, RecordedGame, Searchable, advise};
use quadrille::report::ReportTable;
use quadrille::report::figure::{count, counted};
use quadrille::table::View as _;

use super::{AdvisedGame, Effort, Situated as _, records, require_memory, value};
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, long_job, terminal, threads};

#[derive(Debug, Args)]
#[command(after_help = K::ADVISE)]
pub(crate) struct Advise<K: AdvisedGame> {
    /// A record with the decision; - for standard input, example:NAME for an example
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Index of the game in the record, counted from 0 [default: the last game]
    #[arg(long, value_name = "N", requires = "record", allow_negative_numbers = true)]
    game: Option<usize>,
    /// Number of actions before the decision [default: all actions; in a finished game, the actions
    /// before the last choice]
    #[arg(long, value_name = "N", requires = "record", allow_negative_numbers = true)]
    after: Option<usize>,
    #[command(flatten)]
    situation: K::Situation,
    #[command(flatten)]
    effort: Effort,
    /// Number of threads; affects only the time [default: 1]
    #[arg(long, value_name = "N", value_parser = long_job::threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
}

impl<K: AdvisedGame> Advise<K> {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let mut game = match (&self.record, self.situation.is_given()) {
            (Some(_), true) => {
                return Err(Failure::usage(
                    "--record already describes the decision; expected no other flags for it",
                ));
            }
            (None, _) => self.situation.game()?.ok_or_else(|| Failure::usage(K::EXPECTED))?,
            (Some(file), false) => {
                let games = records::<K>(file)?.games;
                let number = self.game.unwrap_or(games.len() - 1);
                let Some(game) = games.get(number) else {
                    let most = games.len() - 1;
                    return Err(Failure::Usage(format!("--game {number}: expected 0 to {most}")));
                };
                let actions = game.course.actions.len();
                let after = self.after.unwrap_or_else(|| last_decision(game, actions));
                if after > actions {
                    return Err(Failure::Usage(format!(
                        "--after {after}: the game has only {}",
                        counted(actions as u64, "action")
                    )));
                }
                game.course.after(after)
            }
        };
        let threads = self.threads.unwrap_or(NonZeroUsize::MIN);
        threads::require(threads)?;
        require_memory::<K>(self.effort.memory, threads.get(), &[])?;
        threads::share_none();
        let Effort { playouts, worlds, seed, .. } = self.effort;
        let found = watched("playouts", mode, |observer| {
            advise(&mut game, playouts, worlds, threads.get(), seed, observer)
        })?;
        let Some(found) = found else {
            return Err(Failure::usage(
                "the game is over at this point; expected --after N with a smaller number",
            ));
        };
        if mode.json { answer::json(&found) } else { answer::text(&text(&found)) }
    }
}

/// Returns the number of actions before the last decision of a recorded game: all actions, or in a
/// finished game the actions before the last choice.
fn last_decision<G: Searchable>(game: &RecordedGame<G>, actions: usize) -> usize {
    if game.course.after(actions).view().is_some() {
        return actions;
    }
    let is_choice = |after: &usize| game.course.after(*after).view().is_some_and(|view| view.choices() > 1);
    (0..actions).rev().find(is_choice).unwrap_or(actions)
}

/// Formats advice in at most 24 lines.
fn text(found: &AdviceAnswer) -> String {
    let view = &found.view;
    let part = view.seats.get(view.seat).map_or("", |seat| &seat.part);
    let mut text = format!("Seat {}{}{}\n", view.seat, if part.is_empty() { "" } else { ", " }, part);
    let others = view.seats.iter().enumerate().filter(|(seat, _)| *seat != view.seat);
    for (seat, shown) in others {
        let note = shown.note();
        let separator = if note.is_empty() { "" } else { ", " };
        let _ = writeln!(text, "  seat {seat}: {}{separator}{note}", counted(shown.cards.into(), "card"));
    }
    if !view.table.is_empty() {
        let _ = writeln!(text, "Table  {}", view.table_text());
    }
    let facts: Vec<&str> = view.all_facts().collect();
    if !facts.is_empty() {
        let _ = writeln!(text, "Facts  {}", facts.join(", "));
    }
    let _ = writeln!(text, "Hand   {}\n", view.hand.join(" "));
    text.push_str(&ranked(found, found.moves.len(), |place, _| (place + 1).to_string()));
    text
}

/// Formats at most `most` of the best actions, and the reason for the choice. `label` returns the
/// first cell of a row; its arguments are the index of the row, from 0, and the text of the action.
pub(crate) fn ranked(found: &AdviceAnswer, most: usize, label: impl Fn(usize, &str) -> String) -> String {
    let mut table = ReportTable::new(&["#", "move", &format!("#{}", found.unit), "#±", "#behind", "#±"]);
    let number =
        |number: Option<f64>| number.map_or_else(|| "-".to_owned(), |number| value(number, &found.unit));
    for (place, advised) in found.moves.iter().enumerate().take(most) {
        let half = advised.value.zip(advised.high).map(|(value, high)| high - value);
        let [behind, error] = if place == 0 { [None; 2] } else { [advised.behind, advised.behind_error] };
        table.push([
            label(place, &advised.action),
            advised.action.clone(),
            number(advised.value),
            number(half),
            if place == 0 { String::new() } else { number(behind) },
            if place == 0 { String::new() } else { number(error) },
        ]);
    }
    let mut text = terminal::table(&table);
    let why = match &*found.reason {
        "only" => "It is the only legal move.".to_owned(),
        "proved" => "The first move is proved to be best in every deal of the hidden cards.".to_owned(),
        "house" => "The rule player makes this decision, without a search.".to_owned(),
        "policy" => "The policy selected the first move, without playouts.".to_owned(),
        _ => format!("The first move was selected by {}.", counted(found.playouts as u64, "playout")),
    };
    let values = if found.stopped {
        format!("Stopped before the end. {why} The moves were not compared.")
    } else if found.moves.iter().any(|advised| advised.value.is_some()) {
        format!("{why} Values: 95 % intervals from {} other worlds.", count(found.worlds as u64))
    } else {
        format!("{why} There are no values, because no deal of the hidden cards was found.")
    };
    let _ = writeln!(text, "\n{}", textwrap::fill(&values, 80));
    text
}
