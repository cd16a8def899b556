//! Puzzles: which lead wins for sure?

use quadrille_daifugo::game::{Action, Decision, Move, PublicState, Table};
use quadrille_daifugo::melds::{Hand, Meld, Melds};
use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::rules::Rules;
use quadrille_experiments_cards::reviews::proved_actions;
use quadrille_random::StreamKey;
use quadrille_table::Game as _;

/// The sizes of hands in puzzles.
const CARDS: std::ops::RangeInclusive<u32> = 4..=9;
/// The smallest number of leads of a puzzle.
const FEWEST_LEADS: usize = 6;
/// One puzzle in this number has no sure win.
const WITHOUT: usize = 4;
/// The grade that a lead missed by the greedy player adds.
const MISSED: u64 = 20;
/// The maximum number of games that are played for puzzles.
const MOST_GAMES: u64 = 100_000;

/// A puzzle: a seat leads, and at most one lead wins for sure.
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// The public state of the game.
    pub state: PublicState,
    /// The seat to lead.
    pub seat: usize,
    /// Its hand.
    pub hand: Hand,
    /// The cards of all other hands together.
    pub unseen: Hand,
    /// The only lead that is proved to win; `None` if no lead is.
    pub answer: Option<Meld>,
    /// The legal leads.
    pub leads: Vec<Meld>,
    /// The grade: the number of leads, and 20 more if the greedy player chooses another lead.
    pub grade: u64,
}

/// The reason why a lead does not solve a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refutation {
    /// The opponents may hold an answer, such as this one.
    Answer(Meld),
    /// The lead cannot be answered, but the rest of the hand does not win for sure.
    Rest,
}

/// Returns `count` puzzles from games of policies, ordered by grade. They depend only on the
/// arguments.
pub fn puzzles(count: usize, seed: u64) -> Vec<Puzzle> {
    let (mut policy, mut greedy) = (PlayerKind::Policy.player(), PlayerKind::Greedy.player());
    let (mut table, mut found) = (Table::new(Rules::UECDA), Vec::new());
    for game in 0..MOST_GAMES {
        let key = StreamKey::new(seed, game);
        let [mut dealer, mut rng] = [0, 1].map(|source| key.substream(source).rng());
        quadrille_table::Game::deal(&mut table, &mut dealer);
        // One puzzle per game, so that puzzles are not similar.
        let mut has_puzzle = false;
        while let Some(decision) = table.decision() {
            let Ok(action) = policy.decide(&decision, &mut rng) else { break };
            if let (Decision::Play(view), false) = (&decision, has_puzzle)
                && view.trick().is_none()
                && CARDS.contains(&view.hand().len())
                && view.melds().len() >= FEWEST_LEADS
            {
                let proved = proved_actions::<Table>(&decision);
                let answer = match proved[..] {
                    [Action::Move(Move::Play(lead))] => Some(Some(lead)),
                    [] if found.len() % WITHOUT == WITHOUT - 1 => Some(None),
                    _ => None,
                };
                if let Some(answer) = answer {
                    let chosen = greedy.decide(&decision, &mut rng).ok();
                    let missed = answer.is_some() && chosen != answer.map(|lead| Move::Play(lead).into());
                    let leads = view.melds().to_vec();
                    let grade = leads.len() as u64 + if missed { MISSED } else { 0 };
                    let (state, seat) = (view.state().clone(), view.seat());
                    let (hand, unseen) = (view.hand(), view.unseen());
                    found.push(Puzzle { state, seat, hand, unseen, answer, leads, grade });
                    has_puzzle = true;
                }
            }
            table.apply(action, |_| {});
        }
        if quadrille_table::Game::close(&mut table, &mut dealer).is_none() || found.len() >= count {
            break;
        }
    }
    found.sort_by_key(|puzzle| puzzle.grade);
    found
}

impl Puzzle {
    /// Returns whether a lead, or `None` for the claim that no lead wins for sure, solves the
    /// puzzle.
    pub fn is_solved_by(&self, lead: Option<Meld>) -> bool {
        lead == self.answer
    }

    /// Returns the reason why a lead does not win for sure.
    pub fn refutation(&self, lead: Meld) -> Refutation {
        let mut after = self.state.clone();
        after.submit(Move::Play(lead));
        if after.trick().is_none() {
            return Refutation::Rest;
        }
        let players = self.state.rules().players();
        let others = (0..players).filter(|&seat| seat != self.seat && self.state.is_playing(seat));
        let largest = others.map(|seat| self.state.size(seat)).max().unwrap_or(0);
        let mut answers = Melds::new();
        after.melds(self.unseen, &mut answers);
        let answer = answers.iter().copied().find(|answer| answer.size() <= largest);
        answer.map_or(Refutation::Rest, Refutation::Answer)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_daifugo::surewin::{Effects, Position, sure_win_under};

    use super::*;

    /// The answer by the definition: no opponent can answer the lead, and the rest is won for sure.
    fn wins(puzzle: &Puzzle, lead: Meld) -> bool {
        let mut rest = puzzle.hand;
        rest.remove(lead);
        let mut after = puzzle.state.clone();
        after.submit(Move::Play(lead));
        if rest.is_empty() {
            return true;
        }
        let effects = Effects::of(puzzle.state.rules()).unwrap();
        let (unseen, order) = (puzzle.unseen, after.order());
        let rest = Position::new(rest.cards, rest.jokers, unseen.cards, unseen.jokers, order).unwrap();
        puzzle.refutation(lead) == Refutation::Rest && sure_win_under(&rest, effects)
    }

    #[test]
    fn puzzles_have_the_answers_of_the_definition() {
        let puzzles = puzzles(40, 1);
        assert_eq!(puzzles.len(), 40);
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.grade));
        let without = puzzles.iter().filter(|puzzle| puzzle.answer.is_none()).count();
        assert!((5..=15).contains(&without), "{without}");
        for puzzle in &puzzles {
            let winning: Vec<Meld> =
                puzzle.leads.iter().copied().filter(|&lead| wins(puzzle, lead)).collect();
            assert!(
                winning.len() <= 1 && winning.first().copied() == puzzle.answer,
                "{puzzle:?}: {winning:?}"
            );
            assert!(puzzle.is_solved_by(puzzle.answer));
        }
    }
}
