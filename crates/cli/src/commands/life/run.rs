//! `quadrille life run`.

use std::path::PathBuf;

use clap::Args;
use quadrille::answers::life;
use quadrille::lanes::Level;
use quadrille::life::num_bigint::BigUint;
use quadrille::life::{Bounds, RuleSpec};

use super::field::{Evolution, failure, plane_text, text};
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille life run acorn.rle --generations 5206
  quadrille life run gun.rle --generations 1000000000000 --engine hashlife
  quadrille life run gun.rle --generations 120 --bounds 64x40:dead
  quadrille life run - --generations 64 --bounds 32x32:torus --output g.gif

The rule is that of --rule, else the pattern's, else B3/S23; with letters for
arrangements of neighbours, B2-a/S12, or a table, MAP and 86 letters. So are the
bounds: a rule may end in :P64,40 (plane), :T32,32 (torus), :T32+5,32 (shifted),
:K32*,32 (Klein bottle), :C32,32 (cross-surface) or :S32 (sphere).
The pattern lies in the middle of a field.
Without bounds it runs on the unbounded plane, from its own column 0 and row 0.
There auto begins with tiles, and goes on by hashlife where many generations are
left and something still moves in a few tiles, or in ever more.")]
pub(crate) struct Run {
    /// The pattern: RLE or plaintext, also packed by gzip; - for standard input
    #[arg(value_name = "PATTERN")]
    pattern: PathBuf,
    /// How many generations
    #[arg(long, value_name = "N", value_parser = generations, allow_negative_numbers = true)]
    generations: BigUint,
    /// The field: its size, and its border: dead, torus, klein, cross-surface
    /// or sphere [default: the pattern's, else the unbounded plane]
    #[arg(long, value_name = "WxH:BORDER")]
    bounds: Option<Bounds>,
    /// The rule, such as B36/S23 [default: the pattern's, else B3/S23]
    #[arg(long, value_name = "RULE")]
    rule: Option<RuleSpec>,
    /// Refuse what is otherwise read with a warning
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    evolution: Evolution,
}

/// Reads a number of generations.
fn generations(text: &str) -> Result<BigUint, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten();
    number
        .filter(|number| *number <= BigUint::from(10u8).pow(30))
        .ok_or_else(|| "a whole number from 0 to 10^30 is expected".to_owned())
}

impl Run {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let (_, pattern) = super::pattern(&self.pattern, self.strict)?;
        let (rule, bounds) = life::rule_and_bounds(&pattern, self.rule, self.bounds).map_err(failure)?;
        let Some(bounds) = bounds else {
            let going = self.evolution.going(0, level);
            let ran = watched("generations", mode, |observer| {
                life::run_on_plane(&pattern, rule, &self.generations, going, observer)
            })?;
            let (answer, plane) = ran.map_err(failure)?;
            self.evolution.write_plane(&answer, &plane)?;
            return if mode.json {
                answer::json(&answer)
            } else {
                answer::text(&plane_text(&answer, &plane))
            };
        };
        let generations = u64::try_from(&self.generations).map_err(|_| {
            Failure::usage("--generations: within bounds at most 18446744073709551615 are counted")
        })?;
        let going = self.evolution.going(generations, level);
        let ran =
            watched("generations", mode, |observer| life::run(&pattern, rule, bounds, going, observer))?;
        let (answer, evolved) = ran.map_err(failure)?;
        // Nobody asks while files are written: Ctrl-C ends the program at once.
        self.evolution.write(&answer, &evolved)?;
        if mode.json { answer::json(&answer) } else { answer::text(&text(&answer, &evolved.grid)) }
    }
}
