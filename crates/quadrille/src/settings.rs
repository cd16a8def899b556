//! Typed settings of experiments, which are converted to the text of an experiment file. There is
//! one struct per kind.
//!
//! The fields are the keys of the kind's table, as described in docs/experiments.md. Fields with
//! their default values are omitted from the text.
//! [`REGISTRY.ask`](crate::runner::Registry::ask) reads the text and validates it in the same way as
//! an experiment file.
//!
//! ```
//! use quadrille::files::NamedFiles;
//! use quadrille::kinds::REGISTRY;
//! use quadrille::mastermind::Strategy;
//! use quadrille::settings::{EvaluateSettings, experiment_text};
//!
//! let settings = EvaluateSettings::new(4, 6, Strategy::Knuth.into());
//! let text = experiment_text(&settings)?;
//! assert_eq!(text, "kind = \"mastermind.evaluate\"\n\n[mastermind]\npins = 4\ncolors = 6\nstrategy = \"knuth\"\n");
//! let file = REGISTRY.ask(&settings, NamedFiles::default())?;
//! assert_eq!(file.kind.name, "mastermind.evaluate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "combat")]
pub use quadrille_experiments_combat::settings::{CompareSettings, DpsSettings, WeightsSettings};
#[cfg(feature = "daifugo")]
pub use quadrille_experiments_daifugo::settings::{
    DaifugoSettings, LeagueSettings, TrainSettings as DaifugoTrainSettings,
};
#[cfg(feature = "doudizhu")]
pub use quadrille_experiments_doudizhu::settings::{
    DoudizhuSettings, EndgamesSettings, MoveRules, TrainSettings as DoudizhuTrainSettings,
};
#[cfg(feature = "hearts")]
pub use quadrille_experiments_hearts::settings::{
    ArenaSettings as HeartsSettings, LeagueSettings as HeartsLeagueSettings,
    TrainSettings as HeartsTrainSettings,
};
#[cfg(feature = "life")]
pub use quadrille_experiments_life::settings::{
    FieldBounds, LifeSettings, MethuselahSettings, SoupsSettings,
};
#[cfg(feature = "mastermind")]
pub use quadrille_experiments_mastermind::settings::{
    EvaluateSettings, MastermindCompareSettings, OptimalSettings, Size,
};
pub use quadrille_experiments_random::settings::BatterySettings;
pub use quadrille_runner::foreign::PlayerNames;
pub use quadrille_runner::settings::{
    Chosen, Keys, Parsed, Settings, SettingsError, Unranged, experiment_text, text_of_json,
};
