//! What an arena's games have to say, for machines and for people.

use quadrille_doudizhu::Kind;
use quadrille_doudizhu::arena::{Arena, Clustered, Entrant, PlayerTally, Scores, Tally};
use quadrille_doudizhu::game::{Auction, Scoring};
use quadrille_experiment::report::{Bars, Block, Section, Series, Table};
use quadrille_experiment::{Conclusion, Report};
use quadrille_stats::{Counts, Interval, Quantile};
use serde_json::{Map, Value, json};

use super::words::{kind_in_short, kind_in_words};
use crate::adapters::figures::confidence;
use crate::adapters::format::{metric, percent, tenths};
use crate::report::figure::{count, counted};

/// Everything that the games came to.
struct Findings<'a> {
    arena: &'a Arena,
    tally: &'a Tally,
}

pub(super) fn conclusion(arena: &Arena, tally: &Tally) -> Conclusion {
    let findings = Findings { arena, tally };
    Conclusion::new(&findings.result(), findings.report()).counting("games", tally.games)
}

impl Findings<'_> {
    fn scoring(&self) -> Scoring {
        self.arena.setup().scoring
    }

    /// Whether the points that are counted are others than those of `adp`.
    fn is_classic(&self) -> bool {
        self.scoring() == Scoring::Classic
    }

    /// A part of all games.
    fn of_games(&self, games: u64) -> f64 {
        games as f64 / self.tally.games.max(1) as f64
    }

    /// What each player is called: by its name, and by its place where others have the same.
    fn labels(&self) -> [String; 3] {
        let players = self.arena.players();
        std::array::from_fn(|place| {
            let name = players[place].name();
            let alone = players.iter().filter(|player| player.name() == name).count() == 1;
            if alone { name.to_owned() } else { format!("{name} ({})", place + 1) }
        })
    }

    /// The categories that were played at all, but for the pass.
    fn kinds(&self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(|&kind| kind != Kind::Pass && self.tally.moves(kind) > 0)
    }
}

/// What a role is called, and what a player came to in it.
type Role = (&'static str, fn(&PlayerTally) -> &Scores);

/// Moves with cards that a player made.
fn plays(player: &PlayerTally) -> u64 {
    player.moves[1..].iter().sum()
}

/// Half the interval; `None` where there is none.
fn half(interval: Option<Interval>) -> Option<f64> {
    interval.map(Interval::half_width)
}

/// For machines.
impl Findings<'_> {
    fn result(&self) -> Map<String, Value> {
        let (tally, setup) = (self.tally, self.arena.setup());
        let mut result = Map::new();
        let mut tell = |key: &str, value: Value| result.insert(key.to_owned(), value);
        tell("rules", json!(setup.rules));
        tell("scoring", json!(setup.scoring));
        tell("auction", json!(setup.auction));
        tell("open_hand", json!(setup.open_hand));
        tell("doubling", json!(setup.doubling));
        tell("games", json!(tally.games));
        tell("deals", json!(tally.deals));
        tell("thrown_in", json!(tally.thrown_in));
        tell("landlord_wins", json!(tally.landlord_wins));
        let players = self.arena.players().iter().zip(&tally.players);
        tell("players", players.map(|(entrant, player)| self.player_json(entrant.name(), player)).collect());
        tell("springs", json!(tally.springs));
        tell("anti_springs", json!(tally.anti_springs));
        tell("bombs", counts_json("bombs", &tally.bombs));
        tell("landlord_points", counts_json("points", &tally.points));
        tell("lengths", counts_json("moves", &tally.lengths));
        let moves = Kind::ALL.into_iter().map(|kind| (kind.name().to_owned(), json!(tally.moves(kind))));
        tell("moves", moves.collect::<Map<_, _>>().into());
        result
    }

    fn player_json(&self, name: &str, player: &PlayerTally) -> Value {
        let mut object = Map::new();
        object.insert("name".to_owned(), json!(name));
        object.extend(self.scores_json(&player.all));
        object.insert("landlord".to_owned(), self.scores_json(&player.landlord).into());
        object.insert("peasant".to_owned(), self.scores_json(&player.peasant).into());
        let moves = Kind::ALL.into_iter().zip(player.moves);
        let moves: Map<_, _> = moves.map(|(kind, moves)| (kind.name().to_owned(), json!(moves))).collect();
        object.insert("moves".to_owned(), moves.into());
        object.into()
    }

    fn scores_json(&self, scores: &Scores) -> Map<String, Value> {
        let share = scores.wins.share_interval(confidence());
        let mut object = Map::new();
        let mut tell = |key: &str, value: Value| object.insert(key.to_owned(), value);
        tell("games", json!(scores.games()));
        tell("wins", json!(scores.wins.sum()));
        tell("points", json!(scores.adp.sum()));
        tell("wp", json!(scores.wins.mean()));
        tell("wp_low", json!(share.low));
        tell("wp_high", json!(share.high));
        let mut mean = |keys: [&str; 3], points: &Clustered| {
            let interval = points.interval(confidence());
            tell(keys[0], json!(points.mean()));
            tell(keys[1], json!(interval.map(|interval| interval.low)));
            tell(keys[2], json!(interval.map(|interval| interval.high)));
        };
        mean(["adp", "adp_low", "adp_high"], &scores.adp);
        if self.is_classic() {
            mean(["score", "score_low", "score_high"], &scores.score);
        }
        object
    }
}

/// Each value that was seen, and in how many games.
fn counts_json(name: &str, counts: &Counts) -> Value {
    counts.iter().map(|(value, games)| json!({ name: value, "games": games })).collect()
}

/// For people.
impl Findings<'_> {
    fn report(&self) -> Report {
        let (tally, labels) = (self.tally, self.labels());
        let share = |place: usize| tally.players[place].all.wins.mean().unwrap_or(0.0);
        let best = (1..3).fold(0, |best, place| if share(place) > share(best) { place } else { best });
        let wins = |place: usize| {
            let scores = &tally.players[place].all;
            let half = scores.wins.share_interval(confidence()).half_width();
            format!(
                "{} {} (± {})",
                labels[place],
                percent(share(place)),
                percent(half).trim_end_matches(" %")
            )
        };
        Report {
            title: format!("Dou Dizhu: {}", self.arena.players().each_ref().map(Entrant::name).join(", ")),
            lead: format!(
                "Over {}, {} played three times, the side of each player wins this often: {}. The landlord wins {}.",
                counted(tally.games, "game"),
                if tally.deals == 1 {
                    "one deal".to_owned()
                } else {
                    format!("{} each", counted(tally.deals, "deal"))
                },
                [0, 1, 2].map(wins).join(", "),
                percent(self.of_games(tally.landlord_wins)),
            ),
            metrics: vec![
                metric(&format!("{} wins", labels[best]), percent(share(best))),
                metric("points a game (ADP)", signed(tally.players[best].all.adp.mean().unwrap_or(0.0))),
                metric("landlords win", percent(self.of_games(tally.landlord_wins))),
                metric("games", count(tally.games)),
            ],
            sections: vec![
                self.winners(),
                self.roles(),
                self.worth(),
                self.bombs(),
                self.categories(),
                self.lengths(),
            ],
        }
    }

    fn winners(&self) -> Section {
        let classic = self.is_classic();
        let mut headings = vec!["player", "#games", "#won", "#WP", "#±", "#ADP", "#±"];
        if classic {
            headings.extend(["#score", "#±"]);
        }
        if !classic {
            headings.push("#points");
        }
        let mut table = Table::new(&headings);
        for (label, player) in self.labels().into_iter().zip(&self.tally.players) {
            let scores = &player.all;
            let counts = [count(scores.games()), count(scores.wins.sum().unsigned_abs())];
            let points = (!classic).then(|| signed_whole(scores.adp.sum()));
            table.push([label].into_iter().chain(counts).chain(row(scores, classic)).chain(points));
        }
        let role = match self.arena.setup().auction {
            Auction::None => "landlord once",
            Auction::Bids | Auction::CallRob => "first to speak once",
        };
        let scoring = if classic {
            " The score is that of the table: the stake, doubled by bombs, springs and whatever else was agreed."
        } else {
            ""
        };
        let text = format!(
            "WP is the share of games that the player's side wins; ADP is the mean of its points a game, where a landlord plays for 2 and a \
             peasant for 1, doubled by every bomb and rocket.{scoring} Each deal is played three times, and everyone moves on by a seat, so \
             that each player has every hand once and is {role}. The three games of a deal share its cards: the 95 % intervals, of which ± is half, \
             count deals, not games."
        );
        Section { title: "Who wins".to_owned(), blocks: vec![Block::Table(table), Block::Text(text)] }
    }

    fn roles(&self) -> Section {
        let classic = self.is_classic();
        let mut headings = vec!["player", "as", "#games", "#WP", "#±", "#ADP", "#±"];
        if classic {
            headings.extend(["#score", "#±"]);
        }
        let mut table = Table::new(&headings);
        let labels = self.labels();
        let roles: [Role; 2] =
            [("landlord", |player| &player.landlord), ("peasant", |player| &player.peasant)];
        let mut series = Vec::new();
        for (role, scores) in roles {
            for (label, player) in labels.iter().zip(&self.tally.players) {
                let scores = scores(player);
                let head = [label.clone(), role.to_owned(), count(scores.games())];
                table.push(head.into_iter().chain(row(scores, classic)));
            }
            let share = |player| tenths(100.0 * scores(player).wins.mean().unwrap_or(0.0));
            series.push(Series {
                name: format!("as {role}"),
                values: self.tally.players.iter().map(share).collect(),
            });
        }
        Section {
            title: "As landlord and as peasant".to_owned(),
            blocks: vec![
                Block::Bars(Bars {
                    title: "How often each player's side wins, by its role".to_owned(),
                    category_axis: "player".to_owned(),
                    value_axis: "games won, %".to_owned(),
                    categories: labels.to_vec(),
                    series,
                }),
                Block::Table(table),
            ],
        }
    }

    fn worth(&self) -> Section {
        let what = if self.is_classic() { "score" } else { "points" };
        let (bars, table) = self.distribution(
            &self.tally.points,
            signed_whole,
            [
                &format!("What games are worth to the landlord: {what}"),
                &format!("{what} of the landlord"),
                what,
            ],
        );
        let text = (self.tally.thrown_in > 0).then(|| {
            let deals = counted(self.tally.thrown_in, "deal");
            Block::Text(format!("{deals} nobody wanted to play: thrown in, and dealt anew."))
        });
        Section {
            title: "What games are worth".to_owned(),
            blocks: [bars, table].into_iter().chain(text).collect(),
        }
    }

    fn bombs(&self) -> Section {
        let (bars, table) = self.distribution(
            &self.tally.bombs,
            |bombs| bombs.to_string(),
            ["How many bombs and rockets games have", "bombs and rockets in a game", "bombs"],
        );
        let (springs, anti) = (self.tally.springs, self.tally.anti_springs);
        let text = format!(
            "{} ({} of all games) end in a spring: no peasant gets to play. {} ({}) end in an anti-spring: the landlord gets no further than his \
             first move.",
            counted(springs, "game"),
            percent(self.of_games(springs)),
            count(anti),
            percent(self.of_games(anti)),
        );
        Section { title: "Bombs and springs".to_owned(), blocks: vec![bars, table, Block::Text(text)] }
    }

    fn categories(&self) -> Section {
        let labels = self.labels();
        let mut headings = vec!["category".to_owned(), "in the plot".to_owned()];
        headings.extend(labels.iter().map(|label| format!("#{label}")));
        headings.push("#all".to_owned());
        let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
        for kind in self.kinds().chain([Kind::Pass]) {
            let each = self.tally.players.iter().map(|player| count(player.moves[kind as usize]));
            let short = if kind == Kind::Pass { "–" } else { kind_in_short(kind) };
            let head = [kind_in_words(kind).to_owned(), short.to_owned()];
            table.push(head.into_iter().chain(each).chain([count(self.tally.moves(kind))]));
        }
        let series = labels.iter().zip(&self.tally.players).map(|(label, player)| {
            let all = plays(player).max(1) as f64;
            let share = |kind: Kind| tenths(100.0 * player.moves[kind as usize] as f64 / all);
            Series { name: label.clone(), values: self.kinds().map(share).collect() }
        });
        Section {
            title: "What is played".to_owned(),
            blocks: vec![
                Block::Bars(Bars {
                    title: "Moves by category, of all that are no passes".to_owned(),
                    category_axis: "category".to_owned(),
                    value_axis: "moves of the player, %".to_owned(),
                    categories: self.kinds().map(|kind| kind_in_short(kind).to_owned()).collect(),
                    series: series.collect(),
                }),
                Block::Table(table),
            ],
        }
    }

    fn lengths(&self) -> Section {
        let (bars, _) = self.distribution(
            &self.tally.lengths,
            |moves| moves.to_string(),
            ["How many moves games have, passes not counted", "moves in a game", "moves"],
        );
        let lengths = &self.tally.lengths;
        let at = |percent| lengths.quantile(Quantile::percent(percent).ok()?);
        let row = [lengths.min(), at(5), at(25), at(50), at(75), at(95), lengths.max()];
        let mut table = Table::new(&["#shortest", "#5 %", "#25 %", "#median", "#75 %", "#95 %", "#longest"]);
        table.push(row.map(|moves| moves.map_or_else(String::new, |moves| moves.to_string())));
        Section { title: "How long games are".to_owned(), blocks: vec![bars, Block::Table(table)] }
    }

    /// Games by some whole number: as bars and as a table. `words` are the title, the axis and the column.
    fn distribution(
        &self,
        counts: &Counts,
        show: impl Fn(i64) -> String,
        words: [&str; 3],
    ) -> (Block, Block) {
        let [title, axis, column] = words;
        let mut table = Table::new(&[&format!("#{column}"), "#games", "#share"]);
        for (value, games) in counts.iter() {
            table.push([show(value), count(games), percent(self.of_games(games))]);
        }
        let bars = Bars {
            title: title.to_owned(),
            category_axis: axis.to_owned(),
            value_axis: "games".to_owned(),
            categories: counts.iter().map(|(value, _)| show(value)).collect(),
            series: vec![Series {
                name: "games".to_owned(),
                values: counts.iter().map(|(_, games)| games as f64).collect(),
            }],
        };
        (Block::Bars(bars), Block::Table(table))
    }
}

/// The means of a row with their errors: WP, ADP, and under classic scoring the score.
fn row(scores: &Scores, classic: bool) -> impl Iterator<Item = String> {
    let mean = |points: &Clustered| {
        let half = half(points.interval(confidence()));
        [points.mean(), half].map(|value| value.map_or_else(|| "–".to_owned(), three_places))
    };
    let share = scores.wins.mean().map_or_else(|| "–".to_owned(), percent);
    let error = percent(scores.wins.share_interval(confidence()).half_width());
    let [adp, adp_error] = mean(&scores.adp);
    let score = classic.then(|| mean(&scores.score)).into_iter().flatten();
    [share, error, adp, adp_error].into_iter().chain(score)
}

fn three_places(value: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{:.3}", value.abs())
}

/// Points with their sign.
fn signed(points: f64) -> String {
    let sign = if points > 0.0 { "+" } else { "" };
    format!("{sign}{}", three_places(points))
}

fn signed_whole(points: i64) -> String {
    let sign = match points {
        ..0 => "−",
        0 => "",
        1.. => "+",
    };
    format!("{sign}{}", count(points.unsigned_abs()))
}
