//! The result of `doudizhu.arena`.

use quadrille_doudizhu::arena::{PlayerTally, RatioEstimate, Scores, Tally};
use quadrille_doudizhu::game::{Auction, Scoring};
use quadrille_doudizhu::players::Faults;
use quadrille_doudizhu::{Kind, Rules};
use quadrille_report::figures::Figures;
use quadrille_stats::{Counts, Interval};
use serde::{Deserialize, Serialize};

use super::ArenaSettings;
use quadrille_report::as_text;
use quadrille_report::entries::Entries;
use quadrille_report::intervals::confidence;

/// The result of `doudizhu.arena`: three players. Each player plays every hand of every deal once.
///
/// Intervals have a level of 95 %. They treat deals, not games, as independent observations, since
/// the three games of a deal share its cards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct DoudizhuResult {
    /// The rules of moves.
    #[serde(with = "as_text")]
    pub rules: Rules,
    /// The scoring.
    #[figure(text)]
    pub scoring: Scoring,
    /// The auction.
    #[figure(text)]
    pub auction: Auction,
    /// Whether the landlord may play with an open hand.
    pub open_hand: bool,
    /// Whether every seat may double.
    pub doubling: bool,
    /// The number of games, three per deal.
    #[figure("games")]
    pub games: u64,
    /// The number of deals.
    pub deals: u64,
    /// The number of deals thrown in because no player wanted to be the landlord.
    pub thrown_in: u64,
    /// The number of games that the landlord won.
    pub landlord_wins: u64,
    /// The players in the order of their seats.
    pub players: [PlayerScore; 3],
    /// The number of games in which no peasant played a card.
    pub springs: u64,
    /// The number of games in which the landlord played only one move and lost.
    pub anti_springs: u64,
    /// The distribution of the number of bombs and rockets per game, ascending.
    pub bombs: Vec<BombCount>,
    /// The distribution of the landlord's points, ascending.
    pub landlord_points: Vec<PointCount>,
    /// The distribution of the number of moves per game, without passes, ascending.
    pub lengths: Vec<LengthCount>,
    /// The number of moves of all players by category, in the order of the kinds of moves in
    /// `docs/network-inputs.md`, from `pass` to `rocket`.
    pub moves: Entries<u64>,
    /// `false` if the run is not reproducible because of external programs or timed players; absent
    /// otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproducible: Option<bool>,
    /// The reason why the run is not reproducible; absent if the run is reproducible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not_reproducible: Option<String>,
}

/// The results of a player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
pub struct PlayerScore {
    /// The name of the player; several players may have the same name.
    #[figure(name)]
    pub name: String,
    /// The results of all games of the player.
    #[serde(flatten)]
    pub all: RoleScore,
    /// The results of the player's games as the landlord.
    pub landlord: RoleScore,
    /// The results of the player's games as a peasant.
    pub peasant: RoleScore,
    /// The number of the player's moves by category, in the order of the kinds of moves in
    /// `docs/network-inputs.md`, from `pass` to `rocket`.
    pub moves: Entries<u64>,
    /// The numbers of missing or illegal decisions of the player, for each reason. These decisions
    /// were replaced. Absent if no programs play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[figure(other)]
    pub faults: Option<Faults>,
}

/// The results of a player in a role.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
pub struct RoleScore {
    /// The number of games; within `landlord` and `peasant`, the number of games in this role.
    #[figure("games")]
    pub games: u64,
    /// The number of these games that the player's side won.
    #[figure("won")]
    pub wins: i64,
    /// The sum of the player's ADP points: a landlord plays for 2 points and a peasant for 1,
    /// doubled by every bomb and rocket.
    pub points: i64,
    /// The share of games won, 0 to 1; `None` without games.
    #[figure("WP", percent, within(wp_low, wp_high))]
    pub wp: Option<f64>,
    /// The lower bound of the interval of `wp`.
    pub wp_low: f64,
    /// The upper bound of the interval of `wp`.
    pub wp_high: f64,
    /// The mean of the ADP points per game; `None` without games.
    #[figure("ADP", points, within(adp_low, adp_high))]
    pub adp: Option<f64>,
    /// The lower bound of the interval of `adp`; `None` with fewer than two deals.
    pub adp_low: Option<f64>,
    /// The upper bound of the interval of `adp`; `None` with fewer than two deals.
    pub adp_high: Option<f64>,
    /// The results under classic scoring; absent with other scorings.
    #[serde(flatten)]
    pub classic: Option<ClassicScore>,
}

/// The classic score: the stake, doubled by every bomb, rocket and robbery, by a spring or an
/// anti-spring, by an open hand, and by every seat that doubles.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
pub struct ClassicScore {
    /// The mean score per game; `None` without games; absent unless the scoring is `classic`.
    #[serde(deserialize_with = "Option::deserialize")]
    #[figure("score", points, within(score_low, score_high))]
    pub score: Option<f64>,
    /// The lower bound of the interval of `score`; `None` with fewer than two deals; absent unless
    /// the scoring is `classic`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub score_low: Option<f64>,
    /// The upper bound of the interval of `score`; `None` with fewer than two deals; absent unless
    /// the scoring is `classic`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub score_high: Option<f64>,
}

/// The number of games with a given number of bombs and rockets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct BombCount {
    /// The number of bombs and rockets.
    pub bombs: i64,
    /// The number of games.
    pub games: u64,
}

/// The number of games with given points of the landlord.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct PointCount {
    /// The landlord's points, by the arena's scoring.
    pub points: i64,
    /// The number of games.
    pub games: u64,
}

/// The number of games with a given number of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct LengthCount {
    /// The number of moves, without passes.
    pub moves: i64,
    /// The number of games.
    pub games: u64,
}

impl DoudizhuResult {
    /// Creates the result from the tally of an arena's games.
    pub(super) fn of(settings: &ArenaSettings, tally: &Tally) -> Self {
        let (setup, players) = (settings.arena.setup(), settings.arena.players());
        let (programs, why_not) = (settings.has_programs(), settings.why_not_reproducible());
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

    /// Returns whether the scoring is classic.
    pub fn is_classic(&self) -> bool {
        self.scoring == Scoring::Classic
    }
}

/// Converts a histogram to a list of values, each with its number of games.
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

    /// Returns the number of moves, without passes.
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

    /// Returns the interval of `wp`.
    pub const fn wp_interval(&self) -> Interval {
        Interval { low: self.wp_low, high: self.wp_high }
    }

    /// Returns the interval of `adp`.
    pub fn adp_interval(&self) -> Option<Interval> {
        Some(Interval { low: self.adp_low?, high: self.adp_high? })
    }
}

impl ClassicScore {
    /// Returns the interval of `score`.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.score_low?, high: self.score_high? })
    }
}

/// Returns a mean and the bounds of its interval.
fn mean(points: &RatioEstimate) -> (Option<f64>, [Option<f64>; 2]) {
    let interval = points.interval(confidence());
    (points.mean(), [interval.map(|interval| interval.low), interval.map(|interval| interval.high)])
}
