//! Presets and switches of rules, and their names.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Rules, Switches};

/// The preset that rules are based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Preset {
    RlCard,
    DouZero,
    Pagat,
    OpenSpiel,
}

const RLCARD: Switches = Switches {
    trio_pair: true,
    four_two: true,
    space_shuttle: false,
    kickers_a_rank: 3,
    both_jokers: false,
    longer_chain: false,
    compare_highest_trio: false,
};

impl Preset {
    const ALL: [Self; 4] = [Self::RlCard, Self::DouZero, Self::Pagat, Self::OpenSpiel];

    const fn name(self) -> &'static str {
        match self {
            Self::RlCard => "rlcard",
            Self::DouZero => "douzero",
            Self::Pagat => "pagat",
            Self::OpenSpiel => "openspiel",
        }
    }

    /// Returns what distinguishes the preset, in Markdown.
    const fn meaning(self) -> &'static str {
        match self {
            Self::RlCard => "RLCard's table of actions",
            Self::DouZero => "the moves and comparisons of DouZero 1.1, including its faults",
            Self::Pagat => "the rules printed at pagat.com: all kickers of different ranks",
            Self::OpenSpiel => "OpenSpiel: no four with two",
        }
    }

    const fn switches(self) -> Switches {
        match self {
            Self::RlCard => RLCARD,
            Self::DouZero => Switches {
                kickers_a_rank: 4,
                both_jokers: true,
                longer_chain: true,
                compare_highest_trio: true,
                ..RLCARD
            },
            Self::Pagat => Switches { kickers_a_rank: 1, ..RLCARD },
            Self::OpenSpiel => Switches { four_two: false, longer_chain: true, ..RLCARD },
        }
    }

    const fn rules(self) -> Rules {
        Rules { preset: self, switches: self.switches() }
    }
}

/// A switch of the rules.
struct Turn {
    /// The name, which follows the name of a preset and a comma.
    name: &'static str,
    /// The effect, in Markdown.
    meaning: &'static str,
    /// Applies the switch to rules.
    apply: fn(Rules) -> Rules,
    /// Returns whether the switch is applied.
    is_applied: fn(Switches) -> bool,
}

/// All switches that have names.
const TURNS: [Turn; 3] = [
    Turn {
        name: "space-shuttle",
        meaning: "chains of two or more fours are moves: `33334444`",
        apply: Rules::with_space_shuttle,
        is_applied: |switches| switches.space_shuttle,
    },
    Turn {
        name: "no-trio-pair",
        meaning: "a trio takes no pair: `33344` is not a move (airplanes still take pairs)",
        apply: Rules::without_trio_pair,
        is_applied: |switches| !switches.trio_pair,
    },
    Turn {
        name: "no-four-two",
        meaning: "a four takes no cards: neither `333345` nor `33334455` is a move",
        apply: Rules::without_four_two,
        is_applied: |switches| !switches.four_two,
    },
];

/// The error of parsing rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// No preset has this name.
    #[error("no preset of rules is called `{}`; expected one of {}", quadrille_diagnostics::printable(found), names(Preset::ALL.map(Preset::name)))]
    Preset {
        /// The name found.
        found: String,
    },
    /// No switch has this name.
    #[error("no switch of the rules is called `{}`; expected one of {}", quadrille_diagnostics::printable(found), names(Rules::switch_names().map(|(name, _)| name)))]
    Switch {
        /// The name found.
        found: String,
    },
}

fn names<const N: usize>(names: [&str; N]) -> String {
    names.map(|name| format!("`{name}`")).join(", ")
}

impl Rules {
    /// The default rules, with the 27,472 actions of `RLCard` (Zha et al., 2019).
    ///
    /// The single cards attached to an airplane may include up to three cards of a rank, but never
    /// extend the chain of the airplane. The two jokers are never attached to one move.
    pub const RLCARD: Self = Preset::RlCard.rules();

    /// The moves that `DouZero` 1.1 (Zha et al., 2021) generates.
    ///
    /// Any single cards may be attached to an airplane, including four of a rank and both jokers.
    ///
    /// Airplanes with single cards compare by their highest trio, whether it belongs to the chain
    /// or is attached. `DouZero`'s classifier rejects 3,838 of the airplanes that its generator
    /// produces; only bombs and the rocket beat these airplanes.
    pub const DOUZERO: Self = Preset::DouZero.rules();

    /// The rules published at pagat.com: all single cards attached to a move have different ranks.
    pub const PAGAT: Self = Preset::Pagat.rules();

    /// `OpenSpiel` (Lanctot et al., 2019): no cards are attached to a four, and three of the single
    /// cards attached to an airplane may extend its chain.
    ///
    /// The preset deliberately differs from version 2.0.2 of `OpenSpiel` in two points. In both,
    /// `OpenSpiel` departs from every published description of the game. First, `OpenSpiel` does
    /// not generate a chain if the hand has four cards of the chain's lowest rank, as in `34567`
    /// from `33334567`. (Four cards of an inner rank do not prevent it.) Second, `OpenSpiel` allows
    /// bombs on the rocket. In this crate, all chains are moves, and no move beats the rocket.
    /// `OpenSpiel`'s auction, in which a seat may bid after passing, is
    /// [`Auction::BidsRound`](crate::game::Auction::BidsRound).
    pub const OPENSPIEL: Self = Preset::OpenSpiel.rules();

    /// Returns the names of the presets, in the order of [`Rules::PRESETS`], each with what
    /// distinguishes it, in Markdown.
    pub fn preset_names() -> [(&'static str, &'static str); 4] {
        Preset::ALL.map(|preset| (preset.name(), preset.meaning()))
    }

    /// Returns the names of the switches, each with its effect, in Markdown.
    pub fn switch_names() -> [(&'static str, &'static str); 3] {
        TURNS.map(|turn| (turn.name, turn.meaning))
    }

    /// All presets.
    pub const PRESETS: [Self; 4] = [Self::RLCARD, Self::DOUZERO, Self::PAGAT, Self::OPENSPIEL];

    /// Returns the rules with the space shuttle as an additional category.
    ///
    /// A space shuttle consists of two to five consecutive fours of the ranks 3 to ace. It is
    /// beaten by a higher space shuttle of the same length, by bombs and by the rocket.
    #[must_use]
    pub const fn with_space_shuttle(mut self) -> Self {
        self.switches.space_shuttle = true;
        self
    }

    /// Returns the rules without pairs attached to a single trio. Pairs may still be attached to
    /// airplanes.
    #[must_use]
    pub const fn without_trio_pair(mut self) -> Self {
        self.switches.trio_pair = false;
        self
    }

    /// Returns the rules without cards or pairs attached to a four.
    #[must_use]
    pub const fn without_four_two(mut self) -> Self {
        self.switches.four_two = false;
        self
    }

    #[inline(always)]
    pub(crate) const fn switches(self) -> Switches {
        self.switches
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// # Errors
    /// [`RulesError`] if a name is unknown; it contains the first unknown name.
    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut names = text.split(',').map(str::trim);
        let name = names.next().unwrap_or_default();
        let preset = Preset::ALL.into_iter().find(|preset| preset.name().eq_ignore_ascii_case(name));
        let rules = preset.ok_or_else(|| RulesError::Preset { found: name.to_owned() })?.rules();
        names.try_fold(rules, |rules, name| {
            let turn = TURNS.iter().find(|turn| turn.name.eq_ignore_ascii_case(name));
            turn.map(|turn| (turn.apply)(rules)).ok_or_else(|| RulesError::Switch { found: name.to_owned() })
        })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name())?;
        let before = self.preset.switches();
        for Turn { name, is_applied, .. } in TURNS {
            if is_applied(self.switches) && !is_applied(before) {
                write!(f, ",{name}")?;
            }
        }
        Ok(())
    }
}

quadrille_table::debug_by_text!(Rules);
