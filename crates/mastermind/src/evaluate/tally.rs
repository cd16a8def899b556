//! Result of evaluating many games.

/// The number of secrets found at each turn, and the number of comparisons.
///
/// Tallies of disjoint sets of secrets add up exactly, in any order and grouping.
///
/// ```
/// use quadrille_mastermind::EvaluationTally;
///
/// let mut all = EvaluationTally { histogram: vec![1, 2], scores: 10 };
/// all.merge(&EvaluationTally { histogram: vec![0, 1, 4], scores: 5 });
/// assert_eq!(all, EvaluationTally { histogram: vec![1, 3, 4], scores: 15 });
/// assert_eq!((all.secrets(), all.total_turns(), all.max_turns()), (8, 19, 3));
/// assert_eq!(all.average(), Some(2.375));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Unchecked"))]
pub struct EvaluationTally {
    /// Number of secrets found at each turn; index 0 is turn 1. The last entry is not 0.
    pub histogram: Vec<u64>,
    /// Guess–secret comparisons required by the strategy; see [`Evaluation`](crate::Evaluation).
    pub scores: u64,
}

/// A tally as deserialised, before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Tally")]
struct Unchecked {
    histogram: Vec<u64>,
    scores: u64,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for EvaluationTally {
    type Error = &'static str;

    fn try_from(Unchecked { histogram, scores }: Unchecked) -> Result<Self, Self::Error> {
        if histogram.last() == Some(&0) {
            return Err("the last entry of a tally's histogram must not be 0");
        }
        Ok(Self { histogram, scores })
    }
}

impl EvaluationTally {
    /// Records `secrets` found at turn `turn`, from 1.
    pub(crate) fn record(&mut self, turn: usize, secrets: u64) {
        if self.histogram.len() < turn {
            self.histogram.resize(turn, 0);
        }
        self.histogram[turn - 1] += secrets;
    }

    /// Adds the tally of a disjoint set of secrets.
    pub fn merge(&mut self, other: &Self) {
        if self.histogram.len() < other.histogram.len() {
            self.histogram.resize(other.histogram.len(), 0);
        }
        for (sum, n) in self.histogram.iter_mut().zip(&other.histogram) {
            *sum += n;
        }
        self.scores += other.scores;
    }

    /// Returns the number of secrets played.
    pub fn secrets(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// Returns the total turns of all games.
    pub fn total_turns(&self) -> u64 {
        (1..).zip(&self.histogram).map(|(turn, n): (u64, _)| turn * n).sum()
    }

    /// Returns the average turns per game; `None` without secrets.
    pub fn average(&self) -> Option<f64> {
        let secrets = self.secrets();
        (secrets > 0).then(|| self.total_turns() as f64 / secrets as f64)
    }

    /// Returns the turns of the longest game; 0 without secrets.
    pub fn max_turns(&self) -> usize {
        self.histogram.iter().rposition(|&n| n > 0).map_or(0, |at| at + 1)
    }
}
