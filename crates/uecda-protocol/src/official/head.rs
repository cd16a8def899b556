//! The head of a log: the lines about the match.

use std::fmt::Write as _;

use super::{MATCH, PLAYERS, WriteError, split};
use quadrille_daifugo::records::reading::TextPosition;
use quadrille_daifugo::records::reading::WholeLines;
use quadrille_daifugo::records::reading::without_mark;
use quadrille_daifugo::records::{Record, RecordError};
use quadrille_daifugo::rules::{Rule, Rules};

/// The keys of the rules, in the order of the log.
const RULES: [(&str, Rule); 8] = [
    ("RULE_KAKUMEI", Rule::Revolution),
    ("RULE_SHIBARI", Rule::SuitLock),
    ("RULE_KAIDAN", Rule::Sequences),
    ("RULE_CHANGE", Rule::Exchange),
    ("RULE_5TOBI", Rule::FiveSkip),
    ("RULE_6REVERS", Rule::SixReverse),
    ("RULE_8GIRI", Rule::EightCut),
    ("RULE_11BACK", Rule::ElevenBack),
];
/// The key of a switch that has no effect on the games.
const KINSOKU: &str = "RULE_KINSOKU";
/// The rule whose line follows the line of [`KINSOKU`] in the log.
const AFTER_KINSOKU: Rule = Rule::Sequences;
/// The rules that are always on at the server.
const ALWAYS: [Rule; 2] = [Rule::SpadeThree, Rule::Deadlock];

/// The number of games between draws of seats, as at the contest.
const RESEATING: u32 = 3;
/// The number of games between resets of classes, as at the contest.
const CLASS_RESET: u32 = 100;

/// The head of a log: the lines about the match before the first game and after the last.
///
/// ```
/// use quadrille_uecda_protocol::official::Head;
/// use quadrille_daifugo::rules::Rules;
///
/// let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
/// let head = Head { seed: 7, ..Head::new(names, Rules::UECDA, 3) };
/// let mut log = String::new();
/// head.write(&mut log);
/// head.write_end(&[5, 4, 3, 2, 1], &mut log);
/// assert!(log.contains("%-----%palyer_name% a b c d e\n"));
/// assert_eq!(Head::read(&log), Ok(head));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The server's host name.
    pub host: String,
    /// The time at which the match began, such as `1970/01/01 00:01:42`.
    pub started: String,
    /// The time at which the match ended, in the same format as `started`.
    pub ended: String,
    /// The players' names.
    pub names: [String; PLAYERS],
    /// The rules. Two rules are always on at the server: the 3 of spades beats a joker, and twenty
    /// passes in a row end a game.
    pub rules: Rules,
    /// The number of games between draws of seats; `None` if seats are never drawn.
    pub reseating: Option<u32>,
    /// The number of games.
    pub games: u32,
    /// The number n of games after which classes are reset: games 0, n, 2n, … begin without
    /// classes. If n is 1, no game has classes. The official server then nevertheless exchanges
    /// cards before every game, although an exchange requires classes.
    pub class_reset: u32,
    /// The server's port.
    pub port: u16,
    /// The seed of the server's random number generator.
    pub seed: u32,
    /// The lines that repeat the server's configuration file and do not affect the games.
    pub echo: Echo,
}

/// Lines of the log that repeat the server's configuration file and do not affect the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Echo {
    /// The kind of window, such as `CONSOLE`.
    pub window: String,
    /// Whether a window with a graph is open.
    pub graph: bool,
    /// The value of `RULE_KINSOKU`, which the server does not apply.
    pub forbidden_finish: bool,
    /// The value of `RULE_SEKIGAE_NUM` that is written if seats are never drawn.
    pub reseating_number: u32,
}

impl Default for Echo {
    /// Returns the values for a console without a graph, with seats drawn every third game.
    fn default() -> Self {
        Self {
            window: "CONSOLE".to_owned(),
            graph: false,
            forbidden_finish: false,
            reseating_number: RESEATING,
        }
    }
}

impl Head {
    /// Creates a head with the contest's values: seats drawn every third game, classes reset after
    /// a hundred games, port 42485. Host and times are placeholders, and the seed is 0.
    pub fn new(names: [String; PLAYERS], rules: Rules, games: u32) -> Self {
        Self {
            host: "unknown".to_owned(),
            started: "1970/01/01 00:00:00".to_owned(),
            ended: "1970/01/01 00:00:00".to_owned(),
            names,
            rules,
            reseating: Some(RESEATING),
            games,
            class_reset: CLASS_RESET,
            port: 42485,
            seed: 0,
            echo: Echo::default(),
        }
    }

    /// Creates the head of a record. Values that a record does not have are those of
    /// [`new`](Self::new).
    ///
    /// # Errors
    /// Returns an error if the number of players is not 5, or if games without classes are at
    /// irregular intervals.
    pub fn of(record: &Record) -> Result<Self, WriteError> {
        let names = <[String; PLAYERS]>::try_from(record.players.clone());
        let names = names.map_err(|names| WriteError::Players { found: names.len() })?;
        let games = record.games.len() as u32;
        let mut without = (0..games).filter(|&game| record.games[game as usize].classes.is_none());
        // The first game never has classes; the next game without classes determines the interval.
        let first = without.next().unwrap_or(0);
        let class_reset = without.next().unwrap_or_else(|| CLASS_RESET.max(games));
        let fixed =
            |game: u32| record.games[game as usize].classes.is_none() == game.is_multiple_of(class_reset);
        if first != 0 || !(0..games).all(fixed) {
            return Err(WriteError::Classes);
        }
        Ok(Self { class_reset, ..Self::new(names, record.rules, games) })
    }

    /// Reads the head of a log; the lines of games are ignored. Missing values are those of
    /// [`new`](Self::new); a missing number of games is the number of games that begin in the log.
    /// Without a line `TIME_END`, the end time equals the start time. A last line without line end
    /// is not read.
    ///
    /// # Errors
    /// Returns an error if the line with the names of five players is missing, or for the first
    /// malformed line about the match.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let whole = WholeLines::of(without_mark(text));
        let mut lines = HeadLines::default();
        let mut games = 0;
        for (at, line) in whole.text.lines().enumerate() {
            match split(line) {
                Some((MATCH, key, value)) => {
                    lines.take(key, value).map_err(|reason| TextPosition::line(at + 1).is(reason))?;
                }
                Some((_, "mibun", _)) => games += 1,
                _ => {}
            }
        }
        lines.head(games).map_err(|reason| TextPosition::line(whole.end.line).is(reason))
    }

    /// Checks that the log can express players, rules and names.
    pub(super) fn check(&self) -> Result<(), WriteError> {
        if self.rules.players() != PLAYERS {
            return Err(WriteError::Players { found: self.rules.players() });
        }
        if self.rules.jokers() != 1 {
            return Err(WriteError::Jokers { found: self.rules.jokers() });
        }
        let switched = |rule| RULES.iter().any(|&(_, named)| named == rule);
        let unknown = Rule::ALL
            .into_iter()
            .find(|&rule| !switched(rule) && self.rules.has(rule) != ALWAYS.contains(&rule));
        if let Some(rule) = unknown {
            return Err(WriteError::Rule { rule, on: self.rules.has(rule) });
        }
        let broken =
            |name: &&String| name.contains(|letter: char| letter.is_whitespace() || letter.is_control());
        match self.names.iter().chain([&self.host, &self.echo.window]).find(broken) {
            Some(name) => Err(WriteError::Name { name: name.clone() }),
            None => Ok(()),
        }
    }

    /// Appends the lines before the first game to `text`.
    pub fn write(&self, text: &mut String) {
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(text, "%{MATCH}%{key}% {value}");
        };
        let yes_no = |yes: bool| if yes { "YES" } else { "NO" };
        line("hostname", &self.host);
        line("TIME_START", &self.started);
        line("palyer_name", &self.names.join(" "));
        line("WINDOW_TYPE", &self.echo.window);
        line("GRAPH_WINDOW", yes_no(self.echo.graph));
        line("RAND_TYPE", "1");
        for (key, rule) in RULES {
            if rule == AFTER_KINSOKU {
                line(KINSOKU, yes_no(self.echo.forbidden_finish));
            }
            line(key, yes_no(self.rules.has(rule)));
        }
        line("RULE_SEKIGAE", yes_no(self.reseating.is_some()));
        line("RULE_SEKIGAE_NUM", &self.reseating.unwrap_or(self.echo.reseating_number).to_string());
        line("GAME_NUMBER", &self.games.to_string());
        line("FLASH_MIBUN_NUMBER", &self.class_reset.to_string());
        line("GAME_PORT", &self.port.to_string());
        line("RANDOM_SEED", &self.seed.to_string());
    }

    /// Appends the lines after the last game to `text`, with every player's points.
    pub fn write_end(&self, points: &[u32; PLAYERS], text: &mut String) {
        let points = points.map(|points| points.to_string()).join(" ");
        let _ = writeln!(text, "%{MATCH}%TIME_END% {}\n%{MATCH}%TOTAL_POINT% {points}", self.ended);
    }
}

/// The lines about the match read so far.
#[derive(Clone, Debug)]
pub(super) struct HeadLines {
    names: Option<[String; PLAYERS]>,
    rules: Rules,
    host: Option<String>,
    started: Option<String>,
    ended: Option<String>,
    reseats: bool,
    reseating: Option<u32>,
    games: Option<u32>,
    pub(super) class_reset: Option<u32>,
    port: Option<u16>,
    seed: Option<u32>,
    echo: Echo,
}

impl Default for HeadLines {
    fn default() -> Self {
        Self {
            names: None,
            rules: Rules::UECDA,
            host: None,
            started: None,
            ended: None,
            reseats: true,
            reseating: None,
            games: None,
            class_reset: None,
            port: None,
            seed: None,
            echo: Echo::default(),
        }
    }
}

impl HeadLines {
    /// Stores a line about the match; unknown keys are ignored.
    pub(super) fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        let trimmed = value.trim();
        match key {
            "palyer_name" => self.names = Some(names(value)?),
            "hostname" => self.host = Some(trimmed.to_owned()),
            "TIME_START" => self.started = Some(trimmed.to_owned()),
            "TIME_END" => self.ended = Some(trimmed.to_owned()),
            "RULE_SEKIGAE" => self.reseats = yes_or_no(trimmed)?,
            "RULE_SEKIGAE_NUM" => self.reseating = Some(number(trimmed)?),
            "WINDOW_TYPE" if !trimmed.contains(char::is_whitespace) => {
                trimmed.clone_into(&mut self.echo.window);
            }
            "GRAPH_WINDOW" => self.echo.graph = trimmed == "YES",
            KINSOKU => self.echo.forbidden_finish = trimmed == "YES",
            "GAME_NUMBER" => self.games = Some(number(trimmed)?),
            "FLASH_MIBUN_NUMBER" => self.class_reset = Some(at_least_one(trimmed)?),
            "GAME_PORT" => self.port = Some(number(trimmed)?),
            "RANDOM_SEED" => self.seed = Some(number(trimmed)?),
            _ => {
                if let Some(&(_, rule)) = RULES.iter().find(|&&(known, _)| known == key) {
                    let on = yes_or_no(trimmed)?;
                    self.rules = if on { self.rules.with(rule) } else { self.rules.without(rule) };
                }
            }
        }
        Ok(())
    }

    /// Returns the head. `games` is the number of games to assume if no line states it.
    pub(super) fn head(self, games: u32) -> Result<Head, String> {
        let names = self.names.ok_or("there is no line `palyer_name` with the names of the players")?;
        let games = self.games.unwrap_or(games);
        let contest = Head::new(names, self.rules, games);
        let started = self.started.unwrap_or(contest.started);
        Ok(Head {
            host: self.host.unwrap_or(contest.host),
            // The log of a match in progress has no end time yet.
            ended: self.ended.unwrap_or_else(|| started.clone()),
            started,
            reseating: self.reseats.then(|| self.reseating.unwrap_or(RESEATING)),
            class_reset: self.class_reset.unwrap_or(contest.class_reset),
            port: self.port.unwrap_or(contest.port),
            seed: self.seed.unwrap_or(contest.seed),
            echo: match self.reseating {
                Some(reseating_number) if !self.reseats => Echo { reseating_number, ..self.echo },
                _ => self.echo,
            },
            ..contest
        })
    }
}

/// Splits names at single blanks; a name may be empty.
fn names(value: &str) -> Result<[String; PLAYERS], String> {
    let mut names: Vec<String> = value.split(' ').map(str::to_owned).collect();
    if names.len() > PLAYERS && names.last().is_some_and(String::is_empty) {
        names.pop();
    }
    names.try_into().map_err(|names: Vec<String>| format!("{} names; expected {PLAYERS}", names.len()))
}

fn yes_or_no(value: &str) -> Result<bool, String> {
    match value {
        "YES" => Ok(true),
        "NO" => Ok(false),
        _ => Err(format!("`{}`; expected YES or NO", value.escape_debug())),
    }
}

fn number<N: std::str::FromStr>(value: &str) -> Result<N, String> {
    value.parse().map_err(|_| format!("`{}`; expected a number", value.escape_debug()))
}

fn at_least_one(value: &str) -> Result<u32, String> {
    match number(value)? {
        0 => Err("0; expected at least 1".to_owned()),
        number => Ok(number),
    }
}
