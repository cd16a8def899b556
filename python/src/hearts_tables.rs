//! Batches of Hearts games, for reinforcement learning environments.

use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::hearts::Hearts;

use crate::card_tables::whole_tables;

whole_tables! {
    /// ``n`` tables of Hearts that are stepped together. This interface for learners depends only
    /// on numpy.
    ///
    /// >>> tables = Tables(4, seed=7, jd_bonus=True)
    /// >>> ids, starts = tables.legal()
    /// >>> tables.step(ids[starts[:-1]])          # the first legal action at each table
    /// >>> tables.observations().shape
    /// (4, 1006)
    ///
    /// Table ``t`` deals its game ``g`` from the random stream (seed, t, 2 g). Its games therefore
    /// do not depend on the other tables or the number of tables.
    ///
    /// An **action** is a card to pass or to play. Its id is 13 * suit + rank: id 0 is ``C2``, and
    /// id 51 is ``SA``. The suits are clubs, diamonds, hearts, spades. The ranks are from the 2 to
    /// the ace. **Choices** are indices in the list of legal actions, counted from 0. A step with
    /// choices costs less than a step with ids. A **reward** is 26 minus the points in the game,
    /// because fewer points are better.
    ///
    /// **Observations** are cells of 0 and 1. Place 0 is the observer's own seat, and place k is
    /// the kth seat after it, in the order of play. A set of cards has 52 cells, one for each card
    /// id.
    ///
    /// ===========  ===============================================================================
    /// 0 to 51      the cards of the observer's hand
    /// 52 to 103    the cards that the observer has chosen to pass
    /// 104 to 155   the cards that were passed to the observer
    /// 156 to 987   four sets of cards for each place: its card in the trick on the table; all
    ///              cards that it has played; the cards of the tricks that it has taken; unplayed
    ///              cards that it cannot hold, as its plays show
    /// 988 to 991   the direction of the pass: none, left, across, right
    /// 992 to 995   the place that leads the trick; all 0 during the pass
    /// 996, 997     a card is to be passed, not played; hearts may be led
    /// 998 to 1005  the rule switches, in the order of the arguments below
    /// ===========  ===============================================================================
    ///
    /// Every method that returns an array has an argument ``out``: an array in C order, which is
    /// filled and returned instead of a new array. Calls release the interpreter's lock. Concurrent
    /// use of the same tables by two threads raises ``RuntimeError``. ``copy.deepcopy`` makes an
    /// independent copy with the current state. Tables cannot be pickled.
    ///
    /// Args:
    ///     n: Number of tables, up to 65,536.
    ///     seed: 0 to 2**64 - 1.
    ///     autoreset: The handling of a finished game. ``NextStep``: the next step deals a new
    ///         game, and ignores the table's action. ``SameStep``: the step that ends a game also
    ///         deals the next game. ``Disabled``: only :meth:`reset` deals the next game.
    ///     pass_cards: Whether each player passes three cards before the first trick. The default
    ///         is True.
    ///     no_pts_on_first_trick: Whether a player may discard cards with points in the first trick
    ///         only if the hand has no other cards. The default is True.
    ///     can_lead_any_club: Whether the holder of the two of clubs may lead the first trick
    ///         with any club. The default is False.
    ///     jd_bonus: Whether the player who takes the jack of diamonds gets 10 points less. The
    ///         default is False.
    ///     avoid_all_tricks_bonus: Whether a player who takes no trick gets 5 points less. The
    ///         default is False.
    ///     qs_breaks_hearts: Whether the queen of spades breaks hearts, as a heart does. The
    ///         default is True.
    ///     must_break_hearts: Whether a player may lead hearts before hearts are broken only if the
    ///         hand has no other cards. The default is True.
    ///     can_lead_hearts_instead_of_qs: Whether a player who has only hearts and the queen of
    ///         spades may lead a heart before hearts are broken. The default is False.
    ///
    /// Raises:
    ///     Error: An argument is invalid.
    class HeartsTables of "quadrille.hearts", Hearts
}
