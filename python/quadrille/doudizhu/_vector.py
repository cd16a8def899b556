"""Dou Dizhu as a vector environment. Needs Gymnasium."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import DTypeLike, NDArray

from .._native import Error
from .._seeds import checked_tables, drawn_seed
from .._vector import CardVectorEnv, autoreset, cells_of
from ._tables import Tables

__all__ = ["VectorEnv"]


class VectorEnv(CardVectorEnv):
    """Dou Dizhu at ``num_envs`` tables, by Gymnasium's vector API.

    >>> env = VectorEnv(64, reward="wp")
    >>> observations, infos = env.reset(seed=31459)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)

    One step is one move of whoever's turn it is at each table: whoever calls it plays all three seats. The reward a
    table is the *landlord's*; ``infos["rewards"]`` has every seat's.

    **Observations** are of the seat to move, cells of 0 and 1:

    * ``rlcard``: RLCard's, shape (901,). A landlord's has 790 cells, and 0 in the others.
    * ``douzero``: a dictionary of DouZero's ``x_no_action``, shape (430,) (a landlord's has 319 cells), and ``z``,
      shape (5, 162). The rows ``x``, one a legal move with the move's cells behind, are ``env.tables.x(role)``.

    In an auction there are the hand (cells 0 to 53), with ``rlcard`` also what is not in it, and 0 in the others. When
    a game is over it is the observation of the seat after the winner.

    **Infos**, arrays whose first axis is tables; ``_name`` says where ``name`` is told:

    ===============  =====================================================================================
    ``turn``         ``int8``: the seat to move, -1 where the game is over
    ``role``         ``int8``: 0 landlord, 1 and 2 the peasants after and before him, -1 in an auction
    ``landlord``     ``int8``: his seat, -1 in an auction
    ``game``         ``uint64``: the number of the table's game, from 0
    ``action_mask``  ``int8``, shape (n, 27,472): 1 for each legal action; only 0 where the game is over
    ``rewards``      ``float32``, shape (n, 3): the last step's by seat
    ``winner``       ``int8``, where a game has ended: the winner's seat, -1 if the cards were thrown in
    ``bombs``        ``int8``, likewise: bombs and rockets played
    ``spring``       ``int8``, likewise: whether one side played no card, or the landlord no second move
    ``final_obs``    with ``AutoresetMode.SAME_STEP``, an array of objects: the game's last observation
    ``final_info``   likewise: ``rewards``, ``winner``, ``bombs`` and ``spring``
    ===============  =====================================================================================

    Args:
        num_envs: Tables, 1 to 65,536.
        seed: Of the games until ``reset(seed=...)``; drawn if None.
        observation: ``rlcard`` or ``douzero``.
        reward, rules, bidding, open_hand, doubling: As of :class:`Tables`.
        autoreset_mode: What comes after a game, one of Gymnasium's three.
        action_mask: Where the masks stand: in the ``info``, in the ``observation`` (a dictionary of ``observation``
            and ``action_mask`` then), or nowhere (None): ``env.tables.legal()`` lists what is legal for much less.
        dtype: Of the observations: ``int8``, ``uint8``, ``bool`` or ``float32``.
        released: As of :meth:`Tables.observations`.
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
        observation: Literal["rlcard", "douzero"] = "rlcard",
        reward: str = "adp",
        rules: str = "rlcard",
        bidding: str = "none",
        open_hand: bool = False,
        doubling: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        action_mask: Literal["info", "observation"] | None = "info",
        dtype: DTypeLike = np.int8,
        released: bool = False,
        copy: bool = True,
    ) -> None:
        mode = autoreset(autoreset_mode)
        tables = Tables(
            checked_tables(num_envs, least=1),
            seed=drawn_seed() if seed is None else seed,
            rules=rules,
            bidding=bidding,
            open_hand=open_hand,
            doubling=doubling,
            reward=reward,
            autoreset=str(mode.value),
        )
        cells = cells_of(dtype)

        def box(*shape: int) -> spaces.Box:
            return spaces.Box(0, 1, shape, cells)

        self._released = released
        self._observations: Any
        if observation == "rlcard":
            space: spaces.Space[Any] = box(901)
            self._observations = np.zeros((num_envs, 901), cells)
        elif observation == "douzero":
            space = spaces.Dict({"x_no_action": box(430), "z": box(5, 162)})
            x, z = np.zeros((num_envs, 430), cells), np.zeros((num_envs, 5, 162), cells)
            self._observations = {"x_no_action": x, "z": z}
        else:
            raise Error(f"observation={observation!r}; expected 'rlcard' or 'douzero'")
        super().__init__(tables, space, mode, action_mask, copy)

    def _observed(self) -> Any:
        if isinstance(self._observations, dict):
            self.tables.x_no_action(self._observations["x_no_action"])
            self.tables.z(self._observations["z"])
        else:
            self.tables.observations(self._observations, released=self._released)
        return self._observations

    def _last_observed(self) -> list[Any]:
        count = len(self.tables.ended()[0])
        if isinstance(self._observations, dict):
            cells = self._observations["z"].dtype
            x = self.tables.last_x_no_action(np.empty((count, 430), cells))
            z = self.tables.last_z(np.empty((count, 5, 162), cells))
            return [{"x_no_action": x, "z": z} for x, z in zip(x, z, strict=True)]
        last = np.empty((count, 901), self._observations.dtype)
        return list(self.tables.last_observations(last, released=self._released))

    def _told(self) -> dict[str, NDArray[Any]]:
        return {"role": self.tables.roles(), "landlord": self.tables.landlords()}

    def _ended(self) -> tuple[NDArray[np.int64], dict[str, NDArray[Any]]]:
        at, outcomes = self.tables.ended()
        winner, _, bombs, spring = outcomes.T
        return at, {"winner": winner, "bombs": bombs, "spring": spring}

    def _own_rewards(self, rewards: NDArray[np.float32]) -> NDArray[np.float64]:
        # In an auction there is no landlord, and no reward.
        of = np.maximum(self._landlords_before_deal(), 0)
        return rewards[np.arange(self.num_envs), of].astype(np.float64)

    def _landlords_before_deal(self) -> NDArray[np.int8]:
        """The landlords of the games that the rewards are of, be they over and others dealt."""
        landlords = self.tables.landlords()
        at, outcomes = self.tables.ended()
        landlords[at] = outcomes[:, 1]
        return landlords
