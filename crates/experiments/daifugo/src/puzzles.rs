//! Puzzles: finding the lead that is a sure win.

use quadrille_daifugo::game::{Decision, Move, PublicState, Table};
use quadrille_daifugo::melds::{Hand, Meld, Melds};
use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::rules::Rules;
use quadrille_daifugo::surewin::{Effects, Position, sure_win_under};
use quadrille_random::StreamKey;
use quadrille_table::Game as _;

/// The numbers of cards that the leader's hand may have in a puzzle.
const CARDS: std::ops::RangeInclusive<u32> = 4..=9;
/// The minimum number of legal leads in a puzzle.
const FEWEST_LEADS: usize = 6;
/// Of the puzzles in the order in which they are found, every `WITHOUT`-th has no sure win.
const WITHOUT: usize = 4;
/// The number added to the grade if the greedy player does not choose the winning lead.
const MISSED: u64 = 20;
/// The maximum number of games that are played for puzzles.
const MOST_GAMES: u64 = 100_000;

/// A puzzle: a seat leads, and at most one lead is a sure win.
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// The public state of the game.
    pub state: PublicState,
    /// The seat to lead.
    pub seat: usize,
    /// The hand of the seat to lead.
    pub hand: Hand,
    /// The cards of all other hands together.
    pub unseen: Hand,
    /// The only lead that is a sure win; `None` if no lead is a sure win.
    pub answer: Option<Meld>,
    /// The legal leads.
    pub leads: Vec<Meld>,
    /// The grade of difficulty: the number of leads, plus 20 if `answer` is a lead that the greedy
    /// player does not choose.
    pub grade: u64,
}

/// The reason why a lead does not solve a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refutation {
    /// The opponents may hold an answer, such as this meld.
    Answer(Meld),
    /// The lead cannot be answered, but the rest of the hand is not a sure win.
    Rest,
}

/// Returns `count` puzzles from games that the policy plays, ordered by grade; fewer if 100,000
/// games do not contain as many. The puzzles depend only on the arguments.
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
                let (state, seat) = (view.state().clone(), view.seat());
                let (hand, unseen, leads) = (view.hand(), view.unseen(), view.melds().to_vec());
                let grade = leads.len() as u64;
                let mut puzzle = Puzzle { state, seat, hand, unseen, answer: None, leads, grade };
                let mut winning = puzzle.leads.iter().filter(|&&lead| puzzle.wins_for_sure(lead));
                let (first, other) = (winning.next().copied(), winning.next());
                let wanted =
                    if found.len() % WITHOUT == WITHOUT - 1 { first.is_none() } else { first.is_some() };
                if wanted && other.is_none() {
                    let chosen = greedy.decide(&decision, &mut rng).ok();
                    let missed = first.is_some_and(|lead| chosen != Some(Move::Play(lead).into()));
                    puzzle.answer = first;
                    puzzle.grade += if missed { MISSED } else { 0 };
                    found.push(puzzle);
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
    /// Returns whether a lead solves the puzzle. `None` is the answer that no lead is a sure win.
    pub fn is_solved_by(&self, lead: Option<Meld>) -> bool {
        lead == self.answer
    }

    /// Returns whether a lead is a sure win: no opponent can answer it in any distribution of the
    /// unseen cards, and the rest of the hand is a [sure win](quadrille_daifugo::surewin) or empty.
    fn wins_for_sure(&self, lead: Meld) -> bool {
        let (mut rest, mut after) = (self.hand, self.state.clone());
        rest.remove(lead);
        after.submit(Move::Play(lead));
        if rest.is_empty() {
            return true;
        }
        let (unseen, order) = (self.unseen, after.order());
        let rest = Position::new(rest.cards, rest.jokers, unseen.cards, unseen.jokers, order);
        let proof = Effects::of(self.state.rules()).zip(rest.ok());
        self.refutation(lead) == Refutation::Rest
            && proof.is_some_and(|(effects, rest)| sure_win_under(&rest, effects))
    }

    /// Returns the reason why a lead is not a sure win.
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
    use super::*;

    /// Returns whether the leader wins from this hand even if one opponent holds all unseen cards.
    /// It tries all orders of leads.
    fn wins(puzzle: &Puzzle, state: &PublicState, hand: Hand, first: Option<Meld>) -> bool {
        let mut leads = Melds::new();
        state.melds(hand, &mut leads);
        leads.iter().copied().filter(|lead| first.is_none_or(|first| first == *lead)).any(|lead| {
            let (mut rest, mut after) = (hand, state.clone());
            rest.remove(lead);
            if rest.is_empty() {
                return true;
            }
            after.submit(Move::Play(lead));
            if after.trick().is_some() {
                let mut answers = Melds::new();
                after.melds(puzzle.unseen, &mut answers);
                if !answers.is_empty() {
                    return false;
                }
                // All others pass, and the leader leads again.
                while after.trick().is_some() {
                    after.submit(Move::Pass);
                }
            }
            wins(puzzle, &after, rest, None)
        })
    }

    #[test]
    fn puzzles_have_the_answers_of_a_plain_search() {
        let puzzles = puzzles(40, 1);
        assert_eq!(puzzles.len(), 40);
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.grade));
        let without = puzzles.iter().filter(|puzzle| puzzle.answer.is_none()).count();
        assert!((5..=15).contains(&without), "{without}");
        for puzzle in &puzzles {
            let by_search = |lead: &Meld| wins(puzzle, &puzzle.state, puzzle.hand, Some(*lead));
            // The plain search ignores the sizes of hands, so it may miss a win, but finds no false
            // win.
            let winning: Vec<Meld> = puzzle.leads.iter().copied().filter(by_search).collect();
            assert!(
                winning.len() <= 1 && winning.first().is_none_or(|&lead| puzzle.is_solved_by(Some(lead))),
                "{puzzle:?}: {winning:?}"
            );
        }
        let searched = |puzzle: &&Puzzle| {
            puzzle.answer.is_some_and(|lead| wins(puzzle, &puzzle.state, puzzle.hand, Some(lead)))
        };
        let answers = puzzles.iter().filter(|puzzle| puzzle.answer.is_some()).count();
        assert!(4 * puzzles.iter().filter(searched).count() >= 3 * answers);
    }
}
