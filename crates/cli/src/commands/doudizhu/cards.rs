//! Hands and moves: contains, remove, classify, moves.

use clap::Args;
use quadrille::adapters::doudizhu::words::{kind_in_words, move_in_words};
use quadrille::diagnostics::{Diagnostic, Source};
use quadrille::doudizhu::{Hand, HandError, Kind, Move, MoveBuffer, MoveError, Rules};
use quadrille::report::figure::counted;
use serde_json::json;

use crate::failure::Failure;
use crate::{OutputMode, answer};

/// Which moves there are.
#[derive(Debug, Args)]
pub(crate) struct RulesFlag {
    /// Which moves there are: rlcard, douzero, pagat or openspiel
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rules,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille doudizhu contains 33344567 3334

Cards are 3456789TJQKA2BR in any order, B and R being the black and the red
joker; lower case and 10 are understood. Any cards will do, unless --rules is
given.")]
pub(crate) struct Contains {
    #[command(flatten)]
    pair: HandAndMove,
}

/// A hand, and cards to be looked for in it.
#[derive(Debug, Args)]
struct HandAndMove {
    /// The hand
    hand: String,
    /// The cards, or `pass` for none
    #[arg(value_name = "MOVE")]
    cards: String,
    /// Refuse cards that are no move under these rules: rlcard, douzero, pagat or
    /// openspiel [default: any cards]
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,
}

impl HandAndMove {
    fn read(&self) -> Result<(Hand, Hand), Failure> {
        let hand = hand("HAND", &self.hand)?;
        let cards = match self.rules {
            Some(rules) => read_move(rules, "MOVE", &self.cards)?.cards(),
            None if self.cards.eq_ignore_ascii_case("pass") => Hand::EMPTY,
            None => self::hand("MOVE", &self.cards)?,
        };
        Ok((hand, cards))
    }
}

impl Contains {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let (hand, cards) = self.pair.read()?;
        let contains = hand.contains(cards);
        if mode.json {
            return answer::json(&json!({ "contains": contains }));
        }
        answer::text(if contains { "yes\n" } else { "no\n" })
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille doudizhu remove 33344567 3334

With --on the cards must be a move that beats that one. Any cards will do, unless
--on or --rules is given.")]
pub(crate) struct Remove {
    #[command(flatten)]
    pair: HandAndMove,
    /// The move that lies on the table, and is to be beaten
    #[arg(long, value_name = "MOVE")]
    on: Option<String>,
}

impl Remove {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let (hand, cards) = self.pair.read()?;
        if let Some(on) = &self.on {
            let rules = self.pair.rules.unwrap_or_default();
            let on = on_table(rules, on)?;
            let played = read_move(rules, "MOVE", &self.pair.cards)?;
            if !played.is_pass() && !played.beats(on) {
                let source = Source::new("MOVE", self.pair.cards.as_str());
                let message = format!("`{played}` does not beat `{on}`");
                let whole = 0..self.pair.cards.len();
                return Err(Diagnostic::at(&source, whole, message)
                    .expected(beats_in_words(on.kind()))
                    .into());
            }
        }
        let Some(rest) = hand.remove(cards) else {
            let source = Source::new("MOVE", self.pair.cards.as_str());
            let message = format!("the hand does not hold `{cards}`");
            return Err(Diagnostic::at(&source, 0..self.pair.cards.len(), message)
                .expected(format!("cards of `{hand}`"))
                .into());
        };
        if mode.json {
            return answer::json(&json!({ "hand": rest }));
        }
        answer::text(&format!("{rest}\n"))
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille doudizhu classify 3334445K")]
pub(crate) struct Classify {
    /// The cards, or `pass` for none
    cards: String,
    #[command(flatten)]
    rules: RulesFlag,
}

impl Classify {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let rules = self.rules.rules;
        let cards = match self.cards.as_str() {
            pass if pass.eq_ignore_ascii_case("pass") => Hand::EMPTY,
            cards => hand("CARDS", cards)?,
        };
        let read = if cards.is_empty() { Some(Move::PASS) } else { rules.classify(cards) };
        let Some(read) = read else {
            if mode.json {
                return answer::json(&json!({
                    "legal": false, "kind": null, "rank": null, "length": null, "cards": cards.len(),
                }));
            }
            return answer::text(&format!("{cards}: no move under the rules {rules}\n"));
        };
        if mode.json {
            return answer::json(&json!({
                "legal": true, "kind": read.kind(), "rank": read.rank().map(|rank| rank.to_string()),
                "length": read.length(), "cards": read.cards().len(),
            }));
        }
        answer::text(&format!("{read}: {}\n", move_in_words(read)))
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille doudizhu moves 3334445678
  quadrille doudizhu moves 3334445678 --on 66 --rules pagat

Moves stand in the order of their letters; `pass` is one of them where there is
something to beat.")]
pub(crate) struct Moves {
    /// The hand
    hand: String,
    /// The move that lies on the table, and is to be beaten
    #[arg(long, value_name = "MOVE")]
    on: Option<String>,
    #[command(flatten)]
    rules: RulesFlag,
}

impl Moves {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let rules = self.rules.rules;
        let hand = hand("HAND", &self.hand)?;
        let on = self.on.as_deref().map(|on| on_table(rules, on)).transpose()?;
        let mut found = MoveBuffer::new();
        rules.follows(hand, on.unwrap_or(Move::PASS), &mut found);
        let mut moves: Vec<String> = found.iter().map(Move::to_string).collect();
        moves.sort_unstable();
        if mode.json {
            return answer::json(&json!({ "count": moves.len(), "moves": moves }));
        }
        let listed = textwrap::fill(&moves.join(" "), 80);
        answer::text(&format!("{}\n{listed}\n", counted(moves.len() as u64, "move")))
    }
}

/// What beats a move of a category.
fn beats_in_words(kind: Kind) -> String {
    match kind {
        Kind::Rocket => "a pass: nothing beats the rocket".to_owned(),
        Kind::Bomb => "a higher bomb or the rocket".to_owned(),
        other => format!("a higher {}, a bomb or the rocket", kind_in_words(other)),
    }
}

/// A hand given as an argument: some cards.
fn hand(name: &str, text: &str) -> Result<Hand, Failure> {
    let read = text.parse::<Hand>().and_then(Hand::not_empty);
    Ok(read.map_err(|error| misread(name, text, &error))?)
}

/// A move given as an argument.
fn read_move(rules: Rules, name: &str, text: &str) -> Result<Move, Failure> {
    rules.parse_move(text).map_err(|error| {
        let whole = |message| Diagnostic::at(&Source::new(name, text), 0..text.len(), message);
        match error {
            MoveError::Cards(error) => misread(name, text, &error),
            MoveError::NoMove { cards, rules } => {
                whole(format!("`{cards}` is no move under the rules `{rules}`"))
                    .expected("one category's cards, such as `3`, `44`, `5556` or `34567`")
            }
            other => whole(other.to_string()),
        }
        .into()
    })
}

/// A move to be beaten.
fn on_table(rules: Rules, text: &str) -> Result<Move, Failure> {
    let on = read_move(rules, "--on", text)?;
    if on.is_pass() {
        let message = "a pass leaves nothing to beat";
        return Err(Diagnostic::at(&Source::new("--on", text), 0..text.len(), message)
            .expected("a move with cards; whoever leads leaves out --on")
            .into());
    }
    Ok(on)
}

/// A text that is no hand, at the very card.
fn misread(name: &str, text: &str, error: &HandError) -> Diagnostic {
    let source = Source::new(name, text);
    let (span, message) = match *error {
        HandError::Unknown { position, found } => {
            (character(text, position), format!("`{}` is no card", found.escape_default()))
        }
        HandError::Extra { position, .. } => (character(text, position), error.reason()),
        _ => (0..text.len(), "no cards".to_owned()),
    };
    Diagnostic::at(&source, span, message).expected("cards of one pack: 3456789TJQKA2, four of each, B and R")
}

/// The bytes of a character, counted from 1.
fn character(text: &str, position: usize) -> std::ops::Range<usize> {
    let at = text.char_indices().nth(position - 1).map_or(text.len(), |(at, _)| at);
    at..at + text[at..].chars().next().map_or(0, char::len_utf8)
}
