//! Arenas of Dou Dizhu players, and replays of single games.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use quadrille::answers::doudizhu::{replay, write_all};
use quadrille::answers::job::RunFact;
use quadrille::doudizhu::arena::{Arena, Entrant, GAMES_A_DEAL};
use quadrille::doudizhu::game::{Auction, Scoring, Setup};
use quadrille::doudizhu::players::{PlayerKind, UnknownPlayer};
use quadrille::experiment_file::ExperimentFile;
use quadrille::experiments::doudizhu::words::game_in_words;
use quadrille::files::{Folder, NamedFiles};
use quadrille::foreign::process::command;
use quadrille::lanes::Level;
use quadrille::settings::{Chosen, DoudizhuSettings, MoveRules};
use quadrille::table::{EntrantError, POLICY, SEARCH};

use super::cards::RulesFlag;
use crate::failure::Failure;
use crate::game_records::{self, GameRecords};
use crate::long_job::{self, LongJob};
use crate::{OutputMode, answer, flags};

/// Default number of games, as in experiments of the kind `doudizhu.arena`.
const GAMES: u64 = 3000;
/// Help text of `--players` of `replay`, which refuses external programs and timed players.
const REPLAYED: &str =
    "Three players in seat order: random, rule, policy, policy:FILE, search or search:PLAYOUTS";

/// Players and settings of the arena.
#[derive(Debug, Args)]
struct Party {
    /// Three players in seat order: random, rule, policy, policy:FILE, search, search:PLAYOUTS,
    /// search:TIME or cmd:PROGRAM
    #[arg(long, value_name = "A,B,C", value_parser = players)]
    players: Players,
    #[command(flatten)]
    rules: RulesFlag,
    /// Scoring of the games [default: adp]
    #[arg(long, value_name = "SCORING", value_parser = scorings())]
    scoring: Option<Scoring>,
    /// How the landlord is chosen [default: bids with classic scoring, else none]
    #[arg(long, value_name = "AUCTION", value_parser = auctions())]
    auction: Option<Auction>,
    /// The landlord may play with an open hand (classic scoring)
    #[arg(long)]
    open_hand: bool,
    /// Every player may double (classic scoring)
    #[arg(long)]
    doubling: bool,
}

/// Three player names; a separate type, because clap treats a `Vec` argument as repeatable.
#[derive(Debug, Clone)]
struct Players([String; 3]);

fn players(names: &str) -> Result<Players, String> {
    // Policy files and search budgets are not checked here, but together with the experiment.
    let described = |name: &str| name.starts_with(POLICY) || name.starts_with(SEARCH);
    let named = |name: &str| match command(name) {
        None if !described(name) => name.parse().map(|kind: PlayerKind| kind.to_string()),
        _ => Ok(name.to_owned()),
    };
    let names = names
        .split(',')
        .map(|name| named(name.trim()))
        .collect::<Result<Vec<String>, UnknownPlayer>>()
        .map_err(|error| {
            format!(
                "{error}; other players are `policy:FILE` with a trained policy, `search:BUDGET` and `cmd:PROGRAM`"
            )
        })?;
    let number = names.len();
    let three = names
        .try_into()
        .map_err(|_| format!("{number} players; expected three, such as rule,random,random"))?;
    Ok(Players(three))
}

/// Returns the player with the given name, or an error if games of this player cannot be replayed.
fn entrant(name: &str) -> Result<Entrant, Failure> {
    let entrant = Entrant::named::<PlayerKind>(name, |file| NamedFiles::in_folder(".").bytes(file));
    let entrant = entrant.map_err(|error| match error {
        EntrantError::Unknown(_) => game_records::of_programs("doudizhu"),
        error => Failure::Usage(error.to_string()),
    })?;
    if entrant.is_reproducible() {
        return Ok(entrant);
    }
    Err(game_records::of_timed_players())
}

fn scorings() -> impl clap::builder::TypedValueParser<Value = Scoring> {
    let named = |name: String| Scoring::ALL.into_iter().find(|scoring| scoring.name() == name);
    PossibleValuesParser::new(Scoring::ALL.map(Scoring::name))
        .try_map(move |name| named(name).ok_or("no scoring"))
}

fn auctions() -> impl clap::builder::TypedValueParser<Value = Auction> {
    let named = |name: String| Auction::ALL.into_iter().find(|auction| auction.name() == name);
    PossibleValuesParser::new(Auction::ALL.map(Auction::name))
        .try_map(move |name| named(name).ok_or("no auction"))
}

impl Party {
    /// Builds the experiment with these players and the given number of games.
    fn file(&self, games: Option<u64>) -> Result<ExperimentFile, Failure> {
        let mut settings = DoudizhuSettings::new(self.players.0.iter().cloned().collect());
        settings.games = games.unwrap_or(settings.games);
        let setup = &mut settings.setup;
        setup.moves.rules = MoveRules(self.rules.rules);
        (setup.scoring, setup.auction) = (self.scoring.map(Chosen), self.auction.map(Chosen));
        (setup.open_hand, setup.doubling) = (self.open_hand, self.doubling);
        flags::experiment(&settings, NamedFiles::new(Folder::new(".").quotable()))
    }

    /// Builds the arena with this seed.
    fn arena(&self, seed: u64) -> Result<Arena, Failure> {
        let [first, second, third] = self.players.0.each_ref().map(|name| entrant(name));
        Ok(Arena::new(self.setup(), [first?, second?, third?], seed))
    }

    fn setup(&self) -> Setup {
        let mut setup = Setup::new(self.rules.rules, self.scoring.unwrap_or(Scoring::Adp));
        setup.auction = self.auction.unwrap_or(setup.auction);
        (setup.open_hand, setup.doubling) = (self.open_hand, self.doubling);
        setup
    }
}

#[derive(Debug, Args)]
#[command(override_usage = "quadrille doudizhu arena --players A,B,C [OPTIONS]")]
#[command(after_help = "Examples:
  quadrille doudizhu arena --players rule,random,random --games 3000
  quadrille doudizhu arena --players rule,rule,random --scoring classic \\
      --out runs/bids
  quadrille doudizhu arena --players rule,rule,rule --games 300 --seed 1 \\
      --records games.jsonl.gz

Each deal is played three times with rotated seats, so --games is rounded up to a multiple of \
3. docs/experiments.md describes the answer. A program cmd:PROGRAM is queried over standard \
input and output, with one second for a decision; if it fails to play, the run ends with exit code 1 (docs/foreign-players.md).")]
pub(crate) struct Play {
    #[command(flatten)]
    party: Party,
    /// Number of games [default: 3000]
    #[arg(long, value_name = "N", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    games: Option<u64>,
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
        let file = self.party.file(self.games)?;
        // Before the games are played, check that all of them can be recorded.
        self.records.path().map(|_| self.party.arena(0)).transpose()?;
        self.records.check()?;
        let ended = self.job.run(&file, self.out.as_deref(), level, mode)?;
        if self.records.path().is_some() && ended.conclusion.is_some() {
            let (arena, deals) =
                (self.party.arena(ended.seed)?, self.games.unwrap_or(GAMES).div_ceil(GAMES_A_DEAL));
            self.records
                .write(mode, |thoughts, out, observer| write_all(&arena, deals, thoughts, out, observer))?;
        }
        let facts = [RunFact::Rate, RunFact::Seconds, RunFact::Seed];
        long_job::answer_with_facts(&file, &ended, self.out.as_deref(), mode, &facts)
    }
}

#[derive(Debug, Args)]
#[command(override_usage = "quadrille doudizhu replay --players A,B,C --seed S --game K [OPTIONS]")]
#[command(mut_arg("players", |players| players.help(REPLAYED)))]
#[command(after_help = "Example: quadrille doudizhu replay --players rule,random,random \\
    --seed 1 --game 7

Games 0 to 2 use the first deal, games 3 to 5 the second, and so on. With --json the answer is a record for \
`verify`, in the format of docs/doudizhu-records.md.")]
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
        self.party.file(None)?;
        let arena = self.party.arena(self.seed)?;
        let (record, played) = replay(&arena, self.game, &())?;
        if mode.json {
            return answer::json(&record);
        }
        answer::text(&game_in_words(&played.game, played.names()))
    }
}
