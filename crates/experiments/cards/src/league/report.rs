//! The report of a league.

use quadrille_report::{Block, Folded, RangeRow, Ranges, Section};
use quadrille_runner::Report;
use quadrille_table::league::Unrated;

use super::result::{LeagueResult, LeagueScore, PairScore};
use crate::Words;
use crate::names::apart;
use crate::sections::{self, place, rules, stuck};
use quadrille_report::figure::{count, counted, decimal, listed};
use quadrille_report::figures::{Columns, Figure};
use quadrille_report::format::{capital, metric, percent, unknown};
use quadrille_report::ranks::ranks;

/// The maximum number of players for which the report has a table of all pairs.
const WIDEST: usize = 12;
/// The minimum difference in rating that is shown; smaller differences are rounded to 0.
const CLEAR: f64 = 0.5;

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
            several if self.next(several).is_some_and(|(_, gap, _)| gap < CLEAR) => {
                format!("{} of {players} players share rank 1", several.len())
            }
            several => format!("{} of {players} players tied for the lead", several.len()),
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
        let faults = result.players.iter().map(|player| player.faults);
        let replaced = sections::replaced(&self.names, faults);
        metrics.extend([
            metric("players", count(players as u64)),
            LeagueResult::tables.metric(result),
            LeagueResult::games.metric(result),
        ]);
        Report {
            title: format!("{}: {title}", self.words.title),
            lead: format!(
                "{}The league had {} at {} of {seats} players. At each table, every player was dealt every hand of every deal.{replaced}",
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

    /// Returns the highest rated player other than the leaders, and the difference between the
    /// lowest rating of a leader and the rating of this player. `first` has the leaders' names. The
    /// difference is negative if a leader with a wide interval is rated below a player with a
    /// narrow interval. Also returns whether the interval of this player overlaps that of a leader.
    /// `None` if there are no leaders, or if no other player is rated.
    fn next(&self, first: &[&str]) -> Option<(&str, f64, bool)> {
        let rated = || self.ranking().filter_map(|(name, player)| Some((name, player, player.rating?)));
        let leaders = || rated().filter(|(name, ..)| first.contains(name));
        let (.., lowest) = leaders().last()?;
        let (next, player, rating) = rated().find(|(name, ..)| !first.contains(name))?;
        let overlaps = leaders().any(|(_, leader, _)| leader.rating_low <= player.rating_high);
        Some((next, lowest - rating, overlaps))
    }

    /// Returns a sentence on the difference in rating between the leaders and the next player, or,
    /// if the leaders are not above this player, on the players that share rank 1. `first` has the
    /// leaders' names. The sentence is empty if there are no leaders, or if no other player is
    /// rated.
    fn gap(&self, first: &[&str]) -> String {
        let Some((next, gap, overlaps)) = self.next(first) else { return String::new() };
        let leaders = listed(first, "and");
        let are = if first.len() > 1 { "are" } else { "is" };
        match (gap >= CLEAR, first) {
            (true, _) => {
                let gap = decimal(gap, 0);
                let or_more = if first.len() > 1 { " or more" } else { "" };
                let but = if overlaps { ", but their intervals overlap" } else { "" };
                format!("{leaders} {are} rated {gap} points{or_more} above the next player, {next}{but}. ")
            }
            (false, [_]) => String::new(),
            (false, _) => format!(
                "The rating intervals of {leaders} reach rank 1; more rounds may separate these players. "
            ),
        }
    }

    /// Returns the section on external programs and other players that are not reproducible; `None`
    /// if all players are reproducible.
    fn programs(&self) -> Option<Section> {
        let faults = self.result.players.iter().map(|player| player.faults);
        sections::programs(self.result.why_not_reproducible.as_deref(), &self.names, faults)
    }

    fn standings(&self) -> Section {
        let rated = self.ranking().filter(|(_, player)| player.rating.is_some());
        let intervals: Vec<_> = rated.map(|(_, player)| player.rating_interval()).collect();
        let mut ranks = ranks(&intervals).into_iter();
        let rank = |(_, player): (&str, &LeagueScore)| player.rating.and_then(|_| ranks.next());
        let ranks: Vec<String> = self.ranking().map(rank).map(|rank| rank.unwrap_or_else(unknown)).collect();
        let points = format!("{} per game", self.words.place_points);
        let table = Columns::of(self.ranking().map(|(_, player)| player))
            .cells("player", self.ranking().map(|(name, _)| name.to_owned()))
            .cells("rank", ranks)
            .figure(&LeagueScore::rating)
            .ends(&LeagueScore::rating)
            .named(&points, &LeagueScore::points_per_game)
            .ends(&LeagueScore::points_per_game);
        let mut blocks = vec![Block::Table(table.table())];
        let rows = |figure: Figure<LeagueScore>| -> Vec<RangeRow> {
            let row = |(name, player): (&str, &LeagueScore)| {
                figure.range(name.to_owned(), player, std::convert::identity)
            };
            self.ranking().filter_map(row).collect()
        };
        let rated = rows(LeagueScore::rating);
        if rated.is_empty() {
            blocks.push(Block::Ranges(Ranges {
                title: format!("{} of each player, with 95 % intervals", capital(&points)),
                value_axis: points,
                rows: rows(LeagueScore::points_per_game),
            }));
        } else {
            blocks.push(Block::Ranges(Ranges {
                title: "Ratings with 95 % intervals; players with overlapping intervals share their ranks"
                    .to_owned(),
                value_axis: "rating".to_owned(),
                rows: rated,
            }));
        }
        blocks.push(Block::Text(format!(
            "If one player is rated 400 points above another, the odds are 10 to 1 that this player finishes higher; the mean rating is 1,500. The \
             mean of the {} is {} per game. Players whose rating intervals overlap share their ranks.",
            self.words.place_points,
            (self.result.seats + 1) as f64 / 2.0,
        )));
        blocks.extend(self.unrated().map(Block::Text));
        Section::new("Standings", blocks)
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
        let table = Columns::of(self.ranking().map(|(_, player)| player))
            .cells("player", self.ranking().map(|(name, _)| name.to_owned()))
            .figure(&LeagueScore::games);
        let table = (0..self.result.seats).fold(table, |table, at| {
            let often = |player: &LeagueScore| percent(player.places[at] as f64 / player.games.max(1) as f64);
            table.column(&format!("#{}", place(at)), often)
        });
        let what = "How often each player took each place, in percent of the player's games.";
        Section::new("Places", [Block::Text(what.to_owned()), Block::Table(table.table())])
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
            let share = |one: usize, other: usize| {
                self.pair(one, other).map_or_else(unknown, |pair| percent(pair.share))
            };
            let table = Columns::of(order).column("above ↓ below →", |&one| self.names[one].clone());
            let table = order.iter().fold(table, |table, &other| {
                table.column(&format!("#{}", self.names[other]), |&one| share(one, other))
            });
            blocks.push(Block::text("How often the player of the row finishes above the player of the column, in percent of the games that both played."));
            blocks.push(Block::Table(table.table()));
        }
        let others = |at: usize| order[at + 1..].iter().filter_map(move |&other| self.pair(order[at], other));
        let pairs: Vec<PairScore> = (0..order.len()).flat_map(others).collect();
        let finishes = |pair: &PairScore| match (pair.low > 0.5, pair.high < 0.5) {
            (true, _) => "above".to_owned(),
            (_, true) => "below".to_owned(),
            _ => "tied".to_owned(),
        };
        let table = Columns::of(&pairs)
            .column("player", |pair| self.names[pair.a].clone())
            .column("against", |pair| self.names[pair.b].clone())
            .figure(&PairScore::share)
            .ends(&PairScore::share)
            .figure(&PairScore::games)
            .column("finishes", finishes)
            .table();
        let summary = format!("All {} with their intervals", counted(table.rows.len() as u64, "pair"));
        blocks.push(Block::Folded(Folded { summary, table }));
        Section::new("Who finishes above whom", blocks)
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
        Section::new("How it was measured", blocks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Words = Words {
        title: "Cards",
        sittings: |_, _| "",
        points: "points",
        place_points: "place points",
        fewer_win: false,
    };

    /// Returns the report of players with these ratings: name, rank, rating, half the width of the
    /// interval.
    fn report_of(players: &[(&str, usize, f64, f64)]) -> Report {
        let score = |&(name, rank, rating, half): &(&str, usize, f64, f64)| LeagueScore {
            name: name.to_owned(),
            rank: Some(rank),
            rating: Some(rating),
            rating_low: Some(rating - half),
            rating_high: Some(rating + half),
            unrated: None,
            games: 0,
            points: 0,
            points_per_game: None,
            low: None,
            high: None,
            places: vec![0; 3],
            faults: None,
        };
        let result = LeagueResult {
            games: 0,
            players: players.iter().map(score).collect(),
            pairs: Vec::new(),
            seats: 3,
            tables: 1,
            all_tables: true,
            rounds: 2,
            sitting: 1,
            stuck: None,
            jokers: None,
            rules: Vec::new(),
            reproducible: None,
            why_not_reproducible: None,
        };
        report(&result, &WORDS)
    }

    #[test]
    fn leaders_are_above_the_next_player() {
        let several = report_of(&[
            ("policy", 1, 1700.0, 60.0),
            ("rule", 1, 1650.0, 50.0),
            ("greedy", 3, 1500.0, 40.0),
            ("random", 4, 1200.0, 40.0),
        ]);
        assert_eq!(several.title, "Cards: 2 of 4 players tied for the lead");
        let says = "policy and rule are rated 150 points or more above the next player, greedy. ";
        assert!(several.lead.starts_with(says), "{}", several.lead);
        let one =
            report_of(&[("policy", 1, 1700.0, 20.0), ("rule", 2, 1650.0, 20.0), ("greedy", 2, 1640.0, 20.0)]);
        assert_eq!(one.title, "Cards: policy leads a league of 3 players");
        let says = "policy is rated 50 points above the next player, rule. ";
        assert!(one.lead.starts_with(says), "{}", one.lead);
        let wide = report_of(&[
            ("policy", 1, 1700.0, 60.0),
            ("rule", 1, 1650.0, 50.0),
            ("greedy", 2, 1500.0, 120.0),
        ]);
        let says = "policy and rule are rated 150 points or more above the next player, greedy, but their intervals overlap. ";
        assert!(wide.lead.starts_with(says), "{}", wide.lead);
    }

    /// A player with a wide interval reaches rank 1, although a player with a higher rating and a
    /// narrow interval does not.
    #[test]
    fn there_is_no_gap_below_a_lower_rating() {
        let mixed = report_of(&[
            ("policy", 1, 1800.0, 80.0),
            ("greedy", 2, 1662.0, 40.0),
            ("greedy", 1, 1625.0, 100.0),
            ("random", 4, 1210.0, 60.0),
            ("random", 4, 1203.0, 60.0),
        ]);
        assert_eq!(mixed.title, "Cards: 2 of 5 players share rank 1");
        let says = "The rating intervals of policy and greedy 2 reach rank 1; more rounds may separate these \
                    players. The league had ";
        assert!(mixed.lead.starts_with(says), "{}", mixed.lead);
        assert!(!mixed.lead.contains("next player"), "{}", mixed.lead);
    }
}
