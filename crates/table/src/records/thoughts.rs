//! The thoughts of players. Each game is recorded in one line. The next line can contain the
//! thoughts of its players: the actions that the players compared, and the values of these actions.
//!
//! ```json
//! {"thoughts":[{"action":0,"moves":[["33",0.61,512],["3",0.48,128]]}]}
//! ```
//!
//! The line has the same form in every record format. `action` is the index of the decision among
//! all actions of the game. Each entry of `moves` is an action, its value, and the number of
//! playouts from which the value was computed. Each action must be legal at this decision. The
//! values are not checked.

use serde::{Deserialize, Serialize};

use super::{Line, LineFault, RecordError, write_line};
use crate::{Game, Observer, Text, TextError, View as _, Weighed};

/// The first bytes of each line of thoughts.
const START: &[u8] = b"{\"thoughts\":";

/// Values are rounded to multiples of 1 / `DIGITS`. The rounding errors are far smaller than the
/// errors of the values.
const DIGITS: f64 = 1e6;

/// A line with the thoughts of players in one game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thoughts {
    thoughts: Vec<Thought>,
}

/// The actions that a player has compared for one decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thought {
    /// The index of the decision among all actions of the game, from 0.
    action: usize,
    /// The compared actions: for each, its text, its value, and the number of playouts from which
    /// the value was computed.
    moves: Vec<(String, f64, u64)>,
}

/// The fault of a line of thoughts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ThoughtFault {
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// The previous line does not contain a game.
    #[error("thoughts without a game; expected the thoughts directly after the line of their game")]
    NoGame,
    /// The decisions are not in ascending order, or the game has no action with this index.
    #[error("thoughts on action {action}; expected an action number ≥ {least} and < {actions}")]
    Order {
        /// The index of the decision among all actions of the game, from 0.
        action: usize,
        /// The smallest valid index. Each decision must have a larger index than the previous
        /// decision.
        least: usize,
        /// The number of actions in the game.
        actions: usize,
    },
    /// The text of an action in `moves` cannot be read.
    #[error("thoughts on action {action}: {error}")]
    Text {
        /// The index of the decision among all actions of the game, from 0.
        action: usize,
        /// The fault of the text.
        error: TextError,
    },
    /// An action in `moves` is not legal at this decision.
    #[error("thoughts on action {action}: the compared action `{text}` is not legal")]
    Illegal {
        /// The index of the decision among all actions of the game, from 0.
        action: usize,
        /// The text of the illegal action in `moves`.
        text: String,
    },
}

impl Line {
    /// Returns whether the line contains thoughts.
    pub fn has_thoughts(&self) -> bool {
        self.bytes.starts_with(START)
    }

    /// Checks that the decisions in the line are in ascending order, and that all compared actions
    /// were legal. `game` is the previous game after its deal, with its actions; `None` if the
    /// previous line does not contain a game.
    ///
    /// # Errors
    /// A [`ThoughtFault`], with its line and column.
    pub fn check_thoughts<G: Text>(
        &self,
        game: Option<(G, &[G::Action])>,
    ) -> Result<(), RecordError<ThoughtFault>> {
        // If the line cannot be read, this is reported before other faults, with the column.
        let Thoughts { thoughts } =
            self.json("line of thoughts").map_err(|error| error.map(ThoughtFault::Line))?;
        let (mut game, actions) = game.ok_or_else(|| self.has(ThoughtFault::NoGame))?;
        // The game is replayed once for all thoughts, because they are in the order of the actions.
        // `applied` is the number of applied actions, and `least` the smallest valid index of the
        // next decision.
        let mut applied = 0;
        let mut least = 0;
        for Thought { action, moves } in &thoughts {
            let action = *action;
            if action < least || action >= actions.len() {
                return Err(self.has(ThoughtFault::Order { action, least, actions: actions.len() }));
            }
            least = action + 1;
            while applied < action {
                game.apply(actions[applied], |_| ());
                applied += 1;
            }
            let Some(view) = game.view() else {
                return Err(self.has(ThoughtFault::Order { action, least, actions: applied }));
            };
            for (text, ..) in moves {
                let read = G::read_action(&view, text);
                let compared = read.map_err(|error| self.has(ThoughtFault::Text { action, error }))?;
                if !view.permits(&compared) {
                    return Err(self.has(ThoughtFault::Illegal { action, text: text.clone() }));
                }
            }
        }
        Ok(())
    }
}

/// An [`Observer`] that collects the thoughts of players in the current game.
#[derive(Debug, Default)]
pub struct ThoughtRecorder {
    wanted: bool,
    thoughts: Vec<Thought>,
    actions: usize,
}

impl ThoughtRecorder {
    /// Creates a recorder. If `wanted` is false, it collects nothing.
    pub const fn new(wanted: bool) -> Self {
        Self { wanted, thoughts: Vec::new(), actions: 0 }
    }

    /// Removes the collected thoughts, and returns them as a line, including the line end; empty if
    /// there are no thoughts.
    pub fn take_line(&mut self) -> String {
        let thoughts = std::mem::take(&mut self.thoughts);
        if thoughts.is_empty() { String::new() } else { write_line(&Thoughts { thoughts }) }
    }
}

impl<G: Text> Observer<G> for ThoughtRecorder {
    fn dealt(&mut self, _: &G) {
        // The thoughts of the previous deal are dropped, unless `take_line` was called before.
        (self.thoughts, self.actions) = (Vec::new(), 0);
    }

    fn wants_explanations(&self) -> bool {
        self.wanted
    }

    fn explained(&mut self, _: usize, weighed: &[Weighed<G::Action>]) {
        let compared = |one: &Weighed<G::Action>| {
            (G::action_text(one.action), (one.value * DIGITS).round() / DIGITS, one.playouts)
        };
        let moves = weighed.iter().map(compared).collect();
        self.thoughts.push(Thought { action: self.actions, moves });
    }

    fn acts(&mut self, _: &G, _: usize, _: <G as Game>::Action) {
        self.actions += 1;
    }
}
