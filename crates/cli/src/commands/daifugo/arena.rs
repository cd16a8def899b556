//! Arenas of Daifugo players, and replays of single games.

use std::path::PathBuf;

use clap::Args;
use quadrille::answers::daifugo::records as answers;
use quadrille::daifugo::records::Recorder;
use quadrille::daifugo::rules::Rule;
use quadrille::experiment_file::ExperimentFile;
use quadrille::experiments::daifugo::league::Daifugo;
use quadrille::files::{Folder, NamedFiles};
use quadrille::lanes::Level;
use quadrille::report::figure::counted;
use quadrille::settings::{Chosen, DaifugoSettings};

use super::super::cards::{play, replayable};
use super::record::in_words;
use crate::daifugo_arguments::{Switched, jokers, rules_help, switches};
use crate::failure::Failure;
use crate::game_records::GameRecords;
use crate::long_job::{self, LongJob};
use crate::progress::watched;
use crate::{OutputMode, answer, flags, threads};

/// Default number of games, as in `doudizhu arena`.
const GAMES: u64 = 3000;
/// Help text of `--players` of `replay`, which refuses external programs and timed players.
const REPLAYED: &str = "Three to six players: random, greedy, policy, policy:FILE, search or search:PLAYOUTS";

/// Players and settings of the arena.
#[derive(Debug, Args)]
struct Party {
    /// Three to six players: random, greedy, policy, policy:FILE, search, search:PLAYOUTS,
    /// search:TIME or cmd:PROGRAM
    #[arg(long, value_name = "A,B,C,D,E", value_delimiter = ',', required = true)]
    players: Vec<String>,
    #[arg(long, value_name = "RULES", default_value = "uecda", value_parser = switches, help = rules_help())]
    rules: Switched,
    /// Jokers in the deck, 0 to 2 [default: 1]
    #[arg(long, value_name = "N", value_parser = jokers, allow_negative_numbers = true)]
    jokers: Option<u32>,
    /// Number of games; rounded up to a multiple of the number of players
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = long_job::whole_number, allow_negative_numbers = true)]
    games: u64,
    /// Number of games per sitting; all but the first begin with an exchange [default: 10]
    #[arg(long, value_name = "N", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    sitting: Option<u64>,
}

impl Party {
    /// Builds the experiment that the flags describe.
    fn file(&self) -> Result<ExperimentFile, Failure> {
        // The flags are converted to the settings of an experiment file, so checks, seeds,
        // checkpoints and results are the same as those of the experiment.
        let players = self.players.iter().map(|player| player.trim().to_owned()).collect();
        let mut settings = DaifugoSettings::new(players, self.games);
        settings.sitting = self.sitting.unwrap_or(settings.sitting);
        let rules = &mut settings.rules;
        rules.jokers = self.jokers.unwrap_or(rules.jokers);
        let parsed = |listed: &[Rule]| listed.iter().copied().map(Chosen).collect();
        (rules.on, rules.off) = (parsed(&self.rules.on), parsed(&self.rules.off));
        flags::experiment(&settings, NamedFiles::new(Folder::new(".").quotable()))
    }
}

#[derive(Debug, Args)]
#[command(override_usage = "quadrille daifugo arena --players A,B,C,D,E [OPTIONS]")]
#[command(after_help = "Examples:
  quadrille daifugo arena --players greedy,greedy,greedy,greedy,random
  quadrille daifugo arena --players greedy,random,random --games 3000 \\
      --rules uecda,eleven-back,no-suit-lock --out runs/three
  quadrille daifugo arena --players greedy,random,random --games 300 --seed 1 \\
      --records games.jsonl.gz

One series of games is played per player. All series have the same cards; from one \
series to the next, every player moves on by one seat. docs/experiments.md describes the rules and the answer. A program cmd:PROGRAM \
is queried over standard input and output, with one second for a decision; if it fails to play, the run ends with exit code 1 (docs/foreign-players.md).")]
pub(crate) struct Play {
    #[command(flatten)]
    party: Party,
    /// Keep checkpoints, results and a report in DIR
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    records: GameRecords,
    #[command(flatten)]
    job: LongJob,
}

impl Play {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let to = (self.out.as_deref(), &self.job);
        play::<Daifugo, Recorder>(&self.party.file()?, Some(&self.records), to, level, mode)
    }
}

#[derive(Debug, Args)]
#[command(override_usage = "quadrille daifugo replay --players A,B,C,D,E --seed S --game K [OPTIONS]")]
#[command(mut_arg("players", |players| players.help(REPLAYED)))]
#[command(after_help = "Example: quadrille daifugo replay --seed 1 --game 7 \\
    --players greedy,greedy,greedy,greedy,random

Games are numbered from 0: the first sitting of every series, then the second sitting of every series, and so on. \
--games and --sitting must be those of the arena, because sittings depend on them. With --json the answer is the \
game's JSON line (docs/daifugo-records.md); `arena --records` writes all games for `verify`.")]
pub(crate) struct Replay {
    #[command(flatten)]
    party: Party,
    /// Seed of the arena
    #[arg(long, value_name = "S", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    seed: u64,
    /// Index of the game, counted from 0
    #[arg(long, value_name = "K", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    game: u64,
}

impl Replay {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let file = self.party.file()?;
        let arena = replayable::<Daifugo>(&file)?;
        threads::share_none();
        let played =
            watched("games", mode, |observer| arena.record_game::<Recorder>(self.seed, self.game, observer))?;
        let played = played?.ok_or_else(|| {
            let (game, last) = (self.game, arena.games() - 1);
            Failure::Usage(format!("--game: there is no game {game}; the arena plays games 0 to {last}"))
        })?;
        let record = played.into_record();
        let last = record.games.len() - 1;
        if mode.json {
            return answer::json(&answers::show(&record, last).map_err(Failure::usage)?);
        }
        let tricks = answers::tricks(&record, last).map_err(Failure::unfinished)?;
        let heading =
            format!("Game {} of {}, game {last} of its sitting", self.game, counted(arena.games(), "game"));
        answer::text(&in_words(&record, last, &tricks, &heading))
    }
}
