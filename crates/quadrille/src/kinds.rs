//! All kinds of experiments, which are the values of the key `kind` in experiment files.

use crate::examples;
use quadrille_runner::Registry;
use quadrille_runner::job::Kind;

/// Every kind of experiment in this build, grouped by engine, in the order of `--help`.
pub const KINDS: &[Kind] = &[
    #[cfg(feature = "mastermind")]
    quadrille_experiments_mastermind::EVALUATE,
    #[cfg(feature = "mastermind")]
    quadrille_experiments_mastermind::COMPARE,
    #[cfg(feature = "mastermind")]
    quadrille_experiments_mastermind::OPTIMAL,
    quadrille_experiments_random::BATTERY,
    #[cfg(feature = "combat")]
    quadrille_experiments_combat::DPS,
    #[cfg(feature = "combat")]
    quadrille_experiments_combat::WEIGHTS,
    #[cfg(feature = "combat")]
    quadrille_experiments_combat::COMPARE,
    #[cfg(feature = "life")]
    quadrille_experiments_life::GRID,
    #[cfg(feature = "life")]
    quadrille_experiments_life::SOUPS,
    #[cfg(feature = "life")]
    quadrille_experiments_life::METHUSELAH,
    #[cfg(feature = "doudizhu")]
    quadrille_experiments_doudizhu::ARENA,
    #[cfg(feature = "doudizhu")]
    quadrille_experiments_doudizhu::ENDGAMES,
    #[cfg(feature = "doudizhu")]
    quadrille_experiments_doudizhu::TRAIN,
    #[cfg(feature = "daifugo")]
    quadrille_experiments_daifugo::ARENA,
    #[cfg(feature = "daifugo")]
    quadrille_experiments_daifugo::LEAGUE,
    #[cfg(feature = "daifugo")]
    quadrille_experiments_daifugo::TRAIN,
    #[cfg(feature = "hearts")]
    quadrille_experiments_hearts::ARENA,
    #[cfg(feature = "hearts")]
    quadrille_experiments_hearts::LEAGUE,
    #[cfg(feature = "hearts")]
    quadrille_experiments_hearts::TRAIN,
];

/// The kinds and examples of this build, as the registry that the runner requires.
///
/// ```
/// use quadrille::diagnostics::Source;
/// use quadrille::kinds::REGISTRY;
///
/// let text = "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 4\ncolors = 6\nstrategy = \"knut\"\n";
/// let error = REGISTRY.read(Source::new("a.toml", text)).err().unwrap();
/// assert!(error.to_string().contains("did you mean `knuth`?"));
/// ```
///
/// The shards of an experiment can be run on any machine:
///
/// ```
/// use quadrille::diagnostics::Source;
/// use quadrille::kinds::REGISTRY;
/// use quadrille::lanes::Level;
/// use quadrille::runner::{Coordinator, Worker};
///
/// let text = "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 3\ncolors = 4\nstrategy = \"knuth\"\n";
/// let file = REGISTRY.read(Source::new("a.toml", text))?;
/// let identity = file.identity(7);
/// // In one process, or in many that read the same file:
/// let worker = Worker::new(file.open(7, Level::best()), identity.clone(), 1, &())?;
/// // In another process, which merges the partials in any order:
/// let mut job = file.open(7, Level::best());
/// job.prepare(1, &())?;
/// let mut coordinator = Coordinator::new(&*job, &identity, None)?;
/// while let Some(task) = coordinator.next_task() {
///     let partial = worker.run(&task, &(), &|_| ())?;
///     coordinator.take(&partial)?;
/// }
/// assert_eq!(coordinator.conclude(&())?.result["secrets"], 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub static REGISTRY: Registry = Registry { kinds: KINDS, examples: examples::resolve };
