//! The report of `daifugo.arena`.

use std::cmp::Reverse;

use quadrille_daifugo::arena::has_proofs;
use quadrille_daifugo::rules::Rules;
use quadrille_experiments_cards::names::apart;
use quadrille_experiments_cards::sections::{self, Standing};
use quadrille_report::figures::{Columns, Figure};
use quadrille_report::{Bars, Block, Section, Series};
use quadrille_runner::Report;

use super::ArenaSettings;
use super::result::{DaifugoResult, KindScore, LeadCounts, PlayerScore};
use quadrille_report::figure::{count, counted, decimal};
use quadrille_report::format::{metric, percent, tenths};

/// For each predicate, the share of leads that are sure wins according to it.
const PROOFS: [Figure<LeadCounts>; 3] =
    [LeadCounts::groups_share, LeadCounts::eight_cut_share, LeadCounts::sure_win_share];

/// Creates the report of a result.
pub(crate) fn report(result: &DaifugoResult, settings: &ArenaSettings) -> Report {
    Findings::new(result, settings).report()
}

/// The data of a report.
struct Findings<'a> {
    result: &'a DaifugoResult,
    settings: &'a ArenaSettings,
    /// The names of the players. Players of one kind are numbered, so that the names are unique.
    names: Vec<String>,
}

impl<'a> Findings<'a> {
    fn new(result: &'a DaifugoResult, settings: &'a ArenaSettings) -> Self {
        let names: Vec<&str> = result.players.iter().map(|player| player.name.as_str()).collect();
        Self { result, settings, names: apart(&names) }
    }

    /// Returns the players with their unique names, by descending points.
    fn ranking(&self) -> Vec<(&str, &PlayerScore)> {
        let names = self.names.iter().map(String::as_str);
        let mut ranking: Vec<(&str, &PlayerScore)> = names.zip(&self.result.players).collect();
        ranking.sort_by_key(|(_, player)| Reverse(player.points));
        ranking
    }

    /// Returns whether the rules are those of the `UECda` contest, with one joker. The number of
    /// players can differ.
    fn is_uecda(&self) -> bool {
        let rules = Rules::UECDA.of(self.names.len(), 1).unwrap_or_default();
        *self.settings.arena.setup() == rules
    }

    fn report(&self) -> Report {
        let (games, standings) = (counted(self.result.games, "game"), self.standings());
        let even = (self.names.len() + 1) as f64 / 2.0;
        let kinds = &self.result.kinds;
        let digits = sections::digits(&standings);
        let mean = |kind: &KindScore| decimal(kind.points_per_game, digits);
        let of_each: Vec<String> = kinds.iter().map(|kind| format!("{} {}", kind.name, mean(kind))).collect();
        let faults = self.result.players.iter().map(|player| player.faults);
        let replaced = sections::replaced(&self.names, faults);
        let mut metrics: Vec<_> =
            kinds.iter().map(|kind| metric(&format!("points, {}", kind.name), mean(kind))).collect();
        metrics.push(DaifugoResult::games.metric(self.result));
        if self.is_uecda() {
            metrics.push(metric("sure-win leads", percent(self.result.leads.sure_win_share)));
        }
        Report {
            title: format!("Daifugo, points per game: {}", of_each.join(", ")),
            lead: format!(
                "Mean points per game of each kind of player over {games}. Every deal was repeated until each player had \
                 played the cards of every seat. The mean of all players is {even}.{replaced}"
            ),
            metrics,
            sections: [
                sections::points(&standings, "points", false),
                sections::places(&standings, self.result.games),
                self.leads_section(),
                self.how_section(),
            ]
            .into_iter()
            .chain(self.programs())
            .collect(),
        }
    }

    /// Returns the section on external programs; `None` if no external program played.
    fn programs(&self) -> Option<Section> {
        let faults = self.result.players.iter().map(|player| player.faults);
        sections::programs(self.result.why_not_reproducible.as_deref(), &self.names, faults)
    }

    fn standings(&self) -> Vec<Standing<'_>> {
        let standings = self.ranking().into_iter().map(|(name, player)| Standing {
            name,
            points: player.points as i64,
            mean: player.points_per_game.unwrap_or(0.0),
            interval: player.interval(),
            places: &player.places,
        });
        standings.collect()
    }

    fn leads_section(&self) -> Section {
        let all = &self.result.leads;
        let players = self.ranking().into_iter().map(|(name, player)| (name, &player.leads));
        let (names, leads): (Vec<&str>, Vec<&LeadCounts>) = players.chain([("all", all)]).unzip();
        let table = Columns::of(leads).cells("player", names.into_iter().map(str::to_owned));
        let table = PROOFS.iter().fold(table.figure(&LeadCounts::all), Columns::figure).table();
        let bars = Bars::new(
            "Leads that each method calls a sure win, in percent",
            ["method", "percent of leads"],
            PROOFS.iter().map(|share| share.heading.to_owned()).collect(),
        )
        .named()
        .with(Series::new(
            "leads",
            PROOFS.iter().map(|share| tenths(100.0 * share.number(all).unwrap_or(0.0))).collect(),
        ));
        let what = "A lead is a sure win if its player wins in every deal of the other cards. \"Groups only\" is the simple \
                    predicate: no joker in the hand, and at most one group that can be answered. \"With 8-cut\" counts groups \
                    of 8s as unanswered. Both ignore revolutions, so they can be wrong. \"Full rules\" is a proof: it covers \
                    sequences, jokers, 8-cut, revolution and the 3 of spades, where they are in force. Without the 8-cut rule \
                    the shares of the first two predicates are equal.";
        let known =
            "Sure wins cannot be proved under the rules of this table, so no lead counts as a sure win.";
        let mut blocks = vec![Block::Text(what.to_owned())];
        if !has_proofs(*self.settings.arena.setup()) {
            blocks.push(Block::Text(known.to_owned()));
        }
        blocks.extend([Block::Bars(bars), Block::Table(table)]);
        Section::new("Leads that are sure wins", blocks)
    }

    fn how_section(&self) -> Section {
        let result = self.result;
        let named = if self.is_uecda() {
            "UECda's".to_owned()
        } else {
            format!("these: {}", result.rules.join(", "))
        };
        let text = format!(
            "The contest consists of {} of at most {} games each. A round has one sitting per player, and all sittings of a \
             round use the same cards and seats. From one sitting to the next, every player moves on by one seat. The \
             first game of a sitting has no classes. Cards are exchanged before each later game. The games of a round \
             depend on one another, but the rounds are independent. The confidence intervals use each round as \
             one sample. {} ended in a deadlock. The rules are {named}, with {}.",
            counted(result.rounds, "round"),
            count(result.sitting * self.names.len() as u64),
            counted(result.stuck, "game"),
            counted(result.jokers.into(), "joker"),
        );
        Section::new("How it was measured", [Block::Text(text)])
    }
}
