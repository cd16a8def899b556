//! What an arena's games come to: the result of `doudizhu.arena`.

use quadrille_doudizhu::arena::{Arena, PlayerTally, RatioEstimate, Scores, Tally};
use quadrille_doudizhu::game::{Auction, Scoring};
use quadrille_doudizhu::players::Faults;
use quadrille_doudizhu::{Kind, Rules};
use quadrille_stats::{Counts, Interval};
use serde::{Deserialize, Serialize};

use quadrille_report::as_text;
use quadrille_report::entries::Entries;
use quadrille_report::intervals::confidence;

/// The result of `doudizhu.arena`: three players, each of whom has every hand of every deal once.
///
/// Intervals are those of 95 %; they count deals, for the three games of a deal share its cards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoudizhuResult {
    /// Which moves there are.
    #[serde(with = "as_text")]
    pub rules: Rules,
    /// How points are counted.
    pub scoring: Scoring,
    /// How the landlord is found.
    pub auction: Auction,
    /// Whether the landlord may lay his hand open.
    pub open_hand: bool,
    /// Whether everyone may double.
    pub doubling: bool,
    /// Games that were played: three times the deals.
    pub games: u64,
    /// Deals that were played.
    pub deals: u64,
    /// Deals that nobody wanted to play, and that were dealt anew.
    pub thrown_in: u64,
    /// Games that the landlord won.
    pub landlord_wins: u64,
    /// The players in the order in which they sit.
    pub players: [PlayerScore; 3],
    /// Games in which no peasant got to play.
    pub springs: u64,
    /// Games in which the landlord got no further than his first move.
    pub anti_springs: u64,
    /// Games by how many bombs and rockets they have, ascending.
    pub bombs: Vec<BombCount>,
    /// Games by what they are worth to the landlord, ascending.
    pub landlord_points: Vec<PointCount>,
    /// Games by how many moves they have, passes not counted, ascending.
    pub lengths: Vec<LengthCount>,
    /// Moves of all players by category, in the order of [`Kind::ALL`].
    pub moves: Entries<u64>,
    /// `false` where programs from outside play; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproducible: Option<bool>,
    /// Why the run is not reproducible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not_reproducible: Option<String>,
}

/// What a player came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlayerScore {
    /// Its name; several may have the same.
    pub name: String,
    /// In all its games.
    #[serde(flatten)]
    pub all: RoleScore,
    /// In those in which it was the landlord.
    pub landlord: RoleScore,
    /// In those in which it was a peasant.
    pub peasant: RoleScore,
    /// Its moves by category, in the order of [`Kind::ALL`].
    pub moves: Entries<u64>,
    /// Decisions made in its place; absent where no programs play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<Faults>,
}

/// What a player came to in some role.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RoleScore {
    /// How many games it played in it.
    pub games: u64,
    /// How many of them its side won.
    pub wins: i64,
    /// The sum of its ADP points: a landlord plays for 2 and a peasant for 1, doubled by every bomb and
    /// rocket.
    pub points: i64,
    /// The share of games won, from 0 to 1; `None` without games.
    pub wp: Option<f64>,
    /// Where its interval begins.
    pub wp_low: f64,
    /// Where it ends.
    pub wp_high: f64,
    /// The mean of the ADP points a game; `None` without games.
    pub adp: Option<f64>,
    /// Where its interval begins; it takes two deals.
    pub adp_low: Option<f64>,
    /// Where it ends.
    pub adp_high: Option<f64>,
    /// The table's own score; absent but under classic scoring.
    #[serde(flatten)]
    pub classic: Option<ClassicScore>,
}

/// The score of the table: the stake, doubled by bombs, springs and whatever else was agreed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ClassicScore {
    /// Its mean a game; `None` without games.
    #[serde(deserialize_with = "Option::deserialize")]
    pub score: Option<f64>,
    /// Where its interval begins; it takes two deals.
    #[serde(deserialize_with = "Option::deserialize")]
    pub score_low: Option<f64>,
    /// Where it ends.
    #[serde(deserialize_with = "Option::deserialize")]
    pub score_high: Option<f64>,
}

/// Games with so many bombs and rockets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BombCount {
    /// How many bombs and rockets.
    pub bombs: i64,
    /// How many games.
    pub games: u64,
}

/// Games worth so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointCount {
    /// Points of the landlord, by the arena's scoring.
    pub points: i64,
    /// How many games.
    pub games: u64,
}

/// Games of so many moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LengthCount {
    /// How many moves, passes not counted.
    pub moves: i64,
    /// How many games.
    pub games: u64,
}

impl DoudizhuResult {
    /// The result of an arena's games: with faults if programs play, and why the run is not reproducible.
    pub(crate) fn of(arena: &Arena, tally: &Tally, programs: bool, why_not: Option<&str>) -> Self {
        let (setup, players) = (arena.setup(), arena.players());
        let classic = setup.scoring == Scoring::Classic;
        let player = |place: usize| {
            let score = PlayerScore::of(players[place].name(), &tally.players[place], classic);
            PlayerScore { faults: programs.then_some(tally.players[place].faults), ..score }
        };
        Self {
            rules: setup.rules,
            scoring: setup.scoring,
            auction: setup.auction,
            open_hand: setup.open_hand,
            doubling: setup.doubling,
            games: tally.games,
            deals: tally.deals,
            thrown_in: tally.thrown_in,
            landlord_wins: tally.landlord_wins,
            players: std::array::from_fn(player),
            springs: tally.springs,
            anti_springs: tally.anti_springs,
            bombs: each(&tally.bombs, |bombs, games| BombCount { bombs, games }),
            landlord_points: each(&tally.points, |points, games| PointCount { points, games }),
            lengths: each(&tally.lengths, |moves, games| LengthCount { moves, games }),
            moves: by_category(|kind| tally.moves(kind)),
            reproducible: why_not.map(|_| false),
            why_not_reproducible: why_not.map(str::to_owned),
        }
    }

    /// Whether the points that are counted are others than those of ADP.
    pub fn is_classic(&self) -> bool {
        self.scoring == Scoring::Classic
    }
}

/// Each value that was seen, and in how many games.
fn each<T>(counts: &Counts, count: impl Fn(i64, u64) -> T) -> Vec<T> {
    counts.iter().map(|(value, games)| count(value, games)).collect()
}

fn by_category(moves: impl Fn(Kind) -> u64) -> Entries<u64> {
    Kind::ALL.into_iter().map(|kind| (kind.name().to_owned(), moves(kind))).collect()
}

impl PlayerScore {
    fn of(name: &str, tally: &PlayerTally, classic: bool) -> Self {
        Self {
            name: name.to_owned(),
            all: RoleScore::of(&tally.all, classic),
            landlord: RoleScore::of(&tally.landlord, classic),
            peasant: RoleScore::of(&tally.peasant, classic),
            moves: by_category(|kind| tally.moves[kind as usize]),
            faults: None,
        }
    }

    /// Moves with cards.
    pub fn plays(&self) -> u64 {
        let plays = self.moves.iter().filter(|(name, _)| *name != Kind::Pass.name());
        plays.map(|(_, &moves)| moves).fold(0, u64::saturating_add)
    }
}

impl RoleScore {
    fn of(scores: &Scores, classic: bool) -> Self {
        let share = scores.wins.share_interval(confidence());
        let (adp, [adp_low, adp_high]) = mean(&scores.adp);
        let of_the_table = || {
            let (score, [score_low, score_high]) = mean(&scores.score);
            ClassicScore { score, score_low, score_high }
        };
        Self {
            games: scores.games(),
            wins: scores.wins.sum(),
            points: scores.adp.sum(),
            wp: scores.wins.mean(),
            wp_low: share.low,
            wp_high: share.high,
            adp,
            adp_low,
            adp_high,
            classic: classic.then(of_the_table),
        }
    }

    /// The interval of `wp`.
    pub const fn wp_interval(&self) -> Interval {
        Interval { low: self.wp_low, high: self.wp_high }
    }

    /// The interval of `adp`.
    pub fn adp_interval(&self) -> Option<Interval> {
        Some(Interval { low: self.adp_low?, high: self.adp_high? })
    }
}

impl ClassicScore {
    /// The interval of `score`.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.score_low?, high: self.score_high? })
    }
}

/// A mean, and the ends of its interval.
fn mean(points: &RatioEstimate) -> (Option<f64>, [Option<f64>; 2]) {
    let interval = points.interval(confidence());
    (points.mean(), [interval.map(|interval| interval.low), interval.map(|interval| interval.high)])
}
