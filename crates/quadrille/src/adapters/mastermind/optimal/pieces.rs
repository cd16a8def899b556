//! Optimal play cut into shards: one for each answer to each first guess.
//!
//! A first guess is two stages, its small pieces and then its large ones. What a stage tells its shards is
//! what each piece must cost less than; nothing else passes between them.

use std::sync::Arc;

use quadrille_experiment::{Conclusion, Experiment, ShardContext, WorkError};
use quadrille_lanes::Level;
use quadrille_mastermind::{Cut, Limit, OptimalError, Piece, Solved};
use quadrille_progress::{Cancelled, Observer, Progress};

use super::report::report;
use super::result::OptimalResult;
use super::settings::Settings;

/// One search, as an experiment.
pub(super) struct Pieces {
    settings: Arc<Settings>,
    level: Level,
    /// Once prepared.
    cut: Option<Cut>,
}

impl Pieces {
    pub(super) const fn new(settings: Arc<Settings>, level: Level) -> Self {
        Self { settings, level, cut: None }
    }

    fn pieces(&self) -> &[Piece] {
        self.cut.as_ref().map_or(&[], Cut::pieces)
    }
}

impl Experiment for Pieces {
    /// What the pieces come to, in their order.
    type Partial = Vec<Solved>;
    /// The number of the stage's first piece, and the limits of all its pieces.
    type Stage = (u64, Vec<Limit>);

    fn prepare(&mut self, _: usize, observer: &dyn Observer) -> Result<(), WorkError> {
        // How far this is has nothing to do with how many secrets are done.
        let quiet = |_: &Progress| observer.observe(&Progress::default());
        let cut = Cut::new(self.settings.game, &self.settings.goal, self.level, &quiet);
        self.cut = Some(cut.map_err(|error| match error {
            OptimalError::Cancelled(_) => WorkError::Cancelled,
            error => WorkError::failed(error),
        })?);
        Ok(())
    }

    fn shards(&self) -> u64 {
        self.pieces().len().max(1) as u64
    }

    fn work(&self, shard: u64) -> u64 {
        self.pieces().get(shard as usize).map_or(0, |piece| piece.count)
    }

    fn work_unit(&self) -> &'static str {
        "secrets"
    }

    fn stage_end(&self, shard: u64) -> u64 {
        self.pieces().get(shard as usize).map_or(1, |piece| piece.stage_end as u64)
    }

    fn stage(&self, prefix: Option<&Vec<Solved>>) -> (u64, Vec<Limit>) {
        let Some(cut) = &self.cut else { return (0, Vec::new()) };
        let before = prefix.map_or(&[][..], |answers| answers);
        let begin = before.len();
        let end = self.pieces().get(begin).map_or(begin, |piece| piece.stage_end);
        (begin as u64, (begin..end).map(|number| cut.limit(before, number)).collect())
    }

    fn run_shard(
        &self,
        shard: u64,
        (begin, limits): &(u64, Vec<Limit>),
        context: &ShardContext<'_>,
    ) -> Result<Vec<Solved>, WorkError> {
        let Some(cut) = self.cut.as_ref().filter(|cut| !cut.pieces().is_empty()) else {
            return Ok(Vec::new());
        };
        let limit = shard.checked_sub(*begin).and_then(|at| limits.get(at as usize));
        let Some(&limit) = limit else {
            return Err(WorkError::failed("the stage does not say what the shard must cost less than"));
        };
        // Secrets are done all at once, in the end.
        let observer = |_: &Progress| context.observe(&Progress::done(0));
        Ok(vec![cut.solve(shard as usize, limit, &observer)?])
    }

    fn merge(&self, prefix: &mut Vec<Solved>, mut next: Vec<Solved>) {
        prefix.append(&mut next);
    }

    fn verify(&self, whole: &Vec<Solved>) -> Result<(), String> {
        let Some(cut) = &self.cut else { return Err("they were made before the search was cut".to_owned()) };
        if whole.len() != cut.pieces().len() {
            return Err(format!("they are {} pieces of {}", whole.len(), cut.pieces().len()));
        }
        // The tree that they make finds every secret, in as many turns as they say.
        let Some(tree) = cut.tree(whole) else { return Ok(()) };
        let walk = tree.walk().map_err(|error| error.to_string())?;
        let first = tree.root.guess;
        let said =
            cut.openings(whole).into_iter().find(|opening| opening.0 == first).and_then(|found| found.1);
        if said == Some(walk.total_turns()) {
            Ok(())
        } else {
            Err(format!("their tree takes {} turns, and they say {said:?}", walk.total_turns()))
        }
    }

    fn conclude(&self, whole: &Vec<Solved>, _: &dyn Observer) -> Result<Conclusion, Cancelled> {
        let result = OptimalResult::of(&self.settings, self.cut.as_ref(), whole);
        Ok(Conclusion::new(&result, report(&result)))
    }
}
