//! The report of an arena.

use quadrille_report::figure::{count, counted, decimal};
use quadrille_report::format::metric;
use quadrille_report::{Block, Section};
use quadrille_runner::Report;

use super::result::{ArenaResult, ArenaScore};
use crate::Words;
use crate::names::apart;
use crate::sections::{self, Standing, rules};

pub(super) fn report(result: &ArenaResult, words: &Words) -> Report {
    let names: Vec<&str> = result.players.iter().map(|player| player.name.as_str()).collect();
    let names = apart(&names);
    let mut standings: Vec<Standing<'_>> =
        names.iter().zip(&result.players).map(|(name, player)| standing(name, player)).collect();
    standings.sort_by_key(
        |standing| if words.fewer_win { standing.points } else { standing.points.saturating_neg() },
    );
    let digits = sections::digits(&standings);
    let metrics = standings.iter().map(|standing| {
        metric(&format!("{}, {}", words.points, standing.name), decimal(standing.mean, digits))
    });
    let faults = result.players.iter().map(|player| player.faults);
    let replaced = sections::replaced(&names, faults.clone());
    let programs = sections::programs(result.why_not_reproducible.as_deref(), &names, faults);
    let order = if words.fewer_win { "; fewer are better" } else { "" };
    Report {
        title: title(&standings, words),
        lead: format!(
            "Mean {1} per game of each player over {0}{order}. Every deal was repeated so that every \
             player was dealt every hand once.{replaced}",
            counted(result.games, "game"),
            words.points,
        ),
        metrics: metrics.chain([ArenaResult::games.metric(result)]).collect(),
        sections: [
            sections::points(&standings, words.points, words.fewer_win),
            sections::places(&standings, result.games),
            how(result, words),
        ]
        .into_iter()
        .chain(programs)
        .collect(),
    }
}

/// Returns a title with the best player, or the number of players who may be the best.
fn title(standings: &[Standing<'_>], words: &Words) -> String {
    let ranks = sections::ranks_of(standings, words.fewer_win);
    let first = standings.iter().zip(&ranks).filter(|(_, rank)| rank.split('–').next() == Some("1"));
    let first: Vec<&str> = first.map(|(standing, _)| standing.name).collect();
    let players = standings.len();
    let result = match &*first {
        [best] => format!("{best} is the best of {players} players"),
        all if all.len() == players => format!("{players} players tied"),
        several => format!("{} of {players} players tied for the lead", several.len()),
    };
    format!("{}: {result}", words.title)
}

fn standing<'a>(name: &'a str, player: &'a ArenaScore) -> Standing<'a> {
    Standing {
        name,
        points: player.points,
        mean: player.points_per_game.unwrap_or(0.0),
        interval: player.interval(),
        places: &player.places,
    }
}

fn how(result: &ArenaResult, words: &Words) -> Section {
    let text = format!(
        "{} of at most {} games each. A round plays one sitting several times, once for each player, with the same cards in \
         the same seats; each time, every player moves on by one seat. {} The games of a \
         round depend on one another. Rounds are independent, and the intervals use rounds as their units. {}",
        counted(result.rounds, "round"),
        count(result.sitting.saturating_mul(result.players.len() as u64)),
        (words.sittings)(&result.rules, result.sitting),
        rules(&result.rules.join(", "), result.jokers),
    );
    Section::new("How it was measured", [Block::Text(text)])
}
