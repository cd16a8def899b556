//! Counts, staircases and sequence starts.

use bytemuck::TransparentWrapper;
use quadrille_lanes::{Nibbles64, slices};

use super::{Rung, SOURCES_BEST, article, each, rung};
use crate::cardset::CardSet;
use crate::counts::Counts;
use crate::plain;

/// The length of the sequences that are looked for.
const SEQUENCE: u32 = 5;

pub(super) const RUNGS: [Rung; 16] = [
    rung("counts", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, plain::counts);
    }),
    rung("counts", "packed word", "bits into pairs, pairs into lanes", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.counts().bits());
    }),
    rung("counts", "vectors", "the same at the level's width", |level, w| {
        slices::count_bits(level, lanes(&w.opponents), &mut w.words);
    }),
    rung("locate", "loop", "counts of every rank, shifted one by one", |_, w| {
        each(&w.counts, &mut w.words, |counts| {
            (0..13).map(|rank| 1 << (counts.bits() >> (4 * rank) & 0xf) >> 1 << (4 * rank)).sum()
        });
    }),
    rung("locate", SOURCES_BEST, "each bit of a lane by a term of its own", |_, w| {
        each(&w.counts, &mut w.words, |counts| article::located_from_counts(counts.bits()));
    }),
    rung("locate", "packed word", "one and two are in place; three gains one, four gains four", |_, w| {
        each(&w.counts, &mut w.words, |counts| counts.one_hot().bits());
    }),
    rung("locate", "vectors", "the same at the level's width", |level, w| {
        slices::one_hot(level, Counts::peel_slice(&w.counts), &mut w.words);
    }),
    rung("locate-cards", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, plain::one_hot);
    }),
    rung("locate-cards", SOURCES_BEST, "straight from the cards, three of a kind apart", |_, w| {
        each(&w.opponents, &mut w.words, |cards| article::located_from_cards(cards.bits()));
    }),
    rung("locate-cards", "packed word", "count, then locate", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.one_hot().bits());
    }),
    rung("staircase", "loop", "ask for every rank and suit", |_, w| {
        each(&w.opponents, &mut w.words, plain::smeared);
    }),
    rung("staircase", "packed word", "count, locate, double and take one", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.smeared().bits());
    }),
    rung("sequence-starts", "loop", "ask for every card and step", |_, w| {
        each(&w.opponents, &mut w.words, |cards| plain::sequence_starts(cards, SEQUENCE).bits());
    }),
    rung("sequence-starts", SOURCES_BEST, "the set shifted by every step, all ANDed", |_, w| {
        each(&w.opponents, &mut w.words, |cards| article::sequence_starts(cards.bits(), SEQUENCE));
    }),
    rung("sequence-starts", "doubling", "runs of two, of four, of five", |_, w| {
        each(&w.opponents, &mut w.words, |cards| cards.sequence_starts(SEQUENCE).bits());
    }),
    rung("sequence-starts", "vectors", "the same at the level's width", |level, w| {
        slices::runs(level, lanes(&w.opponents), SEQUENCE, &mut w.words);
    }),
];

fn lanes(sets: &[CardSet]) -> &[Nibbles64] {
    Nibbles64::from_words(CardSet::as_words(sets))
}
