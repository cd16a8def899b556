"""Many games side by side, with numpy alone."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _native
from .._arrays import filled, roomy
from .._seeds import checked_seed, checked_tables
from .._tables import CardTables, Cell

__all__ = ["Tables"]

#: Cells of an observation, and of a move.
_OBSERVATION, _MOVE = 887, 216


class Tables(CardTables):
    """``n`` games of series side by side, stepped together: what learners play at, with numpy alone.

    >>> tables = Tables(4, seed=7)
    >>> ids, starts = tables.legal()
    >>> tables.step(ids[starts[:-1]])          # the first legal action at each table
    >>> tables.observations().shape
    (4, 887)

    Table ``t`` takes what its game ``g`` needs from the random stream (seed, t, 2 g): it plays the same games whatever
    the other tables do, and however many there are. Players stay, while seats are drawn anew every third game of a
    series: turns and rewards are by *player*.

    **Actions** are numbered by the project's own rule, the same under all rules (there is no numbering of the field);
    :attr:`action_count` is 1,892, 4,038 or 10,474 with 0, 1 or 2 jokers:

    =============  ====================================================================================
    0              pass
    1 to 53        return one card: card c has 1 + c; c is 4 * rank + suit, ranks from the 3 to the 2,
                   suits clubs, diamonds, hearts, spades; 52 a joker
    54 to 1431     return two: cards a < b have 54 + b (b - 1) / 2 + a
    1432           return two jokers
    1433 to 1891   melds without a joker
    1892 to 4037   melds with one
    4038 to 10473  melds with two
    =============  ====================================================================================

    Melds are ordered by jokers, kind (groups, sequences, jokers alone), size, lowest rank, suits, and where their
    jokers stand. :meth:`legal_texts` spells them. **Choices** are places in the list of what is legal, from 0, and
    cheaper.

    Whatever returns an array takes ``out``, an array in C order that is filled in place and returned instead of a new
    one: with it a step allocates nothing. Cells are 0 and 1, of ``int8``, ``uint8``, ``bool`` or ``float32``.

    A game that is not over when :meth:`reset` deals the next counts as if it had never been dealt: its series goes on
    from before it.

    Calls release the interpreter's lock. Two threads may not use the same tables at a time (``RuntimeError``).
    ``copy.deepcopy`` makes tables that go on from here by themselves; they cannot be pickled.

    Args:
        n: Tables, up to 65,536.
        seed: 0 to 2**64 - 1.
        players: 3 to 6.
        jokers: 0 to 2.
        rules: Names of the rules that are on, such as ``sequences``, ``eight-cut``, ``suit-lock``, ``revolution``,
            ``spade-three``, ``exchange``, ``deadlock``; these seven, those of UECda, if None.
        classes: Where the classes come from by which cards are exchanged. ``carried``: from the game before.
            ``none``: nothing is exchanged. ``drawn``: by chance for every game, player p in seat p.
        reward: ``points``: 5 4 3 2 1 with five players, the richest first. ``centred``: the same less their mean.
        autoreset: What comes after a game. ``NextStep``: the next step deals anew, whatever its action. ``SameStep``:
            the step that ends it does. ``Disabled``: nothing, until :meth:`reset`.

    Raises:
        Error: There are no such tables.
    """

    _tables: _native.DaifugoTables

    def __init__(
        self,
        n: int,
        *,
        seed: int = 0,
        players: int = 5,
        jokers: int = 1,
        rules: Sequence[str] | None = None,
        classes: str = "carried",
        reward: str = "points",
        autoreset: str = "NextStep",
    ) -> None:
        named = None if rules is None else list(rules)
        self._tables = _native.DaifugoTables(
            checked_tables(n), checked_seed(seed), players, jokers, named, classes, reward, autoreset
        )

    @property
    def rules(self) -> str:
        """The rules as a text: ``players=5 jokers=1`` and the names of those that are on."""
        return self._tables.rules

    def seats(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """The seats that they sit in, -1 where the game is over: ``int8`` of shape (n,)."""
        out = filled(out, (len(self),), np.int8)
        self._tables.fill_seats(out)
        return out

    def exchanging(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Where cards are to be returned before the first lead: ``bool`` of shape (n,)."""
        out = filled(out, (len(self),), np.bool_)
        self._tables.fill_exchanging(out)
        return out

    def observations(self, out: NDArray[Cell] | None = None) -> NDArray[Any]:
        """What the seats whose decisions are due know: shape (n, 887), ``int8`` without ``out``.

        Place 0 is the own seat, place k the one k seats on; there are cells for six. A set of cards is 54 cells: card
        4 * rank + suit, then one cell for each joker. Where the game is over it is what seat 0 knows.

        ===========  =======================================================================================
        0 to 53      the own hand, cards
        54 to 107    what the others hold together, cards
        108 to 161   what is in nobody's hand, cards
        162 to 215   what the meld on the table took from its hand, cards
        216 to 218   its kind: group, sequence, jokers
        219 to 233   its size, 1 to 15
        234 to 248   its lowest rank, from the place below the 3 to the one above the 2
        249 to 252   the suits it shows
        253, 254     the suits are locked; the ranks are
        255 to 260   whose it is, by place
        261 to 312   of each rank, whether exactly 1, 2, 3, 4 cards of it are in the hand
        313 to 516   the places, 34 cells each: in the game, has passed, cards left (the first n of 20 set),
                     class in the game before (6, the richest first), class settled in this one (6)
        517 to 840   what each place has played, 6 sets of cards
        841 to 844   revolution; 11-back; the order is reversed; play goes backwards
        845 to 863   passes in a row, the first n set
        864, 865     one card is to be returned; two are
        866 to 879   which rules are on
        880 to 883   players, 3 to 6
        884 to 886   jokers in the deck, 0 to 2
        ===========  =======================================================================================
        """
        out = filled(out, (len(self), _OBSERVATION), np.int8)
        self._tables.fill_observations(out)
        return out

    def observation_of(self, table: int, player: int, out: NDArray[Cell] | None = None) -> NDArray[Any]:
        """The same of any player: shape (887,). Where others return cards, of one who does not the hand alone.

        Raises:
            Error: No such table or player.
        """
        out = filled(out, (_OBSERVATION,), np.int8)
        self._tables.fill_observation_of(table, player, out)
        return out

    def moves(self, out: NDArray[Cell] | None = None) -> NDArray[Any]:
        """What each legal action of all tables is and leaves, in the order of :meth:`legal`: shape (rows, 216).

        ===========  =======================================================================================
        0 to 53      what it takes from the hand, cards
        54           it is a pass
        55 to 57     its kind: group, sequence, jokers; 0 of a pass and of cards returned
        58 to 72     its size, 1 to 15
        73 to 87     its lowest rank, from the place below the 3 to the one above the 2
        88 to 102    the same counted from the weakest place in the current order
        103 to 106   the suits it shows
        107          it clears the table
        108          it makes a revolution
        109          nothing is left after it
        110 to 163   what is left of the hand, cards
        164 to 215   of each rank, whether exactly 1, 2, 3, 4 cards of it are left
        ===========  =======================================================================================

        Args:
            out: Room for the rows; it may have more of them than needed.
        """
        out = roomy(out, (self._tables.legal_count, _MOVE), np.int8)
        self._tables.fill_moves(out)
        return out

    def ended(self) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
        """The games that ended with the last step.

        Returns:
            Their tables, ``int64`` of shape (k,), ascending; and the players' classes, 0 the richest, ``int8`` of shape
            (k, players).
        """
        count = self._tables.ended_count
        tables, classes = np.empty(count, np.int64), np.empty((count, self.players), np.int8)
        self._tables.fill_ended(tables)
        self._tables.fill_classes(classes)
        return tables, classes

    def last_observations(self, out: NDArray[Cell] | None = None) -> NDArray[Any]:
        """The observations of seat 0 with which the games ended that :meth:`ended` names: shape (k, 887)."""
        out = filled(out, (self._tables.ended_count, _OBSERVATION), np.int8)
        self._tables.fill_last_observations(out)
        return out

    def hand(self, table: int, player: int) -> str:
        """What a player holds.

        Raises:
            Error: No such table or player.
        """
        return self._tables.hand(table, player)

    def on_table(self, table: int) -> tuple[str, bool] | None:
        """The meld to answer, and whether the suits are locked; None where the seat leads, and in the exchange.

        Raises:
            Error: No such table.
        """
        return self._tables.on_table(table)

    def is_reversed(self, table: int) -> bool:
        """Whether the order of the ranks is reversed.

        Raises:
            Error: No such table.
        """
        return self._tables.is_reversed(table)

    def __repr__(self) -> str:
        return f"Tables({len(self)}, seed={self.seed}, rules={self.rules!r})"
