//! Commands of card games. The flags of `arena` and `league` are the keys of the experiment kind.
//! All commands of Hearts are here; Dou Dizhu uses `arena`.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, Subcommand, value_parser};
use quadrille::answers::job::RunFact;
use quadrille::experiment_file::ExperimentFile;
use quadrille::experiments::cards::GameOf;
use quadrille::experiments::cards::arena::{self, ArenaGame};
use quadrille::experiments::cards::bot_check::CheckedGame;
use quadrille::experiments::doudizhu::{self, DouDizhu};
use quadrille::experiments::hearts::{self, Hearts};
use quadrille::files::{Folder, NamedFiles};
use quadrille::job::Kind;
use quadrille::lanes::Level;
use quadrille::runner::keys::{Key, Presence, Shape};
use quadrille::settings::Settings;
use quadrille::table::records::{Recorded, Recorder, SeriesRecord, verify_games};
use quadrille::table::{self, BuiltIn, Text as _};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::bot_check::BotCheckArgs;
use super::play::{Play, PlayedGame};
use super::reviews::{Advise, Review};
use crate::failure::Failure;
use crate::game_records::{self, GameRecords};
use crate::long_job::{self, LongJob};
use crate::{OutputMode, flags};

/// A card game whose arena has the keys of its experiment kind as flags.
pub(crate) trait CardGame: ArenaGame + Debug {
    const ARENA: Kind;
    /// The kind of leagues; without leagues, the kind of arenas.
    const LEAGUE: Kind = Self::ARENA;
    /// The record of a series, which `--records` writes.
    type Record: SeriesRecord<GameOf<Self>>;
    /// A sentence about arenas for the help.
    const ARENA_HELP: &'static str = "";
}

impl CardGame for Hearts {
    const ARENA: Kind = hearts::ARENA;
    const LEAGUE: Kind = hearts::LEAGUE;
    type Record = Recorder<GameOf<Self>>;
}

impl CardGame for DouDizhu {
    const ARENA: Kind = doudizhu::ARENA;
    type Record = quadrille::doudizhu::records::Recorder;
    const ARENA_HELP: &'static str =
        "Each deal is played three times with rotated seats, so --games is rounded up to a multiple of 3. ";
}

/// Returns the contest of an arena's file, or the reason why its games cannot be replayed.
pub(crate) fn replayable<G: ArenaGame>(file: &ExperimentFile) -> Result<&table::Contest<GameOf<G>>, Failure> {
    let settings = file.settings::<arena::ArenaSettings<G>>();
    let contest = settings.and_then(arena::ArenaSettings::replayable);
    contest.ok_or_else(|| match settings {
        Some(settings) if !settings.has_programs() => game_records::of_timed_players(),
        _ => game_records::of_programs(GameOf::<G>::NAME),
    })
}

/// Commands of a card game.
#[derive(Debug, Subcommand)]
pub(crate) enum Cards<G: CardGame<Player: BuiltIn<Game: Recorded>> + PlayedGame + CheckedGame> {
    /// Check a player that is an external program
    BotCheck(BotCheckArgs<G>),
    /// Play at the terminal, with hints and review
    Play(Play<G>),
    /// Rank the moves of a decision by search
    Advise(Advise<G>),
    /// Find the costly decisions of recorded games
    Review(Review<G>),
    /// Let players compete with each other, each in every seat
    Arena(Arena<G>),
    /// Rate any number of players, grouped into tables
    League(League<G>),
    /// Check recorded games: deal, every action, all points
    Verify(Verify<G>),
}

impl<G: CardGame<Player: BuiltIn<Game: Recorded>> + PlayedGame + CheckedGame> Cards<G> {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        match self {
            Self::BotCheck(check) => check.run(mode),
            Self::Play(play) => play.run(mode),
            Self::Advise(advise) => advise.run(mode),
            Self::Review(review) => review.run(mode),
            Self::Arena(arena) => arena.run(level, mode),
            Self::League(League { contest }) => contest.run(None, level, mode),
            Self::Verify(verify) => game_records::verify(&verify.file, mode, |lines, observer| {
                verify_games::<GameOf<G>>(lines, observer)
            }),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Arena<G: CardGame> {
    #[command(flatten)]
    contest: Contest<G, false>,
    #[command(flatten)]
    records: GameRecords,
}

impl<G: CardGame> Arena<G> {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        self.contest.run(Some(&self.records), level, mode)
    }
}

#[derive(Debug, Args)]
pub(crate) struct League<G: CardGame> {
    #[command(flatten)]
    contest: Contest<G, true>,
}

#[derive(Debug, Args)]
struct Contest<G: CardGame, const LEAGUE: bool> {
    #[command(flatten)]
    keys: Keys<G, LEAGUE>,
    /// Keep checkpoints, results and a report in DIR
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    job: LongJob,
}

impl<G: CardGame, const LEAGUE: bool> Contest<G, LEAGUE> {
    fn run(&self, records: Option<&GameRecords>, level: Level, mode: OutputMode) -> Result<(), Failure> {
        play::<G, G::Record>(&self.keys.file()?, records, (self.out.as_deref(), &self.job), level, mode)
    }
}

/// Plays an arena or a league, prints its answer, and writes the records of its games if this is
/// asked for.
pub(crate) fn play<G: ArenaGame, R: SeriesRecord<GameOf<G>>>(
    file: &ExperimentFile,
    records: Option<&GameRecords>,
    (out, job): (Option<&Path>, &LongJob),
    level: Level,
    mode: OutputMode,
) -> Result<(), Failure> {
    // Before the games are played, check that they can be recorded.
    let records = records.filter(|records| records.path().is_some());
    let recorded = records.map(|records| {
        let contest = replayable::<G>(file)?;
        records.check()?;
        Ok::<_, Failure>((records, contest))
    });
    let recorded = recorded.transpose()?;
    let ended = job.run(file, out, level, mode)?;
    if let Some((records, contest)) = recorded.filter(|_| ended.conclusion.is_some()) {
        records.write(mode, |thoughts, out, observer| {
            contest.write_records::<R>(ended.seed, thoughts, out, observer)
        })?;
    }
    let facts = [RunFact::Rate, RunFact::Seconds, RunFact::Seed];
    long_job::answer_with_facts(file, &ended, out, mode, &facts)
}

#[derive(Debug, Args)]
#[command(after_help = format!("Example: quadrille {0} verify {0}.jsonl

A record is a header and one line per game; a file may hold several records. If FILE ends
inside a line, the complete games are checked, and the exit code is 1.
The format is described in docs/game-records.md.", GameOf::<G>::NAME))]
pub(crate) struct Verify<G: CardGame> {
    /// The records, optionally gzip-compressed; - for standard input, example:NAME for an example
    file: PathBuf,
    #[arg(skip)]
    game: PhantomData<G>,
}

/// The keys of the experiment kind that were given as flags, with their values.
#[derive(Debug)]
pub(crate) struct Keys<G, const LEAGUE: bool>(Map<String, Value>, PhantomData<G>);

impl<G: CardGame, const LEAGUE: bool> Keys<G, LEAGUE> {
    /// Returns whether a key was given.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// Sets a key.
    pub(crate) fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.to_owned(), value.into());
    }

    /// Builds the experiment with these keys.
    pub(crate) fn file(&self) -> Result<ExperimentFile, Failure> {
        flags::experiment(self, NamedFiles::new(Folder::new(".").quotable()))
    }
}

impl<G: CardGame, const LEAGUE: bool> Settings for Keys<G, LEAGUE> {
    const KIND: Kind = if LEAGUE { G::LEAGUE } else { G::ARENA };
}

impl<G, const LEAGUE: bool> Serialize for Keys<G, LEAGUE> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<G: CardGame, const LEAGUE: bool> Args for Keys<G, LEAGUE> {
    fn augment_args(command: Command) -> Command {
        let Kind { name, keys, .. } = Self::KIND;
        let needed = keys.iter().filter(|key| key.presence == Presence::Must);
        let needed = needed.map(|key| format!(" --{} {}", flag(key), flags::as_typed(key.example, 0..0).0));
        let help = format!(
            "Example:\n  quadrille {}{}\n\n{}The flags are the keys of {name} in docs/experiments.md. A program \
             cmd:PROGRAM is queried over standard input and output, by default with one second for a decision; if it fails \
             to play, the run ends with exit code 1 (docs/foreign-players.md).",
            name.replace('.', " "),
            needed.collect::<String>(),
            if LEAGUE { "" } else { G::ARENA_HELP },
        );
        command.args(keys.iter().map(argument)).after_help(help)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<G: CardGame, const LEAGUE: bool> FromArgMatches for Keys<G, LEAGUE> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given =
            Self::KIND.keys.iter().filter_map(|key| Some((key.name.to_owned(), value(key, matches)?)));
        Ok(Self(given.collect(), PhantomData))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn flag(key: &Key) -> String {
    key.name.replace('_', "-")
}

fn argument(key: &Key) -> Arg {
    let (first, rest) = key.what.split_at(1);
    let usually = match key.presence {
        Presence::Usually(value) => format!(" [default: {value}]"),
        _ => String::new(),
    };
    let argument = Arg::new(key.name)
        .long(flag(key))
        .help(format!("{}{rest}{usually}", first.to_uppercase()))
        .required(key.presence == Presence::Must);
    match key.shape {
        Shape::Flag => argument
            .value_name("BOOL")
            .num_args(0..=1)
            .default_missing_value("true")
            .value_parser(value_parser!(bool)),
        Shape::Whole(..) => {
            argument.value_name("N").value_parser(long_job::whole_number).allow_negative_numbers(true)
        }
        Shape::List(..) => argument.value_name("A,B,...").value_delimiter(','),
        Shape::Choice(names) => argument.value_name("NAME").value_parser(PossibleValuesParser::new(names)),
        _ => argument.value_name("TEXT"),
    }
}

/// Returns the value that a flag gives for a key, if present.
fn value(key: &Key, matches: &ArgMatches) -> Option<Value> {
    Some(match key.shape {
        Shape::Flag => (*matches.get_one::<bool>(key.name)?).into(),
        Shape::Whole(..) => (*matches.get_one::<u64>(key.name)?).into(),
        Shape::List(..) => matches.get_many::<String>(key.name)?.map(|element| element.trim()).collect(),
        _ => matches.get_one::<String>(key.name)?.as_str().into(),
    })
}
