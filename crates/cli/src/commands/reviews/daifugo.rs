//! Advice and reviews of Daifugo.

use clap::Args;
use quadrille::daifugo::game::Table;
use quadrille::daifugo::melds::Hand;
use quadrille::daifugo::rules::Rules;
use quadrille::experiments::cards::GameOf;
use quadrille::experiments::daifugo::league::Daifugo;
use quadrille::experiments::daifugo::reviews::Situation;
use quadrille::experiments::hearts::Hearts;

use super::{AdvisedGame, Situated};
use crate::daifugo_arguments::cards_and_jokers;
use crate::failure::Failure;

impl AdvisedGame for Daifugo {
    type Situation = Described;

    const ADVISE: &'static str = "Examples:
  quadrille daifugo advise --hand \"D3 H5 S5 C9 DJ JK\" --sizes 1,2 \\
      --played 0x7bffdfefff3ed
  quadrille daifugo advise --record match.log --game 2 --after 10

Only the information of the seat to move is used. The best move is found by a search. Every listed move is \
then played out in other worlds, which are drawn according to the likelihood of the other seats' actions, so \
that the figures are not biased by the selection. docs/search.md explains the method.";

    const REVIEW: &'static str = "Examples:
  quadrille daifugo review example:daifugo-games --game 0 --player 1
  quadrille daifugo review match.log --game 0 --player 0 --language ja \\
      --report review.html

FILE holds JSON lines, a log of the official server or a record of FujiGokoro; it may be truncated. Each \
decision is searched with the information of its seat. The loss is estimated in other worlds than those \
that selected the best move, so it can be negative. A decision is charged if the 95 % interval of its loss \
lies above 0.";
}

/// A decision described by flags. The seat to move is seat 0, and the others follow in the order of
/// play.
#[derive(Debug, Args)]
pub(crate) struct Described {
    /// The hand of the seat to move, seat 0; jokers are JK
    #[arg(long, value_name = "CARDS", requires = "sizes")]
    hand: Option<String>,
    /// Number of cards of each other seat in the order of play; 0 for a seat that is out
    #[arg(long, value_name = "N,...", value_delimiter = ',', requires = "hand")]
    sizes: Option<Vec<u32>>,
    /// All cards played so far, including the cards on the table
    #[arg(long, value_name = "CARDS", requires = "hand", default_value = "")]
    played: String,
    /// The meld on the table, which must be beaten
    #[arg(long, value_name = "MELD", requires = "hand")]
    on: Option<String>,
    /// Seat that played the meld of --on [default: the last seat]
    #[arg(long, value_name = "SEAT", requires = "on")]
    by: Option<usize>,
    /// Seats that have passed on the meld of --on
    #[arg(long, value_name = "SEAT,...", value_delimiter = ',', requires = "on")]
    passed: Vec<usize>,
    /// The order of the ranks is reversed
    #[arg(long, requires = "hand")]
    revolution: bool,
    /// Only the suits of the meld on the table may follow
    #[arg(long, requires = "on")]
    suit_lock: bool,
    /// Number of jokers in the deck
    #[arg(long, value_name = "N", default_value = "1", requires = "hand")]
    jokers: u32,
}

impl Situated<Daifugo> for Described {
    fn is_given(&self) -> bool {
        self.hand.is_some()
    }

    fn game(&self) -> Result<Option<Table>, Failure> {
        let (Some(hand), Some(sizes)) = (&self.hand, &self.sizes) else { return Ok(None) };
        let rules = Rules::UECDA.of(sizes.len() + 1, self.jokers);
        let rules = rules.map_err(|error| Failure::Usage(format!("--sizes, --jokers: {error}")))?;
        let read = |flag: &str, text: &str| {
            cards_and_jokers(flag, text, flag, 0).map(|(cards, jokers)| Hand::new(cards, jokers))
        };
        let on = self.on.as_deref().map(str::parse).transpose();
        let on = on.map_err(|error| Failure::Usage(format!("--on: {error}")))?;
        let situation = Situation {
            rules,
            hand: read("--hand", hand)?,
            sizes: sizes.clone(),
            played: read("--played", &self.played)?,
            on: on.map(|meld| (meld, self.by.unwrap_or(sizes.len()))),
            passed: self.passed.clone(),
            revolution: self.revolution,
            suit_lock: self.suit_lock,
        };
        situation
            .table()
            .map(Some)
            .map_err(|error| Failure::Usage(format!("--hand, --sizes, --played, --on: {error}")))
    }
}

impl AdvisedGame for Hearts {
    type Situation = RecordOnly;

    const EXPECTED: &'static str = "expected --record FILE";

    const ADVISE: &'static str = "Example: quadrille hearts advise --record hearts.jsonl --game 0 --after 20

Only the information of the seat to move is used. docs/search.md explains the method.";

    const REVIEW: &'static str = "Example: quadrille hearts review hearts.jsonl --game 0 --player 0

FILE holds JSON lines, as `arena --records` writes them. Losses are in points. A decision is charged if the 95 % \
interval of its loss lies above 0.";
}

/// The empty set of flags. In Hearts, a decision can only be taken from a record.
#[derive(Debug, Args)]
pub(crate) struct RecordOnly {}

impl Situated<Hearts> for RecordOnly {
    fn is_given(&self) -> bool {
        false
    }

    fn game(&self) -> Result<Option<GameOf<Hearts>>, Failure> {
        Ok(None)
    }
}
