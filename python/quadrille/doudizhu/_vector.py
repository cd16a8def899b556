"""Dou Dizhu as a vector environment. Needs Gymnasium."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._native import DoudizhuTables, Error
from .._vector import CardVectorEnv

__all__ = ["VectorEnv"]


class VectorEnv(CardVectorEnv):
    """Dou Dizhu at ``num_envs`` tables, with Gymnasium's vector API.

    >>> env = VectorEnv(64, reward="wp")
    >>> observations, infos = env.reset(seed=31459)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)

    In one step, the seat to move at each table makes one move. The caller plays all three seats.
    The reward of a table is the *landlord's* reward. ``infos["rewards"]`` has the rewards of all
    seats.

    **Observations** consist of cells of 0 and 1, and show the game as the seat to move sees it:

    * ``rlcard``: RLCard's observation, shape (901,). The landlord's observation has 790 cells, and
      is padded with 0.
    * ``douzero``: a dictionary of DouZero's ``x_no_action``, shape (430,), and ``z``, shape (5,
      162). The landlord's ``x_no_action`` has 319 cells, and is padded with 0.
      ``env.tables.x(role)`` returns DouZero's ``x``, which has one row for each legal move. A row
      ends with the cells of the move.

    In an auction, an observation has only the hand (cells 0 to 53) and, with ``rlcard``, the cards
    outside the hand. All other cells are 0. After the end of a game, the observation is that of the
    seat after the winner.

    **Infos** are arrays whose first axis is the table. For each info ``name``, there is an array
    ``_name`` of ``bool``, which is True for the tables at which the info is valid:

    ===============  ===============================================================================
    ``turn``         ``int8``: the seat to move, -1 for a finished game
    ``role``         ``int8``: the role of the seat to move, an index of :data:`ROLES`; -1 in an
                     auction
    ``landlord``     ``int8``: the landlord's seat, -1 in an auction
    ``game``         ``uint64``: the number of the table's game, from 0
    ``action_mask``  ``int8``, shape (n, 27,472): 1 for legal actions; all 0 for a finished game
    ``rewards``      ``float32``, shape (n, 3): the rewards of the last step, by seat
    ``winner``       ``int8``, where a game has ended: the winner's seat, -1 if all seats passed
    ``bombs``        ``int8``, where a game has ended: the number of bombs and rockets played
    ``spring``       ``int8``, where a game has ended: 1 for a spring or an anti-spring, otherwise 0
    ``final_obs``    with ``AutoresetMode.SAME_STEP``, array of objects: the game's last observation
    ``final_info``   with ``AutoresetMode.SAME_STEP``, a dictionary: ``rewards``, ``winner``,
                     ``bombs`` and ``spring``
    ===============  ===============================================================================

    Args:
        num_envs: Number of tables, 1 to 65,536.
        seed: The seed of the games until ``reset(seed=...)``; random if None.
        observation: ``rlcard`` or ``douzero``.
        reward, rules, bidding, open_hand, doubling: As for :class:`Tables`.
        autoreset_mode: The handling of a finished game, one of Gymnasium's three modes.
        action_mask: Where the action masks are returned. ``info``: in the infos. ``observation``:
            in the observations, which are then dictionaries of ``observation`` and ``action_mask``.
            None: nowhere. ``env.tables.legal()`` lists the legal actions and costs much less.
        dtype: Element type of observations: ``int8``, ``uint8``, ``bool`` or ``float32``.
        released: As for :meth:`Tables.observations`.
        copy: Whether each step returns new arrays of observations and masks. If False, a step costs
            less, but the arrays are only valid until the next step.

    Raises:
        Error: An argument is invalid.
        ImportError: Gymnasium is not installed.
    """

    _made_of = DoudizhuTables
    tables: DoudizhuTables

    def __init__(
        self,
        num_envs: int = 1,
        *,
        observation: Literal["rlcard", "douzero"] = "rlcard",
        released: bool = False,
        **options: Any,
    ) -> None:
        if observation not in ("rlcard", "douzero"):
            raise Error(f"observation={observation!r}; expected 'rlcard' or 'douzero'")
        self._douzero, self._released = observation == "douzero", released
        super().__init__(num_envs, **options)

    def _room(self, rows: int, cells: Any) -> Any:
        if not self._douzero:
            return super()._room(rows, cells)
        return {"x_no_action": np.zeros((rows, 430), cells), "z": np.zeros((rows, 5, 162), cells)}

    def _observe(self, out: Any) -> None:
        if self._douzero:
            self.tables.x_no_action(out["x_no_action"])
            self.tables.z(out["z"])
        else:
            self.tables.observations(out, released=self._released)

    def _observe_last(self, out: Any) -> None:
        if self._douzero:
            self.tables.last_x_no_action(out["x_no_action"])
            self.tables.last_z(out["z"])
        else:
            self.tables.last_observations(out, released=self._released)

    def _own_rewards(self, rewards: NDArray[np.float32]) -> NDArray[np.float64]:
        # The rewards belong to the games that have just ended. At their tables, the next game can
        # already be dealt, so the landlords are taken from the ended games.
        landlords, (at, outcomes) = self.tables.landlords(), self.tables.ended()
        landlords[at] = outcomes[:, 1]
        # In an auction there is no landlord, and no reward.
        return rewards[np.arange(self.num_envs), np.maximum(landlords, 0)].astype(np.float64)
