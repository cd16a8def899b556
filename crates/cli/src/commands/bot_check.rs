//! `bot-check`: lets a program make every kind of decision, and reports its faults.

use std::fmt::Write as _;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;
use quadrille::diagnostics::printable;
use quadrille::experiments::cards::GameOf;
use quadrille::experiments::cards::bot_check::{BotCheck, CheckedGame, check};
use quadrille::foreign::process::{Processes, Program, Times};
use quadrille::report::figure::{count, counted};
use quadrille::report::{ReportTable, figure::without_middle};
use quadrille::table::{Questions, Text as _};

use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, long_job, terminal, threads};

/// Maximum number of characters of a question that the answer quotes; longer questions are
/// shortened.
const LONGEST_QUESTION: usize = 400;

#[derive(Debug, Args)]
#[command(after_help = format!("Example: quadrille {} bot-check \"python3 bot.py\"

PROGRAM is a command line, as after cmd: in a list of players. The program plays against random players in every \
seat in turn, under rules with every kind of decision; each answer must arrive within one second \
(ten for the start) and be legal. The exit code is 1 if there is a fault. docs/foreign-players.md describes the \
questions and answers. `quadrille examples bot` prints a complete player.", GameOf::<K>::NAME))]
pub(crate) struct BotCheckArgs<K: CheckedGame>
where
    GameOf<K>: Questions,
{
    /// The command line of the program
    program: String,
    /// Number of games under each set of rules
    #[arg(long, value_name = "N", default_value = "12", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    #[arg(allow_negative_numbers = true)]
    games: u64,
    /// Seed of the cards and the random players
    #[arg(long, value_name = "S", default_value = "0", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    seed: u64,
    #[arg(skip)]
    kind: PhantomData<K>,
}

impl<K: CheckedGame> BotCheckArgs<K>
where
    GameOf<K>: Questions,
{
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let line = self.program.strip_prefix("cmd:").unwrap_or(&self.program);
        let program = Program::new(line, Some(".".into()), Times::default());
        let program = program.map_err(|error| Failure::Usage(format!("PROGRAM: {error}")))?;
        let processes = Processes::new(program, GameOf::<K>::NAME);
        threads::share_none();
        let began = Instant::now();
        let found = watched("games", mode, |observer| {
            let stopped = Arc::new(AtomicBool::new(false));
            let found = check::<K>(&processes, self.games, self.seed, &stopped, observer);
            stopped.store(true, Ordering::Relaxed);
            found
        })??;
        if mode.json {
            answer::json(&found)?;
        } else {
            answer::text(&text(&found, began.elapsed().as_secs_f64()))?;
        }
        match (found.ok, processes.failure()) {
            (true, _) => Ok(()),
            (false, Some(failure)) => Err(Failure::unfinished(failure)),
            (false, None) => Err(Failure::unfinished("the program has faults")),
        }
    }
}

fn text(found: &BotCheck, seconds: f64) -> String {
    let mut table = ReportTable::new(&["ask", "#decisions", "#faults"]);
    for decisions in &found.decisions {
        table.push([decisions.ask.clone(), count(decisions.decisions), count(decisions.faults)]);
    }
    let mut text =
        format!("{} in {seconds:.1} s\n\n{}", counted(found.games, "game"), terminal::table(&table));
    for fault in &found.faults {
        let question = without_middle(&printable(&fault.question), LONGEST_QUESTION);
        let _ = write!(text, "\n{}\n  question: {question}\n", printable(&fault.reason));
    }
    text
}
