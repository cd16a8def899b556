"""Daifugo as a vector environment. Needs Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import DTypeLike, NDArray

from .._seeds import checked_tables, drawn_seed
from .._vector import CardVectorEnv, autoreset, cells_of
from ._tables import Tables

__all__ = ["VectorEnv"]


class VectorEnv(CardVectorEnv):
    """Daifugo at ``num_envs`` tables, by Gymnasium's vector API. An episode is one game of a series.

    >>> env = VectorEnv(64, reward="centred")
    >>> observations, infos = env.reset(seed=31459)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)

    One step is one decision of whoever's is due at each table: whoever calls it plays all players. The reward a table is
    *player 0's*; ``infos["rewards"]`` has every player's.

    Observations are of the seat whose decision is due, cells of 0 and 1, shape (887,), as
    :meth:`Tables.observations` lists them. The features of every legal action are ``env.tables.moves()``.

    **Infos**, arrays whose first axis is tables; ``_name`` says where ``name`` is told:

    ===============  =====================================================================================
    ``turn``         ``int8``: the player whose decision is due, -1 where the game is over
    ``seat``         ``int8``: the seat they sit in
    ``exchanging``   ``bool``: whether it is about cards to return
    ``game``         ``uint64``: the number of the table's game, from 0
    ``action_mask``  ``int8``, shape (n, actions): 1 for each legal action; only 0 where the game is over
    ``rewards``      ``float32``, shape (n, players): the last step's by player
    ``classes``      ``int8``, shape (n, players), where a game has ended: 0 for the richest player
    ``final_obs``    with ``AutoresetMode.SAME_STEP``, an array of objects: the game's last observation
    ``final_info``   likewise: ``rewards`` and ``classes``
    ===============  =====================================================================================

    Args:
        num_envs: Tables, 1 to 65,536.
        seed: Of the games until ``reset(seed=...)``; drawn if None.
        players, jokers, rules, classes, reward: As of :class:`Tables`.
        autoreset_mode: What comes after a game, one of Gymnasium's three.
        action_mask: Where the masks stand: in the ``info``, in the ``observation`` (a dictionary of ``observation``
            and ``action_mask`` then), or nowhere (None): ``env.tables.legal()`` lists what is legal for much less.
        dtype: Of the observations: ``int8``, ``uint8``, ``bool`` or ``float32``.
        copy: Whether observations and masks are the caller's to keep. If not, they are valid until the next step,
            and cost less.

    Raises:
        Error: There is no such environment.
        ImportError: Gymnasium is not installed.
    """

    tables: Tables

    def __init__(
        self,
        num_envs: int = 1,
        *,
        seed: int | None = None,
        players: int = 5,
        jokers: int = 1,
        rules: Sequence[str] | None = None,
        classes: str = "carried",
        reward: str = "points",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        action_mask: Literal["info", "observation"] | None = "info",
        dtype: DTypeLike = np.int8,
        copy: bool = True,
    ) -> None:
        mode = autoreset(autoreset_mode)
        cells = cells_of(dtype)
        tables = Tables(
            checked_tables(num_envs, least=1),
            seed=drawn_seed() if seed is None else seed,
            players=players,
            jokers=jokers,
            rules=rules,
            classes=classes,
            reward=reward,
            autoreset=str(mode.value),
        )
        self._observations = np.zeros((num_envs, 887), cells)
        super().__init__(tables, spaces.Box(0, 1, (887,), cells), mode, action_mask, copy)

    def _observed(self) -> Any:
        return self.tables.observations(self._observations)

    def _last_observed(self) -> list[Any]:
        last = np.empty((len(self.tables.ended()[0]), 887), self._observations.dtype)
        return list(self.tables.last_observations(last))

    def _told(self) -> dict[str, NDArray[Any]]:
        return {"seat": self.tables.seats(), "exchanging": self.tables.exchanging()}

    def _ended(self) -> tuple[NDArray[np.int64], dict[str, NDArray[Any]]]:
        at, classes = self.tables.ended()
        return at, {"classes": classes}

    def _own_rewards(self, rewards: NDArray[np.float32]) -> NDArray[np.float64]:
        return rewards[:, 0].astype(np.float64)
