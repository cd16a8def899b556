//! Random endgames as an experiment: a shard is a block of consecutive deals.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille_doudizhu::endgame::{Endgame, Puzzle, SolveError, Solver, isomorphism_class};
use quadrille_doudizhu::{Hand, Move};
use quadrille_memory::{Need, of};
use quadrille_progress::{Cancelled, Observer, Progress, Stopped};
use quadrille_random::{StreamKey, shuffle};
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};
use serde::{Deserialize, Serialize};

use super::job::EndgamesJob;
use super::report::report;
use super::result::{EndgamesDetails, EndgamesResult};
use quadrille_runner::blocks::{IterationBlocks, length};
use quadrille_runner::need::partials;

/// The number of deals per shard.
const BLOCK: u64 = 20;
/// The largest default number of shards.
const MOST_SHARDS: u64 = 2_000;
/// The maximum size of a solver's table in bytes. This maximum is fixed, and the table is cleared
/// before each deal, so that the number of nodes depends only on the deal.
const MEMORY: u64 = 64 << 20;

/// The results of solving some deals.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Solved {
    pub(crate) deals: u64,
    pub(crate) wins: u64,
    pub(crate) nodes: u64,
    /// The number of deals with 0, with 1, with 2, and with 3 or more winning first moves.
    pub(crate) winning: [u64; 4],
    /// The deals whose search took the most nodes, hardest first.
    pub(crate) hardest: Vec<Hard>,
    /// The puzzles found, hardest first.
    pub(crate) puzzles: Vec<FoundPuzzle>,
}

/// A deal and the number of nodes of its search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hard {
    pub(crate) nodes: u64,
    pub(crate) deal: u64,
    pub(crate) win: bool,
    pub(crate) hands: Vec<Hand>,
}

/// A deal that is a puzzle, with its grade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FoundPuzzle {
    pub(crate) grade: u64,
    pub(crate) deal: u64,
    /// The isomorphism class of the puzzle: puzzles that differ only in the names of ranks have the
    /// same class.
    pub(crate) class: String,
    pub(crate) hands: Vec<Hand>,
    pub(crate) answer: Hand,
    pub(crate) refuted: u32,
    pub(crate) depth: u32,
    pub(crate) tempting: Option<Hand>,
}

impl Solved {
    /// Returns the memory of a shard's results in bytes. The list of hardest deals counts as full.
    /// Puzzles are not counted, since a shard may have none.
    fn bytes(settings: &EndgamesJob) -> u64 {
        let hands = of::<Hand>(settings.hands.len() as u64);
        let hardest = (settings.hardest as u64).min(settings.deals);
        of::<Self>(1) + (of::<Hard>(1) + hands) * hardest
    }

    /// Shortens the lists of hardest deals and of puzzles. Of each class, only the puzzle with the
    /// highest grade remains. If several puzzles have this grade, the puzzle with the lowest deal
    /// index remains.
    fn trim(&mut self, settings: &EndgamesJob) {
        self.hardest.sort_by(|a, b| b.nodes.cmp(&a.nodes).then(a.deal.cmp(&b.deal)));
        self.hardest.truncate(settings.hardest);
        self.puzzles.sort_by(|a, b| b.grade.cmp(&a.grade).then(a.deal.cmp(&b.deal)));
        // Trimming shards before the merge does not change the merged list. An entry is dropped
        // only because its shard has enough better entries. The merged list has these better
        // entries, or still better ones, so it cannot contain the dropped entry.
        let mut met = HashSet::new();
        self.puzzles.retain(|puzzle| met.insert(puzzle.class.clone()));
        self.puzzles.truncate(settings.puzzles);
    }
}

pub(crate) struct Deals {
    settings: Arc<EndgamesJob>,
    seed: u64,
    cut: IterationBlocks,
}

impl Deals {
    pub(crate) fn new(settings: Arc<EndgamesJob>, seed: u64) -> Self {
        let own = settings.deals.div_ceil(BLOCK).min(MOST_SHARDS);
        let cut = IterationBlocks::new(0..settings.deals, settings.shards.unwrap_or(own));
        Self { settings, seed, cut }
    }

    /// Returns the hands of the deal with index `deal`, drawn from stream (seed, deal).
    fn hands(&self, deal: u64) -> Result<Vec<Hand>, WorkError> {
        let mut rng = StreamKey::new(self.seed, deal).rng();
        let mut left = Hand::PACK_MASK;
        let hands = self.settings.hands.iter().map(|&size| {
            let cards = shuffle::deal_mask(&mut rng, left, size);
            let cards =
                cards.ok_or_else(|| WorkError::failed("the hands together have more cards than a pack"))?;
            left &= !cards;
            Ok(Hand::from_mask(cards))
        });
        hands.collect()
    }

    fn solve(
        &self,
        deal: u64,
        solved: &mut Solved,
        solver: &mut Solver,
        observer: &dyn Observer,
    ) -> Result<(), WorkError> {
        let hands = self.hands(deal)?;
        let mut endgame = Endgame::new(hands.clone());
        endgame.to_move = self.settings.to_move;
        let position = endgame.position().map_err(WorkError::failed)?;
        solver.clear();
        let stopped = |error| match error {
            SolveError::Stopped(_) => WorkError::from(Cancelled),
            SolveError::OutOfMemory(shortage) => shortage.into(),
            other => WorkError::failed(other),
        };
        let verdict = solver.solve(&position, observer).map_err(stopped)?;
        solved.deals += 1;
        solved.wins += u64::from(verdict.win);
        solved.nodes += verdict.nodes;
        solved.winning[verdict.winning().count().min(3)] += 1;
        if let Some(puzzle) = Puzzle::of(solver, &position, &verdict, observer).map_err(stopped)? {
            solved.puzzles.push(FoundPuzzle {
                grade: puzzle.grade(),
                deal,
                class: isomorphism_class(&position),
                hands: hands.clone(),
                answer: puzzle.answer.cards(),
                refuted: puzzle.refuted,
                depth: puzzle.depth,
                tempting: puzzle.tempting.map(Move::cards),
            });
        }
        solved.hardest.push(Hard { nodes: verdict.nodes, deal, win: verdict.win, hands });
        solved.trim(&self.settings);
        Ok(())
    }
}

impl Experiment for Deals {
    type Partial = Solved;
    type Stage = ();

    fn shards(&self) -> u64 {
        self.cut.blocks()
    }

    /// Returns the memory required by the merged results and, for each worker, by a new solver and
    /// the results of its shard. A solver's table can grow during a search, up to [`MEMORY`].
    fn memory(&self, workers: usize) -> Need {
        let lists = Solved::bytes(&self.settings);
        let solvers = Solver::bytes(1).saturating_mul(workers as u64);
        Need::kept(lists).and(Need::working(solvers + partials(lists, workers)))
    }

    fn work(&self, shard: u64) -> u64 {
        length(&self.cut.block(shard))
    }

    fn work_unit(&self) -> &'static str {
        "deals"
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<Solved, WorkError> {
        let mut solved = Solved::default();
        let mut solver = Solver::new(self.settings.rules, MEMORY).with_same_growth();
        for (done, deal) in (0..).zip(self.cut.block(shard)) {
            let observer = |_: &Progress| -> ControlFlow<()> { context.observe(&Progress::done(done)) };
            self.solve(deal, &mut solved, &mut solver, &observer)?;
        }
        Ok(solved)
    }

    fn stage(&self, _: Option<&Solved>) {}

    fn merge(&self, prefix: &mut Solved, next: Solved) {
        prefix.deals += next.deals;
        prefix.wins += next.wins;
        prefix.nodes = prefix.nodes.saturating_add(next.nodes);
        for (all, more) in prefix.winning.iter_mut().zip(next.winning) {
            *all += more;
        }
        prefix.hardest.extend(next.hardest);
        prefix.puzzles.extend(next.puzzles);
        prefix.trim(&self.settings);
    }

    fn verify(&self, whole: &Solved) -> Result<(), String> {
        let Solved { deals, wins, winning, .. } = whole;
        if *deals != self.settings.deals {
            return Err(format!("the shards have {deals} deals instead of {}", self.settings.deals));
        }
        if winning.iter().sum::<u64>() != *deals || deals - winning[0] != *wins {
            return Err("the counts of deals and wins contradict one another".to_owned());
        }
        Ok(())
    }

    fn conclude(&self, whole: &Solved, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let (result, details) = (EndgamesResult::of(&self.settings, whole), EndgamesDetails::of(whole));
        let conclusion = Conclusion::new(&result, report(&result, &details)).with_details(&details);
        Ok(conclusion.counting("deals", whole.deals).counting("nodes", whole.nodes))
    }

    fn conclude_so_far(&self, prefix: &Solved, observer: &dyn Observer) -> Option<Conclusion> {
        self.conclude(prefix, observer).ok()
    }
}
