//! A conformance check of external programs, for authors of bots.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::StreamKey;
use quadrille_runner::foreign::player::of_program;
use quadrille_runner::foreign::process::Processes;
use quadrille_table::{
    Game as _, Player, PlayerError, PlayerRng, Questions, Random, SharedRng, Text, View as _,
    play_cancellable, question,
};
use serde::{Deserialize, Serialize};

use crate::{CardGame, GameOf, SetupOf};

/// The maximum number of faults that the result describes.
const MOST_FAULTS: usize = 5;
/// The maximum number of legal actions that the description of a fault lists.
const MOST_LISTED: usize = 8;

/// A card game for which external programs can be checked.
pub trait CheckedGame: CardGame {
    /// Returns setups under which all kinds of decisions occur.
    fn setups() -> Vec<SetupOf<Self>>;
}

/// The result of checking a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotCheck {
    /// Whether all decisions of the program were legal and in time.
    pub ok: bool,
    /// The number of games played.
    pub games: u64,
    /// The program's decisions by kind, in the order of their first occurrence.
    pub decisions: Vec<CheckedDecisions>,
    /// The first faults of the program, at most five.
    pub faults: Vec<BotFault>,
}

/// The counts for one kind of decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedDecisions {
    /// The kind: the value of `ask` in the questions.
    pub ask: String,
    /// The number of decisions of this kind.
    pub decisions: u64,
    /// The number of faults in decisions of this kind.
    pub faults: u64,
}

/// A fault of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotFault {
    /// The question of the faulty decision, as JSON without its `id`.
    pub question: String,
    /// A description of the fault and of the expected answer.
    pub reason: String,
}

/// The counts and the faults found so far.
#[derive(Debug, Default)]
struct CheckProgress {
    decisions: Vec<CheckedDecisions>,
    faults: Vec<BotFault>,
}

/// Checks a program in all kinds of decisions, against random players. Plays `games` games under
/// each setup, with the program in every seat by turns. After five faults, only one game is played
/// under each remaining setup.
///
/// The observer is notified of each game.
///
/// # Errors
/// [`Cancelled`] by the observer.
pub fn check<K: CheckedGame>(
    program: &Processes,
    games: u64,
    seed: u64,
    stopped: &Arc<AtomicBool>,
    observer: &dyn Observer,
) -> Result<BotCheck, Cancelled>
where
    GameOf<K>: Questions,
{
    let setups = K::setups();
    let meter = Meter::new(observer).unit("games").total(games * setups.len() as u64);
    let found = Arc::new(Mutex::new(CheckProgress::default()));
    let mut played = 0;
    for (number, setup) in setups.iter().enumerate() {
        let seats = GameOf::<K>::seats(setup);
        let mut players: Vec<Box<dyn Player<GameOf<K>>>> = Vec::with_capacity(seats);
        let inner = of_program::<GameOf<K>>(program, stopped).player();
        players.push(Box::new(Watched { inner, found: Arc::clone(&found) }));
        players.extend((1..seats).map(|_| -> Box<dyn Player<GameOf<K>>> { Box::new(Random) }));
        let mut table = GameOf::<K>::new(setup);
        for game in 0..games {
            let key = StreamKey::new(seed, number as u64).substream(game);
            let (mut dealer, mut rng) = (key.rng(), StreamKey::new(seed ^ 1, game).rng());
            let mut seated = SharedRng::new(&mut players, &mut rng, game as usize % seats, (seed, game));
            play_cancellable(&mut table, &mut seated, &mut dealer, &mut (), &Meter::new(&()))?;
            played += 1;
            meter.advance(1)?;
            if found.lock().unwrap_or_else(PoisonError::into_inner).faults.len() >= MOST_FAULTS {
                break;
            }
        }
    }
    let CheckProgress { decisions, faults } =
        std::mem::take(&mut *found.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(BotCheck { ok: faults.is_empty(), games: played, decisions, faults })
}

/// A player whose decisions are counted and checked before they are returned.
struct Watched<G: quadrille_table::Game> {
    inner: Box<dyn Player<G>>,
    found: Arc<Mutex<CheckProgress>>,
}

impl<G: Questions + Text> Player<G> for Watched<G> {
    fn begin(&mut self, start: &G::Start<'_>) {
        self.inner.begin(start);
    }

    fn decide(&mut self, view: &G::View<'_>, rng: &mut PlayerRng) -> Result<G::Action, PlayerError> {
        let decided = self.inner.decide(view, rng);
        let reason = match &decided {
            Ok(action) if view.permits(action) => None,
            Ok(action) => {
                let legal = (0..view.choices().min(MOST_LISTED)).filter_map(|place| view.choice(place));
                let legal: Vec<String> = legal.map(|legal| format!("`{}`", G::action_text(legal))).collect();
                let more = if view.choices() > MOST_LISTED { ", …" } else { "" };
                let action = G::action_text(*action);
                Some(format!("`{action}` is not legal; expected one of {}{more}", legal.join(", ")))
            }
            Err(error) => Some(error.to_string()),
        };
        let ask = view.decision().asked();
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let place = found.decisions.iter().position(|decisions| decisions.ask == ask).unwrap_or_else(|| {
            found.decisions.push(CheckedDecisions { ask: ask.to_owned(), decisions: 0, faults: 0 });
            found.decisions.len() - 1
        });
        found.decisions[place].decisions += 1;
        if let Some(reason) = reason {
            found.decisions[place].faults += 1;
            if found.faults.len() < MOST_FAULTS {
                let question = question::<G>(view).to_string();
                found.faults.push(BotFault { question, reason });
            }
        }
        decided
    }

    fn observe(&mut self, event: &G::Event) {
        self.inner.observe(event);
    }

    fn end(&mut self, outcome: &G::Outcome) {
        self.inner.end(outcome);
    }
}
