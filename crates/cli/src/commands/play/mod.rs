//! `play`: a card game at the terminal, against any players.

mod games;
mod input;
mod screen;
mod solved;

use std::fmt::{Debug, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use quadrille::diagnostics::printable;
use quadrille::experiments::cards::play::Session;
use quadrille::experiments::cards::reviews::{GameCourse, RecordedGame, ReviewOptions, advise, review};
use quadrille::experiments::cards::table_game::{Finished, TableGame, named, record};
use quadrille::experiments::cards::{GameOf, SetupOf};
use quadrille::files::{Folder, NamedFiles};
use quadrille::foreign::player::entrant;
use quadrille::machine::draw_seed;
use quadrille::report::figure::counted;
use quadrille::runner::foreign;
use quadrille::table::{Decision, Game as _, Text as _, View as _};
use quadrille_files::{Replace, check_writable, write_bytes};

pub(crate) use self::input::{Input, Line};
pub(crate) use self::screen::wrapped;
pub(crate) use self::solved::Solved;
use super::reviews::{AdvisedGame, ranked};
use crate::failure::Failure;
use crate::{OutputMode, answer, long_job};

/// A card game that can be played at the terminal.
pub(crate) trait PlayedGame: AdvisedGame + TableGame {
    /// The flags of the rules.
    type Rules: Args + Ruled<Self> + Debug;
    /// The text at the end of `play --help`.
    const PLAY: &'static str;
}

/// Rules that flags describe.
pub(crate) trait Ruled<K: PlayedGame> {
    /// Returns the rules for this number of players.
    fn setup(&self, players: usize) -> Result<SetupOf<K>, Failure>;
}

#[derive(Debug, Args)]
#[command(after_help = K::PLAY)]
pub(crate) struct Play<K: PlayedGame> {
    /// The other players: built-in, policy:FILE, search:BUDGET or cmd:PROGRAM
    #[arg(long, value_name = "A,B,...", value_delimiter = ',')]
    players: Vec<String>,
    /// Number of games
    #[arg(long, value_name = "N", default_value = "1", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    rules: K::Rules,
    /// Write a record of the finished games to FILE; an existing file is replaced
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Show all hands from the beginning; the games are marked as practice
    #[arg(long)]
    open: bool,
    /// Review the decisions after each game
    #[arg(long)]
    review: bool,
    /// Seed of cards and players, 0 to 2^64-1 [default: random, printed]
    #[arg(long, value_name = "S", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
}

/// Maximum number of deals in a row that are thrown in and dealt again.
const MOST_THROW_INS: u32 = 100;

/// The reason for the end of a game at the terminal.
enum Ended {
    /// The game is over, or its cards were thrown in.
    Over,
    /// The person has left the game.
    Left,
}

impl<K: PlayedGame> Play<K> {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        if mode.json {
            return Err(Failure::usage(
                "a game is interactive and has no JSON answer; for JSON, use `advise` or `review`",
            ));
        }
        self.record.as_deref().map_or(Ok(()), |path| check_writable(path, Replace::RegularFileOrLink))?;
        let others: Vec<&str> = match self.players.as_slice() {
            [] => K::OTHERS.to_vec(),
            given => given.iter().map(String::as_str).collect(),
        };
        let setup = self.rules.setup(others.len() + 1)?;
        let expected = GameOf::<K>::seats(&setup) - 1;
        if others.len() != expected {
            return Err(Failure::Usage(format!(
                "--players: {} besides you; expected {expected}",
                counted(others.len() as u64, "player")
            )));
        }
        let seed = self.seed.unwrap_or_else(draw_seed);
        let mut files = NamedFiles::new(Folder::new(".").quotable());
        let named = named::<K>(&others, "--players", &mut files)?;
        if foreign::ready(&named).is_err() {
            return Err(Failure::unfinished(
                "players that are programs cannot be started: there is no folder to start them in",
            ));
        }
        let stopped = Arc::default();
        let entrants =
            std::iter::once(None).chain(named.iter().map(|player| Some(entrant(player, &stopped))));
        let entrants: Vec<_> = entrants.collect();
        let names: Vec<String> =
            std::iter::once("you").chain(others.iter().copied()).map(str::to_owned).collect();
        let mut table: TerminalTable<K> = TerminalTable {
            session: Session::new(&setup, &entrants, seed),
            names,
            input: Input::new()?,
            open: self.open,
            has_programs: foreign::any(&named),
            events: Vec::new(),
        };
        answer::text(&format!("Seed {seed}. Type `?` for help.\n"))?;
        self.play_games(&setup, &mut table)
    }

    /// Plays the games, reviews each if requested, and writes the record after each.
    fn play_games(&self, setup: &SetupOf<K>, table: &mut TerminalTable<K>) -> Result<(), Failure> {
        let (mut finished, mut points, mut thrown_in) = (Vec::new(), vec![0; table.names.len()], 0);
        let mut played = 0;
        while played < self.games {
            table.session.deal();
            if self.open {
                table.session.practise();
            }
            let start = table.session.game().clone();
            let left = matches!(table.play()?, Ended::Left);
            let course = table.session.course();
            if left {
                if self.record.is_some() {
                    answer::text("The record contains only finished games, so this game is not in it.\n")?;
                }
                if let Some(course) = course.filter(|_| self.review) {
                    table.review(course)?;
                }
                break;
            }
            match table.finish(start, &mut points)? {
                Some(game) => {
                    thrown_in = 0;
                    played += 1;
                    if let Some(path) = &self.record {
                        finished.push(game);
                        let text = record::<K>(setup, &table.names, &finished);
                        write_bytes(path, Replace::RegularFileOrLink, text.as_bytes())?;
                    }
                }
                None if thrown_in == MOST_THROW_INS => break,
                None => {
                    thrown_in += 1;
                    continue;
                }
            }
            if let Some(course) = course.filter(|_| self.review) {
                table.review(course)?;
            }
        }
        if let (Some(path), false) = (&self.record, finished.is_empty()) {
            let name = printable(&path.display().to_string());
            answer::text(&format!("{name}: {}\n", counted(finished.len() as u64, "game")))?;
        }
        Ok(())
    }
}

/// A table with the person's terminal.
struct TerminalTable<K: PlayedGame> {
    session: Session<GameOf<K>>,
    names: Vec<String>,
    input: Input,
    open: bool,
    has_programs: bool,
    /// The events since the person's last action.
    events: Vec<String>,
}

impl<K: PlayedGame> TerminalTable<K> {
    /// Plays the current game, which was dealt before the call.
    fn play(&mut self) -> Result<Ended, Failure> {
        loop {
            while let Some(acted) = self.session.step() {
                let (player, seat) = (self.session.game().player(acted.seat), acted.seat);
                let name = printable(&self.names[player]);
                // The cards that other seats give away are not shown.
                let text = match acted.decision {
                    Decision::Give => "gives cards".to_owned(),
                    _ => GameOf::<K>::action_text(acted.action),
                };
                let note = acted
                    .substituted
                    .map_or_else(String::new, |why| format!(" (instead of its answer: {})", printable(&why)));
                let event = format!("seat {seat} {name:.40}: {text}{note}");
                self.events.push(textwrap::fill(&event, 80));
            }
            let Some((_, seat)) = self.session.person() else { return Ok(Ended::Over) };
            let text = screen::decision::<K>(&mut self.session, &self.names, seat, self.open, &self.events);
            answer::text(&text)?;
            self.events.clear();
            if matches!(self.decide()?, Ended::Left) {
                return Ok(Ended::Left);
            }
        }
    }

    /// Reads commands until the person acts or leaves. Returns [`Ended::Over`] after an action,
    /// although the game continues.
    fn decide(&mut self) -> Result<Ended, Failure> {
        loop {
            let line = match self.input.line()? {
                Line::Text(line) => line,
                Line::End => {
                    answer::text("The game is abandoned.\n")?;
                    return Ok(Ended::Left);
                }
            };
            match line.trim() {
                // An empty line plays the legal action if there is only one.
                "" => {
                    if let Some(action) = self.only() {
                        self.session.act(action);
                        return Ok(Ended::Over);
                    }
                }
                "?" | "help" => answer::text(screen::HELP)?,
                "moves" | "m" => answer::text(&screen::moves::<K>(&mut self.session))?,
                "hint" | "h" => self.hint()?,
                "show" => {
                    self.session.practise();
                    answer::text(&screen::hands::<K>(&mut self.session, &self.names))?;
                }
                "undo" | "u" if self.has_programs => {
                    answer::text("There is no undo with external programs, which keep their own state.\n")?;
                }
                "undo" | "u" => {
                    if self.session.undo() {
                        self.events
                            .push("Your last decision was taken back; the game is now practice.".to_owned());
                        return Ok(Ended::Over);
                    }
                    answer::text("There is nothing to undo.\n")?;
                }
                "resign" | "quit" | "q" => {
                    answer::text("You leave the game.\n")?;
                    return Ok(Ended::Left);
                }
                text => match self.read(text) {
                    Ok(action) => {
                        if self.session.act(action) {
                            return Ok(Ended::Over);
                        }
                        let text = printable(text);
                        let why = format!("`{text}` is not legal here; `moves` lists the legal actions.");
                        answer::text(&(textwrap::fill(&why, 80) + "\n"))?;
                    }
                    Err(why) => answer::text(&(textwrap::fill(&why, 80) + "\n"))?,
                },
            }
        }
    }

    /// Returns the only legal action; `None` if there are several.
    fn only(&mut self) -> Option<<GameOf<K> as quadrille::table::Game>::Action> {
        let view = self.session.game().view().filter(|view| view.choices() == 1)?;
        view.choice(0)
    }

    /// Reads an action by its text or its number in `moves`. The text has precedence.
    fn read(&mut self, text: &str) -> Result<<GameOf<K> as quadrille::table::Game>::Action, String> {
        let Some(view) = self.session.game().view() else { return Err("the game is over".to_owned()) };
        let by_text = GameOf::<K>::read_action(&view, text);
        if let Ok(action) = &by_text
            && view.permits(action)
        {
            return Ok(*action);
        }
        let number = text.strip_prefix('#').unwrap_or(text).parse::<usize>().ok();
        let by_number = number.and_then(|number| view.choice(number.checked_sub(1)?));
        match (by_number, by_text) {
            (Some(action), _) | (None, Ok(action)) => Ok(action),
            (None, Err(error)) => Err(error.to_string()),
        }
    }

    /// Prints the best actions with the reason.
    fn hint(&mut self) -> Result<(), Failure> {
        let Some(advice) = advise(self.session.game(), Some(500), Some(192), 1, 0, &()) else {
            return Ok(());
        };
        let legal = screen::actions::<K>(&mut self.session);
        let number = |action: &str| legal.iter().position(|legal| legal == action);
        answer::text(&ranked(&advice, 4, |_, action| {
            number(action).map_or_else(String::new, |place| format!("#{}", place + 1))
        }))
    }

    /// Prints the result of a game, and adds the points of each player to `points`. Returns `None`
    /// if the cards were thrown in.
    fn finish(
        &mut self,
        start: GameOf<K>,
        points: &mut [i64],
    ) -> Result<Option<Finished<GameOf<K>>>, Failure> {
        let mut text = std::mem::take(&mut self.events).join("\n") + "\n";
        let Some(outcome) = self.session.close() else {
            text.push_str("The cards are thrown in and dealt again.\n");
            answer::text(&text)?;
            return Ok(None);
        };
        let game = self.session.game();
        text.push('\n');
        for seat in 0..points.len() {
            let gained = K::counted(GameOf::<K>::points(game.setup(), &outcome, seat));
            // The seats can be drawn again after a game, so the player of a seat is looked up in
            // `start`, which has the seats of the finished game.
            let player = start.player(seat);
            points[player] += gained;
            let name = &self.names[player];
            let unit = if gained == 1 { "point," } else { "points," };
            let _ = writeln!(
                text,
                "  seat {seat} {name:<20.20} {gained:>6} {unit:<7} {:>6} in total",
                points[player]
            );
        }
        if self.session.is_practice() {
            text.push_str("  (practice)\n");
        }
        answer::text(&text)?;
        let actions = self.session.actions().collect();
        let practice = self.session.is_practice();
        Ok(Some(Finished { start, actions, end: self.session.game().clone(), outcome, practice }))
    }

    /// Prints the review of the person's decisions in this game.
    fn review(&self, course: GameCourse<GameOf<K>>) -> Result<(), Failure> {
        let games = [RecordedGame { names: self.names.clone(), course }];
        let options = ReviewOptions { player: Some("0".to_owned()), threads: 1, ..ReviewOptions::default() };
        let reviewed = review(&games, &options, &()).map_err(Failure::unfinished)?;
        answer::text(&format!("\nReview of your decisions: {}", super::reviews::reviewed(&reviewed)))
    }
}
