//! `quadrille life run`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::TypedValueParser;
use quadrille::answers::life::{self, LifeError, PlaneFailure};
use quadrille::examples;
use quadrille::lanes::Level;
use quadrille::life::formats::{Contents, Format};
use quadrille::life::num_bigint::BigUint;
use quadrille::life::{Bounds, Engine, EngineSettings, FileRule, HashLifeError, Rule, TilesError};
use quadrille::patterns::Kind;
use quadrille::report::figure::grouped;
use serde::Serialize;

use super::convert::{self, Output, output};
use super::draw;
use super::field::{Evolution, failure, text};
use super::view::ViewArgs;
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille life run acorn --generations 5206
  quadrille life run gosper-gun --generations 1000000000000 --engine hashlife
  quadrille life run gosper-gun --generations 120 --bounds 64x40:dead
  quadrille life convert glider - | quadrille life run - --generations 8
  quadrille life run glider --generations 16 --bounds 8x8:torus --output g.gif
  quadrille life run acorn --generations 5206 --output a.png --scale 1/4

The rule is that of --rule, else the pattern's, else B3/S23. It is written as B36/S23, as B2-a/S12 with letters \
for arrangements of neighbours, as a table (MAP and 86 letters), or as a name such as HighLife or \"Day & Night\". \
With --rule, an unknown rule of the pattern is ignored.

The bounds are those of --bounds, else of the rule, else the pattern's. A rule may end in :P64,40 (plane), :T32,32 \
(torus), :T32+5,32 (shifted), :K32*,32 (Klein bottle), :C32,32 (cross-surface) or :S32 (sphere). A side of \
0 is unbounded: :P0,40 (a strip of 40 rows) or :T0,40 (a tube). The pattern lies in the middle of a field.

Without bounds, the pattern runs on the unbounded plane, at the coordinates in its file. There auto starts with \
tiles; after about 10 ms of work it tries hashlife, and keeps it if that is faster \
(docs/life-engines.md). A macrocell that is too large for tiles, or highly repetitive, starts in hashlife.

If a run on the plane runs out of memory or is stopped by Ctrl-C, its state is saved as a macrocell: in the file \
of --save, else beside the output as NAME.stopped.mc.gz, else in the current folder under the pattern's name. The \
command that continues the run is printed.")]
pub(crate) struct LifeRun {
    /// The pattern: RLE, macrocell, plaintext, Life 1.05 or 1.06, optionally gzip-compressed; - for
    /// standard input; an apgcode; or a pattern of `quadrille examples`, such as gosper-gun
    #[arg(value_name = "PATTERN")]
    pattern: PathBuf,
    /// Number of generations [default: until the pattern settles, at most 10000]
    #[arg(long, value_name = "N", value_parser = generations, allow_negative_numbers = true)]
    generations: Option<BigUint>,
    /// Size and border of the field: dead, torus, ring, klein, cross-surface or sphere
    /// [default: the pattern's bounds, else the unbounded plane]
    #[arg(long, value_name = "WxH:BORDER")]
    bounds: Option<Bounds>,
    /// The rule, such as B36/S23 or Seeds [default: the pattern's rule, else B3/S23]
    #[arg(long, value_name = "RULE")]
    rule: Option<FileRule>,
    /// File for the state if a run on the plane is stopped: F.mc or F.mc.gz
    #[arg(long, value_name = "F", value_parser = saved())]
    save: Option<Output>,
    /// Centre each frame of a film of the plane on its living cells; all frames are as large as
    /// --region, or by default large enough for the living cells of any frame
    #[arg(long)]
    follow: bool,
    /// Refuse nonstandard files that are otherwise read with a warning
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    evolution: Evolution,
    #[command(flatten)]
    view: ViewArgs,
}

/// Returns the parser of state file names.
fn saved() -> impl TypedValueParser<Value = Output> {
    output().try_map(|output| match output.kind {
        Kind::Pattern(Format::Macrocell) | Kind::Packed(Format::Macrocell) => Ok(output),
        _ => {
            Err("a name that ends in .mc or .mc.gz is expected: other formats do not hold every state"
                .to_owned())
        }
    })
}

/// Parses a number of generations.
fn generations(text: &str) -> Result<BigUint, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten();
    number
        .filter(|number| *number <= BigUint::from(10u8).pow(30))
        .ok_or_else(|| "a whole number from 0 to 10^30 is expected".to_owned())
}

/// The pattern and the generations to run.
struct Requested {
    pattern: Contents,
    rule: Rule,
    generations: BigUint,
    level: Level,
    mode: OutputMode,
}

impl LifeRun {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        self.evolution.check_output(mode)?;
        self.save.as_ref().map_or(Ok(()), |save| save.check(mode))?;
        let pattern = super::input::pattern(&self.pattern, self.strict, self.rule, self.bounds)?;
        let (rule, bounds) =
            life::rule_and_bounds(&pattern, self.rule.map(|rule| rule.spec), self.bounds).map_err(failure)?;
        let generations = match &self.generations {
            Some(generations) => generations.clone(),
            None => watched("generations", mode, |observer| {
                let settings = EngineSettings::default().level(level).memory(self.evolution.memory() / 2);
                life::default_generations(&pattern, rule, bounds, settings, observer)
            })??
            .into(),
        };
        let run = Requested { pattern, rule, generations, level, mode };
        match bounds {
            None => self.on_plane(&run),
            Some(bounds) => self.within(run, bounds),
        }
    }

    /// Runs the pattern on the unbounded plane.
    fn on_plane(&self, run: &Requested) -> Result<(), Failure> {
        let options = self.evolution.run_options(0, &self.view, run.level);
        let filmed = self.evolution.output().filter(|output| output.kind.film().is_some());
        let pictures = self.evolution.pictures(&run.generations)?;
        if let Some(output) = self.evolution.output() {
            self.view.check(output.kind)?;
        }
        // The state is saved within the call, while signals are still handled. Launchers send
        // their signal twice, and the second signal must not end the program.
        let ran = watched("generations", run.mode, |observer| {
            let (pattern, generations) = (&run.pattern, &run.generations);
            let ran = life::film_on_plane(pattern, run.rule, generations, options, pictures, observer);
            ran.map_err(|error| self.stopped(error))
        })?;
        let (answer, plane, film) = ran?;
        match filmed {
            Some(output) => self.view.write_film(self.follow, &film, output)?,
            None => self.evolution.write_plane(&answer, &plane, &self.view)?,
        }
        self.answer(run.mode, &run.generations, &answer, || text(&answer, draw::drawn_plane(&plane)))
    }

    /// Runs the pattern within bounds.
    fn within(&self, run: Requested, bounds: Bounds) -> Result<(), Failure> {
        let Requested { pattern, rule, generations, level, mode } = run;
        if let Some(output) = self.evolution.output() {
            if output.kind.film().is_some() && self.follow {
                return Err(Failure::usage(
                    "a film of a field cannot follow the pattern; expected no --follow, or no bounds",
                ));
            }
            self.view.check(output.kind)?;
        }
        let pattern = pattern.into_pattern().map_err(Failure::usage)?;
        self.evolution.pictures(&generations)?;
        let number = u64::try_from(&generations).map_err(|_| {
            Failure::usage("--generations: expected at most 18446744073709551615 in a run with bounds")
        })?;
        let options = self.evolution.run_options(number, &self.view, level);
        if bounds.is_unlimited() {
            if self.evolution.output().is_some_and(|output| output.kind.film().is_some()) {
                return Err(Failure::usage(
                    "a field with an unbounded side cannot be filmed; expected another output, or bounds with a width and a height above 0",
                ));
            }
            let ran = watched("generations", mode, |observer| {
                life::run_on_strip(&pattern, rule, bounds, options, observer)
            })?;
            let (answer, strip) = ran.map_err(failure)?;
            self.evolution.write_strip(&answer, &strip, &self.view)?;
            return self.answer(mode, &generations, &answer, || text(&answer, None));
        }
        let ran =
            watched("generations", mode, |observer| life::run(&pattern, rule, bounds, options, observer))?;
        let (answer, evolved) = ran.map_err(failure)?;
        // From here on Ctrl-C is not handled: it ends the program at once, even while files are
        // written.
        self.evolution.write(&answer, &evolved, &self.view)?;
        self.answer(mode, &generations, &answer, || text(&answer, draw::drawn(&evolved.grid)))
    }

    /// Prints the answer, as JSON or as the text that `text` returns.
    fn answer(
        &self,
        mode: OutputMode,
        generations: &BigUint,
        answer: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        if mode.json {
            answer::json(answer)
        } else {
            self.evolution.answer(|| text() + self.ending(generations))
        }
    }

    /// Returns the last line of the answer. For a run without `--generations`, it gives the reason
    /// why the run ended; otherwise it is empty.
    fn ending(&self, generations: &BigUint) -> &'static str {
        match &self.generations {
            Some(_) => "",
            None if *generations < BigUint::from(life::MOST_BY_DEFAULT) => "The pattern has settled.\n",
            None => "The run ended at the default limit; `life info` shows whether the pattern settles.\n",
        }
    }

    /// Saves the state of an incomplete run, and returns the failure with the command that
    /// continues it.
    fn stopped(&self, error: PlaneFailure) -> Failure {
        let PlaneFailure { reason, stopped: Some(stopped) } = error else { return failure(*error.reason) };
        let to = self.save.clone().unwrap_or_else(|| self.beside_the_output());
        let short_of_memory = matches!(
            *reason,
            LifeError::Tiles(TilesError::Memory(_)) | LifeError::HashLife(HashLifeError::Memory(_))
        );
        let reason = match failure(*reason) {
            Failure::Unfinished(reason) => reason,
            other => return other,
        };
        let reason = reason.strip_suffix("; nothing was kept").unwrap_or(&reason);
        let mut macrocell = match stopped.plane.to_macrocell() {
            Ok(macrocell) => macrocell,
            Err(shortage) => {
                return Failure::unfinished(format!("{reason}; the state could not be saved: {shortage}"));
            }
        };
        macrocell.generation = Some(stopped.generation.to_string());
        if let Err(unsaved) = convert::write(&macrocell.into(), &self.view, &to) {
            let why = match unsaved {
                Failure::Usage(why) | Failure::Unfinished(why) => why,
                _ => "it cannot be written".to_owned(),
            };
            return Failure::unfinished(format!("{reason}; the state could not be saved: {why}"));
        }
        let generation = grouped(&stopped.generation);
        let how_far = format!("{reason}; the state at generation {generation} is kept; continue with");
        let again = self.again(&to.path, &stopped.left, !short_of_memory);
        let otherwise = "quadrille life run with the saved file";
        Failure::Stopped { how_far, again, otherwise }
    }

    /// Returns the file for the state if `--save` is not given.
    fn beside_the_output(&self) -> Output {
        let beside = self.evolution.output().map(|output| &output.path);
        let named = beside.unwrap_or(&self.pattern);
        let name = named.file_name().filter(|&name| name != "-").unwrap_or(OsStr::new("pattern"));
        let mut name = name.to_string_lossy().replace(examples::PREFIX, "");
        for ending in [".gz", ".rle", ".mc", ".cells", ".lif", ".png", ".gif", ".apng", ".stopped"] {
            name.truncate(name.strip_suffix(ending).unwrap_or(&name).len());
        }
        let path = beside.map_or_else(PathBuf::new, |path| path.with_file_name(""));
        let path = path.join(format!("{name}.stopped.mc.gz"));
        Output { path, kind: Kind::Packed(Format::Macrocell) }
    }

    /// Returns the command that runs a saved state for the remaining `left` generations. If
    /// `memory` is set, the command includes the memory limit of this run.
    fn again(&self, state: &Path, left: &BigUint, memory: bool) -> Vec<OsString> {
        let mut words: Vec<OsString> = ["quadrille", "life", "run"].map(Into::into).into();
        words.extend([state.into(), "--generations".into(), left.to_string().into()]);
        if self.evolution.engine() != Engine::Auto {
            words.extend(["--engine".into(), self.evolution.engine().to_string().into()]);
        }
        words.extend(self.evolution.limits(memory).into_iter().map(Into::into));
        if let Some(save) = &self.save {
            words.extend(["--save".into(), save.path.clone().into()]);
        }
        if let Some(output) = self.evolution.output() {
            words.extend(["--output".into(), output.path.clone().into()]);
        }
        words.extend(self.view.words().into_iter().map(Into::into));
        if self.follow {
            words.push("--follow".into());
        }
        words
    }
}
