//! Rules: the definition of legal moves.

mod presets;
mod switches;

pub use presets::RulesError;
pub(crate) use switches::Switches;

/// A set of rules for moves: a preset, optionally modified by switches.
///
/// | preset | moves | based on |
/// |---|---|---|
/// | [`RLCARD`](Self::RLCARD) | 27,472 | `RLCard`'s table of actions; the default |
/// | [`DOUZERO`](Self::DOUZERO) | 29,985 | `DouZero` 1.1: its generator and its comparison of moves, bugs included |
/// | [`PAGAT`](Self::PAGAT) | 12,655 | the rules published at pagat.com: all kickers have different ranks |
/// | [`OPENSPIEL`](Self::OPENSPIEL) | 25,662 | `OpenSpiel`: no cards are attached to a four |
///
/// The second column is the number of different sets of cards that are moves, including the pass.
///
/// The text form of rules is the preset's name followed by the switches, separated by commas:
///
/// | switch | effect |
/// |---|---|
/// | `space-shuttle` | chains of two or more fours are moves: `33334444` |
/// | `no-trio-pair` | no pair is attached to a single trio: `33344` is not a move (airplanes keep their pairs) |
/// | `no-four-two` | no cards are attached to a four: neither `333345` nor `33334455` is a move |
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
