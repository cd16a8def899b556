//! The report of `doudizhu.arena`.

use std::collections::BTreeMap;

use quadrille_doudizhu::Kind;
use quadrille_doudizhu::game::Auction;
use quadrille_doudizhu::players::Faults;
use quadrille_report::{Bars, Block, ReportTable, Section, Series};
use quadrille_runner::Report;
use quadrille_stats::{Counts, Interval, Quantile};

use super::result::{ClassicScore, DoudizhuResult, PlayerScore, RoleScore};
use crate::words::kind_in_words;
use quadrille_report::entries::Entries;
use quadrille_report::figure::{count, counted, decimal};
use quadrille_report::figures::{Around, Columns};
use quadrille_report::format::{metric, percent, shortened, tenths, unknown};
use quadrille_report::ranks::{firsts, ranks, tied_for_first};
use quadrille_runner::foreign;

pub(crate) fn report(result: &DoudizhuResult) -> Report {
    Findings { result }.report()
}

/// The largest number of values on the scale of a plot.
const MOST_PLACES: u64 = 400;

struct Findings<'a> {
    result: &'a DoudizhuResult,
}

/// The name of a role, and the function that returns a player's results in this role.
type Role = (&'static str, fn(&PlayerScore) -> &RoleScore);

impl Findings<'_> {
    /// Returns a number of games as a share of all games.
    fn of_games(&self, games: u64) -> f64 {
        games as f64 / self.result.games.max(1) as f64
    }

    /// Returns a label for each player: its name, followed by its seat if several players have this
    /// name.
    fn labels(&self) -> [String; 3] {
        let players = &self.result.players;
        std::array::from_fn(|place| {
            let name = shortened(&players[place].name);
            let alone = players.iter().filter(|player| shortened(&player.name) == name).count() == 1;
            if alone { name } else { format!("{name} ({})", place + 1) }
        })
    }

    /// Returns the categories that were played, except the pass.
    fn kinds(&self) -> impl Iterator<Item = Kind> {
        let all = &self.result.moves;
        Kind::ALL.into_iter().filter(|&kind| kind != Kind::Pass && moves(all, kind) > 0)
    }

    fn report(&self) -> Report {
        let (result, labels) = (self.result, self.labels());
        let share = |place: usize| result.players[place].all.wp.unwrap_or(0.0);
        let mut order = [0, 1, 2];
        order.sort_by(|&one, &other| share(other).total_cmp(&share(one)));
        let best = order[0];
        let intervals = result.players.each_ref().map(|player| Some(player.all.wp_interval()));
        let first = firsts(&labels, &intervals);
        let wins = |place: usize| {
            let half = result.players[place].all.wp_interval().half_width();
            format!(
                "{} {} (± {})",
                labels[place],
                percent(share(place)),
                percent(half).trim_end_matches(" %")
            )
        };
        Report {
            title: if first.len() == 1 {
                format!(
                    "Dou Dizhu: {} is on the winning side in {} of the games",
                    labels[best],
                    percent(share(best))
                )
            } else {
                format!("Dou Dizhu: {} of 3 players tied for the lead", first.len())
            },
            lead: format!(
                "Win rates of the players' sides in {} ({} played three times): {}. The landlord wins {}.{}",
                counted(result.games, "game"),
                if result.deals == 1 {
                    "one deal,".to_owned()
                } else {
                    format!("{}, each", counted(result.deals, "deal"))
                },
                order.map(wins).join(", "),
                percent(self.of_games(result.landlord_wins)),
                foreign::replaced(
                    labels.iter().map(String::as_str).zip(result.players.iter().map(|player| player.faults))
                ),
            ),
            metrics: vec![
                metric(&format!("{} wins", labels[best]), percent(share(best))),
                metric(
                    &format!("points per game (ADP), {}", labels[best]),
                    signed(result.players[best].all.adp.unwrap_or(0.0)),
                ),
                metric("landlords win", percent(self.of_games(result.landlord_wins))),
                DoudizhuResult::games.metric(result),
            ],
            sections: [
                self.winners(),
                self.roles(),
                self.worth(),
                self.bombs(),
                self.categories(),
                self.lengths(),
            ]
            .into_iter()
            .chain(self.programs())
            .collect(),
        }
    }

    /// Returns the section on reproducibility and on the faults of programs; `None` if the run is
    /// reproducible.
    fn programs(&self) -> Option<Section> {
        let players = self.labels().into_iter().zip(&self.result.players);
        let faults: Vec<(String, Option<Faults>)> =
            players.map(|(label, player)| (label, player.faults)).collect();
        let why = self.result.why_not_reproducible.as_deref()?;
        Some(foreign::section(why, faults.iter().map(|(label, faults)| (&**label, *faults))))
    }

    fn winners(&self) -> Section {
        let classic = self.result.is_classic();
        let mut players: Vec<(String, &PlayerScore)> =
            self.labels().into_iter().zip(&self.result.players).collect();
        let wp = |player: &PlayerScore| player.all.wp.unwrap_or(0.0);
        players.sort_by(|(_, one), (_, other)| wp(other).total_cmp(&wp(one)));
        let intervals: Vec<_> = players.iter().map(|(_, player)| Some(player.all.wp_interval())).collect();
        let labels: Vec<String> = players.iter().map(|(label, _)| label.clone()).collect();
        let table = Columns::of(players.iter().map(|(_, player)| &player.all))
            .cells("player", labels.clone())
            .cells("#rank", ranks(&intervals))
            .figure(&RoleScore::games)
            .figure(&RoleScore::wins);
        let table = scores(table, classic)
            .when(!classic, |table| table.column("#points", |scores| signed_whole(scores.points)))
            .table();
        let role = match self.result.auction {
            Auction::None => "landlord once",
            Auction::Bids | Auction::BidsRound | Auction::CallRob => "the first caller once",
        };
        let scoring = if classic {
            " The score follows classic scoring: the stake, doubled by every bomb, rocket and robbery, by a spring or an \
             anti-spring, by an open hand, and by every seat that doubles."
        } else {
            ""
        };
        let terms = "WP is the share of games that the player's side wins; ADP is the mean of the player's points per game. \
                     Equally strong players can have different results, because each player always has the same two neighbours at the table.";
        let text = format!(
            "A landlord plays for 2 points and a peasant for 1, doubled by every bomb and rocket.{scoring} Each deal is played three times. After each game every player \
             moves to the next seat, so that each player has every hand once and is {role}. The three games of a deal share its cards, so the 95 % intervals (± is half of the width) \
             are based on deals, not on games."
        );
        let shares = players.iter().map(|(_, player)| tenths(100.0 * wp(player)));
        let within = intervals.iter().copied().map(in_percent).collect();
        let bars = Bars::new(
            "Win rate of each player's side, with 95 % intervals",
            ["player", "games won, %"],
            labels.clone(),
        )
        .named()
        .with(Series::new("games won", shares.collect()).within(within));
        let blocks = [Block::Bars(bars), Block::Table(table)].into_iter();
        let blocks = blocks.chain(tied_for_first(&labels, &intervals).map(Block::Text));
        let texts = [Block::Text(terms.to_owned()), Block::Text(text)];
        Section::new("Who wins", blocks.chain(texts))
    }

    fn roles(&self) -> Section {
        let classic = self.result.is_classic();
        let (labels, players) = (self.labels(), &self.result.players);
        let roles: [Role; 2] =
            [("landlord", |player| &player.landlord), ("peasant", |player| &player.peasant)];
        let rows = roles.iter().flat_map(|(_, role)| players.iter().map(role));
        let names = roles.iter().flat_map(|&(name, _)| std::iter::repeat_n(name.to_owned(), players.len()));
        let table = Columns::of(rows)
            .cells("player", labels.iter().cloned().cycle().take(2 * players.len()))
            .cells("as", names)
            .figure(&RoleScore::games);
        let table = scores(table, classic).table();
        let series = roles.iter().map(|(name, role)| {
            let share = |player| tenths(100.0 * role(player).wp.unwrap_or(0.0));
            let intervals = players.iter().map(|player| in_percent(Some(role(player).wp_interval())));
            let shares = players.iter().map(share).collect();
            Series::new(format!("as {name}"), shares).within(intervals.collect())
        });
        Section::new(
            "As landlord and as peasant",
            [
                Block::Bars(
                    Bars::new(
                        "Win rate of each player's side, by role",
                        ["player", "games won, %"],
                        labels.to_vec(),
                    )
                    .named()
                    .with_all(series),
                ),
                Block::Table(table),
            ],
        )
    }

    fn worth(&self) -> Section {
        let what = if self.result.is_classic() { "score" } else { "points" };
        let points = self.result.landlord_points.iter().map(|count| (count.points, count.games));
        let (bars, table) = self.distribution(
            points,
            signed_whole,
            [&format!("Distribution of the landlord's {what}"), &format!("{what} of the landlord"), what],
            true,
        );
        let text = (self.result.thrown_in > 0).then(|| {
            let deals = counted(self.result.thrown_in, "deal");
            Block::Text(format!(
                "Thrown in and dealt again because no player wanted to be the landlord: {deals}."
            ))
        });
        Section::new("Points of the landlord", [bars, table].into_iter().chain(text))
    }

    fn bombs(&self) -> Section {
        let bombs = self.result.bombs.iter().map(|count| (count.bombs, count.games));
        let (bars, table) = self.distribution(
            bombs,
            |bombs| bombs.to_string(),
            ["Bombs and rockets per game", "bombs and rockets in a game", "bombs"],
            false,
        );
        let (springs, anti) = (self.result.springs, self.result.anti_springs);
        let text = format!(
            "{} ({} of all games) end in a spring: no peasant plays a card. {} ({}) end in an anti-spring: the landlord plays only the \
             first move.",
            counted(springs, "game"),
            percent(self.of_games(springs)),
            count(anti),
            percent(self.of_games(anti)),
        );
        Section::new("Bombs and springs", [bars, table, Block::Text(text)])
    }

    fn categories(&self) -> Section {
        let labels = self.labels();
        let share = |player: &PlayerScore, kind: Kind| {
            moves(&player.moves, kind) as f64 / player.plays().max(1) as f64
        };
        let kinds: Vec<Kind> = self.kinds().collect();
        let table = Columns::of(&kinds).column("category", |&kind| kind_in_words(kind).to_owned());
        let table = labels.iter().zip(&self.result.players).fold(table, |table, (label, player)| {
            table.column(&format!("#{label}"), |&kind| percent(share(player, kind)))
        });
        let table = table.column("#all", |&kind| count(moves(&self.result.moves, kind))).table();
        // Categories below 1 % of every player's moves are omitted, since their bars would be
        // invisible.
        let is_drawn = |kind: &Kind| self.result.players.iter().any(|player| share(player, *kind) >= 0.01);
        let drawn: Vec<Kind> = kinds.into_iter().filter(is_drawn).collect();
        let series = labels.iter().zip(&self.result.players).map(|(label, player)| {
            let share = |&kind: &Kind| tenths(100.0 * share(player, kind));
            Series::new(label.clone(), drawn.iter().map(share).collect())
        });
        let passes: Vec<String> = (labels.iter().zip(&self.result.players))
            .map(|(label, player)| format!("{label} {}", count(moves(&player.moves, Kind::Pass))))
            .collect();
        let text = format!(
            "The table shows each category's share of each player's moves, without passes. The last column has the number \
             of moves of the category by all players. Passes: {}.",
            passes.join(", ")
        );
        Section::new(
            "Categories of moves",
            [
                Block::Bars(
                    Bars::new(
                        "Moves by category, without passes; categories of at least 1 % of a player's moves",
                        ["category", "moves of the player, %"],
                        drawn.iter().map(|&kind| kind_in_words(kind).to_owned()).collect(),
                    )
                    .named()
                    .with_all(series),
                ),
                Block::Table(table),
                Block::Text(text),
            ],
        )
    }

    fn lengths(&self) -> Section {
        let lengths = self.result.lengths.iter().map(|count| (count.moves, count.games));
        let (bars, _) = self.distribution(
            lengths.clone(),
            |moves| moves.to_string(),
            ["Moves per game, without passes", "moves in a game", "moves"],
            false,
        );
        let mut all = Counts::new();
        for (moves, games) in lengths {
            // In valid results the sum of the games cannot overflow. In other results, the games
            // that would overflow the sum are dropped.
            let _ = all.record_many(moves, games);
        }
        let at = |percent| all.quantile(Quantile::percent(percent).ok()?);
        let row = [all.min(), at(5), at(25), at(50), at(75), at(95), all.max()];
        let mut table =
            ReportTable::new(&["#shortest", "#5 %", "#25 %", "#median", "#75 %", "#95 %", "#longest"]);
        table.push(row.map(|moves| moves.map_or_else(String::new, |moves| moves.to_string())));
        Section::new("Length of games", [bars, Block::Table(table)])
    }

    /// Returns the number of games for each value, as bars and as a table. `words` are the title,
    /// the label of the axis and the heading of the table column. If `named` is true, the values
    /// are labels. Otherwise they are numbers on a scale.
    fn distribution(
        &self,
        counts: impl Iterator<Item = (i64, u64)>,
        show: impl Fn(i64) -> String,
        words: [&str; 3],
        named: bool,
    ) -> (Block, Block) {
        let [title, axis, column] = words;
        let counted: BTreeMap<i64, u64> = counts.collect();
        let table = Columns::of(counted.values())
            .cells(&format!("#{column}"), counted.keys().map(|&value| show(value)))
            .column("#games", |&games| count(games))
            .column("#share", |&games| percent(self.of_games(games)))
            .table();
        let (first, last) = (counted.keys().next().copied(), counted.keys().next_back().copied());
        let range = first.zip(last).filter(|&(first, last)| last.abs_diff(first) < MOST_PLACES);
        // A scale has a bar for every value from the first to the last, even if no game has the
        // value. For named values, or if a scale would have more than `MOST_PLACES` bars, only
        // values with games get a bar, with the value as its label.
        let places: Vec<i64> = match range {
            Some((first, last)) if !named => (first..=last).collect(),
            _ => counted.keys().copied().collect(),
        };
        let games = places.iter().map(|value| counted.get(value).copied().unwrap_or(0) as f64);
        let bars = Bars {
            title: title.to_owned(),
            category_axis: axis.to_owned(),
            named: named || range.is_none(),
            logarithmic: false,
            value_axis: "games".to_owned(),
            series: vec![Series::new("games", games.collect())],
            categories: places.into_iter().map(show).collect(),
        };
        (Block::Bars(bars), Block::Table(table))
    }
}

/// Adds columns with the share of games won (WP) and the points per game (ADP), each with half the
/// width of its interval. With classic scoring, the score follows in the same form.
fn scores(table: Columns<'_, RoleScore>, classic: bool) -> Columns<'_, RoleScore> {
    let half = |around: Option<Around>| around.map_or_else(unknown, |around| decimal(around.half, 3));
    let score = |scores: &RoleScore| scores.classic.and_then(|classic| classic.score);
    table
        .figure(&RoleScore::wp)
        .half_named("±", &RoleScore::wp)
        .column("#ADP", |scores| scores.adp.map_or_else(unknown, signed))
        .column("#±", |scores| half(RoleScore::adp.interval(scores)))
        .when(classic, |table| {
            let around = |scores: &RoleScore| ClassicScore::score.interval(scores.classic.as_ref()?);
            table
                .column("#score", |scores| score(scores).map_or_else(unknown, signed))
                .column("#±", |scores| half(around(scores)))
        })
}

/// Converts the interval of a share to percent.
fn in_percent(share: Option<Interval>) -> Option<[f64; 2]> {
    share.map(|Interval { low, high }| [100.0 * low, 100.0 * high])
}

/// Returns the number of moves of a category.
fn moves(by_category: &Entries<u64>, kind: Kind) -> u64 {
    by_category.get(kind.name()).copied().unwrap_or(0)
}

/// Formats points with their sign.
fn signed(points: f64) -> String {
    let sign = if points > 0.0 { "+" } else { "" };
    format!("{sign}{}", decimal(points, 3))
}

fn signed_whole(points: i64) -> String {
    let sign = match points {
        ..0 => "−",
        0 => "",
        1.. => "+",
    };
    format!("{sign}{}", count(points.unsigned_abs()))
}
