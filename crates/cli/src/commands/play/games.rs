//! The games that can be played at the terminal: their help and the flags of their rules.

use clap::Args;
use quadrille::daifugo::rules::Rules as DaifugoRules;
use quadrille::doudizhu::Rules;
use quadrille::doudizhu::game::{Auction, Scoring, Setup};
use quadrille::experiments::daifugo::league::Daifugo;
use quadrille::experiments::doudizhu::DouDizhu;
use quadrille::experiments::hearts::Hearts;
use quadrille::hearts::Rules as HeartsRules;

use super::{PlayedGame, Ruled};
use crate::daifugo_arguments::Switched;
use crate::failure::Failure;

impl PlayedGame for DouDizhu {
    type Rules = DoudizhuFlags;
    const PLAY: &'static str = "Examples:
  quadrille doudizhu play
  quadrille doudizhu play --players search,search --auction call-rob --review

Type cards or the number of a move; `?` lists the commands. Lines may also come from a pipe.";
}

/// The rules of Dou Dizhu.
#[derive(Debug, Args)]
pub(crate) struct DoudizhuFlags {
    /// Variant of the moves, as in `doudizhu moves --rules`
    #[arg(long, value_name = "RULES", default_value_t)]
    rules: Rules,
    /// Auction: none, bids, bids-round or call-rob
    #[arg(long, value_name = "AUCTION", default_value = "bids")]
    auction: Auction,
    /// Scoring: adp, wp or classic
    #[arg(long, value_name = "SCORING", default_value = "classic")]
    scoring: Scoring,
}

impl Ruled<DouDizhu> for DoudizhuFlags {
    fn setup(&self, _: usize) -> Result<Setup, Failure> {
        Ok(Setup::new(self.rules, self.scoring).with_auction(self.auction))
    }
}

impl PlayedGame for Daifugo {
    type Rules = DaifugoFlags;
    const PLAY: &'static str = "Examples:
  quadrille daifugo play
  quadrille daifugo play --players search,greedy --games 10 --record match.jsonl

Two to five other players. Type cards, such as D3 H3, or the number of a move; `?` lists the commands. \
Lines may also come from a pipe.";
}

/// The rules of Daifugo.
#[derive(Debug, Args)]
pub(crate) struct DaifugoFlags {
    #[arg(long, value_name = "RULES", default_value = "uecda", value_parser = crate::daifugo_arguments::switches, help = crate::daifugo_arguments::rules_help())]
    rules: Switched,
    /// Number of jokers
    #[arg(long, value_name = "N", default_value = "1")]
    jokers: u32,
}

impl Ruled<Daifugo> for DaifugoFlags {
    fn setup(&self, players: usize) -> Result<DaifugoRules, Failure> {
        let rules = self.rules.rules().of(players, self.jokers);
        rules.map_err(|error| Failure::Usage(format!("--players, --jokers: {error}")))
    }
}

impl PlayedGame for Hearts {
    type Rules = NoFlags;
    const PLAY: &'static str = "Example: quadrille hearts play --games 4

Type cards, such as SQ, or the number of a move; `?` lists the commands. Fewer points are better.";
}

/// The empty set of flags. Hearts is always played under the default rules.
#[derive(Debug, Args)]
pub(crate) struct NoFlags {}

impl Ruled<Hearts> for NoFlags {
    fn setup(&self, _: usize) -> Result<HeartsRules, Failure> {
        Ok(HeartsRules::default())
    }
}
