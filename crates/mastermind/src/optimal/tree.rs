//! Strategies as decision trees.

use std::fmt::Write as _;

use thiserror::Error;

use crate::codeword::{Codeword, CodewordError};
use crate::feedback::Feedback;
use crate::game::Game;
use crate::kernels::packed::score;

/// A guess, and the next guess after each feedback except the feedback that ends the game.
///
/// Deserialisation refuses nodes deeper than 64 guesses. All games are shorter, and deeper nodes
/// could overflow the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Node {
    /// The guess.
    pub guess: Codeword,
    /// The next node after each feedback that some secret gives, most black first, then most white;
    /// without the feedback that ends the game.
    pub then: Vec<(Feedback, Self)>,
}

impl Node {
    /// Returns the depth: the maximum number of turns from this node on.
    pub(super) fn turns(&self) -> u32 {
        1 + self.then.iter().map(|(_, next)| next.turns()).max().unwrap_or(0)
    }

    /// Returns the number of guesses of the tree at turn `turn`, from 1. At the last turn, each
    /// guess finds one secret.
    pub(super) fn at_turn(&self, turn: u32) -> u64 {
        if turn <= 1 { 1 } else { self.then.iter().map(|(_, next)| next.at_turn(turn - 1)).sum() }
    }
}

/// A strategy for a game: the first guess, and a guess after every feedback.
///
/// ```
/// use quadrille_mastermind::{Feedback, Game, Node, Repeats, Tree};
///
/// let game = Game::new(1, 2, Repeats::Allowed)?;
/// let second = Node { guess: game.parse("2")?, then: Vec::new() };
/// let then = vec![(Feedback { black: 0, white: 0 }, second)];
/// let tree = Tree { game, root: Node { guess: game.parse("1")?, then } };
/// assert_eq!(tree.walk()?.total_turns(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The game.
    pub game: Game,
    /// The first guess with all subsequent nodes.
    pub root: Node,
}

/// Numbers of turns of a strategy, over all secrets.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Walk {
    /// Number of secrets found at each turn, the first turn first.
    pub histogram: Vec<u64>,
}

impl Walk {
    /// Returns the number of secrets.
    pub fn secrets(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// Returns the total turns over all secrets.
    pub fn total_turns(&self) -> u64 {
        (1..).zip(&self.histogram).map(|(turn, count)| turn * count).sum()
    }

    /// Returns the turns of the longest game.
    pub fn max_turns(&self) -> u32 {
        self.histogram.len() as u32
    }

    /// Returns the key by which strategies are compared if few secrets at the last turn are
    /// preferred: smaller is better.
    pub(super) fn rank(&self) -> (u64, u32, Option<u64>) {
        (self.total_turns(), self.max_turns(), self.histogram.last().copied())
    }
}

/// Error of an invalid tree. The path is the list of guesses and feedbacks before the error, such
/// as `1123 0,1 1456`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A guess that is not a codeword of the game.
    #[error("{}: invalid guess: {problem}", place(path))]
    Guess {
        /// The earlier guesses and feedbacks.
        path: String,
        /// The problem with the guess.
        problem: CodewordError,
    },
    /// A feedback that some secret gives is missing.
    #[error(
        "{}: no guess follows the feedback {feedback}, which {} (the first is {})",
        place(path),
        if *secrets == 1 { "1 secret gives".to_owned() } else { format!("{secrets} secrets give") },
        game.show(*first)
    )]
    Missing {
        /// The guesses and feedbacks so far; the last guess is without a feedback.
        path: String,
        /// The game.
        game: Game,
        /// The feedback.
        feedback: Feedback,
        /// Number of secrets that give the feedback.
        secrets: u64,
        /// The first secret that gives the feedback.
        first: Codeword,
    },
    /// A feedback that no possible secret gives.
    #[error("{}: no possible secret gives the feedback {feedback}", place(path))]
    Needless {
        /// The guesses and feedbacks so far.
        path: String,
        /// The feedback.
        feedback: Feedback,
    },
    /// A feedback that occurs twice.
    #[error("{}: the feedback {feedback} appears twice", place(path))]
    Twice {
        /// The guesses and feedbacks so far.
        path: String,
        /// The feedback.
        feedback: Feedback,
    },
    /// The tree is more than 64 turns deep.
    #[error("{}: the path has more than {LONGEST} turns", place(path))]
    Deep {
        /// The guesses and feedbacks so far.
        path: String,
    },
    /// Too many codewords to play them one by one.
    #[error("{game} has {} codewords; a tree can be checked against at most {MOST}", game.codewords())]
    TooLarge {
        /// The game.
        game: Game,
    },
}

fn place(path: &str) -> String {
    if path.is_empty() { "the first guess".to_owned() } else { format!("after {path}") }
}

/// Maximum depth of a tree.
pub(super) const LONGEST: usize = 64;

/// Maximum number of codewords of a game whose trees are walked.
const MOST: u64 = 1 << 24;

impl Tree {
    /// Plays every secret by this tree, scoring every guess.
    ///
    /// O(codewords · turns) scores.
    ///
    /// # Errors
    /// The first invalid guess or feedback, with the guesses and feedbacks before it.
    pub fn walk(&self) -> Result<Walk, TreeError> {
        let game = self.game;
        if game.codewords() > MOST {
            return Err(TreeError::TooLarge { game });
        }
        let mut walk = Walk::default();
        let secrets: Vec<Codeword> = game.iter().collect();
        self.step(&self.root, &secrets, &mut Vec::new(), &mut walk)?;
        while walk.histogram.last() == Some(&0) {
            walk.histogram.pop();
        }
        Ok(walk)
    }

    fn step(
        &self,
        node: &Node,
        secrets: &[Codeword],
        path: &mut Vec<(Codeword, Feedback)>,
        walk: &mut Walk,
    ) -> Result<(), TreeError> {
        let game = self.game;
        let shown = |path: &[(Codeword, Feedback)]| {
            let rows: Vec<String> =
                path.iter().map(|&(guess, feedback)| format!("{} {feedback}", game.show(guess))).collect();
            rows.join(" ")
        };
        game.check(node.guess).map_err(|problem| TreeError::Guess { path: shown(path), problem })?;
        let here = |path: &[(Codeword, Feedback)]| {
            (shown(path) + " " + &game.show(node.guess).to_string()).trim_start().to_owned()
        };
        // The limit bounds the recursion, for trees from files.
        if path.len() >= LONGEST {
            return Err(TreeError::Deep { path: here(path) });
        }
        if walk.histogram.len() <= path.len() {
            walk.histogram.push(0);
        }
        // The secrets are grouped by feedback, to compare with the feedbacks listed in the node.
        let mut parts: Vec<Vec<Codeword>> = vec![Vec::new(); game.feedbacks()];
        for &secret in secrets {
            parts[score(secret, node.guess).index()].push(secret);
        }
        let solved = Feedback::solved(game);
        walk.histogram[path.len()] += parts[solved.index()].len() as u64;
        parts[solved.index()].clear();
        for (at, &(feedback, _)) in node.then.iter().enumerate() {
            if node.then[..at].iter().any(|&(earlier, _)| earlier == feedback) {
                return Err(TreeError::Twice { path: here(path), feedback });
            }
            if parts.get(feedback.index()).is_none_or(Vec::is_empty) {
                return Err(TreeError::Needless { path: here(path), feedback });
            }
        }
        // Every feedback that some secret gives needs exactly one subtree.
        for (index, part) in parts.iter().enumerate() {
            let Some(&first) = part.first() else { continue };
            let feedback = Feedback::from_index(index);
            let Some((_, next)) = node.then.iter().find(|(answer, _)| *answer == feedback) else {
                let secrets = part.len() as u64;
                return Err(TreeError::Missing { path: here(path), game, feedback, secrets, first });
            };
            path.push((node.guess, feedback));
            self.step(next, part, path, walk)?;
            path.pop();
        }
        Ok(())
    }

    /// Returns the tree in the DOT language of `GraphViz`: a box per guess, an arrow per feedback.
    ///
    /// ```
    /// use quadrille_mastermind::{Game, Goal, Level, Repeats, optimal};
    ///
    /// let game = Game::new(2, 2, Repeats::Allowed)?;
    /// let tree = optimal(game, &Goal::new(), Level::best(), &())?.tree;
    /// assert!(tree.to_dot().starts_with("digraph strategy {"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_dot(&self) -> String {
        let mut text =
            "digraph strategy {\n  rankdir=LR;\n  node [shape=box, fontname=monospace];\n".to_owned();
        let mut next = 0;
        self.dot(&self.root, &mut next, &mut text);
        text + "}\n"
    }

    fn dot(&self, node: &Node, next: &mut usize, text: &mut String) -> usize {
        let number = *next;
        *next += 1;
        let _ = writeln!(text, "  n{number} [label=\"{}\"];", self.game.show(node.guess));
        for (feedback, child) in &node.then {
            let to = self.dot(child, next, text);
            let _ = writeln!(text, "  n{number} -> n{to} [label=\"{feedback}\"];");
        }
        number
    }

    /// Returns the tree as indented lines: a feedback and the next guess; feedbacks after which the
    /// secret is known are joined on one line at the end.
    ///
    /// ```text
    /// 1123
    ///   2,0: 1345
    ///     3,0: 1145 · 1,1: 1436
    /// ```
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.game.show(self.root.guess));
        self.text(&self.root, 1, &mut text);
        text
    }

    fn text(&self, node: &Node, depth: usize, text: &mut String) {
        let mut known = Vec::new();
        for (feedback, child) in &node.then {
            if child.then.is_empty() {
                known.push(format!("{feedback}: {}", self.game.show(child.guess)));
            } else {
                let _ = writeln!(text, "{}{feedback}: {}", "  ".repeat(depth), self.game.show(child.guess));
                self.text(child, depth + 1, text);
            }
        }
        if !known.is_empty() {
            let _ = writeln!(text, "{}{}", "  ".repeat(depth), known.join(" · "));
        }
    }
}
