//! An observer that records the games at a table.

use super::{GameRecord, GiftRecord, Play, Record, Submitted};
use crate::game::deal::Gift;
use crate::game::{Action, Outcome, Table};
use crate::melds::Hand;
use crate::rules::Rules;
use quadrille_table::Observer;

/// An [`Observer`] that builds a [`Record`]. Points are counted from the first recorded game, which
/// may be a later game of its series.
///
/// ```
/// use quadrille_daifugo::players::{Match, PlayerKind};
/// use quadrille_daifugo::records::Recorder;
/// use quadrille_daifugo::rules::Rules;
/// use quadrille_random::StreamKey;
///
/// let mut recorder = Recorder::new(Rules::UECDA, ["a", "b", "c", "d", "e"]);
/// let mut table = Match::new(Rules::UECDA, [PlayerKind::Random; 5])?;
/// let (mut deals, mut moves) = (StreamKey::new(1, 0).rng(), StreamKey::new(1, 1).rng());
/// table.play(&mut deals, &mut moves, &mut recorder);
/// let record = recorder.into_record();
/// assert_eq!(record.games.len(), 1);
/// record.verify()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    record: Record,
    open: GameRecord,
    /// The points of each player in the recorded games.
    points: Vec<u32>,
    /// Number of games already returned by `take_games`.
    #[cfg(all(feature = "arena", feature = "json"))]
    taken: usize,
}

impl Recorder {
    /// Creates a recorder with an empty record. Names beyond the number of players of the rules are
    /// dropped.
    pub fn new<S: Into<String>>(rules: Rules, players: impl IntoIterator<Item = S>) -> Self {
        let players = players.into_iter().map(Into::into).take(rules.players()).collect();
        Self {
            record: Record { players, rules, games: Vec::new() },
            open: empty(),
            points: vec![0; rules.players()],
            #[cfg(all(feature = "arena", feature = "json"))]
            taken: 0,
        }
    }

    /// Returns the record of the finished games.
    pub fn into_record(self) -> Record {
        self.record
    }
}

/// Formats the record as JSON lines.
#[cfg(feature = "json")]
impl std::fmt::Display for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&super::json::write(&self.record))
    }
}

#[cfg(all(feature = "arena", feature = "json"))]
impl quadrille_table::records::SeriesRecord<Table> for Recorder {
    fn begin(rules: &Rules, players: Vec<String>) -> Self {
        Self::new(*rules, players)
    }

    fn take_games(&mut self) -> String {
        let from = self.taken;
        self.taken += self.record.games.len();
        let games = self.record.games.drain(..).enumerate();
        games.map(|(number, game)| super::json::write_game(from + number, &game, &[])).collect()
    }
}

const fn empty() -> GameRecord {
    GameRecord {
        line: 0,
        classes: None,
        seats: Vec::new(),
        hands: Vec::new(),
        gifts: Vec::new(),
        plays: Vec::new(),
        result: Vec::new(),
        points: Vec::new(),
    }
}

impl Observer<Table> for Recorder {
    fn dealt(&mut self, table: &Table) {
        let (series, seats) = (table.series(), table.series().seats());
        let mut by_player = vec![Hand::EMPTY; seats.len()];
        for (&player, &hand) in seats.iter().zip(table.dealt()) {
            by_player[usize::from(player)] = hand;
        }
        let classes = (series.games() > 0).then(|| series.classes().to_vec());
        self.open = GameRecord { classes, seats: seats.to_vec(), hands: by_player, ..empty() };
    }

    fn acts(&mut self, _: &Table, seat: usize, action: Action) {
        let Action::Move(chosen) = action else { return };
        let submitted = chosen.meld().map_or(Submitted::Pass, Submitted::Meld);
        let player = self.open.seats[seat];
        self.open.plays.push(Play { player, submitted, refused: false, why: None, time: None });
    }

    fn over(&mut self, table: &Table, outcome: &Outcome) {
        let player = |seat: usize| self.open.seats[seat];
        let gift =
            |gift: &Gift| GiftRecord { from: player(gift.from), to: player(gift.to), cards: gift.cards };
        self.open.gifts = table.gifts().iter().map(gift).collect();
        self.open.result = outcome.seats().iter().map(|&seat| player(seat.into())).collect();
        for (seat, &player) in self.open.seats.iter().enumerate() {
            self.points[usize::from(player)] += outcome.points(seat);
        }
        self.open.points.clone_from(&self.points);
        self.record.games.push(std::mem::replace(&mut self.open, empty()));
    }
}
