//! The settings of a match, and the official server's configuration file.

use thiserror::Error;

use super::{PLAYERS, PORT};
use crate::official::{Echo, Head};
use quadrille_daifugo::rules::{Rule, Rules};

/// The settings of a match.
///
/// ```
/// use quadrille_uecda_protocol::ContestSettings;
/// use quadrille_daifugo::rules::{Rule, Rules};
///
/// let settings = ContestSettings::from_config("GAME_NUMBER 300\nRULE_8GIRI NO # no 8-cut\n")?;
/// assert_eq!((settings.games, settings.rules), (300, Rules::UECDA.without(Rule::EightCut)));
/// let error = ContestSettings::from_config("RULE_8GIRI PERHAPS").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 12: `PERHAPS`; expected YES or NO");
/// # Ok::<(), quadrille_uecda_protocol::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContestSettings {
    /// The rules. Only [`SWITCHES`](Self::SWITCHES) can differ from the contest's rules; other
    /// changes are ignored.
    pub rules: Rules,
    /// The number of games; 0 counts as 1.
    pub games: u32,
    /// The number n for which seats are drawn before games 1, 1 + n, 1 + 2n, …. Seats are never
    /// drawn if n is `None` or 0. With [`quirks`](Self::quirks), a value of 1 has the same effect
    /// as 0.
    pub reseating: Option<u32>,
    /// The number n for which games 1, 1 + n, 1 + 2n, … begin without classes; 0 counts as 1.
    pub class_reset: u32,
    /// Whether to reproduce the official server's behaviour that no rule demands.
    pub quirks: bool,
    /// Entries of the configuration file that the official log repeats and that have no effect
    /// here.
    pub echo: Echo,
    /// The names of players that send no profile.
    pub names: [Option<String>; PLAYERS],
    /// The port in the configuration file. This crate does not use it.
    pub port: u16,
}

impl Default for ContestSettings {
    /// Returns the contest's rules, 100 games, seats drawn every third game, classes from the
    /// second game on, and all quirks.
    fn default() -> Self {
        Self {
            rules: Rules::UECDA,
            games: 100,
            reseating: Some(3),
            class_reset: 100,
            quirks: true,
            echo: Echo::default(),
            names: [const { None }; PLAYERS],
            port: PORT,
        }
    }
}

/// An error in a configuration file, with its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {reason}")]
#[non_exhaustive]
pub struct ConfigError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The word at this position, and the words that were expected.
    pub reason: String,
}

/// The keys that switch a rule.
const RULES: [(&str, Rule); 8] = [
    ("RULE_KAKUMEI", Rule::Revolution),
    ("RULE_SHIBARI", Rule::SuitLock),
    ("RULE_KAIDAN", Rule::Sequences),
    ("RULE_5TOBI", Rule::FiveSkip),
    ("RULE_6REVERS", Rule::SixReverse),
    ("RULE_8GIRI", Rule::EightCut),
    ("RULE_11BACK", Rule::ElevenBack),
    ("RULE_CHANGE", Rule::Exchange),
];

/// Keys for windows and logs, which have no effect here. The official log repeats the first two.
const PASSED_OVER: [&str; 7] = [
    "WINDOW_TYPE",
    "GRAPH_WINDOW",
    "CONSOLE_TYPE",
    "XPM_DIR_PATH",
    "FLAG_STATISTICS",
    "FLAG_LOGGER",
    "FLAG_HIDDEN_NAME",
];

/// The official server's windows: the value in the configuration file, and the name in the log.
const WINDOWS: [(&str, &str); 8] = [
    ("SMALL", "SMALL"),
    ("BIG", "BIG"),
    ("CONSOLE", "CONSOLE"),
    ("MIDDLE", "MIDDLE"),
    ("MIDDLE_EXTEND", "MIDDLE_EXTEND"),
    ("MIDDLE_XGA", "MIDDLE_EXTEND"),
    ("NEW_NORMAL", "MIDDLE_XGA"),
    ("NEW_ALICE", "ALICE"),
];

/// The maximum number of games, limited by the five digits of game numbers in records.
const MOST_GAMES: u32 = 99_999;

impl ContestSettings {
    /// The rules that a server can switch on or off. All others are as in the contest.
    pub const SWITCHES: [Rule; 8] = {
        let mut switches = [Rule::Exchange; 8];
        let mut at = 0;
        while at < switches.len() {
            switches[at] = RULES[at].1;
            at += 1;
        }
        switches
    };

    /// Replaces values with which no match can be played: rules outside
    /// [`SWITCHES`](Self::SWITCHES), and numbers that are 0.
    pub(super) fn playable(mut self) -> Self {
        let switched =
            |rules: Rules, rule| if self.rules.has(rule) { rules.with(rule) } else { rules.without(rule) };
        self.rules = Self::SWITCHES.into_iter().fold(Rules::UECDA, switched);
        self.class_reset = self.class_reset.max(1);
        self.reseating = self.reseating.filter(|&games| games > 0);
        self
    }

    /// Returns the rules in effect: with [quirks](Self::quirks), 5-skip has no effect.
    pub const fn rules_played(&self) -> Rules {
        if self.quirks { self.rules.without(Rule::FiveSkip) } else { self.rules }
    }

    /// The maximum number of games of a match: records count them with five digits.
    pub const MOST_GAMES: u32 = MOST_GAMES;

    /// Returns the head of an official log, for a match with these settings and with players of
    /// these names. Host and times are placeholders, to be set afterwards.
    pub fn head(&self, names: [String; PLAYERS], seed: u32) -> Head {
        let Self { rules, games, reseating, class_reset, port, .. } = *self;
        let mut head = Head::new(names, rules, games);
        let reseating_number = match reseating {
            Some(_) => head.echo.reseating_number,
            None => self.echo.reseating_number,
        };
        head.echo = Echo { reseating_number, ..self.echo.clone() };
        Head { reseating, class_reset, port, seed, ..head }
    }

    /// Reads the official server's configuration file, `tndhms.cfg`: one key and value per line,
    /// comments after `#`, keys in either case. Missing keys have the values of
    /// [`default`](Self::default).
    ///
    /// # Errors
    /// Returns an error for an unknown key, or for a value that the key does not allow.
    pub fn from_config(text: &str) -> Result<Self, ConfigError> {
        let mut settings = Self::default();
        let (mut seats, mut every) = (true, 3);
        for (at, text) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
            let text = text.split('#').next().unwrap_or_default();
            let mut words = text.split_whitespace();
            let Some(key) = words.next() else { continue };
            let wrong = |word: &str, expected: &str| ConfigError {
                line: at + 1,
                // Words are slices of the line, so the difference of addresses is the byte offset.
                column: text[..word.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1,
                reason: format!("`{}`; expected {expected}", word.escape_debug()),
            };
            let value = words.next();
            let missing = || wrong(key, "a key and its value");
            let number = |most: u32| {
                let value = value.ok_or_else(missing)?;
                let number = value.parse().ok().filter(|number| (1..=most).contains(number));
                number.ok_or_else(|| wrong(value, &format!("a whole number from 1 to {most}")))
            };
            let yes = || match value {
                Some(value) if value.eq_ignore_ascii_case("yes") => Ok(true),
                Some(value) if value.eq_ignore_ascii_case("no") => Ok(false),
                Some(value) => Err(wrong(value, "YES or NO")),
                None => Err(missing()),
            };
            let upper = key.to_ascii_uppercase();
            match upper.as_str() {
                "GAME_NUMBER" => settings.games = number(MOST_GAMES)?,
                "FLASH_MIBUN_NUMBER" => settings.class_reset = number(u32::MAX)?,
                "RULE_SEKIGAE" => seats = yes()?,
                "RULE_SEKIGAE_NUM" => every = number(u32::MAX)?,
                "PORT_NUMBER" => settings.port = number(u32::from(u16::MAX))? as u16,
                "RAND_TYPE" => match value {
                    Some(value) if value.eq_ignore_ascii_case("mt") => {}
                    Some(value) => return Err(wrong(value, "MT, the only supported generator")),
                    None => return Err(missing()),
                },
                "RULE_KINSOKU" => settings.echo.forbidden_finish = yes()?,
                key if PASSED_OVER.contains(&key) => settings.echo.note(key, value.unwrap_or_default()),
                named => {
                    let rule = RULES.iter().find(|&&(key, _)| key == named);
                    let player = named.strip_prefix("PLAYER").and_then(|rest| rest.strip_suffix("_NAME"));
                    let player = player
                        .and_then(|number| number.parse().ok())
                        .filter(|number| (1..=PLAYERS).contains(number));
                    match (rule, player) {
                        (Some(&(_, rule)), _) if yes()? => settings.rules = settings.rules.with(rule),
                        (Some(&(_, rule)), _) => settings.rules = settings.rules.without(rule),
                        (None, Some(player)) => settings.names[player - 1] = value.map(str::to_owned),
                        (None, None) => {
                            return Err(wrong(key, "a key of tndhms.cfg, such as GAME_NUMBER or RULE_8GIRI"));
                        }
                    }
                }
            }
            if let Some(more) = words.next()
                && !PASSED_OVER.contains(&upper.as_str())
            {
                return Err(wrong(more, "nothing after the value"));
            }
        }
        settings.reseating = seats.then_some(every);
        if !seats {
            settings.echo.reseating_number = every;
        }
        Ok(settings)
    }
}

impl Echo {
    /// Stores the value of a window key. Like the official server, it ignores unknown values.
    fn note(&mut self, key: &str, value: &str) {
        let value = value.to_ascii_uppercase();
        match (key, value.as_str()) {
            ("WINDOW_TYPE", _) => {
                if let Some(&(_, name)) = WINDOWS.iter().find(|&&(known, _)| known == value) {
                    name.clone_into(&mut self.window);
                }
            }
            ("GRAPH_WINDOW", "BIG" | "MIDDLE") => self.graph = true,
            ("GRAPH_WINDOW", "NO" | "NONE") => self.graph = false,
            _ => {}
        }
    }
}
