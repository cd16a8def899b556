"""What the tables of the card games have in common, with numpy alone."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arrays import filled, roomy
from ._native import Error
from ._seeds import checked_seed

if TYPE_CHECKING:
    from typing import Self

__all__ = ["CardTables", "Cell"]

#: What cells of 0 and 1 may be of.
Cell = TypeVar("Cell", bound=np.generic)


class CardTables:
    """Games side by side; each card game makes them, and adds what learners read of it."""

    _tables: _native._CardTables
    """The games: what fills the arrays."""
    _masks: NDArray[Any] | None = None
    """What :meth:`masks` returns again and again, once it has been asked for."""

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def seed(self) -> int:
        """The seed of the games."""
        return self._tables.seed

    @property
    def players(self) -> int:
        """How many players there are at a table."""
        return self._tables.player_count

    @property
    def action_count(self) -> int:
        """How many numbers of actions there are."""
        return self._tables.action_count

    def step(self, actions: NDArray[Any] | Sequence[int]) -> None:
        """Does an action at each table: whole numbers, shape (n,). Those where the game is over are ignored.

        Raises:
            Error: Not one for each table, or an illegal one, with its table and the reason; nothing has changed then.
        """
        self._tables.step(np.asarray(actions))

    def step_choices(self, choices: NDArray[np.uint32]) -> None:
        """The same by places among what is legal, ``uint32`` of shape (n,).

        Raises:
            Error: As of :meth:`step`.
        """
        self._tables.step_choices(choices)

    def random_choices(self, out: NDArray[np.uint32] | None = None) -> NDArray[np.uint32]:
        """A choice for each table, all that is legal equally likely, ``uint32`` of shape (n,); from the tables' seed."""
        out = filled(out, (len(self),), np.uint32)
        self._tables.random_choices(out)
        return out

    def reset(self, mask: NDArray[np.bool_] | None = None) -> None:
        """Deals the next game at all tables, or at those where ``mask``, of shape (n,), is True."""
        self._tables.reset(np.ones(len(self), np.bool_) if mask is None else mask)

    def reseed(self, seed: int) -> None:
        """Deals game 0 of another seed, 0 to 2**64 - 1, at all tables, as if they were new.

        Raises:
            Error: It is no such number.
        """
        self._tables.reseed(checked_seed(seed))

    def turns(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """The players whose decisions are due, from 0, -1 where the game is over: ``int8`` of shape (n,)."""
        out = filled(out, (len(self),), np.int8)
        self._tables.fill_turns(out)
        return out

    def games(self, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
        """The numbers of the games, from 0: ``uint64`` of shape (n,)."""
        out = filled(out, (len(self),), np.uint64)
        self._tables.fill_games(out)
        return out

    def rewards(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What the last step was worth by table and player, 0 but where it ended a game: ``float32``, (n, players)."""
        out = filled(out, (len(self), self.players), np.float32)
        self._tables.fill_rewards(out)
        return out

    def terminated(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Where the last step ended a game: ``bool`` of shape (n,). Games are never cut short."""
        out = filled(out, (len(self),), np.bool_)
        self._tables.fill_terminated(out)
        return out

    def choice_counts(self, out: NDArray[np.uint32] | None = None) -> NDArray[np.uint32]:
        """How many actions are legal, 0 where the game is over: ``uint32`` of shape (n,)."""
        out = filled(out, (len(self),), np.uint32)
        self._tables.fill_choice_counts(out)
        return out

    def legal(
        self, ids: NDArray[np.uint16] | None = None, starts: NDArray[np.uint32] | None = None
    ) -> tuple[NDArray[np.uint16], NDArray[np.uint32]]:
        """The numbers of all legal actions, table by table in the order of the choices, and where each table's begin.

        Args:
            ids: Room for them; it may be longer than needed.
            starts: Room for the starts.

        Returns:
            ``ids``, ``uint16``; ``starts``, ``uint32`` of shape (n + 1,). Those of table ``t`` are
            ``ids[starts[t]:starts[t + 1]]``.
        """
        ids = roomy(ids, (self._tables.legal_count,), np.uint16)
        starts = filled(starts, (len(self) + 1,), np.uint32)
        self._tables.fill_legal(ids, starts)
        return ids, starts

    def masks(self, out: NDArray[Cell] | None = None) -> NDArray[Any]:
        """1 for each legal action, 0 for all others: shape (n, :attr:`action_count`).

        Without ``out`` it is always the same array, of ``int8``, in which only what has changed is written; it is
        valid until the next call. With ``out`` all cells are written.
        """
        if out is not None:
            self._tables.fill_masks(out)
            return out
        if self._masks is None:
            self._masks = np.zeros((len(self), self.action_count), np.int8)
        self._tables.update_masks(self._masks)
        return self._masks

    def legal_texts(self, table: int) -> dict[int, str]:
        """The legal actions of a table by their numbers, in the order of the choices.

        Raises:
            Error: No such table.
        """
        return dict(self._tables.legal(table))

    # Copies go on from where the games are, each on its own. As bytes they would be all of the games' insides, which
    # change from version to version.

    def __copy__(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, _tables=copy(self._tables), _masks=None)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return copy(self)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise Error(
            "tables cannot be pickled: make them where they are needed; copy.deepcopy copies them within a process"
        )
