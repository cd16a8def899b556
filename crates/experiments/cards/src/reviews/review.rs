//! The answer of the command `review`.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_diagnostics::printable;
use quadrille_players::search::{Budget, Reason};
use quadrille_players::{self as players, GameCourse, Reviewed, Scale, Searchable};
use quadrille_progress::{Cancelled, Observer};
use quadrille_table::{Present, Scene};
use serde::{Deserialize, Serialize};

use super::RecordedGame;
use super::advice::name;

/// The maximum number of decisions in the list of the costliest ones.
const MOST_COSTLY: usize = 10;

/// The choice of games and players to review, and the parameters of the search.
#[derive(Debug, Clone, Default)]
pub struct ReviewOptions {
    /// The index of the only game to review, counted from 0; `None` for all games.
    pub game: Option<usize>,
    /// The only player to review, by name or by index; `None` for all players.
    pub player: Option<String>,
    /// The number of playouts of the search for the best action; `None` for the default.
    pub playouts: Option<u32>,
    /// The number of worlds in which a loss is estimated; `None` for the default. The search for
    /// the best action does not use these worlds.
    pub worlds: Option<u32>,
    /// The number of threads, at least 1. It has no effect on the answer.
    pub threads: usize,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// The review of recorded games.
///
/// Losses are estimated in worlds that the search for the best action did not use, so a loss can be
/// negative. A decision is *charged* if the 95 % interval of its loss lies above 0.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewAnswer {
    /// The unit of losses and values, such as `points` or `win share`.
    pub unit: String,
    /// The number of reviewed games.
    pub games: u64,
    /// The number of reviewed decisions. Decisions with only one legal action are not reviewed.
    pub reviewed: u64,
    /// The reviews of the players, by ascending index.
    pub players: Vec<PlayerReview>,
    /// The decisions with the greatest losses, the greatest loss first. Only decisions whose 95 %
    /// interval of the loss lies above 0 are listed.
    pub costliest: Vec<Costly>,
    /// The [charged](ReviewedDecision::charged) decisions, grouped by the kinds of the action taken
    /// and of the best action. The group with the greatest total loss is first.
    pub patterns: Vec<Pattern>,
    /// All reviewed decisions, in the order of the record.
    pub decisions: Vec<ReviewedDecision>,
}

/// The review of all decisions of a player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlayerReview {
    /// The index of the player in the first game with a player of this name.
    pub player: usize,
    /// The name; empty if unknown. Players with the same name in different games are one player,
    /// unless a game has several players with this name: these are distinguished by their indices.
    pub name: String,
    /// The number of reviewed decisions of the player.
    pub decisions: u64,
    /// The number of [charged](ReviewedDecision::charged) decisions of the player.
    pub charged: u64,
    /// The sum of the losses of all reviewed decisions, charged or not. It may be negative.
    pub loss: f64,
    /// Half the width of the 95 % interval of `loss`. Only the noise of the playouts is included.
    pub loss_error: f64,
}

/// A group of [charged](ReviewedDecision::charged) decisions. All of them have the same kind of
/// action taken, and the same kind of best action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pattern {
    /// The kind of action that was taken.
    pub taken: String,
    /// The kind of the best action.
    pub best: String,
    /// Whether the best actions were proved to lead to the best result.
    pub proved: bool,
    /// The number of decisions in the group.
    pub count: u64,
    /// The sum of the losses by the decisions in the group.
    pub loss: f64,
}

/// A reviewed decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReviewedDecision {
    /// The index of the game, counted from 0.
    pub game: usize,
    /// The index of the action in the game, counted from 0.
    pub number: usize,
    /// The seat that decided.
    pub seat: usize,
    /// The index of the player in this seat.
    pub player: usize,
    /// The name of the player in this game; empty if unknown.
    pub name: String,
    /// The action that was taken, in the game's notation.
    pub taken: String,
    /// The action that the search selects, in the game's notation.
    pub best: String,
    /// The reason for the best action, as in [`AdviceAnswer`](super::AdviceAnswer::reason).
    pub reason: String,
    /// The value of the best action; `None` if it was not estimated.
    pub value: Option<f64>,
    /// The loss by the action that was taken; `None` if no deal of the hidden cards fits the view.
    pub loss: Option<f64>,
    /// Half the width of the 95 % interval of `loss`.
    pub loss_error: Option<f64>,
    /// Whether the 95 % interval of `loss` lies above 0.
    pub charged: bool,
}

/// One of the costliest decisions, with the part of the table that the seat saw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Costly {
    /// The index of the decision in [`ReviewAnswer::decisions`].
    pub decision: usize,
    /// The part of the table that the seat saw.
    pub view: Scene,
    /// The faces of the cards of the action that was taken; empty for actions without cards.
    pub taken: Vec<String>,
    /// The faces of the cards of the best action; empty for actions without cards.
    pub best: Vec<String>,
}

/// Reviews games. The observer is notified of each reviewed decision.
///
/// # Errors
/// The record has no such game or player, or the observer cancels.
pub fn review<G: Searchable + Present>(
    games: &[RecordedGame<G>],
    options: &ReviewOptions,
    observer: &dyn Observer,
) -> Result<ReviewAnswer, ReviewError> {
    let Some(first) = games.first() else { return Ok(ReviewAnswer::default()) };
    let budget = Budget::Playouts(options.playouts.unwrap_or(super::PLAYOUTS));
    let mut searchers: Vec<_> = (0..options.threads.max(1)).map(|_| G::searcher(budget)).collect();
    let worlds = options.worlds.unwrap_or(super::WORLDS) as usize;
    let masks = masks(games, options)?;
    let courses: Vec<&GameCourse<G>> = games.iter().map(|game| &game.course).collect();
    let reviewed =
        players::review(&courses, |game| masks[game], &mut searchers, worlds, options.seed, observer)?;
    let scale = G::scale(first.course.start.setup());
    let mut order: Vec<usize> = (0..reviewed.len()).filter(|&at| reviewed[at].judged.is_charged()).collect();
    let lost = |at: usize| reviewed[at].judged.loss.map_or(0.0, |loss| loss.mean);
    order.sort_by(|&one, &other| lost(other).total_cmp(&lost(one)).then(one.cmp(&other)));
    let patterns = patterns::<G>(order.iter().map(|&at| &reviewed[at]), scale);
    let costly = |&at: &usize| {
        let Reviewed { game, number, taken, ref judged, .. } = reviewed[at];
        let mut position = courses[game].after(number);
        let view = position.view().map_or_else(Scene::default, |view| G::scene(&view));
        Costly { decision: at, view, taken: G::faces(taken), best: G::faces(judged.best) }
    };
    Ok(ReviewAnswer {
        unit: scale.unit.to_owned(),
        games: masks.iter().filter(|&&mask| mask != 0).count() as u64,
        reviewed: reviewed.len() as u64,
        players: of_players(games, &reviewed, scale),
        costliest: order.iter().take(MOST_COSTLY).map(costly).collect(),
        patterns,
        decisions: reviewed.iter().map(|decision| decided(games, decision, scale)).collect(),
    })
}

fn decided<G: Searchable + Present>(
    games: &[RecordedGame<G>],
    reviewed: &Reviewed<G::Action>,
    scale: Scale,
) -> ReviewedDecision {
    let Reviewed { game, number, seat, player, taken, ref judged } = *reviewed;
    ReviewedDecision {
        game,
        number,
        seat,
        player,
        name: name_of(games, game, player).to_owned(),
        taken: G::action_text(taken),
        best: G::action_text(judged.best),
        reason: name(judged.reason).to_owned(),
        value: judged.value.map(|value| scale.value(value)),
        loss: judged.loss.map(|loss| scale.difference(loss.mean)),
        loss_error: judged.loss.map(|loss| scale.difference(loss.half_width())),
        charged: judged.is_charged(),
    }
}

/// The error of a review.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The observer cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The record has no game with the requested index.
    #[error("there is no game {game}; expected 0 to {}", games.saturating_sub(1))]
    Game {
        /// The requested index.
        game: usize,
        /// The number of games in the record.
        games: usize,
    },
    /// No reviewed game has the requested player.
    #[error("there is no player {}; expected {expected}", printable(player))]
    Player {
        /// The name or index that was requested.
        player: String,
        /// The names and indices of the players in the first reviewed game.
        expected: String,
    },
}

/// Returns the name of a player in a game; empty if unknown.
fn name_of<G: Searchable>(games: &[RecordedGame<G>], game: usize, player: usize) -> &str {
    games.get(game).and_then(|game| game.names.get(player)).map_or("", String::as_str)
}

/// Returns a bit mask of the players to review for each game.
fn masks<G: Searchable>(games: &[RecordedGame<G>], options: &ReviewOptions) -> Result<Vec<u32>, ReviewError> {
    if let Some(game) = options.game.filter(|&game| game >= games.len()) {
        return Err(ReviewError::Game { game, games: games.len() });
    }
    let of_game = |(number, game): (usize, &RecordedGame<G>)| {
        let seats = G::seats(game.course.start.setup());
        let all = (1u32 << seats) - 1;
        match &options.player {
            _ if options.game.is_some_and(|wanted| wanted != number) => 0,
            None => all,
            Some(player) => {
                let by_name = game.names.iter().enumerate().filter(|(_, name)| *name == player);
                let by_name = by_name.fold(0, |mask, (place, _)| mask | 1 << place) & all;
                let by_number = player.parse().ok().filter(|&number: &usize| number < seats);
                if by_name == 0 { by_number.map_or(0, |number| 1 << number) } else { by_name }
            }
        }
    };
    let masks: Vec<u32> = games.iter().enumerate().map(of_game).collect();
    match (&options.player, games.get(options.game.unwrap_or(0))) {
        (Some(player), Some(game)) if masks.iter().all(|&mask| mask == 0) => {
            let numbers = (0..G::seats(game.course.start.setup())).map(|number| number.to_string());
            let names: Vec<String> = game.names.iter().map(|name| printable(name)).chain(numbers).collect();
            Err(ReviewError::Player { player: player.clone(), expected: names.join(", ") })
        }
        _ => Ok(masks),
    }
}

/// Returns the reviews of the players. Players with the same name count as one player. Players
/// without a name, and players whose name occurs several times in a game, are distinguished by
/// their indices.
fn of_players<G: Searchable + Present>(
    games: &[RecordedGame<G>],
    reviewed: &[Reviewed<G::Action>],
    scale: Scale,
) -> Vec<PlayerReview> {
    let is_shared =
        |game: &RecordedGame<G>, name: &str| game.names.iter().filter(|other| *other == name).count() > 1;
    let mut players: Vec<PlayerReview> = Vec::new();
    let shared: BTreeSet<&str> = games
        .iter()
        .flat_map(|game| game.names.iter().filter(|name| is_shared(game, name)).map(String::as_str))
        .collect();
    for Reviewed { game, player, judged, .. } in reviewed {
        let name = name_of(games, *game, *player);
        let by_index = name.is_empty() || shared.contains(name);
        let is_same = |other: &PlayerReview| other.name == name && (!by_index || other.player == *player);
        let place = players.iter().position(is_same).unwrap_or_else(|| {
            let (player, name) = (*player, name.to_owned());
            players.push(PlayerReview { player, name, decisions: 0, charged: 0, loss: 0.0, loss_error: 0.0 });
            players.len() - 1
        });
        let found = &mut players[place];
        found.decisions += 1;
        found.charged += u64::from(judged.is_charged());
        if let Some(loss) = judged.loss {
            found.loss += scale.difference(loss.mean);
            // `loss_error` holds the sum of squares until the loop below takes the root.
            found.loss_error += scale.difference(loss.half_width()) * scale.difference(loss.half_width());
        }
    }
    players.sort_by_key(|found| found.player);
    for found in &mut players {
        found.loss_error = found.loss_error.sqrt();
    }
    players
}

/// Groups charged decisions by the kinds of their actions.
fn patterns<'a, G: Searchable + Present>(
    charged: impl Iterator<Item = &'a Reviewed<G::Action>>,
    scale: Scale,
) -> Vec<Pattern>
where
    G::Action: 'a,
{
    let mut groups: BTreeMap<(bool, String, String), (u64, f64)> = BTreeMap::new();
    for reviewed in charged {
        let judged = &reviewed.judged;
        let key = (judged.reason == Reason::Proved, G::kind(reviewed.taken), G::kind(judged.best));
        let (count, sum) = groups.entry(key).or_default();
        *count += 1;
        *sum += judged.loss.map_or(0.0, |loss| scale.difference(loss.mean));
    }
    let pattern = |((proved, taken, best), (count, loss))| Pattern { taken, best, proved, count, loss };
    let mut patterns: Vec<Pattern> = groups.into_iter().map(pattern).collect();
    patterns.sort_by(|one, other| other.loss.total_cmp(&one.loss));
    patterns
}
