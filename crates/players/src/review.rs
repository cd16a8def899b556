//! Reviews of played games, which estimate the loss of each decision.

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng as _;
use quadrille_table::{MOST_SEATS, View as _};

use crate::search::{Judged, Search, Searchable};
use crate::search::{checking, each};

/// A batch consists of the decisions of whole games. It is complete when it has at least this
/// number of decisions. The threads share the decisions of a batch. Batches limit the memory,
/// because each decision in a batch has its own copy of the game.
const BATCH: usize = 256;

/// The course of a game: the cards at the start, and the actions of all seats.
#[derive(Debug, Clone)]
pub struct GameCourse<G: Searchable> {
    /// The game after the deal, before its first decision.
    pub start: G,
    /// The actions, the oldest first. The game may be unfinished.
    pub actions: Vec<G::Action>,
}

impl<G: Searchable> GameCourse<G> {
    /// Returns the course of a game that is in progress or over; `None` if its history is unknown.
    pub fn of(game: &G) -> Option<Self> {
        let mut actions = Vec::new();
        let start = game.rewind(&mut actions)?;
        Some(Self { start, actions })
    }

    /// Returns the game after the first `count` actions. If an action is not legal, returns the
    /// game before this action.
    pub fn after(&self, count: usize) -> G {
        let mut game = self.start.clone();
        for &action in self.actions.iter().take(count) {
            if !game.view().is_some_and(|view| view.permits(&action)) {
                break;
            }
            game.apply(action, |_| {});
        }
        game
    }
}

/// A reviewed decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Reviewed<A> {
    /// The index of the game in the games that [`review`] received, counted from 0.
    pub game: usize,
    /// The index of the action in the game, counted from 0.
    pub number: usize,
    /// The seat that decided.
    pub seat: usize,
    /// The index of the player who sat in the seat.
    pub player: usize,
    /// The action that the seat took.
    pub taken: A,
    /// The judgement of the action, by a search.
    pub judged: Judged<A>,
}

/// Reviews the decisions of some players in all games. `players` is called with the index of a
/// game, and returns a bit mask of the players to review in the game. Decisions with only one legal
/// action are omitted. Each searcher runs in its own thread. With budgets in playouts, the number
/// of searchers does not affect the result.
///
/// The observer is notified of each reviewed decision.
///
/// # Errors
/// [`Cancelled`] by the observer.
pub fn review<G: Searchable>(
    games: &[&GameCourse<G>],
    players: impl Fn(usize) -> u32,
    searchers: &mut [Search<G>],
    worlds: usize,
    seed: u64,
    observer: &dyn Observer,
) -> Result<Vec<Reviewed<G::Action>>, Cancelled> {
    let mut total = 0;
    for (game, course) in games.iter().enumerate() {
        visit(course, players(game), |_, _, _| total += 1);
    }
    let meter = Meter::new(observer).unit("decisions").total(total);
    let judge = |search: &mut Search<G>, decision: &Reviewing<G>| {
        let Reviewing { game, number, position, seat, player, taken } = decision;
        let key = StreamKey::new(seed, *game as u64).substream(*number as u64);
        let mut position = position.clone();
        let view = position.view()?;
        let judged = search.judge(&view, *taken, worlds, key.rng().next_u64(), &checking(&meter)).ok()?;
        let (game, number, seat, player, taken) = (*game, *number, *seat, *player, *taken);
        let reviewed = judged.map(|judged| Reviewed { game, number, seat, player, taken, judged });
        meter.advance(1).is_ok().then_some(reviewed)
    };
    let (mut reviewed, mut waiting, mut judged) = (Vec::new(), Vec::new(), Vec::new());
    for (game, course) in games.iter().enumerate() {
        visit(course, players(game), |number, position, taken| {
            let (seat, player) = taken.1;
            let (position, taken) = (position.clone(), taken.0);
            waiting.push(Reviewing { game, number, position, seat, player, taken });
        });
        if waiting.len() >= BATCH || game + 1 == games.len() {
            if !each(searchers, waiting.len(), &mut judged, |search, item| judge(search, &waiting[item])) {
                return Err(Cancelled);
            }
            reviewed.extend(judged.drain(..).flatten());
            waiting.clear();
        }
    }
    Ok(reviewed)
}

/// A decision to review.
struct Reviewing<G: Searchable> {
    game: usize,
    number: usize,
    position: G,
    seat: usize,
    player: usize,
    taken: G::Action,
}

/// Calls `found` for each decision of a player in the bit mask `players`. Decisions with only one
/// legal action are omitted. The arguments of `found` are the index of the action, the game before
/// the action, the action, its seat and its player. Stops at the first action that is not legal.
fn visit<G: Searchable>(
    course: &GameCourse<G>,
    players: u32,
    mut found: impl FnMut(usize, &G, (G::Action, (usize, usize))),
) {
    debug_assert!(G::seats(course.start.setup()) <= MOST_SEATS, "a mask has a bit for each player");
    let mut position = course.start.clone();
    for (number, &taken) in course.actions.iter().enumerate() {
        let Some(view) = position.view() else { break };
        if !view.permits(&taken) {
            break;
        }
        let (seat, is_choice) = (view.seat(), view.choices() > 1);
        let player = position.player(seat);
        if is_choice && players >> player & 1 == 1 {
            found(number, &position, (taken, (seat, player)));
        }
        position.apply(taken, |_| {});
    }
}
