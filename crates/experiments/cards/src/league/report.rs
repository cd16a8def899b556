//! The report of a league.

use quadrille_report::{Block, Folded, RangeRow, Ranges, ReportTable, Section};
use quadrille_runner::Report;
use quadrille_table::league::Unrated;

use super::result::{LeagueResult, LeagueScore, PairScore};
use crate::Words;
use crate::names::apart;
use crate::sections::{self, place, rules, stuck};
use quadrille_report::figure::{count, counted, decimal};
use quadrille_report::format::{capital, metric, percent, unknown};
use quadrille_report::ranks::ranks;

/// The maximum number of players for which the report has a table of all pairs.
const WIDEST: usize = 12;

pub(super) fn report(result: &LeagueResult, words: &Words) -> Report {
    Findings::new(result, words).report()
}

struct Findings<'a> {
    result: &'a LeagueResult,
    words: &'a Words,
    /// The unique name of each player: players with equal names are numbered.
    names: Vec<String>,
    /// The indices of the players in descending order of their ratings.
    order: Vec<usize>,
}

impl<'a> Findings<'a> {
    fn new(result: &'a LeagueResult, words: &'a Words) -> Self {
        let names: Vec<&str> = result.players.iter().map(|player| player.name.as_str()).collect();
        let mut order: Vec<usize> = (0..names.len()).collect();
        // Players with an infinite rating come first or last.
        let height = |player: &LeagueScore| match (player.rating, player.unrated) {
            (Some(rating), _) => rating,
            (None, Some(Unrated::Above)) => f64::INFINITY,
            _ => f64::NEG_INFINITY,
        };
        let points = |player: &LeagueScore| player.points_per_game.unwrap_or(0.0);
        order.sort_by(|&one, &other| {
            let [one, other] = [one, other].map(|player| &result.players[player]);
            height(other).total_cmp(&height(one)).then(points(other).total_cmp(&points(one)))
        });
        Self { result, words, names: apart(&names), order }
    }

    /// Iterates over the players with their unique names, the highest rating first.
    fn ranking(&self) -> impl Iterator<Item = (&str, &LeagueScore)> {
        self.order.iter().map(|&player| (self.names[player].as_str(), &self.result.players[player]))
    }

    fn report(&self) -> Report {
        let result = self.result;
        let (players, seats) = (result.players.len(), result.seats);
        let first: Vec<&str> =
            self.ranking().filter(|(_, player)| player.rank == Some(1)).map(|(name, _)| name).collect();
        let title = match &*first {
            [] => format!("a league of {players} players"),
            [one] => format!("{one} leads a league of {players} players"),
            _ if first.len() == players => format!("{players} players tied"),
            _ => format!("{} of {players} players tied for the lead", first.len()),
        };
        let rated = || self.ranking().filter_map(|(name, player)| Some((name, player.rating?)));
        let leaders = rated().filter(|(name, _)| first.contains(name)).map(|(_, rating)| rating);
        let (low, high) = leaders.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), rating| {
            (low.min(rating), high.max(rating))
        });
        let mut metrics: Vec<_> = match &*first {
            [] => rated()
                .take(1)
                .map(|(name, rating)| metric(&format!("rating, {name}"), decimal(rating, 0)))
                .collect(),
            [one] => vec![metric(&format!("rating, {one}"), decimal(high, 0))],
            _ => vec![metric("ratings of the leaders", format!("{}–{}", decimal(low, 0), decimal(high, 0)))],
        };
        metrics.extend([
            metric("players", count(players as u64)),
            metric("tables", count(result.tables)),
            metric("games", count(result.games)),
        ]);
        Report {
            title: format!("{}: {title}", self.words.title),
            lead: format!(
                "{}The league had {} at {} of {seats} players. At each table, every player was dealt every hand of every deal.",
                self.gap(&first),
                counted(result.games, "game"),
                counted(result.tables, "table"),
            ),
            metrics,
            sections: [self.standings(), self.places(), self.pairs(), self.how()]
                .into_iter()
                .chain(self.programs())
                .collect(),
        }
    }

    /// Returns a sentence on the difference in rating between the leaders and the next player.
    /// `first` has the leaders' names. The sentence is empty if there are no leaders, or if no
    /// other player is rated.
    fn gap(&self, first: &[&str]) -> String {
        let rated = || self.ranking().filter_map(|(name, player)| Some((name, player.rating?)));
        let lowest = rated().filter(|(name, _)| first.contains(name)).last();
        let next = rated().find(|(name, _)| !first.contains(name));
        let (Some((_, lowest)), Some((next, rating))) = (lowest, next) else { return String::new() };
        let are = if first.len() == 1 { "is" } else { "are" };
        let gap = decimal((lowest - rating).max(0.0), 0);
        let leaders = match first {
            [several @ .., last] if !several.is_empty() => format!("{} and {last}", several.join(", ")),
            _ => first.join(""),
        };
        format!("{leaders} {are} at least {gap} rating points above the next player, {next}. ")
    }

    /// Returns the section on external programs and other players that are not reproducible; `None`
    /// if all players are reproducible.
    fn programs(&self) -> Option<Section> {
        let faults = self.result.players.iter().map(|player| player.faults);
        sections::programs(self.result.why_not_reproducible.as_deref(), &self.names, faults)
    }

    fn standings(&self) -> Section {
        let mut table = ReportTable::new(&[
            "player",
            "rank",
            "#rating",
            "#from",
            "#to",
            &format!("#{} per game", self.words.place_points),
            "#from",
            "#to",
        ]);
        let shown =
            |value: Option<f64>, places: usize| value.map_or_else(unknown, |value| decimal(value, places));
        let rated = self.ranking().filter(|(_, player)| player.rating.is_some());
        let intervals: Vec<_> = rated.map(|(_, player)| player.rating_interval()).collect();
        let mut ranks = ranks(&intervals).into_iter();
        for (name, player) in self.ranking() {
            let rank = player.rating.and_then(|_| ranks.next());
            table.push([
                name.to_owned(),
                rank.unwrap_or_else(unknown),
                shown(player.rating, 0),
                shown(player.rating_low, 0),
                shown(player.rating_high, 0),
                shown(player.points_per_game, 3),
                shown(player.low, 3),
                shown(player.high, 3),
            ]);
        }
        let mut blocks = vec![Block::Table(table)];
        let rows: Vec<RangeRow> = self
            .ranking()
            .filter_map(|(name, player)| {
                let interval = player.rating_interval().map(|interval| [interval.low, interval.high]);
                Some(RangeRow { name: name.to_owned(), value: player.rating?, interval })
            })
            .collect();
        if rows.is_empty() {
            let rows = self.ranking().filter_map(|(name, player)| {
                let interval = player.interval().map(|interval| [interval.low, interval.high]);
                Some(RangeRow { name: name.to_owned(), value: player.points_per_game?, interval })
            });
            blocks.push(Block::Ranges(Ranges {
                title: format!(
                    "{} per game of each player, with 95 % intervals",
                    capital(self.words.place_points)
                ),
                value_axis: format!("{} per game", self.words.place_points),
                rows: rows.collect(),
            }));
        } else {
            blocks.push(Block::Ranges(Ranges {
                title: "Ratings with 95 % intervals; players with overlapping intervals share their ranks"
                    .to_owned(),
                value_axis: "rating".to_owned(),
                rows,
            }));
        }
        blocks.push(Block::Text(format!(
            "If one player is rated 400 points above another, the odds are 10 to 1 that this player finishes higher; the mean rating is 1,500. The \
             mean of the {} is {} per game. Players whose rating intervals overlap share their ranks.",
            self.words.place_points,
            (self.result.seats + 1) as f64 / 2.0,
        )));
        blocks.extend(self.unrated().map(Block::Text));
        Section { title: "Standings".to_owned(), blocks }
    }

    /// Iterates over sentences that name the unrated players and the reasons why they are unrated.
    fn unrated(&self) -> impl Iterator<Item = String> {
        [
            (
                Unrated::Above,
                "no rated player finished above these players, directly or through a chain of players",
            ),
            (
                Unrated::Below,
                "these players finished above no rated player, directly or through a chain of players",
            ),
            (Unrated::Apart, "no results connect these players with the rated players"),
            (Unrated::Alone, "in every pair of players, at most one finished above the other, directly or through a chain of players"),
        ]
        .into_iter()
        .filter_map(|(why, because)| {
            let without = self.ranking().filter(|(_, player)| player.unrated == Some(why));
            let names: Vec<&str> = without.map(|(name, _)| name).collect();
            (!names.is_empty()).then(|| format!("Not rated: {}. In this league, {because}.", names.join(", ")))
        })
    }

    fn places(&self) -> Section {
        let places: Vec<String> = (0..self.result.seats).map(place).collect();
        let headings: Vec<String> = ["player".to_owned(), "#games".to_owned()]
            .into_iter()
            .chain(places.iter().map(|place| format!("#{place}")))
            .collect();
        let mut table = ReportTable::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
        for (name, player) in self.ranking() {
            let all = player.games.max(1) as f64;
            let often = player.places.iter().map(|&often| percent(often as f64 / all));
            table.push([name.to_owned(), count(player.games)].into_iter().chain(often));
        }
        let what = "How often each player took each place, in percent of the player's games.";
        Section {
            title: "Places".to_owned(),
            blocks: vec![Block::Text(what.to_owned()), Block::Table(table)],
        }
    }

    /// Returns the results of player `one` against player `other`; `None` if they have not met.
    fn pair(&self, one: usize, other: usize) -> Option<PairScore> {
        let (a, b) = (one.min(other), one.max(other));
        let found = self.result.pairs.binary_search_by_key(&(a, b), |pair| (pair.a, pair.b)).ok()?;
        let pair = self.result.pairs[found];
        Some(if one == a {
            pair
        } else {
            let (share, low, high) = (1.0 - pair.share, 1.0 - pair.high, 1.0 - pair.low);
            PairScore { a: one, b: other, above: pair.games - pair.above, share, low, high, ..pair }
        })
    }

    fn pairs(&self) -> Section {
        let order = &self.order;
        let mut blocks = Vec::new();
        if order.len() <= WIDEST {
            let headings: Vec<String> = ["above ↓ below →".to_owned()]
                .into_iter()
                .chain(order.iter().map(|&player| format!("#{}", self.names[player])))
                .collect();
            let mut table = ReportTable::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
            for &one in order {
                let share =
                    |other: usize| self.pair(one, other).map_or_else(unknown, |pair| percent(pair.share));
                let shares = order.iter().map(|&other| share(other));
                table.push(std::iter::once(self.names[one].clone()).chain(shares));
            }
            blocks.push(Block::Text(
                "How often the player of the row finishes above the player of the column, in percent of the games that both played.".to_owned(),
            ));
            blocks.push(Block::Table(table));
        }
        let mut table =
            ReportTable::new(&["player", "against", "#above", "#from", "#to", "#games", "finishes"]);
        for (at, &one) in order.iter().enumerate() {
            for &other in &order[at + 1..] {
                let Some(pair) = self.pair(one, other) else { continue };
                let finishes = match (pair.low > 0.5, pair.high < 0.5) {
                    (true, _) => "above",
                    (_, true) => "below",
                    _ => "tied",
                };
                table.push([
                    self.names[one].clone(),
                    self.names[other].clone(),
                    percent(pair.share),
                    percent(pair.low),
                    percent(pair.high),
                    count(pair.games),
                    finishes.to_owned(),
                ]);
            }
        }
        let summary = format!("All {} with their intervals", counted(table.rows.len() as u64, "pair"));
        blocks.push(Block::Folded(Folded { summary, table }));
        Section { title: "Who finishes above whom".to_owned(), blocks }
    }

    fn how(&self) -> Section {
        let result = self.result;
        let tables = if result.all_tables {
            "All possible tables of these players were played".to_owned()
        } else {
            "The tables were drawn so that all players sit equally often and all pairs of players meet about equally often"
                .to_owned()
        };
        let held = format!(
            "{tables}. Each table was played equally often, in {} of at most {} games. A round plays one sitting several times, once for \
             each seat, with the same cards in the same seats; each time, every player moves on by one seat. {}{} {}",
            counted(result.rounds, "round"),
            count(result.sitting * result.seats as u64),
            (self.words.sittings)(&result.rules, result.sitting),
            stuck(result.stuck),
            rules(&result.rules.join(", "), result.jokers),
        );
        let rated = "Ratings are maximum-likelihood estimates in the Bradley–Terry model: the odds that one player finishes above another depend \
                     only on the difference of their ratings. The games of a round depend on one another. Rounds are independent, and all intervals use rounds \
                     as their units. Each interval contains the true value with a probability of 95 %, so a few of many intervals miss it. The best \
                     rank of a player is 1 plus the number of players whose intervals lie wholly above the player's interval.";
        let blocks = vec![Block::Text(held), Block::Text(rated.to_owned())];
        Section { title: "How it was measured".to_owned(), blocks }
    }
}
