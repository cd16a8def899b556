//! Statistics of many games. They are integers, so that tallies merge exactly in any order.

use quadrille_stats::{Counts, RatioEstimate};
use quadrille_table::{Counter, GameResult, PlayerError};

use super::GAMES_A_DEAL;
use crate::Kind;
use crate::game::{Outcome, Scoring, Seat, Spring, Table};
use crate::players::Faults;

/// Statistics of games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// The number of deals, each played three times.
    pub deals: u64,
    /// The number of games, three per deal.
    pub games: u64,
    /// The number of games that the landlord won.
    pub landlord_wins: u64,
    /// The number of deals thrown in because no seat wanted to be the landlord.
    pub thrown_in: u64,
    /// The number of games in which no peasant played a card.
    pub springs: u64,
    /// The number of games in which the landlord played only one move and lost.
    pub anti_springs: u64,
    /// The distribution of the number of bombs and rockets per game.
    pub bombs: Counts,
    /// The distribution of the landlord's points: by [`Scoring::Classic`] if the games have this
    /// scoring, otherwise by [`Scoring::Adp`].
    pub points: Counts,
    /// The distribution of the number of moves per game, without passes.
    pub lengths: Counts,
    /// The statistics of each player.
    pub players: [PlayerTally; 3],
}

/// The statistics of a player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayerTally {
    /// The scores of all games of the player.
    pub all: Scores,
    /// The scores of the player's games as landlord.
    pub landlord: Scores,
    /// The scores of the player's games as a peasant.
    pub peasant: Scores,
    /// The number of moves of each category, passes included, in the order of [`Kind::ALL`].
    pub moves: [u64; Kind::ALL.len()],
    /// For each reason, the number of the player's missing or illegal decisions. Each of these
    /// decisions was replaced by a legal one.
    pub faults: Faults,
}

/// Sums of wins and points, with the sums that their confidence intervals require.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Scores {
    /// The games won by the player's side.
    pub wins: RatioEstimate,
    /// The points under [`Scoring::Adp`].
    pub adp: RatioEstimate,
    /// The points under the scoring of the games.
    pub score: RatioEstimate,
}

impl Scores {
    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.wins.units()
    }

    /// Adds other scores. A sum can overflow only if the scores come from a forged file. Such a sum
    /// is left unchanged. Its number of games then differs from the number of games of the tally,
    /// which [`Tally::is_sound`] detects.
    fn merge(&mut self, other: &Self) {
        let _ = self.wins.merge(&other.wins);
        let _ = self.adp.merge(&other.adp);
        let _ = self.score.merge(&other.score);
    }

    fn record(&mut self, sums: &Sums) {
        // No sum overflows in practice: the scores of a deal add up to less than 2³², so the scores
        // of 2³¹ deals fit into an `i64`.
        let _ = self.wins.record(sums.games, sums.wins);
        let _ = self.adp.record(sums.games, sums.adp);
        let _ = self.score.record(sums.games, sums.score);
    }

    /// Returns whether the sums are possible. The limits are three games per deal and, for each
    /// game, one win, 2¹⁶ points by `Scoring::Adp`, and 2³⁰ points by the scoring in use. No real
    /// game reaches these numbers of points, even with all bombs of a pack and all doublings.
    fn is_sound(&self) -> bool {
        self.wins.sum() >= 0
            && self.wins.is_within(GAMES_A_DEAL, 1)
            && self.adp.is_within(GAMES_A_DEAL, 1 << 16)
            && self.score.is_within(GAMES_A_DEAL, 1 << 30)
            && [self.adp, self.score]
                .iter()
                .all(|sums| (sums.clusters(), sums.units()) == (self.wins.clusters(), self.wins.units()))
    }
}

/// The sums over the games of one deal, for one player in one role.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    games: u64,
    wins: i64,
    adp: i64,
    score: i64,
}

/// The sums over the games of one deal, for each player as landlord and as peasant.
type DealSums = [[Sums; 2]; 3];

impl Tally {
    /// Adds the tally of other deals.
    pub fn merge(&mut self, other: &Self) {
        let sums = [
            (&mut self.deals, other.deals),
            (&mut self.games, other.games),
            (&mut self.landlord_wins, other.landlord_wins),
            (&mut self.thrown_in, other.thrown_in),
            (&mut self.springs, other.springs),
            (&mut self.anti_springs, other.anti_springs),
        ];
        for (sum, more) in sums {
            *sum = sum.wrapping_add(more);
        }
        // A histogram exceeds 2⁶⁴ games only if the tally comes from a forged file. The excess
        // games are then omitted, and `is_sound` detects this.
        let _ = self.bombs.merge(&other.bombs);
        let _ = self.points.merge(&other.points);
        let _ = self.lengths.merge(&other.lengths);
        for (player, more) in self.players.iter_mut().zip(&other.players) {
            player.all.merge(&more.all);
            player.landlord.merge(&more.landlord);
            player.peasant.merge(&more.peasant);
            player.faults.merge(&more.faults);
            for (sum, more) in player.moves.iter_mut().zip(more.moves) {
                *sum = sum.wrapping_add(more);
            }
        }
    }

    /// Returns whether the sums can come from real games. Sums that were read from a file may be
    /// impossible.
    pub fn is_sound(&self) -> bool {
        let counted = |counts: &Counts| counts.iter().map(|(_, games)| games).sum::<u64>() == self.games;
        let player = |player: &PlayerTally| {
            player.all.games() == self.games
                && player.landlord.games() + player.peasant.games() == self.games
                && [player.all, player.landlord, player.peasant].iter().all(Scores::is_sound)
        };
        self.deals.checked_mul(GAMES_A_DEAL) == Some(self.games)
            && self.landlord_wins <= self.games
            && self.springs <= self.landlord_wins
            && self.anti_springs <= self.games - self.landlord_wins
            && counted(&self.bombs)
            && counted(&self.points)
            && counted(&self.lengths)
            && self.players.iter().all(player)
            && self.players.iter().map(|player| player.landlord.games()).sum::<u64>() == self.games
    }

    /// Returns the number of missing or illegal decisions of a player, which were replaced.
    pub const fn substituted(&self, player: usize) -> u64 {
        self.players[player].faults.total()
    }

    /// Returns the number of moves of a category by all players.
    pub fn moves(&self, kind: Kind) -> u64 {
        self.players.iter().map(|player| player.moves[kind as usize]).sum()
    }

    /// Adds the sums of a deal. All its games must have ended.
    fn end_deal(&mut self, sums: &DealSums) {
        self.deals += 1;
        for (player, [landlord, peasant]) in self.players.iter_mut().zip(sums) {
            player.landlord.record(landlord);
            player.peasant.record(peasant);
            player.all.record(&Sums {
                games: landlord.games + peasant.games,
                wins: landlord.wins + peasant.wins,
                adp: landlord.adp + peasant.adp,
                score: landlord.score + peasant.score,
            });
        }
    }

    /// Adds the outcome of a game.
    fn end_game(&mut self, scoring: Scoring, outcome: &Outcome, seated: &[usize], sums: &mut DealSums) {
        let (adp, score) = (outcome.points(Scoring::Adp), outcome.points(scoring));
        let landlord = outcome.contract.landlord;
        let shown = if scoring == Scoring::Classic { score } else { adp };
        self.games += 1;
        self.landlord_wins += u64::from(outcome.landlord_won());
        self.springs += u64::from(outcome.spring == Spring::Spring);
        self.anti_springs += u64::from(outcome.spring == Spring::AntiSpring);
        // No histogram overflows: there are fewer than 2⁶⁴ games.
        let _ = self.bombs.record(outcome.bombs.into());
        let _ = self.points.record(shown[landlord.index()]);
        for (seat, &player) in Seat::ALL.into_iter().zip(seated) {
            let sums = &mut sums[player][usize::from(seat != landlord)];
            sums.games += 1;
            sums.wins += i64::from(outcome.won(seat));
            sums.adp += adp[seat.index()];
            sums.score += score[seat.index()];
        }
    }
}

/// Counts the events of deals.
pub(super) struct Counting {
    /// The tally of the games that are over.
    pub(super) tally: Tally,
    scoring: Scoring,
    /// The sums of the deal that is being played.
    deal: DealSums,
    /// Whether the cards of the present game were dealt.
    is_dealt: bool,
}

impl Counting {
    pub(super) fn new(scoring: Scoring) -> Self {
        let (tally, deal) = (Tally::default(), DealSums::default());
        Self { tally, scoring, deal, is_dealt: false }
    }
}

impl Counter<Table> for Counting {
    fn dealt(&mut self) {
        self.tally.thrown_in += u64::from(self.is_dealt);
        self.is_dealt = true;
    }

    fn substituted(&mut self, player: usize, why: Option<&PlayerError>) {
        self.tally.players[player].faults.record(why);
    }

    fn over(&mut self, &GameResult { game, outcome, seated, .. }: &GameResult<'_, Table>) {
        // Counting the moves here takes less time than counting each when it is played.
        let mut length = 0;
        for &(seat, chosen) in game.moves() {
            self.tally.players[seated[seat.index()]].moves[chosen.kind() as usize] += 1;
            length += i64::from(!chosen.is_pass());
        }
        let _ = self.tally.lengths.record(length);
        self.tally.end_game(self.scoring, outcome, seated, &mut self.deal);
        self.is_dealt = false;
    }

    fn round_over(&mut self) {
        self.tally.end_deal(&std::mem::take(&mut self.deal));
    }
}
