//! The page of a review.
//!
//! ```text
//! figures        decisions, charged decisions, their total loss
//! costliest      for each of the worst decisions, the table as its seat saw it, and two moves:
//!                the one taken, and the best one, which is emphasised
//! patterns       charged decisions, grouped by the kinds of both moves
//! players        a line for each player
//! all decisions  a table that is initially closed
//! ```
//!
//! All labels come from [`Phrases`]. Words of a game (kinds of actions, parts, facts) are English
//! in the answer and are translated here, so the JSON of an answer does not depend on the language.

use quadrille_report::figure::decimal;
use quadrille_report::format::{shortened, unknown};
use quadrille_report::{Block, Board, BoardRow, BoardSeat, Folded, Metric, ReportTable, Section};
use quadrille_runner::Report;
use quadrille_table::SeatScene;

use super::ReviewedGame;
use super::language::{Language, Phrases};
use super::review::{Costly, ReviewAnswer, ReviewedDecision};
use crate::CardGame;

/// Returns the subject of a review's page, such as `Daifugo review`, in a language.
pub fn subject<K: ReviewedGame>(language: Language) -> String {
    language.phrases().subject.replace("{}", &word::<K>(language, <K as CardGame>::WORDS.title))
}

/// Returns the page of a review in a language.
pub fn report<K: ReviewedGame>(review: &ReviewAnswer, language: Language) -> Report {
    let (phrases, unit) = (language.phrases(), language.unit(&review.unit));
    let charged = review.decisions.iter().filter(|decision| decision.charged);
    let lost: f64 = charged.clone().filter_map(|decision| decision.loss).sum();
    let metric = |label: &str, value: String| Metric { label: label.to_owned(), value };
    let mut sections = vec![costliest::<K>(review, language)];
    if !review.patterns.is_empty() {
        sections.push(patterns::<K>(review, language));
    }
    sections.push(players(review, phrases, unit));
    sections.push(all::<K>(review, language));
    Report {
        title: format!(
            "{}{}{}",
            phrases.review,
            phrases.separators[0],
            word::<K>(language, <K as CardGame>::WORDS.title)
        ),
        lead: phrases.method.to_owned(),
        metrics: vec![
            metric(phrases.decisions, review.reviewed.to_string()),
            metric(phrases.charged, charged.count().to_string()),
            metric(&format!("{} ({unit})", phrases.lost), decimal(lost, 2)),
        ],
        sections,
    }
}

/// Returns the loss by a decision, with half the width of its interval.
fn loss(decision: &ReviewedDecision) -> String {
    match (decision.loss, decision.loss_error) {
        (Some(loss), Some(error)) => format!("{} ± {}", decimal(loss, 2), decimal(error, 2)),
        _ => unknown(),
    }
}

fn costliest<K: ReviewedGame>(review: &ReviewAnswer, language: Language) -> Section {
    let (phrases, unit) = (language.phrases(), language.unit(&review.unit));
    let mut blocks = Vec::new();
    if review.costliest.is_empty() {
        blocks.push(Block::Text(phrases.none.to_owned()));
    }
    for (place, costly) in review.costliest.iter().enumerate() {
        let decision = &review.decisions[costly.decision];
        let ReviewedDecision { game, number, player, ref name, .. } = *decision;
        let [colon, comma] = phrases.separators;
        let title = format!(
            "{}. {} {game}{comma}{} {}{comma}{} {player} {}",
            place + 1,
            phrases.game,
            phrases.number,
            // The same number as for `advise --after`: the number of moves before the decision.
            number,
            phrases.player,
            shortened(name),
        );
        let note = format!(
            "{}{colon}{} ({unit}){comma}{}{colon}{}",
            phrases.loss,
            loss(decision),
            phrases.reason,
            language.reason(&decision.reason)
        );
        blocks.push(Block::Board(board::<K>(costly, decision, (title, note), language)));
    }
    Section::new(phrases.costliest, blocks)
}

/// Draws the table at a decision: the seats, the cards on the table, the hand of the deciding seat,
/// the action that was taken, and the best action.
fn board<K: ReviewedGame>(
    costly: &Costly,
    decision: &ReviewedDecision,
    (title, note): (String, String),
    language: Language,
) -> Board {
    let (phrases, view) = (language.phrases(), &costly.view);
    let seat = |(seat, shown): (usize, &SeatScene)| BoardSeat {
        name: format!("{} {seat}", phrases.seat),
        cards: format!("{} {}", shown.cards, phrases.counted),
        note: [&shown.part, &shown.state].map(|note| word::<K>(language, note)).join(" ").trim().to_owned(),
        acts: seat == view.seat,
    };
    let row = |label: &str, cards: &[String], text: String, strong: bool| BoardRow {
        label: label.to_owned(),
        cards: cards.to_vec(),
        text,
        strong,
    };
    let on: Vec<String> = view.table.iter().flat_map(|shown| shown.cards.clone()).collect();
    let by = view.table.first().map(|shown| format!("({} {})", phrases.seat, shown.seat));
    let mut rows = vec![row(phrases.table, &on, by.unwrap_or_else(|| phrases.leads.to_owned()), false)];
    let facts: Vec<_> = view.all_facts().map(|fact| word::<K>(language, fact)).collect();
    if !facts.is_empty() {
        rows.push(row(phrases.state, &[], facts.join(phrases.separators[1]), false));
    }
    rows.push(row(phrases.hand, &view.hand, String::new(), false));
    // Calls and passes have no cards, so the row shows their text.
    let shown = |cards: &[String], text: &str| {
        if cards.is_empty() { word::<K>(language, text) } else { String::new() }
    };
    rows.push(row(phrases.taken, &costly.taken, shown(&costly.taken, &decision.taken), false));
    rows.push(row(phrases.best, &costly.best, shown(&costly.best, &decision.best), true));
    Board { title, note, seats: view.seats.iter().enumerate().map(seat).collect(), rows }
}

/// Returns the translation of a word of the game, or the English word if there is none.
fn word<K: ReviewedGame>(language: Language, word: &str) -> String {
    match word {
        "pass" => language.phrases().pass.to_owned(),
        _ => K::word_in(language, word).unwrap_or_else(|| word.to_owned()),
    }
}

fn patterns<K: ReviewedGame>(review: &ReviewAnswer, language: Language) -> Section {
    let (phrases, unit) = (language.phrases(), language.unit(&review.unit));
    let headings = [
        phrases.taken,
        phrases.best,
        "",
        &format!("#{}", phrases.times),
        &format!("#{} ({unit})", phrases.loss),
    ];
    let mut table = ReportTable::new(&headings);
    let name = |of: &str| word::<K>(language, of);
    for pattern in &review.patterns {
        let proved = if pattern.proved { phrases.won } else { "" };
        let numbers = [pattern.count.to_string(), decimal(pattern.loss, 2)];
        let [count, loss] = numbers;
        let another = if pattern.taken == pattern.best { phrases.another } else { "" };
        let best = format!("{another}{}", name(&pattern.best));
        table.push([name(&pattern.taken), best, proved.to_owned(), count, loss]);
    }
    Section::new(phrases.patterns, [Block::Table(table)])
}

fn players(review: &ReviewAnswer, phrases: &Phrases, unit: &str) -> Section {
    let loss = format!("#{} ({unit})", phrases.total);
    let decisions = format!("#{}", phrases.decisions);
    let charged = format!("#{}", phrases.charged);
    let mut table = ReportTable::new(&[phrases.player, &decisions, &charged, &loss, "#±"]);
    for player in &review.players {
        table.push([
            format!("{} {}", player.player, shortened(&player.name)),
            player.decisions.to_string(),
            player.charged.to_string(),
            decimal(player.loss, 2),
            decimal(player.loss_error, 2),
        ]);
    }
    Section::new(phrases.players, [Block::Table(table)])
}

/// The maximum number of decisions that the page lists. A longer table would make browsers slow.
const MOST_LISTED: usize = 2000;

fn all<K: ReviewedGame>(review: &ReviewAnswer, language: Language) -> Section {
    let phrases = language.phrases();
    let headings = [
        format!("#{}", phrases.game),
        format!("#{}", phrases.number),
        format!("#{}", phrases.player),
        phrases.taken.to_owned(),
        phrases.best.to_owned(),
        format!("#{}", phrases.value),
        format!("#{}", phrases.loss),
        phrases.reason.to_owned(),
    ];
    let mut table = ReportTable::new(&headings.each_ref().map(String::as_str));
    for decision in review.decisions.iter().take(MOST_LISTED) {
        table.push([
            decision.game.to_string(),
            decision.number.to_string(),
            decision.player.to_string(),
            word::<K>(language, &decision.taken),
            word::<K>(language, &decision.best),
            decision.value.map_or_else(unknown, |value| decimal(value, 2)),
            // If the best move was taken, the loss is 0 by definition and has no interval.
            if decision.loss == Some(0.0) { "0".to_owned() } else { loss(decision) },
            language.reason(&decision.reason).to_owned(),
        ]);
    }
    let summary = format!("{} ({})", phrases.all, review.decisions.len().min(MOST_LISTED));
    Section::new(phrases.all, [Block::Folded(Folded { summary, table })])
}
