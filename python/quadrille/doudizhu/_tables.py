"""Many games side by side, with numpy alone."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _native
from .._arrays import filled, roomy
from .._seeds import checked_seed, checked_tables
from .._tables import CardTables, Cell

__all__ = ["CALLS", "ROLES", "Tables"]

#: What the roles 0, 1, 2 are called; play goes in this order.
ROLES = ("landlord", "landlord_down", "landlord_up")
#: The calls of an auction, in the order of their numbers from 27,472 on.
CALLS = ("pass", "1", "2", "3", "call", "rob", "open", "double")

#: Cells of an observation, and of ``x_no_action``.
_OBSERVATION, _X_NO_ACTION = 901, 430


class Tables(CardTables):
    """``n`` games side by side, stepped together: what learners play at, with numpy alone.

    >>> tables = Tables(4, seed=7)
    >>> ids, starts = tables.legal()
    >>> tables.step(ids[starts[:-1]])          # the first legal action at each table
    >>> tables.observations().shape
    (4, 901)

    Table ``t`` deals its game ``g`` from the random stream (seed, t, 2 g): it plays the same games whatever the other
    tables do, and however many there are.

    **Actions** have RLCard's numbers, 0 to 27,471; in an auction, calls follow from 27,472 on (:data:`CALLS`).
    **Choices** are places in the list of what is legal, from 0, and cheaper.

    Whatever returns an array takes ``out``, an array in C order that is filled in place and returned instead of a new
    one: with it a step allocates nothing. Cells are 0 and 1, of ``int8``, ``uint8``, ``bool`` or ``float32``.

    Calls release the interpreter's lock. Two threads may not use the same tables at a time (``RuntimeError``).
    ``copy.deepcopy`` makes tables that go on from here by themselves; they cannot be pickled.

    Args:
        n: Tables, up to 65,536.
        seed: 0 to 2**64 - 1.
        rules: ``rlcard`` or ``pagat``, and switches after commas: those whose moves all have numbers.
        bidding: How the landlord is found. ``none``: seat 0 is it. ``bids``: each seat bids 0 to 3 once.
            ``bids-round``: the same until two pass. ``call-rob``: seats call, and rob. Seat g mod 3 speaks first in
            game g.
        open_hand: Whether the landlord may lay his hand open.
        doubling: Whether each seat may double.
        reward: What a game is worth to a seat. ``wp``: 1 won, -1 lost. ``adp``: 2 for the landlord and 1 for each
            peasant, won or lost, doubled by every bomb and rocket. ``douzero``: 1 won or lost for each seat, doubled
            by every bomb and rocket. ``douzero-log``: 1 won or lost, and 1 more for each. ``rlcard``: 1 won, 0 lost.
            ``classic``: bids, bombs, springs, robberies, open hands and doubling all count.
        autoreset: What comes after a game. ``NextStep``: the next step deals anew, whatever its action. ``SameStep``:
            the step that ends it does. ``Disabled``: nothing, until :meth:`reset`.

    Raises:
        Error: There are no such tables.
    """

    _tables: _native.DoudizhuTables

    def __init__(
        self,
        n: int,
        *,
        seed: int = 0,
        rules: str = "rlcard",
        bidding: str = "none",
        open_hand: bool = False,
        doubling: bool = False,
        reward: str = "adp",
        autoreset: str = "NextStep",
    ) -> None:
        self._tables = _native.DoudizhuTables(
            checked_tables(n), checked_seed(seed), rules, bidding, open_hand, doubling, reward, autoreset
        )

    def roles(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """What they are, 0 to 2 as in :data:`ROLES`, -1 in an auction and where the game is over: ``int8``, (n,)."""
        out = filled(out, (len(self),), np.int8)
        self._tables.fill_roles(out)
        return out

    def landlords(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """The landlords' seats, -1 in an auction: ``int8`` of shape (n,)."""
        out = filled(out, (len(self),), np.int8)
        self._tables.fill_landlords(out)
        return out

    def observations(self, out: NDArray[Cell] | None = None, *, released: bool = False) -> NDArray[Any]:
        """RLCard's observations of the seats to move: shape (n, 901), ``int8`` without ``out``.

        A landlord's has 790 cells, and 0 in the others. While calls are made there are the hand and the cards that are
        not in it; where the game is over, it is the observation of the seat after the winner.

        Args:
            released: What the two fields "last action" of a peasant hold: the latest action, or, as in RLCard's
                release 1.2.0, the first.
        """
        out = filled(out, (len(self), _OBSERVATION), np.int8)
        self._tables.fill_observations(out, released)
        return out

    def observation_of(
        self, table: int, seat: int, out: NDArray[Cell] | None = None, *, released: bool = False
    ) -> NDArray[Any]:
        """The same of any seat, whether it is to move or not: shape (901,).

        Raises:
            Error: No such table or seat.
        """
        out = filled(out, (_OBSERVATION,), np.int8)
        self._tables.fill_observation_of(table, seat, out, released)
        return out

    def x_no_action(self, out: NDArray[Cell] | None = None) -> NDArray[Any]:
        """DouZero's ``x_no_action`` of the seats to move: shape (n, 430). A landlord's has 319 cells, then 0."""
        out = filled(out, (len(self), _X_NO_ACTION), np.int8)
        self._tables.fill_x_no_action(out)
        return out

    def z(self, out: NDArray[Cell] | None = None) -> NDArray[Any]:
        """DouZero's ``z``, the last fifteen moves: shape (n, 5, 162)."""
        out = filled(out, (len(self), 5, 162), np.int8)
        self._tables.fill_z(out)
        return out

    def x(self, role: int, out: NDArray[Cell] | None = None) -> NDArray[Any]:
        """DouZero's ``x`` of a role, what its network is asked in one call.

        A row for each legal move of each table where the role is to move, table by table in the order of the choices:
        shape (rows, 373) of the landlord, (rows, 484) of the others.

        Args:
            role: 0 to 2, as in :data:`ROLES`.
            out: Room for the rows; it may have more of them than needed.
        """
        rows, width = self._tables.x_shape(role)
        out = roomy(out, (rows, width), np.int8)
        self._tables.fill_x(role, out)
        return out

    def ended(self) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
        """The games that ended with the last step.

        Returns:
            Their tables, ``int64`` of shape (k,), ascending; and ``int8`` of shape (k, 4): the winner's seat, the
            landlord's (both -1 where the cards were thrown in), bombs and rockets, and whether it was a spring.
        """
        count = self._tables.ended_count
        tables, outcomes = np.empty(count, np.int64), np.empty((count, 4), np.int8)
        self._tables.fill_ended(tables)
        self._tables.fill_outcomes(outcomes)
        return tables, outcomes

    def last_observations(
        self, out: NDArray[Cell] | None = None, *, released: bool = False
    ) -> NDArray[Any]:
        """The observations with which the games ended that :meth:`ended` names: shape (k, 901)."""
        out = filled(out, (self._tables.ended_count, _OBSERVATION), np.int8)
        self._tables.fill_last_observations(out, released)
        return out

    def last_x_no_action(self, out: NDArray[Cell] | None = None) -> NDArray[Any]:
        """The same of :meth:`x_no_action`: shape (k, 430)."""
        out = filled(out, (self._tables.ended_count, _X_NO_ACTION), np.int8)
        self._tables.fill_last_x_no_action(out)
        return out

    def last_z(self, out: NDArray[Cell] | None = None) -> NDArray[Any]:
        """The same of :meth:`z`: shape (k, 5, 162)."""
        out = filled(out, (self._tables.ended_count, 5, 162), np.int8)
        self._tables.fill_last_z(out)
        return out

    def hand(self, table: int, seat: int) -> str:
        """What a seat holds.

        Raises:
            Error: No such table or seat.
        """
        return self._tables.hand(table, seat)

    def on_table(self, table: int) -> str | None:
        """The move to beat; None where the seat to move leads, and in an auction.

        Raises:
            Error: No such table.
        """
        return self._tables.on_table(table)

    def __repr__(self) -> str:
        return f"Tables({len(self)}, seed={self.seed})"
