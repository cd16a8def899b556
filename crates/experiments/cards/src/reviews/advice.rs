//! The answer of the command `advise`.

use quadrille_players::Searchable;
use quadrille_players::search::{Advice, Budget, Reason};
use quadrille_progress::Observer;
use quadrille_table::{Present, Scene, View as _};
use serde::{Deserialize, Serialize};

/// Advice for a decision: the legal moves, the best one first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AdviceAnswer {
    /// The kind of the decision: `call`, `give` or `move`.
    pub decision: String,
    /// The seat whose turn it is.
    pub seat: usize,
    /// The number of legal moves.
    pub legal: usize,
    /// The unit of the values, such as `points` or `win share`.
    pub unit: String,
    /// The reason why the first move was selected: `only`, `house`, `proved`, `policy` or
    /// `playouts`.
    pub reason: String,
    /// The number of playouts of the search that selected the move.
    pub playouts: usize,
    /// The number of worlds in which each move was evaluated. The search that selected the move did
    /// not use these worlds.
    pub worlds: usize,
    /// Whether the computation was cancelled before its end. The first move is then the best so
    /// far, and no move has a value.
    pub stopped: bool,
    /// The best move, then the alternatives in ascending order of [`behind`](AdvisedMove::behind).
    pub moves: Vec<AdvisedMove>,
    /// The part of the table that the seat sees.
    pub view: Scene,
}

/// A move of an [`AdviceAnswer`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AdvisedMove {
    /// The move in the game's notation.
    pub action: String,
    /// The mean value of the move; `None` if it was not estimated.
    pub value: Option<f64>,
    /// The lower end of the 95 % interval of [`value`](Self::value).
    pub low: Option<f64>,
    /// The upper end of the 95 % interval of [`value`](Self::value).
    pub high: Option<f64>,
    /// The mean advantage of the first move over this move in the same worlds.
    pub behind: Option<f64>,
    /// Half the width of the 95 % interval of [`behind`](Self::behind).
    pub behind_error: Option<f64>,
}

/// Returns the name of a reason in the answers of `advise` and `review`.
pub(super) const fn name(reason: Reason) -> &'static str {
    match reason {
        Reason::Only => "only",
        Reason::House => "house",
        Reason::Proved => "proved",
        Reason::Policy => "policy",
        _ => "playouts",
    }
}

/// Searches the pending decision of a game; `None` if the game has no pending decision.
///
/// The search uses only the information of the seat whose turn it is. `playouts` is the budget of
/// the search; afterwards, every listed move is played out in `worlds` other worlds. The answer
/// does not depend on the number of threads.
pub fn advise<G: Searchable + Present>(
    game: &mut G,
    playouts: Option<u32>,
    worlds: Option<u32>,
    threads: usize,
    seed: u64,
    observer: &dyn Observer,
) -> Option<AdviceAnswer> {
    let scale = G::scale(game.setup());
    let view = game.view()?;
    let budget = Budget::Playouts(playouts.unwrap_or(super::PLAYOUTS));
    let mut search = G::searcher(budget).with_threads(threads);
    let worlds = worlds.unwrap_or(super::WORLDS) as usize;
    let Advice { thought, actions, worlds, stopped } = search.advise(&view, worlds, seed, observer);
    let moves = actions.iter().map(|advised| {
        let value = advised.compared.map(|compared| {
            let [mean, half] = [compared.value.mean, compared.value.half_width()];
            [mean, mean - half, mean + half].map(|target| scale.value(target))
        });
        let behind = advised.compared.map(|compared| compared.behind);
        AdvisedMove {
            action: G::action_text(advised.action),
            value: value.map(|[mean, ..]| mean),
            low: value.map(|[_, low, _]| low),
            high: value.map(|[.., high]| high),
            behind: behind.map(|behind| scale.difference(behind.mean)),
            behind_error: behind.map(|behind| scale.difference(behind.half_width())),
        }
    });
    Some(AdviceAnswer {
        decision: view.decision().asked().to_owned(),
        seat: view.seat(),
        legal: view.choices(),
        unit: scale.unit.to_owned(),
        reason: name(thought.reason).to_owned(),
        playouts: thought.playouts,
        worlds,
        stopped,
        moves: moves.collect(),
        view: G::scene(&view),
    })
}
