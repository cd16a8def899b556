//! The rules: switches, legal cards, points.

use crate::{Card, Cards, Outcome, Public};

/// Passes the table of all switches to the macro `$callback`: for each switch, its name, its
/// default, the other value as a text, and its meaning as a clause. Everything else about the list
/// of switches is derived from this table.
#[doc(hidden)]
#[macro_export]
macro_rules! switches {
    ($callback:ident) => {
        $callback! {
            pass_cards = true, "false":
                "three cards are passed before the first trick";
            no_pts_on_first_trick = true, "false":
                "no points may be discarded in the first trick";
            can_lead_any_club = false, "true":
                "the holder of the two of clubs may lead the first trick with any club";
            jd_bonus = false, "true":
                "a player who takes the jack of diamonds scores 10 points less";
            avoid_all_tricks_bonus = false, "true":
                "a player who takes no trick scores 5 points less";
            qs_breaks_hearts = true, "false":
                "the queen of spades breaks hearts";
            must_break_hearts = true, "false":
                "hearts may not be led before hearts are broken";
            can_lead_hearts_instead_of_qs = false, "true":
                "a player who has only hearts and the queen of spades may lead a heart before hearts are broken";
        }
    };
}

/// Declares the rules from the table of switches.
macro_rules! rules {
    ($($name:ident = $default:literal, $other:literal: $meaning:literal;)*) => {
        /// The switches of the rules. The [default](Rules::default) is the most common variant.
        ///
        /// Common rules: each of four seats has 13 cards. The holder of the two of clubs leads the
        /// first trick. Suit must be followed. The highest card of the led suit wins the trick, and
        /// its seat leads the next trick. Each heart costs one point, and the queen of spades costs
        /// 13 points. A seat that takes all 26 points *shoots the moon*: it gets no points, and
        /// each other seat gets 26.
        ///
        /// Cards are passed in the [direction](Direction::of_game) of the game. In the first trick,
        /// a seat without clubs may discard penalty cards if it has no others. A seat can shoot the
        /// moon without the jack of diamonds. The bonus for taking no trick does not apply in a
        /// game in which a seat shoots the moon. A seat that has only hearts may always lead them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
        #[allow(clippy::struct_excessive_bools, reason = "switches that are independent of one another")]
        pub struct Rules {
            $(#[doc = concat!("Whether ", $meaning, ".")] pub $name: bool,)*
        }

        impl Default for Rules {
            fn default() -> Self {
                Self { $($name: $default),* }
            }
        }

        impl Rules {
            /// The number of switches.
            pub const SWITCHES: usize = [$($default),*].len();

            /// Returns the switches in the order of their declaration.
            pub const fn switches(self) -> [bool; Self::SWITCHES] {
                [$(self.$name),*]
            }
        }
    };
}

switches!(rules);

impl Rules {
    /// Returns the cards that may be passed or played from `hand`, the hand of the seat whose turn
    /// it is.
    pub fn legal(self, public: &Public, hand: Cards) -> Cards {
        let or = |cards: Cards, others| if cards.is_empty() { others } else { cards };
        match (public.trick().first(), public.plays() < 4) {
            _ if public.is_pass() => hand,
            (Some(led), first_trick) => {
                let harmless = self.no_pts_on_first_trick && first_trick;
                let discards = or(hand - if harmless { Cards::PENALTIES } else { Cards::NONE }, hand);
                or(hand & Cards::of_suit(led.suit()), discards)
            }
            (None, true) if self.can_lead_any_club => hand & Cards::of_suit(Card::C2.suit()),
            (None, true) => hand & Cards::of(Card::C2),
            _ if public.broken || (hand - self.leads_only_hearts()).is_empty() => hand,
            _ => hand - Cards::HEARTS,
        }
    }

    /// Returns a set of cards: a seat may lead a heart before hearts are broken only if its whole
    /// hand consists of cards of this set.
    pub(crate) fn leads_only_hearts(self) -> Cards {
        if self.can_lead_hearts_instead_of_qs { Cards::PENALTIES } else { Cards::HEARTS }
    }

    /// Returns the points of taken cards. Shooting the moon and the bonus for taking no trick are
    /// not considered.
    pub fn cost(self, taken: Cards) -> i32 {
        let [queen, jack] = [Card::SQ, Card::DJ].map(|card| i32::from(taken.contains(card)));
        (taken & Cards::HEARTS).len() as i32 + 13 * queen - 10 * jack * i32::from(self.jd_bonus)
    }

    /// Returns the outcome of a game, given the cards that each seat took.
    pub fn score(self, taken: [Cards; 4]) -> Outcome {
        let moon = taken.iter().position(|taken| (Cards::PENALTIES - *taken).is_empty());
        let points = [0, 1, 2, 3].map(|seat| match moon {
            Some(shooter) => self.cost(taken[seat]) + if shooter == seat { -26 } else { 26 },
            None if self.avoid_all_tricks_bonus && taken[seat].is_empty() => -5,
            None => self.cost(taken[seat]),
        });
        Outcome { points, moon }
    }
}

/// The direction of the pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// No pass.
    None,
    /// To the next seat in the order of play.
    Left,
    /// To the seat opposite.
    Across,
    /// To the previous seat.
    Right,
}

impl Direction {
    /// Returns the direction of the pass in game `number` of a series, counted from 0. The
    /// directions repeat in the order left, right, across, none.
    pub const fn of_game(number: u64) -> Self {
        [Self::Left, Self::Right, Self::Across, Self::None][(number % 4) as usize]
    }

    /// Returns the seat from which `seat` receives cards.
    pub const fn giver(self, seat: usize) -> usize {
        (seat + 4 - self as usize) % 4
    }
}
