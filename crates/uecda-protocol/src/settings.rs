//! What a match is played by, and the official server's file of settings.

use thiserror::Error;

use super::{PLAYERS, PORT};
use crate::official::{Echo, Head};
use quadrille_daifugo::rules::{Rule, Rules};

/// What a match is played by.
///
/// ```
/// use quadrille_uecda_protocol::Settings;
/// use quadrille_daifugo::rules::{Rule, Rules};
///
/// let settings = Settings::from_config("GAME_NUMBER 300\nRULE_8GIRI NO # no 8-cut\n")?;
/// assert_eq!((settings.games, settings.rules), (300, Rules::UECDA.without(Rule::EightCut)));
/// let error = Settings::from_config("RULE_8GIRI PERHAPS").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 12: `PERHAPS`; expected YES or NO");
/// # Ok::<(), quadrille_uecda_protocol::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The rules. Only [`SWITCHES`](Self::SWITCHES) of them can be other than the contest's.
    pub rules: Rules,
    /// Games of a match; 0 counts as 1.
    pub games: u32,
    /// Seats are drawn before games 1, 1 + n, 1 + 2n, …; never where this is `None`, or n is 0; with an n of 1
    /// never either as long as there are [`quirks`](Self::quirks).
    pub reseating: Option<u32>,
    /// Games 1, 1 + n, 1 + 2n, … begin without classes; 0 counts as 1.
    pub class_reset: u32,
    /// Whether to do what the official server does where no rule demands it.
    pub quirks: bool,
    /// What the official log repeats of the file of settings, although nothing here depends on it.
    pub echo: Echo,
    /// Names of players that send no profile.
    pub names: [Option<String>; PLAYERS],
    /// The port that the file of settings names; what it is used for is another's concern.
    pub port: u16,
}

impl Default for Settings {
    /// The contest's rules, 100 games, seats drawn every third game, classes from the second game on, all quirks.
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

/// What is wrong with a file of settings, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {reason}")]
#[non_exhaustive]
pub struct ConfigError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What stands there, and what was expected.
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

/// Keys of windows and logs that have no effect here. The log repeats the first two.
const PASSED_OVER: [&str; 7] = [
    "WINDOW_TYPE",
    "GRAPH_WINDOW",
    "CONSOLE_TYPE",
    "XPM_DIR_PATH",
    "FLAG_STATISTICS",
    "FLAG_LOGGER",
    "FLAG_HIDDEN_NAME",
];

/// The windows that the official server knows, and what its log calls them.
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

/// The largest number of games, as wide as a record's numbers.
const MOST_GAMES: u32 = 99_999;

impl Settings {
    /// The rules that a server can switch on or off; all others are as in the contest.
    pub const SWITCHES: [Rule; 8] = {
        let mut switches = [Rule::Exchange; 8];
        let mut at = 0;
        while at < switches.len() {
            switches[at] = RULES[at].1;
            at += 1;
        }
        switches
    };

    /// The same with what no match can be played by put right.
    pub(super) fn playable(mut self) -> Self {
        let switched =
            |rules: Rules, rule| if self.rules.has(rule) { rules.with(rule) } else { rules.without(rule) };
        self.rules = Self::SWITCHES.into_iter().fold(Rules::UECDA, switched);
        self.class_reset = self.class_reset.max(1);
        self.reseating = self.reseating.filter(|&games| games > 0);
        self
    }

    /// The rules by which a match is played: with [quirks](Self::quirks), 5-skip has no effect.
    pub const fn rules_played(&self) -> Rules {
        if self.quirks { self.rules.without(Rule::FiveSkip) } else { self.rules }
    }

    /// The largest number of games of a match: a record counts them with five digits.
    pub const MOST_GAMES: u32 = MOST_GAMES;

    /// What the official log says of a match with these settings, between players of these names; its machine
    /// and times are set afterwards.
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

    /// Reads a file of the official server's settings, `tndhms.cfg`: a key and a value a line, `#` before
    /// comments, keys in either case. What it does not name stays as it is in the default.
    ///
    /// # Errors
    /// A key that is none, or a value that is not the key's.
    pub fn from_config(text: &str) -> Result<Self, ConfigError> {
        let mut settings = Self::default();
        let (mut seats, mut every) = (true, 3);
        for (at, text) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
            let text = text.split('#').next().unwrap_or_default();
            let mut words = text.split_whitespace();
            let Some(key) = words.next() else { continue };
            let wrong = |word: &str, expected: &str| ConfigError {
                line: at + 1,
                // Words are parts of the line: how far into it one begins is how far its address is.
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
                    Some(value) => return Err(wrong(value, "MT, the only generator here")),
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
    /// Takes note of a key of windows; of a value that the official server does not know, nothing,
    /// as it does.
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
