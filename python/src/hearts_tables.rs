//! Hearts at many tables: what learners' environments are made of.

use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::hearts::Hearts;

use crate::card_tables::whole_tables;

whole_tables! {
    /// ``n`` games of Hearts side by side, stepped together: what learners play at, with numpy alone.
    ///
    /// >>> tables = Tables(4, seed=7, jd_bonus=True)
    /// >>> ids, starts = tables.legal()
    /// >>> tables.step(ids[starts[:-1]])          # the first legal action at each table
    /// >>> tables.observations().shape
    /// (4, 1006)
    ///
    /// Table ``t`` deals its game ``g`` from the random stream (seed, t, 2 g): it plays the same games whatever the other
    /// tables do, and however many there are.
    ///
    /// **Actions** are cards that are passed or played, with the ids 13 * suit + rank: 0 is ``C2``, 51 ``SA``; suits are
    /// clubs, diamonds, hearts, spades, ranks the 2 to the ace. **Choices** are places in the list of what is legal, from
    /// 0, and cheaper. A **reward** is 26 less the points of the game, where fewer points are better.
    ///
    /// **Observations**, cells of 0 and 1. Place 0 is the own seat, place k the one k seats on. A set of cards is 52
    /// cells, by the ids of the cards.
    ///
    /// ===========  =======================================================================================
    /// 0 to 51      the own hand, cards
    /// 52 to 103    what the seat has chosen to pass, cards
    /// 104 to 155   what was passed to it, cards
    /// 156 to 987   the places, 208 cells each: cards of the trick on the table, cards played in this game, cards
    ///              of the tricks taken, cards that it cannot have had by what it has shown
    /// 988 to 991   direction of the pass: none, left, across, right
    /// 992 to 995   the place that leads the trick; none during the pass
    /// 996, 997     a card is to be given, not played; hearts may be led
    /// 998 to 1005  the switches of the rules, in the order below
    /// ===========  =======================================================================================
    ///
    /// Whatever returns an array takes ``out``, an array in C order that is filled in place and returned instead of a new
    /// one. Calls release the interpreter's lock. Two threads may not use the same tables at a time (``RuntimeError``).
    /// ``copy.deepcopy`` makes tables that go on from here by themselves; they cannot be pickled.
    ///
    /// Args:
    ///     n: Tables, up to 65,536.
    ///     seed: 0 to 2**64 - 1.
    ///     autoreset: What comes after a game. ``NextStep``: the next step deals anew, whatever its action. ``SameStep``:
    ///         the step that ends it does. ``Disabled``: nothing, until :meth:`reset`.
    ///     pass_cards: Three cards are passed before the first trick (True).
    ///     no_pts_on_first_trick: No points are discarded in the first trick (True).
    ///     can_lead_any_club: The holder of the two of clubs may lead another club first (False).
    ///     jd_bonus: A player who takes the jack of diamonds scores 10 points less (False).
    ///     avoid_all_tricks_bonus: A player who takes no trick scores 5 points less (False).
    ///     qs_breaks_hearts: The queen of spades breaks hearts, as a heart does (True).
    ///     must_break_hearts: Hearts may not be led before one was played (True).
    ///     can_lead_hearts_instead_of_qs: A player who has only hearts and the queen of spades may lead a heart before
    ///         hearts are broken (False).
    ///
    /// Raises:
    ///     Error: There are no such tables.
    class HeartsTables of "quadrille.hearts", Hearts
}
