//! Commands on game records.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use quadrille::answers::daifugo::records::{self, PlayerStats, Trick, TrickPlay, VerifyError};
use quadrille::daifugo::records::{self as kept, GameRecord, Play};
use quadrille::diagnostics::{Source, printable};
use quadrille::report::ReportTable;
use quadrille::report::figure::{count, counted};
use quadrille::texts;
use quadrille::uecda_protocol::official::Head;
use quadrille::uecda_protocol::{self as formats, Format, ReadRecord};
use quadrille_files::{Replace, check_place, write_bytes};

use crate::failure::{Failure, warn};
use crate::{OutputMode, answer, game_records, terminal};

/// Description of record files for the help texts of these commands.
const FILES_HELP: &str = "\
FILE holds JSON lines, a log of the official server or a record of FujiGokoro, detected by content; it may \
be gzip-compressed, and - is standard input. A game is complete if its last line has a line end. If FILE is \
truncated, its complete games are used, with a warning; `verify` then exits with code 1. docs/daifugo-records.md \
describes the formats.";

#[derive(Debug, Subcommand)]
pub(crate) enum RecordCommand {
    /// Show one game, trick by trick
    Show(Show),
    /// Check the deal, the exchange, every play and every result
    Verify(Verify),
    /// Print the statistics of each player
    Stats(Stats),
    /// Convert a record to another format
    Convert(Convert),
}

impl RecordCommand {
    pub(crate) fn run(self, mode: OutputMode) -> Result<(), Failure> {
        match self {
            Self::Show(show) => show.run(mode),
            Self::Verify(verify) => verify.run(mode),
            Self::Stats(stats) => stats.run(mode),
            Self::Convert(convert) => convert.run(mode),
        }
    }
}

/// Reads a file that may be truncated anywhere.
fn source(file: &Path) -> Result<Source, Failure> {
    Ok(texts::read_cut(file)?)
}

/// Reads the complete games of a record, at least one; warns if the record is truncated.
fn record(source: &Source) -> Result<ReadRecord, Failure> {
    let wrong = |reason: &dyn std::fmt::Display| Failure::Usage(format!("{}: {reason}", source.name()));
    let read = formats::read(source.text()).map_err(|error| wrong(&error))?;
    let games = read.record.games.len() as u64;
    match &read.cut {
        Some(cut) if games == 0 => return Err(wrong(cut)),
        None if games == 0 => return Err(wrong(&VerifyError::Empty)),
        Some(cut) => {
            warn(&format!("{}: {cut} ({} used)", source.name(), counted(games, "whole game")));
        }
        None => {}
    }
    Ok(read)
}

#[derive(Debug, Args)]
#[command(after_help = format!("Example: quadrille daifugo record verify match.log\n\n{FILES_HELP}"))]
pub(crate) struct Verify {
    /// The record
    file: PathBuf,
}

impl Verify {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let source = source(&self.file)?;
        game_records::answer_verified(source.name(), records::verify(source.text()), mode)
    }
}

#[derive(Debug, Args)]
#[command(after_help = format!("Example: quadrille daifugo record show match.log --game 2

With --json the answer is the game's line of the JSON lines format.

{FILES_HELP}"))]
pub(crate) struct Show {
    /// The record
    file: PathBuf,
    /// Index of the game, counted from 0
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true)]
    game: usize,
}

impl Show {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let record = record(&source(&self.file)?)?.record;
        let line = records::show(&record, self.game)
            .map_err(|error| Failure::Usage(format!("--game {}: {error}", self.game)))?;
        if mode.json {
            return answer::json(&line);
        }
        let tricks = records::tricks(&record, self.game).map_err(Failure::usage)?;
        let heading = format!("Game {} of {}", self.game, counted(record.games.len() as u64, "game"));
        answer::text(&in_words(&record, self.game, &tricks, &heading))
    }
}

/// Formats a game as text.
pub(super) fn in_words(record: &kept::Record, number: usize, tricks: &[Trick], heading: &str) -> String {
    let game: &GameRecord = &record.games[number];
    let name = |player: u8| printable(record.players.get(usize::from(player)).map_or("", String::as_str));
    let mut blocks = vec![format!("{heading}\n")];

    let mut seats = ReportTable::new(&["#seat", "#player", "name", "#class", "hand"]);
    for (seat, &player) in game.seats.iter().enumerate() {
        let at = usize::from(player);
        let class = game.classes.as_ref().map_or_else(|| "-".to_owned(), |classes| classes[at].to_string());
        let hand = game.hands[at].to_string();
        seats.push([seat.to_string(), player.to_string(), name(player), class, hand]);
    }
    blocks.push(terminal::table(&seats));
    if !game.gifts.is_empty() {
        let gifts = game.gifts.iter().map(|gift| format!("{} to {} {}", gift.from, gift.to, gift.cards));
        let gifts = format!("Exchange: {}", gifts.collect::<Vec<_>>().join("; "));
        blocks.push(textwrap::fill(&gifts, 80) + "\n");
    }

    let mut played = ReportTable::new(&["#trick", "#won by", "plays, passes left out"]);
    for (at, trick) in tricks.iter().enumerate() {
        let winner = trick.winner.map_or_else(|| "-".to_owned(), |player| player.to_string());
        let plays: Vec<String> = trick.plays.iter().map(play_in_words).collect();
        let plays = if plays.is_empty() { "all pass".to_owned() } else { plays.join("; ") };
        played.push([(at + 1).to_string(), winner, plays]);
    }
    blocks.push(terminal::table(&played));

    let mut result = ReportTable::new(&["#place", "#player", "name", "#points so far"]);
    for (place, &player) in game.result.iter().enumerate() {
        let points = count(game.points[usize::from(player)].into());
        result.push([(place + 1).to_string(), player.to_string(), name(player), points]);
    }
    blocks.push(terminal::table(&result));
    blocks.join("\n")
}

/// Formats a play and its events.
fn play_in_words(play: &TrickPlay) -> String {
    let Play { player, submitted, refused, .. } = &play.play;
    let refusal = refused.then(|| refusal_in_words(play));
    let refusal = refusal.as_deref().unwrap_or_default();
    let marks =
        [(*refused, refusal), (play.revolution, "revolution"), (play.lock, "lock"), (play.out, "out")];
    let said: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    let said = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
    format!("{player}: {}{said}", printable(&submitted.to_string()))
}

/// Formats a refusal: the meld to beat, and the reason.
fn refusal_in_words(play: &TrickPlay) -> String {
    let on = play.on.map_or_else(|| "an empty table".to_owned(), |meld| meld.to_string());
    let why = play
        .why
        .map_or_else(|| "for a reason that the record does not show".to_owned(), |why| why.to_string());
    format!("refused on {on}: {why}")
}

#[derive(Debug, Args)]
#[command(after_help = format!("Example: quadrille daifugo record stats match.log

The interval is a 95 % confidence interval, under the assumption of independent games.

{FILES_HELP}"))]
pub(crate) struct Stats {
    /// The record
    file: PathBuf,
}

impl Stats {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let record = record(&source(&self.file)?)?.record;
        let found = records::stats(&record).map_err(Failure::usage)?;
        if mode.json {
            return answer::json(&found);
        }
        let headings = ["player", "#points", "#a game", "95 %", "places"];
        let mut points = ReportTable::new(&headings);
        let headings =
            ["player", "#plays", "#passes", "#refused", "#revolutions", "#locks", "#tricks", "#µs a play"];
        let mut played = ReportTable::new(&headings);
        for (number, player) in found.players.iter().enumerate() {
            let name = format!("{number} {}", printable(&player.name));
            points.push(points_in_words(&name, player));
            let PlayerStats { plays, passes, refused, revolutions, locks, tricks, .. } = *player;
            let mut row = vec![name];
            row.extend([plays, passes, refused, revolutions, locks, tricks].map(count));
            row.push(player.mean_time_us.map_or_else(|| "-".to_owned(), |time| format!("{time:.1}")));
            played.push(row);
        }
        let games = counted(found.games, "game");
        answer::text(&format!("{games}\n\n{}\n{}", terminal::table(&points), terminal::table(&played)))
    }
}

fn points_in_words(name: &str, player: &PlayerStats) -> Vec<String> {
    let number = |value: f64| format!("{value:.3}");
    let interval = match (player.low, player.high) {
        (Some(low), Some(high)) => format!("{} to {}", number(low), number(high)),
        _ => "-".to_owned(),
    };
    let places: Vec<String> = player.places.iter().map(|&often| count(often)).collect();
    vec![
        name.to_owned(),
        count(player.points),
        player.points_per_game.map_or_else(|| "-".to_owned(), number),
        interval,
        places.join(" "),
    ]
}

#[derive(Debug, Args)]
#[command(after_help = format!("Example: quadrille daifugo record convert match.log match.jsonl

The name of OUT determines its format: .jsonl is JSON lines, .log the official server's log; --format \
overrides it. A record that the format cannot represent is refused, and nothing is written.

{FILES_HELP}"))]
pub(crate) struct Convert {
    /// The record
    #[arg(value_name = "FILE")]
    from: PathBuf,
    /// The file to write
    #[arg(value_name = "OUT")]
    to: PathBuf,
    /// Format of OUT: json or official [default: by its name]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<Format>,
    /// Replace OUT if it exists
    #[arg(long)]
    force: bool,
}

/// Lists the names of the writable formats.
fn expected() -> String {
    records::written().map(Format::name).join(" or ")
}

fn format(name: &str) -> Result<Format, String> {
    let found = Format::ALL.into_iter().find(|format| format.name() == name);
    let format = found.ok_or_else(|| format!("{} is expected", expected()))?;
    // The library also refuses formats that it cannot write, but only later.
    if records::written().contains(&format) {
        Ok(format)
    } else {
        Err(records::ConvertError::ReadOnly(format).to_string())
    }
}

impl Convert {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let name = printable(&self.to.display().to_string());
        let format = match (self.format, self.to.extension().and_then(OsStr::to_str)) {
            (Some(format), _) => format,
            (None, Some("jsonl")) => Format::Json,
            (None, Some("log")) => Format::Official,
            (None, _) => {
                return Err(Failure::Usage(format!(
                    "cannot determine the format of {name}; expected a name that ends in .jsonl or .log, or --format {}",
                    expected()
                )));
            }
        };
        if self.to.as_os_str() == "-" {
            return Err(Failure::usage("- is standard input; expected the name of a file to write"));
        }
        let replace = if self.force { Replace::RegularFile } else { Replace::Never };
        check_place(&self.to, Replace::RegularFile)?;
        if check_place(&self.to, replace).is_err() {
            return Err(Failure::Usage(format!("{name} already exists; --force replaces it")));
        }
        let source = source(&self.from)?;
        let ReadRecord { format: from, record, .. } = record(&source)?;
        // The head of the log contains data about the match; the converted record keeps these data.
        let head = if from == Format::Official { Head::read(source.text()).ok() } else { None };
        let (text, converted) = records::convert(&record, head.as_ref(), format)
            .map_err(|error| Failure::Usage(format!("{}: {error}", source.name())))?;
        write_bytes(&self.to, replace, text.as_bytes())?;
        if mode.json {
            return answer::json(&converted);
        }
        answer::text(&format!("{name}: {format}, {}\n", counted(converted.games, "game")))
    }
}
