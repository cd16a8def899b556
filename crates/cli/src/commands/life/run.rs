//! `quadrille life run`.

use std::path::PathBuf;

use clap::Args;
use num_bigint::BigUint;
use quadrille::lanes::Level;
use quadrille::life::{Bounds, Grid, Pattern, Rule, RuleSpec};
use serde_json::Value;

use super::field::{Evolution, refused};
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, long_job};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille life run gun.rle --generations 120 --bounds 64x40:dead
  quadrille life run - --generations 64 --bounds 32x32:torus --output g.gif

The rule is that of --rule, else the pattern's, else B3/S23; so are the bounds:
a rule may end in :P64,40 or :T32,32. The pattern lies in the middle of the field.")]
pub(crate) struct Run {
    /// The pattern: RLE or plaintext, also packed by gzip; - for standard input
    #[arg(value_name = "PATTERN")]
    pattern: PathBuf,
    /// How many generations
    #[arg(long, value_name = "N", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    generations: u64,
    /// The field: its size, and its border: dead or torus
    #[arg(long, value_name = "WxH:BORDER")]
    bounds: Option<Bounds>,
    /// The rule, such as B36/S23 [default: the pattern's, else B3/S23]
    #[arg(long, value_name = "RULE")]
    rule: Option<RuleSpec>,
    #[command(flatten)]
    evolution: Evolution,
}

impl Run {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let (_, pattern) = super::pattern(&self.pattern)?;
        let (rule, bounds) = self.rule_and_bounds(&pattern)?;
        let grid =
            Grid::from_pattern(&pattern, rule, bounds, self.evolution.settings(level)).map_err(refused)?;
        let before = pattern.generation.and_then(|digits| digits.parse().ok()).unwrap_or(BigUint::ZERO);
        let evolved = watched("generations", mode, |observer| {
            self.evolution.run(grid, before, self.generations, observer)
        })??;
        if mode.json { answer::json(&Value::Object(evolved.json())) } else { answer::text(&evolved.text()) }
    }

    /// The rule and the field, from the flags and from the pattern.
    fn rule_and_bounds(&self, pattern: &Pattern) -> Result<(Rule, Bounds), Failure> {
        let own = pattern.rule.unwrap_or_default();
        let asked = self.rule.unwrap_or(own);
        if let (Some(bounds), Some(others)) = (self.bounds, self.rule.and_then(|rule| rule.bounds))
            && bounds != others
        {
            return Err(Failure::usage(format!(
                "--bounds says {bounds}, but --rule ends in bounds of {others}"
            )));
        }
        let bounds = self.bounds.or(asked.bounds).or(own.bounds).ok_or_else(|| {
            Failure::usage(
                "a pattern runs on a bounded field so far, and no bounds are named; expected --bounds, such as \
                 --bounds 64x64:torus, or a rule that ends in bounds, such as B3/S23:T64,64",
            )
        })?;
        Ok((asked.rule, bounds))
    }
}
