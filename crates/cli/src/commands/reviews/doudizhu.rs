//! Advice and reviews of Dou Dizhu.

use clap::Args;
use quadrille::answers::doudizhu::{read_hand, read_move_to_beat};
use quadrille::doudizhu::{Hand, Move, Rules, game::Table};
use quadrille::experiments::doudizhu::DouDizhu;
use quadrille::experiments::doudizhu::reviews::{Role, Situation};

use super::{AdvisedGame, Situated};
use crate::failure::Failure;

impl AdvisedGame for DouDizhu {
    type Situation = Described;

    const ADVISE: &'static str = "Examples:
  quadrille doudizhu advise --hand 33344466789QQKKAA22B
  quadrille doudizhu advise --record example:doudizhu-games --game 0 --after 4

Only the information of the seat to move is used. The best move is found by a search. Every listed move is \
then played out in other worlds, which are drawn according to the likelihood of the other seats' actions, so \
that the figures are not biased by the selection. docs/search.md explains the method.";

    const REVIEW: &'static str = "Example: quadrille doudizhu review example:doudizhu-games --player 1

FILE holds JSON lines, as `arena --records` writes them. Each decision is searched with the information of \
its seat. The loss is estimated in other worlds than those that selected the best move, so it can be \
negative. A decision is charged if the 95 % interval of its loss lies above 0.";
}

/// A decision described by flags.
#[derive(Debug, Args)]
pub(crate) struct Described {
    /// The hand of the seat to move
    #[arg(long, value_name = "CARDS")]
    hand: Option<String>,
    /// Role of the seat: landlord, down (plays after the landlord) or up (plays before)
    #[arg(long, value_name = "ROLE", default_value = "landlord", requires = "hand")]
    role: Role,
    /// The move on the table, which must be beaten
    #[arg(long, value_name = "MOVE", requires = "hand")]
    on: Option<String>,
    /// Role of the seat that played the move of --on [default: the role of the previous seat]
    #[arg(long, value_name = "ROLE", requires = "on")]
    by: Option<Role>,
    /// All cards played so far, including the cards of --on [default: the cards of --on]
    #[arg(long, value_name = "CARDS", requires = "hand")]
    played: Option<String>,
    /// Number of cards of the next seat, and of the seat after it [default: 20 for the landlord, 17
    /// for the others, minus the cards of --on]
    #[arg(long, value_name = "N,M", value_delimiter = ',', requires = "hand")]
    sizes: Option<Vec<u32>>,
    /// The three cards that the landlord took, if known
    #[arg(long, value_name = "CARDS", requires = "hand")]
    stock: Option<String>,
    /// Variant of the moves, as in `doudizhu moves --rules`
    #[arg(long, value_name = "RULES", default_value_t, requires = "hand")]
    rules: Rules,
}

impl Situated<DouDizhu> for Described {
    fn is_given(&self) -> bool {
        self.hand.is_some()
    }

    fn game(&self) -> Result<Option<Table>, Failure> {
        let Some(hand) = &self.hand else { return Ok(None) };
        let (hand, rules, role) = (read_hand("--hand", hand)?, self.rules, self.role);
        let place = Role::ALL.iter().position(|&other| other == role).unwrap_or(0);
        let before = Role::ALL[(place + 2) % 3];
        let by = self.by.unwrap_or(before);
        let on = self.on.as_deref().map(|on| read_move_to_beat(rules, "--on", on)).transpose()?;
        let on_table = on.map_or(Hand::EMPTY, Move::cards);
        let cards = |flag: &str, given: &Option<String>, usual: Hand| {
            given.as_deref().map_or(Ok(usual), |cards| read_hand(flag, cards))
        };
        let played = cards("--played", &self.played, on_table)?;
        let stock = cards("--stock", &self.stock, Hand::EMPTY)?;
        let sizes = match self.sizes.as_deref() {
            Some(&[next, last]) => [next, last],
            Some(_) => return Err(Failure::usage("--sizes: expected two numbers of cards, such as 17,15")),
            None => [1, 2].map(|after| {
                let other = Role::ALL[(place + after) % 3];
                let dealt = if other == Role::Landlord { 20 } else { 17 };
                dealt - if on.is_some() && other == by { on_table.len() } else { 0 }
            }),
        };
        let situation = Situation { rules, role, hand, on: on.map(|on| (on, by)), played, sizes, stock };
        situation.table().map(Some).map_err(Failure::usage)
    }
}
