//! Rules: which cards are a move.

mod presets;
mod switches;

pub use presets::RulesError;
pub(crate) use switches::Switches;

/// A set of rules for what is a move: a preset, perhaps with switches turned.
///
/// | preset | moves | like |
/// |---|---|---|
/// | [`RLCARD`](Self::RLCARD) | 27,472 | `RLCard`'s table of actions; the default |
/// | [`DOUZERO`](Self::DOUZERO) | 29,985 | what `DouZero` 1.1 generates and how it compares, faults included |
/// | [`PAGAT`](Self::PAGAT) | 12,655 | the rules printed at pagat.com: all kickers of different ranks |
/// | [`OPENSPIEL`](Self::OPENSPIEL) | 25,662 | `OpenSpiel`: no four with two |
///
/// (Sets of cards, the pass counted as one.) As text, rules are the preset's name and the switches turned:
///
/// | switch | |
/// |---|---|
/// | `space-shuttle` | chains of two or more fours are moves: `33334444` |
/// | `no-trio-pair` | a trio takes no pair: `33344` is not a move (airplanes still take pairs) |
/// | `no-four-two` | a four takes no cards: neither `333345` nor `33334455` is a move |
///
/// ```
/// use quadrille_doudizhu::Rules;
///
/// let rules: Rules = "rlcard,no-four-two".parse()?;
/// assert!(rules.classify("333345".parse()?).is_none());
/// assert_eq!(rules, Rules::RLCARD.without_four_two());
/// assert_eq!(rules.to_string(), "rlcard,no-four-two");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    preset: presets::Preset,
    switches: Switches,
}

impl Default for Rules {
    fn default() -> Self {
        Self::RLCARD
    }
}
