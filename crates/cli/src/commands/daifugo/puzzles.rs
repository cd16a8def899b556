//! `daifugo puzzles`: finding the lead that is a sure win.

use std::fmt::Write as _;

use clap::Args;
use quadrille::daifugo::melds::Meld;
use quadrille::experiments::daifugo::puzzles::{Puzzle, Refutation, puzzles};
use quadrille::report::figure::counted;
use quadrille::table::card_face;

use crate::commands::play::{Input, Line, Solved, wrapped};
use crate::failure::Failure;
use crate::{OutputMode, answer, long_job};

/// The number of puzzles per seed.
const COUNT: usize = 100;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille daifugo puzzles
  quadrille daifugo puzzles --number 50

You lead. Type the lead that is a sure win against any distribution of the other cards, or `none` if \
there is none; at most one lead is a sure win. After a wrong lead, its refutation is shown, and you can try \
again. The puzzles come from games of the policy and are ordered by grade. The grade is the number of leads, \
plus 20 if the greedy player misses the win. Solved puzzles are recorded in the file daifugo-puzzles of the \
state folder, $XDG_STATE_HOME/quadrille or ~/.local/state/quadrille.")]
pub(crate) struct Puzzles {
    /// Number of the puzzle, from 1 for the easiest [default: the easiest unsolved one]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    number: Option<usize>,
    /// Seed of the puzzles
    #[arg(long, value_name = "S", default_value = "1", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    seed: u64,
}

impl Puzzles {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        if mode.json {
            return Err(Failure::usage(
                "puzzles are interactive and have no JSON answer; for JSON, use `sure-win`",
            ));
        }
        if let Some(number) = self.number.filter(|number| !(1..=COUNT).contains(number)) {
            return Err(Failure::Usage(format!("--number {number}: expected 1 to {COUNT}")));
        }
        let puzzles = puzzles(COUNT, self.seed);
        let mut solved = Solved::read("daifugo-puzzles");
        let key = |place: usize| format!("{} {}", self.seed, place + 1);
        let next = |solved: &Solved| (0..puzzles.len()).find(|&place| !solved.puzzles.contains(&key(place)));
        let mut input = Input::new()?;
        let mut place = match (self.number, next(&solved)) {
            (Some(number), _) => number - 1,
            (None, Some(place)) => place,
            (None, None) => return answer::text("All puzzles are solved. --number N shows one again.\n"),
        };
        loop {
            answer::text(&shown(&puzzles[place], place))?;
            if !attempt(&puzzles[place], &mut input)? {
                return Ok(());
            }
            solved.add(&key(place));
            answer::text(&format!("Solved: puzzle {} of {COUNT}.\n", place + 1))?;
            match next(&solved) {
                Some(unsolved) if self.number.is_none() => place = unsolved,
                _ => return Ok(()),
            }
        }
    }
}

/// Reads answers until the puzzle is solved. Returns `false` if the person leaves.
fn attempt(puzzle: &Puzzle, input: &mut Input) -> Result<bool, Failure> {
    loop {
        let Line::Text(line) = input.line()? else { return Ok(false) };
        let text = match line.trim() {
            "" => continue,
            "quit" | "q" => return Ok(false),
            "moves" | "m" => {
                let leads: Vec<String> = puzzle.leads.iter().map(ToString::to_string).collect();
                wrapped("Leads", &leads.join(",  "))
            }
            "?" | "help" => "Type a lead, or `none`; `moves` lists all leads, `quit` leaves.\n".to_owned(),
            "none" if puzzle.is_solved_by(None) => return Ok(true),
            "none" => "Wrong: one lead is a sure win.\n".to_owned(),
            text => match text.parse::<Meld>() {
                Err(error) => textwrap::fill(&error.to_string(), 80) + "\n",
                Ok(lead) if !puzzle.leads.contains(&lead) => {
                    format!("{lead} cannot be led from this hand; `moves` lists all leads.\n")
                }
                Ok(lead) if puzzle.is_solved_by(Some(lead)) => return Ok(true),
                Ok(lead) => match puzzle.refutation(lead) {
                    Refutation::Answer(meld) => {
                        format!("Wrong: an opponent can answer {lead} with {meld}.\n")
                    }
                    Refutation::Rest => {
                        format!(
                            "Wrong: {lead} cannot be answered, but the rest of the hand is not a sure win.\n"
                        )
                    }
                },
            },
        };
        answer::text(&text)?;
    }
}

fn shown(puzzle: &Puzzle, place: usize) -> String {
    let Puzzle { state, seat, hand, unseen, grade, .. } = puzzle;
    let mut text = format!("\nPuzzle {} of {COUNT}, grade {grade}\n", place + 1);
    let others = (0..state.rules().players()).filter(|other| other != seat && state.is_playing(*other));
    let sizes: Vec<String> = others.map(|other| counted(state.size(other).into(), "card")).collect();
    let _ = writeln!(text, "You lead. The other hands: {}.", sizes.join(", "));
    text.push_str("Which lead is a sure win, against any distribution of the unseen cards? Or `none`.\n");
    if state.revolution() {
        text.push_str("A revolution is in effect: 3 is the highest rank.\n");
    }
    let faces = |cards: String| cards.split_whitespace().map(card_face).collect::<Vec<_>>().join(" ");
    text + &wrapped("Hand", &faces(hand.to_string())) + &wrapped("Unseen", &faces(unseen.to_string()))
}
