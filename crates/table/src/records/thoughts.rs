//! The thoughts of players: a line after that of a game, with the actions that players compared and
//! their values.
//!
//! ```json
//! {"thoughts":[{"action":0,"moves":[["33",0.61,512],["3",0.48,128]]}]}
//! ```
//!
//! The line has the same form in every record format. `action` is the index of the decision among
//! all actions of the game; each entry of `moves` is an action, its value and the number of
//! playouts behind the value. A check covers only whether the actions were possible at this
//! decision, not the values.

use serde::{Deserialize, Serialize};

use super::{Line, LineFault, RecordError, write_line};
use crate::{Game, Observer, Text, TextError, View as _, Weighed};

/// The first characters of a line of thoughts.
const START: &[u8] = b"{\"thoughts\":";

/// Values are rounded to multiples of 1 / `DIGITS`, far below their errors.
const DIGITS: f64 = 1e6;

/// The line of a game's thoughts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thoughts {
    thoughts: Vec<Thought>,
}

/// The actions that a player compared for one decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thought {
    /// The index of the decision among the actions of the game.
    action: usize,
    /// The actions, each with its value and the number of playouts.
    moves: Vec<(String, f64, u64)>,
}

/// The fault of a line of thoughts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ThoughtFault {
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// The line does not follow the line of a game.
    #[error("thoughts without a game; expected them on the line after their game")]
    NoGame,
    /// The decisions are not in order, or the game has no such decision.
    #[error("thoughts on action {action}; expected {least} or a later one, of a game with {actions} actions")]
    Order {
        /// The index of the action.
        action: usize,
        /// The least index that is possible here.
        least: usize,
        /// The number of actions in the game.
        actions: usize,
    },
    /// A text is not an action.
    #[error("thoughts on action {action}: {error}")]
    Text {
        /// The index of the action.
        action: usize,
        /// The fault of the text.
        error: TextError,
    },
    /// A compared action is not legal.
    #[error("thoughts on action {action}: `{text}` is not legal there")]
    Illegal {
        /// The index of the action.
        action: usize,
        /// The compared action.
        text: String,
    },
}

impl Line {
    /// Returns whether the line contains thoughts.
    pub fn has_thoughts(&self) -> bool {
        self.bytes.starts_with(START)
    }

    /// Checks the thoughts of the line: their decisions are in order, and the compared actions were
    /// legal. `game` is the game before the first of its actions; `None` if the previous line is
    /// not that of a game.
    ///
    /// # Errors
    /// [`ThoughtFault`], with its place.
    pub fn check_thoughts<G: Text>(
        &self,
        game: Option<(G, &[G::Action])>,
    ) -> Result<(), RecordError<ThoughtFault>> {
        // A line that cannot be read is reported first, with its column.
        let Thoughts { thoughts } =
            self.json("line of thoughts").map_err(|error| error.map(ThoughtFault::Line))?;
        let (mut game, actions) = game.ok_or_else(|| self.has(ThoughtFault::NoGame))?;
        // One replay for all thoughts: they are in order, so the game only moves forward. `applied`
        // actions are done, and the next thought is on action `least` or a later one.
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

/// An [`Observer`] that collects the thoughts of one game after another.
#[derive(Debug, Default)]
pub struct ThoughtRecorder {
    wanted: bool,
    thoughts: Vec<Thought>,
    actions: usize,
}

impl ThoughtRecorder {
    /// Creates a recorder. It collects nothing unless thoughts are `wanted`.
    pub const fn new(wanted: bool) -> Self {
        Self { wanted, thoughts: Vec::new(), actions: 0 }
    }

    /// Returns the line of the last game's thoughts with its line end, and removes them; empty if
    /// there are none.
    pub fn take_line(&mut self) -> String {
        let thoughts = std::mem::take(&mut self.thoughts);
        if thoughts.is_empty() { String::new() } else { write_line(&Thoughts { thoughts }) }
    }
}

impl<G: Text> Observer<G> for ThoughtRecorder {
    fn dealt(&mut self, _: &G) {
        // Thoughts on a deal that was thrown in have no record unless its line was taken before.
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
