//! `quadrille daifugo`: card sets, melds, proofs, arenas, game records, the contest.

mod arena;
mod client;
mod league;
mod puzzles;
mod record;
mod server;

use clap::{Args, Subcommand};
use quadrille::answers::daifugo::{self, DominatesQuestion, MovesError};
use quadrille::daifugo::dominance::Order;
use quadrille::daifugo::melds::{Hand, Kind, Meld, Trick};
use quadrille::daifugo::surewin::Position;
use quadrille::daifugo::{CardError, CardSet, Rank};
use quadrille::lanes::Level;
use quadrille::report::figure::counted;
use textwrap::core::display_width;

use super::bot_check::BotCheckArgs;
use super::play::Play;
use super::reviews::{Advise, Review};
use crate::daifugo_arguments::{MOST_JOKERS, cards, cards_and_jokers, jokers};
use crate::failure::Failure;
use crate::{OutputMode, answer};

/// Description of card sets for the help texts of the commands that take cards.
const CARDS_HELP: &str = "\
Cards are a bit set 0x... or a quoted list. In a set, a card is bit 4*rank+suit, with ranks 3456789TJQKA2 and \
suits CDHS numbered from 0. A list is \"C3 D3 ST\", or with symbols \"♣3 ♦3 ♠10\". A command with a flag for \
jokers also accepts jokers in the list: JK.";

#[derive(Debug, Subcommand)]
pub(crate) enum Daifugo {
    /// Describe a set of cards: counts, masks, melds
    Inspect(Inspect),
    /// List all melds of a hand, or those that beat a meld
    Moves(Moves),
    /// Test whether a group cannot be beaten
    Dominates(Dominates),
    /// Test whether the leading player is sure to win
    SureWin(SureWin),
    /// Check a player that is an external program
    BotCheck(BotCheckArgs<quadrille::experiments::daifugo::league::Daifugo>),
    /// Play at the terminal, with hints and review
    Play(Play<quadrille::experiments::daifugo::league::Daifugo>),
    /// Rank the moves of a decision by search
    Advise(Box<Advise<quadrille::experiments::daifugo::league::Daifugo>>),
    /// Find the costly decisions of recorded games
    Review(Review<quadrille::experiments::daifugo::league::Daifugo>),
    /// Find the lead that is a sure win, in graded puzzles
    Puzzles(puzzles::Puzzles),
    /// Let players compete with each other, each in every seat
    Arena(arena::Play),
    /// Replay one game of an arena in full detail
    Replay(arena::Replay),
    /// Show, check, count and convert game records
    #[command(subcommand, after_help = "Example: quadrille daifugo record show match.log --game 2")]
    Record(record::RecordCommand),
    /// Check game records: deal, exchange, every play, every result
    Verify(record::Verify),
    /// Run a server of the contest protocol
    Server(server::Server),
    /// Play a match at a server of the contest protocol
    Client(client::Client),
    /// Run a league of programs that speak the contest protocol
    League(league::League),
}

impl Daifugo {
    pub(crate) fn run(self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        match self {
            Self::Inspect(inspect) => inspect.run(mode),
            Self::Moves(moves) => moves.run(mode),
            Self::Dominates(dominates) => dominates.run(mode),
            Self::SureWin(sure_win) => sure_win.run(mode),
            Self::BotCheck(check) => check.run(mode),
            Self::Play(play) => play.run(mode),
            Self::Advise(advise) => advise.run(mode),
            Self::Review(review) => review.run(mode),
            Self::Puzzles(puzzles) => puzzles.run(mode),
            Self::Arena(arena) => arena.run(level, mode),
            Self::Replay(replay) => replay.run(mode),
            Self::Record(record) => record.run(mode),
            Self::Verify(verify) => verify.run(mode),
            Self::Server(server) => server.run(mode),
            Self::Client(client) => client.run(mode),
            Self::League(league) => league.run(mode),
        }
    }
}

fn order(revolution: bool) -> Order {
    if revolution { Order::Reversed } else { Order::Normal }
}

#[derive(Debug, Args)]
#[command(after_help = format!("Example: quadrille daifugo inspect 0x8000500002d41

Each mask has one hex digit per rank; the lowest digit is rank 3. The masks with their Japanese terms:
  counts        枚数型 Qr       number of cards of the rank
  locate        枚数位置型 Pqr  the same number k as bit k-1
  staircase     圧縮型 Sc       the same number k as the k lowest bits
  no dominance  無支配型 Nd     the groups of the rank that these cards beat

{CARDS_HELP}"))]
pub(crate) struct Inspect {
    /// The cards
    cards: String,
}

impl Inspect {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let cards = cards("CARDS", &self.cards)?;
        let found = daifugo::inspect(cards);
        if mode.json {
            return answer::json(&found);
        }
        // Each row: the English name, the Japanese term of the specification, the 64-bit word, and
        // a description of the word.
        let terms = &found.known_as;
        let words = [
            ("counts", &terms.counts, found.counts, "cards of each rank"),
            ("locate", &terms.locate, found.locate, "bit k-1 for k cards"),
            ("staircase", &terms.staircase, found.staircase, "the k lowest bits"),
            ("no dominance", &terms.no_dominance, found.no_dominance, "beaten groups"),
            (
                "no dominance reversed",
                &terms.no_dominance,
                found.no_dominance_reversed,
                "beaten in reversed order",
            ),
        ];
        let shown = if cards.is_empty() { "no cards".to_owned() } else { cards.to_string() };
        let mut lines: Vec<String> = textwrap::wrap(&shown, 80).into_iter().map(Into::into).collect();
        lines.push(String::new());
        lines.extend(words.map(|(name, term, word, what)| {
            // East Asian characters are two columns wide, which Rust's format width ignores.
            let gap = " ".repeat(16usize.saturating_sub(display_width(term)));
            format!("{name:<22}{term}{gap}{:<16} {what}", format!("{word:#x}"))
        }));
        let (groups, sequences) =
            (counted(found.groups.into(), "group"), counted(found.sequences.into(), "sequence"));
        lines.push(format!("\n{groups}, {sequences}"));
        answer::lines(lines.into_iter())
    }
}

#[derive(Debug, Args)]
#[command(after_help = format!("Examples:
  quadrille daifugo moves \"C3 D3 H6 H8\" --jokers 1
  quadrille daifugo moves 0x5000500 --jokers 1 --on \"C4 D4\" --lock

A meld is a list of cards, such as \"C3 D3\". A joker in a meld is written as the card that it represents, in brackets: [S4]; \
[4] is a fifth card of a rank, and [Sx] a card below the 3 or above the 2. A joker alone is JK. All melds are listed, \
the largest first. Of melds of the same size, those from ranks with few cards come first, and low ranks before high ones.

{CARDS_HELP}"))]
pub(crate) struct Moves {
    /// The hand
    cards: String,
    /// Jokers in the hand, in addition to those written as JK
    #[arg(long, value_name = "N", default_value = "0", value_parser = jokers, allow_negative_numbers = true)]
    jokers: u32,
    /// The meld on the table
    #[arg(long, value_name = "MELD")]
    on: Option<String>,
    /// The suits on the table are locked
    #[arg(long, requires = "on")]
    lock: bool,
    /// The order of the ranks is reversed
    #[arg(long)]
    revolution: bool,
}

impl Moves {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let (cards, jokers) = cards_and_jokers("CARDS", &self.cards, "--jokers", self.jokers)?;
        let hand = Hand::new(cards, jokers);
        let wrong = |text: &str, reason: String| Failure::usage(format!("--on \"{text}\": {reason}"));
        let on = self.on.as_deref().map(|text| {
            let meld: Meld = text.parse().map_err(|error| wrong(text, format!("{error}")))?;
            Ok::<_, Failure>(Trick { suit_lock: self.lock, ..Trick::new(meld) })
        });
        let found = daifugo::moves(hand, on.transpose()?, order(self.revolution)).map_err(|error| {
            let reason = match error {
                // The library does not know the flags of this command, so the advice is added here.
                MovesError::NoSuits => format!("{error}; leave out --lock"),
                other => other.to_string(),
            };
            wrong(self.on.as_deref().unwrap_or_default(), reason)
        })?;
        if mode.json {
            return answer::json(&found);
        }
        let head = match &self.on {
            None => format!("{} to lead", counted(found.count as u64, "meld")),
            Some(on) => format!("{} to answer {on}", counted(found.count as u64, "meld")),
        };
        let lines = found.moves.iter().map(ToString::to_string);
        answer::lines(std::iter::once(head).chain(lines))
    }
}

/// A group, given by its rank and size.
#[derive(Debug, Clone, Copy)]
struct Group {
    rank: Rank,
    count: u32,
}

/// Parses `RANK:COUNT`, or the cards of a group such as `C9 D9`.
fn group(text: &str) -> Result<Group, String> {
    const EXPECTED: &str = "RANK:COUNT is expected, such as 9:2 for two nines, or the cards of a group, such as \
                            \"C9 D9\"; a group has 1 to 4 cards";
    let Some((rank, count)) = text.split_once(':') else {
        let meld: Meld = text.parse().map_err(|error| format!("{error}; {EXPECTED}"))?;
        let group = || {
            let rank = Rank::new(u8::try_from(meld.low()).ok()?)?;
            let is_group = meld.kind() == Kind::Group && meld.size() <= 4;
            is_group.then_some(Group { rank, count: meld.size() })
        };
        return group().ok_or_else(|| EXPECTED.to_owned());
    };
    let rank = rank.trim().parse().map_err(|error: CardError| format!("{error}; {EXPECTED}"))?;
    let count = count.trim().parse().ok().filter(|count| (1..=4).contains(count));
    Ok(Group { rank, count: count.ok_or(EXPECTED)? })
}

/// Parses the number of cards in a hand.
fn hand_size(text: &str) -> Result<u32, String> {
    let most = CardSet::ALL.len() + MOST_JOKERS;
    // The flag takes a list, and users may put a space after a comma.
    let number = text.trim().parse().ok().filter(|&number| number <= most);
    number.ok_or_else(|| format!("a whole number from 0 to {most} is expected"))
}

#[derive(Debug, Args)]
#[command(
    override_usage = "quadrille daifugo dominates --move RANK:COUNT\n    --opponents CARDS[,CARDS]... [--hand-sizes N[,N]...] [--opponent-jokers N]\n    [--revolution]"
)]
#[command(after_help = format!("Examples:
  quadrille daifugo dominates --move Q:2 --opponents 0x8000500002d41
  quadrille daifugo dominates --move Q:2 --opponents 0x1000,0x2000 \\
      --hand-sizes 1,1
  quadrille daifugo dominates --move 6:4 --opponents 0xfff0000000 \\
      --hand-sizes 3,2

A single set has the cards of all opponents, in any distribution. If several sets are given, each is the hand \
of one opponent. With --hand-sizes, no answer has more cards than the hand that plays it. With a single set, the sizes \
are those of all opponents who have not passed; the other opponents hold the rest of the cards. A joker belongs \
to the hand whose size is one more than its set; without sizes, it may be in any hand. Only a single set may \
contain JK. The Japanese term is 支配性判定.

{CARDS_HELP}"))]
pub(crate) struct Dominates {
    /// The group: RANK:COUNT, such as 9:2 for two nines, or its cards, "C9 D9"
    #[arg(long = "move", value_name = "RANK:COUNT", value_parser = group, allow_hyphen_values = true)]
    group: Group,
    /// The opponents' cards: one set for all, or one hand per opponent
    #[arg(long, value_name = "CARDS[,CARDS]...", value_delimiter = ',', required = true)]
    opponents: Vec<String>,
    /// Hand size of each opponent who has not passed, jokers included
    #[arg(long, value_name = "N[,N]...", value_delimiter = ',', value_parser = hand_size, allow_hyphen_values = true)]
    hand_sizes: Option<Vec<u32>>,
    /// Jokers among the opponents' cards, in addition to those written as JK in a single set
    #[arg(long, value_name = "N", default_value = "0", value_parser = jokers, allow_negative_numbers = true)]
    opponent_jokers: u32,
    /// The order of the ranks is reversed
    #[arg(long)]
    revolution: bool,
}

impl Dominates {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let Group { rank, count } = self.group;
        let (hands, opponent_jokers) = self.hands()?;
        let question = DominatesQuestion {
            hand_sizes: self.hand_sizes.clone(),
            opponent_jokers,
            order: order(self.revolution),
            ..DominatesQuestion::new(rank, count, hands)
        };
        let found = daifugo::dominates(&question).map_err(|error| {
            // The library does not know the flags, so the flag is added here.
            let flag = if error.is_of_sizes() { "--hand-sizes" } else { "--opponents" };
            Failure::usage(format!("{flag}: {error}"))
        })?;
        if mode.json {
            return answer::json(&found);
        }
        let cards = counted(count.into(), "card");
        let says = if found.dominates { "cannot be beaten" } else { "may be beaten" };
        answer::text(&format!("{cards} of rank {rank}: {says}\n"))
    }

    /// Returns the opponents' sets without jokers, and the total number of jokers.
    fn hands(&self) -> Result<(Vec<CardSet>, u32), Failure> {
        let hand = |text: &String| {
            // An empty item probably results from a superfluous comma in the list. An empty hand in
            // its place would silently change the verdict.
            if text.trim().is_empty() {
                return Err(Failure::usage(
                    "--opponents: a set of cards is missing; 0x0 is a hand without cards",
                ));
            }
            cards_and_jokers("--opponents", text, "--opponent-jokers", self.opponent_jokers)
        };
        let hands: Vec<(CardSet, u32)> = self.opponents.iter().map(hand).collect::<Result<_, _>>()?;
        if let [(all, jokers)] = hands[..] {
            return Ok((vec![all], jokers));
        }
        // The question cannot assign a joker to one of several hands.
        if hands.iter().any(|&(_, jokers)| jokers > self.opponent_jokers) {
            return Err(Failure::usage(
                "--opponents: one of several hands contains a joker; use --opponent-jokers instead of JK",
            ));
        }
        Ok((hands.into_iter().map(|(cards, _)| cards).collect(), self.opponent_jokers))
    }
}

#[derive(Debug, Args)]
#[command(after_help = format!("Example: quadrille daifugo sure-win \"C3 C8 D8 S2\" \"C6 D9 HK SA\"

The table is empty. The opponents' cards are treated as one set, from which any answer may be played. The answer \
`sure win` is therefore a proof, whereas `no sure win` is not. The Japanese term is 空場必勝.

{CARDS_HELP}"))]
pub(crate) struct SureWin {
    /// The leading player's cards
    mine: String,
    /// All other players' cards
    opponents: String,
    /// The leading player's jokers
    #[arg(long, value_name = "N", default_value = "0", value_parser = jokers, allow_negative_numbers = true)]
    my_jokers: u32,
    /// All other players' jokers
    #[arg(long, value_name = "N", default_value = "0", value_parser = jokers, allow_negative_numbers = true)]
    opponent_jokers: u32,
    /// The order of the ranks is reversed
    #[arg(long)]
    revolution: bool,
    /// Play only groups: no sequences, jokers, 8-cut or revolution
    #[arg(long)]
    groups_only: bool,
}

impl SureWin {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let (mine, my_jokers) = cards_and_jokers("MINE", &self.mine, "--my-jokers", self.my_jokers)?;
        let (opponents, opponent_jokers) =
            cards_and_jokers("OPPONENTS", &self.opponents, "--opponent-jokers", self.opponent_jokers)?;
        let position = Position::new(mine, my_jokers, opponents, opponent_jokers, order(self.revolution));
        let position = position.map_err(Failure::usage)?;
        let found = if self.groups_only {
            daifugo::sure_win_of_groups(&position)
                .map_err(|error| Failure::usage(format!("--groups-only: {error}")))?
        } else {
            daifugo::sure_win(&position)
        };
        if mode.json {
            return answer::json(&found);
        }
        answer::text(if found.sure_win { "sure win\n" } else { "no sure win\n" })
    }
}
