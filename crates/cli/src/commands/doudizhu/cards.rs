//! Commands on hands and moves: contains, remove, classify, moves.

use clap::Args;
use quadrille::answers::doudizhu;
use quadrille::diagnostics::Source;
use quadrille::doudizhu::{Hand, Move, Rules};
use quadrille::experiments::doudizhu::words::{kind_in_chinese, move_in_words};
use quadrille::report::figure::{counted, listed};

use crate::failure::Failure;
use crate::{OutputMode, answer};

/// The `--rules` flag.
#[derive(Debug, Args)]
pub(crate) struct RulesFlag {
    #[arg(long, value_name = "RULES", default_value_t, help = rules_help())]
    pub(crate) rules: Rules,
}

/// Returns the help of `--rules`.
fn rules_help() -> String {
    let switches = Rules::switch_names().map(|(name, _)| name).join(", ");
    format!(
        "Variant of the moves: {}, optionally followed by switches: {switches} (see docs/experiments.md)",
        presets()
    )
}

/// Returns the names of the presets: `rlcard, douzero, pagat or openspiel`.
fn presets() -> String {
    listed(&Rules::preset_names().map(|(name, _)| name), "or")
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille doudizhu contains 33344567 3334

Cards are 3456789TJQKA2BR in any order; B is the black joker, and R the red one. Lower case is accepted, and so \
are other names: 10 and 0 for T; X, Y and 小王 for B; D, Z and 大王 for R. Blanks and commas may separate cards. \
Any cards are accepted, unless --rules is given.")]
pub(crate) struct Contains {
    #[command(flatten)]
    pair: HandAndMove,
}

/// A hand, and cards to find in it.
#[derive(Debug, Args)]
struct HandAndMove {
    /// The hand
    hand: String,
    /// The cards, or `pass` for none
    #[arg(value_name = "MOVE")]
    cards: String,
    #[arg(long, value_name = "RULES")]
    #[arg(help = format!("Refuse cards that are not a move under these rules: {} [default: any cards]", presets()))]
    rules: Option<Rules>,
}

impl HandAndMove {
    fn read(&self) -> Result<(Hand, Hand), Failure> {
        let hand = doudizhu::read_hand("HAND", &self.hand)?;
        let cards = match self.rules {
            Some(rules) => doudizhu::read_move(rules, "MOVE", &self.cards)?.cards(),
            None if self.cards.eq_ignore_ascii_case("pass") => Hand::EMPTY,
            None => doudizhu::read_hand("MOVE", &self.cards)?,
        };
        Ok((hand, cards))
    }
}

impl Contains {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let (hand, cards) = self.pair.read()?;
        let found = doudizhu::contains(hand, cards);
        if mode.json {
            return answer::json(&found);
        }
        answer::text(if found.contains { "yes\n" } else { "no\n" })
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille doudizhu remove 33344567 3334

With --on, the cards must be a move that beats the move of --on. Any cards are accepted, unless --on or --rules is \
given. `contains --help` describes the notation of cards.")]
pub(crate) struct Remove {
    #[command(flatten)]
    pair: HandAndMove,
    /// The move on the table, which must be beaten
    #[arg(long, value_name = "MOVE")]
    on: Option<String>,
}

impl Remove {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let (hand, cards) = self.pair.read()?;
        let rest = match &self.on {
            None => doudizhu::remove(hand, cards),
            Some(on) => {
                let rules = self.pair.rules.unwrap_or_default();
                let on = doudizhu::read_move_to_beat(rules, "--on", on)?;
                doudizhu::play_on(hand, doudizhu::read_move(rules, "MOVE", &self.pair.cards)?, on)
            }
        };
        let rest = rest.map_err(|error| error.at(&Source::new("MOVE", self.pair.cards.as_str())))?;
        if mode.json {
            return answer::json(&rest);
        }
        answer::text(&format!("{}\n", rest.hand))
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille doudizhu classify 3334445K

Categories and their Chinese names:
  solo 单张, pair 对子, trio 三张, trio with a solo 三带一, with a pair 三带二,
  chain of solos 顺子, of pairs 连对, of trios 飞机,
  airplane with solos 飞机带单, with pairs 飞机带对,
  four with two solos 四带二, with two pairs 四带两对, space shuttle 航天飞机,
  bomb 炸弹, rocket 王炸, pass 不出")]
pub(crate) struct Classify {
    /// The cards, or `pass` for none
    cards: String,
    #[command(flatten)]
    rules: RulesFlag,
}

impl Classify {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let rules = self.rules.rules;
        let cards = if self.cards.eq_ignore_ascii_case("pass") {
            Hand::EMPTY
        } else {
            doudizhu::read_hand("CARDS", &self.cards)?
        };
        let found = doudizhu::classify(rules, cards);
        if mode.json {
            return answer::json(&found);
        }
        let read = if cards.is_empty() { Some(Move::PASS) } else { rules.classify(cards) };
        answer::text(&match read {
            None => format!("{cards}: not a move under the rules {rules}\n"),
            Some(read) => format!("{read}: {} ({})\n", move_in_words(read), kind_in_chinese(read.kind())),
        })
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille doudizhu moves 3334445678
  quadrille doudizhu moves 3334445678 --on 66 --rules pagat

Moves are sorted by their letters; `pass` is included if there is a move to beat. \
`contains --help` describes the notation of cards.")]
pub(crate) struct Moves {
    /// The hand
    hand: String,
    /// The move on the table, which must be beaten
    #[arg(long, value_name = "MOVE")]
    on: Option<String>,
    #[command(flatten)]
    rules: RulesFlag,
}

impl Moves {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let rules = self.rules.rules;
        let hand = doudizhu::read_hand("HAND", &self.hand)?;
        let on = self.on.as_deref().map(|on| doudizhu::read_move_to_beat(rules, "--on", on)).transpose()?;
        let found = doudizhu::moves(rules, hand, on);
        if mode.json {
            return answer::json(&found);
        }
        let listed = textwrap::fill(&found.moves.join(" "), 80);
        answer::text(&format!("{}\n{listed}\n", counted(found.count as u64, "move")))
    }
}
