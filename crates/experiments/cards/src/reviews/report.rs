//! The page of a review.

use quadrille_report::format::shortened;
use quadrille_report::{Block, Cards, Cell, Folded, Metric, ReportTable, Section};
use quadrille_runner::Report;
use quadrille_table::SeatScene;

use super::ReviewedGame;
use super::language::{Language, Phrases};
use super::review::{Costly, ReviewAnswer, ReviewedDecision};
use crate::CardGame;

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
    sections.push(all(review, language));
    Report {
        title: format!("{}: {}", phrases.review, <K as CardGame>::WORDS.title),
        lead: phrases.method.to_owned(),
        metrics: vec![
            metric(phrases.decisions, review.reviewed.to_string()),
            metric(phrases.charged, charged.count().to_string()),
            metric(&format!("{} ({unit})", phrases.lost), format!("{lost:.2}")),
        ],
        sections,
    }
}

/// Returns a cell with cards; a word replaces an action without cards.
fn cards(faces: &[String], word: &str) -> Cell {
    if faces.is_empty() {
        return word.to_owned().into();
    }
    Cell::Cards(Cards { cards: faces.join(" "), faces: faces.to_vec() })
}

/// Returns a loss with half the width of its interval.
fn loss(decision: &ReviewedDecision) -> String {
    match (decision.loss, decision.loss_error) {
        (Some(loss), Some(error)) => format!("{loss:.2} ± {error:.2}"),
        _ => "-".to_owned(),
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
        let ReviewedDecision { game, number, player, .. } = *decision;
        let name =
            review.players.iter().find(|other| other.player == player).map_or("", |player| &player.name);
        blocks.push(Block::Text(format!(
            "{}. {} {}, {} {}: {} {player} {}. {}: {} ({unit}), {}: {}",
            place + 1,
            phrases.game,
            game,
            phrases.number,
            number + 1,
            phrases.player,
            shortened(name),
            phrases.loss,
            loss(decision),
            phrases.reason,
            language.reason(&decision.reason),
        )));
        blocks.push(Block::Table(seats(costly, phrases)));
        blocks.push(Block::Table(decision_table::<K>(costly, decision, language)));
    }
    Section { title: phrases.costliest.to_owned(), blocks }
}

/// Returns the seats around the table.
fn seats(costly: &Costly, phrases: &Phrases) -> ReportTable {
    let cards = format!("#{}", phrases.cards);
    let mut table = ReportTable::new(&[&format!("#{}", phrases.seat), phrases.player, &cards, phrases.state]);
    for (seat, SeatScene { part, cards, state }) in costly.view.seats.iter().enumerate() {
        let mark = if seat == costly.view.seat { "→ " } else { "" };
        let row = [format!("{mark}{seat}"), part.clone(), cards.to_string(), state.clone()];
        table.push(row);
    }
    table
}

/// Returns the cards of a decision: table, hand, the action taken and the best one.
fn decision_table<K: ReviewedGame>(
    costly: &Costly,
    decision: &ReviewedDecision,
    language: Language,
) -> ReportTable {
    let phrases = language.phrases();
    let mut table = ReportTable::new(&["", ""]);
    let word = |text: &str| kind::<K>(language, text);
    let on: Vec<String> = costly.view.table.iter().flat_map(|shown| shown.cards.clone()).collect();
    let facts = costly.view.facts.join(", ");
    let mut row = |label: &str, cell: Cell| table.push([Cell::from(label.to_owned()), cell]);
    row(phrases.table, cards(&on, phrases.leads));
    if !facts.is_empty() {
        row(phrases.state, facts.into());
    }
    row(phrases.hand, cards(&costly.view.hand, "-"));
    row(phrases.taken, cards(&costly.taken, &word(&decision.taken)));
    row(phrases.best, cards(&costly.best, &word(&decision.best)));
    table
}

/// Returns the name of a kind of action in a language.
fn kind<K: ReviewedGame>(language: Language, kind: &str) -> String {
    match kind {
        "pass" => language.phrases().pass.to_owned(),
        _ => K::kind_in(language, kind).unwrap_or_else(|| kind.to_owned()),
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
    let name = |of: &str| kind::<K>(language, of);
    for pattern in &review.patterns {
        let proved = if pattern.proved { phrases.won } else { "" };
        let numbers = [pattern.count.to_string(), format!("{:.2}", pattern.loss)];
        let [count, loss] = numbers;
        table.push([name(&pattern.taken), name(&pattern.best), proved.to_owned(), count, loss]);
    }
    Section { title: phrases.patterns.to_owned(), blocks: vec![Block::Table(table)] }
}

fn players(review: &ReviewAnswer, phrases: &Phrases, unit: &str) -> Section {
    let loss = format!("#{} ({unit})", phrases.loss);
    let decisions = format!("#{}", phrases.decisions);
    let charged = format!("#{}", phrases.charged);
    let mut table = ReportTable::new(&[phrases.player, &decisions, &charged, &loss, "#±"]);
    for player in &review.players {
        table.push([
            format!("{} {}", player.player, shortened(&player.name)),
            player.decisions.to_string(),
            player.charged.to_string(),
            format!("{:.2}", player.loss),
            format!("{:.2}", player.loss_error),
        ]);
    }
    Section { title: phrases.players.to_owned(), blocks: vec![Block::Table(table)] }
}

/// The largest number of decisions that the page lists.
const MOST_LISTED: usize = 2000;

fn all(review: &ReviewAnswer, language: Language) -> Section {
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
            (decision.number + 1).to_string(),
            decision.player.to_string(),
            decision.taken.clone(),
            decision.best.clone(),
            decision.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}")),
            if decision.loss == Some(0.0) { "0".to_owned() } else { loss(decision) },
            language.reason(&decision.reason).to_owned(),
        ]);
    }
    let summary = format!("{} ({})", phrases.show, review.decisions.len().min(MOST_LISTED));
    Section { title: phrases.all.to_owned(), blocks: vec![Block::Folded(Folded { summary, table })] }
}
